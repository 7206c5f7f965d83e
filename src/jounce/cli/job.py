"""Robot and motion of a command, from a job file, the command line, or both."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import jounce as jn
from jounce.cli.number import Stop, stop_of
from jounce.errors import InputError, LoadError
from jounce.robot.drive import COUPLINGS
from jounce.robot.io.file_access import read_text
from jounce.robot.io.toml_parser import parse_toml
from jounce.robot.validation import closest, short

LARGEST_FILE = 2**20
KEYS = {"start": "from", "tool_line": "tool-line", "floating_base": "floating-base", "allow_error": "allow-error"}
"""{field of `Job`: key in a job file} of all keys that differ from the name of the field."""
TRAVEL = ("start", "to", "via", "tool_line", "duration")


@dataclass(frozen=True)
class Job:
    """Robot and motion of a command, as stated in a job file or by options; a field that is not stated is None."""

    robot: str | None = None
    drives: Path | None = None
    coupling: str | None = None
    lock: dict[str, float | tuple[float, ...]] | None = None
    floating_base: bool | None = None
    tool: str | None = None
    exact: bool | None = None
    start: tuple[float, ...] | None = None
    to: tuple[float, ...] | None = None
    via: tuple[Stop, ...] | None = None
    tool_line: tuple[float, ...] | None = None
    duration: float | None = None
    degrees: bool | None = None
    trajectory: Path | None = None
    tolerance: float | None = None
    degree: int | None = None
    rate: float | None = None
    allow_error: float | None = None


def read_job(job: Path | None, options: Mapping[str, Any]) -> Job:
    """Return the job of a file (None: no file), overridden by command-line options {field: value or None}.

    A motion in the options replaces the motion of the file, whether the file states a path or samples.
    """
    said = Job(**options)
    if job is None:
        return said
    written = _load(job)
    if said.trajectory is not None:
        written = replace(written, **dict.fromkeys(TRAVEL))
    if any(getattr(said, name) is not None for name in TRAVEL):
        written = replace(written, trajectory=None)
    return replace(written, **{key: value for key, value in options.items() if value is not None})


def is_job(path: Path) -> bool:
    """Return True if a path is a TOML file with a text `robot`, which distinguishes a job file from a robot file."""
    if path.suffix != ".toml" or not path.is_file():
        return False
    try:
        return isinstance(parse_toml(read_text(path, LARGEST_FILE, "a robot or a job in TOML")).get("robot"), str)
    except LoadError:  # said by who reads it as a robot
        return False


def _load(path: Path) -> Job:
    """Read a job file in TOML; raise InputError for unknown keys and wrong values."""
    text = read_text(path, LARGEST_FILE, "a job in TOML")
    try:
        values = parse_toml(text)
    except LoadError as error:
        raise InputError(f"{path}: {error}") from None
    field_of = {KEYS.get(field.name, field.name): field.name for field in fields(Job)}
    stated: dict[str, Any] = {}
    for key, value in values.items():
        if key not in field_of:
            raise InputError(f"{path}: no key {short(key)} in a job.{closest(key, list(field_of))}")
        try:
            stated[field_of[key]] = _checked(field_of[key], value, path.parent)
        except ValueError as expected:
            raise InputError(f"{path}, {key}: expected {expected}, got {short(value)}.") from None
    return Job(**stated)


def _checked(name: str, value: Any, folder: Path) -> Any:
    """Check a value of a job file and return the value of field `name` of `Job`; file names are relative to `folder`.

    Raise ValueError, whose text states what was expected, for a wrong value.
    """
    if name in ("robot", "drives", "trajectory"):
        if not isinstance(value, str):
            raise ValueError("text")
        beside = folder / value
        if name == "robot":
            return value if value in jn.library() else str(beside)
        return Path(value) if name == "drives" and value in [s.name for s in jn.robot.drive_sets()] else beside
    if name == "coupling":
        if value not in COUPLINGS:
            raise ValueError(" or ".join(COUPLINGS))
    elif name == "lock":
        return _lock(value)
    elif name == "via":
        if not isinstance(value, list) or not all(isinstance(x, str) for x in value):
            raise ValueError("a list of texts such as '0.1,0.2@0.5'")
        return tuple(stop_of(x) for x in value)
    elif name in ("start", "to", "tool_line"):
        if not isinstance(value, list) or not all(_is_number(x) for x in value):
            raise ValueError("a list of numbers")
        return tuple(float(x) for x in value)
    elif name == "tool":
        if not isinstance(value, str):
            raise ValueError("the name of a link or frame")
    elif name in ("degrees", "floating_base", "exact"):
        if not isinstance(value, bool):
            raise ValueError("true or false")
    elif name == "degree":
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError("a whole number")
    elif not _is_number(value):
        raise ValueError("a number")
    return value


def _lock(value: Any) -> dict[str, float | tuple[float, ...]]:
    locks = value if isinstance(value, dict) else {"": None}
    rows: dict[str, list[Any]] = {key: x if isinstance(x, list) else [x] for key, x in locks.items()}
    if not all(row and all(_is_number(x) for x in row) for row in rows.values()):
        raise ValueError("a table of joints and their positions")
    return {key: float(row[0]) if len(row) == 1 else tuple(map(float, row)) for key, row in rows.items()}


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and not abs(value) > sys.float_info.max
