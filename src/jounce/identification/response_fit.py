"""Identification of springs and motors from motor oscillations about poses, and the result of fits to motor signals alone."""

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
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.robot.validation import closest
from jounce.trajectory.path import Floats, coordinates

SPREAD = 2.0
"""Relative prior standard deviation of a parameter: weak."""
LEAST = 1e-6
"""Lower bound of every stiffness, as a fraction of the robot's smallest stiffness: keeps the estimates positive."""
PASSES = 3
"""Number of fits with rows weighted by their noise, which depends on the estimated values."""


@by_value
@dataclass(frozen=True, eq=False)
class ResponseFit:
    """Parameters of springs and motors from recordings of the motors alone."""

    robot: Robot
    """Robot with the estimated values."""
    parameters: dict[str, Floats]
    """Estimated values by name, one for each motor (n,), in the units of `robot.parameter_values`."""
    deviation: dict[str, Floats]
    """Standard deviations by the information matrix; zero where a value is not free."""
    informed: dict[str, Floats]
    """Fraction of the prior variance that the recordings removed: 1 known by data, 0 by the prior alone."""
    residual: Floats
    """(p,): root mean square of each motor's error over frequencies or samples [rad or m]."""
    equations: Equations = field(compare=False)
    blocks: tuple[ParameterBlock, ...] = field(compare=False)
    estimate: ParameterEstimate = field(compare=False)

    def bootstrap(self, count: int = 100, seed: int = 0) -> dict[str, Floats]:
        """Return standard deviations by resampling: fits to model output plus resampled errors.

        Parameters
        ----------
        count : int
            Number of fits.
        seed : int
            Seed of the resampling.

        Returns
        -------
        dict
            {name: standard deviations}.
        """
        return bootstrap((self.equations,), self.blocks, self.estimate, count, seed)


def identify_response(
    robot: Robot, recordings: Sequence[Log], frequency: ArrayLike, *, free: Sequence[str] = FREE
) -> ResponseFit:
    """Estimate stiffness and other drive parameters from motor signals, recorded while motors oscillate about poses.

    Parameters
    ----------
    robot : Robot
        One DOF and one motor at most a joint; its parameters are the prior, its inertial parameters are taken as they are.
    recordings : Log or sequence of Log
        One for each pose, with theta and tau_m (T, n) of all motors, over a whole number of periods of a small oscillation about
        the pose at these frequencies: a multisine on top of a position controller's torque, after it has settled. Dry friction
        must be absent or constant, because the robot moves slowly in one direction meanwhile. Poses should differ, with a load
        held off the last axis: a joint without inertia behind it is not identified.
    frequency : array (F,)
        Frequencies [rad/s]; those above the resonances of the wrist determine its springs.
    free : sequence of str
        'stiffness', 'damping', 'rotor_inertia', 'viscous_friction'.

    Returns
    -------
    ResponseFit
        The robot with the estimated values, their standard deviations and each motor's residual.

    Raises
    ------
    InputError
        For other robots, channels or frequencies, and for torques that do not belong to the motion.
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
    """Raise InputError for motors whose oscillation (F, p) no springs and motors explain.

    The median over the frequencies is used: near a narrow resonance a good model may be far off as well. Torques of the wrong
    sign double the error.
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
    """Return the result of an estimate: the robot with its values, deviations and residual."""
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
    """Return the block of a drive or spring parameter with a weak prior."""
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
