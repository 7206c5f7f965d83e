"""Elastic structure preserving control: damping and a motor's spring that links feel, with inertia and springs left as they are.

    M ed'' + C ed' + D ed' = f(x) + external,    e = q - q_d,    x = eta - e
    B eta'' + f(x) = -Kn eta - Dn eta'

eta is the motor as it would have to stand for its spring to carry tau_j - n, with n = M(q) qdd_d + C(q, qd) qd_d + g(q) - D (qd -
qd_d): f(x) = tau_j - n. So the robot keeps its links' inertia, its springs and its motors' inertia, and is damped on both sides.
The motor torque is what gives tau_j the second derivative f(x)'' + n''. [Keppler2018]

Acceleration and jerk of the links are computed from joint torque, as in feedback linearisation, with wrenches that are known. For
the power of the links to be passive, C is that of Christoffel: C(q, a) b = (c(q, a + b) - c(q, a) - c(q, b)) / 2, c(q, v) = C(q,
v) v.
"""

from collections.abc import Sequence

from jounce.dynamics.elastic_joints import Row, joint_torque, motors
from jounce.dynamics.factorization import ltdl, solve
from jounce.dynamics.feedback_linearization import cut
from jounce.dynamics.mass_matrix import mass_matrix
from jounce.dynamics.motor_pd import times
from jounce.dynamics.newton_euler import Loads, newton_euler
from jounce.numbers import Jet, Number
from jounce.plant.plant import Plant

Matrix = Sequence[Sequence[Number]]


def structure_preserving(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    tau: Sequence[Number],
    taud: Sequence[Number],
    desired: Sequence[Sequence[Number]],
    gains: tuple[Matrix, Matrix, Matrix],
    loads: Loads = (),
) -> tuple[Row, Row, Row]:
    """(tau_m, eta, etad) (n) each. desired: (q_d, ..., q_d^(4)); gains: D, Kn, Dn, (n, n) each; loads: jets of order 2."""
    tree, (link, spring, damper) = plant.tree, gains
    still, parents = [0.0] * tree.freedoms, tree.parents
    L, inverse = ltdl(parents, mass_matrix(tree, q))
    bias = joint_torque(plant, q, qd, still, cut(loads, 0))
    qdd = solve(parents, L, inverse, [t - b for t, b in zip(tau, bias)])
    drift = joint_torque(plant, _jets(q, qd), _jets(qd, qdd), _jets(qdd, still), cut(loads, 1))
    jerk = solve(parents, L, inverse, [t - b.coeffs[1] for t, b in zip(taud, drift)])
    n = [x.derivatives() for x in _carried(plant, (q, qd, qdd, jerk), desired, link)]
    away, rates, accelerations = ([x - w for x, w in zip(now, wanted)] for now, wanted in zip((q, qd, qdd), desired))
    springs = [motor.spring for motor in plant.motors]
    eta: Row = []
    etad: Row = []
    for s, t, td, own, e, ed in zip(springs, tau, taud, n, away, rates):
        assert s is not None  # such joints alone are controlled
        x, xd = s.deflection_rows([t - own[0], td - own[1]])[:2]
        eta.append(x + e)
        etad.append(xd + ed)
    pulled = [-a - b for a, b in zip(times(spring, eta), times(damper, etad))]
    taudd: Row = []
    for i, (s, motor) in enumerate(zip(springs, plant.motors)):
        assert s is not None
        carried = tau[i] - n[i][0]
        etadd = (pulled[i] - carried) / motor.inertia
        x = Jet.from_derivatives([eta[i] - away[i], etad[i] - rates[i], etadd - accelerations[i]])
        taudd.append(s.torque(x).derivatives()[2] + n[i][2])
    tau_m, _, _ = motors(plant, (q, qd, qdd), (tau, taud, taudd))
    return tau_m, eta, etad


def _carried(
    plant: Plant, motion: Sequence[Sequence[Number]], desired: Sequence[Sequence[Number]], damping: Matrix
) -> list[Number]:
    """n as jets of order 2."""
    tree = plant.tree
    weightless = tree._replace(gravity=(0.0, 0.0, 0.0))
    still: Row = [0.0] * tree.freedoms
    q, qd = _jets(*motion[:3]), _jets(*motion[1:4])
    wanted, turning = _jets(*desired[1:4]), _jets(*desired[2:5])
    held = newton_euler(tree, q, still, turning)
    both = newton_euler(weightless, q, [a + b for a, b in zip(qd, wanted)], still)
    one, other = (newton_euler(weightless, q, v, still) for v in (qd, wanted))
    damped = times(damping, [a - b for a, b in zip(qd, wanted)])
    return [h + 0.5 * (c - a - b) - d for h, c, a, b, d in zip(held, both, one, other, damped)]


def _jets(*rows: Sequence[Number]) -> list[Number]:
    return [Jet.from_derivatives(column) for column in zip(*rows)]
