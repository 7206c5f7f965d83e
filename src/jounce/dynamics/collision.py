"""How large a residual may be where masses are not quite as the model has them.

What a link needs to move, f_l = M_l qdd + c_l + g_l, is linear in its ten parameters. If those of every link are off by a share
of at most s, the residual of a momentum observer is off by

    |filtered sum over links of e_l f_l| <= s sum |filtered f_l|,    |e_l| <= s

whatever the filter, as long as it is linear: each link has a momentum of its own, and an observer of it gives its f_l without any
acceleration, by the same filters as the residual. [Haddadin2017] has thresholds in proportion to what the model computes; link by
link they are a bound.
"""

from collections.abc import Sequence

from jounce.dynamics.momentum_observer import Row, Sample, sample
from jounce.numbers import Number
from jounce.plant.plant import Plant
from jounce.spatial.inertia import Inertia
from jounce.spatial.vectors import ZERO

NOTHING = Inertia(0.0, ZERO, (0.0,) * 6)


def shares(plant: Plant, q: Sequence[Number], qd: Sequence[Number]) -> list[Sample]:
    """Momentum of each body alone, and how it would change if nothing but its weight acted; O(n^2) in all."""
    still: Row = [0.0] * plant.tree.freedoms
    bare = plant._replace(rotors=(), beside=(), coupled=())
    found = []
    for k in range(len(plant.tree.bodies)):
        bodies = tuple(body if i == k else body._replace(inertia=NOTHING) for i, body in enumerate(plant.tree.bodies))
        one = bare._replace(tree=plant.tree._replace(bodies=bodies))
        found.append(sample(one, q, qd, still, still))
    return found


def total(parts: Sequence[Row]) -> Row:
    """Sum of absolute values, joint by joint."""
    found: Row = [0.0] * len(parts[0])
    for part in parts:
        found = [a + abs(b) for a, b in zip(found, part)]
    return found


def larger(a: Number, b: Number) -> Number:
    """Of two numbers."""
    return 0.5 * (a + b + abs(a - b))
