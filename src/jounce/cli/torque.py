"""`jounce torque`: motor torque along a motion."""

from pathlib import Path
from typing import Any

import click
import numpy as np

import jounce as jn
from jounce.cli import options
from jounce.cli.coordinates import missing
from jounce.cli.figure import ENDINGS, caption, check_figures, figure_writer, moving, panel, restricted, sheet
from jounce.cli.files import Writer, check_file, page_writer, write
from jounce.cli.motion import Fastest, Task, make_task, plan_of
from jounce.cli.peak_tables import peaks_data, peaks_table, refuse_exceeded, warn_of
from jounce.cli.report import number, progress, say, wrote
from jounce.cli.summary import csv_writer, joint_rows, joint_table, plan_columns, readable
from jounce.errors import ConvergenceError

UNITS = {"moment": "Nm", "force": "N"}


@click.command()
@options.motion
@click.option("--out", type=options.FILE, help="CSV file for the result: t, and q, theta, delta, tau_m, tau_j of every joint.")
@click.option("--plot", type=options.FILE, help=f"File for a figure ({', '.join(ENDINGS)}).")
@options.view
@options.fastest
@options.within_limits
@options.as_json
def torque(
    job: Path | None,
    out: Path | None,
    plot: Path | None,
    view: Path | None,
    fastest: bool,
    within_limits: bool,
    as_json: bool,
    **stated: Any,
) -> None:
    """Compute the motor torque along a motion.

    Motor motion and deflections of ROBOT are computed as well. The motion goes from rest to rest along a polynomial, or near the
    samples of a CSV file. The default degree of the polynomial is the lowest with which the motor torque has no jump. For robots
    with joints without a motor, --from and --to are outputs of the tool. A floating base has roll, pitch, yaw, x, y, z; the
    moment and force at the base that no motor gives are listed as missing.

    \b
    Examples:
      jounce torque kuka_lwr --to 1,-0.5,0.8,1.2,0.3,-0.7,0.5 --duration 2 --out torque.csv --plot torque.png
      jounce torque arm.urdf --drives arm.drives.toml --to 90,-45 --degrees --duration 1.5
      jounce torque planar_2r --coupling full --to 0.5,-0.3 --duration 1
      jounce torque planar_2r --trajectory motion.csv --tolerance 1e-5 --out torque.csv
      jounce torque panda.urdf --drives panda --to 0.5,0.2,0.1,-1,0,1.5,0 --fastest
      jounce torque --job job.toml --rate 500
    """
    check_file(out, (".csv",))
    check_file(plot, ENDINGS)
    check_file(view, options.PAGES)
    if plot is not None:
        check_figures()
    with progress(5) as step:
        step("reading")
        task = make_task(job, stated, Fastest() if fastest else None)
        step("motor torque")
        plan = plan_of(task)
        peaks = plan.peaks
        if within_limits:
            refuse_exceeded(plan.robot, peaks)
        rigid = rigid_plan(plan)
        step("simulation")
        proof = proof_of(plan)
        files: dict[Path, Writer] = {}
        if out is not None:
            files[out] = csv_writer(plan.robot, plan.t, plan_columns(plan))
        if plot is not None:
            step("figure")
            files[plot] = figure_writer(_figure(plan, rigid), plot)
        if view is not None:
            files[view] = page_writer(jn.view(plan, meshes=task.meshes))
        step("files")
        written = write(files)
    doubts = plan.doubts
    warn_of(plan.robot, peaks, doubts)
    rows = joint_rows(plan, rigid)
    data = {**plan_data(plan, task), "joints": rows, **peaks_data(peaks, doubts), **proof, "files": written}
    tables = [*([joint_table(plan.robot, rows)] if rows else []), *peaks_table(plan.robot, peaks)]
    say(as_json, data, *plan_lines(plan, task), *tables, *wrote(written), *proof_lines(proof))


def rigid_plan(plan: jn.Plan) -> jn.Plan | None:
    """Return the plan of the same joint path for the robot with rigid joints; None for a plan along a tool path."""
    if plan.path.space == "tool":
        return None
    return jn.feedforward(plan.robot.with_rigid_joints(), plan.path, plan.t)


def proof_of(plan: jn.Plan) -> dict[str, Any]:
    """Return the tool error of a plan along a tool path, estimated and verified in simulation; empty for a joint path."""
    if plan.path.space != "tool":
        return {}
    errors: dict[str, Any] = {"estimated_tool_error": plan.status.tool_error, "tool_error": None, "tool_error_bound": None}
    try:
        seen = jn.verify(plan)
    except ConvergenceError as error:
        return {**errors, "not_verified": str(error)}
    return {**errors, "tool_error": seen.tool_error, "tool_error_bound": seen.bound}


def proof_lines(proof: dict[str, Any]) -> list[str]:
    """Return the result of `proof_of` as a line of text; no line if the result is empty."""
    if not proof:
        return []
    expected = number(proof["estimated_tool_error"], ".1e")
    if proof["tool_error"] is None:
        return [f"tool error: {expected} m or rad estimated; not verified: {proof['not_verified']}"]
    seen, bound = (number(proof[name], ".1e") for name in ("tool_error", "tool_error_bound"))
    return [f"verified in simulation, open loop: tool error {seen} m or rad, known to {bound} (estimated {expected})"]


def _figure(plan: jn.Plan, rigid: jn.Plan | None) -> Any:
    last = jn.plot.positions if rigid is None else jn.plot.difference
    shown = restricted(plan, moving(plan))
    panels = [panel(draw, shown) for draw in (jn.plot.velocities, jn.plot.torque, jn.plot.deflection, last)]
    return sheet(panels, caption(f"{plan.robot.name}: motor torque along a motion", plan, shown))


def plan_data(plan: jn.Plan, task: Task) -> dict[str, Any]:
    """Return the robot, method, times and fit of a plan as data for JSON."""
    fitted = task.fitted
    data = {
        "robot": plan.robot.name,
        "method": plan.method,
        "why": plan.why,
        "motion_order": plan.robot.motion_order,
        "start_time": plan.t[0],
        "end_time": plan.t[-1],
        "samples": len(plan.t),
        "rate": task.rate,
    }
    lacking = missing(plan)
    if lacking:
        data["missing"] = lacking
    if fitted is not None:
        data["fit"] = {
            "method": f"penalised spline of degree {fitted.degree}, at rest at both ends",
            "deviation": dict(zip(plan.robot.joint_names, fitted.deviation)),
            "time_scale": dict(zip(plan.robot.joint_names, fitted.scales)),
            "reliefs": len(fitted.reliefs),
        }
    return data


def plan_lines(plan: jn.Plan, task: Task) -> list[str]:
    """Return the robot, method, times and fit of a plan as lines of text."""
    robot, fitted = plan.robot, task.fitted
    lines = [
        f"{robot.name}: {plan.t[-1] - plan.t[0]:g} s, {len(plan.t)} samples, derivatives of q to order {robot.motion_order}",
        f"method {plan.method!r}: {plan.why}",
    ]
    for joint, sizes in missing(plan).items():
        lacking = " and ".join(f"a {what} of {size:.4g} {UNITS[what]}" for what, size in sizes.items())
        lines.append(f"no motor drives joint {joint!r}; missing there, at most: {lacking}")
    if fitted is not None:
        worst = int(np.argmax(fitted.deviation))
        name, unit = robot.joint_names[worst], "m" if robot.axes[worst].prismatic else "deg"
        far = number(readable(robot, worst, fitted.deviation[worst]), ".2e")
        scales = " to ".join(dict.fromkeys(number(1e3 * scale, ".3g") for scale in (fitted.scales.min(), fitted.scales.max())))
        lines.append(
            f"samples smoothed at time scales of {scales} ms (spline of degree {fitted.degree}), at most {far} {unit} from a "
            f"sample (joint {name!r})"
        )
        if fitted.reliefs:
            peaks = "a peak" if len(fitted.reliefs) == 1 else f"{len(fitted.reliefs)} peaks"
            lines.append(f"{peaks} of motor torque lowered within the tolerance")
        early = float(fitted.samples.t[0]) - fitted.start_time
        if early > 0.0:
            lines.append(f"the samples begin with an acceleration there at once: the motion begins {early:.3g} s before them")
    return lines
