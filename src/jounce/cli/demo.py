"""`jounce demo`: motor torque of a library robot along a motion, checked by simulation."""

import csv
import io
from pathlib import Path
from typing import Any

import click
import numpy as np

import jounce as jn
from jounce.cli import options
from jounce.cli.figure import check_figures, figure_writer, panel, sheet
from jounce.cli.files import Writer, check_folder, page_writer, write
from jounce.cli.peak_tables import peaks_data, peaks_table, warn_of
from jounce.cli.report import plain, progress, say, wrote
from jounce.cli.summary import csv_writer, joint_rows, joint_table, plan_columns

START = (95, -80, -95, -95, -90, 105, -80)
GOAL = (-120, 120, 110, 120, 100, -95, 105)
"""Joint angles of the goal [deg]. [Buondonno2015] does not state the joint angles of its motion; with START, GOAL and DURATION
the peak speeds are those of the paper, 90 to 120 deg/s."""
DURATION, DEGREE, SAMPLES = 4.0, 7, 401


@click.command()
@click.option("--out", type=options.FILE, default=Path("out"), show_default=True, help="Folder for the files.")
@options.as_json
def demo(out: Path, as_json: bool) -> None:
    """Compute the motor torque of a KUKA LWR, checked by simulation.

    The robot has elastic joints and moves from rest to rest. The robot is simulated open loop under two torques: the torque for
    elastic joints, and the torque for rigid joints. Files: torque.csv, torque.png, torque.pdf, summary.csv and demo.html, an
    animation of the robot under the two torques, side by side.

    \b
    Examples:
      jounce demo
      jounce demo --out results --json
    """
    check_folder(out)
    check_figures()
    robot = jn.load("kuka_lwr")
    path = jn.trajectory.rest_to_rest(np.radians(START), np.radians(GOAL), DURATION, DEGREE)
    with progress(5) as step:
        step("motor torque")
        plan = jn.feedforward(robot, path, np.linspace(0.0, DURATION, SAMPLES))
        rigid = jn.feedforward(robot.with_rigid_joints(), path, plan.t)
        step("simulation with the elastic model's torque")
        good = jn.simulate(robot, plan)
        step("simulation with the rigid model's torque")
        poor = jn.simulate(robot, rigid)
        step("figures")
        figure = _figure(plan, good, poor)
        rows = _rows(plan, rigid, good, poor)
        files: dict[Path, Writer] = {
            out / "torque.csv": csv_writer(robot, plan.t, plan_columns(plan)),
            out / "summary.csv": _summary_writer(rows),
        }
        files |= {path: figure_writer(figure, path) for path in (out / "torque.png", out / "torque.pdf")}
        page = jn.view(good, poor, labels=["elastic model's torque", "rigid model's torque"])
        files[out / "demo.html"] = page_writer(page)
        step("files")
        written = write(files)
    peaks, doubts = plan.peaks, plan.doubts
    warn_of(robot, peaks, doubts)
    errors = {"elastic": float(good.tracking_error), "rigid": float(poor.tracking_error)}
    data = {
        "robot": robot.name,
        "duration": DURATION,
        "samples": SAMPLES,
        "tracking_error": errors,
        "joints": rows,
        **peaks_data(peaks, doubts),
        "files": written,
    }
    more = {
        f"tracking error\n{name} [deg]": [f"{np.degrees(row[f'tracking_error_{name}']):.2g}" for row in rows] for name in errors
    }
    say(
        as_json,
        data,
        f"{robot.name}: rest to rest in {DURATION:g} s, peak speeds {_speeds(plan)} deg/s",
        joint_table(robot, rows, more),
        *peaks_table(robot, peaks),
        "",
        f"Simulated open loop, the robot stays within {np.degrees(errors['elastic']):.1e} deg of the motion under the elastic "
        f"model's torque, and leaves it by {np.degrees(errors['rigid']):.3g} deg under the rigid model's.",
        *wrote(written),
    )


def _speeds(plan: jn.Plan) -> str:
    peaks = np.degrees(np.abs(plan.q[1]).max(axis=0))
    return f"{peaks.min():.0f} to {peaks.max():.0f}"


def _rows(plan: jn.Plan, rigid: jn.Plan, good: jn.simulation.Run, poor: jn.simulation.Run) -> list[dict[str, Any]]:
    rows = joint_rows(plan, rigid)
    for name, run in (("elastic", good), ("rigid", poor)):
        for row, error in zip(rows, np.abs(run.error).max(axis=0)):
            row[f"tracking_error_{name}"] = error
    return rows


def _summary_writer(rows: list[dict[str, Any]]) -> Writer:
    text = io.StringIO()
    table = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    table.writeheader()
    table.writerows(plain(rows))
    return lambda file: file.write(text.getvalue().encode())


def _figure(plan: jn.Plan, good: jn.simulation.Run, poor: jn.simulation.Run) -> Any:
    def tracking(ax: Any) -> None:
        jn.plot.tracking(poor, ax, names=False)
        ax.set_title("tracking error with the rigid model's torque")

    def compared(ax: Any) -> None:
        for run, label, colour in ((poor, "rigid model's torque", "#d55e00"), (good, "elastic model's torque", "#0072b2")):
            ax.semilogy(run.t, np.degrees(np.abs(run.error).max(axis=1)), color=colour)
            ax.annotate(label, (0.97, 0.68 if run is poor else 0.4), xycoords="axes fraction", ha="right", color=colour)
        ax.set(title="largest tracking error of all joints", xlabel="t [s]", ylabel="[deg]", ylim=(1e-14, 1e3))

    draws = (jn.plot.velocities, jn.plot.torque, jn.plot.deflection, jn.plot.difference)
    title = "KUKA LWR with elastic joints: motor torque for a motion from rest to rest, and what the robot then does"
    return sheet([*(panel(draw, plan) for draw in draws), tracking, compared], title)
