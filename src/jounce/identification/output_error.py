"""Output error in closed loop: springs, motors and masses from recordings of the motors alone, whatever the motion.

    minimise  sum over samples |theta(p) - measured theta|^2 / sigma^2 + prior

theta(p) is the motor position of the model with numbers p that runs beside the recording (`followed`): no position is
differentiated, nothing is linearised, dry friction may stick and slip. Derivatives by p are exact. Errors of torque that are
slower than the correction appear as errors of acceleration over its square, faster ones as errors of position; at

    w^2 = noise of tau_m / (B noise of theta)

both weigh as their noise asks for. Recordings begin at rest, so that the first state is known.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.functions.arguments import check_robot
from jounce.identification.closed_loop_model import FREE, LINKS, ClosedLoopModel, RecordedInputs
from jounce.identification.deflection_regression import uncorrelated
from jounce.identification.free_parameters import KINDS, SPREAD_OF_BODIES, RecordingScales
from jounce.identification.frequency_response import without_dry_friction
from jounce.identification.gauss_newton import LinearEquations, search
from jounce.identification.log import Log
from jounce.identification.log_checks import check
from jounce.identification.maximum_a_posteriori import Rows, Values
from jounce.identification.parameter_blocks import ParameterBlock
from jounce.identification.response_fit import ResponseFit, drive_numbers, response_fit
from jounce.identification.torque_signs import NOTHING
from jounce.inverse.flexible.linear import frequency_squares
from jounce.numbers.computed_once import ComputedOnce
from jounce.robot import Robot
from jounce.robot.values import closest
from jounce.trajectory.path import Floats, coordinates

UNLESS_SAID = ("stiffness", "damping", "rotor_inertia", "viscous_friction")
CORRECTION = 10.0
"""[Hz]: below which the model is held to the measured motor positions, unless said."""
FINE = 0.5
"""Of a step, times the highest resonance [rad]: Runge and Kutta's method then turns it by 5e-4 of its angle wrong."""
BORDER = 0.5
"""[s]: at the beginning, where a first state that is not quite at rest still shows; left out."""


@dataclass(frozen=True, eq=False)
class OutputErrorEquations:
    """Motor positions of the model beside recordings less measured ones, one group of rows a motor."""

    robot: Robot
    names: tuple[str, ...]
    recorded: tuple[RecordedInputs, ...]
    measured: tuple[Floats, ...]
    """(T, n) of each recording: theta at its samples."""
    every: tuple[int, ...]
    """Steps from sample to sample."""
    skip: tuple[int, ...]
    """Samples at the beginning that do not count."""
    w: Floats
    """(n,) [rad/s], of the correction."""
    effective: tuple[float, ...] = ()
    """How many rows of each motor do not depend on each other; all of them where nothing is said."""

    @property
    def labels(self) -> tuple[str, ...]:
        """See `Equations`."""
        return tuple(f"position of motor {name} [rad or m]" for name in self.robot.motor_names)

    @property
    def counts(self) -> tuple[int, ...]:
        """See `Equations`."""
        rows = sum(len(theta) - skip for theta, skip in zip(self.measured, self.skip))
        return tuple(max(1, round(x)) for x in self.effective) if self.effective else (rows,) * self.robot.n

    def rows(self, values: Values) -> list[Rows]:
        """See `Equations`."""
        errors, slopes = self._at(values)
        sizes = [len(values[name]) for name in self.names]
        found: list[Rows] = []
        for i, count in enumerate(self.counts):
            weight = np.sqrt(count / len(errors))
            parts = np.split(weight * slopes[:, i], np.cumsum(sizes)[:-1], axis=1)
            found.append((weight * errors[:, i], dict(zip(self.names, parts))))
        return found

    def errors(self, values: Values) -> Floats:
        """(samples of all recordings, n) [rad or m]."""
        return self._at(values)[0]

    def linear(self, values: Values) -> "LinearEquations":
        """What these equations are near values: rows and their derivatives there."""
        return LinearEquations(self.labels, self.counts, {k: np.array(v) for k, v in values.items()}, tuple(self.rows(values)))

    def settled(self, values: Values) -> "OutputErrorEquations":
        """With rows counted by what is left at these values."""
        left = self.errors(values)
        return replace(self, effective=tuple(uncorrelated(column) for column in left.T))

    @ComputedOnce
    def _last(self) -> list[Any]:
        """Values with their errors and slopes, and trajectories from which the next search begins."""
        return [None, None, [None] * len(self.recorded)]

    def _at(self, values: Values) -> tuple[Floats, Floats]:
        """Errors (R, n) and their derivatives by all values (R, n, P)."""
        own, before, guesses = self._last
        if own is not None and all(np.array_equal(own[name], values[name]) for name in self.names):
            return before  # type: ignore[no-any-return]
        follower = ClosedLoopModel(self.robot, {name: values[name] for name in self.names}, self.w)
        errors, slopes = [], []
        for k, (recorded, theta) in enumerate(zip(self.recorded, self.measured)):
            every, skip = self.every[k], self.skip[k]
            guess = _guess(recorded) if guesses[k] is None else guesses[k].copy()
            guess[0] = follower.at_rest(recorded.theta[0, 0])
            guesses[k] = x = follower.trajectory(recorded, guess)
            n = self.robot.n
            errors.append((x[::every, 2 * n : 3 * n] - theta)[skip:])
            slopes.append(follower.sensitivities(recorded, x, self.names, every)[skip:])
        found = np.concatenate(errors), np.concatenate(slopes)
        self._last[:] = [{name: np.array(values[name]) for name in self.names}, found, guesses]
        return found


def _guess(recorded: RecordedInputs) -> Floats:
    """States (K+1, 4n) in which links go with their motors."""
    theta = np.vstack([recorded.theta[:, 0], recorded.theta[-1:, 2]])
    speed = np.gradient(theta, recorded.h, axis=0)
    return np.hstack([theta, speed, theta, speed])


def identify_output_error(
    robot: Robot,
    recordings: Sequence[Log],
    *,
    free: Sequence[str] = UNLESS_SAID,
    correction: Any = CORRECTION,
    held: bool = False,
) -> ResponseFit:
    """Numbers of springs, motors and links from motor positions and torques alone, along any motion that begins at rest.

    recordings: one or several, with theta and tau_m of all motors, not filtered. free: 'stiffness', 'damping', 'rotor_inertia',
    'viscous_friction', 'coulomb_friction', and 'inertia' or 'payload'. correction: frequency [Hz], one or (n,), below which the
    model that runs beside a recording is held to the measured positions; best at sqrt(noise of tau_m / (B noise of theta)) /
    2 pi, and the higher, the further off the robot's numbers may be. A spring shows where the motion has frequencies near its
    resonance: give `identify_response`'s robot, which finds it from further away. held: torques are what a controller with this
    rate asked for, each from its sample to the next one; if not, they are measured, and run smoothly from sample to sample.

    Elastic joints with linear springs and a motor each, rotors that turn about their own axes. Cost of one evaluation, of which
    there are about twenty: some Newton steps along all samples, batched.
    """
    robot = check_robot(robot)
    drives = robot.motor_drives
    if robot.nq != robot.n or robot.m != robot.n or any(d is None or not d.elastic or d.law is not None for d in drives):
        raise InputError(
            f"identify_output_error: expected joints of one freedom, each with a motor behind a linear spring; robot "
            f"{robot.name!r} has others. robot.with_drives(stiffness=...) makes a joint elastic."
        )
    if any(d is not None and d.coupling == "full" for d in drives):
        raise InputError(
            "identify_output_error: rotors that the links carry along (coupling='full') are not known here; expected "
            "coupling='spong'."
        )
    names = (free,) if isinstance(free, str) else tuple(free)
    for name in names:
        if name not in FREE:
            raise InputError(f"free: output errors tell {', '.join(FREE)}; got {name!r}.{closest(str(name), list(FREE))}")
    if set(LINKS) <= set(names):
        raise InputError("free: a load is part of the link that carries it; expected 'inertia' or 'payload', not both.")
    logs = [recordings] if isinstance(recordings, Log) else list(recordings)
    if not logs or not names:
        raise InputError("identify_output_error: expected one recording at least, and one name in free.")
    hertz = coordinates(correction, "correction [Hz]")
    if len(hertz) not in (1, robot.n) or not (hertz > 0.0).all():
        raise InputError(f"correction: expected one frequency above zero [Hz], or {robot.n}.")
    equations = _equations(robot, names, logs, 2.0 * np.pi * np.broadcast_to(hertz, robot.n), held)
    blocks = tuple(_block(robot, name, logs) for name in names)
    found = search(equations, blocks)
    equations = equations.settled(found.values)
    found = search(equations, blocks, found.x)
    residual = np.sqrt((equations.errors(found.values) ** 2).mean(axis=0))
    _check_explained(equations, found.values, residual)
    return response_fit(robot, equations.linear(found.values), blocks, found, residual)


def _check_explained(equations: OutputErrorEquations, values: Values, residual: Floats) -> None:
    """Refuse motors whose positions the torques explain hardly better, or worse, than no torques at all.

    The model is held to the measured positions, so that errors are small whatever the torques are: those of the same model
    without torques say how small.
    """
    idle = tuple(RecordedInputs(each.h, each.theta, np.zeros_like(each.tau)) for each in equations.recorded)
    without = np.sqrt((replace(equations, recorded=idle).errors(values) ** 2).mean(axis=0))
    share = residual / np.where(without > 0.0, without, np.inf)
    poor = share > np.sqrt(NOTHING)
    if poor.any():
        robot = equations.robot
        shown = ", ".join(f"{100.0 * x:.0f} % of {name!r}" for name, x, bad in zip(robot.motor_names, share, poor) if bad)
        raise InputError(
            f"identify_output_error: the torques leave {shown} of the motion unexplained that there is without them: torque and "
            "position are not of the same motion. Check that the channels belong together, their signs, units and times."
        )


def _equations(robot: Robot, names: tuple[str, ...], logs: Sequence[Log], w: Floats, held: bool = False) -> OutputErrorEquations:
    from scipy.interpolate import make_interp_spline

    recorded, measured, every, skip = [], [], [], []
    for k, log in enumerate(logs):
        what = f"recording {k + 1}"
        check(robot, log, what)
        if log.theta is None or log.tau_m is None or not (np.isfinite(log.theta).all() and np.isfinite(log.tau_m).all()):
            raise InputError(f"{what}: expected theta and tau_m of all motors.")
        if log.cutoff is not None:
            raise InputError(f"{what}: it is filtered; expected a recording as it was measured: its noise is weighed here.")
        if log.t[-1] - log.t[0] < 2.0 * BORDER:
            raise InputError(f"{what}: {log.t[-1] - log.t[0]:.4g} s are too short; expected {2.0 * BORDER:g} s at least.")
        linear = without_dry_friction(robot, np.asarray(log.theta[0]))
        top = float(np.sqrt(max(frequency_squares(linear.mass, linear.stiffness).max(), 0.0)))
        parts = max(1, int(np.ceil(log.step * top / FINE)))
        steps = parts * (len(log) - 1)
        t = log.t[0] + (log.t[-1] - log.t[0]) * np.arange(2 * steps + 1) / (2 * steps)
        theta, tau = (make_interp_spline(log.t, x, k=3)(t) for x in (log.theta, log.tau_m))
        thirds = [np.stack([x[:-1:2], x[1::2], x[2::2]], axis=1) for x in (theta, tau)]
        if held:
            thirds[1] = np.repeat(np.repeat(log.tau_m[:-1], parts, axis=0)[:, None], 3, axis=1)
        recorded.append(RecordedInputs((log.t[-1] - log.t[0]) / steps, *thirds))
        measured.append(theta[:: 2 * parts])
        every.append(parts)
        skip.append(int(BORDER / log.step))
    return OutputErrorEquations(robot, names, tuple(recorded), tuple(measured), tuple(every), tuple(skip), w)


def _block(robot: Robot, name: str, logs: Sequence[Log]) -> ParameterBlock:
    if name in UNLESS_SAID:
        return drive_numbers(robot, name)
    torque = np.maximum(np.mean([np.std(np.asarray(log.tau_m), axis=0) for log in logs], axis=0), 1e-9)
    return KINDS[name].block(robot, RecordingScales(torque, np.ones(robot.n), np.ones(robot.n), SPREAD_OF_BODIES))
