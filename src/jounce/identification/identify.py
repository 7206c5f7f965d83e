"""The numbers of a robot from a recording of its motion."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.identification import plausible
from jounce.identification.base import base_fit
from jounce.identification.deflection import (
    ELASTIC,
    LINK_SIDE,
    DeflectionEquations,
    deflection_equations,
    measured_on_both_sides,
    told,
)
from jounce.identification.delay import at_the_same_time, delay_of
from jounce.identification.dry_friction import torque_equations
from jounce.identification.estimate import Equations, Values, estimate
from jounce.identification.fit import Fit
from jounce.identification.joint_torque import by_joint_torque, joint_torque_equations, senses_torque
from jounce.identification.log import Log
from jounce.identification.torque import TorqueEquations, motion
from jounce.identification.unknowns import KINDS, SPREAD_OF_BODIES, Scales, free_names
from jounce.robot import Robot
from jounce.trajectory.path import positive

FREE = ("inertia", "rotor_inertia", "viscous_friction", "coulomb_friction", "torque_offset")
"""What is sought unless said."""


PASSES, SAME = 8, 1e-4
"""Of fits where the links' motion follows from the stiffness that is sought, and its relative change at which that is found."""


class Source(NamedTuple):
    """Equations that a recording may give."""

    kinds: tuple[str, ...]
    """Kinds of unknowns that they are about: they are made where one of them is free."""
    make: Callable[[Robot, Log, Sequence[str]], tuple[Robot, Equations]]
    """(robot, filtered recording, free names) -> the robot, with what the equations decide of it, and the equations."""


SOURCES: list[Source] = [
    Source(
        (
            "inertia",
            "payload",
            "rotor_inertia",
            "viscous_friction",
            "coulomb_friction",
            "stribeck_friction",
            "link_viscous_friction",
            "link_coulomb_friction",
            "torque_offset",
            "parallel_spring",
        ),
        torque_equations,
    )
]
"""All there are."""


def identify(
    robot: Robot,
    log: Log,
    free: Sequence[str] = FREE,
    prior: Robot | None = None,
    *,
    spread: float = SPREAD_OF_BODIES,
) -> Fit:
    """The numbers of a robot that explain a recording best, given what was known of them before.

    free: kinds of numbers that are sought, the others are the robot's own.

    | kind | what | prior |
    |---|---|---|
    | inertia | ten parameters a link, each link a body that can exist | divergence of [Lee2020], `spread` of the mass |
    | payload | ten parameters of a load at the tool | hardly any |
    | rotor_inertia | of the drives | 50 % |
    | viscous_friction, coulomb_friction | of the drives; the speed over which it changes sign too; both: friction | 100 % |
    | stribeck_friction | what dry friction is more near standstill, and the speed over which that goes | 100 % |
    | link_viscous_friction, link_coulomb_friction | of joints that have `friction` | 100 % |
    | stiffness, damping | of elastic joints whose motor and link were both measured; stiffness also by theta and tau_j | 100 % |
    | delay | of the encoders at the links against those at the motors | 10 ms |
    | torque_offset | constant part of the measured torque: dry friction that depends on the direction | its own spread |
    | parallel_spring | factor on the torque of springs beside the drives | 30 % |

    prior: the robot whose numbers are expected, unless said `robot`. A recording that is not yet filtered goes through
    `filtered()`, `decimated()` and `moving()` with their defaults. Joints are taken for rigid; where both encoders saw them,
    links move with q and motors with theta. Recordings that cannot be of this robot are refused before the fit.
    """
    names = free_names(free)
    known = robot if prior is None else prior
    if not isinstance(robot, Robot) or not isinstance(known, Robot) or not isinstance(log, Log):
        raise InputError(f"identify: expected a robot and a Log, got {type(robot).__name__} and {type(log).__name__}.")
    if known.joint_names != robot.joint_names or len(known.links) != len(robot.links):
        raise InputError(f"prior: robot {known.name!r} has other joints or links than {robot.name!r}.")
    plausible.check(robot, log)
    ready = prepared(log)
    late = delay_of(robot, ready) if "delay" in names else 0.0
    ready = at_the_same_time(ready, late)
    scales = _scales(robot, ready, positive(spread, "spread"))
    blocks = tuple(KINDS[name].block(known, scales) for name in names)
    if ready.tau_m is not None:
        plausible.check_torque(robot, ready, sum(block.coordinates for block in blocks))
    sensed, bent = "stiffness" in names and senses_torque(robot, ready), known
    if sensed and ("damping" in names or "delay" in names):
        raise InputError("free: joint torques tell stiffness; damping and delay are told by encoders at the links, q.")
    for _ in range(PASSES if sensed else 1):  # the links' motion depends on the stiffness that it tells
        seen = by_joint_torque(bent, ready) if sensed else ready
        found, equations = _equations(robot, seen, names)
        equations += _elastic(bent, seen, names, late, sensed)
        result = estimate(equations, blocks)
        before, bent = bent, _put(bent, names, result.values)
        if sensed and _settled(before, bent):
            break
    if any(isinstance(part, DeflectionEquations) for part in equations):  # now that it is known what is left of deflections
        equations = [part.settled(result.values) if isinstance(part, DeflectionEquations) else part for part in equations]
        result = estimate(equations, blocks, result.x)
    base = None
    torque = [part for part in equations if isinstance(part, TorqueEquations)]
    if torque:
        base = base_fit(found, torque[0], measured_on_both_sides(found, seen))
    found = _put(found, names, result.values)
    squares = [r @ r for part in torque for r, _ in part.rows(result.values)]
    counts = [count for part in torque for count in part.counts]
    return Fit(
        robot=found,
        parameters=result.values,
        deviation={name: np.sqrt(np.maximum(np.diag(C), 0.0)) for name, C in result.covariance.items()},
        informed=result.informed,
        residual=np.sqrt(np.array(squares) / np.array(counts)),
        relative_residual=float(np.sqrt(sum(squares) / torque[0].squares)) if torque else 0.0,
        base=base,
        prior=known,
        log=seen,
        equations=tuple(equations),
        blocks=blocks,
        estimate=result,
    )


def _equations(robot: Robot, log: Log, names: Sequence[str]) -> tuple[Robot, list[Equations]]:
    """What motor torques say; and the robot, with what they decide of it. None where joint torques were measured in their
    place."""
    found: list[Equations] = []
    for source in SOURCES:
        if any(name in source.kinds for name in names) and (log.tau_m is not None or log.tau_j is None):
            robot, part = source.make(robot, log, [name for name in names if name in source.kinds])
            found.append(part)
    return robot, found


def _elastic(robot: Robot, log: Log, names: Sequence[str], late: float, sensed: bool) -> list[Equations]:
    """What joint torques and encoders on both sides of the gears say; sensed: where links are, only joint torques tell."""
    found: list[Equations] = []
    asked = [name for name in names if name in LINK_SIDE or (sensed and name == "stiffness")]
    if asked and log.tau_j is not None and np.isfinite(log.tau_j).all():
        found.append(joint_torque_equations(robot, log, asked))
    if not sensed and any(name in ELASTIC for name in names):
        found.append(told(deflection_equations(robot, log, names, late)))
    return found


def _put(robot: Robot, names: Sequence[str], values: Values) -> Robot:
    for name in names:
        robot = KINDS[name].put(robot, values[name])
    return robot


def _settled(before: Robot, after: Robot) -> bool:
    """Whether stiffness hardly changed."""
    old, new = (robot.parameter_values("stiffness") for robot in (before, after))
    elastic = np.isfinite(old)
    return bool((np.abs(new - old)[elastic] <= SAME * old[elastic]).all())


def prepared(log: Log) -> Log:
    """The recording with the steps that were not yet taken; one that is filtered stays as it is."""
    if log.cutoff is not None:
        return log
    ready = log.filtered()
    ready = ready.decimated() if ready.factor == 1 else ready
    return ready.moving() if ready.standstill is None else ready


def _scales(robot: Robot, log: Log, spread: float) -> Scales:
    """How large torque, speed and acceleration are; never zero."""
    move = motion(robot, log)
    torque: Any = log.tau_m if log.tau_m is not None else log.tau_j
    if torque is None:
        torque = np.ones((2, robot.n)) * [[0.0], [1.0]]
    tau, speed, acceleration = (np.std(x, axis=0) for x in (torque, move.thetad, move.thetadd))
    found = [np.where(x > 0.0, x, 1.0) for x in (tau, speed, acceleration)]
    return Scales(found[0], found[1], found[2], spread)
