"""Curves over time, one per joint, of plans and runs, drawn on an axis of yours or on a new figure; the axes are returned."""

from typing import Any

import numpy as np

from jounce.inverse.feedforward import feedforward
from jounce.inverse.plan import Plan, bending
from jounce.numbers.packing import Array
from jounce.plot.style import LIMIT, SHARED, add_legend, literal, look, strokes
from jounce.robot import Robot
from jounce.simulation.record import Run

REACH = 0.5
"""Share of a limit from which on it is drawn: a farther one would flatten the curves."""


def _draw(
    robot: Robot, t: Array, curves: Array, ax: Any, title: str, units: tuple[str, str], names: bool, limits: Array | None = None
) -> Any:
    """Angles in degrees; prismatic joints keep metres and newtons. units: of revolute and of prismatic joints.

    limits: of either sign (n,), drawn where a curve comes near.
    """
    with look() as plt:
        if ax is None:
            ax = plt.subplots(figsize=(4.5, 3.0), layout="constrained")[1]
        count = curves.shape[1]  # of joints, or of motors
        slides = [joint.prismatic for joint in robot.motor_joints[:count]]
        turns = np.array([np.degrees(1.0) if units[0].startswith("deg") and not slide else 1.0 for slide in slides])
        for i, stroke in enumerate(strokes(count)):
            ax.plot(t, turns[i] * curves[:, i], label=literal(robot.motor_names[i]), **stroke)
        if limits is not None:
            of_joints = turns[: robot.n]
            _draw_limits(ax, of_joints * curves[:, : robot.n], of_joints * limits)
        used = sorted({units[slide] for slide in slides}, key=units.index)
        ax.set(title=title, xlabel="t [s]", ylabel=f"[{', '.join(used)}]")
        if names:
            ax.legend(fontsize="small", ncols=2)
    return ax


def _draw_limits(ax: Any, curves: Array, limits: Array) -> None:
    """A dashed line for each limit, above or below, that its joint comes near: in its colour, or in grey for several joints."""
    colours = [stroke["color"] for stroke in strokes(len(limits))]
    label = "limit"  # once in the legend
    for sign, peaks in ((1.0, curves.max(axis=0)), (-1.0, -curves.min(axis=0))):
        near = peaks >= REACH * limits
        for limit in np.unique(limits[near]):
            owners = np.flatnonzero(near & (limits == limit))
            ax.axhline(sign * limit, color=colours[owners[0]] if len(owners) == 1 else SHARED, label=label, **LIMIT)
            label = "_"


def positions(plan: Plan, ax: Any = None, names: bool = True) -> Any:
    """Positions of the links."""
    return _draw(plan.robot, plan.t, plan.q[0], ax, "link position", ("deg", "m"), names)


def velocities(plan: Plan, ax: Any = None, names: bool = True) -> Any:
    """Velocities of the links."""
    return _draw(plan.robot, plan.t, plan.q[1], ax, "link velocity", ("deg/s", "m/s"), names)


def deflection(plan: Plan, ax: Any = None, names: bool = True) -> Any:
    """How far the joints bend: theta - q, and q of a joint without a motor. Limits that a joint uses half of are dashed."""
    return _draw(plan.robot, plan.t, bending(plan), ax, "deflection", ("deg", "m"), names, plan.robot.limits.deflection)


def torque(plan: Plan, ax: Any = None, names: bool = True) -> Any:
    """Motor torque, on the link side of the gear. Limits that a joint uses half of are dashed."""
    return _draw(plan.robot, plan.t, plan.tau_m, ax, "motor torque", ("Nm", "N"), names, plan.robot.limits.motor_torque)


def difference(plan: Plan, ax: Any = None, names: bool = True) -> Any:
    """Motor torque less the one that rigid joints would need for the same motion."""
    rigid = feedforward(plan.robot.with_rigid_joints(), plan.path, plan.t)
    return _draw(plan.robot, plan.t, plan.tau_m - rigid.tau_m, ax, "elastic minus rigid motor torque", ("Nm", "N"), names)


def tracking(run: Run, ax: Any = None, names: bool = True) -> Any:
    """How far the links of a simulated robot are from the plan."""
    return _draw(run.robot, run.t, run.error, ax, "tracking error of the links", ("deg", "m"), names)


def overview(plan: Plan) -> Any:
    """Velocity, torque, deflection and the rigid-elastic difference on one figure, which is returned."""
    with look() as plt:
        figure, axes = plt.subplots(2, 2, figsize=(8.0, 5.2), sharex=True, layout="constrained")
        for ax, draw in zip(axes.flat, (velocities, torque, deflection, difference)):
            draw(plan, ax, names=False)
        for ax in axes[0]:
            ax.set_xlabel("")
        add_legend(figure, "outside upper center")
    return figure
