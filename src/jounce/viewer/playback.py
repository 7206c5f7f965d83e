"""Motions for the viewer's page, from plans, runs and recordings: positions, deflections, curves.

Deflections and errors are computed in this module in float64: the page has rounded values, whose differences would not show an
error of 1e-12 rad.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.functions.kinematics import tool_pose
from jounce.inverse.peaks import Peaks
from jounce.inverse.plan import Plan, check_times
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.robot.validation import short
from jounce.simulation.record import Run
from jounce.viewer.wrenches import Wrench, read_wrenches

MOST = 1000
"""Largest number of evenly spaced samples of a motion on the page; the samples at the extremes of the curves come on top."""
MILLI = 1e3


@by_value
class Curves(NamedTuple):
    """One panel of curves on the page, with one curve for each column of `values` (T, c), in the unit `unit`."""

    title: str
    unit: str
    names: tuple[str, ...]
    """Name of the joint or motor of each curve; empty for a single curve of the whole motion."""
    values: Array
    limits: Array
    """Limits (c,) on the absolute value of each curve, in the same unit; infinite where there is no limit."""


@by_value
class Motion(NamedTuple):
    """Motion of a robot that the page animates, sampled at times t (T,) [s]."""

    robot: Robot
    t: Array
    q: Array
    """Link positions (T, nq) [rad or m]."""
    bent: Array | None = None
    """Deflection of q from the motor positions (T, nq) [rad or m], q itself for joints without a motor; None if rigid."""
    torque: Array | None = None
    """Torque of the motors, without second motors of joints (T, n) [Nm or N]; None if unknown."""
    plan: tuple[Robot, Array] | None = None
    """For a run: robot of its plan, and planned link positions (T, nq) [rad or m]; None for other motions."""
    path: Array | None = None
    """Planned position of the tool in the base frame (T, 3) [m]; None for a recorded motion."""
    curves: tuple[Curves, ...] = ()
    peaks: Peaks = Peaks()
    wrenches: tuple[Wrench, ...] = ()

    @property
    def names(self) -> list[str]:
        """Return the distinct names of all curves, in order."""
        return list(dict.fromkeys(name for curves in self.curves for name in curves.names))

    def thinned(self) -> "Motion":
        """Return the motion with at most `MOST` evenly spaced samples, and the samples at the extremes of every curve."""
        if len(self.t) <= MOST:
            return self
        keep = {*np.linspace(0, len(self.t) - 1, MOST).round().astype(int).tolist()}
        for curves in self.curves:
            keep |= {*curves.values.argmax(axis=0).tolist(), *curves.values.argmin(axis=0).tolist()}
        at = np.array(sorted(keep))
        return self._replace(
            t=self.t[at],
            q=self.q[at],
            bent=None if self.bent is None else self.bent[at],
            torque=None if self.torque is None else self.torque[at],
            plan=None if self.plan is None else (self.plan[0], self.plan[1][at]),
            path=None if self.path is None else self.path[at],
            curves=tuple(curves._replace(values=curves.values[at]) for curves in self.curves),
            wrenches=tuple(wrench._replace(values=wrench.values[at]) for wrench in self.wrenches),
        )


def plan_motion(plan: Plan) -> Motion:
    """Return the viewer's motion of a plan."""
    robot, q = plan.robot, plan.q[0]
    curves = [_torque(robot, plan.tau_m), *_deflection(robot, plan.delta, q)]
    return Motion(
        robot,
        plan.t,
        _finite(robot, q),
        _bent(robot, q, plan.theta[0]),
        plan.tau_m[:, : robot.n],
        path=tool_pose(robot, q)[0],
        curves=tuple(curves),
        peaks=plan.peaks,
        wrenches=read_wrenches(robot, {link: (path(plan.t, 0)[0],) for link, path in plan.wrench.items()}, len(plan.t)),
    )


def run_motion(run: Run) -> Motion:
    """Return the viewer's motion of a run: wrenches that acted, planned motion, errors of links and tool against the plan."""
    robot, plan = run.robot, run.plan
    path = tool_pose(plan.robot, plan.q[0])[0]
    away = np.linalg.norm(tool_pose(robot, run.q)[0] - path, axis=1)
    delta = run.theta - _moved(robot, run.q) @ plant_of(robot).transmission.matrix(robot.n).T
    single, _ = _columns(robot)
    curves = [
        _torque(robot, run.tau_m),
        *_deflection(robot, delta, run.q),
        _readable("error of the links", robot, single, run.error[:, single], np.full(len(single), np.inf)),
        Curves("tool away from the plan", "mm", (), MILLI * away[:, None], np.full(1, np.inf)),
    ]
    return Motion(
        robot,
        run.t,
        _finite(robot, run.q),
        _bent(robot, run.q, run.theta),
        run.tau_m[:, : robot.n],
        (plan.robot, plan.q[0]),
        path,
        tuple(curves),
        run.peaks,
        read_wrenches(robot, {link: (values,) for link, values in run.wrench.items()}, len(run.t)),
    )


def recorded_motion(robot: Robot, t: Any, q: Any) -> Motion:
    """Return the viewer's motion of a recording: times t (T,) [s] and positions q (T, nq) [rad or m]."""
    times = check_times(t)
    try:
        recorded = np.asarray(q, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"q: expected positions in rad or m, {error}.") from None
    if recorded.shape != (len(times), robot.nq):
        raise InputError(
            f"q: expected shape {(len(times), robot.nq)}, a row for each time and a column for each position of robot "
            f"{robot.name!r}, got {recorded.shape}."
        )
    recorded = np.array(_finite(robot, recorded))
    velocities, positions = _columns(robot)
    curves = []
    if positions:
        curves.append(_readable("position", robot, velocities, recorded[:, positions], np.full(len(positions), np.inf)))
    at = 0
    for joint in robot.joints:
        if joint.freedoms > 1:
            quaternion = recorded[:, at : at + 4]
            if not (np.linalg.norm(quaternion, axis=1) > 0.0).all():
                raise InputError(f"q, joint {joint.name!r}: expected a quaternion (x, y, z, w), got one that is zero.")
            flips = np.sum(quaternion[1:] * quaternion[:-1], axis=1) < 0.0  # -q is the same pose, but not on the way there
            quaternion[1:][np.cumsum(flips) % 2 == 1] *= -1.0
            if joint.type == "floating":
                names = tuple(f"{joint.name} {axis}" for axis in "xyz")
                curves.append(Curves("origin of the base", "m", names, recorded[:, at + 4 : at + 7], np.full(3, np.inf)))
        at += joint.positions
    return Motion(robot, times, recorded, curves=tuple(curves))


def _finite(robot: Robot, q: Array) -> Array:
    if not np.isfinite(q).all():
        row, column = np.argwhere(~np.isfinite(q))[0]
        raise InputError(f"q: expected finite positions of robot {robot.name!r}, got {short(q[row, column])} in row {row}.")
    return q


def _columns(robot: Robot) -> tuple[list[int], list[int]]:
    """Return the indices of all joints of one DOF: among the n velocities, and among the nq positions."""
    velocities, positions = [], []
    v = p = 0
    for joint in robot.joints:
        if joint.freedoms == 1:
            velocities.append(v)
            positions.append(p)
        v, p = v + joint.freedoms, p + joint.positions
    return velocities, positions


def _moved(robot: Robot, q: Array) -> Array:
    """Return positions q (T, nq) with one column per DOF (T, n): zero for joints of several DOFs."""
    velocities, positions = _columns(robot)
    moved = np.zeros((len(q), robot.n))
    moved[:, velocities] = q[:, positions]
    return moved


def _bent(robot: Robot, q: Array, theta: Array) -> Array | None:
    """Return the deflection (T, nq) of the links from the motors' position, q - N^-1 theta; None for rigid robots.

    N: transmission matrix; theta (T, m): motor positions, N q at rigid motors. The deflection of a joint without a motor is q.
    """
    plant, n = plant_of(robot), robot.n
    elastic = [i for i in plant.elastic if i < n]
    if not elastic and not plant.passive:
        return None
    velocities, positions = _columns(robot)
    moved = _moved(robot, q)
    motors = moved @ plant.transmission.matrix(n)[:n].T
    motors[:, elastic] = theta[:, elastic]
    by_motors = motors @ plant.transmission.inverse_matrix(n).T
    by_motors[:, plant.passive] = 0.0
    bent = np.zeros_like(q)
    bent[:, positions] = moved[:, velocities] - by_motors[:, velocities]
    return bent


def _torque(robot: Robot, tau: Array) -> Curves:
    """Return the curves of the torques tau (T, m) [Nm or N] of all motors of joints of one DOF, with the torque limits."""
    at = [i for i, joint in enumerate(robot.motor_joints) if joint.spring is None and joint.freedoms == 1]
    return _readable("motor torque", robot, at, tau[:, at], robot.motor_limits.motor_torque[at], ("Nm", "N"))


def _deflection(robot: Robot, delta: Array, q: Array) -> list[Curves]:
    """Return the deflection curves of elastic motors, from delta (T, m), and of joints without a motor; empty if rigid."""
    plant = plant_of(robot)
    at = sorted({*plant.elastic, *plant.passive})
    if not at:
        return []
    bent = np.array(delta)
    bent[:, plant.passive] = _moved(robot, q)[:, plant.passive]
    return [_readable("deflection", robot, at, bent[:, at], robot.motor_limits.deflection[at])]


def _readable(
    title: str, robot: Robot, at: Sequence[int], values: Array, limits: Array, units: tuple[str, str] = ("deg", "mm")
) -> Curves:
    """Return curves of the motors with indices `at`, from values (T, c) and limits (c,) in SI units.

    units: of revolute and prismatic joints on the page; angles and lengths are converted to degrees and millimetres.
    """
    slides = [robot.motor_joints[i].prismatic for i in at]
    scale = np.array([(MILLI if slide else np.degrees(1.0)) if units[0] == "deg" else 1.0 for slide in slides])
    used = sorted({units[slide] for slide in slides}, key=units.index)
    return Curves(title, ", ".join(used), tuple(robot.motor_names[i] for i in at), scale * values, scale * limits)
