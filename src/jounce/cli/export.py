"""`jounce export`: a robot as a file for other programs, or its equations as C code or an FMU."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click

import jounce as jn
from jounce.cli import options
from jounce.cli.files import Writer, check_file, check_folder, write
from jounce.cli.motion import load_robot
from jounce.cli.number import WHOLE
from jounce.cli.report import say, wrote
from jounce.robot.io.toml_writer import to_toml

PUBLIC = {"inverse_dynamics": jn} | {name: room for room in (jn, jn.dynamics) for name in room.__all__}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: getattr(room, name) for name, room in PUBLIC.items() if hasattr(getattr(room, name), "equation")
}
"""{name: public function} of all functions that can be compiled."""


class Chosen(NamedTuple):
    """Options of the exports to C and FMU."""

    functions: tuple[str, ...]
    order: int
    prefix: str | None
    parameters: tuple[str, ...]
    outputs: tuple[str, ...]
    dtype: str


ENDINGS = {"fmu": ".fmu", "mjcf": ".xml", "toml": ".toml", "urdf": ".urdf"}


@click.command()
@click.argument("what", type=click.Choice(["c", "fmu", "mjcf", "toml", "urdf"]))
@options.robot
@click.option("--out", type=options.FILE, required=True, help="A folder for C; a file ending in .fmu, .xml, .toml or .urdf.")
@click.option(
    "--function",
    type=click.Choice(list(FUNCTIONS)),
    multiple=True,
    metavar="NAME",
    help="Function to export, such as rnea or statics, for C and FMU; repeatable for C.  [default: inverse_dynamics]",
)
@click.option("--order", type=WHOLE, help="Number of time derivatives of its result, for C and FMU.  [default: 0]")
@click.option("--name", help="Prefix of the names in C: lwr gives lwr_inverse_dynamics; the name of an FMU.")
@click.option(
    "--parameter",
    multiple=True,
    metavar="NAME",
    help="Robot parameter that is an argument of the C function, or a parameter of the FMU; repeatable.",
)
@click.option(
    "--output", "outputs", multiple=True, metavar="NAME", help="Output to export, such as tau_m; repeatable.  [default: all]"
)
@click.option("--float", "single", is_flag=True, help="Single precision, for C.")
@click.option("--overwrite", is_flag=True, help="Replace files of other robots and functions, and your own, in C's folder.")
@options.as_json
def export(
    what: str,
    robot: str,
    drives: Path | None,
    coupling: str | None,
    lock: Any,
    floating_base: bool | None,
    tool: str | None,
    exact: bool | None,
    out: Path,
    function: tuple[str, ...],
    order: int | None,
    name: str | None,
    parameter: tuple[str, ...],
    outputs: tuple[str, ...],
    single: bool,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Write a robot for other programs, or its equations in C.

    mjcf: ROBOT as a MuJoCo model, elastic joints included. fmu: a function as an FMU (FMI 2.0) for Simulink and Modelica;
    forward dynamics are a plant with states. toml: as a robot file. urdf: the properties that URDF can state. c: functions
    in C99, valid as C++ too: for each a source file, a header and a test with reference values, and a CMakeLists.txt that makes
    one library of all in the folder. The C functions allocate nothing, keep no state and need only libm; writing them needs no
    compiler.

    \b
    Examples:
      jounce export c kuka_lwr --out controller
      jounce export c kuka_lwr --function rnea --order 2 --out controller
      jounce export c kuka_lwr --name lwr --parameter payload --output tau_m --out controller
      jounce export fmu kuka_lwr --function elastic_forward_dynamics --name lwr_plant --out lwr_plant.fmu
      jounce export mjcf kuka_lwr --out kuka_lwr.xml
      jounce export toml arm.urdf --drives arm.drives.toml --out arm.toml
    """
    for_functions = (function, order is not None, name, parameter, outputs, single, overwrite)
    if what not in ("c", "fmu") and any(for_functions):
        raise click.UsageError("all options of functions and their names are for C and FMU; expected none of them here.")
    if what == "fmu" and (single or overwrite or len(function) > 1):
        raise click.UsageError(
            "an FMU has one function, in double precision, and replaces a file of its name: expected no --float, "
            "no --overwrite and one --function at most."
        )
    if what == "c":
        check_folder(out)
    else:
        check_file(out, (ENDINGS[what],))
    model = load_robot(robot, drives, coupling, lock, bool(floating_base), tool, bool(exact))
    if what in ("c", "fmu"):
        chosen = Chosen(
            function or ("inverse_dynamics",), order or 0, name, parameter, outputs, "float32" if single else "float64"
        )
        files = _write_c(model, chosen, out, overwrite) if what == "c" else [_write_fmu(model, chosen, out)]
        written = list(map(str, files))
    else:
        written = write({out: _text(_described(model, what))})
    say(as_json, {"robot": model.name, "format": what, "files": written}, *wrote(written))


def _described(robot: jn.Robot, what: str) -> str:
    return robot.to_mjcf() if what == "mjcf" else robot.to_urdf() if what == "urdf" else to_toml(robot)


def _write_c(robot: jn.Robot, chosen: Chosen, out: Path, overwrite: bool) -> list[Path]:
    kernels = {}
    for function in chosen.functions:
        name = function if chosen.prefix is None else f"{chosen.prefix}_{function}"
        kernels[name] = jn.compile(FUNCTIONS[function], robot, chosen.order, parameters=chosen.parameters, outputs=chosen.outputs)
    return jn.export.write_c(out, kernels, dtype=chosen.dtype, overwrite=overwrite)


def _write_fmu(robot: jn.Robot, chosen: Chosen, out: Path) -> Path:
    function = FUNCTIONS[chosen.functions[0]]
    kernel = jn.compile(function, robot, chosen.order, parameters=chosen.parameters, outputs=chosen.outputs)
    return kernel.write_fmu(out, chosen.prefix)


def _text(text: str) -> Writer:
    return lambda file: file.write(text.encode())
