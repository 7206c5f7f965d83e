"""Linear regression of measured motor torques on inertial parameters, rotor inertia and friction.

    tau_m = N^-T (Y(q, qd, qdd) pi - spring(q) + link friction(qd)) + B thetadd + friction(thetad) + offset

with the transmission matrix N. The row of joint i is row i of N^T tau_m, the torque of all drives at this joint. The regressor
columns of all free parameters are computed along the motion, low-passed by the filter that is applied to the measured torque, and
decimated, so that the jumps of dry friction are smoothed alike in model and measurement. A QR decomposition compresses the rows
of a joint to one row more than there are columns, whatever the length of the recording.
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
"""Cut-off frequency of the low-pass filter before decimation, as a fraction of the rate of the decimated rows."""
PASSED = (1.0 - 0.5 / FILTER_ORDER) * (np.pi / (2 * FILTER_ORDER)) / np.sin(np.pi / (2 * FILTER_ORDER))
"""Ratio of noise bandwidth to cut-off frequency of a Butterworth filter of order p = FILTER_ORDER that runs forward and backward:
the integral of 1 / (1 + x^(2p))^2 from zero to infinity, 0.90."""
DENSE = 5.0
"""Smallest rate at which the model is computed, as a multiple of the cut-off frequency of the filtered positions."""
FRICTION = ("viscous_friction", "coulomb_friction", "stribeck_friction")
"""Kinds of friction at the motors."""
JUMPING = ("coulomb_friction", "stribeck_friction", "link_coulomb_friction")
"""Kinds of parameters whose columns jump; these columns are computed at all samples. At fewer samples the jumps would be
milliseconds too early or too late, and the fit would find smoother friction, with more of it near standstill."""


class RecordedMotion(NamedTuple):
    """Motion of links and motors in a recording; all arrays (T, n), on the link side of the gears."""

    q: Floats
    """Link positions [rad or m]."""
    qd: Floats
    """Link velocities [rad/s or m/s]."""
    qdd: Floats
    """Link accelerations [rad/s^2 or m/s^2]."""
    thetad: Floats
    """Motor velocities [rad/s or m/s]."""
    thetadd: Floats
    """Motor accelerations [rad/s^2 or m/s^2]."""


def motion(robot: Robot, log: Log, every: int = 1) -> RecordedMotion:
    """Return the motion of links and motors at every `every`-th sample; with theta or q alone, joints are assumed rigid."""
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
    """Return the regressor {kind: d tau_m / d values (T, n, size)} of the named kinds along a motion; tau_m is linear in them."""
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
    """Return the torque v / sqrt(v^2 + speed^2) of unit Coulomb friction at velocities v; speed: Coulomb speed."""
    return np.asarray(friction(Motor(coulomb=1.0, speed=speed), v))


def stribeck_sign(v: Floats, speed: Floats, away: Floats) -> Floats:
    """Return the torque smooth_sign(v, speed) / (1 + (v / away)^2) of unit Stribeck friction; away: Stribeck speed."""
    return np.asarray(friction(Motor(stribeck=1.0, speed=speed, stribeck_speed=away), v))


def spring_torque(robot: Robot, q: Floats) -> Floats:
    """Return the torques (T, n) [Nm or N] that springs parallel to the drives exert on the joints at positions q (T, n)."""
    torque = np.zeros_like(q)
    for i, joint in enumerate(robot.axes):
        if joint.parallel is not None:
            torque[:, i] = joint.parallel.torque(q[:, i])
    return torque


@lru_cache(maxsize=64)
def _load_on_link(robot: Robot) -> tuple[int, Floats]:
    """Return the index of the link with the tool, and the map (10, 10) of inertial parameters from tool frame to link frame."""
    link, frame = robot.locate(robot.tool)
    if link < 0:
        raise InputError(f"payload: the tool of robot {robot.name!r} is on the base, where a load has no effect.")
    unit = np.eye(10)
    return link, np.array([Inertia(u[0], tuple(u[1:4]), tuple(u[4:])).seen_from(frame).parameters for u in unit]).T


def model_torque(robot: Robot, move: RecordedMotion) -> Floats:
    """Return the modelled tau_m (T, n) along a motion; links follow q, motor friction and rotor inertia follow theta."""
    rigid = robot.with_rigid_joints()
    N = plant_of(robot).transmission.matrix(robot.n)
    tau = inverse_dynamics(rigid, move.q, move.qd, move.qdd).tau_m
    names = ("rotor_inertia", *FRICTION)
    values = {name: own_values(robot, name) for name in names}
    rigid_motion = RecordedMotion(move.q, move.qd, move.qdd, move.qd @ N.T, move.qdd @ N.T)
    measured, assumed = columns(robot, move, names), columns(robot, rigid_motion, names)
    return np.asarray(tau + sum((measured[name] - assumed[name]) @ values[name] for name in names))


def without_motors(robot: Robot) -> Robot:
    """Return the robot with zero rotor inertia and zero motor friction."""
    names = [joint.name for joint in robot.axes if joint.drive is not None]
    zeros: dict[str, Any] = {name: dict.fromkeys(names, 0.0) for name in ("rotor_inertia", *FRICTION)}
    return robot.with_drives(**zeros)


@dataclass(frozen=True, eq=False)
class TorqueEquations:
    """Linear regression of the motor torques of one recording, with one row group per joint."""

    labels: tuple[str, ...]
    """Name and unit of the row group of each joint."""
    names: tuple[str, ...]
    """Kinds of parameters, in the order of their columns."""
    sizes: tuple[int, ...]
    """Number of columns of each kind."""
    columns: tuple[Floats, ...]
    """Regressor (R, P) of each joint."""
    target: tuple[Floats, ...]
    """Measured torque less the torque of parameters that are not free (R,), one array per joint."""
    squares: float
    """Reference for relative residuals: sum of squares of the measured torques over all rows, times `white` for motor torques."""
    white: float = 1.0
    """Fraction of the rows that count as independent; below 1 if the row rate exceeds twice the noise bandwidth."""

    @property
    def counts(self) -> tuple[int, ...]:
        """Return the number of independent measurements in each row group, for the estimate of the noise of the group."""
        return tuple(max(1, round(self.white * len(y))) for y in self.target)

    @ComputedOnce
    def factors(self) -> tuple[tuple[Floats, Floats], ...]:
        """Return the QR factors (Q, R) of each joint's regressor (cached)."""
        from scipy.linalg import qr

        return tuple(qr(A, mode="economic") for A in self.columns)

    @ComputedOnce
    def _short(self) -> list[tuple[Floats, dict[str, Floats]]]:
        """Return (target, {kind: rows}) of each joint, compressed by QR to Q^T y and R.

        The last row of the target is the norm of the residual that no values reduce.
        """
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
        """Return (residual, {kind: derivatives}) of each row group at parameter values {kind: array}; see `Equations`."""
        return [(sum((by[name] @ values[name] for name in by), -target), by) for target, by in self._short]

    def explained(self, values: Values) -> list[Floats]:
        """Return the part of each joint's torque (R,) that the free parameters contribute, at values {kind: array}."""
        stacked = np.concatenate([values[name] for name in self.names])
        return [A @ stacked for A in self.columns]

    def resampled(self, values: Values, rng: np.random.Generator) -> "TorqueEquations":
        """Return the equations for model torques plus residuals drawn with replacement, joint by joint (bootstrap)."""
        explained = self.explained(values)
        residuals = [y - z for y, z in zip(self.target, explained)]
        return self.with_targets([z + rng.choice(r - r.mean(), len(r)) for z, r in zip(explained, residuals)])

    def with_targets(self, torques: Sequence[Floats]) -> "TorqueEquations":
        """Return the equations with `torques`, an array (R,) per joint, as targets; columns and QR factors are reused."""
        other = replace(self, target=tuple(torques))
        other.__dict__["factors"] = self.factors
        return other


class FilteredColumns(NamedTuple):
    """Low-passed and decimated regressor and torques of a recording, at the joints: N^T times the motor quantities."""

    by: dict[str, Floats]
    """{kind: regressor columns (R, n, size)}."""
    target: Floats
    """(R, n): measured torque N^T tau_m less the torque of parameters that are not free [Nm or N]."""
    keep: NDArray[np.bool_]
    """(R, n): True for rows that enter the regression; False where the joint is near standstill."""
    torque: Floats
    """(R, n): measured torque N^T tau_m [Nm or N]."""


def white(log: Log) -> float:
    """Return the fraction of a recording's regression rows that count as independent, given the bandwidth of its filters."""
    band = BAND if log.factor > 1 else 0.5 if log.cutoff is None else log.cutoff * log.step
    return float(min(1.0, 2.0 * PASSED * band))


def thin_columns(robot: Robot, log: Log, names: Sequence[str]) -> FilteredColumns:
    """Return the filtered and decimated regressor and torques of a recording; names: free kinds of parameters."""
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
    torque = thinned(log.tau_m[::every], log, step, stride) @ N  # type: ignore[index]  # callers check tau_m
    targets = torque - thinned(fixed_torque, log, step, stride) @ N
    keep = np.ones(targets.shape, dtype=bool)
    if log.standstill is not None:
        keep &= np.abs(thinned(move.qd, log, step, stride)) >= np.array(log.standstill)
    return FilteredColumns(thin, targets, keep, torque)


def own_values(robot: Robot, name: str) -> Floats:
    """Return the robot's values of a kind, as in `model_torque`: zeros for payload, torque offset; ones for parallel springs."""
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
    """Return d, for a model that is computed at every d-th sample.

    d is the largest divisor of `log.factor` with a rate of at least `DENSE` times the cut-off frequency, or 1 if there is none.
    """
    limit = 1 if log.cutoff is None else 1.0 / (DENSE * log.cutoff * log.step)
    return max((d for d in range(1, log.factor + 1) if log.factor % d == 0 and d <= limit), default=1)


def thinned(x: Floats, log: Log, step: float, stride: int) -> Floats:
    """Return x (samples, ...) low-passed and decimated, without both ends; x itself if the recording's factor is 1.

    step: time between samples of x [s]; stride: samples of x per row.
    """
    return x if log.factor == 1 else _rows(_low_passed(x, log, step), stride)


def jumping(x: Floats, log: Log) -> Floats:
    """Return x, a column with jumps that was computed at all samples, low-passed and decimated to the rows of `thinned`."""
    return x if log.factor == 1 else _rows(_low_passed(x, log, log.step)[:: dense(log)], log.factor // dense(log))


def _low_passed(x: Floats, log: Log, step: float) -> Floats:
    """Return x (samples, ...) low-passed by the filter that precedes decimation; step: time between samples of x [s]."""
    return low_pass(x.reshape(len(x), -1), BAND / (log.factor * log.step), step, FILTER_ORDER).reshape(x.shape)


def _rows(x: Floats, stride: int) -> Floats:
    """Return every `stride`-th row of x, without the rows at both ends where the filter has transients."""
    border = min(stride, len(x) // 10)
    return x[border : len(x) - border : stride]
