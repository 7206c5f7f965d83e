"""A plan in numbers: a row per joint, and the whole of it as columns of a CSV file."""

import csv
import io
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

import jounce as jn
from jounce.cli.files import Writer
from jounce.cli.report import number, table

Array = NDArray[Any]


class Column(NamedTuple):
    """What is written of every joint: values (T, n), and the unit of revolute and of prismatic joints."""

    name: str
    values: Array
    units: tuple[str, str]


ANGLE, SPEED, TORQUE = ("rad", "m"), ("rad/s", "m/s"), ("Nm", "N")


def plan_columns(plan: jn.Plan) -> list[Column]:
    """q, theta, delta, tau_m and tau_j."""
    return [
        Column("q", plan.q[0], ANGLE),
        Column("theta", plan.theta[0], ANGLE),
        Column("delta", plan.delta, ANGLE),
        Column("tau_m", plan.tau_m, TORQUE),
        Column("tau_j", plan.tau_j[0], TORQUE),
    ]


def csv_writer(robot: jn.Robot, t: Array, columns: list[Column]) -> Writer:
    """A file with t, then each column for all joints, all digits of every number."""
    heads = ["t [s]"]
    for column in columns:
        if column.name == "q":
            heads += [f"q_{name} [{unit}]" for name, unit in _positions(robot)]
            continue
        names = freedom_names(robot)[: column.values.shape[1]]
        heads += [f"{column.name}_{name} [{column.units[slides]}]" for name, slides in zip(names, sliding(robot))]
    rows = np.column_stack([t, *(column.values for column in columns)])

    def write(file: BinaryIO) -> None:
        header = io.StringIO()
        csv.writer(header, lineterminator="\n").writerow(heads)
        file.write(header.getvalue().encode())
        np.savetxt(file, rows, delimiter=",", fmt="%.17g")

    return write


def sliding(robot: jn.Robot) -> tuple[bool, ...]:
    """For each motor whether its freedom slides [m, N] or turns [rad, Nm]: a base that floats turns first, then slides."""
    places = [k for joint in robot.joints if joint.mimic is None for k in range(joint.freedoms)]
    ours = [joint.prismatic or (joint.type == "floating" and k >= 3) for joint, k in zip(robot.axes, places)]
    return *ours, *(joint.prismatic for joint in robot.motor_joints[robot.n :])


def freedom_names(robot: jn.Robot) -> list[str]:
    """Those of the motors, with an axis behind them where a joint has several freedoms: rx, ry, rz, x, y, z."""
    names = [name for joint in robot.joints if joint.mimic is None for name in _named(joint, ("rx", "ry", "rz", "x", "y", "z"))]
    return [*names, *robot.motor_names[robot.n :]]


def _positions(robot: jn.Robot) -> list[tuple[str, str]]:
    """Of each number in a position its name and unit: a joint of several freedoms has a quaternion, then x, y, z."""
    found = []
    for joint in robot.joints:
        if joint.mimic is None:
            names = _named(joint, ("qx", "qy", "qz", "qw", "x", "y", "z"), joint.positions)
            units = [ANGLE[joint.prismatic]] if joint.freedoms == 1 else ["1"] * 4 + ["m"] * 3
            found += list(zip(names, units))
    return found


def _named(joint: jn.Joint, ends: tuple[str, ...], count: int | None = None) -> list[str]:
    count = joint.freedoms if count is None else count
    return [joint.name] if count == 1 else [f"{joint.name}_{end}" for end in ends[:count]]


def joint_rows(plan: jn.Plan, rigid: jn.Plan | None) -> list[dict[str, Any]]:
    """For each joint its largest torque and deflection, and what elasticity makes of the torque; SI units.

    A joint without a motor bends by its own position: its spring is at rest at zero.
    rigid: the plan of the same motion with joints that do not bend, if there is such a motion.
    """
    peak, bend = np.abs(plan.tau_m).max(axis=0), [row.peak for row in plan.peaks if row.quantity == "deflection"]
    rows = []
    for i, (name, slides) in enumerate(zip(freedom_names(plan.robot), sliding(plan.robot))):
        share = None
        if rigid is not None and peak[i] > 0.0:
            share = 100.0 * float(np.abs(plan.tau_m[:, i] - rigid.tau_m[:, i]).max() / peak[i])
        rows.append(
            {
                "joint": name,
                "peak_torque": peak[i],
                "torque_unit": TORQUE[slides],
                "peak_deflection": bend[i],
                "deflection_unit": ANGLE[slides],
                "elastic_minus_rigid_percent": share,
            }
        )
    return rows


def joint_table(robot: jn.Robot, rows: list[dict[str, Any]], more: dict[str, list[str]] | None = None) -> Table:
    """The same to read, angles in degrees; `more`: further columns."""
    turns, slides = not all(sliding(robot)), any(sliding(robot))

    def head(what: str, units: tuple[str, str]) -> str:
        return f"{what}\n[{', '.join(unit for unit, used in zip(units, (turns, slides)) if used)}]"

    heads = ["joint", head("peak torque", TORQUE), head("peak deflection", ("deg", "m")), "elastic - rigid\n[% of peak]"]
    cells = [
        [
            row["joint"],
            number(row["peak_torque"], ".4g"),
            number(readable(robot, i, row["peak_deflection"]), ".4g"),
            number(row["elastic_minus_rigid_percent"], ".2f"),
            *(column[i] for column in (more or {}).values()),
        ]
        for i, row in enumerate(rows)
    ]
    return table([*heads, *(more or {})], cells)


def readable(robot: jn.Robot, joint: int, value: float) -> float:
    """A position in degrees, or in metres."""
    return float(value if sliding(robot)[joint] else np.degrees(value))
