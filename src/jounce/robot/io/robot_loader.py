"""Robots from files: URDF, MJCF, our own TOML, Denavit-Hartenberg tables."""

import os
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from stat import S_ISREG
from typing import Any, NamedTuple, TypeVar

from jounce.errors import InputError, LoadError, ModelError, UnphysicalError
from jounce.numbers.value import by_value
from jounce.robot.frame import Tool
from jounce.robot.io.file_access import LONGEST_PATH
from jounce.robot.io.load_result import LoadResult
from jounce.robot.io.mjcf_reader import load_mjcf
from jounce.robot.io.problems import listing
from jounce.robot.io.toml_parser import parse_toml
from jounce.robot.io.toml_reader import drive_texts, load_drives, load_toml
from jounce.robot.io.urdf_reader import load_urdf
from jounce.robot.robot import Robot
from jounce.robot.validation import closest, short

T = TypeVar("T")


def _library() -> Traversable:
    return resources.files("jounce.robot") / "library"


def library() -> tuple[str, ...]:
    """Names of the robots that come with jounce."""
    return tuple(sorted(file.name[:-5] for file in _library().iterdir() if file.name.endswith(".toml")))


@by_value
class DriveSet(NamedTuple):
    """Drives that come with jounce, for a robot whose URDF the user has."""

    name: str
    """For `load(..., drives=name)`."""
    description: str
    sources: dict[str, str]
    """For each key of the drives where its numbers are from, or that they are of the right size only."""


def _drive_folder() -> Traversable:
    return resources.files("jounce.robot") / "drives"


def _drive_names() -> tuple[str, ...]:
    return tuple(sorted(file.name[:-5] for file in _drive_folder().iterdir() if file.name.endswith(".toml")))


def drive_sets() -> tuple[DriveSet, ...]:
    """The drives of common robots that come with jounce."""
    texts = {name: (_drive_folder() / f"{name}.toml").read_text(encoding="utf-8") for name in _drive_names()}
    return tuple(DriveSet(name, *drive_texts(parse_toml(text))) for name, text in texts.items())


def load(
    robot: str | Path,
    drives: str | Path | None = None,
    physical: bool = True,
    *,
    floating_base: bool | str = False,
    lock: Mapping[str, Any] | None = None,
    exact: bool = False,
    tool: str | Tool | None = None,
) -> Robot:
    """A robot by library name ("kuka_lwr"), or from a file: .urdf, .xml (MuJoCo's MJCF) or .toml.

    drives: a TOML side file with drive data per joint, or the name of drives that come with jounce ("panda", see `drive_sets`);
    laid over what the robot's own file says. physical=False accepts links whose inertia no rigid body can have. floating_base:
    puts the root link of a URDF on a joint of type floating, named 'floating_base' or as given, in a new base 'world'; a root
    link 'world' is that base already. lock: joints that stand still, {name or pattern such as "*finger*": position [rad or m]},
    see `Robot.locked`; joints that mimic them stand still as well. Angles, axes and quaternions within 5e-5 rad of a multiple of
    pi/4 are read as that multiple, with a warning; exact=True keeps the digits of the file.

    tool: the link or frame that is the robot's tool, or a `Tool`; it goes before what the drives say, and that before the robot's
    own file. Of a URDF or MJCF that is the frame of a conventional name, tool0, tcp, flange, ee_link or the like (see
    `jounce.robot.conventional_tool`), or else the last link; `print(robot)` says which.
    """
    place = _path(robot, "robot", "the name of a robot in the library, or a path")
    for what, flag in (("physical", physical), ("exact", exact)):
        if not isinstance(flag, bool):
            raise InputError(f"{what}: expected True or False, got {short(flag)}.")
    if not isinstance(floating_base, bool) and not (isinstance(floating_base, str) and floating_base):
        raise InputError(f"floating_base: expected True, False or the name of the joint, got {short(floating_base)}.")
    name = str(robot)
    if floating_base and place.suffix.lower() != ".urdf":
        raise InputError(
            f"floating_base: expected a URDF, got {name!r}. In a TOML file give the base a joint of type 'floating', in MJCF a "
            "freejoint."
        )
    if name in library():
        with resources.as_file(_library() / f"{name}.toml") as path:
            loaded = _naming(path, lambda: load_toml(path, physical, exact))
    elif place.suffix.lower() == ".urdf":
        _existing(place)
        loaded = _naming(place, lambda: load_urdf(place, physical, floating_base, lock, exact))
        lock = None
    elif place.suffix.lower() == ".toml":
        _existing(place)
        loaded = _naming(place, lambda: load_toml(place, physical, exact))
    elif place.suffix.lower() == ".xml":
        _existing(place)
        loaded = _naming(place, lambda: load_mjcf(place, physical, exact))
    elif not place.suffix:
        raise LoadError(f"no robot {name!r} in the library, and no file ending to tell its format by.{closest(name, library())}")
    else:
        raise LoadError(f"{place}: expected a file ending in .urdf, .xml (MJCF) or .toml.")
    notes = [*loaded.notes, *(loaded.about_drives if drives is None else ())]
    if notes:
        warnings.warn(f"{place}: {listing(notes, 'notes')}", stacklevel=2)
    if drives is not None:
        loaded = _with_drives(loaded.robot, drives, loaded.still)
        if loaded.notes:
            warnings.warn(f"{drives}: {listing([*loaded.notes], 'notes')}", stacklevel=2)
    model = loaded.robot if lock is None else loaded.robot.locked(lock)
    if tool is None:
        return model
    return replace(model, tool=tool) if isinstance(tool, Tool) else model.with_tool(tool)


def _with_drives(model: Robot, drives: str | Path, still: tuple[str, ...]) -> LoadResult:
    """Return the robot with a side file, by path or by the name of one that comes with jounce, laid over it."""
    side = _path(drives, "drives", "the name of drives that come with jounce, or the path of a TOML file")
    names = _drive_names()
    if str(side) in names:
        with resources.as_file(_drive_folder() / side.with_suffix(".toml")) as path:
            return _naming(path, lambda: load_drives(path, model, still))
    if not side.suffix and not os.path.exists(side):  # Path.exists raises where a name is too long for the system
        raise LoadError(f"no drives {str(side)!r} come with jounce, and there is no such file.{closest(str(side), names)}")
    _existing(side, "There is no drives file of that name; correct it, or load the robot without drives.")
    return _naming(side, lambda: load_drives(side, model, still))


def _path(value: str | Path, what: str, expected: str) -> Path:
    try:
        path = Path(value)
    except TypeError:
        raise InputError(f"{what}: expected {expected}; got {short(value)}.") from None
    if len(str(path)) > LONGEST_PATH:
        raise LoadError(f"{what}: expected {expected}; got {len(str(path))} characters, {short(str(path))}.")
    return path


def _existing(path: Path, otherwise: str | None = None) -> Path:
    """Only what is a file: reading from a pipe or a terminal may never end. `otherwise`: what to say where there is none."""
    try:
        mode = path.stat().st_mode
    except PermissionError as error:
        raise LoadError(f"{path}: cannot be read ({error.strerror}).") from None
    except (OSError, ValueError):  # ValueError: a name the system cannot even look up
        known = f"Robots of the library: {', '.join(library())}." if otherwise is None else otherwise
        raise LoadError(f"{path}: no such file. {known}") from None
    if not S_ISREG(mode):
        raise LoadError(f"{path}: not a file, but a directory or a device.")
    return path


def _naming(path: Path, read: Callable[[], T]) -> T:
    """Put the file's name before what went wrong in it."""
    try:
        return read()
    except UnphysicalError as error:
        raise UnphysicalError(f"{path}: {error}") from None
    except (ModelError, InputError) as error:
        raise LoadError(f"{path}: {error}") from None
    except OSError as error:
        raise LoadError(f"{path}: cannot be read ({error.strerror}).") from None
