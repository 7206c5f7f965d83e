"""The checks that stand before every public function: shapes, names, finite numbers."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.robot import Robot


class Row(NamedTuple):
    """One argument: its name in messages, and its array (..., width) of float64 or of objects that are numbers."""

    name: str
    array: Array


def check_rows(
    robot: Robot, motion: Sequence[tuple[str, Any]], wrench: Sequence[Any], order: int
) -> tuple[list[Row], tuple[int, ...]]:
    """The arguments as arrays: motion, given by name, then `order`+1 rows of the wrench if there is one; and the batch shape."""
    widths = [robot.nq, *[robot.n] * (len(motion) - 1)]
    rows = [Row(name, _as_array(values, name, width, robot)) for (name, values), width in zip(motion, widths)]
    if len(wrench):
        if len(wrench) <= order:
            raise InputError(
                f"wrench has {len(wrench)} entries (W, Wdot, ...), but the result has {order} time derivatives and needs "
                f"{order + 1}. Pass zeros for derivatives that vanish."
            )
        rows += [Row(f"wrench[{k}]", _as_array(wrench[k], f"wrench[{k}]", 6, None)) for k in range(order + 1)]
    if robot.nq != robot.n:
        _check_quaternions(robot, rows[0].array)
    shapes = {row.array.shape[:-1] for row in rows}
    try:
        batch = shapes.pop() if len(shapes) == 1 else np.broadcast_shapes(*shapes)
    except ValueError:
        shown = ", ".join(f"{row.name} {row.array.shape}" for row in rows)
        raise InputError(f"the batch axes do not fit together: {shown}.") from None
    return rows, batch


def _check_quaternions(robot: Robot, q: Array) -> None:
    at = 0
    for joint in robot.joints:
        if joint.freedoms > 1 and q.dtype != object and not (np.abs(q[..., at : at + 4]).max(axis=-1, initial=0.0) > 1e-9).all():
            raise InputError(f"q: the quaternion (x, y, z, w) of joint {joint.name!r} is zero; (0, 0, 0, 1) is no rotation.")
        at += joint.positions


def _remark(robot: Robot | None) -> str:
    if robot is None:
        return "a wrench has 6: moment (3) and force (3)"
    joints = robot.joint_names if len(robot.joints) <= 8 else (*robot.joint_names[:3], "...", robot.joint_names[-1])
    several = "" if robot.nq == robot.n else f", with {robot.nq} numbers in a position and {robot.n} in a velocity"
    return f"robot {robot.name!r} has {len(robot.joints)} joints ({', '.join(joints)}){several}. The joint axis is the last one"


def _as_array(values: Any, name: str, width: int, robot: Robot | None) -> Array:
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise InputError(f"{name} is not an array: {error}.") from None
    if array.dtype.kind in "iuf":
        array = array.astype(np.float64, copy=False)
    elif array.dtype != object or any(isinstance(x, (str, bytes, type(None))) for x in array.flat):
        raise InputError(f"{name} has elements of type {array.dtype}; expected real numbers.")
    elif any(isinstance(x, Jet) for x in array.flat):
        raise InputError(f"{name} holds jets; pass the derivatives as further arguments instead: f(robot, q, qd, ...).")
    if array.ndim == 0 or array.shape[-1] != width:
        count = "is a single number" if array.ndim == 0 else f"has {array.shape[-1]} values"
        raise InputError(f"{name} {count}, but {_remark(robot)}: shape (..., {width}).")
    return array


def check_finite(rows: Sequence[Row]) -> None:
    """Refuse nan and infinite floats, by name and index."""
    for name, array in rows:
        if array.dtype != object and not np.isfinite(array).all():
            at = np.argwhere(~np.isfinite(array))[0]
            raise InputError(f"{name} is {array[tuple(at)]} at index {tuple(int(i) for i in at)}; expected finite numbers.")
