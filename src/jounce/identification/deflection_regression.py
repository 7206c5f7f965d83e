"""What bends between motor and link, from both sides of the gear: stiffness, damping and the delay between the two encoders.

A joint's spring carries what the links need of its motor, tau_s = N^-T (Y pi + ...), and bends by it:

    K delta + D deltad = tau_s,    delta = theta - N q(t + delay) - offset

q is the reading of the encoder at the link, which tells where the link was `delay` ago. The encoders' zeros differ by an
offset of which nothing is known; it is projected out. Rows are deflections, in rad: the noise of the encoders is in them, and
the torque, whose noise is small against it, stands on the other side, so that noise does not make the joint look softer. They
are written

    r = delta + (D deltad - tau_s) / K

and their derivatives by K, D, delay and everything that tau_s depends on are exact. Where joint torque was measured it takes the
place of tau_s. What is left of deflections is no white noise (gears are not round, models not complete): rows count as many
as there are that do not depend on each other, from the correlation of what is left.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.identification.log import Log
from jounce.identification.maximum_a_posteriori import Rows, Values
from jounce.identification.torque_regression import (
    FRICTION,
    RecordedMotion,
    columns,
    dense,
    model_torque,
    motion,
    own_values,
    thinned,
)
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Floats

CERTAIN = 3.0
"""Compliance over its standard deviation, by the recording alone, from which on a joint's stiffness is told by it."""
ELASTIC = ("stiffness", "damping", "delay")
"""Kinds that only encoders on both sides of the gears tell."""
MOTORS = ("rotor_inertia", *FRICTION)
"""Kinds that motor torque depends on and the torque in the springs does not."""
LINK_SIDE = ("inertia", "payload", "link_viscous_friction", "link_coulomb_friction", "parallel_spring")
"""Kinds of unknowns (`unknowns`) that the torque in the springs depends on."""


class ComplianceEstimate(NamedTuple):
    """What a recording tells of one joint's spring by itself, motor torque and masses as they are known before."""

    joint: str
    compliance: float
    """1/K [rad/Nm]; may come out below zero where noise is larger than the deflection."""
    deviation: float
    """Of the compliance, with as many rows as do not depend on each other."""
    damping_time: float
    """D / K [s]."""
    delay: float
    """By which the link's encoder is late [s]."""
    delay_deviation: float
    bent: float
    """Standard deviation of the deflection that the torque explains [rad]."""
    left: float
    """Standard deviation of what is left [rad]."""
    rows: float
    """How many rows do not depend on each other."""

    @property
    def told(self) -> bool:
        """Whether the recording tells this stiffness."""
        return self.compliance > CERTAIN * self.deviation

    @property
    def verdict(self) -> str:
        """Why it does not, in words."""
        return (
            f"joint {self.joint!r}: the recording does not tell its stiffness. Its torque bends it by {self.bent:.2g} rad "
            f"(standard deviation along the motion), while {self.left:.2g} rad of the difference between its encoders are "
            "explained by neither torque nor delay: backlash, gears that are not round, other directions of bending. Load it "
            "more: gravity, a heavier tool, faster motion."
        )


@dataclass(frozen=True, eq=False)
class DeflectionEquations:
    """Readings of the encoders at motors and links against the springs, one group of rows a joint."""

    joints: tuple[int, ...]
    """Motors whose deflection was measured."""
    labels: tuple[str, ...]
    delta: Floats
    """(R, joints): theta - N q, with the readings of the links taken at the delay below."""
    deltad: Floats
    speed: Floats
    """(R, joints): N qd at the same times."""
    acceleration: Floats
    delay: float
    """[s]."""
    torque: Floats
    """(R, joints): tau_s with the robot's own numbers."""
    by: dict[str, Floats]
    """d tau_s / d values of each kind (R, joints, size)."""
    own: dict[str, Floats]
    """The robot's own values of these kinds, and of stiffness and damping."""
    effective: tuple[float, ...]
    """How many rows of each joint do not depend on each other."""
    bendings: tuple[ComplianceEstimate, ...] = ()
    """What the recording tells of each joint by itself."""
    recording: int = 0
    """Which of several it is: each has a delay of its own."""

    @property
    def notes(self) -> list[str]:
        """What a report says."""
        return [each.verdict for each in self.bendings if not each.told]

    @property
    def counts(self) -> tuple[int, ...]:
        """See `Equations`."""
        return tuple(max(1, round(count)) for count in self.effective)

    def rows(self, values: Values) -> list[Rows]:
        """See `Equations`."""
        own = {**self.own, **values}
        K, D = own["stiffness"], own["damping"]
        found: list[Rows] = []
        for k, i in enumerate(self.joints):
            deltad, tau, r = self._at(own, k)
            by = {name: -x[:, k] / K[i] for name, x in self.by.items() if name in values}
            for name, column in (("stiffness", (tau - D[i] * deltad) / K[i] ** 2), ("damping", deltad / K[i])):
                if name in values:
                    by[name] = np.zeros((len(r), len(K)))
                    by[name][:, i] = column
            if "delay" in values:
                shift = self._shift(own)
                by["delay"] = np.zeros((len(r), len(own["delay"])))
                by["delay"][:, self.recording] = -(self.speed[:, k] + (shift + D[i] / K[i]) * self.acceleration[:, k])
            weight = np.sqrt(self.counts[k] / len(r))
            found.append((weight * r, {name: weight * (x - x.mean(axis=0)) for name, x in by.items()}))
        return found

    def _shift(self, own: Values) -> float:
        """By how much a delay is beyond that which was taken out."""
        return float(own["delay"][self.recording]) - self.delay if "delay" in own else 0.0

    def _at(self, own: Values, k: int) -> tuple[Floats, Floats, Floats]:
        """deltad, tau_s and the residual (R,) of joint k, less its mean."""
        i, shift = self.joints[k], self._shift(own)
        delta = self.delta[:, k] - shift * self.speed[:, k] - 0.5 * shift**2 * self.acceleration[:, k]
        deltad = self.deltad[:, k] - shift * self.acceleration[:, k]
        more = [x[:, k] @ (own[name] - self.own[name]) for name, x in self.by.items()]
        tau = np.asarray(self.torque[:, k] + sum(more))
        r = delta + (own["damping"][i] * deltad - tau) / own["stiffness"][i]
        return deltad, tau, r - r.mean()

    def settled(self, values: Values) -> "DeflectionEquations":
        """With rows counted by what is left at these values."""
        own = {**self.own, **values}
        return replace(self, effective=tuple(uncorrelated(self._at(own, k)[2]) for k in range(len(self.joints))))

    def resampled(self, values: Values, rng: np.random.Generator) -> "DeflectionEquations":
        """See `Equations`. Residuals are drawn in pieces as long as they depend on each other."""
        own = {**self.own, **values}
        delta = self.delta.copy()
        for k, count in enumerate(self.counts):
            r = self._at(own, k)[2]
            long = max(1, len(r) // count)
            begins = rng.integers(0, max(1, len(r) - long), size=len(r) // long + 1)
            delta[:, k] += np.concatenate([r[a : a + long] for a in begins])[: len(r)] - r
        return replace(self, delta=delta)


def measured_on_both_sides(robot: Robot, log: Log) -> tuple[int, ...]:
    """Elastic motors whose own position and whose links' positions are in the recording, stiffness a number."""
    if log.theta is None or log.q is None:
        return ()
    turns = plant_of(robot).transmission.matrix(robot.n)
    motors, links = (np.asarray(np.isfinite(x).all(axis=0)) for x in (log.theta, log.q))
    drives = robot.motor_drives
    return tuple(
        i
        for i in range(robot.n)
        if motors[i] and links[turns[i] != 0.0].all() and (d := drives[i]) is not None and d.elastic and d.law is None
    )


def deflection_equations(
    robot: Robot, log: Log, names: Sequence[str], delay: float = 0.0, recording: int = 0
) -> DeflectionEquations:
    """The equations of a recording that is filtered; `delay` [s] was taken out of its links' readings (`at_the_same_time`).

    recording: which of several it is.
    """
    joints = measured_on_both_sides(robot, log)
    if not joints:
        raise InputError(
            f"the recording has no elastic joint of robot {robot.name!r} whose positions were measured at motor and link (theta "
            "and q); stiffness, damping and delay cannot be found from it."
        )
    every = dense(log)
    turns = plant_of(robot).transmission.matrix(robot.n)
    move = motion(robot, log, every)
    known = np.isfinite(np.asarray(log.q)).all(axis=0)
    q = np.where(known, log.motion("q"), 0.0)[:, ::every] @ turns.T
    theta = log.motion("theta")[:, ::every]
    here = list(joints)
    by, tau = _in_springs(robot, log, move, names, every)
    step, taken = log.step * every, log.factor // every
    signals = [(theta[0] - q[0])[:, here], (theta[1] - q[1])[:, here], q[1][:, here], q[2][:, here], tau[:, here]]
    delta, deltad, speed, acceleration, torque = (thinned(x, log, step, taken) for x in signals)
    labels = tuple(f"deflection of {robot.motor_names[i]} [{'m' if robot.axes[i].prismatic else 'rad'}]" for i in joints)
    own = {name: own_values(robot, name) for name in (*by, "stiffness", "damping")}
    thin = {name: thinned(x[:, here], log, step, taken) for name, x in by.items()}
    found = DeflectionEquations(
        joints, labels, delta, deltad, speed, acceleration, delay, torque, thin, own, (len(delta),) * len(joints)
    )
    seen = bendings(robot, found)
    return replace(found, effective=tuple(each.rows for each in seen), bendings=seen, recording=recording)


def told(recordings: Sequence[DeflectionEquations]) -> list[DeflectionEquations]:
    """The equations of those joints whose stiffness a recording tells; `notes` still speaks of all."""
    if not any(each.told for found in recordings for each in found.bendings):
        notes = dict.fromkeys(note for found in recordings for note in found.notes)
        raise InputError(" ".join(["stiffness: the recording tells that of no joint.", *notes]))
    return [_told(found) for found in recordings]


def _told(found: DeflectionEquations) -> DeflectionEquations:
    keep = [k for k, each in enumerate(found.bendings) if each.told]
    return replace(
        found,
        joints=tuple(found.joints[k] for k in keep),
        labels=tuple(found.labels[k] for k in keep),
        delta=found.delta[:, keep],
        deltad=found.deltad[:, keep],
        speed=found.speed[:, keep],
        acceleration=found.acceleration[:, keep],
        torque=found.torque[:, keep],
        by={name: x[:, keep] for name, x in found.by.items()},
        effective=tuple(found.effective[k] for k in keep),
    )


def _in_springs(
    robot: Robot, log: Log, move: RecordedMotion, names: Sequence[str], every: int
) -> tuple[dict[str, Floats], Floats]:
    """How the springs' torque depends on unknowns (T, n, size), by kind; and that torque (T, n): measured, or of the model."""
    if log.tau_j is not None and np.isfinite(log.tau_j).all():
        return {}, log.tau_j[::every]
    at_motors = columns(robot, move, MOTORS)
    tau = model_torque(robot, move) - sum(at_motors[name] @ own_values(robot, name) for name in MOTORS)
    return columns(robot, move, [name for name in names if name in LINK_SIDE]), np.asarray(tau)


def bendings(robot: Robot, equations: DeflectionEquations) -> tuple[ComplianceEstimate, ...]:
    """For each joint compliance, damping and delay by least squares, the torque taken as it is known before."""
    found = []
    for k, i in enumerate(equations.joints):
        X = np.column_stack([equations.torque[:, k], equations.speed[:, k], -equations.deltad[:, k]])
        X, y = X - X.mean(axis=0), equations.delta[:, k] - equations.delta[:, k].mean()
        size = np.linalg.norm(X, axis=0)
        size[size == 0.0] = 1.0
        # damping that is not there would take the delay's place: it is found after the others
        first = np.linalg.lstsq(X[:, :2] / size[:2], y, rcond=None)[0] / size[:2]
        rest = y - X[:, :2] @ first
        rows = uncorrelated(rest)
        C = np.linalg.pinv((X[:, :2] / size[:2]).T @ (X[:, :2] / size[:2]), hermitian=True) * rest.var() * len(y) / rows
        deviation = np.sqrt(np.diag(C)) / size[:2]
        damping = float(X[:, 2] @ rest / size[2] ** 2)
        found.append(
            ComplianceEstimate(
                robot.motor_names[i],
                float(first[0]),
                float(deviation[0]),
                damping,
                equations.delay + float(first[1]),
                float(deviation[1]),
                abs(float(first[0])) * float(X[:, 0].std()),
                float(rest.std()),
                rows,
            )
        )
    return tuple(found)


def uncorrelated(rest: Floats) -> float:
    """How many samples of a series (R,) do not depend on each other: R / (1 + 2 sum of its correlations to the first zero)."""
    x = rest - rest.mean()
    if not x.any():
        return float(len(x))
    size = 2 ** int(np.ceil(np.log2(2 * len(x))))
    power = np.abs(np.fft.rfft(x, size)) ** 2
    correlation = np.fft.irfft(power, size)[: len(x)]
    correlation = correlation / correlation[0]
    end = int(np.argmax(correlation <= 0.0)) if (correlation <= 0.0).any() else len(x)
    return float(max(4.0, len(x) / (1.0 + 2.0 * correlation[1:end].sum())))
