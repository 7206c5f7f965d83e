"""`jounce sweep`: spread of the tool's motion under uncertain robot parameters."""

from pathlib import Path
from typing import Any

import click
import numpy as np

import jounce as jn
from jounce.cli import options
from jounce.cli.figure import ENDINGS, check_figures, figure_writer
from jounce.cli.files import Writer, check_file, write
from jounce.cli.job import is_job
from jounce.cli.motion import make_task, plan_of
from jounce.cli.number import REAL, WHOLE
from jounce.cli.report import progress, say, table, wrote
from jounce.cli.simulation_options import share
from jounce.errors import InputError
from jounce.simulation.sweep_links import links_behind


@click.command()
@options.motion
@click.option("--stiffness-error", metavar="SHARE", callback=share, help="Largest relative error of each stiffness, such as 10%.")
@click.option("--mass-error", metavar="SHARE", callback=share, help="Largest relative error of each link's mass, such as 5%.")
@click.option("--payload-error", type=REAL, help="Largest payload at the tool that the plan ignores [kg].")
@click.option("--samples", type=WHOLE, default=200, show_default=True, help="Number of simulated robots.")
@click.option("--seed", type=WHOLE, default=0, show_default=True, help="Seed of their random parameters.")
@click.option(
    "--out", type=options.FILE, help="CSV file: for each sample its random parameters and the largest tool deviation [m]."
)
@click.option("--plot", type=options.FILE, help=f"File for a figure of tool deviation over time ({', '.join(ENDINGS)}).")
@options.as_json
def sweep(
    job: Path | None,
    stiffness_error: float | None,
    mass_error: float | None,
    payload_error: float | None,
    samples: int,
    seed: int,
    out: Path | None,
    plot: Path | None,
    as_json: bool,
    **stated: Any,
) -> None:
    """Simulate robots with uncertain parameters.

    The result is the deviation of the tool from the plan if stiffness, masses and payload have errors. The motion of ROBOT is
    planned; then robots with random parameters, uniform within the errors, are simulated. The motors of these robots follow the
    plan exactly, as stiff drives do, and their links respond through the springs. ROBOT may be a job file.

    \b
    Examples:
      jounce sweep kuka_lwr --to 1,-0.5,0.8,1.2,0.3,-0.7,0.5 --duration 1 --stiffness-error 10% --payload-error 0.5
      jounce sweep job.toml --stiffness-error 10% --mass-error 5% --samples 1000 --plot stray.png
    """
    check_file(out, (".csv",))
    check_file(plot, ENDINGS)
    if plot is not None:
        check_figures()
    if job is None and stated.get("robot") and is_job(Path(stated["robot"])):
        job, stated["robot"] = Path(stated["robot"]), None
    with progress(4) as step:
        step("motor torque")
        task = make_task(job, stated)
        plan = plan_of(task)
        drawn = _random_parameters(task.robot, stiffness_error, mass_error, payload_error, samples, seed)
        step("sweep")
        result = jn.sweep(lambda robot, scales: _tool_deviation(robot, plan, scales), task.robot, drawn)
        files: dict[Path, Writer] = {}
        largest = result.values.max(axis=1)  # NaN of a sample that is NaN somewhere
        valid = ~np.isnan(largest)
        if not valid.any():
            raise InputError(f"sweep: none of the {samples} robots could be simulated to the end of the motion.")
        if out is not None:
            files[out] = _csv(drawn, largest)
        if plot is not None:
            step("figure")
            files[plot] = figure_writer(jn.plot.spread(result, plan.t, "tool from its plan [mm]", 1e-3).figure, plot)
        step("files")
        written = write(files)
    worst = int(np.nanargmax(largest))
    shares = (0.5, 0.95)
    values = dict(zip(("median", "95 %"), np.quantile(largest[valid], shares).tolist())) | {"worst": float(largest[worst])}
    rows = [[name, f"{1e3 * value:.4g}"] for name, value in values.items()]
    sample = {name: np.asarray(x[worst]).tolist() for name, x in drawn.items()}
    failed = samples - int(valid.sum())
    data = {
        "robot": task.robot.name,
        "samples": samples,
        "failed": failed,
        "stray": values,
        "worst_sample": sample,
        "files": written,
    }
    say(
        as_json,
        data,
        f"{task.robot.name}: how far the tool strays at most along the motion, {samples} robots",
        table(["robots", "distance [mm]"], rows, left=1),
        *([f"{failed} of them could not be simulated to the end of the motion; they are not in the table."] if failed else []),
        "The worst: " + "; ".join(f"{name} {', '.join(f'{x:.4g}' for x in np.ravel(x))}" for name, x in sample.items()),
        *wrote(written),
    )


def _random_parameters(
    robot: jn.Robot, stiffness: float | None, mass: float | None, payload: float | None, samples: int, seed: int
) -> dict[str, Any]:
    """Return {name: (samples, ...)} of random factors on stiffness and mass, and of random payload masses [kg].

    stiffness, mass: largest relative errors; payload: largest mass [kg]; None for a parameter without error.
    """
    rng = np.random.default_rng(seed)
    if samples < 1:
        raise InputError(f"--samples: expected 1 or more, got {samples}.")
    if stiffness is None and mass is None and payload is None:
        raise InputError("nothing differs: say --stiffness-error, --mass-error or --payload-error.")
    samples_of: dict[str, Any] = {}
    if stiffness is not None:
        if not np.isfinite(robot.parameter_values("stiffness")).any():
            raise InputError(f"--stiffness-error: no drive of robot {robot.name!r} has a stiffness that is one number.")
        samples_of["stiffness factor"] = 1.0 + _checked_error(stiffness, "--stiffness-error") * rng.uniform(
            -1, 1, size=(samples, robot.m)
        )
    if mass is not None:
        samples_of["mass factor"] = 1.0 + _checked_error(mass, "--mass-error") * rng.uniform(
            -1, 1, size=(samples, len(robot.links))
        )
    if payload is not None:
        if not payload > 0.0:
            raise InputError(f"--payload-error: expected a mass above zero [kg], got {payload:g}.")
        samples_of["payload [kg]"] = payload * rng.uniform(0, 1, size=samples)
    return samples_of


def _checked_error(error: float, name: str) -> float:
    """Return the relative error of option `name`; raise InputError unless the error is between 0 and 1."""
    if not 0.0 < error < 1.0:
        raise InputError(f"{name}: expected a share between 0 and 100%, got {100 * error:g}%.")
    return error


def _tool_deviation(robot: jn.Robot, plan: jn.Plan, samples: dict[str, Any]) -> Any:
    """Return the distance (k, len(plan.t)) [m] of the tool from its planned position for k samples; NaN if a robot diverged."""
    numbers: dict[str, Any] = {}
    if "mass factor" in samples:
        bodies = robot.parameter_values("inertia").reshape(len(robot.links), -1)
        factors = samples["mass factor"]
        numbers["inertia"] = (factors[:, :, None] * bodies).reshape(len(factors), -1)
    if "stiffness factor" in samples:
        numbers["stiffness"] = samples["stiffness factor"] * robot.parameter_values("stiffness")
    if "payload [kg]" in samples:
        numbers["payload"] = np.outer(samples["payload [kg]"], np.eye(10)[0])
    planned = jn.tool_pose(robot, plan.q[0])[0]
    q = links_behind(robot, plan, numbers)
    deviation = np.full(q.shape[:2], np.nan)
    valid = np.isfinite(q).all(axis=(1, 2))  # the others ran away
    deviation[valid] = np.linalg.norm(jn.tool_pose(robot, q[valid])[0] - planned, axis=-1)
    return deviation


def _csv(drawn: dict[str, Any], largest: Any) -> Writer:
    names = [f"{name} {k + 1}" if np.ndim(x) > 1 else name for name, x in drawn.items() for k in range(np.size(x[0]))]
    rows = np.column_stack([*drawn.values(), largest])

    def writer(file: Any) -> None:
        file.write((",".join([*names, "stray [m]"]) + "\n").encode())
        np.savetxt(file, rows, delimiter=",", fmt="%.17g")

    return writer
