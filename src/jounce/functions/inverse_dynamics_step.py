"""Motor torque from link motion, step by step: the inverse dynamics of robots whose elastic joints are damped."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from jounce.codegen.program import Slot
from jounce.errors import InputError
from jounce.functions.drive_checks import refuse, with_motors
from jounce.functions.inverse_dynamics import INVERSE, inverse_text, refuse_short, with_stiffness
from jounce.kernel import arguments
from jounce.kernel.arguments import NOTHING, Link, Parameters, Wrenches
from jounce.kernel.backends.casadi import is_symbolic
from jounce.kernel.dispatch import call, check_by, public
from jounce.kernel.equation import Equation, Inputs, Output
from jounce.numbers import Number
from jounce.numbers.elementary import is_constant, is_tensor
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.damped_spring import SteppedSpring
from jounce.plant.plant import Plant, plant_of, solvable
from jounce.robot import Robot
from jounce.robot.parameters import PARAMETERS, parameter_values

OF = ("tau_m", "state")
"""What has partial derivatives."""


@by_value
class InverseDynamicsStep(NamedTuple):
    """What realises a motion of damped joints, and what the next step goes on from. Fields beside the state as of
    `InverseDynamics`."""

    state: Array
    """Of damped joints, at each motor: the deflection and its derivatives to order k, then D times the next one (motion_order,
    ..., m). k is 2, or where rotors are carried along the order to which that joint's torque is needed; zeros fill up."""
    tau_m: Array
    """Motor torque, link side (..., m) [Nm or N]."""
    tau_j: Array
    """Joint torque and its time derivatives (k, ..., n)."""
    theta: Array
    """Motor position behind the gear, velocity and acceleration (3, ..., m)."""
    delta: Array
    """Deflection (..., m) [rad or m]."""


def _step(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    """The inverse dynamics, with springs that take one step of their filters: to the steady state where none is held."""
    state = x.held.get("state")
    h = x.held["h"][0][0] if state is not None else 0.0
    motors = list(plant.motors)
    springs: dict[int, SteppedSpring] = {}
    for i, m in enumerate(motors):
        if m.elastic and m.spring is not None and not is_constant(m.damping, 0.0):
            order = plant.orders[i] if plant.rotors else 2
            before = None if state is None else [row[i] for row in state[: order + 2]]
            springs[i] = SteppedSpring(m.spring, m.damping, h, before)
            motors[i] = m._replace(spring=springs[i])
    found = inverse_text(plant._replace(motors=tuple(motors)), x)
    columns: list[list[Number]] = [[0.0] * len(motors) for _ in range(_rows(plant))]
    for i, spring in springs.items():
        for row, value in zip(columns, spring.after):
            row[i] = value
    return columns, *found


def _rows(plant: Plant) -> int:
    return max(plant.orders) + 2 if plant.rotors else 4


def _prepare(robot: Robot, plant: Plant) -> Plant:
    refuse(robot)
    known = with_motors(robot, plant)
    return solvable(robot, known) if plant.rotors else known


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


def _arrange(robot: Robot, given: Sequence[Any]) -> tuple[Any, ...]:
    """Rows of motion, state and h from (state, h, q, qd, ...)."""
    if len(given) < 3:
        raise InputError(f"expected state, h, q, qd, ..., got {len(given)} arrays.")
    state, h, *Q = given
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
    held=_held,
    arrange=_arrange,
    order=_order,
    result=InverseDynamicsStep,
)
STEADY = replace(
    STEP,
    name="steady_state",
    text=lambda plant, x: _step(plant, x)[:1],
    outputs=lambda robot: _outputs(robot)[:1],
    held=lambda robot: (),
    arrange=lambda robot, given: tuple(given),
    result=None,
)
TORQUE_SLOPES = replace(STEP, name="inverse_dynamics_step_derivatives", result=None, partial="tau_m")
STATE_SLOPES = replace(TORQUE_SLOPES, partial="next_state")


@public(STEP)
def inverse_dynamics_step(
    robot: Robot,
    state: Any,
    h: Any,
    *Q: Any,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    stiffness: Sequence[Any] = NOTHING,
    parameters: Parameters = None,
    threads: int | None = None,
) -> InverseDynamicsStep:
    """What realises a motion whose elastic joints are damped, a time h [s] after it had this state; `.state` goes on from here.

        M qdd + C qd + g = tau_j + J^T W,    tau_j = f(delta) + D deltad,    B (qdd + deltadd) + tau_j + friction = tau_m

    The deflection is a stable filter of the joint torque, which is taken for a quintic polynomial during h: the error falls with
    the sixth power of h. Springs may have any law, rotors may be carried along. state: of `steady_state`, or of the step before,
    (motion_order, ..., m). h: a number or one for each sample (...); 0 stays at the instant, with other
    derivatives of the motion. *Q: q and its derivatives to order `robot.motion_order`. wrench, link, stiffness, parameters: as in
    `inverse_dynamics`.
    """
    rows = _arrange(arguments.check_robot(robot), (state, h, *Q))
    held = robot.motion_order + 1
    return _call(STEP, robot, rows[:-held], rows[-held:], wrench, link, stiffness, parameters, threads)  # type: ignore[no-any-return]


@public(STEADY)
def steady_state(
    robot: Robot,
    q: Any,
    *higher: Any,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    stiffness: Sequence[Any] = NOTHING,
    parameters: Parameters = None,
    threads: int | None = None,
) -> Array:
    """The state from which `inverse_dynamics_step` begins (motion_order, ..., m): that of a robot at rest in q.

    With derivatives, q, qd, ... to order `robot.motion_order`: the state in which the highest derivative of the deflection that
    is needed has not moved for long. Of a robot in motion that is a first guess, which the filters forget with their time
    constants D/K. wrench, link, stiffness, parameters: as in `inverse_dynamics`; W alone at rest.
    """
    arguments.check_robot(robot)
    if not higher:
        if is_symbolic(q):
            raise InputError("q: beside CasADi symbols give all derivatives, zeros at rest.")
        batch = (q.shape if is_tensor(q) else np.shape(arguments.numbers_of(q)))[:-1]
        higher = (np.zeros((*batch, robot.n)),) * robot.motion_order
        wrench = _at_rest(wrench, robot.motion_order - 1)
    return _call(STEADY, robot, (q, *higher), (), wrench, link, stiffness, parameters, threads)  # type: ignore[no-any-return]


def _at_rest(wrench: Wrenches, count: int) -> Wrenches:
    """Wrenches with rates that vanish, where those are missing."""
    if isinstance(wrench, Mapping):
        return {name: _at_rest(entries, count) for name, entries in wrench.items()}  # type: ignore[misc]
    if isinstance(wrench, Sequence) and not isinstance(wrench, str) and 0 < len(wrench) < count:
        return (*wrench, *[np.zeros(6)] * (count - len(wrench)))
    return wrench


def _call(
    equation: Equation,
    robot: Robot,
    Q: Sequence[Any],
    held: Sequence[Any],
    wrench: Wrenches,
    link: Link,
    stiffness: Sequence[Any],
    parameters: Parameters,
    threads: int | None,
    by: Sequence[str] = NOTHING,
) -> Any:
    if stiffness is not NOTHING or id(robot) + len(Q) + len(held) not in equation.short_cuts:  # not as often before
        _prepare(robot, plant_of(robot))
        if robot.motion_order == 2:
            raise _rigid(robot)
        if len(Q) <= robot.motion_order:
            refuse_short(robot, len(Q))
        robot, parameters = with_stiffness(robot, parameters, stiffness)
    rows = (*Q[: robot.motion_order + 1], *held)
    return call(equation, robot, rows, wrench, link, parameters, threads, by)


@public(TORQUE_SLOPES)
def inverse_dynamics_step_derivatives(
    robot: Robot,
    state: Any,
    h: Any,
    *Q: Any,
    of: str = "tau_m",
    by: Sequence[str] = NOTHING,
    wrench: Wrenches = NOTHING,
    link: Link = None,
    parameters: Parameters = None,
    threads: int | None = None,
) -> Any:
    """Partial derivatives of `inverse_dynamics_step`, exact, by reverse mode: by the motion, the state held, (len(Q), ..., m, n).

    of: 'tau_m', or 'state' for the state after the step, with its rows first. by: 'motion', 'state' (rows, ..., m, m), 'h' (...,
    m, 1), and names of parameters (..., m, size); then a dict comes out, {name: array}, the last axis is what they are by.
    """
    if of not in OF:
        raise InputError(f"of: expected one of {', '.join(OF)}, got {of!r}.")
    names = check_by(by, ("state", "h"))
    rows = _arrange(arguments.check_robot(robot), (state, h, *Q))
    count = robot.motion_order + 1
    own = {name: parameter_values(robot, name) for name in names if name in PARAMETERS}
    live = {**own, **(parameters or {})} or None
    equation = TORQUE_SLOPES if of == "tau_m" else STATE_SLOPES
    found = _call(equation, robot, rows[:-count], rows[-count:], wrench, link, NOTHING, live, threads, names)
    if of == "tau_m":
        return found
    return {name: _split(robot.motion_order, x) for name, x in found.items()} if names else _split(robot.motion_order, found)


def _split(rows: int, x: Any) -> Any:
    """(rows * k, ...) as (rows, k, ...), and without k where that is one."""
    if not isinstance(x, np.ndarray) and not is_tensor(x):
        return x
    parts = x.reshape(rows, -1, *x.shape[1:])
    return parts[:, 0] if parts.shape[1] == 1 else parts
