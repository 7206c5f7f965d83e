"""A plan: a motion with everything that realises it."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.inverse.motor_motion import (
    MotorMotion,
    continue_from,
    merge_times,
    motor_motion,
    samples_at,
    select_times,
    time_constants,
)
from jounce.inverse.peaks import Peaks, peaks
from jounce.inverse.sanity_checks import doubts
from jounce.inverse.status import Status
from jounce.inverse.time_varying_inputs import TimeVaryingInputs, WrenchPaths
from jounce.numbers.html_table import counted, html_table, span
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import at_freedoms, plant_of
from jounce.robot import Robot
from jounce.robot.validation import short
from jounce.trajectory.path import Path
from jounce.trajectory.sampling import MotionStack, sample_path


@by_value
@dataclass(frozen=True)
class Plan:
    """A motion with everything that realises it, at times t (T,) [s]."""

    robot: Robot
    path: Path
    t: Array
    q: MotionStack
    """Links: position and derivatives (k, T, n), k = motion_order + 1; a tuple of k arrays, the first (T, nq), where joints have
    several freedoms (see `motion`)."""
    theta: Array
    """Motors behind the gear: position, velocity, acceleration (3, T, n)."""
    tau_m: Array
    """Motor torque, link side (T, n) [Nm or N]."""
    tau_j: Array
    """Joint torque and its time derivatives (k, T, n)."""
    delta: Array
    """Deflection theta - q (T, n) [rad or m]."""
    method: str
    """The key of the method: 'rigid', 'algebraic' or 'filter'; for flexible arms that of the solver, such as 'bdf'."""
    why: str
    """Why this method, in one sentence."""
    status: Status
    """How the computing went."""
    stiffness: Path | None = None
    """K(t), if it was changed on the way."""
    preload: Path | None = None
    """What second drives carry, if it was changed on the way."""
    wrench: WrenchPaths = field(default_factory=dict)
    """WrenchPaths on links, if any act: {link: path}."""
    bend: Array | None = field(default=None, repr=False)
    """The state of the damped joints' filters (rows, T, m), see `inverse_dynamics_step`; None if no joint is damped."""
    motion: Path | None = field(default=None, repr=False)
    """Of flexible arms: the motion of all joints that keeps the tool on its path."""
    samples: MotorMotion | None = field(default=None, repr=False, compare=False)
    """Of damped joints: the samples along which their filters ran, where those are more than the plan's own."""

    def __repr__(self) -> str:
        when = span(self.t[0], self.t[-1])
        return f"<Plan of {short(self.robot.name)}: method {self.method!r}, {counted(len(self.t), 'sample')}, {when}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the largest torque and deflection of each joint, SI units."""
        peaks = zip(np.abs(self.tau_m).max(axis=0), np.abs(joint_deflections(self)).max(axis=0))
        rows = [
            (name, f"{torque:.4g} {'N' if slides else 'Nm'}", f"{bent:.4g} {'m' if slides else 'rad'}")
            for name, slides, (torque, bent) in zip(self.robot.motor_names, prismatic_motors(self.robot), peaks)
        ]
        return html_table(f"{repr(self)[1:-1]}: {self.why}", ("joint", "peak motor torque", "peak deflection"), rows)

    @property
    def peaks(self) -> Peaks:
        """Rows (joint, quantity, peak, limit, share, time): the largest of each quantity at the samples, and `robot.limits`.

        Quantities: position, velocity, acceleration, jerk (where the path has it), motor_torque, torque_rate (from the
        differences of the samples of tau_m), joint_torque, deflection, and motor_velocity where it is limited.
        `print(plan.peaks)` is a table. Joints of several freedoms have no limits and no rows.
        """
        return peaks(self.robot, self.t, self._curves())

    @property
    def within_limits(self) -> bool:
        """Whether no peak is beyond its limit. Between the samples nobody looked."""
        return not self.peaks.exceeded

    @property
    def doubts(self) -> tuple[str, ...]:
        """What is hardly meant so, a sentence each: see `jounce.inverse.sanity_checks`. Empty where all looks plausible."""
        return doubts(self.robot, self.q[0], self.peaks)

    def _curves(self) -> dict[str, Array]:
        """Of every quantity that can have a limit, (T, n)."""
        motion = self.motion or self.path
        curves = dict(zip(("position", "velocity", "acceleration", "jerk"), self.q))
        curves["position"] = at_freedoms(self.robot, self.q[0])
        if "jerk" not in curves and motion.max_order > 2:
            curves["jerk"] = sample_path(self.robot, motion, self.t, 3)[3]
        return curves | {
            "motor_torque": self.tau_m,
            "joint_torque": self.tau_j[0],
            "deflection": joint_deflections(self),
            "motor_velocity": self.theta[1],
        }

    def at(self, t: Any) -> "Plan":
        """The same motion at other times. Damped joints go on from the last sample before each of them."""
        times = check_times(t)
        if self.motion is not None and times[-1] > self.motion.end_time + 1e-9:
            raise InputError(
                f"t ends at {times[-1]:.6g} s, but what the springs do is known until {self.motion.end_time:.6g} s only. Plan "
                "the path over a longer time."
            )
        motion, acting = self.motion or self.path, TimeVaryingInputs(self.stiffness, self.preload, self.wrench)
        if self.bend is None:
            moved = motor_motion(self.robot, motion, times, acting)
        else:
            own = MotorMotion(self.t, self.q, self.theta, self.tau_m, self.tau_j, self.delta, self.bend)
            known = self.samples or own
            moved = continue_from(self.robot, motion, known, times, acting)
            return replace(self, **moved._asdict(), samples=known)
        return replace(self, **moved._asdict())


def joint_deflections(plan: Plan) -> Array:
    """How far joints bend (T, m) [rad or m]: delta, and of a joint without a motor, whose spring is at rest at zero, q."""
    bent = plan.delta.copy()
    passive = list(plant_of(plan.robot).passive)
    bent[:, passive] = at_freedoms(plan.robot, plan.q[0])[:, passive]
    return bent


def prismatic_motors(robot: Robot) -> tuple[bool, ...]:
    """For each motor whether its freedom slides [m, N] or turns [rad, Nm]: a base that floats turns first, then slides."""
    places = [k for joint in robot.joints if joint.mimic is None for k in range(joint.freedoms)]
    ours = [joint.prismatic or (joint.type == "floating" and k >= 3) for joint, k in zip(robot.axes, places)]
    return *ours, *(joint.prismatic for joint in robot.motor_joints[robot.n :])


def build_plan(
    robot: Robot,
    path: Path,
    t: Array,
    method: str,
    why: str,
    status: Status,
    acting: TimeVaryingInputs,
    motion: Path | None = None,
    instants: Array | None = None,
    known: MotorMotion | None = None,
) -> Plan:
    """The plan of a path in joint space, or of a path of the tool with a motion of all joints that follows it.

    instants: rising times along which the filters of damped joints run, besides t. known: the same along other samples; those
    at t are taken where all of them are there, or else filters go on from them.
    """
    constants = time_constants(robot)
    moved, samples = None if known is None else samples_at(known, t), known if constants else None
    if moved is None and known is not None and constants:
        moved = continue_from(robot, motion or path, known, t, acting)
    elif moved is None and (instants is None or not constants):
        moved, samples = motor_motion(robot, motion or path, t, acting), None
    elif moved is None and instants is not None:
        samples = motor_motion(robot, motion or path, merge_times(t, instants[(instants > t[0]) & (instants < t[-1])]), acting)
        moved = select_times(samples, t)
    assert moved is not None
    status = replace(status, motion_order=robot.motion_order, time_constants=constants)
    given = acting.stiffness, acting.preload, dict(acting.wrench)
    return Plan(robot, path, *moved[:-1], method, why, status, *given, moved.bend, motion, samples)


def check_times(t: Any) -> Array:
    """Times (T,) [s], checked."""
    try:
        times = np.atleast_1d(np.asarray(t, dtype=np.float64))
    except (TypeError, ValueError) as error:
        raise InputError(f"t: expected times in s, {error}.") from None
    if times.ndim != 1 or times.size == 0 or not np.isfinite(times).all() or not (np.diff(times) > 0.0).all():
        raise InputError(f"t: expected finite, rising times in s, (T,), got {np.array2string(times, threshold=6)}.")
    return times
