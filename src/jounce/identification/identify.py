"""Identification of robot parameters from recordings of motor torques, joint torques, and motor and link positions."""

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
    at_the_same_time,
    deflection_equations,
    delay_of,
    identifiable,
    measured_on_both_sides,
)
from jounce.identification.fit_result import Fit
from jounce.identification.free_parameters import KINDS, SPREAD_OF_BODIES, RecordingScales, free_names
from jounce.identification.friction_speeds import torque_equations
from jounce.identification.joint_torque_regression import by_joint_torque, joint_torque_equations, senses_torque
from jounce.identification.log import Log
from jounce.identification.log_channels import WHAT
from jounce.identification.maximum_a_posteriori import Equations, Values, estimate
from jounce.identification.torque_regression import TorqueEquations, motion
from jounce.identification.torque_signs import warn_unexplained
from jounce.numerics.blas_threads import single_threaded
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.robot.validation import positive
from jounce.trajectory.path import Floats

FREE = ("inertia", "rotor_inertia", "viscous_friction", "coulomb_friction", "torque_offset")
"""Kinds of parameters that are estimated by default."""


SPREADS = 1e-6, 1e6
"""Smallest and largest accepted relative prior deviation of masses; beyond, the prior fixes the masses or has no effect."""
PASSES, SAME = 8, 1e-4
"""If link motion is computed from joint torque and stiffness, the fit is repeated up to PASSES times, until the relative change
of every stiffness is at most SAME."""


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
"""Kinds of parameters that enter the equations of motor torque."""


@single_threaded
def identify(
    robot: Robot,
    log: Log | Sequence[Log],
    free: Sequence[str] = FREE,
    prior: Robot | None = None,
    *,
    spread: float = SPREAD_OF_BODIES,
) -> Fit:
    """Estimate the parameters of a robot from one or several recordings, given prior values (maximum a posteriori).

    Parameters
    ----------
    robot : Robot
        The robot; parameters that are not free keep the values of this robot.
    log : Log or sequence of Log
        Recordings with the same channels, in SI units, on the link side of the gears. An unfiltered recording goes through
        `filtered()`, `decimated()` and `moving()` with their defaults. Noise and delay are estimated for each recording. If both
        encoders were recorded, links move with q and motors with theta; if stiffness is estimated from theta and tau_j, link
        positions are computed from theta and tau_j; otherwise joints are assumed to be rigid.
    free : sequence of str
        Kinds of parameters to estimate; see the table in Notes.
    prior : Robot, optional
        The robot whose parameters are the prior mean (default: `robot`).
    spread : float
        Relative prior standard deviation of the masses. If masses are from CAD and the recording is short, 0.3 predicts other
        motions better than the default.

    Returns
    -------
    Fit
        The robot with the estimated parameters, their standard deviations, residuals, base parameters, report and
        cross-validation.

    Raises
    ------
    InputError
        If a recording cannot be of this robot (positions in degrees, swapped or clipped channels, wrong signs) or is too short.

    Notes
    -----
    The prior of a scalar parameter is normal; the table states its standard deviation, or its ratio to the value of the robot
    `prior`. For friction, damping and rotor inertia a typical value is used instead if it is larger (of the recording; for
    damping 0.002 s times stiffness). The spread of the torque is the standard deviation of the measured motor torque.

    | kind | parameters | prior |
    |---|---|---|
    | inertia | ten parameters per link, physically consistent | divergence of [Lee2020], with the relative `spread` of mass |
    | payload | ten parameters of a load at the tool | divergence from a tenth of the mass of the robot, relative spread 1 |
    | rotor_inertia | of the drives | 50 % |
    | viscous_friction, coulomb_friction | of the drives, with the Coulomb speed; 'friction' names both kinds | 100 % |
    | stribeck_friction | of the drives, with the Stribeck speed; requires coulomb_friction | 100 % |
    | link_viscous_friction, link_coulomb_friction | of joints that have `friction` | 100 % |
    | stiffness, damping | of elastic joints with theta and q; stiffness also with theta and tau_j | 100 % |
    | delay | of the link encoders against the motor encoders, one per recording | 10 ms |
    | torque_offset | constant offset of the measured torque, such as direction-dependent dry friction | spread of the torque |
    | parallel_spring | factor on the torque of springs parallel to the drives | 30 % |

    Examples
    --------
    >>> robot = jn.load("planar_2r").with_drives(rotor_inertia=1e-4, gear_ratio=50.0)
    >>> path = jn.excitation(robot, 4.0)
    >>> t = np.linspace(0.0, 4.0, 2001)
    >>> log = jn.Log(t, theta=path(t)[0], tau_m=jn.feedforward(robot, path, t).tau_m)
    >>> jn.identify(robot, log, free=("inertia", "rotor_inertia")).relative_residual < 1e-2
    True
    """
    names = free_names(free)
    expected = robot if prior is None else prior
    logs = _recordings(robot, expected, log)
    for k, recording in enumerate(logs):
        log_checks.check(robot, recording, "the recording" if len(logs) == 1 else f"recording {k + 1}")
    prepared_logs = [prepared(recording) for recording in logs]
    delays = [0.0] * len(logs)
    if "delay" in names:
        delays = [delay_of(robot, recording) for recording in prepared_logs]
        prepared_logs = [at_the_same_time(recording, delay) for recording, delay in zip(prepared_logs, delays)]
    if not SPREADS[0] <= positive(spread, "spread") <= SPREADS[1]:
        raise InputError(f"spread: expected a share of the mass from {SPREADS[0]:g} to {SPREADS[1]:g}, got {spread:g}.")
    scales = _scales(robot, prepared_logs, float(spread))
    blocks = tuple(KINDS[name].block(expected, scales) for name in names)
    if prepared_logs[0].tau_m is not None:
        log_checks.check_torque(robot, prepared_logs, sum(block.coordinates for block in blocks))
    by_torque, current = "stiffness" in names and senses_torque(robot, prepared_logs[0]), expected
    if by_torque and ("damping" in names or "delay" in names):
        raise InputError("free: joint torques tell stiffness; damping and delay are told by encoders at the links, q.")
    for _ in range(PASSES if by_torque else 1):  # the links' motion depends on the stiffness that it tells
        used = [by_joint_torque(current, recording) if by_torque else recording for recording in prepared_logs]
        sharp, torque = _torque(robot, used, names)
        equations = [*torque, *_elastic(current, used, names, delays, by_torque)]
        result = estimate(equations, blocks)
        before, current = current, _put(current, names, result.values)
        if by_torque and _settled(before, current):
            break
    if any(isinstance(group, DeflectionEquations) for group in equations):  # residual deflections are known now
        equations = [group.settled(result.values) if isinstance(group, DeflectionEquations) else group for group in equations]
        result = estimate(equations, blocks, result.x)
    both_sides = () if used[0].q is None else measured_on_both_sides(sharp, used[0])
    base = base_fit(sharp, torque, both_sides) if torque else None
    squares = np.array([[r @ r for r, _ in group.rows(result.values)] for group in torque])
    counts = np.array([group.counts for group in torque])
    residual = np.sqrt(squares.sum(axis=0) / counts.sum(axis=0)) if torque else np.zeros(0)
    if torque:
        warn_unexplained(sharp, residual, _spread(sharp, prepared_logs))
    return Fit(
        robot=_put(sharp, names, result.values),
        parameters=result.values,
        deviation={name: np.sqrt(np.maximum(np.diag(C), 0.0)) for name, C in result.covariance.items()},
        informed=result.informed,
        residual=residual,
        relative_residual=float(np.sqrt(squares.sum() / sum(group.squares for group in torque))) if torque else 0.0,
        base=base,
        prior=expected,
        logs=tuple(used),
        equations=tuple(equations),
        blocks=blocks,
        estimate=result,
    )


def _spread(robot: Robot, logs: Sequence[Log]) -> Floats:
    """Return the standard deviation of the measured torques N^T tau_m at the joints, over all recordings (n,) [Nm or N]."""
    N = plant_of(robot).transmission.matrix(robot.n)
    return np.asarray(np.sqrt(np.mean([np.var(np.asarray(log.tau_m) @ N, axis=0) for log in logs], axis=0)))


def _recordings(robot: Robot, expected: Robot, recordings: Log | Sequence[Log]) -> list[Log]:
    """Return the recordings as a list; raise InputError for wrong types and for recordings with different channels.

    InputError is raised, too, if the prior robot `expected` does not have the joint names and the number of links of `robot`.
    """
    logs: list[Any] = list(recordings) if isinstance(recordings, (list, tuple)) else [recordings]
    if (
        not isinstance(robot, Robot)
        or not isinstance(expected, Robot)
        or not all(isinstance(log, Log) for log in logs)
        or not logs
    ):
        kinds = ", ".join(dict.fromkeys(type(log).__name__ for log in logs)) or "none"
        raise InputError(f"identify: expected a robot and a Log, or several; got {type(robot).__name__} and {kinds}.")
    if expected.joint_names != robot.joint_names or len(expected.links) != len(robot.links):
        raise InputError(f"prior: robot {expected.name!r} has other joints or links than {robot.name!r}.")
    channels = [[name for name in WHAT if getattr(log, name) is not None] for log in logs]
    for k, names in enumerate(channels):
        if names != channels[0]:
            raise InputError(
                f"recording {k + 1} has the channels {', '.join(names)}, the first one {', '.join(channels[0])}; expected the "
                "same of all that go into one fit."
            )
    return logs


def _torque(robot: Robot, logs: Sequence[Log], names: Sequence[str]) -> tuple[Robot, list[TorqueEquations]]:
    """Return the robot with fitted friction speeds, and the motor-torque equations of each recording.

    There are no equations if no free kind enters the motor torque, or if only joint torques were measured.
    """
    kinds = [name for name in names if name in BY_TORQUE]
    if not kinds or (logs[0].tau_m is None and logs[0].tau_j is not None):
        return robot, []
    return torque_equations(robot, logs, kinds)


def _elastic(
    robot: Robot, logs: Sequence[Log], names: Sequence[str], delays: Sequence[float], by_torque: bool
) -> list[Equations]:
    """Return the equations of joint torques and of deflections; by_torque: True if stiffness is estimated from joint torques.

    delays: time [s] by which the link readings of each recording were shifted already.
    """
    equations: list[Equations] = []
    kinds = [name for name in names if name in LINK_SIDE or (by_torque and name == "stiffness")]
    if kinds and logs[0].tau_j is not None and all(np.isfinite(np.asarray(log.tau_j)).all() for log in logs):
        equations += [joint_torque_equations(robot, log, kinds) for log in logs]
    if not by_torque and any(name in ELASTIC for name in names):
        equations += identifiable(
            [deflection_equations(robot, log, names, delay, k) for k, (log, delay) in enumerate(zip(logs, delays))]
        )
    return equations


def _put(robot: Robot, names: Sequence[str], values: Values) -> Robot:
    """Return the robot with the estimated values {kind: array} of the named kinds."""
    for name in names:
        robot = KINDS[name].put(robot, values[name])
    return robot


def _settled(before: Robot, after: Robot) -> bool:
    """Return True if the relative change of stiffness between two robots is at most `SAME` at every elastic joint."""
    old, new = (robot.parameter_values("stiffness") for robot in (before, after))
    elastic = np.isfinite(old)
    return bool((np.abs(new[elastic] - old[elastic]) <= SAME * old[elastic]).all())


def prepared(log: Log) -> Log:
    """Return the recording filtered, decimated and without standstill, with default settings; unchanged if filtered before."""
    if log.cutoff is not None:
        return log
    ready = log.filtered()
    ready = ready.decimated() if ready.factor == 1 else ready
    return ready.moving() if ready.standstill is None else ready


def _scales(robot: Robot, logs: Sequence[Log], spread: float) -> RecordingScales:
    """Return the standard deviations of torque, motor speed and acceleration over all recordings; 1 in place of zero."""
    moves = [motion(robot, log) for log in logs]
    torques: list[Any] = [log.tau_m if log.tau_m is not None else log.tau_j for log in logs]
    torques = [np.ones((2, robot.n)) * [[0.0], [1.0]] if x is None else x for x in torques]
    kinds = torques, [move.thetad for move in moves], [move.thetadd for move in moves]
    sizes = (np.std(np.concatenate(x), axis=0) for x in kinds)
    tau, speed, acceleration = (np.where(x > 0.0, x, 1.0) for x in sizes)
    return RecordingScales(tau, speed, acceleration, spread, len(logs))
