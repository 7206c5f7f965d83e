"""What the motors do along a motion of all joints.

Joints without damping: their motors follow from the motion at each instant. Damped elastic joints: the deflection of each solves

    K delta + D deltad = tau_j(t)

along the motion, which `damping` integrates exactly between samples for a joint torque that is a quintic polynomial there. The
state of that filter is the acceleration of the deflection, called `bend` here.
"""

from typing import NamedTuple

import numpy as np

from jounce.dynamics.motor import shaft_torque
from jounce.errors import InputError
from jounce.functions.inverse_dynamics import drive, inverse_dynamics, joint_torque, with_stiffness
from jounce.functions.motors import with_motors
from jounce.inverse import damping
from jounce.inverse.acting import Acting
from jounce.inverse.motion import Rows, rows
from jounce.numbers.packing import Array
from jounce.plant.plant import at_freedoms, plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Path

ORDER_OF_ACCURACY = 6
"""Power of the spacing of t with which the error of the filters falls."""
SPACING = 1e-3
"""Spacing of the samples of damped joints where t is a single instant and does not say [s]."""
MOST = 100_000
"""Most samples that are added before t[0], or after the last time of a plan."""


class MotorsAlong(NamedTuple):
    """Links and motors at times t (T,) [s]. The fields are those of `Plan`."""

    t: Array
    q: Rows
    theta: Array
    tau_m: Array
    tau_j: Array
    delta: Array
    bend: Array | None


class Filters(NamedTuple):
    """The filters of a robot's damped elastic drives, (m,) each. K = D = 1 where a drive has none."""

    K: Array
    """[Nm/rad or N/m]."""
    D: Array
    """[Nm s/rad or N s/m]."""
    damped: Array
    """Whether the joint has a filter."""


def filters(robot: Robot) -> Filters:
    """The filters of damped elastic joints; raises where a damped spring is not linear."""
    motors = with_motors(robot, plant_of(robot)).motors
    for joint, m in zip(robot.motor_joints, motors):
        if m.damping and not m.is_linear:
            raise InputError(
                f"joint {joint.name!r} has damping and a {type(m.spring).__name__}; along a motion damping goes with linear "
                "springs only. Use drives with damping = 0 or a stiffness that is a number."
            )
    damped = np.array([m.elastic and m.damping > 0.0 for m in motors])
    K = np.array([m.spring.stiffness(0.0) if d and m.spring is not None else 1.0 for m, d in zip(motors, damped)])
    D = np.array([m.damping if d else 1.0 for m, d in zip(motors, damped)])
    return Filters(K, D, damped)


def time_constants(robot: Robot) -> dict[str, float]:
    """D / K of every damped elastic drive, by the name of its motor [s]."""
    K, D, damped = filters(robot)
    return {name: float(d / k) for name, k, d, yes in zip(robot.motor_names, K, D, damped) if yes}


def along(robot: Robot, motion: Path, t: Array, acting: Acting) -> MotorsAlong:
    """Links and motors at times t (T,) [s] of a motion in joint space."""
    if filters(robot).damped.any():
        return _filtered(robot, motion, t, acting)
    order = robot.motion_order
    Q = rows(robot, motion, t, order)
    wrench = acting.wrenches(t, order - 2)
    if any(joint.spring is not None for joint in robot.joints):
        tau = joint_torque(robot, *Q, wrench=wrench)
        held = np.concatenate([tau, np.zeros((3 - len(tau), *tau.shape[1:]))])
        done = drive(*with_stiffness(robot, **acting.drives(t, 2)), _three(robot, Q), held)
        return MotorsAlong(t, Q, done.theta, done.tau_m, tau, done.delta, None)
    done = inverse_dynamics(robot, *Q, wrench=wrench, **acting.drives(t, order - 2))
    return MotorsAlong(t, Q, done.theta, done.tau_m, done.tau_j, done.delta, None)


def _three(robot: Robot, Q: Rows) -> Array:
    """(q, qd, qdd) (3, T, n), one number a freedom each."""
    return np.stack([at_freedoms(robot, Q[0]), *Q[1:3]])


# ---------------------------------------------------------------- damped joints


def _filtered(robot: Robot, motion: Path, t: Array, acting: Acting) -> MotorsAlong:
    """The filters begin at rest with the motion, or so long before t[0] that nothing is left of how they began.

    The ends of the motion are among the samples: the second derivative of the joint torque jumps there.
    """
    K, D, damped = filters(robot)
    spacing = _spacing(t)
    start = max(motion.start_time, t[0] - max(damping.FORGOTTEN * float((D / K)[damped].max()), spacing))
    count = _count(t[0] - start, spacing)
    earlier = t[0] - (t[0] - start) * np.arange(1, count + 1) / max(count, 1)
    ends = [x for x in (motion.start_time, motion.end_time) if min(start, t[0]) < x < t[-1]]
    grid = np.union1d(t, np.concatenate([earlier, ends]))
    Q, tau = _links(robot, motion, grid, acting)
    held = at_motors(robot, tau)
    steady = np.zeros(robot.m) if grid[0] <= motion.start_time else held[2, 0] / K
    bend = damping.run(steady, grid, held, _resting(motion, grid[:-1], grid[1:]), K, D)
    keep = np.searchsorted(grid, t)
    picked = Q[:, keep] if isinstance(Q, np.ndarray) else tuple(row[keep] for row in Q)
    return _with_filters(robot, t, picked, tau[:, keep], bend[keep])


def go_on(robot: Robot, motion: Path, known: MotorsAlong, t: Array, acting: Acting) -> MotorsAlong:
    """Links and motors at other times, each by one step of the filters from the last known sample before it."""
    if t[0] < known.t[0]:
        raise InputError(f"t begins at {t[0]:.6g} s, before the plan, which begins at {known.t[0]:.6g} s.")
    K, D, _ = filters(robot)
    grid, before, bend = _on_the_way(robot, motion, known, t[-1], acting)
    i = np.searchsorted(grid, t, side="right") - 1
    h = (t - grid[i])[:, None]
    Q, tau = _links(robot, motion, t, acting)
    still = _resting(motion, grid[i], t)[:, None] | (h == 0.0)
    moved = damping.step(bend[i], np.where(still, 1.0, h), before[:, i], at_motors(robot, tau), K, D)
    return _with_filters(robot, t, Q, tau, np.where(still, np.exp(-h * K / D) * bend[i], moved))


def _on_the_way(robot: Robot, motion: Path, known: MotorsAlong, until: float, acting: Acting) -> tuple[Array, Array, Array]:
    """Times, torques that the drives carry and filter states to go on from.

    They are those that are known, at the ends of the motion, and at samples up to `until`.
    """
    assert known.bend is not None
    more = min(until, motion.end_time) - known.t[-1]
    count = _count(more, _spacing(known.t))
    ends = [x for x in (motion.start_time, motion.end_time) if known.t[0] < x < until]
    grid = np.union1d(known.t, np.concatenate([known.t[-1] + more * np.arange(count) / max(count, 1), ends]))
    if len(grid) == len(known.t):
        return known.t, at_motors(robot, known.tau_j), known.bend
    K, D, _ = filters(robot)
    _, tau = _links(robot, motion, grid, acting)
    held = at_motors(robot, tau)
    return grid, held, damping.run(known.bend[0], grid, held, _resting(motion, grid[:-1], grid[1:]), K, D)


def _with_filters(robot: Robot, t: Array, Q: Rows, tau: Array, bend: Array) -> MotorsAlong:
    """Motors of damped joints from the states of their filters, all other motors from the instant."""
    K, D, damped = filters(robot)
    done = drive(robot, None, _three(robot, Q), tau)
    held = at_motors(robot, tau)
    deflection = damping.deflections(bend, held, K, D)
    moved = _three(robot, Q) @ plant_of(robot).transmission.matrix(robot.n).T
    theta = np.where(damped, moved + deflection, done.theta)
    tau_m = done.tau_m.copy()
    for i, m in enumerate(plant_of(robot).motors):
        if damped[i]:
            tau_m[:, i] = shaft_torque(m, tuple(theta[:, :, i]), held[0, :, i])
    return MotorsAlong(t, Q, theta, tau_m, tau, np.where(damped, deflection[0], done.delta), bend)


def at_motors(robot: Robot, tau: Array) -> Array:
    """What each drive carries of joint torques and their rates (3, T, n): (3, T, m). Preloads are the robot's own, constant."""
    plant = plant_of(robot)
    carried = np.zeros((*tau.shape[:-1], robot.m - robot.n))
    carried[0] = plant.preload
    left = tau.copy()
    left[..., list(plant.transmission.seconds)] -= carried
    return np.concatenate([left @ plant.transmission.inverse_matrix(robot.n), carried], axis=-1)


def _links(robot: Robot, motion: Path, t: Array, acting: Acting) -> tuple[Rows, Array]:
    """The links' motion and the joint torques with their time derivatives."""
    Q = rows(robot, motion, t, robot.motion_order)
    return Q, joint_torque(robot, *Q, wrench=acting.wrenches(t, robot.motion_order - 2))


def _spacing(t: Array) -> float:
    """The spacing of samples that are added to those of t [s]: the median spacing of t."""
    return float(np.median(np.diff(t))) if len(t) > 1 else SPACING


def _count(duration: float, spacing: float) -> int:
    """How many samples fill a duration at this spacing or a closer one."""
    return max(0, int(min(np.ceil(duration / spacing), MOST)))


def _resting(motion: Path, begin: Array, end: Array) -> Array:
    """Whether the motion rests from begin to end, a span that has no end of the motion inside."""
    return (begin >= motion.end_time) | (end <= motion.start_time)
