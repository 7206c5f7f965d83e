"""Regression of measured spring deflections on spring torques: stiffness, damping and encoder delay.

The spring of a joint carries the torque tau_s = N^-T (Y pi + ...) that the links require from the motor:

    K delta + D deltad = tau_s,    delta = theta - N q(t + delay) - offset

N is the transmission matrix, the identity matrix for drives at the joints. q(t) is the reading of the link
encoder at time t, which shows the link position at t - delay. The zeros of the encoders differ by an unknown constant offset,
which is removed with the mean of each row group. The residual of a row is a deflection [rad or m],

    r = delta + (D deltad - tau_s) / K

because encoder noise is in delta, and the noise of tau_s is small in comparison; a residual in Nm would bias the stiffness
downwards. Derivatives of r by K, D, delay and all parameters of tau_s are exact. If the joint torque is measured,
tau_s = N^-T tau_j. Residual deflections are not white, as gears are not round and models are incomplete; the number of
independent rows follows from the autocorrelation of the residual.
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
"""A stiffness counts as identified if the compliance exceeds this multiple of its standard deviation, without a prior."""
ELASTIC = ("stiffness", "damping", "delay")
"""Kinds of parameters that deflections determine, from encoders at motors and links."""
MOTORS = ("rotor_inertia", *FRICTION)
"""Kinds of parameters that affect the motor torque but not the spring torque."""
LINK_SIDE = ("inertia", "payload", "link_viscous_friction", "link_coulomb_friction", "parallel_spring")
"""Kinds of parameters that affect the spring torque."""


class ComplianceEstimate(NamedTuple):
    """Least-squares estimates of compliance, damping and delay of one joint, for the torque in `DeflectionEquations.torque`."""

    joint: str
    compliance: float
    """1/K [rad/Nm or m/N]; negative if noise exceeds the deflection."""
    deviation: float
    """Standard deviation of the compliance [rad/Nm or m/N], for the number of independent rows in `rows`."""
    damping_time: float
    """Estimated time constant D / K of the spring [s]."""
    delay: float
    """Delay of the link encoder against the motor encoder [s]."""
    delay_deviation: float
    """Standard deviation of the delay [s]."""
    bent: float
    """Standard deviation, over the motion, of the deflection that the spring torque explains [rad or m]."""
    left: float
    """Standard deviation, over the motion, of the residual deflection [rad or m]."""
    rows: float
    """Number of independent rows, from the autocorrelation of the residual."""
    unit: str = "rad"
    """Unit of deflections: "rad" of a revolute joint, "m" of a prismatic joint."""

    @property
    def is_identified(self) -> bool:
        """True if the compliance is positive and exceeds `CERTAIN` times its standard deviation."""
        return self.compliance > CERTAIN * self.deviation

    @property
    def verdict(self) -> str:
        """Return the message for a joint whose stiffness is not identified."""
        return (
            f"joint {self.joint!r}: the recording does not tell its stiffness. Its torque bends it by {self.bent:.2g} "
            f"{self.unit} (standard deviation along the motion), while {self.left:.2g} {self.unit} of the difference between its "
            "encoders are explained by neither torque nor delay: backlash, gears that are not round, other directions of "
            "bending. Load it more: gravity, a heavier tool, faster motion."
        )


@dataclass(frozen=True, eq=False)
class DeflectionEquations:
    """Regression of measured spring deflections on spring torques of one recording, with one row group per joint."""

    joints: tuple[int, ...]
    """Indices of the J motors whose deflection was measured; after `identifiable` only those with identified stiffness."""
    labels: tuple[str, ...]
    """Name and unit of the row group of each of the J motors."""
    delta: Floats
    """Measured deflections theta - N q (R, J) [rad or m], with link readings shifted by `delay`."""
    deltad: Floats
    """Rates of the deflections (R, J) [rad/s or m/s]."""
    speed: Floats
    """Velocities N qd (R, J) [rad/s or m/s]: of the motors if the springs were rigid."""
    acceleration: Floats
    """Accelerations N qdd (R, J) [rad/s^2 or m/s^2]: of the motors if the springs were rigid."""
    delay: float
    """Delay [s] by which the link readings in `delta` were already shifted."""
    torque: Floats
    """Spring torques tau_s (R, J) [Nm or N]: N^-T tau_j if tau_j was measured, else those for the parameters of the robot."""
    by: dict[str, Floats]
    """{kind: derivatives (R, J, size) of the spring torques tau_s by the values of the kind}."""
    nominal: dict[str, Floats]
    """{kind: values of the robot}, for the kinds in `by`, stiffness and damping."""
    effective: tuple[float, ...]
    """Number of independent rows of each of the J motors."""
    compliances: tuple[ComplianceEstimate, ...] = ()
    """Estimates of compliance, damping and delay, one per joint with measured deflection; `identifiable` removes none of them."""
    recording: int = 0
    """Index of the recording: entry `recording` of the values of the kind 'delay' is its delay [s]."""

    @property
    def notes(self) -> list[str]:
        """Return one message for each joint whose stiffness is not identified."""
        return [each.verdict for each in self.compliances if not each.is_identified]

    @property
    def counts(self) -> tuple[int, ...]:
        """Return the number of independent measurements in each row group, for the estimate of the noise of the group."""
        return tuple(max(1, round(count)) for count in self.effective)

    def rows(self, values: Values) -> list[Rows]:
        """Return (residual, {kind: derivatives}) of each row group at parameter values {kind: array}; see `Equations`."""
        parameters = {**self.nominal, **values}
        K, D = parameters["stiffness"], parameters["damping"]
        groups: list[Rows] = []
        for k, i in enumerate(self.joints):
            deltad, tau, r = self._at(parameters, k)
            by = {name: -x[:, k] / K[i] for name, x in self.by.items() if name in values}
            for name, column in (("stiffness", (tau - D[i] * deltad) / K[i] ** 2), ("damping", deltad / K[i])):
                if name in values:
                    by[name] = np.zeros((len(r), len(K)))
                    by[name][:, i] = column
            if "delay" in values:
                shift = self._shift(parameters)
                by["delay"] = np.zeros((len(r), len(parameters["delay"])))
                by["delay"][:, self.recording] = -(self.speed[:, k] + (shift + D[i] / K[i]) * self.acceleration[:, k])
            weight = np.sqrt(self.counts[k] / len(r))
            groups.append((weight * r, {name: weight * (x - x.mean(axis=0)) for name, x in by.items()}))
        return groups

    def _shift(self, parameters: Values) -> float:
        """Return the value of the kind 'delay' in `parameters` less `self.delay` [s]; 0 if this kind is not free."""
        return float(parameters["delay"][self.recording]) - self.delay if "delay" in parameters else 0.0

    def _at(self, parameters: Values, k: int) -> tuple[Floats, Floats, Floats]:
        """Return (deltad, tau_s, r), (R,) each, of the k-th of the J motors; r: residual deflection less the mean of r."""
        i, shift = self.joints[k], self._shift(parameters)
        delta = self.delta[:, k] - shift * self.speed[:, k] - 0.5 * shift**2 * self.acceleration[:, k]
        deltad = self.deltad[:, k] - shift * self.acceleration[:, k]
        changes = [x[:, k] @ (parameters[name] - self.nominal[name]) for name, x in self.by.items()]
        tau = np.asarray(self.torque[:, k] + sum(changes))
        r = delta + (parameters["damping"][i] * deltad - tau) / parameters["stiffness"][i]
        return deltad, tau, r - r.mean()

    def settled(self, values: Values) -> "DeflectionEquations":
        """Return the equations with `effective` set from the autocorrelation of the residual at values {kind: array}."""
        parameters = {**self.nominal, **values}
        return replace(self, effective=tuple(uncorrelated(self._at(parameters, k)[2]) for k in range(len(self.joints))))

    def resampled(self, values: Values, rng: np.random.Generator) -> "DeflectionEquations":
        """Return the equations with residuals resampled in blocks of the correlation length (bootstrap); see `Equations`."""
        parameters = {**self.nominal, **values}
        delta = self.delta.copy()
        for k, count in enumerate(self.counts):
            r = self._at(parameters, k)[2]
            length = max(1, len(r) // count)
            begins = rng.integers(0, max(1, len(r) - length), size=len(r) // length + 1)
            delta[:, k] += np.concatenate([r[a : a + length] for a in begins])[: len(r)] - r
        return replace(self, delta=delta)


def measured_on_both_sides(robot: Robot, log: Log) -> tuple[int, ...]:
    """Return the indices of motors with a linear spring whose motor and link positions were both recorded."""
    if log.theta is None or log.q is None:
        return ()
    N = plant_of(robot).transmission.matrix(robot.n)
    motors, links = (np.asarray(np.isfinite(x).all(axis=0)) for x in (log.theta, log.q))
    drives = robot.motor_drives
    return tuple(
        i
        for i in range(robot.n)
        if motors[i] and links[N[i] != 0.0].all() and (d := drives[i]) is not None and d.elastic and d.law is None
    )


def deflection_equations(
    robot: Robot, log: Log, names: Sequence[str], delay: float = 0.0, recording: int = 0
) -> DeflectionEquations:
    """Return the deflection equations of a filtered recording whose link readings were already shifted by `delay` [s].

    names: free kinds of parameters; recording: index of the recording among all recordings of the fit.
    """
    joints = measured_on_both_sides(robot, log)
    if not joints:
        raise InputError(
            f"the recording has no elastic joint of robot {robot.name!r} whose positions were measured at motor and link (theta "
            "and q); stiffness, damping and delay cannot be found from it."
        )
    every = dense(log)
    N = plant_of(robot).transmission.matrix(robot.n)
    move = motion(robot, log, every)
    measured = np.isfinite(np.asarray(log.q)).all(axis=0)
    q = np.where(measured, log.motion("q"), 0.0)[:, ::every] @ N.T
    theta = log.motion("theta")[:, ::every]
    motors = list(joints)
    regressors, tau = _in_springs(robot, log, move, names, every)
    step, stride = log.step * every, log.factor // every
    signals = [(theta[0] - q[0])[:, motors], (theta[1] - q[1])[:, motors], q[1][:, motors], q[2][:, motors], tau[:, motors]]
    delta, deltad, speed, acceleration, torque = (thinned(x, log, step, stride) for x in signals)
    labels = tuple(f"deflection of {robot.motor_names[i]} [{'m' if robot.axes[i].prismatic else 'rad'}]" for i in joints)
    values = {name: own_values(robot, name) for name in (*regressors, "stiffness", "damping")}
    filtered = {name: thinned(x[:, motors], log, step, stride) for name, x in regressors.items()}
    equations = DeflectionEquations(
        joints, labels, delta, deltad, speed, acceleration, delay, torque, filtered, values, (len(delta),) * len(joints)
    )
    estimates = compliances(robot, equations)
    return replace(equations, effective=tuple(each.rows for each in estimates), compliances=estimates, recording=recording)


def identifiable(recordings: Sequence[DeflectionEquations]) -> list[DeflectionEquations]:
    """Return the equations of the joints with identified stiffness; raise InputError if there are none.

    `notes` still has a message for each joint that is left out.
    """
    if not any(estimate.is_identified for equations in recordings for estimate in equations.compliances):
        notes = dict.fromkeys(note for equations in recordings for note in equations.notes)
        raise InputError(" ".join(["stiffness: the recording tells that of no joint.", *notes]))
    return [_restricted(equations) for equations in recordings]


def _restricted(equations: DeflectionEquations) -> DeflectionEquations:
    """Return the equations restricted to the joints whose stiffness is identified."""
    keep = [k for k, each in enumerate(equations.compliances) if each.is_identified]
    return replace(
        equations,
        joints=tuple(equations.joints[k] for k in keep),
        labels=tuple(equations.labels[k] for k in keep),
        delta=equations.delta[:, keep],
        deltad=equations.deltad[:, keep],
        speed=equations.speed[:, keep],
        acceleration=equations.acceleration[:, keep],
        torque=equations.torque[:, keep],
        by={name: x[:, keep] for name, x in equations.by.items()},
        effective=tuple(equations.effective[k] for k in keep),
    )


def _in_springs(
    robot: Robot, log: Log, move: RecordedMotion, names: Sequence[str], every: int
) -> tuple[dict[str, Floats], Floats]:
    """Return ({kind: derivatives of the spring torques (T, n, size)}, spring torques tau_s (T, n)), both at the motors, at every
    `every`-th sample.

    If tau_j is measured, tau_s = N^-T tau_j, and there are no derivatives.
    """
    if log.tau_j is not None and np.isfinite(log.tau_j).all():
        return {}, log.tau_j[::every] @ np.linalg.inv(plant_of(robot).transmission.matrix(robot.n))
    at_motors = columns(robot, move, MOTORS)
    tau = model_torque(robot, move) - sum(at_motors[name] @ own_values(robot, name) for name in MOTORS)
    return columns(robot, move, [name for name in names if name in LINK_SIDE]), np.asarray(tau)


def compliances(robot: Robot, equations: DeflectionEquations) -> tuple[ComplianceEstimate, ...]:
    """Estimate compliance, delay and damping of each joint by least squares, for the spring torques `equations.torque`."""
    estimates = []
    for k, i in enumerate(equations.joints):
        X = np.column_stack([equations.torque[:, k], equations.speed[:, k], -equations.deltad[:, k]])
        X, y = X - X.mean(axis=0), equations.delta[:, k] - equations.delta[:, k].mean()
        size = np.linalg.norm(X, axis=0)
        size[size == 0.0] = 1.0
        # damping is nearly collinear with the delay: it is estimated from the residual of the others
        first = np.linalg.lstsq(X[:, :2] / size[:2], y, rcond=None)[0] / size[:2]
        residual = y - X[:, :2] @ first
        rows = uncorrelated(residual)
        C = np.linalg.pinv((X[:, :2] / size[:2]).T @ (X[:, :2] / size[:2]), hermitian=True) * residual.var() * len(y) / rows
        deviation = np.sqrt(np.diag(C)) / size[:2]
        damping = float(X[:, 2] @ residual / size[2] ** 2)
        estimates.append(
            ComplianceEstimate(
                robot.motor_names[i],
                float(first[0]),
                float(deviation[0]),
                damping,
                equations.delay + float(first[1]),
                float(deviation[1]),
                abs(float(first[0])) * float(X[:, 0].std()),
                float(residual.std()),
                rows,
                "m" if robot.axes[i].prismatic else "rad",
            )
        )
    return tuple(estimates)


def uncorrelated(series: Floats) -> float:
    """Return the number of independent samples of a series (R,), at least 4.

    The number is R / (1 + 2 sum of the autocorrelation from lag 1 to the first zero crossing).
    """
    x = series - series.mean()
    if not x.any():
        return float(len(x))
    size = 2 ** int(np.ceil(np.log2(2 * len(x))))
    power = np.abs(np.fft.rfft(x, size)) ** 2
    correlation = np.fft.irfft(power, size)[: len(x)]
    correlation = correlation / correlation[0]
    end = int(np.argmax(correlation <= 0.0)) if (correlation <= 0.0).any() else len(x)
    return float(max(4.0, len(x) / (1.0 + 2.0 * correlation[1:end].sum())))


DEGREE = 5
"""Degree of the spline that interpolates link readings."""
LONGEST = 0.05
"""[s]: longest plausible delay between the encoders of a joint; a longer one means that the channels do not belong together."""


def at_the_same_time(log: Log, delay: float) -> Log:
    """Return the recording with link readings shifted earlier by `delay` [s], so that q and theta are of the same instants.

    Both ends are cut by at least `delay`.
    """
    from scipy.interpolate import make_interp_spline

    if log.q is None or delay == 0.0:
        return log
    measured = np.isfinite(log.q).all(axis=0)
    spline = make_interp_spline(log.t, np.where(measured, log.q, 0.0), k=DEGREE)
    border = int(np.ceil(abs(delay) / log.step)) + 1
    moved = replace(log, q=np.where(measured, spline(log.t + delay), np.nan))
    return moved.cut(log.t[border], log.t[-1 - border])


def common_delay(estimates: Sequence[ComplianceEstimate]) -> tuple[float, float]:
    """Return the mean of the joints' delays, weighted by 1 / variance, and the standard deviation of the mean [s]."""
    weights = np.array([1.0 / max(estimate.delay_deviation, 1e-12) ** 2 for estimate in estimates])
    mean = float(weights @ [estimate.delay for estimate in estimates] / weights.sum())
    scatter = float(np.sqrt(weights @ [(estimate.delay - mean) ** 2 for estimate in estimates] / weights.sum()))
    return mean, max(float(weights.sum() ** -0.5), scatter / np.sqrt(len(estimates)))


def delay_of(robot: Robot, log: Log) -> float:
    """Estimate the delay [s] of the link encoders against the motor encoders; raise InputError if it exceeds `LONGEST`."""
    late = 0.0
    for _ in range(2):  # the delay is estimated from speeds, which it shifts as well
        late = common_delay(deflection_equations(robot, at_the_same_time(log, late), (), late).compliances)[0]
        if not abs(late) <= LONGEST:
            raise InputError(
                f"q: readings of the links are {1e3 * late:.3g} ms behind those of the motors. That is no delay of encoders; "
                "channels are shifted against each other, or belong to other joints."
            )
    return late
