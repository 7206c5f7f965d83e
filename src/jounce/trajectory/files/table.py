"""Reader of sampled motions from CSV tables: a header, a column of times and one per joint."""

import csv
import math
import re
from typing import NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.robot import Robot
from jounce.trajectory.files.number_parser import LARGEST, bounded, number_of
from jounce.trajectory.files.unread import warn_of_unread
from jounce.trajectory.smoothing import Samples

OF_JOINTS = re.compile("joint|finger|gripper", re.IGNORECASE)
OTHERS = re.compile("theta|delta|qd|error|tau|torque|effort|force|current|temp|vel|acc|^[xyz]|roll|pitch|yaw", re.IGNORECASE)
"""Names of columns that belong to joints (first), and of columns that are no joint positions (second)."""
HEAD = re.compile(r"(?P<name>.*?)\s*(\[(?P<unit>[^\[\]]*)\])?")


class _Wanted(NamedTuple):
    """Column to be read: quantity, accepted names, factors from units to SI, and the factor if no unit is stated."""

    what: str
    names: tuple[str, ...]
    units: dict[str, float]
    unsaid: float


def read_table(text: str, robot: Robot, degrees: bool) -> Samples:
    """Return samples from columns `t` or `time`, and one per joint: its name, q1, q2, ..., or `q_` and the name, as jounce writes
    it.

    Other columns are not read; a warning names those that move and are joint positions by their names or units. A unit in
    brackets counts: [s], [rad], [deg], [m]. degrees: True if angles without a unit are in degrees.
    """
    reader = csv.reader(text.splitlines(), strict=True)
    try:
        heads = next((row for row in reader if row), None)
        if heads is None:
            raise InputError("the table is empty; expected a header, t and one column per joint, and a row per sample.")
        columns, scales = _columns([head.strip() for head in heads], robot, degrees)
        others = _others([head.strip() for head in heads], columns, robot)
        rows: list[list[float]] = []
        beside: list[list[float]] = []
        for row in filter(None, reader):
            beside.append([_lenient(row[k]) if k < len(row) else math.nan for k in others])
            rows.append(numbers_of_row(reader.line_num, row, heads, columns))
            before, now = rows[-2:][0][0], rows[-1][0]
            if len(rows) > 1 and not now > before:
                raise InputError(f"row {reader.line_num}: t must rise, but {now:.9g} s comes after {before:.9g} s.")
    except csv.Error as error:
        raise InputError(f"row {reader.line_num}: not CSV: {error}.") from None
    if not rows:
        raise InputError("a header, but no rows; expected a row per sample.")
    warn_of_unread([heads[k].strip() for k in others], np.nan_to_num(np.array(beside)).reshape(len(rows), -1), "the header")
    values = np.array(rows) * scales
    return Samples(values[:, 0], values[:, 1:])


def _columns(heads: list[str], robot: Robot, degrees: bool) -> tuple[list[int], list[float]]:
    """Return the indices of the columns of t and of the joints, and the factors from their units to SI."""
    if all(is_number(head) for head in heads):
        raise InputError(f"the first row has numbers only; expected a header: t, {', '.join(robot.joint_names)}.")
    turn = math.radians(1.0)
    quantities = [_Wanted("time", ("t", "time"), {"s": 1.0}, 1.0)]
    for i, joint in enumerate(robot.axes):
        accepted = (joint.name, f"q_{joint.name}", f"q{i + 1}")
        units = {"m": 1.0} if joint.prismatic else {"rad": 1.0, "deg": turn}
        quantities.append(_Wanted(f"joint {joint.name!r}", accepted, units, turn if degrees and not joint.prismatic else 1.0))
    labels = [match.group("name", "unit") for match in map(HEAD.fullmatch, heads) if match]
    columns, scales = [], []
    for what, names, units, unsaid in quantities:
        matches = [k for k, (name, _) in enumerate(labels) if name in names]
        if len(matches) != 1:
            had = f"there twice, as {' and '.join(repr(heads[k]) for k in matches)}" if matches else "not there"
            spelt = " or ".join(dict.fromkeys(names))
            raise InputError(f"the column of {what} ({spelt}) is {had}; the header is {', '.join(heads[:20])}.")
        unit = labels[matches[0]][1]
        if unit is not None and unit not in units:
            raise InputError(f"column {heads[matches[0]]!r}: expected the unit {' or '.join(units)}, got {unit!r}.")
        columns.append(matches[0])
        scales.append(unsaid if unit is None else units[unit])
    return columns, scales


def _others(heads: list[str], columns: list[int], robot: Robot) -> list[int]:
    """Return the columns that are joint positions, but of no joint of the robot."""
    joint_names = {joint.name for joint in robot.joints}
    columns_of_others = []
    for k, match in enumerate(map(HEAD.fullmatch, heads)):
        name, unit = match.group("name", "unit") if match else ("", None)
        position = unit in ("rad", "deg", "m") or (unit is None and OF_JOINTS.search(name) is not None)
        named = name.startswith("q_") or (position and OTHERS.search(name) is None)
        if k not in columns and named and name not in joint_names and name.removeprefix("q_") not in joint_names:
            columns_of_others.append(k)
    return columns_of_others


def _lenient(text: str) -> float:
    """Return a number of a column that is not a joint of the robot; nan for any other text."""
    try:
        return bounded(number_of(text.strip()))
    except ValueError:
        return math.nan


def numbers_of_row(line: int, row: list[str], heads: list[str], columns: list[int]) -> list[float]:
    """Return the numbers of a row in some of its columns; raise `InputError` with line and column for anything else."""
    if len(row) != len(heads):
        raise InputError(f"row {line}: {len(row)} values under {len(heads)} columns.")
    numbers = []
    for k in columns:
        try:
            numbers.append(bounded(number_of(row[k].strip())))
        except ValueError:
            where = f"row {line}, column {heads[k].strip()!r}"
            raise InputError(f"{where}: expected a finite number, {LARGEST:g} at most, got {row[k][:40]!r}.") from None
    return numbers


def is_number(text: str) -> bool:
    """True if a text denotes a number."""
    try:
        number_of(text)
    except ValueError:
        return False
    return True
