"""`jounce simulate`: the motion of a robot under the computed motor torque."""

from pathlib import Path
from typing import Any

import click
import numpy as np

import jounce as jn
from jounce.cli import options
from jounce.cli.coordinates import freedoms
from jounce.cli.figure import ENDINGS, caption, check_figures, figure_writer, moving, panel, restricted, sheet
from jounce.cli.files import Writer, check_file, page_writer, write
from jounce.cli.motion import make_task, plan_of
from jounce.cli.number import REAL
from jounce.cli.peak_tables import peaks_data, peaks_table, refuse_exceeded, warn_of
from jounce.cli.report import progress, say, table, wrote
from jounce.cli.simulation_options import NAMES, machine, machine_of
from jounce.cli.summary import ANGLE, SPEED, TORQUE, JointQuantity, csv_writer, in_degrees
from jounce.cli.torque import plan_data, plan_lines
from jounce.errors import InputError
from jounce.robot.validation import positive

CONTROLLERS = ("none", "pd", "feedback-linearisation")


@click.command()
@options.motion
@click.option("--controller", type=click.Choice(CONTROLLERS), default="none", show_default=True, help="Controller.")
@click.option("--bandwidth", type=REAL, default=50.0, show_default=True, help="Bandwidth of the closed loop [rad/s].")
@machine
@click.option("--out", type=options.FILE, help="CSV file for the run: t, and q, qd, theta, thetad, tau_m, error of every joint.")
@click.option("--plot", type=options.FILE, help=f"File for a figure ({', '.join(ENDINGS)}).")
@options.view
@options.within_limits
@options.as_json
def simulate(
    job: Path | None,
    controller: str,
    bandwidth: float,
    out: Path | None,
    plot: Path | None,
    view: Path | None,
    within_limits: bool,
    as_json: bool,
    **stated: Any,
) -> None:
    """Simulate a robot under the computed motor torque.

    The motor torque for a motion of ROBOT is computed, the robot is simulated under this torque, and the tracking error is
    printed. Without a controller the torque acts open loop, as a continuous function of time unless motors or jitter are
    modelled. A controller measures and computes at --rate, and holds its torque between samples. pd: the planned torque, and PD
    control of each motor with a double pole at the bandwidth for the inertia of motor and link together. feedback-linearisation:
    four poles per link at the bandwidth, three where the joint is damped; dynamic feedback linearisation for robots with carried
    rotors, or with rigid joints beside elastic joints. A floating base falls freely: contact wrenches are for Python.

    The simulated robot may differ from the model: --payload, --stiffness-error, --mass-error. The options from --encoder-bits to
    --jitter model sensors and actuators of a real machine.

    \b
    Examples:
      jounce simulate kuka_lwr --to 1,-0.5,0.8,1.2,0.3,-0.7,0.5 --duration 2 --plot run.png
      jounce simulate planar_2r --to 45,-30 --degrees --duration 0.5 --controller pd --rate 2000
      jounce simulate moberg_5dof --from 0.5,-1.6 --to 0.5,0.6 --duration 1
      jounce simulate --job job.toml --controller feedback-linearisation --bandwidth 100 --out run.csv
      jounce simulate planar_2r --to 1,0.5 --duration 1 --controller pd --payload 0.5 --encoder-bits 19 --delay 1ms
    """
    check_file(out, (".csv",))
    check_file(plot, ENDINGS)
    check_file(view, options.PAGES)
    if plot is not None:
        check_figures()
    with progress(5) as step:
        step("reading")
        machine_options = {name: stated.pop(name) for name in NAMES}
        task = make_task(job, stated)
        loop = _controller(task.robot, controller, positive(bandwidth, "bandwidth [rad/s]"))
        real = machine_of(task.robot, loop, machine_options)
        step("motor torque")
        plan = plan_of(task)
        step("simulation")
        is_sampled = loop is not None or real["actuator"] is not None or real["jitter"] > 0.0
        run = jn.simulate(task.robot, plan, loop, rate=task.rate if is_sampled else None, **real)
        peaks = run.peaks
        if within_limits:
            refuse_exceeded(run.robot, peaks)
        files: dict[Path, Writer] = {}
        if out is not None:
            files[out] = csv_writer(run.robot, run.t, _columns(run))
        if plot is not None:
            step("figure")
            title = f"{run.robot.name}: simulated motion, {'open loop' if loop is None else controller}"
            files[plot] = figure_writer(_figure(run, title), plot)
        if view is not None:
            files[view] = page_writer(jn.view(run, meshes=task.meshes))
        step("files")
        written = write(files)
    doubts = plan.doubts
    warn_of(run.robot, peaks, doubts)
    data = {**plan_data(plan, task), "controller": controller, **_data(run), **peaks_data(peaks, doubts), "files": written}
    say(
        as_json,
        data,
        *plan_lines(plan, task),
        *_parts(run, data),
        *peaks_table(run.robot, peaks),
        *wrote(written),
    )


def _controller(robot: jn.Robot, name: str, bandwidth: float) -> jn.control.Controller | None:
    if name == "none":
        return None
    if robot.nq != robot.n:
        raise InputError(
            f"controller: robot {robot.name!r} has joints of several freedoms, which no motor drives; its controllers are "
            "written in Python, jn.simulate(robot, plan, controller)."
        )
    if name == "feedback-linearisation":
        bends = [drive is not None and drive.elastic for drive in robot.drives]
        if any(robot.rotors) or (any(bends) and not all(bends)):
            return jn.control.DynamicFeedbackLinearization(robot, poles=-bandwidth)
        damped = any(drive is not None and drive.elastic and drive.damping for drive in robot.drives)
        return jn.control.FeedbackLinearization(robot, poles=[-bandwidth] * 4, sensors="motor" if damped else "torque")
    links = np.diagonal(jn.mass_matrix(robot, np.zeros(robot.n)))
    moved = [links[robot.axes.index(joint)] for joint in robot.motor_joints]
    inertia = moved + np.array([0.0 if drive is None else drive.reflected_inertia for drive in robot.motor_drives])
    return jn.control.FeedforwardPD(robot, kp=inertia * bandwidth**2, kd=2.0 * inertia * bandwidth)


def _figure(run: jn.simulation.Run, title: str) -> Any:
    """Return a figure of link positions, motor torque, deflection and tracking error while the robot moves.

    For a plan along a tool path the figure also shows velocities and the tool error.
    """
    shown = restricted(run, moving(run))
    plan = shown.plan
    panels = [panel(jn.plot.positions, plan), panel(jn.plot.torque, shown), panel(jn.plot.deflection, plan)]
    panels.append(panel(jn.plot.tracking, shown))
    if plan.path.space == "tool":
        panels = [panels[0], panel(jn.plot.velocities, plan), *panels[1:], panel(jn.plot.tool_error, shown)]
    return sheet(panels, caption(title, run, shown))


def _columns(run: jn.simulation.Run) -> list[JointQuantity]:
    return [
        JointQuantity("q", run.q, ANGLE),
        JointQuantity("qd", run.qd, SPEED),
        JointQuantity("theta", run.theta, ANGLE, of_motors=True),
        JointQuantity("thetad", run.thetad, SPEED, of_motors=True),
        JointQuantity("tau_m", run.tau_m, TORQUE),
        JointQuantity("error", run.error, ANGLE),
    ]


def _data(run: jn.simulation.Run) -> dict[str, Any]:
    """Return tracking errors and the energy balance of a run as data for JSON, in SI units."""
    error = np.abs(run.error)
    data = {
        "tracking_error": float(run.tracking_error),
        "energy_balance": float(np.abs(run.energy_balance).max()),
        "energy_range": float(np.ptp(run.energy)),
        "work": float(run.work[-1]),
        "loss": float(run.loss[-1]),
        "evaluations": run.evaluations,
        "joints": [
            {"joint": name, "largest_error": error[:, i].max(), "final_error": error[-1, i], "unit": ANGLE[bool(slides)]}
            for i, (name, slides) in enumerate(freedoms(run.robot))
        ],
    }
    if run.plan.path.space == "tool":
        data["tool_error"] = float(np.abs(run.tool_error).max())
    return data


def _parts(run: jn.simulation.Run, data: dict[str, Any]) -> list[Any]:
    rows = []
    for row in data["joints"]:
        errors = [f"{in_degrees(row[key], row['unit']):.3g}" for key in ("largest_error", "final_error")]
        rows.append([row["joint"], *errors, "m" if row["unit"] == "m" else "deg"])
    parts = [
        table(["joint", "largest error", "error at the end", "unit"], rows),
        f"energy: {data['work']:.4g} J of work, {data['loss']:.4g} J lost; balanced to {data['energy_balance']:.1e} J of the "
        f"{data['energy_range']:.4g} J that come and go",
    ]
    if "tool_error" in data:
        parts.append(f"the tool stays within {data['tool_error']:.2e} m of its path")
    return parts
