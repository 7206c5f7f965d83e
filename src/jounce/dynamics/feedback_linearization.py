"""Feedback linearisation of robots with elastic joints: the motor torque that gives each link the snap it is told."""

from collections.abc import Sequence

from jounce.dynamics.elastic_joints import Row
from jounce.dynamics.factorization import ltdl, solve
from jounce.dynamics.mass_matrix import mass_matrix
from jounce.dynamics.motor import motor_torque
from jounce.dynamics.newton_euler import newton_euler
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
    still = [0.0] * len(tree.bodies)
    L, inverse = ltdl(tree, mass_matrix(tree, q))
    bias = newton_euler(tree, q, qd, still)  # (51)
    qdd = solve(tree, L, inverse, [t - b for t, b in zip(tau, bias)])  # (49)
    drift = newton_euler(tree, _jets(q, qd), _jets(qd, qdd), _jets(qdd, still))  # (52)
    jerk = solve(tree, L, inverse, [t - b.coeffs[1] for t, b in zip(taud, drift)])  # (50)
    v = list(desired[4])
    for gain, wanted, found in zip(gains, desired, (q, qd, qdd, jerk)):
        v = [x + k * (w - f) for x, k, w, f in zip(v, gain, wanted, found)]
    moved = newton_euler(tree, _jets(q, qd, qdd), _jets(qd, qdd, jerk), _jets(qdd, jerk, v))
    tau_m = [
        motor_torque(motor, rows, (t, td, torque.derivatives()[2]))[0]
        for motor, rows, t, td, torque in zip(plant.motors, zip(q, qd, qdd), tau, taud, moved)
    ]
    return tau_m, qdd, jerk


def _jets(*rows: Sequence[Number]) -> list[Number]:
    return [Jet.from_derivatives(column) for column in zip(*rows)]
