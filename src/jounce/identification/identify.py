"""The numbers of a robot from a recording of its motion."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.identification import log_checks
from jounce.identification.base_parameter_fit import base_fit
from jounce.identification.deflection_regression import (
    ELASTIC,
    LINK_SIDE,
    DeflectionEquations,
    deflection_equations,
    measured_on_both_sides,
    told,
)
from jounce.identification.encoder_delay import at_the_same_time, delay_of
from jounce.identification.fit_result import Fit
from jounce.identification.free_parameters import KINDS, SPREAD_OF_BODIES, RecordingScales, free_names
from jounce.identification.friction_speeds import torque_equations
from jounce.identification.joint_torque_regression import by_joint_torque, joint_torque_equations, senses_torque
from jounce.identification.log import Log
from jounce.identification.log_channels import WHAT
from jounce.identification.maximum_a_posteriori import Equations, Values, estimate
from jounce.identification.torque_regression import TorqueEquations, motion
from jounce.identification.torque_signs import warn_unexplained
from jounce.robot import Robot
from jounce.trajectory.path import Floats, positive

FREE = ("inertia", "rotor_inertia", "viscous_friction", "coulomb_friction", "torque_offset")
"""What is sought unless said."""


SPREADS = 1e-6, 1e6
"""Least and largest share of the mass by which masses may be off: beyond, the prior is a wall or nothing."""
PASSES, SAME = 8, 1e-4
"""Of fits where the links' motion follows from the stiffness that is sought, and its relative change at which that is found."""


BY_TORQUE = (
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
)
"""Kinds that motor torques tell."""


def identify(
    robot: Robot,
    log: Log | Sequence[Log],
    free: Sequence[str] = FREE,
    prior: Robot | None = None,
    *,
    spread: float = SPREAD_OF_BODIES,
) -> Fit:
    """The numbers of a robot that explain a recording, or several together, best, given what was known of them before.

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
    | delay | of the encoders at the links against those at the motors, one a recording | 10 ms |
    | torque_offset | constant part of the measured torque: dry friction that depends on the direction | its own spread |
    | parallel_spring | factor on the torque of springs beside the drives | 30 % |

    prior: the robot whose numbers are expected, unless said `robot`. spread: how far its masses may be off, relative; where they
    are those of CAD and the recording is short, 0.3 predicts other motions better. A recording that is not yet filtered goes
    through `filtered()`, `decimated()` and `moving()` with their defaults. Joints are taken for rigid; where both encoders saw
    them, links move with q and motors with theta. Several recordings have the same channels; noise and delay are each one's own.
    Recordings that cannot be of this robot are refused before the fit.
    """
    names = free_names(free)
    known = robot if prior is None else prior
    logs = _recordings(robot, known, log)
    for k, each in enumerate(logs):
        log_checks.check(robot, each, "the recording" if len(logs) == 1 else f"recording {k + 1}")
    ready = [prepared(each) for each in logs]
    late = [delay_of(robot, each) if "delay" in names else 0.0 for each in ready]
    ready = [at_the_same_time(each, by) for each, by in zip(ready, late)]
    if not SPREADS[0] <= positive(spread, "spread") <= SPREADS[1]:
        raise InputError(f"spread: expected a share of the mass from {SPREADS[0]:g} to {SPREADS[1]:g}, got {spread:g}.")
    scales = _scales(robot, ready, float(spread))
    blocks = tuple(KINDS[name].block(known, scales) for name in names)
    if ready[0].tau_m is not None:
        log_checks.check_torque(robot, ready, sum(block.coordinates for block in blocks))
    sensed, bent = "stiffness" in names and senses_torque(robot, ready[0]), known
    if sensed and ("damping" in names or "delay" in names):
        raise InputError("free: joint torques tell stiffness; damping and delay are told by encoders at the links, q.")
    for _ in range(PASSES if sensed else 1):  # the links' motion depends on the stiffness that it tells
        seen = [by_joint_torque(bent, each) if sensed else each for each in ready]
        found, torque = _torque(robot, seen, names)
        equations = [*torque, *_elastic(bent, seen, names, late, sensed)]
        result = estimate(equations, blocks)
        before, bent = bent, _put(bent, names, result.values)
        if sensed and _settled(before, bent):
            break
    if any(isinstance(part, DeflectionEquations) for part in equations):  # now that it is known what is left of deflections
        equations = [part.settled(result.values) if isinstance(part, DeflectionEquations) else part for part in equations]
        result = estimate(equations, blocks, result.x)
    base = base_fit(found, torque, measured_on_both_sides(found, seen[0])) if torque else None
    squares = np.array([[r @ r for r, _ in part.rows(result.values)] for part in torque])
    counts = np.array([part.counts for part in torque])
    residual = np.sqrt(squares.sum(axis=0) / counts.sum(axis=0)) if torque else np.zeros(0)
    if torque:
        warn_unexplained(found, residual, _spread(ready))
    return Fit(
        robot=_put(found, names, result.values),
        parameters=result.values,
        deviation={name: np.sqrt(np.maximum(np.diag(C), 0.0)) for name, C in result.covariance.items()},
        informed=result.informed,
        residual=residual,
        relative_residual=float(np.sqrt(squares.sum() / sum(part.squares for part in torque))) if torque else 0.0,
        base=base,
        prior=known,
        logs=tuple(seen),
        equations=tuple(equations),
        blocks=blocks,
        estimate=result,
    )


def _spread(logs: Sequence[Log]) -> Floats:
    """Return the standard deviation of each joint's measured torque (n,)."""
    return np.asarray(np.sqrt(np.mean([np.var(np.asarray(log.tau_m), axis=0) for log in logs], axis=0)))


def _recordings(robot: Robot, known: Robot, given: Log | Sequence[Log]) -> list[Log]:
    """The recordings one by one; refuses what is none, and robots that are not alike."""
    logs: list[Any] = list(given) if isinstance(given, (list, tuple)) else [given]
    if not isinstance(robot, Robot) or not isinstance(known, Robot) or not all(isinstance(log, Log) for log in logs) or not logs:
        kinds = ", ".join(dict.fromkeys(type(log).__name__ for log in logs)) or "none"
        raise InputError(f"identify: expected a robot and a Log, or several; got {type(robot).__name__} and {kinds}.")
    if known.joint_names != robot.joint_names or len(known.links) != len(robot.links):
        raise InputError(f"prior: robot {known.name!r} has other joints or links than {robot.name!r}.")
    had = [[name for name in WHAT if getattr(log, name) is not None] for log in logs]
    for k, names in enumerate(had):
        if names != had[0]:
            raise InputError(
                f"recording {k + 1} has the channels {', '.join(names)}, the first one {', '.join(had[0])}; expected the same of "
                "all that go into one fit."
            )
    return logs


def _torque(robot: Robot, logs: Sequence[Log], names: Sequence[str]) -> tuple[Robot, list[TorqueEquations]]:
    """What motor torques say; and the robot, with what they decide of it. None where joint torques were measured in their
    place."""
    asked = [name for name in names if name in BY_TORQUE]
    if not asked or (logs[0].tau_m is None and logs[0].tau_j is not None):
        return robot, []
    return torque_equations(robot, logs, asked)


def _elastic(robot: Robot, logs: Sequence[Log], names: Sequence[str], late: Sequence[float], sensed: bool) -> list[Equations]:
    """What joint torques and encoders on both sides of the gears say; sensed: where links are, only joint torques tell."""
    found: list[Equations] = []
    asked = [name for name in names if name in LINK_SIDE or (sensed and name == "stiffness")]
    if asked and logs[0].tau_j is not None and all(np.isfinite(np.asarray(log.tau_j)).all() for log in logs):
        found += [joint_torque_equations(robot, log, asked) for log in logs]
    if not sensed and any(name in ELASTIC for name in names):
        found += told([deflection_equations(robot, log, names, by, k) for k, (log, by) in enumerate(zip(logs, late))])
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


def _scales(robot: Robot, logs: Sequence[Log], spread: float) -> RecordingScales:
    """How large torque, speed and acceleration are; never zero."""
    moves = [motion(robot, log) for log in logs]
    torques: list[Any] = [log.tau_m if log.tau_m is not None else log.tau_j for log in logs]
    torques = [np.ones((2, robot.n)) * [[0.0], [1.0]] if x is None else x for x in torques]
    kinds = torques, [move.thetad for move in moves], [move.thetadd for move in moves]
    sizes = (np.std(np.concatenate(x), axis=0) for x in kinds)
    tau, speed, acceleration = (np.where(x > 0.0, x, 1.0) for x in sizes)
    return RecordingScales(tau, speed, acceleration, spread, len(logs))
