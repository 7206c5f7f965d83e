"""Measured torques against the rigid-body model: linear in masses, friction and rotors, so written down once.

    tau_m = N^-T (Y(q, qd, qdd) pi - spring(q) + link friction(qd)) + B thetadd + friction(thetad) + offset,    tau_j = N^T (...)

Columns of all kinds (`unknowns`) are computed along the motion, go through the same low-pass filter as the measured torque, and
are thinned: a term that jumps, dry friction, is then smoothed in the model as it is in the measurement. A fit needs no more rows
of a joint than there are columns (QR), whatever the length of the recording.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jounce.dynamics.motor import friction
from jounce.errors import InputError
from jounce.functions import inverse_dynamics, regressor
from jounce.identification.estimate import Rows, Values
from jounce.identification.log import FILTER_ORDER, Log, low_pass
from jounce.numbers.computed_once import ComputedOnce
from jounce.plant.motor import Motor
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.spatial.inertia import Inertia
from jounce.trajectory.path import Floats

BAND = 0.4
"""Of the rate of rows: the cut-off frequency of the filter before thinning."""
PASSED = (1.0 - 0.5 / FILTER_ORDER) * (np.pi / (2 * FILTER_ORDER)) / np.sin(np.pi / (2 * FILTER_ORDER))
"""Of the cut-off frequency: the band of white noise that a Butterworth filter of order p leaves that is run twice, the integral
of 1 / (1 + x^(2p))^2 from zero on; 0.90."""
DENSE = 5.0
"""Samples in a period of the cut-off frequency of positions that are enough for the model."""
FRICTION = ("viscous_friction", "coulomb_friction", "stribeck_friction")
"""Kinds of what rubs at motors."""
JUMPING = ("coulomb_friction", "stribeck_friction", "link_coulomb_friction")
"""Kinds whose columns jump: they are computed at all samples, as the torque was measured. At fewer, jumps come milliseconds too
early or too late, which looks like friction that is smoother, and more of it near standstill, than there is."""


class Motion(NamedTuple):
    """What the model reads of a recording, each (T, n)."""

    q: Floats
    qd: Floats
    qdd: Floats
    thetad: Floats
    thetadd: Floats


def motion(robot: Robot, log: Log, every: int = 1) -> Motion:
    """Motion of links and motors; of a rigid joint one says the other, which is taken where only one was measured."""
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
    return Motion(links[0], links[1], links[2], motors[1], motors[2])


def columns(robot: Robot, move: Motion, names: Sequence[str]) -> dict[str, Floats]:
    """d tau_m / d values of each kind (T, n, size), where the torque is linear in them: at any values."""
    n, count = robot.n, len(move.q)
    spread = np.linalg.inv(plant_of(robot).transmission.matrix(n)).T
    own = np.eye(n)
    found: dict[str, Floats] = {}
    if "inertia" in names or "payload" in names:
        Y = spread @ regressor(robot, move.q, move.qd, move.qdd)[0]
        if "inertia" in names:
            found["inertia"] = Y
        if "payload" in names:
            link, M = _load_on_link(robot)
            found["payload"] = Y[:, :, 10 * link : 10 * link + 10] @ M
    gear = np.array([1.0 if drive is None else drive.gear_ratio for drive in robot.motor_drives])
    speeds, away = (
        np.array([1.0 if drive is None else getattr(drive, name) for drive in robot.motor_drives])
        for name in ("coulomb_speed", "stribeck_speed")
    )
    rubbing = np.array([joint.friction is not None for joint in robot.axes])
    link_speeds = np.array([1.0 if joint.friction is None else joint.friction.speed for joint in robot.axes])
    diagonal: dict[str, Callable[[], Floats]] = {
        "rotor_inertia": lambda: gear**2 * move.thetadd,
        "viscous_friction": lambda: move.thetad,
        "coulomb_friction": lambda: smooth_sign(move.thetad, speeds),
        "stribeck_friction": lambda: stribeck_sign(move.thetad, speeds, away),
        "torque_offset": lambda: np.ones((count, n)),
    }
    at_joints: dict[str, Callable[[], Floats]] = {
        "link_viscous_friction": lambda: rubbing * move.qd,
        "link_coulomb_friction": lambda: rubbing * smooth_sign(move.qd, link_speeds),
        "parallel_spring": lambda: -spring_torque(robot, move.q),
    }
    for name in names:
        if name in diagonal:
            found[name] = diagonal[name]()[:, :, None] * own
        elif name in at_joints:
            found[name] = spread * at_joints[name]()[:, None, :]
    return found


def smooth_sign(v: Floats, speed: Floats) -> Floats:
    """Return the friction of one Nm or N of Coulomb friction, v / sqrt(v^2 + speed^2)."""
    return np.asarray(friction(Motor(coulomb=1.0, speed=speed), v))


def stribeck_sign(v: Floats, speed: Floats, away: Floats) -> Floats:
    """Return the friction of one Nm or N of Stribeck friction, the smooth sign over 1 + (v / away)^2."""
    return np.asarray(friction(Motor(stribeck=1.0, speed=speed, stribeck_speed=away), v))


def spring_torque(robot: Robot, q: Floats) -> Floats:
    """What springs beside the drives give each joint (T, n)."""
    found = np.zeros_like(q)
    for i, joint in enumerate(robot.axes):
        if joint.parallel is not None:
            found[:, i] = joint.parallel.torque(q[:, i])
    return found


@lru_cache(maxsize=64)
def _load_on_link(robot: Robot) -> tuple[int, Floats]:
    """The link that carries the tool, and how ten parameters about the tool's frame become ten about the link's (10, 10)."""
    link, frame = robot.locate(robot.tool)
    if link < 0:
        raise InputError(f"payload: the tool of robot {robot.name!r} is on the base, where a load has no effect.")
    unit = np.eye(10)
    return link, np.array([Inertia(u[0], tuple(u[1:4]), tuple(u[4:])).seen_from(frame).parameters for u in unit]).T


def model_torque(robot: Robot, move: Motion) -> Floats:
    """tau_m (T, n) of the robot as it is, joints taken for rigid but for what both encoders saw of them."""
    rigid = robot.with_rigid_joints()
    N = plant_of(robot).transmission.matrix(robot.n)
    found = inverse_dynamics(rigid, move.q, move.qd, move.qdd).tau_m
    names = ("rotor_inertia", *FRICTION)
    values = {name: own_values(robot, name) for name in names}
    ideal = Motion(move.q, move.qd, move.qdd, move.qd @ N.T, move.qdd @ N.T)
    seen, assumed = columns(robot, move, names), columns(robot, ideal, names)
    return np.asarray(found + sum((seen[name] - assumed[name]) @ values[name] for name in names))


def without_motors(robot: Robot) -> Robot:
    """The robot with motors that have neither inertia nor friction."""
    names = [joint.name for joint in robot.axes if joint.drive is not None]
    return robot.with_drives(**{name: dict.fromkeys(names, 0.0) for name in ("rotor_inertia", *FRICTION)})


@dataclass(frozen=True, eq=False)
class TorqueEquations:
    """Motor torques of a recording against the model, one group of rows a joint."""

    labels: tuple[str, ...]
    names: tuple[str, ...]
    """Kinds that the columns belong to, in their order."""
    sizes: tuple[int, ...]
    """How many columns each has."""
    columns: tuple[Floats, ...]
    """Of each joint all columns (R, P)."""
    known: tuple[Floats, ...]
    """Of each joint the measured torque, less what is not free (R,)."""
    squares: float
    """Sum of the squares of the measured torques over all rows, by which residuals are related."""
    white: float = 1.0
    """Share of the rows that do not depend on each other: of noise a filter leaves its band, and rows may be closer than that."""

    @property
    def counts(self) -> tuple[int, ...]:
        """See `Equations`."""
        return tuple(max(1, round(self.white * len(y))) for y in self.known)

    @ComputedOnce
    def factors(self) -> tuple[tuple[Floats, Floats], ...]:
        """Q and R of each joint's columns."""
        from scipy.linalg import qr

        return tuple(qr(A, mode="economic") for A in self.columns)

    @ComputedOnce
    def _short(self) -> list[tuple[Floats, dict[str, Floats]]]:
        """Of each joint the rows that say as much as all: Q^T y with R, and what no values explain."""
        found = []
        for (Q, R), y in zip(self.factors, self.known):
            part = Q.T @ y
            target = np.append(part, np.linalg.norm(y - Q @ part))
            wide = np.vstack([R, np.zeros(R.shape[1])])
            weight = np.sqrt(self.white)
            found.append((weight * target, dict(zip(self.names, np.split(weight * wide, np.cumsum(self.sizes)[:-1], axis=1)))))
        return found

    def rows(self, values: Values) -> list[Rows]:
        """See `Equations`."""
        return [(sum((by[name] @ values[name] for name in by), -target), by) for target, by in self._short]

    def explained(self, values: Values) -> list[Floats]:
        """Of each joint what the columns say at these values (R,)."""
        wide = np.concatenate([values[name] for name in self.names])
        return [A @ wide for A in self.columns]

    def resampled(self, values: Values, rng: np.random.Generator) -> "TorqueEquations":
        """With the explained torques plus residuals drawn anew from each joint's own."""
        explained = self.explained(values)
        rests = [y - z for y, z in zip(self.known, explained)]
        return self.with_known([z + rng.choice(r - r.mean(), len(r)) for z, r in zip(explained, rests)])

    def with_known(self, known: Sequence[Floats]) -> "TorqueEquations":
        """The same columns with other torques."""
        other = replace(self, known=tuple(known))
        other.__dict__["factors"] = self.factors
        return other


class Columns(NamedTuple):
    """Low-passed and thinned, in the space of joints: what the drives together give each joint, N^T tau_m."""

    by: dict[str, Floats]
    """By kind (R, n, size)."""
    known: Floats
    """(R, n): what they are to sum up to."""
    keep: NDArray[np.bool_]
    """(R, n): which rows count."""
    torque: Floats
    """(R, n): as measured."""


def white(log: Log) -> float:
    """Share of the rows of a recording that do not depend on each other."""
    band = BAND if log.factor > 1 else 0.5 if log.cutoff is None else log.cutoff * log.step
    return float(min(1.0, 2.0 * PASSED * band))


def thin_columns(robot: Robot, log: Log, names: Sequence[str]) -> Columns:
    """The columns of a recording."""
    every = dense(log)
    move = motion(robot, log, every)
    by = columns(robot, move, names)
    own = {name: own_values(robot, name) for name in by}
    fixed = model_torque(robot, move) - sum(by[name] @ own[name] for name in by)
    taken = log.factor // every
    step = log.step * every
    N = plant_of(robot).transmission.matrix(robot.n)
    thin = {name: N.T @ thinned(x, log, step, taken) for name, x in by.items()}
    for name, x in columns(robot, motion(robot, log), [name for name in names if name in JUMPING]).items():
        thin[name] = N.T @ jumping(x, log)
    torque = thinned(log.tau_m[::every], log, step, taken) @ N  # type: ignore[index]  # asked before
    known = torque - thinned(fixed, log, step, taken) @ N
    keep = np.ones(known.shape, dtype=bool)
    if log.standstill is not None:
        keep &= np.abs(thinned(move.qd, log, step, taken)) >= np.array(log.standstill)
    return Columns(thin, known, keep, torque)


def own_values(robot: Robot, name: str) -> Floats:
    """The values of a kind that the robot's own torque has."""
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
    """Every how many samples the model is computed: enough for the filter before thinning, and a divisor of its factor."""
    wanted = 1 if log.cutoff is None else 1.0 / (DENSE * log.cutoff * log.step)
    return max((d for d in range(1, log.factor + 1) if log.factor % d == 0 and d <= wanted), default=1)


def thinned(x: Floats, log: Log, step: float, taken: int) -> Floats:
    """Low-passed and thinned along the first axis, without the ends; as it is where nothing is to be thinned."""
    return x if log.factor == 1 else _rows(_low_passed(x, log, step), taken)


def jumping(x: Floats, log: Log) -> Floats:
    """The same rows of a column that is there at all samples."""
    return x if log.factor == 1 else _rows(_low_passed(x, log, log.step)[:: dense(log)], log.factor // dense(log))


def _low_passed(x: Floats, log: Log, step: float) -> Floats:
    return low_pass(x.reshape(len(x), -1), BAND / (log.factor * log.step), step, FILTER_ORDER).reshape(x.shape)


def _rows(x: Floats, taken: int) -> Floats:
    border = min(taken, len(x) // 10)
    return x[border : len(x) - border : taken]
