"""Linear regression of measured torques on the rigid-body model: linear in inertial parameters, friction and rotor inertia.

    tau_m = N^-T (Y(q, qd, qdd) pi - spring(q) + link friction(qd)) + B thetadd + friction(thetad) + offset,    tau_j = N^T (...)

The regressor columns of all free parameters are computed along the motion, go through the same low-pass filter as the measured
torque, and are decimated: dry friction, which jumps, is then smoothed in the model as it is in the measurement. By QR, a fit
needs no more rows of a joint than there are columns, whatever the length of the recording.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jounce.dynamics.drive import friction
from jounce.errors import InputError
from jounce.functions import inverse_dynamics, regressor
from jounce.identification.log import FILTER_ORDER, Log, low_pass
from jounce.identification.maximum_a_posteriori import Rows, Values
from jounce.numbers.value import ComputedOnce
from jounce.plant.motor import Motor
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.spatial.inertia import Inertia
from jounce.trajectory.path import Floats

BAND = 0.4
"""Cut-off frequency of the filter before decimation, as a fraction of the rate of the decimated rows."""
PASSED = (1.0 - 0.5 / FILTER_ORDER) * (np.pi / (2 * FILTER_ORDER)) / np.sin(np.pi / (2 * FILTER_ORDER))
"""Noise bandwidth of a Butterworth filter of order p that runs forth and back, over its cut-off frequency: the integral of
1 / (1 + x^(2p))^2 from zero on; 0.90."""
DENSE = 5.0
"""Samples per period of the positions' cut-off frequency at which the model is computed."""
FRICTION = ("viscous_friction", "coulomb_friction", "stribeck_friction")
"""Kinds of friction at the motors."""
JUMPING = ("coulomb_friction", "stribeck_friction", "link_coulomb_friction")
"""Kinds whose columns jump: they are computed at all samples, as the torque was measured. At fewer, jumps come milliseconds too
early or too late, which looks like smoother friction, and more of it near standstill, than there is."""


class RecordedMotion(NamedTuple):
    """Motion of links and motors in a recording, each (T, n)."""

    q: Floats
    qd: Floats
    qdd: Floats
    thetad: Floats
    thetadd: Floats


def motion(robot: Robot, log: Log, every: int = 1) -> RecordedMotion:
    """Return the motion of links and motors; where only one of both was measured, the joints are taken for rigid."""
    N = plant_of(robot).transmission.matrix(robot.n)
    links = None if log.q is None or not np.isfinite(log.q).all() else log.motion("q")[:, ::every]
    motors = None if log.theta is None or not np.isfinite(log.theta).all() else log.motion("theta")[:, ::every]
    if links is None and motors is None:
        raise InputError("the recording has neither theta nor q of all joints; the motion is not known.")
    if links is None:
        assert motors is not None
        links = motors @ np.linalg.inv(N).T
    if motors is None:
        motors = links @ N.T
    return RecordedMotion(links[0], links[1], links[2], motors[1], motors[2])


def columns(robot: Robot, move: RecordedMotion, names: Sequence[str]) -> dict[str, Floats]:
    """Return the regressor {kind: d tau_m / d values (T, n, size)} of kinds in which the torque is linear."""
    n, count = robot.n, len(move.q)
    to_motors = np.linalg.inv(plant_of(robot).transmission.matrix(n)).T
    unit = np.eye(n)
    regressors: dict[str, Floats] = {}
    if "inertia" in names or "payload" in names:
        Y = to_motors @ regressor(robot, move.q, move.qd, move.qdd)
        if "inertia" in names:
            regressors["inertia"] = Y
        if "payload" in names:
            link, M = _load_on_link(robot)
            regressors["payload"] = Y[:, :, 10 * link : 10 * link + 10] @ M
    gear = np.array([1.0 if drive is None else drive.gear_ratio for drive in robot.motor_drives])
    coulomb_speed, stribeck_speed = (
        np.array([1.0 if drive is None else getattr(drive, name) for drive in robot.motor_drives])
        for name in ("coulomb_speed", "stribeck_speed")
    )
    has_friction = np.array([joint.friction is not None for joint in robot.axes])
    link_speeds = np.array([1.0 if joint.friction is None else joint.friction.speed for joint in robot.axes])
    diagonal: dict[str, Callable[[], Floats]] = {
        "rotor_inertia": lambda: gear**2 * move.thetadd,
        "viscous_friction": lambda: move.thetad,
        "coulomb_friction": lambda: smooth_sign(move.thetad, coulomb_speed),
        "stribeck_friction": lambda: stribeck_sign(move.thetad, coulomb_speed, stribeck_speed),
        "torque_offset": lambda: np.ones((count, n)),
    }
    at_joints: dict[str, Callable[[], Floats]] = {
        "link_viscous_friction": lambda: has_friction * move.qd,
        "link_coulomb_friction": lambda: has_friction * smooth_sign(move.qd, link_speeds),
        "parallel_spring": lambda: -spring_torque(robot, move.q),
    }
    for name in names:
        if name in diagonal:
            regressors[name] = diagonal[name]()[:, :, None] * unit
        elif name in at_joints:
            regressors[name] = to_motors * at_joints[name]()[:, None, :]
    return regressors


def smooth_sign(v: Floats, speed: Floats) -> Floats:
    """Return the friction of one Nm or N of Coulomb friction, v / sqrt(v^2 + speed^2)."""
    return np.asarray(friction(Motor(coulomb=1.0, speed=speed), v))


def stribeck_sign(v: Floats, speed: Floats, away: Floats) -> Floats:
    """Return the friction of one Nm or N of Stribeck friction, the smooth sign over 1 + (v / away)^2."""
    return np.asarray(friction(Motor(stribeck=1.0, speed=speed, stribeck_speed=away), v))


def spring_torque(robot: Robot, q: Floats) -> Floats:
    """Return the torque (T, n) of springs parallel to the drives."""
    torque = np.zeros_like(q)
    for i, joint in enumerate(robot.axes):
        if joint.parallel is not None:
            torque[:, i] = joint.parallel.torque(q[:, i])
    return torque


@lru_cache(maxsize=64)
def _load_on_link(robot: Robot) -> tuple[int, Floats]:
    """Return the link that carries the tool, and the map (10, 10) of inertial parameters from the tool's frame to the link's."""
    link, frame = robot.locate(robot.tool)
    if link < 0:
        raise InputError(f"payload: the tool of robot {robot.name!r} is on the base, where a load has no effect.")
    unit = np.eye(10)
    return link, np.array([Inertia(u[0], tuple(u[1:4]), tuple(u[4:])).seen_from(frame).parameters for u in unit]).T


def model_torque(robot: Robot, move: RecordedMotion) -> Floats:
    """Return tau_m (T, n) of the robot, joints rigid; friction and rotor inertia act along the motors' own motion."""
    rigid = robot.with_rigid_joints()
    N = plant_of(robot).transmission.matrix(robot.n)
    tau = inverse_dynamics(rigid, move.q, move.qd, move.qdd).tau_m
    names = ("rotor_inertia", *FRICTION)
    values = {name: own_values(robot, name) for name in names}
    rigid_motion = RecordedMotion(move.q, move.qd, move.qdd, move.qd @ N.T, move.qdd @ N.T)
    measured, assumed = columns(robot, move, names), columns(robot, rigid_motion, names)
    return np.asarray(tau + sum((measured[name] - assumed[name]) @ values[name] for name in names))


def without_motors(robot: Robot) -> Robot:
    """Return the robot with motors without inertia and friction."""
    names = [joint.name for joint in robot.axes if joint.drive is not None]
    zeros: dict[str, Any] = {name: dict.fromkeys(names, 0.0) for name in ("rotor_inertia", *FRICTION)}
    return robot.with_drives(**zeros)


@dataclass(frozen=True, eq=False)
class TorqueEquations:
    """Linear regression of the motor torques of one recording, one group of rows per joint."""

    labels: tuple[str, ...]
    names: tuple[str, ...]
    """Kinds of the columns, in order."""
    sizes: tuple[int, ...]
    """Number of columns of each kind."""
    columns: tuple[Floats, ...]
    """Regressor of each joint (R, P)."""
    target: tuple[Floats, ...]
    """Measured torque of each joint less the torque of parameters that are not free (R,)."""
    squares: float
    """Sum of squares of the measured torques over all rows, the reference of relative residuals."""
    white: float = 1.0
    """Fraction of the rows that are independent: filtered noise is band-limited, and rows may be closer than its bandwidth."""

    @property
    def counts(self) -> tuple[int, ...]:
        """Return the number of independent measurements of each group; compressed rows may be fewer; see `Equations`."""
        return tuple(max(1, round(self.white * len(y))) for y in self.target)

    @ComputedOnce
    def factors(self) -> tuple[tuple[Floats, Floats], ...]:
        """Return Q and R of each joint's regressor."""
        from scipy.linalg import qr

        return tuple(qr(A, mode="economic") for A in self.columns)

    @ComputedOnce
    def _short(self) -> list[tuple[Floats, dict[str, Floats]]]:
        """Return the compressed equations of each joint, Q^T y with R, and the norm of the residual that no values explain."""
        compressed = []
        for (Q, R), y in zip(self.factors, self.target):
            projection = Q.T @ y
            target = np.append(projection, np.linalg.norm(y - Q @ projection))
            rows = np.vstack([R, np.zeros(R.shape[1])])
            weight = np.sqrt(self.white)
            compressed.append(
                (weight * target, dict(zip(self.names, np.split(weight * rows, np.cumsum(self.sizes)[:-1], axis=1))))
            )
        return compressed

    def rows(self, values: Values) -> list[Rows]:
        """Return the residual rows of each group at these values; see `Equations`."""
        return [(sum((by[name] @ values[name] for name in by), -target), by) for target, by in self._short]

    def explained(self, values: Values) -> list[Floats]:
        """Return the torque of each joint (R,) at these values, by the free parameters alone."""
        stacked = np.concatenate([values[name] for name in self.names])
        return [A @ stacked for A in self.columns]

    def resampled(self, values: Values, rng: np.random.Generator) -> "TorqueEquations":
        """Return equations for the explained torques plus residuals drawn with replacement per joint; see `Equations`."""
        explained = self.explained(values)
        residuals = [y - z for y, z in zip(self.target, explained)]
        return self.with_targets([z + rng.choice(r - r.mean(), len(r)) for z, r in zip(explained, residuals)])

    def with_targets(self, torques: Sequence[Floats]) -> "TorqueEquations":
        """Return the equations with the same columns and other torques; the QR factors are reused."""
        other = replace(self, target=tuple(torques))
        other.__dict__["factors"] = self.factors
        return other


class FilteredColumns(NamedTuple):
    """Low-passed and decimated rows of a recording: regressor and measured torque of all drives at each joint, N^T tau_m."""

    by: dict[str, Floats]
    """Columns by kind (R, n, size)."""
    target: Floats
    """(R, n): measured torque less the torque of parameters that are not free."""
    keep: NDArray[np.bool_]
    """(R, n): True for rows that enter the regression, False at standstill."""
    torque: Floats
    """(R, n): measured torque."""


def white(log: Log) -> float:
    """Return the fraction of a recording's regression rows that count as independent: noise is band-limited by the filters."""
    band = BAND if log.factor > 1 else 0.5 if log.cutoff is None else log.cutoff * log.step
    return float(min(1.0, 2.0 * PASSED * band))


def thin_columns(robot: Robot, log: Log, names: Sequence[str]) -> FilteredColumns:
    """Return the filtered and decimated regressor of a recording."""
    every = dense(log)
    move = motion(robot, log, every)
    regressors = columns(robot, move, names)
    values = {name: own_values(robot, name) for name in regressors}
    fixed_torque = model_torque(robot, move) - sum(regressors[name] @ values[name] for name in regressors)
    stride = log.factor // every
    step = log.step * every
    N = plant_of(robot).transmission.matrix(robot.n)
    thin = {name: N.T @ thinned(x, log, step, stride) for name, x in regressors.items()}
    for name, x in columns(robot, motion(robot, log), [name for name in names if name in JUMPING]).items():
        thin[name] = N.T @ jumping(x, log)
    torque = thinned(log.tau_m[::every], log, step, stride) @ N  # type: ignore[index]  # asked before
    targets = torque - thinned(fixed_torque, log, step, stride) @ N
    keep = np.ones(targets.shape, dtype=bool)
    if log.standstill is not None:
        keep &= np.abs(thinned(move.qd, log, step, stride)) >= np.array(log.standstill)
    return FilteredColumns(thin, targets, keep, torque)


def own_values(robot: Robot, name: str) -> Floats:
    """Return the values at which a kind's columns give its torque in `model_torque`: zero for payload and torque offset."""
    if name == "payload" or name == "torque_offset":
        return np.zeros(10 if name == "payload" else robot.n)
    if name == "parallel_spring":
        return np.ones(robot.n)
    if name.startswith("link_"):
        field = name.removeprefix("link_").removesuffix("_friction")
        return np.array([0.0 if joint.friction is None else getattr(joint.friction, field) for joint in robot.axes])
    if name == "stribeck_friction":
        return np.array([0.0 if drive is None else drive.stribeck_friction for drive in robot.motor_drives])
    return np.nan_to_num(robot.parameter_values(name))


def dense(log: Log) -> int:
    """Return the stride of samples at which the model is computed: a divisor of the decimation factor."""
    limit = 1 if log.cutoff is None else 1.0 / (DENSE * log.cutoff * log.step)
    return max((d for d in range(1, log.factor + 1) if log.factor % d == 0 and d <= limit), default=1)


def thinned(x: Floats, log: Log, step: float, stride: int) -> Floats:
    """Return x low-passed and decimated along the first axis, without the ends; x itself for a factor of 1."""
    return x if log.factor == 1 else _rows(_low_passed(x, log, step), stride)


def jumping(x: Floats, log: Log) -> Floats:
    """Low-pass and decimate a column computed at all samples, such as dry friction, which jumps; rows as from `thinned`."""
    return x if log.factor == 1 else _rows(_low_passed(x, log, log.step)[:: dense(log)], log.factor // dense(log))


def _low_passed(x: Floats, log: Log, step: float) -> Floats:
    """Return x low-passed by the filter that precedes decimation; step: time between samples of x [s]."""
    return low_pass(x.reshape(len(x), -1), BAND / (log.factor * log.step), step, FILTER_ORDER).reshape(x.shape)


def _rows(x: Floats, stride: int) -> Floats:
    """Return every `stride`-th row, without the rows at both ends, where the filter has transients."""
    border = min(stride, len(x) // 10)
    return x[border : len(x) - border : stride]
