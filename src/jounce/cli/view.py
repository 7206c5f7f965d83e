"""`jounce view`: a motion as an animated HTML page."""

from pathlib import Path
from typing import Any

import click

import jounce as jn
from jounce.cli import options
from jounce.cli.files import check_file, page_writer, write
from jounce.cli.motion import make_task, plan_of
from jounce.cli.number import REAL
from jounce.cli.peak_tables import peaks_data, peaks_table, refuse_exceeded, warn_of
from jounce.cli.report import progress, say, wrote
from jounce.cli.torque import plan_data, plan_lines


@click.command()
@options.motion
@click.option("--out", type=options.FILE, default=Path("view.html"), show_default=True, help="HTML file for the page.")
@click.option("--exaggeration", type=REAL, help="Factor by which deflection is drawn larger, 1 to 100.  [default: visible]")
@options.within_limits
@options.as_json
def view(job: Path | None, out: Path, exaggeration: float | None, within_limits: bool, as_json: bool, **stated: Any) -> None:
    """Animate a motion on an HTML page.

    The motor torque along a motion of ROBOT is computed as by `jounce torque`. The page shows the robot with magnified
    deflection, its motor torques, tool path and curves. The page is one HTML file that opens in any browser, from disk, and
    fetches nothing. A robot from a URDF is drawn with the meshes of that file.

    \b
    Examples:
      jounce view kuka_lwr --to 1,-0.5,0.8,1.2,0.3,-0.7,0.5 --duration 2
      jounce view arm.urdf --drives arm.drives.toml --to 90,-45 --degrees --duration 1.5 --out arm.html
      jounce view moberg_5dof --from 0.5,-1.6 --to 0.5,0.6 --duration 1 --exaggeration 10
    """
    check_file(out, options.PAGES)
    with progress(4) as step:
        step("reading")
        task = make_task(job, stated)
        step("motor torque")
        plan = plan_of(task)
        peaks = plan.peaks
        if within_limits:
            refuse_exceeded(plan.robot, peaks)
        step("page")
        page = jn.view(plan, exaggeration=exaggeration, meshes=task.meshes)
        step("files")
        written = write({out: page_writer(page)})
    doubts = plan.doubts
    warn_of(plan.robot, peaks, doubts)
    data = {**plan_data(plan, task), **peaks_data(peaks, doubts), "files": written}
    say(as_json, data, *plan_lines(plan, task), *peaks_table(plan.robot, peaks), *wrote(written))
