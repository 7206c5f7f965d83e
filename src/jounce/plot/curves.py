"""Curves over time, one per joint, of plans and runs, drawn on an axis of yours or on a new figure; the axes are returned."""

from typing import Any

import numpy as np

from jounce.inverse.feedforward import feedforward
from jounce.inverse.plan import Plan
from jounce.numbers.packing import Array
from jounce.plot.style import literal, look, strokes
from jounce.robot import Robot
from jounce.simulation.record import Run


def _draw(robot: Robot, t: Array, curves: Array, ax: Any, title: str, units: tuple[str, str], names: bool) -> Any:
    """Angles in degrees; prismatic joints keep metres and newtons. units: of revolute and of prismatic joints."""
    with look() as plt:
        if ax is None:
            ax = plt.subplots(figsize=(4.5, 3.0), layout="constrained")[1]
        slides = [joint.prismatic for joint in robot.axes]
        for i, stroke in enumerate(strokes(robot.n)):
            turns = np.degrees(1.0) if units[0].startswith("deg") and not slides[i] else 1.0
            ax.plot(t, turns * curves[:, i], label=literal(robot.joint_names[i]), **stroke)
        used = sorted({units[slide] for slide in slides}, key=units.index)
        ax.set(title=title, xlabel="t [s]", ylabel=f"[{', '.join(used)}]")
        if names:
            ax.legend(fontsize="small", ncols=2)
    return ax


def positions(plan: Plan, ax: Any = None, names: bool = True) -> Any:
    """Positions of the links."""
    return _draw(plan.robot, plan.t, plan.q[0], ax, "link position", ("deg", "m"), names)


def velocities(plan: Plan, ax: Any = None, names: bool = True) -> Any:
    """Velocities of the links."""
    return _draw(plan.robot, plan.t, plan.q[1], ax, "link velocity", ("deg/s", "m/s"), names)


def deflection(plan: Plan, ax: Any = None, names: bool = True) -> Any:
    """How far the joints bend: theta - q."""
    return _draw(plan.robot, plan.t, plan.delta, ax, "deflection", ("deg", "m"), names)


def torque(plan: Plan, ax: Any = None, names: bool = True) -> Any:
    """Motor torque, on the link side of the gear."""
    return _draw(plan.robot, plan.t, plan.tau_m, ax, "motor torque", ("Nm", "N"), names)


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
        handles, labels = axes[0, 0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper center", ncols=min(plan.robot.n, 8))
    return figure
