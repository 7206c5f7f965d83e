"""External wrenches on links along a motion, which the viewer draws as arrows."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot
from jounce.robot.validation import short
from jounce.spatial.geometry import Placement


@by_value
class Wrench(NamedTuple):
    """External wrench at a frame on a link, at all times of a motion."""

    link: int
    """Index of the link; -1 is the base."""
    frame: Placement
    values: Array
    """Moment [Nm] and force [N] (T, 6), in the axes of `frame`."""


def read_wrenches(robot: Robot, wrench: Any, count: int) -> tuple[Wrench, ...]:
    """Return the wrenches at `count` times from the argument `wrench` of `view`; raise InputError for another form.

    wrench: {link or frame: (W, ...)}, or (W, ...) on the last link, with W of shape (count, 6) or (6,); only W is read.
    """
    by_frame = wrench if isinstance(wrench, Mapping) else {None: wrench}
    wrenches = []
    for where, entries in by_frame.items():
        what = "wrench" if where is None else f"wrench[{where!r}]"
        bare = isinstance(entries, np.ndarray) and entries.shape in ((6,), (count, 6))  # W itself, not (W, ...)
        listed = isinstance(entries, Sequence) or (isinstance(entries, np.ndarray) and entries.ndim > 0)
        if bare or isinstance(entries, str) or not listed or not len(entries):  # the entries may differ in shape
            raise InputError(f"{what}: expected (W,), or (W, Wdot, ...) as inverse_dynamics takes it; got {short(entries)}.")
        try:
            values = np.asarray(entries[0], dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise InputError(f"{what}: expected moment [Nm] and force [N], {error}.") from None
        if values.shape not in ((6,), (count, 6)):
            raise InputError(
                f"{what}: expected (W, ...) with W of shape {(count, 6)}, a row for each time, or (6,); got {values.shape}."
            )
        if not np.isfinite(values).all():
            raise InputError(f"{what}: expected finite moments [Nm] and forces [N].")
        wrenches.append(Wrench(*robot.locate(where), np.broadcast_to(values, (count, 6))))
    return tuple(wrenches)
