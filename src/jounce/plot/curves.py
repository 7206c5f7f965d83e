"""Figures of plans and runs: curves over time, one per joint, on a given axis or on a new figure."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.errors import InputError
from jounce.flexible.feedforward import feedforward
from jounce.inverse.plan import Plan, joint_deflections
from jounce.numbers.packing import Array
from jounce.plant.plant import at_freedoms
from jounce.plot.style import (
    INSTANTS,
    LIMIT,
    LIMITS,
    MARK,
    ON_AXIS,
    SHARED,
    SMALL,
    add_legend,
    legend_columns,
    literal,
    look,
    strokes,
)
from jounce.robot.frame import POSITIONS
from jounce.simulation.record import Run
from jounce.timing.path_geometry import Move, TimedPath

if TYPE_CHECKING:
    from matplotlib.axes import Axes

REACH = 0.5
"""A limit is drawn if the curve's peak is at least this fraction of the limit; a limit further away would flatten the curves."""


def _draw(
    of: Plan | Run, curves: Array, ax: Any, title: str, units: tuple[str, str], names: bool, limits: Array | None = None
) -> Any:
    """Draw curves of joints (T, n) or motors (T, m) on an axis, or on a new figure if `ax` is None, and return the axis.

    units: units of revolute and of prismatic joints; angles are converted to degrees if the first unit begins with 'deg'. names:
    True for a legend. limits: limit of |curve|, one per curve, drawn as `REACH` states. Joints of several DOFs are omitted,
    because their coordinates have several units.
    """
    robot = of.robot
    shown = [i for i, joint in enumerate(robot.motor_joints[: curves.shape[1]]) if joint.freedoms == 1]
    curves = curves[:, shown]
    slides = [robot.motor_joints[i].prismatic for i in shown]
    turns = np.array([np.degrees(1.0) if units[0].startswith("deg") and not slide else 1.0 for slide in slides])

    def draw(ax: Any) -> None:
        """Draw the curves and their limits on an axis."""
        for i, stroke in enumerate(strokes(len(shown))):
            ax.plot(of.t, turns[i] * curves[:, i], label=literal(robot.motor_names[shown[i]]), **stroke)
        if limits is not None:
            _draw_limits(ax, turns * curves, turns * limits[shown])
        used = sorted({units[slide] for slide in slides}, key=units.index)
        ax.set(title=title, xlabel="t [s]", ylabel=f"[{', '.join(used)}]")

    return _on_axis(of, ax, names, draw)


def _on_axis(of: Plan | Run, ax: Any, names: bool, draw: Callable[[Any], None], room: float = 1.0) -> Any:
    """Call `draw` with an axis, or with a new figure's axis if `ax` is None; mark start and end of a tool path; add a legend.

    room: fraction of the axis height, from below, that a legend on the axis may occupy.
    """
    path = of.path if isinstance(of, Plan) else of.plan.path
    with look() as plt:
        is_new = ax is None
        if is_new:
            ax = plt.subplots(figsize=(4.5, 3.2), layout="constrained")[1]
        draw(ax)
        if path.space == "tool":
            instants = [t for t in (path.start_time, path.end_time) if of.t[0] <= t <= of.t[-1]]
            for t, label in zip(instants, (INSTANTS, "_")):
                ax.axvline(t, label=label, **MARK)
        if names and is_new:
            add_legend(ax.figure, "outside lower center")
        elif names:
            labels = ax.get_legend_handles_labels()[1]
            width = ax.get_position().width * ax.figure.get_figwidth()
            ax.legend(ncols=legend_columns(labels, width, SMALL), bbox_to_anchor=(0.0, 0.0, 1.0, room), **ON_AXIS)
    return ax


def _draw_limits(ax: Any, curves: Array, limits: Array) -> None:
    """Draw a dashed line for each limit (n,) that its curve (T, n) comes near, see `REACH`; grey if curves share the limit."""
    colours = [stroke["color"] for stroke in strokes(len(limits))]
    label = LIMITS  # once in the legend
    for sign, peaks in ((1.0, curves.max(axis=0)), (-1.0, -curves.min(axis=0))):
        near = peaks >= REACH * limits
        for limit in np.unique(limits[near]):
            owners = np.flatnonzero(near & (limits == limit))
            ax.axhline(sign * limit, color=colours[owners[0]] if len(owners) == 1 else SHARED, label=label, **LIMIT)
            label = "_"


def positions(plan: Plan, ax: "Axes | None" = None, names: bool = True) -> Any:
    """Plot the link positions of a plan over time.

    Parameters
    ----------
    plan : Plan
        Plan of `jn.feedforward`.
    ax : matplotlib Axes
        Axis to draw on (default: a new figure).
    names : bool
        True to add a legend with the names of the joints.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, 0.5], 1.0)
    >>> plan = jn.feedforward(jn.load("planar_2r"), path, np.linspace(0.0, 1.0, 51))
    >>> axis = jn.plot.positions(plan)
    """
    return _draw(plan, at_freedoms(plan.robot, plan.q[0]), ax, "link position", ("deg", "m"), names)


def velocities(plan: Plan, ax: "Axes | None" = None, names: bool = True) -> Any:
    """Plot the link velocities of a plan over time.

    Parameters
    ----------
    plan, ax, names
        As in `positions`.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, 0.5], 1.0)
    >>> plan = jn.feedforward(jn.load("planar_2r"), path, np.linspace(0.0, 1.0, 51))
    >>> axis = jn.plot.velocities(plan)
    """
    return _draw(plan, plan.q[1], ax, "link velocity", ("deg/s", "m/s"), names)


def deflection(plan: Plan, ax: "Axes | None" = None, names: bool = True) -> Any:
    """Plot the deflections theta - q of a plan over time; limits whose utilisation reaches one half are dashed.

    For joints without a motor q is plotted, which is the deflection of their spring.

    Parameters
    ----------
    plan, ax, names
        As in `positions`.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, 0.5], 1.0)
    >>> plan = jn.feedforward(jn.load("planar_2r"), path, np.linspace(0.0, 1.0, 51))
    >>> axis = jn.plot.deflection(plan)
    """
    return _draw(plan, joint_deflections(plan), ax, "deflection", ("deg", "m"), names, plan.robot.motor_limits.deflection)


def torque(plan: Plan, ax: "Axes | None" = None, names: bool = True) -> Any:
    """Plot the motor torques of a plan, link side, over time; limits whose utilisation reaches one half are dashed.

    Parameters
    ----------
    plan, ax, names
        As in `positions`.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, 0.5], 1.0)
    >>> plan = jn.feedforward(jn.load("planar_2r"), path, np.linspace(0.0, 1.0, 51))
    >>> axis = jn.plot.torque(plan)
    """
    return _draw(plan, plan.tau_m, ax, "motor torque", ("Nm", "N"), names, plan.robot.motor_limits.motor_torque)


def limits_used(plan: Plan, ax: "Axes | None" = None, names: bool = True) -> Any:
    """Plot motor torque / limit of a time-optimal plan over time, with bars that show which limit is active.

    For each limited quantity that has the largest utilisation at some time there is a row of bars, in the colour of the joint.
    Joints without a limit of motor torque have no curve.

    Parameters
    ----------
    plan, ax, names
        As in `positions`; the path of the plan must be a result of `fastest` or `fastest_move`.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    InputError
        If the path of the plan is not a result of `fastest` or `fastest_move`.

    Examples
    --------
    >>> robot = jn.load("planar_2r").with_limits(velocity=2.0, acceleration=10.0, motor_torque=60.0)
    >>> path = jn.fastest(robot, jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, 0.5], 1.0))
    >>> axis = jn.plot.limits_used(jn.feedforward(robot, path, np.linspace(0.0, path.end_time, 51)))
    """
    if not isinstance(plan.path, (TimedPath, Move)):
        raise InputError(f"plan: expected one of a path of jn.fastest(robot, path), got one of a {type(plan.path).__name__}.")
    robot, status = plan.robot, plan.path.status
    limits = robot.motor_limits.motor_torque
    quantities = list(dict.fromkeys(span.quantity for span in status.active))
    top = 1.1 + 0.15 * len(quantities)

    def draw(ax: Any) -> None:
        """Draw torque utilisations, limits and bars of active limits on an axis."""
        styles = dict(zip(robot.motor_names, strokes(robot.m)))
        for i, name in enumerate(robot.motor_names):
            if np.isfinite(limits[i]):
                ax.plot(plan.t, plan.tau_m[:, i] / limits[i], label=literal(name), **styles[name])
        for bound in (-1.0, 1.0):
            ax.axhline(bound, color=SHARED, label=LIMITS if bound < 0.0 else "_", **LIMIT)
        for row, quantity in enumerate(quantities):
            spans = [span for span in status.active if span.quantity == quantity]
            height = 1.1 + 0.15 * row
            colours = [styles[span.joint]["color"] for span in spans]
            ax.broken_barh([(span.begin, span.end - span.begin) for span in spans], (height, 0.1), facecolors=colours)
            place = {"xy": (0.0, height + 0.05), "xycoords": ("axes fraction", "data"), "textcoords": "offset points"}
            ax.annotate(quantity.replace("_", " "), xytext=(-4, 0), ha="right", va="center", fontsize=SMALL, **place)
        ax.set(title="motor torque over its limit, and the limit used most", xlabel="t [s]")
        ax.set_ylim(-1.1, top)
        ax.set_yticks([-1.0, -0.5, 0.0, 0.5, 1.0])

    return _on_axis(plan, ax, names, draw, room=2.2 / (1.1 + top))


def difference(plan: Plan, ax: "Axes | None" = None, names: bool = True) -> Any:
    """Plot the motor torque of a plan less the motor torque of the robot with rigid joints, over time.

    The rigid robot follows the same link motion under the same wrenches and preloads.

    Parameters
    ----------
    plan, ax, names
        As in `positions`.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, 0.5], 1.0)
    >>> plan = jn.feedforward(jn.load("planar_2r"), path, np.linspace(0.0, 1.0, 51))
    >>> axis = jn.plot.difference(plan)
    """
    rigid = feedforward(plan.robot.with_rigid_joints(), plan.path, plan.t, preload=plan.preload, wrench=plan.wrench)
    return _draw(plan, plan.tau_m - rigid.tau_m, ax, "elastic minus rigid motor torque", ("Nm", "N"), names)


def tracking(run: Run, ax: "Axes | None" = None, names: bool = True) -> Any:
    """Plot the tracking errors of the links in a simulated run over time.

    Parameters
    ----------
    run : Run
        Simulated motion of `jn.simulate`.
    ax, names
        As in `positions`.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, 0.5], 1.0)
    >>> plan = jn.feedforward(jn.load("planar_2r"), path, np.linspace(0.0, 1.0, 51))
    >>> axis = jn.plot.tracking(jn.simulate(jn.load("planar_2r"), plan))
    """
    return _draw(run, run.error, ax, "tracking error of the links", ("deg", "m"), names)


def tool_error(run: Run, ax: "Axes | None" = None, names: bool = True) -> Any:
    """Plot the tool error of a simulated run over time, one curve per output; three angles are shown as a rotation vector.

    The curves have other line styles than the curves of joints, and a legend on the axis.

    Parameters
    ----------
    run : Run
        Simulated motion of a plan along a tool path.
    ax, names
        As in `positions`.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> robot = jn.load("moberg_5dof")
    >>> path = jn.trajectory.line([1.6, -1.1], [1.6, -0.9], 0.3)
    >>> run = jn.simulate(robot, jn.feedforward(robot, path, np.linspace(0.0, 0.3, 51)))
    >>> axis = jn.plot.tool_error(run)
    """
    outputs, error = run.robot.tool.outputs, run.tool_error
    turns = [output not in POSITIONS for output in outputs]

    def draw(ax: Any) -> None:
        """Draw the tool errors on an axis."""
        for i, stroke in enumerate(strokes(run.robot.m + len(outputs))[run.robot.m :]):
            ax.plot(run.t, np.degrees(error[:, i]) if turns[i] else error[:, i], label=outputs[i], **stroke)
        ax.set(title="tool error", xlabel="t [s]", ylabel=f"[{', '.join(['m'] * (not all(turns)) + ['deg'] * any(turns))}]")
        ax.legend(ncols=len(outputs), **ON_AXIS)

    return _on_axis(run, ax, False, draw)


def overview(plan: Plan) -> Any:
    """Plot link velocity, motor torque, deflection and the torque difference to rigid joints of a plan on one figure.

    Parameters
    ----------
    plan : Plan
        Plan of `jn.feedforward`.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, 0.5], 1.0)
    >>> plan = jn.feedforward(jn.load("planar_2r"), path, np.linspace(0.0, 1.0, 51))
    >>> figure = jn.plot.overview(plan)
    """
    with look() as plt:
        figure, axes = plt.subplots(2, 2, figsize=(8.0, 5.2), sharex=True, layout="constrained")
        for ax, draw in zip(axes.flat, (velocities, torque, deflection, difference)):
            draw(plan, ax, names=False)
        for ax in axes[0]:
            ax.set_xlabel("")
        add_legend(figure, "outside upper center")
    return figure
