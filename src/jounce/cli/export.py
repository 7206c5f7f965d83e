"""`jounce export`: a robot for other programs, or its equations for a controller."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

import jounce as jn
from jounce.cli import options
from jounce.cli.files import Writer, check_file, check_folder, write
from jounce.cli.motion import load_robot
from jounce.cli.number import WHOLE
from jounce.cli.report import say, wrote
from jounce.robot.load.save import to_toml

FUNCTIONS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        jn.inverse_dynamics,
        jn.inverse_dynamics_step,
        jn.rnea,
        jn.mass_matrix,
        jn.coriolis_matrix,
        jn.gravity_torque,
        jn.forward_dynamics,
        jn.elastic_forward_dynamics,
        jn.jacobian,
        jn.tool_pose,
        jn.regressor,
    )
}


ENDINGS = {"mjcf": ".xml", "toml": ".toml", "urdf": ".urdf"}


@click.command()
@click.argument("what", type=click.Choice(["c", "mjcf", "toml", "urdf"]))
@options.robot
@click.option("--out", type=options.FILE, required=True, help="A folder for C; a file ending in .xml, .toml or .urdf.")
@click.option("--function", type=click.Choice(list(FUNCTIONS)), help="Which function, for C.  [default: inverse_dynamics]")
@click.option("--order", type=WHOLE, help="How many time derivatives of its result, for C.  [default: 0]")
@options.as_json
def export(
    what: str,
    robot: str,
    drives: Path | None,
    coupling: str | None,
    lock: Any,
    floating_base: bool | None,
    out: Path,
    function: str | None,
    order: int | None,
    as_json: bool,
) -> None:
    """Write a robot for other programs, or its equations in C.

    mjcf: ROBOT as a MuJoCo model, elastic joints included. toml: as a robot file. urdf: what URDF has words for. c: one of its
    functions in C99. C comes as a source file, a header, a CMakeLists.txt and a test with reference values. It allocates
    nothing, keeps no state and needs only libm; no compiler is needed here.

    \b
    Examples:
      jounce export c kuka_lwr --out controller
      jounce export c kuka_lwr --function rnea --order 2 --out controller
      jounce export mjcf kuka_lwr --out kuka_lwr.xml
      jounce export toml arm.urdf --drives arm.drives.toml --out arm.toml
    """
    if what != "c" and (function is not None or order is not None):
        raise click.UsageError("--function and --order are for C; expected neither of them here.")
    if what == "c":
        check_folder(out)
    else:
        check_file(out, (ENDINGS[what],))
    model = load_robot(robot, drives, coupling, lock, bool(floating_base))
    written = write(_c_files(model, function, order, out) if what == "c" else {out: _text(_described(model, what))})
    say(as_json, {"robot": model.name, "format": what, "files": written}, *wrote(written))


def _described(robot: jn.Robot, what: str) -> str:
    return robot.to_mjcf() if what == "mjcf" else robot.to_urdf() if what == "urdf" else to_toml(robot)


def _c_files(robot: jn.Robot, function: str | None, order: int | None, out: Path) -> dict[Path, Writer]:
    kernel = jn.compile(FUNCTIONS[function or "inverse_dynamics"], robot, order=order or 0)
    with tempfile.TemporaryDirectory() as folder:
        return {out / file.name: _text(file.read_text(encoding="utf-8")) for file in kernel.write_c(folder)}


def _text(text: str) -> Writer:
    return lambda file: file.write(text.encode())
