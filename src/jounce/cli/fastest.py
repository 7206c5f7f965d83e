"""`jounce fastest`: a motion in the least time within the robot's limits."""

import math
from pathlib import Path
from typing import Any

import click

import jounce as jn
from jounce.cli import options
from jounce.cli.figure import ENDINGS, check_figures, figure_writer
from jounce.cli.files import Writer, check_file, write
from jounce.cli.motion import Fastest, make_task, plan_of
from jounce.cli.peak_tables import peaks_data, peaks_table
from jounce.cli.report import progress, say, table, wrote
from jounce.cli.summary import csv_writer, plan_columns


@click.command()
@options.motion
@click.option("--out", type=options.FILE, help="CSV file for the result: t, and q, theta, delta, tau_m, tau_j of every joint.")
@click.option("--plot", type=options.FILE, help=f"File for a figure of torque over its limit ({', '.join(ENDINGS)}).")
@options.positions("--start-velocity", help="Joint velocities at the start [rad/s, m/s].  [default: at rest]")
@options.positions("--end-velocity", help="Joint velocities at the end, as for a throw [rad/s, m/s].  [default: at rest]")
@options.limit
@click.option("--free", is_flag=True, help="Optimise the path too: any from --from through --via to --to.")
@options.as_json
def fastest(
    job: Path | None,
    out: Path | None,
    plot: Path | None,
    start_velocity: tuple[float, ...] | None,
    end_velocity: tuple[float, ...] | None,
    limits: dict[str, Any] | None,
    free: bool,
    as_json: bool,
    **stated: Any,
) -> None:
    """Compute a minimum-time motion within the robot's limits.

    The path is the same as for `jounce torque`: straight to --to, through --via, or near the samples of a file. The time scaling
    is optimised so that no limit of position, velocity, acceleration, jerk, motor torque, torque rate, joint torque or deflection
    is exceeded, joint elasticity included. --duration is not used. With --free the path is optimised as well: an arm that folds
    while it swings may be faster. Velocities at the ends must be tangential to the path, unless the path is free.

    \b
    Examples:
      jounce fastest panda.urdf --drives panda --to 0.5,0.2,0.1,-1,0,1.5,0 --plot used.png
      jounce fastest arm.toml --to 90,-45 --degrees --out fastest.csv
      jounce fastest arm.toml --to 90,-45 --degrees --free
      jounce fastest arm.toml --to 90,-45 --degrees --end-velocity 120,-60
    """
    check_file(out, (".csv",))
    check_file(plot, ENDINGS)
    if plot is not None:
        check_figures()
    with progress(4) as step:
        step("timing")
        task = make_task(job, stated, Fastest(limits, start_velocity, end_velocity, free))
        step("motor torque")
        plan = plan_of(task)
        files: dict[Path, Writer] = {}
        if out is not None:
            files[out] = csv_writer(plan.robot, plan.t, plan_columns(plan))
        if plot is not None:
            step("figure")
            files[plot] = figure_writer(jn.plot.limits_used(plan).figure, plot)
        step("files")
        written = write(files)
    status: jn.trajectory.TimingStatus = task.path.status  # type: ignore[attr-defined]
    spans = [span._asdict() for span in status.active]
    data = {
        "robot": plan.robot.name,
        "time": status.time,
        **_beside(status),
        "unproven": status.unproven or None,
        "shares": {name: dict(zip(plan.robot.motor_names, row)) for name, row in status.shares.items()},
        "active": spans,
        **peaks_data(plan.peaks, plan.doubts),
        "files": written,
    }
    say(
        as_json,
        data,
        f"{plan.robot.name}: {status.time:.4g} s, {_compared(status)}",
        *([f"Limits hold at many instants; there is no proof between them: {status.unproven}"] if status.unproven else []),
        _used(status),
        *peaks_table(plan.robot, plan.peaks),
        *wrote(written),
    )


def _beside(status: jn.trajectory.TimingStatus) -> dict[str, float | None]:
    """Return {name: minimum time [s]} for comparison: with rigid joints, or for a free path along the straight line.

    An unknown time is None.
    """
    name = "straight_time" if isinstance(status, jn.trajectory.MoveStatus) else "rigid_time"
    value = getattr(status, name)
    return {name: value if math.isfinite(value) else None}


def _compared(status: jn.trajectory.TimingStatus) -> str:
    if not isinstance(status, jn.trajectory.MoveStatus):
        return f"joints that do not bend would take {status.rigid_time:.4g} s"
    if math.isfinite(status.straight_time):
        return f"the straight way would take {status.straight_time:.4g} s"
    return "the straight way cannot be gone within the limits"


def _used(status: jn.trajectory.TimingStatus) -> Any:
    """Return a table of limits: fraction of the time in which a limit is the most utilised one, and its largest utilisation."""
    spans_of: dict[tuple[str, str], list[jn.trajectory.Active]] = {}
    for span in status.active:
        spans_of.setdefault((span.joint, span.quantity), []).append(span)
    fractions = {key: sum(span.end - span.begin for span in spans) / status.time for key, spans in spans_of.items()}
    order = sorted(spans_of, key=lambda key: -fractions[key])
    largest = {key: max(span.share for span in spans) for key, spans in spans_of.items()}
    rows = [[key[0], key[1].replace("_", " "), f"{100 * fractions[key]:.0f} %", f"{100 * largest[key]:.2f} %"] for key in order]
    return table(["joint", "limit", "used most during", "at most"], rows, left=2)
