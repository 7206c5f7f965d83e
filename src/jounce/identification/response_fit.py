"""Identification of stiffness and other drive parameters from small motor oscillations about poses; class `ResponseFit`."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.identification.free_parameters import KINDS
from jounce.identification.frequency_domain_equations import FREE, ResponseEquations, swing_of
from jounce.identification.log import Log
from jounce.identification.maximum_a_posteriori import Equations, ParameterEstimate, bootstrap, estimate
from jounce.identification.parameter_blocks import ParameterBlock, ScalarBlock
from jounce.identification.torque_signs import NOTHING
from jounce.kernel.arguments import check_robot
from jounce.numbers.value import by_value
from jounce.numerics.blas_threads import single_threaded
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.robot.validation import closest
from jounce.trajectory.path import Floats, coordinates

SPREAD = 2.0
"""Relative prior standard deviation of each parameter: a weak prior."""
LEAST = 1e-6
"""Lower bound of every stiffness, as a fraction of the smallest stiffness of the robot; keeps the estimates positive."""
PASSES = 3
"""Number of fits; before each fit the rows are weighted anew, because their noise depends on the estimated values."""


@by_value
@dataclass(frozen=True, eq=False)
class ResponseFit:
    """Result of `identify_response` and `identify_output_error`: parameters estimated from motor positions and torques alone."""

    robot: Robot
    """Robot with the estimated parameter values."""
    parameters: dict[str, Floats]
    """{kind: estimated values}, in the units of `robot.parameter_values`; (n,) for drive parameters."""
    deviation: dict[str, Floats]
    """{kind: posterior standard deviations}, from the information matrix; zero for values that are not free."""
    informed: dict[str, Floats]
    """{kind: fractions} of the prior variance of each value that the data removed, from 0 (prior only) to 1 (data only)."""
    residual: Floats
    """(p,): root mean square of each motor's position error over all frequencies or samples [rad or m]."""
    equations: Equations = field(compare=False)
    """Residual model of the recordings: residuals of the measurements and their derivatives by the parameters."""
    blocks: tuple[ParameterBlock, ...] = field(compare=False)
    """Free parameters with their priors, one block per kind."""
    estimate: ParameterEstimate = field(compare=False)
    """Maximum a posteriori estimate with covariances and noise."""

    def bootstrap(self, count: int = 100, seed: int = 0) -> dict[str, Floats]:
        """Return standard deviations of the values by bootstrap: repeated fits to model output plus resampled errors.

        Parameters
        ----------
        count : int
            Number of fits.
        seed : int
            Seed of the resampling.

        Returns
        -------
        dict
            {kind: standard deviations of the values}.
        """
        return bootstrap((self.equations,), self.blocks, self.estimate, count, seed)


@single_threaded
def identify_response(
    robot: Robot, recordings: Sequence[Log], frequency: ArrayLike, *, free: Sequence[str] = FREE
) -> ResponseFit:
    """Estimate stiffness and other drive parameters from motor positions and torques of small oscillations about poses.

    Parameters
    ----------
    robot : Robot
        Robot whose joints have one DOF and one motor each. Its drive parameters are the prior mean; its inertial
        parameters are assumed to be exact.
    recordings : Log or sequence of Log
        One recording per pose, with theta and tau_m (T, n) of all motors: the steady state of a small oscillation about the pose
        over a whole number of periods, for example under a multisine added to the torque of a position controller. Dry friction
        must be absent, or constant because the robot moves slowly in one direction during the oscillation. Poses should differ.
        A payload should be off the last axis, because a joint without inertia on its link side is not identifiable.
    frequency : array (F,)
        Excited angular frequencies [rad/s]. Frequencies above the resonances of a wrist determine its stiffnesses.
    free : sequence of str
        Kinds of parameters to estimate: 'stiffness', 'damping', 'rotor_inertia', 'viscous_friction'.

    Returns
    -------
    ResponseFit
        The robot with the estimated values, their standard deviations and each motor's residual.

    Raises
    ------
    InputError
        If the robot, a recording, a frequency or a name in `free` is not as described above, or if the torques do not explain the
        motion.
    """
    robot = check_robot(robot)
    if robot.nq != robot.n or robot.m != robot.n or any(joint.spring is not None for joint in robot.joints):
        raise InputError(
            f"identify_response: expected joints of one freedom and one motor each; robot {robot.name!r} has others."
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
    swings = tuple(swing_of(robot, log, w, f"recording {k + 1}") for k, log in enumerate(recordings))
    if not swings or not names:
        raise InputError("identify_response: expected one recording at least, and one name in free.")
    blocks = tuple(drive_numbers(robot, name) for name in names)
    equations = ResponseEquations(robot, names, swings)
    start_values = {name: np.nan_to_num(robot.parameter_values(name), posinf=0.0) for name in names}
    values = equations.near(start_values)
    start = [(values[b.name] - start_values[b.name])[b.free] / b.spread[b.free] for b in blocks]
    x = np.concatenate(start)
    for _ in range(PASSES):
        equations = equations.weighed(values)
        estimated = estimate([equations], blocks, x)
        x, values = estimated.x, estimated.values
    errors = equations.errors(values)
    _check_explained(robot, errors, np.concatenate([swing.theta for swing in swings]))
    residual = np.sqrt((np.abs(errors) ** 2).mean(axis=0))
    return response_fit(robot, equations, blocks, estimated, residual)


def _check_explained(robot: Robot, errors: Floats, theta: Floats) -> None:
    """Raise InputError if the errors (F, p) of the best model are above 0.71 times the amplitudes theta (F, p) of a motor.

    The criterion is the median of the ratio over the frequencies, because near a narrow resonance even a good model has a large
    error. Torques of the wrong sign give an error of about twice the amplitude.
    """
    ratio = np.median(np.abs(errors) / np.maximum(np.abs(theta), np.finfo(float).tiny), axis=0)
    is_poor = ratio > np.sqrt(NOTHING)
    if is_poor.any():
        names = [robot.motor_names[i] for i in plant_of(robot).driven]
        shown = ", ".join(f"{100.0 * x:.0f} % of {name!r}" for name, x, bad in zip(names, ratio, is_poor) if bad)
        raise InputError(
            f"identify_response: springs and motors, whatever they are, leave {shown} of the swing unexplained, median over the "
            "frequencies: torque and position are not of the same motion. Check that the channels belong together, their signs, "
            "units and times."
        )


def response_fit(
    robot: Robot, equations: Equations, blocks: Sequence[ParameterBlock], estimated: ParameterEstimate, residual: Floats
) -> ResponseFit:
    """Return the fit result for an estimate: robot with the estimated values, standard deviations, and residual (p,)."""
    for name, values in estimated.values.items():
        robot = KINDS[name].put(robot, values)
    return ResponseFit(
        robot,
        estimated.values,
        {name: np.sqrt(np.maximum(np.diag(C), 0.0)) for name, C in estimated.covariance.items()},
        estimated.informed,
        residual,
        equations,
        tuple(blocks),
        estimated,
    )


def drive_numbers(robot: Robot, name: str) -> ScalarBlock:
    """Return the parameter block of a drive parameter, for example 'stiffness', with a weak prior about the robot's values."""
    values = robot.parameter_values(name)
    has_value = np.isfinite(values)
    size = np.where(has_value, np.abs(np.nan_to_num(values)), 0.0)
    typical = size[size > 0.0].mean() if (size > 0.0).any() else 0.0
    if name in ("damping", "viscous_friction") and not typical:  # of the size that makes a tenth of critical damping
        K, B = robot.parameter_values("stiffness"), robot.parameter_values("rotor_inertia")
        gears = np.array([1.0 if drive is None else drive.gear_ratio for drive in robot.motor_drives])
        typical = float(np.nanmean(0.2 * np.sqrt(np.where(np.isfinite(K), K, np.nan) * B * gears**2)))
    elastic = np.array([drive is not None and drive.elastic and drive.law is None for drive in robot.motor_drives])
    is_free = elastic if name in ("stiffness", "damping") else has_value
    spread = np.where(is_free, SPREAD * np.where(size > 0.0, size, typical), 0.0)
    least = LEAST * float(size[size > 0.0].min()) if name == "stiffness" else 0.0
    return ScalarBlock(name, robot.motor_names, np.where(has_value, values, np.nan), spread, least)
