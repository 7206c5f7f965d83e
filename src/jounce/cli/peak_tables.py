"""Peaks of a motion against the robot's limits: table, warnings, and the error under --within-limits."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import RenderableType

import jounce as jn
from jounce.cli.report import number, tables
from jounce.cli.text import tell

Array = NDArray[Any]
READABLE = {
    "position": ("deg", "m"),
    "velocity": ("deg/s", "m/s"),
    "acceleration": ("deg/s^2", "m/s^2"),
    "jerk": ("deg/s^3", "m/s^3"),
    "motor_torque": ("Nm", "N"),
    "torque_rate": ("Nm/s", "N/s"),
    "joint_torque": ("Nm", "N"),
    "deflection": ("deg", "m"),
    "motor_velocity": ("deg/s", "m/s"),
}
"""{quantity: units in tables, for revolute and for prismatic joints}."""
MOST_WARNINGS = 20


def inside(robot: jn.Robot) -> Array:
    """Return joint positions (n,) within the limits: zero if allowed, else the middle of the range, or the only bound."""
    lower, upper = robot.limits.position.T
    is_bounded = np.isfinite(lower) & np.isfinite(upper)
    middle = 0.5 * (np.where(is_bounded, lower, 0.0) + np.where(is_bounded, upper, 0.0))
    position: Array = np.where(
        (lower <= 0.0) & (upper >= 0.0), 0.0, np.where(is_bounded, middle, np.where(lower > 0.0, lower, upper))
    )
    return position


def refuse_exceeded(robot: jn.Robot, peaks: jn.dynamics.Peaks) -> None:
    """Raise a LimitError, which states up to three peaks, if any peak exceeds its limit."""
    beyond = [_sentence(robot, row) for row in peaks.exceeded]
    if beyond:
        more = f"; and {len(beyond) - 3} more" if len(beyond) > 3 else ""
        raise jn.errors.LimitError(
            f"{'; '.join(beyond[:3])}{more}. Nothing was written; without --within-limits this is a warning."
        )


def warn_of(robot: jn.Robot, peaks: jn.dynamics.Peaks, doubts: tuple[str, ...]) -> None:
    """Print a warning on stderr for each sentence in `doubts`, and for up to `MOST_WARNINGS` exceeded limits."""
    beyond = [f"{_sentence(robot, row)}." for row in peaks.exceeded]
    rest = len(beyond) - MOST_WARNINGS
    for line in [*doubts, *beyond[:MOST_WARNINGS], *([f"{rest} more limits are exceeded."] if rest > 0 else [])]:
        tell(f"jounce: warning: {line}")


def peaks_data(peaks: jn.dynamics.Peaks, doubts: tuple[str, ...]) -> dict[str, Any]:
    """Return the peaks of a plan or run as data for JSON, in SI units; doubts: sentences to include, see `Plan.doubts`."""
    return {"peaks": [row._asdict() for row in peaks], "within_limits": not peaks.exceeded, "doubts": doubts}


def peaks_table(robot: jn.Robot, peaks: jn.dynamics.Peaks) -> list[RenderableType]:
    """Return a table of peaks and limits, with a row per joint, second drive and mimic joint, and a column per limited quantity.

    The table may be split as in `tables`; the list is empty if no quantity has a limit.
    """
    limited = [name for name in READABLE if any(row.quantity == name and math.isfinite(row.limit) for row in peaks)]
    if not limited:
        return []
    cells = {(row.joint, row.quantity): _cell(robot, row) for row in peaks}
    kinds = sorted({joint.prismatic for joint in robot.axes if joint.freedoms == 1})
    heads = [f"{_words(name)}\n[{', '.join(READABLE[name][kind] for kind in kinds)}]" for name in limited]
    names = dict.fromkeys(row.joint for row in peaks)
    rows = [[joint, *(cells.get((joint, name), "-") for name in limited)] for joint in names]
    return tables(["peak / limit", *heads], rows)


def _cell(robot: jn.Robot, row: jn.dynamics.Peak) -> str:
    peak, limit, _ = _readable(robot, row)
    return f"{number(peak, '.4g')} / {number(limit, '.4g')}{' !' if jn.dynamics.Peaks([row]).exceeded else ''}"


def _sentence(robot: jn.Robot, row: jn.dynamics.Peak) -> str:
    peak, limit, unit = _readable(robot, row)
    return (
        f"joint {row.joint!r}: {_words(row.quantity)} of {peak:.4g} {unit} is beyond the limit of {limit:.4g} {unit}, at "
        f"t = {row.time:.4g} s"
    )


def _readable(robot: jn.Robot, row: jn.dynamics.Peak) -> tuple[float, float, str]:
    joints = {joint.name: joint for joint in robot.joints} | dict(zip(robot.motor_names, robot.motor_joints))
    slides = joints[row.joint].prismatic
    unit = READABLE[row.quantity][slides]
    factor = math.degrees(1.0) if unit.startswith("deg") else 1.0
    return factor * row.peak, factor * row.limit, unit


def _words(quantity: str) -> str:
    return quantity.replace("_", " ")
