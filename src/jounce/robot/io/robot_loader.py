"""Loading of robots by library name or from a URDF, MJCF or TOML file, with drive sets and side files of drives."""

import os
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple, TypeVar

from numpy.typing import ArrayLike

from jounce.errors import InputError, LoadError, ModelError, UnphysicalError
from jounce.numbers.value import by_value
from jounce.robot.frame import Tool
from jounce.robot.io.file_access import LONGEST_PATH
from jounce.robot.io.mjcf_reader import load_mjcf
from jounce.robot.io.problems import LoadResult, listing
from jounce.robot.io.toml_parser import parse_toml
from jounce.robot.io.toml_reader import drive_texts, load_drives, load_toml
from jounce.robot.io.urdf_reader import load_urdf
from jounce.robot.robot import Robot
from jounce.robot.validation import closest, short

T = TypeVar("T")


def _library() -> Traversable:
    return resources.files("jounce.robot") / "library"


def library() -> tuple[str, ...]:
    """Return the names of the robots that come with jounce, for `load`.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> import jounce as jn
    >>> "kuka_lwr" in jn.library()
    True
    """
    return tuple(sorted(file.name[:-5] for file in _library().iterdir() if file.name.endswith(".toml")))


@by_value
class DriveSet(NamedTuple):
    """A set of drives that comes with jounce, for a robot whose URDF the user has."""

    name: str
    """Name of the set, the argument `drives` of `load`."""
    description: str
    sources: dict[str, str]
    """{key of the file, such as a field of `Drive`: source of the values, or the statement that the values are estimates}."""


def _drive_folder() -> Traversable:
    return resources.files("jounce.robot") / "drives"


def _drive_names() -> tuple[str, ...]:
    return tuple(sorted(file.name[:-5] for file in _drive_folder().iterdir() if file.name.endswith(".toml")))


def drive_sets() -> tuple[DriveSet, ...]:
    """Return the sets of drives of common robots that come with jounce, for `load(..., drives=name)`.

    Returns
    -------
    tuple of DriveSet

    Examples
    --------
    >>> import jounce as jn
    >>> "panda" in [drives.name for drives in jn.robot.drive_sets()]
    True
    """
    texts = {name: (_drive_folder() / f"{name}.toml").read_text(encoding="utf-8") for name in _drive_names()}
    return tuple(DriveSet(name, *drive_texts(parse_toml(text))) for name, text in texts.items())


def load(
    robot: str | Path,
    drives: str | Path | None = None,
    physical: bool = True,
    *,
    floating_base: bool | str = False,
    lock: Mapping[str, ArrayLike] | None = None,
    exact: bool = False,
    tool: str | Tool | None = None,
) -> Robot:
    """Load a robot by library name ("kuka_lwr"), or from a file: .urdf, .xml (MuJoCo's MJCF) or .toml.

    Parameters
    ----------
    robot : str or Path
        Name of a robot in the library (see `library`), or path of a file.
    drives : str, Path or None
        TOML side file with drives and limits per joint, or the name of a drive set ("panda", see `drive_sets`); these values
        override the drives and limits in the robot's file.
    physical : bool
        False accepts links whose inertia no rigid body can have.
    floating_base : bool or str
        Put the root link of a URDF on a floating joint in a new base 'world'; a string is the name of the joint, True names it
        'floating_base'. A root link 'world' is used as that base.
    lock : mapping or None
        Joints to lock, {name or pattern such as "*finger*": position [rad or m]}, see `Robot.locked`; mimic joints of a locked
        joint are locked as well.
    exact : bool
        False snaps angles, axes and quaternions within 5e-5 rad of a multiple of pi/4 to that multiple, with a warning; True
        keeps the digits of the file.
    tool : str, Tool or None
        Link or frame that is the tool, or a `Tool`; the argument overrides the tools of the side file and of the robot's file.
        Without this argument, the tool of a URDF or MJCF file is the frame of a conventional name such as tool0, tcp, flange or
        ee_link (see `jounce.robot.conventional_tool`), else the last link; `print(robot)` shows the tool.

    Returns
    -------
    Robot

    Raises
    ------
    LoadError
        If a file cannot be read or is invalid; the message names the file and the element, in URDF and MJCF also the line.
    UnphysicalError
        If no rigid body can have the inertia of a link, unless physical=False.
    InputError
        If an argument is invalid.
    ModelError
        If a name or pattern in `lock` matches no joint, or a locked position is invalid.

    Examples
    --------
    >>> import jounce as jn
    >>> jn.load("kuka_lwr").n
    7
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
            loaded = _with_file_name(path, lambda: load_toml(path, physical, exact))
    elif place.suffix.lower() == ".urdf":
        _existing(place)
        loaded = _with_file_name(place, lambda: load_urdf(place, physical, floating_base, lock, exact))
        lock = None
    elif place.suffix.lower() == ".toml":
        _existing(place)
        loaded = _with_file_name(place, lambda: load_toml(place, physical, exact))
    elif place.suffix.lower() == ".xml":
        _existing(place)
        loaded = _with_file_name(place, lambda: load_mjcf(place, physical, exact))
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
    """Return the robot `model` with the drives of a side file or of a drive set; still: names of locked joints."""
    side = _path(drives, "drives", "the name of drives that come with jounce, or the path of a TOML file")
    names = _drive_names()
    if str(side) in names:
        with resources.as_file(_drive_folder() / side.with_suffix(".toml")) as path:
            return _with_file_name(path, lambda: load_drives(path, model, still))
    if not side.suffix and not os.path.exists(side):  # Path.exists raises where a name is too long for the system
        raise LoadError(f"no drives {str(side)!r} come with jounce, and there is no such file.{closest(str(side), names)}")
    _existing(side, "There is no drives file of that name; correct it, or load the robot without drives.")
    return _with_file_name(side, lambda: load_drives(side, model, still))


def _path(value: str | Path, what: str, expected: str) -> Path:
    """Return `value` as a path after checking that it has at most `LONGEST_PATH` characters.

    what, expected: argument name, and text on what the argument should be, for the error.
    """
    try:
        path = Path(value)
    except TypeError:
        raise InputError(f"{what}: expected {expected}; got {short(value)}.") from None
    if len(str(path)) > LONGEST_PATH:
        raise LoadError(f"{what}: expected {expected}; got {len(str(path))} characters, {short(str(path))}.")
    return path


def _existing(path: Path, otherwise: str | None = None) -> Path:
    """Return a path after checking that it is a regular file, since reading a pipe may never end.

    otherwise: hint in the error for a missing file; None: the list of library robots.
    """
    try:
        mode = path.stat().st_mode
    except PermissionError as error:
        raise LoadError(f"{path}: cannot be read ({error.strerror}).") from None
    except (OSError, ValueError):  # ValueError: a name the system cannot even look up
        hint = f"Robots of the library: {', '.join(library())}." if otherwise is None else otherwise
        raise LoadError(f"{path}: no such file. {hint}") from None
    if not S_ISREG(mode):
        raise LoadError(f"{path}: not a file, but a directory or a device.")
    return path


def _with_file_name(path: Path, read: Callable[[], T]) -> T:
    """Return the result of read(); raise its errors again as `LoadError` or `UnphysicalError` with the file name in front."""
    try:
        return read()
    except UnphysicalError as error:
        raise UnphysicalError(f"{path}: {error}") from None
    except (ModelError, InputError) as error:
        raise LoadError(f"{path}: {error}") from None
    except OSError as error:
        raise LoadError(f"{path}: cannot be read ({error.strerror}).") from None
