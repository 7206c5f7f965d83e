"""Summary of a plan or run: a table with one row per joint, and a CSV file with columns for every joint."""

import csv
import io
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

import jounce as jn
from jounce.cli.coordinates import Named, freedoms, positions
from jounce.cli.files import Writer
from jounce.cli.report import number, table

Array = NDArray[Any]


class JointQuantity(NamedTuple):
    """Quantity for the columns of a CSV file: name, values of all joints over time, units of revolute and of prismatic joints.

    The values have shape (T, n), (T, m) with second motors, or (T, nq) for positions; the position of a joint of several DOFs
    begins with a quaternion. If `of_motors` is True, joints of several DOFs have no column.
    """

    name: str
    values: Array
    units: tuple[str, str]
    of_motors: bool = False


ANGLE, SPEED, TORQUE = ("rad", "m"), ("rad/s", "m/s"), ("Nm", "N")


def plan_columns(plan: jn.Plan) -> list[JointQuantity]:
    """Return the columns q, theta, delta, tau_m and tau_j of a plan for its CSV file."""
    return [
        JointQuantity("q", plan.q[0], ANGLE),
        JointQuantity("theta", plan.theta[0], ANGLE, of_motors=True),
        JointQuantity("delta", plan.delta, ANGLE, of_motors=True),
        JointQuantity("tau_m", plan.tau_m, TORQUE),
        JointQuantity("tau_j", plan.tau_j[0], TORQUE, of_motors=True),
    ]


def csv_writer(robot: jn.Robot, t: Array, columns: list[JointQuantity]) -> Writer:
    """Return a function that writes a CSV file: times t (T,), then each quantity for all joints, with 17 digits."""
    seconds = [Named(name, joint.prismatic) for name, joint in zip(robot.motor_names, robot.motor_joints)][robot.n :]
    heads, values = ["t [s]"], [t]
    for column in columns:
        named = positions(robot) if column.name == "q" else [*freedoms(robot), *seconds]
        for i, (name, slides) in enumerate(named[: column.values.shape[1]]):
            if not (column.of_motors and robot.motor_joints[i].freedoms > 1):
                heads.append(f"{column.name}_{name} [{'1' if slides is None else column.units[slides]}]")
                values.append(column.values[:, i])
    rows = np.column_stack(values)

    def write(file: BinaryIO) -> None:
        header = io.StringIO()
        csv.writer(header, lineterminator="\n").writerow(heads)
        file.write(header.getvalue().encode())
        np.savetxt(file, rows, delimiter=",", fmt="%.17g")

    return write


def joint_rows(plan: jn.Plan, rigid: jn.Plan | None) -> list[dict[str, Any]]:
    """Return for each motor the largest torque and deflection (SI units), and the effect of elasticity in percent of that torque.

    Joints of several DOFs are left out. The deflection of a joint without a motor is its position, since its spring is at rest at
    zero. rigid: plan of the same motion with rigid joints; without it (None) the effect is None.
    """
    springs = [joint.spring is not None for joint in plan.robot.motor_joints]
    deflection = plan.delta if not any(springs) else np.where(springs, _padded(plan.q[0], plan.robot), plan.delta)
    peak, bend = np.abs(plan.tau_m).max(axis=0), np.abs(deflection).max(axis=0)
    rows = []
    for i, joint in enumerate(plan.robot.motor_joints):
        if joint.freedoms > 1:
            continue
        share = None
        if rigid is not None and peak[i] > 0.0:
            share = 100.0 * float(np.abs(plan.tau_m[:, i] - rigid.tau_m[:, i]).max() / peak[i])
        rows.append(
            {
                "joint": plan.robot.motor_names[i],
                "peak_torque": peak[i],
                "torque_unit": TORQUE[joint.prismatic],
                "peak_deflection": bend[i],
                "deflection_unit": ANGLE[joint.prismatic],
                "elastic_minus_rigid_percent": share,
            }
        )
    return rows


def joint_table(robot: jn.Robot, rows: list[dict[str, Any]], more: dict[str, list[str]] | None = None) -> Table:
    """Return the result of `joint_rows` as a table, angles in degrees; more: {head: cells} of further columns."""
    single = [j for j in robot.axes if j.freedoms == 1]
    turns, slides = any(not j.prismatic for j in single), any(j.prismatic for j in single)

    def head(what: str, units: tuple[str, str]) -> str:
        return f"{what}\n[{', '.join(unit for unit, used in zip(units, (turns, slides)) if used)}]"

    heads = ["joint", head("peak torque", TORQUE), head("peak deflection", ("deg", "m")), "elastic - rigid\n[% of peak]"]
    cells = [
        [
            row["joint"],
            number(row["peak_torque"], ".4g"),
            number(in_degrees(row["peak_deflection"], row["deflection_unit"]), ".4g"),
            number(row["elastic_minus_rigid_percent"], ".2f"),
            *(column[i] for column in (more or {}).values()),
        ]
        for i, row in enumerate(rows)
    ]
    return table([*heads, *(more or {})], cells)


def readable(robot: jn.Robot, joint: int, value: float) -> float:
    """Convert a position of the joint with index `joint` from rad to degrees; return metres of a prismatic joint unchanged."""
    return float(value if robot.motor_joints[joint].prismatic else np.degrees(value))


def in_degrees(value: float, unit: str) -> float:
    """Return a value in degrees if its unit is rad; return a value in another unit unchanged."""
    return float(np.degrees(value)) if unit == "rad" else float(value)


def _padded(q: Array, robot: jn.Robot) -> Array:
    """Return joint positions q (T, n) with zeros appended for second motors, (T, m)."""
    return np.pad(q, ((0, 0), (0, robot.m - robot.n)))
