"""Linear state-space model of a robot near a state, with poles, zeros, frequency response and sampled form.

    x' = A x + B u,    y = C x + D u,    x = small changes of (q, theta, qd, thetad)

theta and thetad are those of motors behind springs, because the motor of a rigid joint moves with the joint. A is exact, from the
Jacobians of the forward dynamics (`elastic_forward_dynamics_derivatives`). At a joint of several DOFs with the velocity v, the
entries of x for q are a small displacement x_q in the axes of v, with d/dt x_q = change of v - ad(v) x_q.
"""

import numbers
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.control.zeros import invariant_zeros
from jounce.errors import InputError
from jounce.functions.elastic_forward_dynamics import elastic_forward_dynamics
from jounce.functions.forward_derivatives import elastic_forward_dynamics_derivatives
from jounce.functions.inverse_dynamics import InverseDynamics, drive, inverse_dynamics, joint_torque
from jounce.functions.kinematics import jacobian
from jounce.functions.state_model import seen
from jounce.kernel.arguments import Parameters, check_names, check_robot, numbers_of
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.numerics.blas_threads import single_threaded
from jounce.numerics.eigenvalue_order import sort_eigenvalues
from jounce.plant.plant import Plant, at_freedoms, plant_of
from jounce.robot import Robot
from jounce.trajectory.path import coordinates

STATE = ("q", "theta", "qd", "thetad")
INPUTS = ("tau_m", "wrench")
OUTPUTS = (*STATE, "tau_j", "tool")
WRENCH = ("mx", "my", "mz", "fx", "fy", "fz")
TWIST = ("rx", "ry", "rz", "x", "y", "z")


@by_value
@dataclass(frozen=True, eq=False)
class StateSpace:
    """Linear system x' = A x + B u, y = C x + D u with s states, r inputs and p outputs; batch axes come first."""

    A: Array
    """State matrix (..., s, s)."""
    B: Array
    """Input matrix (..., s, r)."""
    C: Array
    """Output matrix (..., p, s)."""
    D: Array
    """Feedthrough matrix (..., p, r)."""
    states: tuple[str, ...]
    """Names of the states, for example 'qd[elbow]'."""
    inputs: tuple[str, ...]
    """Names of the inputs."""
    outputs: tuple[str, ...]
    """Names of the outputs."""
    dt: float | None = None
    """Sampling period [s] of a discrete-time system x[k + 1] = A x[k] + B u[k]; None for a continuous-time system."""

    @property
    def poles(self) -> Array:
        """Return the poles, the eigenvalues of A (..., s), complex [rad/s]; dimensionless for a discrete-time system.

        Poles are sorted by rising real part (`sort_eigenvalues`), conjugates next to each other, negative imaginary part first.
        """
        return sort_eigenvalues(np.linalg.eigvals(self.A))

    @property
    def zeros(self) -> Array:
        """Return the finite invariant zeros, complex, by increasing real part [rad/s]; only for one system with p = r.

        State components that must vanish for zero output are eliminated by orthogonal transformations until D is invertible
        (Emami-Naeini and Van Dooren 1982); the zeros are then the eigenvalues of A - B D^-1 C.
        """
        if self.A.ndim > 2 or len(self.inputs) != len(self.outputs):
            raise InputError(
                f"zeros: expected one system with as many outputs as inputs, got {len(self.inputs)} inputs, {len(self.outputs)} "
                f"outputs and batch axes {self.A.shape[:-2]}. State inputs= and outputs= of linearize."
            )
        return invariant_zeros(self.A, self.B, self.C, self.D)

    def frequency_response(self, frequency: ArrayLike) -> Array:
        """Return the frequency response C (i w I - A)^-1 B + D; for a discrete-time system, e^(i w dt) replaces i w.

        Parameters
        ----------
        frequency : array (F,)
            Angular frequencies w [rad/s].

        Returns
        -------
        array (..., F, p, r), complex

        Raises
        ------
        InputError
            If i w is a pole of the system, at an undamped resonance.

        Examples
        --------
        >>> model = jn.linearize(jn.load("planar_2r"), [0.1, 0.2])
        >>> model.frequency_response([1.0, 10.0]).shape[0]
        2
        """
        w = coordinates(frequency, "frequency [rad/s]")
        point = 1j * w if self.dt is None else np.exp(1j * w * self.dt)
        away = point[:, None, None] * np.eye(self.A.shape[-1]) - self.A[..., None, :, :]
        try:
            x = np.linalg.solve(
                away, np.broadcast_to(self.B[..., None, :, :], (*away.shape[:-1], self.B.shape[-1])).astype(complex)
            )
        except np.linalg.LinAlgError:
            raise InputError("frequency: one of these is a pole of a system without damping. Leave it out.") from None
        response: Array = self.C[..., None, :, :] @ x + self.D[..., None, :, :]
        return response

    @single_threaded
    def sampled(self, dt: float) -> "StateSpace":
        """Return the discrete-time system for inputs that are constant between samples; exact, by the matrix exponential.

        Parameters
        ----------
        dt : float
            Sampling period [s].

        Returns
        -------
        StateSpace

        Raises
        ------
        InputError
            If the period is not positive, or the system is a discrete-time system already.

        Examples
        --------
        >>> jn.linearize(jn.load("planar_2r"), [0.1, 0.2]).sampled(1e-3).dt
        0.001
        """
        from scipy.linalg import expm

        if self.dt is not None:
            raise InputError(f"sampled: this system has a period of {self.dt:g} s already. Sample the one in time.")
        if not (isinstance(dt, numbers.Real) and 0.0 < dt < np.inf):
            raise InputError(f"dt: expected a period above 0 s, got {dt!r}.")
        size, count = self.A.shape[-1], self.B.shape[-1]
        both = np.zeros((*self.A.shape[:-2], size + count, size + count))
        both[..., :size, :size], both[..., :size, size:] = self.A, self.B
        moved = expm(dt * both)
        return StateSpace(
            moved[..., :size, :size], moved[..., :size, size:], self.C, self.D, self.states, self.inputs, self.outputs, float(dt)
        )


def linearize(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike = 0.0,
    theta: ArrayLike | None = None,
    thetad: ArrayLike | None = None,
    tau_m: ArrayLike | None = None,
    *,
    inputs: Sequence[str] = ("tau_m",),
    outputs: Sequence[str] = STATE,
    parameters: Parameters = None,
) -> StateSpace:
    """Return the linear model of a robot near a state, x' = A x + B u, y = C x + D u, with x = (q, theta, qd, thetad).

    theta and thetad in x are those of the e motors behind springs, so x has n + e + n + e entries. Friction enters by its
    derivative by velocity. The derivative of dry friction nearly locks a motor at standstill; parameters={"coulomb_friction":
    zeros} omits this friction. The model is exact. Leading axes of the arrays are batch axes.

    Parameters
    ----------
    robot : Robot
        The robot.
    q, qd : array (..., n)
        Link positions (..., nq) and velocities [rad or m, per s].
    theta, thetad, tau_m : array (..., m)
        Motor positions, velocities and torques [rad or m, per s, Nm or N]. Missing values are those of a motion with constant
        velocity qd, with spring damping neglected; for qd = 0 these values hold the robot against gravity. Joints without a motor
        should be in equilibrium at q; otherwise the model is valid near a state that accelerates.
    inputs : sequence of str
        Any of 'tau_m' (torques of all motors [Nm or N]) and 'wrench' (moment and force at the tool, in the tool frame [Nm, N]).
    outputs : sequence of str
        Any of 'q', 'qd', 'theta', 'thetad' (all motors), 'tau_j' (joint torques [Nm or N]) and 'tool' (small rotation and
        translation of the tool frame, in its axes [rad, m]).
    parameters : dict
        Values {name: array (..., size)} that replace those of the robot.

    Returns
    -------
    StateSpace
        Matrices .A, .B, .C, .D and names of states, inputs and outputs; see .poles, .zeros, .frequency_response and .sampled.

    Raises
    ------
    InputError
        If an input or output is unknown, or an array has another shape.

    Examples
    --------
    >>> model = jn.linearize(jn.load("kuka_lwr"), [0.0, 0.5, 0.0, -1.0, 0.0, 0.5, 0.0])
    >>> model.A.shape, model.B.shape
    ((28, 28), (28, 7))
    """
    robot = check_robot(robot, parameters)
    chosen = (_words(inputs, INPUTS, "inputs"), _words(outputs, OUTPUTS, "outputs"))
    state = _state(robot, q, qd, theta, thetad, tau_m)
    A, torque = _state_matrices(robot, state)
    plant, names = plant_of(robot), robot.motor_names
    soft = plant.elastic
    freedoms = _dof_names(robot)
    states = tuple(
        f"{word}[{name}]" for word in STATE for name in (freedoms if word in ("q", "qd") else [names[i] for i in soft])
    )
    columns: dict[str, Callable[[], tuple[Array, list[str]]]] = {
        "tau_m": lambda: (torque, [names[i] for i in plant.driven]),
        "wrench": lambda: (_wrench_input(robot, state), list(WRENCH)),
    }
    picked = [columns[word]() for word in chosen[0]]
    B = np.concatenate([array for array, _ in picked], axis=-1)
    rows = [_output_rows(robot, word, state) for word in chosen[1]]
    C = np.concatenate([np.broadcast_to(array, (*A.shape[:-2], *array.shape[-2:])) for array, _ in rows], axis=-2)
    return StateSpace(
        A,
        B,
        C,
        np.zeros((*C.shape[:-1], B.shape[-1])),
        states,
        tuple(f"{word}[{name}]" for word, (_, coordinates) in zip(chosen[0], picked) for name in coordinates),
        tuple(f"{word}[{name}]" for word, (_, coordinates) in zip(chosen[1], rows) for name in coordinates),
    )


def _words(value: Any, accepted: tuple[str, ...], what: str) -> tuple[str, ...]:
    words = check_names(value, what)
    for word in words:
        if word not in accepted:
            raise InputError(f"{what}: expected some of {', '.join(accepted)}, got {word!r}.")
    if not words:
        raise InputError(f"{what}: expected at least one of {', '.join(accepted)}.")
    return words


def _state(robot: Robot, q: Any, qd: Any, theta: Any, thetad: Any, tau_m: Any) -> tuple[Array, ...]:
    """Return (q, qd, theta, thetad, tau_m) with equal batch axes; None is replaced by the value for constant velocity qd."""
    widths = {"q": robot.nq, "qd": robot.n, "theta": robot.m, "thetad": robot.m, "tau_m": robot.m}
    arrays = [None if x is None else _row(robot, x, *form) for x, form in zip((q, qd, theta, thetad, tau_m), widths.items())]
    try:
        batch = np.broadcast_shapes(*(x.shape[:-1] for x in arrays if x is not None))
    except ValueError:
        shapes = ", ".join(f"{name} {x.shape}" for name, x in zip(widths, arrays) if x is not None)
        raise InputError(f"the batch axes of {shapes} do not go together.") from None
    if any(x is None for x in arrays):
        constant_speed = _constant_velocity(robot, arrays[0], arrays[1])
        defaults = (None, None, constant_speed.theta[0], constant_speed.theta[1], constant_speed.tau_m)
        arrays = [default if x is None else x for x, default in zip(arrays, defaults)]
    return tuple(np.broadcast_to(x, (*batch, x.shape[-1])) for x in arrays if x is not None)


def _row(robot: Robot, value: Any, name: str, width: int) -> Array:
    """Return an argument, (..., width) or (except q) a scalar, as an array (..., width); raise InputError for anything else.

    name: name of the argument in error messages.
    """
    try:
        row = np.asarray(numbers_of(value), dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{name}: expected numbers (..., {width}), {error}.") from None
    if row.ndim == 0 and name != "q":
        row = np.full(width, row)
    if row.shape[-1:] != (width,) or not np.isfinite(row).all():
        raise InputError(f"{name}: expected finite numbers (..., {width}) for robot {robot.name!r}, got shape {row.shape}.")
    return row


def _constant_velocity(robot: Robot, q: Any, qd: Any) -> InverseDynamics:
    """Return the motor motion and torque for which links move with constant velocity qd, with spring damping neglected."""
    free = robot.with_parameters({"damping": np.zeros(robot.m)})
    still = np.zeros(robot.n)
    if all(joint.spring is None for joint in robot.joints):
        return inverse_dynamics(free, q, qd, *[still] * (robot.motion_order - 1))
    Q = np.stack(np.broadcast_arrays(at_freedoms(robot, q), qd, still))
    return drive(free, None, Q, joint_torque(free, q, qd, still, still, still))


def _state_matrices(robot: Robot, state: tuple[Array, ...]) -> tuple[Array, Array]:
    """Return (A, B): state matrix (..., s, s), and input matrix of the torques of existing motors (..., s, driven)."""
    plant, n = plant_of(robot), robot.n
    soft, driven = plant.elastic, plant.driven
    slopes = elastic_forward_dynamics_derivatives(robot, *state)
    moving = [*range(n), *(n + i for i in soft)]
    half = len(moving)
    A = np.zeros((*slopes.dq.shape[:-2], 2 * half, 2 * half))
    A[..., :half, half:] = np.eye(half)
    A[..., :n, :n] = _minus_ad(robot, state[1])
    parts = (slopes.dq, slopes.dtheta[..., soft], slopes.dqd, slopes.dthetad[..., soft])
    A[..., half:, :] = np.concatenate(parts, axis=-1)[..., moving, :]
    B = np.zeros((*A.shape[:-1], len(driven)))
    B[..., half:, :] = slopes.dtau_m[..., moving, :][..., driven]
    return A, B


def _minus_ad(robot: Robot, qd: Array) -> Array:
    """Return the block-diagonal matrix -ad(v) (..., n, n) of the velocities v of joints of several DOFs; zero elsewhere."""
    minus_ad = np.zeros((*qd.shape, robot.n))
    at = 0
    for joint in robot.joints:
        if joint.freedoms > 1:
            w = _skew(qd[..., at : at + 3])
            minus_ad[..., at : at + 3, at : at + 3] = -w
            if joint.freedoms == 6:
                minus_ad[..., at + 3 : at + 6, at + 3 : at + 6] = -w
                minus_ad[..., at + 3 : at + 6, at : at + 3] = -_skew(qd[..., at + 3 : at + 6])
        at += joint.freedoms
    return minus_ad


def _skew(v: Array) -> Array:
    x, y, z = np.moveaxis(v, -1, 0)
    none = np.zeros_like(x)
    return np.stack([np.stack(row, axis=-1) for row in ((none, -z, y), (z, none, -x), (-y, x, none))], axis=-2)


def _wrench_input(robot: Robot, state: tuple[Array, ...]) -> Array:
    """Return the input matrix (..., s, 6) of a wrench at the tool; exact, as accelerations are linear in the wrench."""
    n, soft = robot.n, plant_of(robot).elastic
    apart = tuple(x[..., None, :] for x in state)
    with_it = np.concatenate(elastic_forward_dynamics(robot, *apart, wrench=(np.eye(6),), link=robot.tool), axis=-1)
    without = np.concatenate(elastic_forward_dynamics(robot, *apart), axis=-1)
    moved = np.swapaxes(with_it - without, -1, -2)[..., [*range(n), *(n + i for i in soft)], :]
    return np.concatenate([np.zeros_like(moved), moved], axis=-2)


def _output_rows(robot: Robot, word: str, state: tuple[Array, ...]) -> tuple[Array, list[str]]:
    """Return the rows of C (..., rows, s) for the output `word`, and a name for each row."""
    plant, n, names = plant_of(robot), robot.n, robot.motor_names
    soft, driven = plant.elastic, plant.driven
    half = n + len(soft)
    later = half if word in ("qd", "thetad") else 0
    if word in ("q", "qd"):
        return np.eye(n, 2 * half, later), _dof_names(robot)
    turned = np.zeros((robot.m, 2 * half))  # derivative of the motors' motion by the state
    turned[:, later : later + n] = plant.transmission.matrix(n)
    for k, i in enumerate(soft):
        turned[i] = 0.0
        turned[i, later + n + k] = 1.0
    if word in ("theta", "thetad"):
        return turned[driven], [names[i] for i in driven]
    if word == "tool":
        J = jacobian(robot, state[0], link=robot.tool)
        return np.concatenate([J, np.zeros((*J.shape[:-1], 2 * half - n))], axis=-1), list(TWIST)
    return _joint_torque_rows(robot, plant, state), _dof_names(robot)


def _joint_torque_rows(robot: Robot, plant: Plant, state: tuple[Array, ...]) -> Array:
    """Return the rows of C for joint torques (..., n, s): derivatives of the drives' spring torques by the state."""
    n, soft = robot.n, plant.elastic
    for i in plant.driven:
        if i not in soft:
            raise InputError(
                f"outputs: 'tau_j' is what springs carry, and joint {robot.motor_names[i]!r} of robot {robot.name!r} is rigid. "
                "Give its drive a stiffness, or leave 'tau_j' out."
            )
    q, qd, theta, thetad, _ = state
    p = [*np.moveaxis(at_freedoms(robot, q), -1, 0), *(theta[..., i] for i in soft)]
    v = [*np.moveaxis(qd, -1, 0), *(thetad[..., i] for i in soft)]
    _, by_p, by_v = seen(plant, ("tau_j",), p, v)
    rows = np.zeros((*qd.shape[:-1], n, 2 * len(p)))
    for i, entries in enumerate(zip(by_p, by_v)):
        for j, entry in enumerate([*entries[0], *entries[1]]):
            rows[..., i, j] = entry
    return rows


def _dof_names(robot: Robot) -> list[str]:
    """Return the name of each DOF: the name of the joint, with a number appended at joints of several DOFs."""
    names = []
    for joint in robot.joints:
        names += [joint.name] if joint.freedoms == 1 else [f"{joint.name}.{k}" for k in range(joint.freedoms)]
    return names
