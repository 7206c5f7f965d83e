"""Numbers of springs and motors from recordings of the motors alone: what comes out, and the fit to swings about poses."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.functions.arguments import check_robot
from jounce.identification.free_parameters import KINDS
from jounce.identification.log import Log
from jounce.identification.maximum_a_posteriori import Equations, ParameterEstimate, bootstrap, estimate
from jounce.identification.parameter_blocks import ParameterBlock, ScalarBlock
from jounce.identification.response import FREE, ResponseEquations, swing_of
from jounce.identification.torque_signs import NOTHING
from jounce.numbers.value import by_value
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.robot.values import closest
from jounce.trajectory.path import Floats, coordinates

SPREAD = 2.0
"""How far a number is expected from what the robot says, relative: little is known before."""
LEAST = 1e-6
"""Of what a number may be at least, against what the robot says: a spring stays a spring."""
PASSES = 3
"""Of fits with rows weighed by their noise, which depends on the values that are found."""


@by_value
@dataclass(frozen=True, eq=False)
class ResponseFit:
    """What recordings of motors alone tell of springs and motors."""

    robot: Robot
    """With the values that were found."""
    parameters: dict[str, Floats]
    """By name, one for each motor (n,), in the units of `robot.parameter_values`."""
    deviation: dict[str, Floats]
    """Standard deviations by the information matrix; zero where a value is not free."""
    informed: dict[str, Floats]
    """Share of the uncertainty before that the recordings took away: 1 known by data, 0 by the prior alone."""
    residual: Floats
    """(p,): root mean square of each motor's error, at a frequency or an instant [rad or m]."""
    equations: Equations = field(compare=False)
    blocks: tuple[ParameterBlock, ...] = field(compare=False)
    estimate: ParameterEstimate = field(compare=False)

    def bootstrap(self, count: int = 100, seed: int = 0) -> dict[str, Floats]:
        """{name: standard deviations} by fits to what the model says plus errors drawn anew. Cost: `count` fits."""
        return bootstrap((self.equations,), self.blocks, self.estimate, count, seed)


def identify_response(robot: Robot, recordings: Sequence[Log], frequency: Any, *, free: Sequence[str] = FREE) -> ResponseFit:
    """Stiffness and more from motor positions and torques alone, recorded while motors swing about poses.

    recordings: one for each pose, with theta and tau_m of all motors, a whole number of periods of a motion that consists of the
    frequencies (F,) [rad/s] about a pose, such as a multisine on top of a position controller's torque, after it has settled.
    Its amplitude is small, so that the robot is linear, and dry friction is either none or constant, because the robot moves
    slowly in one direction meanwhile. Frequencies that reach above the resonances of the wrist tell its springs. free:
    'stiffness', 'damping', 'rotor_inertia', 'viscous_friction'; masses are taken as the robot has them. Poses should differ,
    and a load be held beside the last axis: a joint without inertia behind it is not told.
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
    own = {name: np.nan_to_num(robot.parameter_values(name), posinf=0.0) for name in names}
    values = equations.near(own)
    start = [(values[b.name] - own[b.name])[b.free] / b.spread[b.free] for b in blocks]
    x = np.concatenate(start)
    for _ in range(PASSES):
        equations = equations.weighed(values)
        found = estimate([equations], blocks, x)
        x, values = found.x, found.values
    errors = equations.errors(values)
    _check_explained(robot, errors, np.concatenate([swing.theta for swing in swings]))
    residual = np.sqrt((np.abs(errors) ** 2).mean(axis=0))
    return response_fit(robot, equations, blocks, found, residual)


def _check_explained(robot: Robot, errors: Floats, theta: Floats) -> None:
    """Refuse motors whose swings (F, p) no springs and motors explain: with torques of the other sign errors are twice as large.

    The median over the frequencies is asked: near a narrow resonance a good model may be far off, too.
    """
    share = np.median(np.abs(errors) / np.maximum(np.abs(theta), np.finfo(float).tiny), axis=0)
    poor = share > np.sqrt(NOTHING)
    if poor.any():
        names = [robot.motor_names[i] for i in plant_of(robot).driven]
        shown = ", ".join(f"{100.0 * x:.0f} % of {name!r}" for name, x, bad in zip(names, share, poor) if bad)
        raise InputError(
            f"identify_response: springs and motors, whatever they are, leave {shown} of the swing unexplained, median over the "
            "frequencies: torque and position are not of the same motion. Check that the channels belong together, their signs, "
            "units and times."
        )


def response_fit(
    robot: Robot, equations: Equations, blocks: Sequence[ParameterBlock], found: ParameterEstimate, residual: Floats
) -> ResponseFit:
    """The result that values of these blocks make."""
    for name, values in found.values.items():
        robot = KINDS[name].put(robot, values)
    return ResponseFit(
        robot,
        found.values,
        {name: np.sqrt(np.maximum(np.diag(C), 0.0)) for name, C in found.covariance.items()},
        found.informed,
        residual,
        equations,
        tuple(blocks),
        found,
    )


def drive_numbers(robot: Robot, name: str) -> ScalarBlock:
    """Numbers of springs or motors of which little is known before."""
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
    spread = np.where(there, SPREAD * np.where(size > 0.0, size, typical), 0.0)
    least = LEAST * float(size[size > 0.0].min()) if name == "stiffness" else 0.0
    return ScalarBlock(name, robot.motor_names, np.where(read, own, np.nan), spread, least)
