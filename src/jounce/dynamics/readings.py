"""Detection of implausible sensor readings, without exceptions, so that a control loop continues.

If a scalar is NaN, infinite or above LARGEST in magnitude, or a quaternion is nearly zero, `judged` rejects all readings that it
gets. Observers then keep their state, or predict the state from tau_m (`innovation_gate.outcome`). Both branches of a choice are
evaluated, so rejected readings are replaced by harmless values before anything is computed from them.
"""

from collections.abc import Mapping, Sequence

from jounce.numbers import Number, select
from jounce.plant.tree import Tree

LARGEST = 1e6
"""Largest magnitude of an accepted reading [rad, m, rad/s, m/s, Nm or N]. An encoder at 1e6 rad has made 160,000 turns, and a
double still resolves 1e-10 rad."""
LEAST = 1e-9
"""Sum of the magnitudes of the four components of a quaternion, below which the quaternion is rejected."""
Row = list[Number]


def judged(tree: Tree, rows: Mapping[str, Sequence[Number]]) -> tuple[dict[str, Row], Number]:
    """Return (rows, number of implausible scalars and quaternions); unless this number is 0.0, all rows have harmless values.

    rows: {name: scalars of a reading}; 'q' contains positions, including quaternions of joints of several DOFs. Harmless values
    are zeros, and quaternions of no rotation.
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
    """Return the number of the scalars that are NaN, infinite or above LARGEST in magnitude."""
    bad: Number = 0.0
    for x in numbers:
        bad = bad + select(abs(x) - LARGEST, 0.0, 1.0)
    return bad


def chosen(flag: Number, first: Number, second: Number) -> Number:
    """Return `first` if the flag is at least 1, `second` if it is 0."""
    return select(0.5 - flag, first, second)
