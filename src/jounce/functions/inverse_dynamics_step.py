"""Inverse dynamics of robots with damped elastic joints, step by step: motor torque from link motion."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.codegen.program import Slot
from jounce.errors import InputError
from jounce.functions.inverse_dynamics import INVERSE, inverse_text, refuse_short, with_stiffness
from jounce.kernel import arguments
from jounce.kernel.arguments import NOTHING, Link, Parameters, Wrenches
from jounce.kernel.dispatch import call, check_by, public
from jounce.kernel.equation import Auxiliary, DerivativeOrders, Equation, Inputs, Output, Partials, ResultRule
from jounce.numbers import Number
from jounce.numbers.elementary import is_constant, is_symbolic, is_tensor
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Plant, plant_of, refuse_motorless, solvable, with_motors
from jounce.plant.spring_filter import SteppedSpring
from jounce.robot import Robot
from jounce.robot.parameters import PARAMETERS, parameter_values

OF = ("tau_m", "state")
"""Names of the outputs that `inverse_dynamics_step_derivatives` can differentiate."""


@by_value
class InverseDynamicsStep(NamedTuple):
    """Result of `inverse_dynamics_step`: the fields of `InverseDynamics`, and the state for the next step."""

    state: Array
    """State (motion_order, ..., m): for each damped joint the deflection, its time derivatives to order k, and D times derivative
    k + 1. k is 2, or with carried rotors the order of the joint torque that is required. All other entries are zero."""
    tau_m: Array
    """Motor torque, link side (..., m) [Nm or N], as in `InverseDynamics`."""
    tau_j: Array
    """Joint torque and its time derivatives (k, ..., n) [Nm or N, per s, ...], as in `InverseDynamics`."""
    theta: Array
    """Motor position, velocity and acceleration on the link side of the gear (3, ..., m) [rad or m, per s, per s^2]."""
    delta: Array
    """Deflection theta - q (..., m) [rad or m], as in `InverseDynamics`."""


def _step(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    """Return the next state, then the inverse dynamics; spring filters advance by one step, or start in the steady state."""
    state = x.auxiliary.get("state")
    h = x.auxiliary["h"][0][0] if state is not None else 0.0
    motors = list(plant.motors)
    springs: dict[int, SteppedSpring] = {}
    for i, m in enumerate(motors):
        if m.elastic and m.spring is not None and not is_constant(m.damping, 0.0):
            order = plant.orders[i] if plant.rotors else 2
            before = None if state is None else [row[i] for row in state[: order + 2]]
            springs[i] = SteppedSpring(m.spring, m.damping, h, before)
            motors[i] = m._replace(spring=springs[i])
    outputs = inverse_text(plant._replace(motors=tuple(motors)), x)
    columns: list[list[Number]] = [[0.0] * len(motors) for _ in range(_rows(plant))]
    for i, spring in springs.items():
        for row, value in zip(columns, spring.after):
            row[i] = value
    return columns, *outputs


def _rows(plant: Plant) -> int:
    return max(plant.orders) + 2 if plant.rotors else 4


def _prepare(robot: Robot, plant: Plant) -> Plant:
    refuse_motorless(robot)
    with_inertia = with_motors(robot, plant)
    return solvable(robot, with_inertia) if plant.rotors else with_inertia


def _order(robot: Robot) -> int:
    _prepare(robot, plant_of(robot))
    if robot.motion_order == 2:
        raise _rigid(robot)
    return robot.motion_order - 2


def _rigid(robot: Robot) -> InputError:
    return InputError(f"all joints of robot {robot.name!r} are rigid, so there is nothing to step: use inverse_dynamics.")


def _held(robot: Robot) -> tuple[Slot, ...]:
    return Slot("state", robot.motion_order, robot.m), Slot("h", 1, 1, (0.0,))


def _outputs(robot: Robot) -> tuple[Output, ...]:
    return Output("next_state", (robot.m,), robot.motion_order), *INVERSE.outputs(robot)


def _arrange(robot: Robot, arrays: Sequence[Any]) -> tuple[Any, ...]:
    """Return (motion, state, h) from the arguments (state, h, q, qd, ...)."""
    if len(arrays) < 3:
        raise InputError(f"expected state, h, q, qd, ..., got {len(arrays)} arrays.")
    state, h, *Q = arrays
    if is_tensor(state):
        state = list(state)
    elif isinstance(state, np.ndarray) or not isinstance(state, Sequence):
        try:
            state = list(np.asarray(state, dtype=np.float64))
        except (TypeError, ValueError):
            state = []
    if len(state) != robot.motion_order:
        raise InputError(
            f"state: expected {robot.motion_order} rows of {robot.m} numbers for robot {robot.name!r}, as steady_state gives "
            f"them, got {len(state)}."
        )
    if not is_symbolic(h):
        h = (h if is_tensor(h) else np.asarray(arguments.numbers_of(h)))[..., None]
    return *Q, *state, h


STEP = Equation(
    "inverse_dynamics_step",
    ("q", "qd", "qdd"),
    _step,
    _outputs,
    takes="wrench",
    prepare=_prepare,
    auxiliary=Auxiliary(_held, arrange=_arrange),
    orders=DerivativeOrders(motion=_order),
    result=ResultRule(InverseDynamicsStep),
)
STEADY = replace(
    STEP,
    name="steady_state",
    evaluate=lambda plant, x: _step(plant, x)[:1],
    outputs=lambda robot: _outputs(robot)[:1],
    auxiliary=None,
    result=ResultRule(),
)
TORQUE_SLOPES = replace(STEP, name="inverse_dynamics_step_derivatives", result=ResultRule(), partials=Partials("tau_m"))
STATE_SLOPES = replace(TORQUE_SLOPES, partials=Partials("next_state"))


@public(STEP)
def inverse_dynamics_step(
    robot: Robot,
    state: ArrayLike,
    h: ArrayLike,
    *Q: ArrayLike,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    stiffness: Sequence[ArrayLike] = NOTHING,
    parameters: Parameters = None,
    threads: int | None = None,
) -> InverseDynamicsStep:
    """Return the motor torque and motion of a robot with damped elastic joints one step after a state.

        M qdd + C qd + g = tau_j + J^T W,    tau_j = f(delta) + D deltad,    B (qdd + deltadd) + tau_j + friction = tau_m

    The deflection is a stable filter of the joint torque, which is interpolated by a quintic polynomial over the step: the error
    falls with the sixth power of h. Springs may have any law, and rotors may be carried along.

    Parameters
    ----------
    state : array (motion_order, ..., m)
        State of `steady_state`, or of the step before.
    h : array (...)
        Time since the state [s]; 0 evaluates the same instant with other derivatives of the motion.
    *Q : array (..., n)
        q and its time derivatives to order `robot.motion_order`, at the end of the step.
    wrench, link, stiffness, parameters, threads
        As in `inverse_dynamics`.

    Returns
    -------
    InverseDynamicsStep
        .state for the next step, and .tau_m, .tau_j, .theta, .delta as in `inverse_dynamics`.

    Examples
    --------
    >>> robot = jn.load("kuka_lwr").with_drives(damping=1.0)
    >>> Q = np.zeros((5, 7))
    >>> state = jn.dynamics.steady_state(robot, Q[0])
    >>> jn.dynamics.inverse_dynamics_step(robot, state, 1e-3, *Q).tau_m.shape
    (7,)
    """
    rows = _arrange(arguments.check_robot(robot), (state, h, *Q))
    inner = robot.motion_order + 1
    return _call(STEP, robot, rows[:-inner], rows[-inner:], wrench, link, stiffness, parameters, threads)  # type: ignore[no-any-return]


@public(STEADY)
def steady_state(
    robot: Robot,
    q: ArrayLike,
    *higher: ArrayLike,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    stiffness: Sequence[ArrayLike] = NOTHING,
    parameters: Parameters = None,
    threads: int | None = None,
) -> Array:
    """Return the initial state for `inverse_dynamics_step`: the state of a robot at rest in q, or in steady motion.

    If derivatives of q are passed, the state is the one in which the highest derivative of the deflection has been constant for a
    long time. For a general motion this state is a first guess, which the filters forget with their time constants D/K.

    Parameters
    ----------
    q, *higher : array (..., n)
        Link positions (..., nq), and optionally their time derivatives to order `robot.motion_order`.
    wrench, link, stiffness, parameters, threads
        As in `inverse_dynamics`; at rest, a wrench without derivatives suffices.

    Returns
    -------
    state : array (motion_order, ..., m)

    Raises
    ------
    InputError
        If derivatives are missing in a call with CasADi symbols, or an argument is invalid.

    Examples
    --------
    >>> robot = jn.load("kuka_lwr").with_drives(damping=1.0)
    >>> jn.dynamics.steady_state(robot, np.zeros(7)).shape
    (4, 7)
    """
    arguments.check_robot(robot)
    if not higher:
        if is_symbolic(q):
            raise InputError("q: beside CasADi symbols give all derivatives, zeros at rest.")
        batch = np.shape(q if is_tensor(q) else arguments.numbers_of(q))[:-1]
        higher = (np.zeros((*batch, robot.n)),) * robot.motion_order
        wrench = _at_rest(wrench, robot.motion_order - 1)
    return _call(STEADY, robot, (q, *higher), (), wrench, link, stiffness, parameters, threads)  # type: ignore[no-any-return]


def _at_rest(wrench: Wrenches, count: int) -> Wrenches:
    """Return the wrenches with zeros appended for missing time derivatives, up to `count` entries (W, Wdot, ...)."""
    if isinstance(wrench, Mapping):
        return {name: _at_rest(entries, count) for name, entries in wrench.items()}  # type: ignore[misc]
    if isinstance(wrench, Sequence) and not isinstance(wrench, str) and 0 < len(wrench) < count:
        return (*wrench, *[np.zeros(6)] * (count - len(wrench)))
    return wrench


def _call(
    equation: Equation,
    robot: Robot,
    Q: Sequence[Any],
    inner: Sequence[Any],
    wrench: Wrenches,
    link: Link,
    stiffness: Sequence[Any],
    parameters: Parameters,
    threads: int | None,
    by: Sequence[str] = NOTHING,
) -> Any:
    def adapt(robot: Robot, rows: tuple[Any, ...], parameters: Parameters) -> tuple[Robot, tuple[Any, ...], Parameters]:
        """Return (robot, arrays that the equation reads, parameters with stiffness); raise if derivatives of q are missing."""
        _prepare(robot, plant_of(robot))
        if robot.motion_order == 2:
            raise _rigid(robot)
        if len(Q) <= robot.motion_order:
            refuse_short(robot, len(Q))
        robot, parameters = with_stiffness(robot, parameters, stiffness)
        return robot, (*Q[: robot.motion_order + 1], *inner), parameters

    rows = (*Q, *inner)
    if stiffness is NOTHING:
        return call(equation, robot, rows, wrench, link, parameters, threads, by, adapt=adapt)
    robot, rows, parameters = adapt(robot, rows, parameters)
    return call(equation, robot, rows, wrench, link, parameters, threads, by)


@public(TORQUE_SLOPES)
def inverse_dynamics_step_derivatives(
    robot: Robot,
    state: ArrayLike,
    h: ArrayLike,
    *Q: ArrayLike,
    of: str = "tau_m",
    by: Sequence[str] = NOTHING,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> Any:
    """Return the Jacobians of one output of `inverse_dynamics_step` by the motion, the state, the step h or parameters.

    The Jacobians are exact, by reverse mode on the expression graph.

    Parameters
    ----------
    state, h, *Q
        As in `inverse_dynamics_step`.
    of : str
        'tau_m', or 'state' for the state after the step; the rows of the state are then axis 0 of each result.
    by : sequence of str
        Variables of differentiation: 'motion', 'state', 'h', and names of parameters (default: the motion).
    wrench, link, parameters, threads
        As in `inverse_dynamics`.

    Returns
    -------
    array (len(Q), ..., m, n) or dict
        Jacobian by the motion. With `by`: {name: array}, 'motion' as above, 'state' (rows, ..., m, m), 'h' (..., m, 1),
        parameters (..., m, size).

    Raises
    ------
    InputError
        If the output or a variable of differentiation does not exist.

    Examples
    --------
    >>> robot = jn.load("kuka_lwr").with_drives(damping=1.0)
    >>> Q = np.zeros((5, 7))
    >>> state = jn.dynamics.steady_state(robot, Q[0])
    >>> jn.dynamics.inverse_dynamics_step_derivatives(robot, state, 1e-3, *Q, by=("state",))["state"].shape
    (4, 7, 7)
    """
    if of not in OF:
        raise InputError(f"of: expected one of {', '.join(OF)}, got {of!r}.")
    names = check_by(by, ("state", "h"))
    rows = _arrange(arguments.check_robot(robot), (state, h, *Q))
    count = robot.motion_order + 1
    defaults = {name: parameter_values(robot, name) for name in names if name in PARAMETERS}
    live = {**defaults, **(parameters or {})} or None
    equation = TORQUE_SLOPES if of == "tau_m" else STATE_SLOPES
    derivatives = _call(equation, robot, rows[:-count], rows[-count:], wrench, link, NOTHING, live, threads, names)
    if of == "tau_m":
        return derivatives
    return (
        {name: _split(robot.motion_order, x) for name, x in derivatives.items()}
        if names
        else _split(robot.motion_order, derivatives)
    )


def _split(rows: int, x: Any) -> Any:
    """Return an array (rows * k, ...) reshaped to (rows, k, ...), without the axis k if k = 1."""
    if not isinstance(x, np.ndarray) and not is_tensor(x):
        return x
    parts = x.reshape(rows, -1, *x.shape[1:])
    return parts[:, 0] if parts.shape[1] == 1 else parts
