"""Reader of sampled motions from CSV tables, which have a header, a column of times and one column per joint."""

import csv
import math
import re
from typing import NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.robot import Robot
from jounce.robot.validation import short
from jounce.trajectory.files.number_parser import LARGEST, bounded, number_of
from jounce.trajectory.files.unread import warn_of_unread
from jounce.trajectory.smoothing import Samples

OF_JOINTS = re.compile("joint|finger|gripper", re.IGNORECASE)
OTHERS = re.compile("theta|delta|qd|error|tau|torque|effort|force|current|temp|vel|acc|^[xyz]|roll|pitch|yaw", re.IGNORECASE)
"""Patterns of column names: OF_JOINTS for columns that may be joint positions, OTHERS for columns that are none."""
LONGEST_HEAD = 60
"""Largest number of characters of a column's name in messages."""
HEAD = re.compile(r"(?P<name>.*?)\s*(\[(?P<unit>[^\[\]]*)\])?")


class Quantity(NamedTuple):
    """Column to be read: accepted names, factors from units to SI, and `what` the column contains, in words.

    unsaid: factor to SI if the header states no unit.
    """

    names: tuple[str, ...]
    units: dict[str, float]
    unsaid: float
    what: str = ""

    def missing(self, heads: list[str], problem: str = "not there") -> InputError:
        """Return the error for a header without this column; `problem` states another fault, such as a column that occurs
        twice."""
        names = " or ".join(dict.fromkeys(self.names))
        spelt = f"{self.what} ({names})" if self.what else names
        return InputError(f"the column {spelt} is {problem}; the header is {listed(heads)}.")


def find_columns(heads: list[str], quantities: list[Quantity]) -> list[tuple[int, float] | None]:
    """Return (index of the column, factor to SI) of each quantity; None for a quantity without a column.

    heads: names of the columns. Raises `InputError` for two columns of one quantity, and for unknown units.
    """
    labels = [match.group("name", "unit") for match in map(HEAD.fullmatch, heads) if match]
    columns: list[tuple[int, float] | None] = []
    for quantity in quantities:
        matches = [k for k, (name, _) in enumerate(labels) if name in quantity.names]
        if len(matches) > 1:
            raise quantity.missing(heads, f"there twice, as {' and '.join(short(heads[k]) for k in matches[:3])}")
        unit = labels[matches[0]][1] if matches else None
        if unit is not None and unit not in quantity.units:
            expected = " or ".join(quantity.units)
            raise InputError(f"column {short(heads[matches[0]])}: expected the unit {expected}, got {short(unit)}.")
        columns.append((matches[0], quantity.unsaid if unit is None else quantity.units[unit]) if matches else None)
    return columns


def listed(heads: list[str]) -> str:
    """Return the names of the first 20 columns of a header, each truncated, for error messages."""
    return ", ".join(head[:LONGEST_HEAD] for head in heads[:20])


def read_table(text: str, robot: Robot, degrees: bool) -> Samples:
    """Return the samples of a CSV table with a column `t` or `time` and a column for each joint.

    The name of a joint's column is the name of the joint, also with the prefix `q_` as jounce writes it, or q1, q2, ... by
    number. A warning names other columns that move and appear to be joint positions by their name or unit; otherwise they are
    ignored. Units in brackets are respected: [s], [rad], [deg], [m]. degrees: True if angles without a unit are in degrees.
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
    """Return the indices of the columns of t and of the joints, and their factors from the stated units to SI.

    degrees: see `read_table`.
    """
    if all(is_number(head) for head in heads):
        raise InputError(f"the first row has numbers only; expected a header: t, {', '.join(robot.joint_names)}.")
    turn = math.radians(1.0)
    quantities = [Quantity(("t", "time"), {"s": 1.0}, 1.0, "of time")]
    for i, joint in enumerate(robot.axes):
        accepted = (joint.name, f"q_{joint.name}", f"q{i + 1}")
        units = {"m": 1.0} if joint.prismatic else {"rad": 1.0, "deg": turn}
        unsaid = turn if degrees and not joint.prismatic else 1.0
        quantities.append(Quantity(accepted, units, unsaid, f"of joint {joint.name!r}"))
    columns, scales = [], []
    for quantity, place in zip(quantities, find_columns(heads, quantities)):
        if place is None:
            raise quantity.missing(heads)
        columns.append(place[0])
        scales.append(place[1])
    return columns, scales


def _others(heads: list[str], columns: list[int], robot: Robot) -> list[int]:
    """Return the indices of columns that appear to be joint positions by name or unit, but of no joint of the robot."""
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
    """Return the number in a cell of a column that is not a joint of the robot; nan if the text is no number."""
    try:
        return bounded(number_of(text.strip()))
    except ValueError:
        return math.nan


def numbers_of_row(line: int, row: list[str], heads: list[str], columns: list[int]) -> list[float]:
    """Return the numbers of a row in the columns `columns`, as floats.

    Raises `InputError` with the line and the name of the column for anything else; heads: names of all columns.
    """
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
    """Return True if a text denotes a number in plain decimal notation."""
    try:
        number_of(text)
    except ValueError:
        return False
    return True
