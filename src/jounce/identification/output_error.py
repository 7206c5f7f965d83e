"""Output-error identification: parameters of springs, motors and links from motor positions and motor torques alone.

    minimise over p:    sum over samples |theta(p) - measured theta|^2 / sigma^2 + prior

theta(p) is the motor position simulated with parameters p, under the measured torques and a correction of bandwidth w towards the
measured positions (`closed_loop_model`). So no position is differentiated, the model is nonlinear, and dry friction may stick and
slip. Derivatives by p are exact. An error of the torque below the frequency w appears in theta as acceleration error / w^2, an
error above w as a position error. With

    w^2 = noise of tau_m / (B noise of theta)

torque and position errors are weighted according to their noise. Recordings begin at rest, so the initial state is known.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.flexible.modal_analysis import frequency_squares
from jounce.identification.closed_loop_model import FREE, LINKS, ClosedLoopModel, RecordedInputs
from jounce.identification.deflection_regression import uncorrelated
from jounce.identification.free_parameters import KINDS, SPREAD_OF_BODIES, RecordingScales
from jounce.identification.frequency_response import without_dry_friction
from jounce.identification.log import Log
from jounce.identification.log_checks import check
from jounce.identification.maximum_a_posteriori import LinearEquations, Rows, Values, search
from jounce.identification.parameter_blocks import ParameterBlock
from jounce.identification.response_fit import ResponseFit, drive_numbers, response_fit
from jounce.identification.torque_signs import NOTHING
from jounce.kernel.arguments import check_robot
from jounce.numbers.value import ComputedOnce
from jounce.numerics.blas_threads import single_threaded
from jounce.robot import Robot
from jounce.robot.validation import closest
from jounce.trajectory.path import Floats, coordinates

UNLESS_SAID = ("stiffness", "damping", "rotor_inertia", "viscous_friction")
"""Kinds of parameters that are estimated by default."""
CORRECTION = 10.0
"""[Hz]: default bandwidth of the model's correction towards the measured motor positions."""
FINE = 0.5
"""Largest product of integration step and highest resonance [rad], at which the Runge-Kutta method has a relative phase error of
5e-4."""
BORDER = 0.5
"""[s]: time at the beginning of a recording whose errors are left out, while the error of the initial state decays."""


@dataclass(frozen=True, eq=False)
class OutputErrorEquations:
    """Errors of the simulated motor positions against the measured ones, one row group per motor."""

    robot: Robot
    names: tuple[str, ...]
    """Free kinds of parameters."""
    recorded: tuple[RecordedInputs, ...]
    """Measured inputs of the model at the integration steps, one entry per recording."""
    measured: tuple[Floats, ...]
    """Measured motor positions (T, n) [rad or m] at the samples, one array per recording."""
    every: tuple[int, ...]
    """Number of integration steps per sample, one per recording."""
    skip: tuple[int, ...]
    """Number of samples left out at the beginning, one per recording."""
    w: Floats
    """(n,) [rad/s]: bandwidth of the correction of each motor."""
    effective: tuple[float, ...] = ()
    """Number of independent rows of each motor; if empty, all rows count as independent."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Return name and unit of each row group; the rows of a group have the same noise."""
        return tuple(f"position of motor {name} [rad or m]" for name in self.robot.motor_names)

    @property
    def counts(self) -> tuple[int, ...]:
        """Return the number of independent measurements in each row group, for the estimate of the noise of the group."""
        rows = sum(len(theta) - skip for theta, skip in zip(self.measured, self.skip))
        return tuple(max(1, round(x)) for x in self.effective) if self.effective else (rows,) * self.robot.n

    def rows(self, values: Values) -> list[Rows]:
        """Return (residual, {kind: derivatives}) of each row group at parameter values {kind: array}; see `Equations`."""
        errors, jacobian = self._at(values)
        sizes = [len(values[name]) for name in self.names]
        groups: list[Rows] = []
        for i, count in enumerate(self.counts):
            weight = np.sqrt(count / len(errors))
            columns = np.split(weight * jacobian[:, i], np.cumsum(sizes)[:-1], axis=1)
            groups.append((weight * errors[:, i], dict(zip(self.names, columns))))
        return groups

    def errors(self, values: Values) -> Floats:
        """Return simulated less measured motor positions (R, n) [rad or m], the samples of all recordings stacked."""
        return self._at(values)[0]

    def linear(self, values: Values) -> "LinearEquations":
        """Return the equations linearised at parameter values {kind: array}."""
        return LinearEquations(self.labels, self.counts, {k: np.array(v) for k, v in values.items()}, tuple(self.rows(values)))

    def settled(self, values: Values) -> "OutputErrorEquations":
        """Return the equations with `effective` set from the autocorrelation of the errors at parameter values {kind: array}."""
        errors = self.errors(values)
        return replace(self, effective=tuple(uncorrelated(column) for column in errors.T))

    @ComputedOnce
    def _last(self) -> list[Any]:
        """Return the cache [last values, (errors, Jacobian) at these values, last trajectory of each recording]; None if empty.

        The last trajectory is the first guess of the next Newton iteration.
        """
        return [None, None, [None] * len(self.recorded)]

    def _at(self, values: Values) -> tuple[Floats, Floats]:
        """Return (errors (R, n), their derivatives by all P free values (R, n, P)); the last result is cached."""
        cached, result_before, guesses = self._last
        if cached is not None and all(np.array_equal(cached[name], values[name]) for name in self.names):
            return result_before  # type: ignore[no-any-return]
        model = ClosedLoopModel(self.robot, {name: values[name] for name in self.names}, self.w)
        errors, jacobians = [], []
        for k, (recorded, theta) in enumerate(zip(self.recorded, self.measured)):
            every, skip = self.every[k], self.skip[k]
            guess = _guess(recorded) if guesses[k] is None else guesses[k].copy()
            guess[0] = model.at_rest(recorded.theta[0, 0])
            guesses[k] = x = model.trajectory(recorded, guess)
            n = self.robot.n
            errors.append((x[::every, 2 * n : 3 * n] - theta)[skip:])
            jacobians.append(model.sensitivities(recorded, x, self.names, every)[skip:])
        result = np.concatenate(errors), np.concatenate(jacobians)
        self._last[:] = [{name: np.array(values[name]) for name in self.names}, result, guesses]
        return result


def _guess(recorded: RecordedInputs) -> Floats:
    """Return a first guess of the states (K+1, 4n): q = theta, qd = thetad, as measured."""
    theta = np.vstack([recorded.theta[:, 0], recorded.theta[-1:, 2]])
    speed = np.gradient(theta, recorded.h, axis=0)
    return np.hstack([theta, speed, theta, speed])


@single_threaded
def identify_output_error(
    robot: Robot,
    recordings: Sequence[Log],
    *,
    free: Sequence[str] = UNLESS_SAID,
    correction: ArrayLike = CORRECTION,
    held: bool = False,
) -> ResponseFit:
    """Estimate parameters of springs, motors and links from motor positions and torques of a motion that begins at rest.

    Parameters
    ----------
    robot : Robot
        Robot whose joints are all elastic, with a linear spring and one motor each, without coupling='full'. Its parameters are
        prior mean and start values. A stiffness is identifiable if the motion excites frequencies near the joint's resonance.
        If stiffnesses are far off, take start values from `identify_response`.
    recordings : Log or sequence of Log
        Recordings with theta and tau_m (T, n) of all motors, not filtered.
    free : sequence of str
        Kinds of parameters to estimate: 'stiffness', 'damping', 'rotor_inertia', 'viscous_friction', 'coulomb_friction', and
        'inertia' or 'payload'.
    correction : float or array (n,)
        Bandwidth [Hz] of the model's correction towards the measured positions, for all motors or per motor. The best value is
        sqrt(noise of tau_m / (B noise of theta)) / (2 pi), B: reflected inertia. A higher bandwidth tolerates worse start values.
    held : bool
        True if tau_m is the torque commanded by a controller at the rate of the samples, held between them; False if tau_m is
        measured and smooth.

    Returns
    -------
    ResponseFit
        The robot with the estimated values, their standard deviations and each motor's residual.

    Raises
    ------
    InputError
        If the robot, a recording or a name in `free` is not as described above, or if the torques do not explain the motion.
    ConvergenceError
        If no simulated motion follows the recording.

    Notes
    -----
    The search takes about twenty simulations; each is a few Newton iterations over all samples at once.
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
    bandwidth = coordinates(correction, "correction [Hz]")
    if len(bandwidth) not in (1, robot.n) or not (bandwidth > 0.0).all():
        raise InputError(f"correction: expected one frequency above zero [Hz], or {robot.n}.")
    equations = _equations(robot, names, logs, 2.0 * np.pi * np.broadcast_to(bandwidth, robot.n), held)
    blocks = tuple(_block(robot, name, logs) for name in names)
    estimated = search(equations, blocks)
    equations = equations.settled(estimated.values)
    estimated = search(equations, blocks, estimated.x)
    residual = np.sqrt((equations.errors(estimated.values) ** 2).mean(axis=0))
    _check_explained(equations, estimated.values, residual)
    return response_fit(robot, equations.linear(estimated.values), blocks, estimated, residual)


def _check_explained(equations: OutputErrorEquations, values: Values, residual: Floats) -> None:
    """Raise InputError if the position error residual (n,) of a motor is above 0.71 times its error with zero torques.

    The correction towards the measured positions keeps errors small whatever the torques are, so the errors of the same model
    with zero torques are the reference.
    """
    idle = tuple(RecordedInputs(each.h, each.theta, np.zeros_like(each.tau)) for each in equations.recorded)
    without = np.sqrt((replace(equations, recorded=idle).errors(values) ** 2).mean(axis=0))
    ratio = residual / np.where(without > 0.0, without, np.inf)
    is_poor = ratio > np.sqrt(NOTHING)
    if is_poor.any():
        robot = equations.robot
        shown = ", ".join(f"{100.0 * x:.0f} % of {name!r}" for name, x, bad in zip(robot.motor_names, ratio, is_poor) if bad)
        raise InputError(
            f"identify_output_error: the torques leave {shown} of the motion unexplained that there is without them: torque and "
            "position are not of the same motion. Check that the channels belong together, their signs, units and times."
        )


def _equations(robot: Robot, names: tuple[str, ...], logs: Sequence[Log], w: Floats, held: bool = False) -> OutputErrorEquations:
    """Return the equations of unfiltered recordings, with inputs interpolated at the integration steps.

    w (n,) [rad/s]: bandwidth of the correction; held: True if torques are constant between samples.
    """
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
        substeps = max(1, int(np.ceil(log.step * top / FINE)))
        steps = substeps * (len(log) - 1)
        t = log.t[0] + (log.t[-1] - log.t[0]) * np.arange(2 * steps + 1) / (2 * steps)
        theta, tau = (make_interp_spline(log.t, x, k=3)(t) for x in (log.theta, log.tau_m))
        thirds = [np.stack([x[:-1:2], x[1::2], x[2::2]], axis=1) for x in (theta, tau)]
        if held:
            thirds[1] = np.repeat(np.repeat(log.tau_m[:-1], substeps, axis=0)[:, None], 3, axis=1)
        recorded.append(RecordedInputs((log.t[-1] - log.t[0]) / steps, *thirds))
        measured.append(theta[:: 2 * substeps])
        every.append(substeps)
        skip.append(int(BORDER / log.step))
    return OutputErrorEquations(robot, names, tuple(recorded), tuple(measured), tuple(every), tuple(skip), w)


def _block(robot: Robot, name: str, logs: Sequence[Log]) -> ParameterBlock:
    """Return the parameter block of a kind; priors without a nominal value are scaled by the recorded torques."""
    if name in UNLESS_SAID:
        return drive_numbers(robot, name)
    torque = np.maximum(np.mean([np.std(np.asarray(log.tau_m), axis=0) for log in logs], axis=0), 1e-9)
    return KINDS[name].block(robot, RecordingScales(torque, np.ones(robot.n), np.ones(robot.n), SPREAD_OF_BODIES))
