"""Command-line options that several commands of `jounce` share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from jounce.cli import complete
from jounce.cli.number import REAL, WHOLE, Stop, number_of, stop_of
from jounce.robot.drive import COUPLINGS

F = TypeVar("F", bound=Callable[..., Any])
FILE = click.Path(path_type=Path)


def numbers(_: click.Context, __: click.Parameter, text: str | None) -> tuple[float, ...] | None:
    """Convert the text of an option, numbers separated by commas, to a tuple; None if the option is not used."""
    values = []
    for i, word in enumerate([] if text is None else text.split(",")):
        try:
            values.append(number_of(word))
        except ValueError:
            raise click.BadParameter(f"expected numbers with commas between them, got {word!r} as number {i + 1}.") from None
    return tuple(values) or None


def _stops(_: click.Context, __: click.Parameter, texts: tuple[str, ...]) -> tuple[Stop, ...] | None:
    try:
        return tuple(stop_of(text) for text in texts) or None
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def positions(*names: str, **more: Any) -> Callable[[F], F]:
    """Return an option that takes one number per DOF, separated by commas."""
    return click.option(*names, metavar="Q1,Q2,...", callback=numbers, **more)


def all_of(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Return one decorator that adds several options to a command, in this order in the help."""

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def _locks(_: click.Context, __: click.Parameter, words: tuple[str, ...]) -> dict[str, float | tuple[float, ...]] | None:
    """Convert the texts of all options --lock to {joint or pattern: position or tuple of positions}; None without options."""
    locks: dict[str, float | tuple[float, ...]] = {}
    for word in words:
        name, _sign, value = word.rpartition("=") if "=" in word else (word, "", "0")
        try:
            values = tuple(number_of(text) for text in value.split(","))
        except ValueError:
            raise click.BadParameter(f"expected NAME or NAME=VALUE with a number, got {word!r}.") from None
        locks[name] = values[0] if len(values) == 1 else values
    return locks or None


def _limits(_: click.Context, __: click.Parameter, words: tuple[str, ...]) -> dict[str, Any] | None:
    """Convert the texts of all options --limit to {quantity: value for all joints, or one per joint}; None without options.

    A value of the quantity `position` is a pair (lower, upper).
    """
    limits: dict[str, Any] = {}
    for word in words:
        name, _sign, value = word.partition("=")
        try:
            values = [number_of(text) for text in value.split(",")]
        except ValueError:
            raise click.BadParameter(f"expected QUANTITY=VALUE, or a value for each joint, got {word!r}.") from None
        quantity = name.strip().replace("-", "_")
        if quantity == "position" and len(values) != 2:
            limits[quantity] = [tuple(values[k : k + 2]) for k in range(0, len(values), 2)]
        else:
            limits[quantity] = values[0] if len(values) == 1 else values
    return limits or None


as_json = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, and nothing else, to stdout; errors as JSON to stderr."
)
drives = click.option(
    "--drives", type=FILE, shell_complete=complete.drives, help="TOML file with drive data, or drives of the library."
)
coupling = click.option(
    "--coupling", type=click.Choice(COUPLINGS), help="Coupling of all drives: full if links carry the rotors along, spong if not."
)
PAGES = (".html", ".htm")
"""File endings of HTML pages."""
view = click.option("--view", type=FILE, help="HTML file for an animation of the motion; it opens in any browser, from disk.")
within_limits = click.option(
    "--within-limits", is_flag=True, help="End with exit code 1, and write nothing, if a limit of the robot is exceeded."
)
fastest = click.option("--fastest", is_flag=True, help="Minimum time within the limits of the robot; the duration is ignored.")
limit = click.option(
    "--limit",
    "limits",
    metavar="QUANTITY=V[,V...]",
    multiple=True,
    callback=_limits,
    help="Limit that replaces the robot's, for all joints or each: velocity=2, motor_torque=60,25, position=-1.5,1.5 "
    "[rad, m, Nm, N]. May be repeated.",
)
lock = click.option(
    "--lock",
    metavar="NAME[=VALUE]",
    multiple=True,
    callback=_locks,
    help="Joint to lock at VALUE [rad, m; default 0]; NAME may be a pattern: '*finger*'; repeatable.",
)
floating_base = click.option(
    "--floating-base",
    is_flag=True,
    default=None,
    help="Put the root link of a URDF on a floating joint: six more DOFs, in front.",
)
tool = click.option(
    "--tool",
    metavar="NAME",
    help="Link or frame of the tool.  [default: as the file says; tool0, tcp, flange, ee_link, ...; the last link]",
)
exact = click.option(
    "--exact", is_flag=True, default=None, help="Keep angles such as 1.5708 instead of snapping them to a multiple of pi/4."
)
degrees = click.option("--degrees/--radians", default=None, help="Angles without a unit are in degrees.  [default: radians]")
robot = all_of(click.argument("robot", shell_complete=complete.robots), drives, coupling, lock, floating_base, tool, exact)

motion = all_of(
    click.argument("robot", required=False, shell_complete=complete.robots),
    positions("--to", help="Goal: positions of all joints [rad, m]; roll,pitch,yaw,x,y,z of a floating base."),
    positions("--from", "start", help="Start.  [default: zero, or the middle of a range without zero]"),
    click.option(
        "--via",
        metavar="Q1,Q2,...[@T]",
        multiple=True,
        callback=_stops,
        help="Via point, with its time [s] if stated; repeatable.",
    ),
    click.option(
        "--tool-line",
        metavar="X,Y,Z[,R,P,Y]",
        callback=numbers,
        help="Instead of --to: goal of a straight line of the tool, position and angles [m, rad].",
    ),
    click.option("--duration", type=REAL, help="Duration of the motion [s]."),
    degrees,
    click.option("--trajectory", type=FILE, help="File of a motion: CSV, or a JointTrajectory of ROS as JSON or YAML."),
    click.option(
        "--tolerance", type=REAL, help="Largest distance of the motion from a sample [rad, m].  [default: 1e-4, more if noisy]"
    ),
    click.option(
        "--degree",
        type=WHOLE,
        help="Degree of the polynomial, or of the spline through samples.  [default: as the drives require]",
    ),
    click.option("--rate", type=REAL, help="Sample rate of the result [Hz].  [default: 1000]"),
    click.option(
        "--allow-error", type=REAL, help="Largest accepted tool error of a flexible arm whose path is infeasible [m, rad]."
    ),
    drives,
    coupling,
    lock,
    floating_base,
    tool,
    exact,
    click.option("--job", type=FILE, help="TOML file with any of the above; options of the command line override it."),
)
