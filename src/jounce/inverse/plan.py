"""`Plan`: a motion of a robot with the motor torque, motor motion and deflections that realise it."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

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
from jounce.inverse.sampling import MotionStack, TimeVaryingInputs, WrenchPaths, sample_path
from jounce.inverse.sanity_checks import doubts
from jounce.inverse.status import Status
from jounce.numbers.html_table import counted, html_table, span
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import at_freedoms, plant_of
from jounce.robot import Robot
from jounce.robot.validation import short
from jounce.trajectory.path import Path


@by_value
@dataclass(frozen=True)
class Plan:
    """A motion with the motor torque, motor motion and deflections that realise it, as returned by `feedforward`.

    The number of motors m is n plus the number of joints with two drives. A joint without a motor has tau_m = 0 and theta = q.

    Examples
    --------
    >>> import jounce as jn
    >>> import numpy as np
    >>> robot = jn.load("planar_2r").with_limits(velocity=3.0)
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, -1.0], duration=1.0)
    >>> plan = jn.feedforward(robot, path, np.linspace(0.0, 1.0, 51))
    >>> plan.within_limits, plan.at([0.5]).q[0]
    (True, array([[ 0.5, -0.5]]))
    """

    robot: Robot
    """The robot of the plan."""
    path: Path
    """The path in joint space, or the path of the tool for a flexible arm."""
    t: Array
    """Increasing times of the samples (T,) [s]."""
    q: MotionStack
    """Positions of the links and derivatives (k, T, n), k = motion_order + 1 [rad or m, per s^j].

    A tuple of k arrays, the first of shape (T, nq), if a joint has several DOFs (see `motion`)."""
    theta: Array
    """Positions of the motors after the gear, velocities, accelerations (3, T, m) [rad or m, per s, per s^2]."""
    tau_m: Array
    """Motor torque, link side (T, m) [Nm or N]."""
    tau_j: Array
    """Joint torque and its time derivatives (k, T, n) [Nm or N, per s^j], with fewer orders k than `q`."""
    delta: Array
    """Deflection theta - N q (T, m), theta - q unless motors are coupled (N: `robot.transmission`) [rad or m]."""
    method: str
    """Key of the method of inverse dynamics: 'rigid', 'algebraic' or 'filter'; for flexible arms of the solver, such as 'bdf'."""
    why: str
    """Reason why `method` was chosen, in one sentence."""
    status: Status
    """Orders, zeros, iterations and error estimates of the method."""
    stiffness: Path | None = None
    """K(t), n coordinates [Nm/rad or N/m]; None if the stiffness is constant."""
    preload: Path | None = None
    """Torque of second drives over time, one coordinate each [Nm or N]; None if their preloads are constant."""
    wrench: WrenchPaths = field(default_factory=dict)
    """External wrenches: {link or frame: path of (moment, force)}, in the axes of the link or frame [Nm, N]."""
    bend: Array | None = field(default=None, repr=False)
    """State of the filters of damped joints (rows, T, m), see `inverse_dynamics_step`; None if no joint is damped."""
    motion: Path | None = field(default=None, repr=False)
    """Motion of all joints of a flexible arm with the tool on its path, or nearest to it; None for other robots."""
    samples: MotorMotion | None = field(default=None, repr=False, compare=False)
    """Samples along which the filters of damped joints ran; None if they ran along `t`, or if no joint is damped."""

    def __repr__(self) -> str:
        """Show the robot, the method, the number of samples and the time span."""
        when = span(self.t[0], self.t[-1])
        return f"<Plan of {short(self.robot.name)}: method {self.method!r}, {counted(len(self.t), 'sample')}, {when}>"

    def _repr_html_(self) -> str:
        """Return the HTML table that a notebook shows: largest torque and deflection of each motor, in SI units."""
        peaks = zip(np.abs(self.tau_m).max(axis=0), np.abs(joint_deflections(self)).max(axis=0))
        rows = [
            (name, f"{torque:.4g} {'N' if prismatic else 'Nm'}", f"{deflection:.4g} {'m' if prismatic else 'rad'}")
            for name, prismatic, (torque, deflection) in zip(self.robot.motor_names, prismatic_motors(self.robot), peaks)
        ]
        return html_table(f"{repr(self)[1:-1]}: {self.why}", ("joint", "peak motor torque", "peak deflection"), rows)

    @property
    def peaks(self) -> Peaks:
        """Return the peak of each quantity at the samples and its limit, as rows (joint, quantity, peak, limit, share, time).

        The limits are those of `robot.limits`. The quantities are position, velocity, acceleration, jerk (if the path has a
        third derivative), motor_torque, torque_rate (from differences of the samples of tau_m), joint_torque, deflection, and
        motor_velocity if it has a limit. `print(plan.peaks)` prints a table. Joints of several DOFs have no limits and no rows.
        """
        return peaks(self.robot, self.t, self._curves())

    @property
    def within_limits(self) -> bool:
        """True if no peak exceeds its limit (but for rounding) at the samples; the motion between samples is not checked."""
        return not self.peaks.exceeded

    @property
    def doubts(self) -> tuple[str, ...]:
        """Return warnings of values that suggest wrong units, one sentence each; see `jounce.inverse.sanity_checks`."""
        return doubts(self.robot, self.q[0], self.peaks)

    def _curves(self) -> dict[str, Array]:
        """Return {quantity: values over time (T, n) or (T, m)} of all quantities that can have a limit."""
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

    def at(self, t: ArrayLike) -> "Plan":
        """Return the plan of the same motion at other times.

        The filters of damped joints continue from the last sample before each time.

        Parameters
        ----------
        t : array_like (T,)
            Increasing times [s]; with damped joints, not before the first time of the plan.

        Returns
        -------
        Plan
            The same motion at times t.

        Raises
        ------
        InputError
            If t begins before the plan of a damped robot, or ends after the motion of a flexible arm.
        """
        times = check_times(t)
        if self.motion is not None and times[-1] > self.motion.end_time + 1e-9:
            raise InputError(
                f"t ends at {times[-1]:.6g} s, but what the springs do is known until {self.motion.end_time:.6g} s only. Plan "
                "the path over a longer time."
            )
        motion, inputs = self.motion or self.path, TimeVaryingInputs(self.stiffness, self.preload, self.wrench)
        if self.bend is None:
            moved = motor_motion(self.robot, motion, times, inputs)
        else:
            moving = MotorMotion(self.t, self.q, self.theta, self.tau_m, self.tau_j, self.delta, self.bend)
            samples = self.samples or moving
            moved = continue_from(self.robot, motion, samples, times, inputs)
            return replace(self, **moved._asdict(), samples=samples)
        return replace(self, **moved._asdict())


def joint_deflections(plan: Plan) -> Array:
    """Return the deflections of all springs (T, m) [rad or m]: delta of drives, q of joints with a spring and no motor."""
    deflections = plan.delta.copy()
    passive = list(plant_of(plan.robot).passive)
    deflections[:, passive] = at_freedoms(plan.robot, plan.q[0])[:, passive]
    return deflections


def prismatic_motors(robot: Robot) -> tuple[bool, ...]:
    """Return for each motor (m) True if its DOF is a translation [m, N], False if its DOF is a rotation [rad, Nm].

    The six DOFs of a floating base are three rotations, then three translations.
    """
    places = [k for joint in robot.joints if joint.mimic is None for k in range(joint.freedoms)]
    linear = [joint.prismatic or (joint.type == "floating" and k >= 3) for joint, k in zip(robot.axes, places)]
    return *linear, *(joint.prismatic for joint in robot.motor_joints[robot.n :])


def build_plan(
    robot: Robot,
    path: Path,
    t: Array,
    method: str,
    why: str,
    status: Status,
    inputs: TimeVaryingInputs,
    motion: Path | None = None,
    instants: Array | None = None,
    samples: MotorMotion | None = None,
) -> Plan:
    """Build the plan of a path in joint space, or of a tool path with a motion of all joints that follows it.

    instants: increasing times, besides t, along which the filters of damped joints run. samples: motion at other times; the
    plan selects from these samples if they contain all of t, else the filters continue from the samples.
    """
    constants = time_constants(robot)
    moved, filtered = None if samples is None else samples_at(samples, t), samples if constants else None
    if moved is None and samples is not None and constants:
        moved = continue_from(robot, motion or path, samples, t, inputs)
    elif moved is None and (instants is None or not constants):
        moved, filtered = motor_motion(robot, motion or path, t, inputs), None
    elif moved is None and instants is not None:
        times = merge_times(t, instants[(instants > t[0]) & (instants < t[-1])])
        filtered = motor_motion(robot, motion or path, times, inputs)
        moved = select_times(filtered, t)
    assert moved is not None
    status = replace(status, motion_order=robot.motion_order, time_constants=constants)
    varying = inputs.stiffness, inputs.preload, dict(inputs.wrench)
    return Plan(robot, path, *moved[:-1], method, why, status, *varying, moved.bend, motion, filtered)


def check_times(t: Any) -> Array:
    """Return times (T,) [s] as an array; check that they are finite and increasing."""
    try:
        times = np.atleast_1d(np.asarray(t, dtype=np.float64))
    except (TypeError, ValueError) as error:
        raise InputError(f"t: expected times in s, {error}.") from None
    if times.ndim != 1 or times.size == 0 or not np.isfinite(times).all() or not (np.diff(times) > 0.0).all():
        raise InputError(f"t: expected finite, rising times in s, (T,), got {np.array2string(times, threshold=6)}.")
    return times
