"""The checks that stand before every public function: shapes, names, finite numbers."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.numbers.packing import Array, common_type
from jounce.robot import Robot

ORDERS = ("q", "qd", "qdd")


def order_name(k: int) -> str:
    """How messages call the k-th derivative of q."""
    return ORDERS[k] if k < len(ORDERS) else f"q^({k})"


def as_array(values: Any, name: str, width: int, remark: str) -> Array:
    """`values` as an array (..., width) of finite floats, or of objects that are numbers themselves."""
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise InputError(f"{name} is not an array: {error}.") from None
    if array.dtype.kind in "iuf":
        array = array.astype(np.float64)
        if not np.isfinite(array).all():
            at = np.argwhere(~np.isfinite(array))[0]
            raise InputError(f"{name} is {array[tuple(at)]} at index {tuple(int(i) for i in at)}; expected finite numbers.")
    elif array.dtype != object or any(isinstance(x, (str, bytes, type(None))) for x in array.flat):
        raise InputError(f"{name} has elements of type {array.dtype}; expected real numbers.")
    if array.ndim == 0 or array.shape[-1] != width:
        count = "is a single number" if array.ndim == 0 else f"has {array.shape[-1]} values"
        raise InputError(f"{name} {count}, but {remark}: shape (..., {width}).")
    return array


def check_motion(robot: Robot, motion: Sequence[Any], names: Sequence[str] | None = None) -> Array:
    """A stack (K+1, ..., n) of the arguments, broadcast against each other; new memory."""
    names = names or [order_name(k) for k in range(len(motion))]
    shown = robot.joint_names if robot.n <= 8 else (*robot.joint_names[:3], "...", robot.joint_names[-1])
    remark = f"robot {robot.name!r} has {robot.n} joints ({', '.join(shown)}). The joint axis is the last one"
    arrays = [as_array(values, name, robot.n, remark) for values, name in zip(motion, names)]
    return stacked(arrays, names)


def check_wrench(wrench: Sequence[Any], order: int) -> Array:
    """A stack (order+1, ..., 6) of the wrench and as many derivatives as the result needs."""
    if len(wrench) <= order:
        raise InputError(
            f"wrench has {len(wrench)} entries (W, Wdot, ...), but the result has {order} time derivatives and needs "
            f"{order + 1}. Pass zeros for derivatives that vanish."
        )
    names = [f"wrench[{k}]" for k in range(order + 1)]
    remark = "a wrench has 6: moment (3) and force (3)"
    return stacked([as_array(w, name, 6, remark) for w, name in zip(wrench, names)], names)


def stacked(arrays: Sequence[Array], names: Sequence[str]) -> Array:
    """Arrays broadcast against each other along a new first axis."""
    try:
        shape = np.broadcast_shapes(*(a.shape for a in arrays))
    except ValueError:
        shapes = ", ".join(f"{name} {a.shape}" for name, a in zip(names, arrays))
        raise InputError(f"the batch axes do not fit together: {shapes}.") from None
    out = np.empty((len(arrays), *shape), dtype=common_type(arrays))
    for k, array in enumerate(arrays):
        out[k] = array
    return out
