"""Reader of recordings from files: CSV, NPZ, and ROS messages in JSON or YAML."""

import csv
import io
import math
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path as File
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.identification.log_channels import WHAT
from jounce.numbers.npy import npy_array
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.io.file_access import read_text
from jounce.robot.validation import short
from jounce.trajectory.files.load import LARGEST_MESSAGE, LARGEST_TABLE, MESSAGES
from jounce.trajectory.files.message import read_effort
from jounce.trajectory.files.table import Quantity, find_columns, is_number, listed, numbers_of_row

ENCRYPTED = 1
"""Flag bit of a ZIP archive member that is encrypted."""
ENDINGS = (".csv", ".npz", *MESSAGES)
NAMES = {
    "theta": ("theta_{name}", "theta{i}", "motor{i}"),
    "q": ("q_{name}", "q{i}", "link{i}", "{name}"),
    "tau_m": ("tau_m_{name}", "tau_m{i}", "torque{i}"),
    "tau_j": ("tau_j_{name}", "tau_j{i}"),
    "current": ("current_{name}", "current{i}"),
}
"""{channel: accepted column names in a table}, with the name of the joint or its number i from 1."""
TURNING = {"theta": {"rad": 1.0, "deg": math.radians(1.0)}, "tau_m": {"Nm": 1.0}, "current": {"A": 1.0}}
"""{channel: {unit: factor to SI}} of revolute joints."""
SLIDING = {"theta": {"m": 1.0}, "tau_m": {"N": 1.0}, "current": {"A": 1.0}}
"""{channel: {unit: factor to SI}} of prismatic joints."""
UNITS_AS = {"q": "theta", "tau_j": "tau_m"}
"""{channel: channel in TURNING and SLIDING with the same units}."""


def read(
    file: str | os.PathLike[str], robot: Robot, position: str = "theta", torque: str = "tau_m", degrees: bool = False
) -> Mapping[str, Any]:
    """Return {channel: values} of a recording in a file, including the times 't'; see `jounce.Log.load` for the parameters."""
    if not isinstance(file, (str, os.PathLike)) or not isinstance(robot, Robot):
        raise InputError(f"load: expected the name of a file and a robot, got {type(file).__name__} and {type(robot).__name__}.")
    for what, name in (("position", position), ("torque", torque)):
        if name not in WHAT:
            raise InputError(f"{what}: expected one of {', '.join(WHAT)}, got {short(name)}.")
    path = File(file)
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise InputError(f"{path}: expected a name that ends in {', '.join(ENDINGS)}.")
    try:
        if ending == ".npz":
            return _arrays(path)
        if ending == ".csv":
            return _table(read_text(path, LARGEST_TABLE, "a recording in CSV"), robot, degrees)
        t, q, tau = read_effort(read_text(path, LARGEST_MESSAGE, "messages of ROS"), ending, robot.joint_names)
        return {"t": t, position: q, **({} if tau is None else {torque: tau})}
    except InputError as error:
        raise error if str(error).startswith(str(path)) else InputError(f"{path}: {error}") from None


def _arrays(path: File) -> Mapping[str, Any]:
    """Return {channel: array} of an NPZ file; no code in the file is executed, and the unpacked size is bounded."""
    try:
        if not path.is_file():
            raise InputError(f"{'not a file' if path.exists() else 'no such file'}; expected a recording in NPZ.")
        with path.open("rb") as file:
            data = file.read(LARGEST_TABLE + 1)
        if len(data) > LARGEST_TABLE:
            raise InputError(f"larger than {LARGEST_TABLE // 2**20} MiB, too much for a recording.")
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            members = {member.filename.removesuffix(".npy"): member for member in packed.infolist()}
            selected = {name: members[name] for name in ("t", *WHAT, "current") if name in members}
            if sum(member.file_size for member in selected.values()) > 4 * LARGEST_TABLE:
                raise InputError(f"more than {4 * LARGEST_TABLE // 2**20} MiB once unpacked, too much for a recording.")
            arrays = {name: _unpacked(packed, member) for name, member in selected.items()}
    except InputError:
        raise
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror or error}).") from None
    except Exception as error:  # zipfile and its libraries raise many types for a damaged archive
        raise InputError(f"not an NPZ file of plain arrays: {str(error)[:200] or type(error).__name__}.") from None
    if "t" not in arrays:
        names = ", ".join(short(name) for name in list(members)[:20])
        raise InputError(f"expected arrays t, {', '.join(WHAT)} or current; there are {names or 'none'}.")
    return arrays


def _unpacked(packed: zipfile.ZipFile, member: zipfile.ZipInfo) -> Array:
    """Return one array of a ZIP archive; raise InputError if it is encrypted or compressed in a way that NumPy does not use."""
    if member.flag_bits & ENCRYPTED:
        raise InputError(f"{short(member.filename)} is encrypted; expected plain arrays.")
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise InputError(f"{short(member.filename)} is packed in a way that NumPy does not use; write it with np.savez.")
    return npy_array(packed.read(member))


def _table(text: str, robot: Robot, degrees: bool) -> dict[str, Any]:
    """Return {channel: array (T, n)} and times 't' (T,) of a CSV text; columns that are missing are NaN.

    degrees: True if angles without a unit are in degrees.
    """
    reader = csv.reader(text.splitlines(), strict=True)
    try:
        heads = next((row for row in reader if row), None)
        if heads is None:
            raise InputError("the table is empty; expected a header, t and columns of the joints, and a row per sample.")
        places, scales = _columns([head.strip() for head in heads], robot, degrees)
        rows = [numbers_of_row(reader.line_num, row, heads, list(places.values())) for row in filter(None, reader)]
    except csv.Error as error:
        raise InputError(f"row {reader.line_num}: not CSV: {error}.") from None
    if not rows:
        raise InputError("a header, but no rows; expected a row per sample.")
    values = np.array(rows) * scales
    channels: dict[str, Any] = {"t": values[:, 0]}
    for column, (kind, i) in zip(values[:, 1:].T, list(places)[1:]):
        channels.setdefault(kind, np.full((len(values), robot.n), np.nan))[:, i] = column
    return channels


def _columns(heads: list[str], robot: Robot, degrees: bool) -> tuple[dict[tuple[str, int], int], list[float]]:
    """Return ({(channel, joint index): column index}, factors to SI units), the column of t first.

    heads: header of the table; degrees: True if angles without a unit are in degrees.
    """
    if all(is_number(head) for head in heads):
        raise InputError("the first row has numbers only; expected a header: t, theta1, ..., tau_m1, ...")
    quantities = {("t", 0): Quantity(("t", "time"), {"s": 1.0}, 1.0)}
    for kind, names in NAMES.items():
        for i, joint in enumerate(robot.axes):
            accepted = tuple(name.format(name=joint.name, i=i + 1) for name in names)
            units = (SLIDING if joint.prismatic else TURNING)[UNITS_AS.get(kind, kind)]
            quantities[kind, i] = Quantity(accepted, units, units["deg"] if degrees and "deg" in units else 1.0)
    columns = dict(zip(quantities, find_columns(heads, list(quantities.values()))))
    if columns["t", 0] is None:
        raise quantities["t", 0].missing(heads)
    places = {name: place[0] for name, place in columns.items() if place is not None}
    if len(places) == 1:
        raise InputError(
            f"no column of a joint; expected theta1, q1, tau_m1, tau_j1, current1 or these with the names of joints, such as "
            f"theta_{robot.joint_names[0]}; the header is {listed(heads)}."
        )
    return places, [place[1] for place in columns.values() if place is not None]
