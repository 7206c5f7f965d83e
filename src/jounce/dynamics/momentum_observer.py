"""External torque from the momentum of the links: no acceleration is measured, none is computed.

    p = M(q) qd + S(q) thetad,    pd = tau + beside + pushed - c(q, qd, thetad) - g(q) + Md qd + Sd thetad + external

S: rotors that links carry along; tau: what the drives give the joints. With b = pd - external, which is known, and
e = p - int b dt, the residual is a filter of first order of the external torque,

    rd = gain (ed - r) = gain (external - r)

Between two samples e is taken for a straight line, b for the mean of its ends:

    r' = a r + (1 - a) / h (p' - p - h/2 (b + b')),    a = exp(-gain h)

which is exact for that line, whatever the gain, and adds nothing up that could drift. [DeLucaMattone2005] have the observer.
"""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.dynamics import gyrostat
from jounce.dynamics.elastic_joints import with_forces_beside
from jounce.dynamics.newton_euler import Loads, newton_euler
from jounce.numbers import Number, derivatives, exp
from jounce.plant.chains import along_freedoms, position_series
from jounce.plant.plant import Plant

Row = list[Number]


class Sample(NamedTuple):
    """What is known of the momentum at one instant."""

    p: Row
    b: Row
    """Its rate, were there no external torque."""


def sample(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    thetad: Sequence[Number],
    tau: Sequence[Number],
    riding: Sequence[Sequence[Number]] = (),
    loads: Loads = (),
) -> Sample:
    """Momentum and known rate, O(n). riding (n, n): inertia of motors that is taken to ride on the links."""
    n = plant.tree.freedoms
    still: Row = [0.0] * n
    moved = position_series(plant.tree, [list(q), list(qd)], 1)
    found = _momentum(plant, moved, qd, thetad)
    held = _held(plant, q, qd, still, thetad, loads)
    acting = with_forces_beside(plant, along_freedoms(plant.tree, q), qd, tau)
    p, b = [], []
    for i, own in enumerate(found):
        now, rate = [*derivatives(own), 0.0][:2]
        p.append(now + sum((x * v for x, v in zip(riding[i], qd)), 0.0) if riding else now)
        b.append(acting[i] - held[i] + rate)
    return Sample(p, b)


def _momentum(plant: Plant, q: Sequence[Number], qd: Sequence[Number], thetad: Sequence[Number]) -> Row:
    """M qd + S thetad: forces of a robot without weight at rest, that is given its velocities for accelerations."""
    weightless = plant.tree._replace(gravity=(0.0, 0.0, 0.0))
    still: Row = [0.0] * plant.tree.freedoms
    if not plant.rotors:
        return newton_euler(weightless, q, still, qd)
    none: Row = [0.0] * len(thetad)
    return gyrostat.torques(plant._replace(tree=weightless), q, still, qd, none, thetad)[0]


def _held(
    plant: Plant, q: Sequence[Number], qd: Sequence[Number], qdd: Sequence[Number], thetad: Sequence[Number], loads: Loads
) -> Row:
    """c + g - J^T W."""
    if not plant.rotors:
        return newton_euler(plant.tree, q, qd, qdd, loads)
    none: Row = [0.0] * len(thetad)
    return gyrostat.torques(plant, q, qd, qdd, thetad, none, loads)[0]


def residual(
    before: Sample, r: Sequence[Number], now: Sample, gain: Sequence[Number], h: Number, between: Sequence[Number] = ()
) -> Row:
    """r a time h [s] later; gain [1/s]. between (n): a part of the known rate that is known half way between the two samples."""
    found: Row = []
    for i, rate in enumerate(gain):
        kept = exp(-(rate * h))
        e = now.p[i] - before.p[i] - 0.5 * h * (before.b[i] + now.b[i])
        if between:
            e = e - h * between[i]
        found.append(kept * r[i] + (1.0 - kept) / h * e)
    return found
