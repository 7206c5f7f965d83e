"""Stiffness from the motors' side alone: how they swing about poses, against the linear model of the robot there.

About a pose the motors' positions and torques at a frequency w, complex numbers (p,), belong together by

    theta(w) = G(w) tau_m(w),    G = input^T Z^-1 input,    Z = stiffness + i w loss - w^2 mass     (`frequency_response`)

whatever controller made the torques: rows are the errors of the output theta, in closed loop. The resonances and
anti-resonances of G tell stiffness and rotor inertia, the widths of its peaks the damping. A number p of springs or motors
stands in Z as dZ/dp = c a a^T, c = 1, i w or -w^2, so that with X = Z^-1 input and x = X tau_m the derivatives d theta / dp =
- c (X^T a) (a^T x) are exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.functions.arguments import check_robot
from jounce.functions.gyrostat import rotor_coupling
from jounce.functions.partials import rnea_partials
from jounce.functions.rigid import mass_matrix
from jounce.identification.estimate import Rows, Values, estimate
from jounce.identification.log import Log
from jounce.identification.unknowns import Numbers
from jounce.inverse.flexible.linear import bent
from jounce.numbers.value import by_value
from jounce.plant.linear import linear_model
from jounce.plant.plant import Plant, plant_of, read
from jounce.robot import Robot
from jounce.robot.values import closest
from jounce.trajectory.path import Floats, coordinates

FREE = ("stiffness", "damping", "rotor_inertia", "viscous_friction")
SPREAD = {"stiffness": 2.0, "damping": 2.0, "rotor_inertia": 2.0, "viscous_friction": 2.0}
"""How far each number is expected from what the robot says, relative: little is known before."""
LEAST = 1e-6
"""Of what a number may be at least, against what the robot says: a spring stays a spring."""
FACTORS = np.geomspace(0.4, 2.5, 21)
"""Of the stiffness that is believed, among which the search begins."""
SLOW = 3.0
"""Swings of the lowest frequency that a recording has at least."""


@by_value
@dataclass(frozen=True, eq=False)
class ResponseFit:
    """What recordings about poses tell of springs and motors."""

    robot: Robot
    """With the values that were found."""
    parameters: dict[str, Floats]
    """By name, one for each motor (n,); what is not free is as it was."""
    deviation: dict[str, Floats]
    """Standard deviations; zero where a value is not free."""
    informed: dict[str, Floats]
    """Share of the uncertainty before that the recordings took away: 1 known by data, 0 by the prior alone."""
    residual: Floats
    """(p,): standard deviation of each motor's error at a frequency [rad or m]."""


class _Swing(NamedTuple):
    """One recording at its frequencies, and what the links do at its pose."""

    links: tuple[Floats, ...]
    """Mass matrix, coupling of carried rotors, slopes of the links' forces by q and qd, q, deflection under the weight."""
    w: Floats
    theta: Floats
    """(F, p), complex."""
    tau: Floats


@dataclass(frozen=True, eq=False)
class ResponseEquations:
    """Motors' positions at frequencies against the linear model at each pose, one group of rows a motor."""

    robot: Robot
    names: tuple[str, ...]
    swings: tuple[_Swing, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """See `Equations`."""
        return tuple(f"swing of {self.robot.motor_names[i]} [rad or m]" for i in plant_of(self.robot).driven)

    @property
    def counts(self) -> tuple[int, ...]:
        """See `Equations`."""
        return (2 * sum(len(swing.w) for swing in self.swings),) * len(self.labels)

    def rows(self, values: Values) -> list[Rows]:
        """See `Equations`."""
        plant = self._plant(values)
        errors, slopes = zip(*(self._of(plant, swing) for swing in self.swings))
        found: list[Rows] = []
        for k in range(len(self.labels)):
            r = _real(np.concatenate([error[:, k] for error in errors]))
            by = {name: _real(np.concatenate([slope[name][:, k] for slope in slopes])) for name in self.names}
            found.append((r, by))
        return found

    def near(self, values: Values) -> dict[str, Floats]:
        """Values from which the search ends where it should: stiffness one by one, some factors, sizes of swings compared.

        A resonance with little damping is so narrow that a model with another one does not feel it.
        """
        best = {name: x.copy() for name, x in values.items()}
        if "stiffness" not in self.names:
            return best
        elastic = np.flatnonzero(values["stiffness"] > 0.0)
        for i in [*[elastic] * (len(elastic) > 1), *elastic, *elastic]:
            tried = [{**best, "stiffness": best["stiffness"].copy()} for _ in FACTORS]
            for each, factor in zip(tried, FACTORS):
                each["stiffness"][i] *= factor
            best = min(tried, key=self._mismatch)
        return best

    def _mismatch(self, values: Values) -> float:
        """Mean of |log(size by the model / measured size)|: far from the truth it still says in which direction it lies."""
        errors = [self._of(self._plant(values), swing, slopes=False)[0] + swing.theta for swing in self.swings]
        return float(np.mean([np.abs(np.log(np.abs(x) / np.abs(swing.theta))).mean() for x, swing in zip(errors, self.swings)]))

    def _plant(self, values: Values) -> Plant:
        numbers = {"coulomb_friction": np.zeros(self.robot.m), **{name: values[name] for name in self.names}}
        return read(self.robot, {name: list(x) for name, x in numbers.items()})

    def resampled(self, values: Values, rng: np.random.Generator) -> "ResponseEquations":
        """See `Equations`."""
        plant = self._plant(values)
        new = []
        for swing in self.swings:
            error = self._of(plant, swing)[0]
            new.append(swing._replace(theta=swing.theta + error - rng.permuted(error, axis=0)))
        return ResponseEquations(self.robot, self.names, tuple(new))

    def _of(self, plant: Plant, swing: _Swing, slopes: bool = True) -> tuple[Floats, dict[str, Floats]]:
        """Errors (F, p) and their derivatives (F, p, size) of one recording."""
        robot = self.robot
        M, S, by_q, by_qd, q, delta = swing.links
        linear = linear_model(plant, M, S, by_q, by_qd, q, delta, np.zeros(robot.m))
        s = 1j * swing.w[:, None, None]
        X = np.linalg.solve(linear.stiffness + s * linear.loss + s**2 * linear.mass, linear.input.astype(complex))
        x = X @ swing.tau[..., None]
        turns = plant.transmission.matrix(robot.n)
        error = (linear.input.T @ x)[..., 0] - swing.theta
        if not slopes:
            return error, {}
        found = {name: np.zeros((*swing.theta.shape, robot.m), dtype=complex) for name in self.names}
        for column, i in enumerate(plant.driven):
            motor = linear.input[:, column]
            bends = motor.copy()
            bends[: robot.n] -= turns[i] if plant.motors[i].elastic else 0.0
            gear = robot.motor_drives[i].gear_ratio if robot.motor_drives[i] is not None else 1.0  # type: ignore[union-attr]
            for name, size, along in (
                ("stiffness", 1.0, bends),
                ("damping", s[..., 0], bends),
                ("rotor_inertia", gear**2 * s[..., 0] ** 2, motor),
                ("viscous_friction", s[..., 0], motor),
            ):
                if name in found:
                    found[name][..., i] = -size * (along @ X) * (along @ x)
        return error, found


def _real(x: Floats) -> Floats:
    """Real parts, then imaginary ones."""
    return np.concatenate([x.real, x.imag])


def identify_response(robot: Robot, recordings: Sequence[Log], frequency: Any, *, free: Sequence[str] = FREE) -> ResponseFit:
    """Stiffness and more from motor positions and torques alone, recorded while motors swing about poses.

    recordings: one for each pose, with theta and tau_m of all motors, a whole number of periods of a motion that consists of the
    frequencies (F,) [rad/s] about a pose, such as a multisine on top of a position controller's torque. Its amplitude is
    small, so that the robot is linear, and dry friction is either none or constant, because the robot moves slowly in one
    direction meanwhile. free: 'stiffness', 'damping', 'rotor_inertia', 'viscous_friction'; masses are taken as the robot has
    them. Poses should differ: a joint that one of them leaves without inertia behind it is told by another.
    """
    robot = check_robot(robot)
    if robot.nq != robot.n or robot.m != robot.n:
        raise InputError(
            f"identify_response: expected joints of one freedom and one motor at most; robot {robot.name!r} has others."
        )
    w = coordinates(frequency, "frequency [rad/s]")
    if not (w > 0.0).all():
        raise InputError("frequency: expected frequencies above zero [rad/s].")
    names = (free,) if isinstance(free, str) else tuple(free)
    for name in names:
        if name not in FREE:
            raise InputError(f"free: a response tells {', '.join(FREE)}; got {name!r}.{closest(str(name), list(FREE))}")
    if "rotor_inertia" in names and any(drive is not None and drive.coupling == "full" for drive in robot.motor_drives):
        raise InputError(
            "free: rotors that the links carry along (coupling='full') are not told by a response; leave out 'rotor_inertia'."
        )
    if isinstance(recordings, Log):
        recordings = [recordings]
    swings = tuple(_swing(robot, log, w, f"recording {k + 1}") for k, log in enumerate(recordings))
    if not swings or not names:
        raise InputError("identify_response: expected one recording at least, and one name in free.")
    blocks = [_block(robot, name) for name in names]
    equations = ResponseEquations(robot, names, swings)
    own = {name: np.nan_to_num(robot.parameter_values(name), posinf=0.0) for name in names}
    values = equations.near(own)
    start = [(values[b.name] - own[b.name])[b.free] / b.spread[b.free] for b in blocks]
    found = estimate([equations], blocks, np.concatenate(start))
    deviation = {name: np.sqrt(np.diag(found.covariance[name])) for name in names}
    return ResponseFit(
        robot.with_parameters({name: found.values[name] for name in names}),
        {name: np.asarray(found.values[name]) for name in names},
        deviation,
        {name: np.asarray(found.informed[name]) for name in names},
        np.asarray(found.noise),
    )


def _block(robot: Robot, name: str) -> Numbers:
    own = robot.parameter_values(name)
    read = np.isfinite(own)
    size = np.where(read, np.abs(np.nan_to_num(own)), 0.0)
    typical = size[size > 0.0].mean() if (size > 0.0).any() else 0.0
    if name in ("damping", "viscous_friction") and not typical:  # of the size that makes a tenth of critical damping
        K, B = robot.parameter_values("stiffness"), robot.parameter_values("rotor_inertia")
        gears = np.array([1.0 if drive is None else drive.gear_ratio for drive in robot.motor_drives])
        typical = float(np.nanmean(0.2 * np.sqrt(np.where(np.isfinite(K), K, np.nan) * B * gears**2)))
    elastic = np.array([drive is not None and drive.elastic and drive.law is None for drive in robot.motor_drives])
    there = elastic if name in ("stiffness", "damping") else read
    spread = np.where(there, SPREAD[name] * np.where(size > 0.0, size, typical), 0.0)
    least = LEAST * float(size[size > 0.0].min()) if name == "stiffness" else 0.0
    return Numbers(name, robot.motor_names, np.where(read, own, np.nan), spread, least)


def _swing(robot: Robot, log: Log, w: Floats, what: str) -> _Swing:
    """A recording at frequencies: least squares on cosines and sines, beside a constant and a slow drift."""
    if log.theta is None or log.tau_m is None or not (np.isfinite(log.theta).all() and np.isfinite(log.tau_m).all()):
        raise InputError(f"{what}: expected theta and tau_m of all motors.")
    if log.n != robot.n:
        raise InputError(f"{what}: it has {log.n} joints, robot {robot.name!r} has {robot.n}.")
    span = log.t[-1] - log.t[0]
    if span * w.min() < SLOW * 2.0 * np.pi:
        raise InputError(
            f"{what}: {span:.4g} s are less than {SLOW:g} swings of the lowest frequency, {w.min() / (2 * np.pi):.4g} Hz. Record "
            "longer."
        )
    if w.max() * log.step > np.pi:
        raise InputError(
            f"{what}: samples every {log.step:.4g} s do not tell {w.max() / (2 * np.pi):.4g} Hz, which is above half the rate."
        )
    angle = (log.t - log.t[0])[:, None] * w
    drift = np.linspace(-1.0, 1.0, len(log))[:, None]
    X = np.hstack([np.cos(angle), np.sin(angle), np.ones_like(drift), drift])
    driven = list(plant_of(robot).driven)
    both = np.linalg.lstsq(X, np.hstack([log.theta[:, driven], log.tau_m[:, driven]]), rcond=None)[0]
    lines = both[: len(w)] - 1j * both[len(w) : 2 * len(w)]
    turns = plant_of(robot).transmission.matrix(robot.n)
    pose = np.linalg.solve(turns, log.theta.mean(axis=0))
    pose = np.linalg.solve(turns, log.theta.mean(axis=0) - bent(robot, pose))  # the links hang in their springs
    still = np.zeros(robot.n)
    slopes = rnea_partials(robot, pose, still, still)
    links = mass_matrix(robot, pose)[0], rotor_coupling(robot, pose)[0], slopes.dq, slopes.dqd, pose, bent(robot, pose)
    return _Swing(links, w, lines[:, : len(driven)], lines[:, len(driven) :])
