"""`jounce identify`: the parameters of a robot from recordings of its motion."""

from pathlib import Path
from typing import Any

import click

import jounce as jn
from jounce.cli import options
from jounce.cli.files import Writer, check_file, write
from jounce.cli.motion import in_si, load_robot
from jounce.cli.number import REAL, WHOLE
from jounce.cli.report import number, progress, say, table, wrote
from jounce.robot.io.toml_writer import to_toml

FREE = "inertia,rotor_inertia,viscous_friction,coulomb_friction,torque_offset"


@click.command()
@options.robot
@click.option(
    "--log",
    "logs",
    type=options.FILE,
    required=True,
    multiple=True,
    help="Recording: CSV, NPZ, or messages of ROS as JSON or YAML; repeatable: one fit to all.",
)
@click.option("--free", metavar="NAME,NAME,...", default=FREE, show_default=True, help="Parameters to identify.")
@click.option(
    "--validate",
    type=options.FILE,
    multiple=True,
    help="Other recording to validate the identified robot; repeatable.",
)
@click.option(
    "--at-motor",
    metavar="[CHANNEL,...]",
    is_flag=False,
    flag_value="theta,tau_m",
    help="Channels measured at the motor shafts, before the gears: theta, tau_m, or theta,tau_m (default).",
)
@options.positions("--start", help="Pose to which positions of the recording are relative [rad, m].")
@options.degrees
@options.positions("--torque-constant", help="Torque constant of each motor, if currents were recorded [Nm/A].")
@click.option(
    "--cutoff", type=REAL, help="Cut-off of the low-pass filter of all channels [Hz].  [default: by the motion's frequency]"
)
@click.option("--factor", type=WHOLE, help="Number of samples per equation (decimation).  [default: by the motion's frequency]")
@click.option("--out", type=options.FILE, help="TOML file for the identified robot.")
@click.option("--report", type=options.FILE, help="HTML file for tables and figures.")
@options.as_json
def identify(
    robot: str,
    drives: Path | None,
    coupling: str | None,
    lock: Any,
    floating_base: bool | None,
    tool: str | None,
    exact: bool | None,
    logs: tuple[Path, ...],
    free: str,
    validate: tuple[Path, ...],
    at_motor: str | None,
    start: tuple[float, ...] | None,
    degrees: bool | None,
    torque_constant: tuple[float, ...] | None,
    cutoff: float | None,
    factor: int | None,
    out: Path | None,
    report: Path | None,
    as_json: bool,
) -> None:
    """Identify the parameters of a robot from recorded motion.

    Masses, friction and rotor inertia of ROBOT are estimated from the motor torques by regression; parameters that the motion
    does not excite keep their values. A CSV file has columns t, theta1, ... (motor positions behind the gear) and tau_m1, ...
    (motor torques behind the gear), units in brackets. A recording that cannot be of this robot is refused before the fit.

    \b
    Examples:
      jounce identify arm.urdf --drives arm.drives.toml --log motion.csv --out arm.toml --report fit.html
      jounce identify staubli_tx40 --log tx40.csv --at-motor --free inertia,rotor_inertia,friction,torque_offset
      jounce identify arm.toml --log slow.csv --log fast.csv --validate other.csv
      jounce identify kuka_kr300 --log a.csv --validate b.csv --at-motor tau_m --start 0,-90,90,0,0,0 --degrees --json
    """
    check_file(out, (".toml",))
    check_file(report, options.PAGES)
    with progress(4) as step:
        step("reading")
        model = load_robot(robot, drives, coupling, lock, bool(floating_base), tool, bool(exact))

        def read(file: Path) -> jn.Log:
            log_read = jn.Log.load(file, model, torque_constant=torque_constant, degrees=bool(degrees))
            if at_motor is not None:
                log_read = log_read.geared(model, [word.strip() for word in at_motor.split(",")])
            return log_read if start is None else log_read.moved(in_si(model, start, degrees, "start"))

        recordings, others = [read(file) for file in logs], [read(file) for file in validate]
        if cutoff is not None or factor is not None:
            recordings = [log.filtered(cutoff).decimated(factor).moving() for log in recordings]
        step("fit")
        fit = jn.identify(model, recordings, free=[name.strip() for name in free.split(",")])
        there = fit.validate(others) if others else {}
        step("report")
        told = fit.report()
        files: dict[Path, Writer] = {}
        if out is not None:
            files[out] = lambda file: file.write(to_toml(fit.robot).encode())
        if report is not None:
            page = told.to_html().encode()
            files[report] = lambda file: file.write(page)
        step("files")
        written = write(files)
    rows, joints = told.rows(), told.joints()
    data = {
        "robot": fit.robot.name,
        "free": fit.free,
        "equations": sum(count for group in fit.equations for count in group.counts),
        "relative_residual": fit.relative_residual,
        "joints": [dict(zip(("joint", "residual", "nrmse", "nrmse_of_prior"), row)) for row in joints],
        "numbers": [dict(zip(("kind", "entry", "prior", "value", "deviation", "known_by"), row)) for row in rows],
        "validation": {name: dict(zip(model.joint_names, values)) for name, values in there.items()},
        "notes": told.notes(),
        "files": written,
    }
    heads = ["joint", "residual\n[Nm, N]", "nrmse", "nrmse\nof prior", *(f"nrmse of {name}\nelsewhere" for name in there)]
    cells = [
        [row[0], *(number(value, ".4g") for value in (*row[1:], *(float(values[i]) for values in there.values())))]
        for i, row in enumerate(joints)
    ]
    table_rows = [[kind, entry, *(number(value, ".5g") for value in values), by] for kind, entry, *values, by in rows]
    say(
        as_json,
        data,
        f"{fit.robot.name}: relative residual {100.0 * fit.relative_residual:.3g} %",
        table(heads, cells),
        table(["kind", "entry", "prior", "value", "deviation", "known by"], table_rows, left=2),
        *told.notes(),
        *wrote(written),
    )
