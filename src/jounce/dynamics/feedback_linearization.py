"""Feedback linearisation of robots with elastic joints: the motor torque that gives each link the snap it is told."""

from collections.abc import Sequence

from jounce.dynamics.elastic_joints import Row, joint_torque, motors
from jounce.dynamics.factorization import ltdl, solve
from jounce.dynamics.mass_matrix import mass_matrix
from jounce.numbers import Jet, Number
from jounce.plant.plant import Plant


def feedback_linearization(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    tau: Sequence[Number],
    taud: Sequence[Number],
    desired: Sequence[Sequence[Number]],
    gains: Sequence[Sequence[Number]],
) -> tuple[Row, Row, Row]:
    """(tau_m, qdd, jerk) from measured link motion and joint torque, with one factorisation of M.

        qdd  = M^-1 (tau_j  - n(q, qd))                                                     (14)
        jerk = M^-1 (tau_jd - (Mdot qdd + ndot))                                            (15)
        v    = q_d^(4) + K3 (q_d^(3) - jerk) + K2 (qdd_d - qdd) + K1 (qd_d - qd) + K0 (q_d - q)   (13)
        tau_m = B (qdd + taudd(q, qd, qdd, jerk, v) / K) + tau_j + friction                 (45)

    desired: (q_d, ..., q_d^(4)); gains: (K0, ..., K3), a row each. Numbers of [Buondonno2015], section IV.
    """
    tree = plant.tree
    still, parents = [0.0] * tree.freedoms, tree.parents
    L, inverse = ltdl(parents, mass_matrix(tree, q))
    bias = joint_torque(plant, q, qd, still)  # (51)
    qdd = solve(parents, L, inverse, [t - b for t, b in zip(tau, bias)])  # (49)
    drift = joint_torque(plant, _jets(q, qd), _jets(qd, qdd), _jets(qdd, still))  # (52)
    jerk = solve(parents, L, inverse, [t - b.coeffs[1] for t, b in zip(taud, drift)])  # (50)
    v = list(desired[4])
    for gain, wanted, found in zip(gains, desired, (q, qd, qdd, jerk)):
        v = [x + k * (w - f) for x, k, w, f in zip(v, gain, wanted, found)]
    moved = joint_torque(plant, _jets(q, qd, qdd), _jets(qd, qdd, jerk), _jets(qdd, jerk, v))
    tau_m, _, _ = motors(plant, (q, qd, qdd), (tau, taud, [torque.derivatives()[2] for torque in moved]))
    return tau_m, qdd, jerk


def _jets(*rows: Sequence[Number]) -> list[Number]:
    return [Jet.from_derivatives(column) for column in zip(*rows)]
