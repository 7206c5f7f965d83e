"""`jounce excite`: an excitation motion for the identification of a robot's parameters."""

from pathlib import Path
from typing import Any

import click
import numpy as np

import jounce as jn
from jounce.cli import options
from jounce.cli.files import check_file, write
from jounce.cli.motion import load_robot
from jounce.cli.number import REAL, WHOLE
from jounce.cli.peak_tables import peaks_data, peaks_table
from jounce.cli.report import number, progress, say, table, wrote
from jounce.cli.summary import ANGLE, SPEED, TORQUE, JointQuantity, csv_writer

ACCELERATION = ("rad/s^2", "m/s^2")


@click.command()
@options.robot
@options.limit
@click.option("--duration", type=REAL, default=20.0, show_default=True, help="Duration of the motion [s].")
@click.option("--periods", type=WHOLE, default=1, show_default=True, help="Number of repetitions within the duration.")
@click.option(
    "--basis",
    type=click.Choice(["fourier", "spline"]),
    default="fourier",
    show_default=True,
    help="Fourier series, or splines, whose end may differ from their start.",
)
@click.option(
    "--harmonics", type=WHOLE, help="Harmonics of the series; splines have twice as many pieces.  [default: up to 1 Hz]"
)
@click.option(
    "--free",
    metavar="NAME[,NAME...]",
    default="inertia,rotor_inertia,friction",
    show_default=True,
    help="Parameters to be identified: inertia, rotor_inertia, viscous_friction, coulomb_friction, friction.",
)
@click.option(
    "--criterion",
    type=click.Choice(["determinant", "condition"]),
    default="determinant",
    show_default=True,
    help="Objective: the determinant of the information matrix, or the condition number of the base regressor.",
)
@click.option(
    "--noise", type=REAL, default=1.0, show_default=True, help="Standard deviation of measured motor torques [Nm or N]."
)
@click.option("--rate", type=REAL, default=1000.0, show_default=True, help="Sample rate of file and measurement [Hz].")
@click.option("--seed", type=WHOLE, default=0, show_default=True, help="Seed of the search.")
@click.option("--out", type=options.FILE, help="CSV file for the motion: t, and q, qd, qdd, tau_m of every joint.")
@options.as_json
def excite(
    robot: str,
    drives: Path | None,
    coupling: str | None,
    lock: Any,
    floating_base: bool | None,
    tool: str | None,
    exact: bool | None,
    limits: dict[str, Any] | None,
    duration: float,
    periods: int,
    basis: str,
    harmonics: int | None,
    free: str,
    criterion: str,
    noise: float,
    rate: float,
    seed: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Design an excitation motion for identifying a robot.

    The motion is a Fourier series or a spline of each joint of ROBOT, from rest to rest, within limits of position, velocity,
    acceleration, jerk and torque, optimised for the estimation of masses, inertia and friction. The condition number and the
    expected standard deviations are printed. Obstacles are not considered: look at the motion first (jounce view ROBOT
    --trajectory motion.csv).

    \b
    Examples:
      jounce excite kuka_lwr --limit velocity=1.5 --limit acceleration=10 --out motion.csv
      jounce excite panda.urdf --drives panda --lock '*finger*' --free inertia --criterion condition --out motion.csv
    """
    check_file(out, (".csv",))
    with progress(4) as step:
        step("reading")
        model = load_robot(robot, drives, coupling, lock, bool(floating_base), tool, bool(exact))
        model = model.with_limits(**(limits or {}))
        step("search")
        path = jn.excitation(
            model,
            duration,
            free=tuple(word.strip() for word in free.split(",")),
            criterion=criterion,
            noise=noise,
            rate=rate,
            basis=basis,
            harmonics=harmonics,
            periods=periods,
            seed=seed,
        )
        step("motor torque")
        t = np.linspace(0.0, duration, max(2, round(duration * rate) + 1))
        plan = jn.feedforward(model, path, t)
        step("files")
        columns = [
            JointQuantity("q", plan.q[0], ANGLE),
            JointQuantity("qd", plan.q[1], SPEED),
            JointQuantity("qdd", plan.q[2], ACCELERATION),
            JointQuantity("tau_m", plan.tau_m, TORQUE),
        ]
        written = write({} if out is None else {out: csv_writer(model, t, columns)})
    status = path.status
    data = {
        "robot": model.name,
        "duration": duration,
        "criterion": criterion,
        "condition": status.condition,
        "parameters": [
            {"name": name, "deviation": deviation} for name, deviation in zip(status.parameters, status.deviation.tolist())
        ],
        "noise": noise,
        "rate": rate,
        "largest_share": status.share,
        "assumed": status.assumed,
        **peaks_data(plan.peaks, plan.doubts),
        "files": written,
    }
    rows = [[name, number(deviation, ".3g")] for name, deviation in zip(status.parameters, status.deviation.tolist())]
    say(
        as_json,
        data,
        f"{model.name}: {len(status.parameters)} base parameters, condition number {status.condition:.1f}, "
        f"{100.0 * status.share:.1f} % of the limits used",
        *(f"assumed: {words}" for words in status.assumed),
        table(["parameter", f"deviation for {noise:g} Nm of noise at {rate:g} Hz"], rows),
        *peaks_table(model, plan.peaks),
        *wrote(written),
    )
