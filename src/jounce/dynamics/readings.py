"""Readings of sensors that no sensor can mean: found without an exception, so that a control loop goes on.

A reading with a number that is nan, infinite or above LARGEST is rejected as a whole: an observer keeps its state, and says so.
Both branches of a choice are evaluated, so a rejected reading is replaced by a harmless one before anything is computed from it.
"""

from collections.abc import Mapping, Sequence

from jounce.numbers import Number, select
from jounce.plant.tree import Tree

LARGEST = 1e6
"""Largest reading that is accepted [rad, m, rad/s, m/s, Nm or N]. An encoder at 1e6 rad has seen
160,000 turns, and a double still tells 1e-10 rad."""
LEAST = 1e-9
"""Least size of the largest component of a quaternion that is a rotation."""
Row = list[Number]


def judged(tree: Tree, rows: Mapping[str, Sequence[Number]]) -> tuple[dict[str, Row], Number]:
    """Return the rows, or harmless ones in their place, and how many of their numbers are rejected: 0.0 for good readings.

    rows: by name; 'q' holds positions, with the quaternions of joints of several freedoms.
    """
    bad = implausible([x for row in rows.values() for x in row])
    at = [chain.position for chain in tree.chains] if "q" in rows else []
    for k in at:
        bad = bad + select(sum((abs(x) for x in rows["q"][k : k + 4]), 0.0) - LEAST, 1.0, 0.0)
    neutral = {k + 3: 1.0 for k in at}  # no rotation
    harmless: dict[str, Row] = {}
    for name, row in rows.items():
        instead = neutral if name == "q" else {}
        harmless[name] = [chosen(bad, instead.get(i, 0.0), x) for i, x in enumerate(row)]
    return harmless, bad


def implausible(numbers: Sequence[Number]) -> Number:
    """Return how many of the numbers are nan, infinite or above LARGEST."""
    bad: Number = 0.0
    for x in numbers:
        bad = bad + select(abs(x) - LARGEST, 0.0, 1.0)
    return bad


def chosen(flag: Number, first: Number, second: Number) -> Number:
    """Return `first` where the flag is 1 or more, and `second` where it is 0."""
    return select(0.5 - flag, first, second)
