"""Feedback linearisation of robots with elastic joints: the motor torque that gives each link the snap or jerk it is told.

The motor of an undamped joint acts on the snap of its link. That of a damped one acts on the jerk, through the damper: its
relative degree is three, and what is left of its motion, the deflection, is the stable filter f(delta) + D deltad = tau_j, with
zeros at -K/D. [DeLuca2005]
"""

from collections.abc import Sequence

from jounce.dynamics.elastic_joints import Row, joint_torque, motors
from jounce.dynamics.factorization import ltdl, solve, solve_symmetric
from jounce.dynamics.mass_matrix import mass_matrix
from jounce.dynamics.newton_euler import Loads
from jounce.numbers import Jet, Number, derivatives
from jounce.numbers.elementary import is_constant
from jounce.plant.plant import Plant


def feedback_linearization(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    tau: Sequence[Number],
    taud: Sequence[Number],
    desired: Sequence[Sequence[Number]],
    gains: Sequence[Sequence[Number]],
    loads: Loads = (),
) -> tuple[Row, Row, Row]:
    """(tau_m, qdd, jerk) from measured link motion and joint torque, with one factorisation of M.

        qdd  = M^-1 (tau_j  - n(q, qd))                                                     (14)
        jerk = M^-1 (tau_jd - (Mdot qdd + ndot))                                            (15)
        v    = q_d^(4) + K3 (q_d^(3) - jerk) + K2 (qdd_d - qdd) + K1 (qd_d - qd) + K0 (q_d - q)   (13)
        tau_m = B (qdd + taudd(q, qd, qdd, jerk, v) / K) + tau_j + friction                 (45)

    Damped joints: jerk = q_d^(3) + K2 (qdd_d - qdd) + K1 (qd_d - qd) + K0 (q_d - q) is chosen, and v is its rate. (15) is then
    solved for the others alone, and gives tau_jd of the damped ones, from which their springs, which know what is measured of
    them, make thetadd. taud is read of undamped joints only.

    desired: (q_d, ..., q_d^(4)); gains: (K0, ..., K3), a row each. loads: wrenches that are known, jets of order 2. Numbers of
    [Buondonno2015], section IV.
    """
    tree = plant.tree
    still, parents = [0.0] * tree.freedoms, tree.parents
    damped = [i for i, motor in enumerate(plant.motors) if not is_constant(motor.damping, 0.0)]
    M = mass_matrix(tree, q)
    L, inverse = ltdl(parents, M)
    bias = joint_torque(plant, q, qd, still, cut(loads, 0))  # (51)
    qdd = solve(parents, L, inverse, [t - b for t, b in zip(tau, bias)])  # (49)
    drift = joint_torque(plant, _jets(q, qd), _jets(qd, qdd), _jets(qdd, still), cut(loads, 1))  # (52)
    missing = [t - b.coeffs[1] for t, b in zip(taud, drift)]
    if damped:
        wanted = _told(desired[3], gains, desired, (q, qd, qdd))
        jerk = _with_chosen(M, missing, {i: wanted[i] for i in damped})
    else:
        jerk = solve(parents, L, inverse, missing)  # (50)
    v = _told(desired[4], gains, desired, (q, qd, qdd, jerk))
    if damped:
        rate = _told(desired[4], gains, desired[1:], (qd, qdd, jerk))
        v = [rate[i] if i in damped else x for i, x in enumerate(v)]
    moved = joint_torque(plant, _jets(q, qd, qdd), _jets(qd, qdd, jerk), _jets(qdd, jerk, v), cut(loads, 2))
    rows = [torque.derivatives() for torque in moved]
    changes = [row[1] if i in damped else t for i, (row, t) in enumerate(zip(rows, taud))]
    tau_m, _, _ = motors(plant, (q, qd, qdd), (tau, changes, [row[2] for row in rows]))
    return tau_m, qdd, jerk


def _told(
    first: Sequence[Number],
    gains: Sequence[Sequence[Number]],
    desired: Sequence[Sequence[Number]],
    found: Sequence[Sequence[Number]],
) -> Row:
    """What is wanted, and each gain times an error."""
    told = list(first)
    for gain, wanted, is_now in zip(gains, desired, found):
        told = [x + k * (w - f) for x, k, w, f in zip(told, gain, wanted, is_now)]
    return told


def _with_chosen(M: Sequence[Sequence[Number]], right: Sequence[Number], chosen: dict[int, Number]) -> Row:
    """x with x_i chosen for some i, and (M x)_i = right_i for the others."""
    free = [i for i in range(len(M)) if i not in chosen]
    left = [right[i] - sum(M[i][j] * x for j, x in chosen.items()) for i in free]
    found, _ = solve_symmetric([[M[i][j] for j in free] for i in free], left)
    known = {**chosen, **dict(zip(free, found))}
    return [known[i] for i in range(len(M))]


def _jets(*rows: Sequence[Number]) -> list[Number]:
    return [Jet.from_derivatives(column) for column in zip(*rows)]


def cut(loads: Loads, order: int) -> Loads:
    """Wrenches as jets of this order, or as they are now."""

    def cut(x: Number) -> Number:
        rows = derivatives(x)[: order + 1]
        return Jet.from_derivatives(rows) if order else rows[0]

    return [(body, tuple(tuple(map(cut, part)) for part in wrench)) for body, wrench in loads]  # type: ignore[misc]
