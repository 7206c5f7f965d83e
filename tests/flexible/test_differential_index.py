"""The index of the flexible arm's equation: published, moving and at rest, and against Lagrange's equations typed by hand."""

import dataclasses

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, SingularityError
from jounce.flexible import differential_index
from jounce.flexible.structural_index import signature, structural_index
from support.flexible import MP, NMP, SIX, THREE, posture, with_drives
from support.tolerances import CHAIN, assert_close

SEEDS = range(4)
CLEAR = 1e6
"""Between singular values that are kept and those that are dropped."""


def point(seed):
    """A pose away from the stretched arm, and velocities."""
    rng = np.random.default_rng(seed)
    q = np.array([rng.uniform(-3.0, 3.0), rng.choice([-1.0, 1.0]) * rng.uniform(0.5, 2.5), rng.uniform(-0.1, 0.1)])
    return q, rng.normal(size=3)


@pytest.mark.parametrize("robot", [MP, NMP], ids=["table 1", "table 3"])
@pytest.mark.parametrize("seed", SEEDS)
def test_published_index(robot, seed):
    """[Moberg2010], section 7: strangeness index 2, differential index 3, 4 differential and 6 algebraic variables."""
    q, qd = point(seed)
    for at in ((q,), (q, qd), (q, 10.0 * qd)):
        found = jn.flexible.dae_index(robot, *at)
        assert (found.strangeness_index, found.differential_index) == (2, 3)
        assert (found.differential_variables, found.algebraic_variables) == (4, 6)
        assert found.structural_index == 3
        # rank M = (mu + 1) 10 - a, then a and d, [Moberg2010] section 5; a = 2, 4, 6 as positions, velocities and more are fixed
        assert found.ranks == ((8, 2, 6), (16, 4, 4), (24, 6, 4))
        assert found.gap > CLEAR
        assert found.tolerance == differential_index.TOLERANCE
    assert jn.flexible.dae_index(robot, q).differential_variables == jn.zero_dynamics(robot, q).zeros.size


@pytest.mark.parametrize("seed", SEEDS)
def test_one_more_without_damping_and_one_lesswithout_springs(seed):
    q, qd = point(seed)
    for at in ((q,), (q, qd)):
        undamped = jn.flexible.dae_index(with_drives(MP, damping=0.0), *at)
        assert (undamped.strangeness_index, undamped.differential_index, undamped.structural_index) == (3, 4, 4)
        assert (undamped.differential_variables, undamped.algebraic_variables) == (2, 8)
        rigid = jn.flexible.dae_index(MP.with_rigid_joints(), *at)
        assert (rigid.strangeness_index, rigid.differential_index, rigid.structural_index) == (1, 2, 2)
        assert (rigid.differential_variables, rigid.algebraic_variables) == (2, 4)
        assert min(undamped.gap, rigid.gap) > CLEAR


def test_three_axes():
    """6 springs: 12 differential variables, and one a damped drive."""
    q = posture(THREE, [0.3, 0.1, 0.5])
    for qd in (None, 0.3 * np.random.default_rng(0).normal(size=THREE.n)):
        found = jn.flexible.dae_index(THREE, q, qd)
        assert (found.strangeness_index, found.differential_index, found.structural_index) == (2, 3, 3)
        assert (found.differential_variables, found.algebraic_variables) == (12 + 3, 9)
        assert found.gap > CLEAR


@pytest.mark.slow
def test_six_axes():
    """18 springs, 6 damped drives."""
    found = jn.flexible.dae_index(SIX, posture(SIX, [0.3, 0.4, 0.4, 0.3, 0.6, 0.2]))
    assert (found.strangeness_index, found.differential_index, found.structural_index) == (2, 3, 3)
    assert (found.differential_variables, found.algebraic_variables) == (36 + 6, 18)
    assert found.gap > CLEAR


def test_index_of_robots_without_free_motion():
    """Positions come from the path, velocities one differentiation later; theta takes two more, and its rate another."""
    robot = jn.load("planar_2r")
    assert jn.flexible.dae_index(robot.with_rigid_joints(), [0.3, 1.0])[:4] == (2, 1, 0, 4)
    assert jn.flexible.dae_index(robot, [0.3, 1.0])[:4] == (4, 3, 0, 8)


@pytest.mark.parametrize("q", [[0.4, 0.0, 0.0], [0.4, np.pi, 0.0]])
def test_a_singular_pose_has_no_index(q):
    """Stretched out, or folded: the tool cannot move along the arm."""
    with pytest.raises(InputError, match="'moberg_5dof': no index up to 6.*singular"):
        jn.flexible.dae_index(MP, q)


# ---------------------------------------------------------------- Lagrange's equations, typed

TABLE = {"table 1": (MP, 0.1, 0.2, 1e5, 250.0), "table 3": (NMP, 0.7, 1.4, 5e5, 500.0)}
"""Robot; xi_3 and l_3 [m], k [Nm/rad], d [Nm s/rad]; all else is the same in both."""


def lagrange(xi3, l3, k, d):
    """F(X, Xd) of [Moberg2010] (17) by CasADi from the energies of three bars: nothing of ours in it."""
    ca = pytest.importorskip("casadi")
    m, xi, length, j = [100.0, 100.0, 200.0], [0.5, 0.5, xi3], [1.0, 1.0, l3], [5.0, 5.0, 50.0]
    X, Xd = ca.SX.sym("X", 10), ca.SX.sym("Xd", 10)
    q, theta, v, w = X[:3], X[3:5], X[5:8], X[8:]
    angle = [q[0], q[0] + q[1], q[0] + q[1] + q[2]]
    rate = [v[0], v[0] + v[1], v[0] + v[1] + v[2]]
    place, kinetic = ca.SX.zeros(2), 0
    for i in range(3):
        along = ca.vertcat(ca.cos(angle[i]), -ca.sin(angle[i]))
        speed = ca.jacobian(place + xi[i] * along, q) @ v
        kinetic += 0.5 * m[i] * ca.dot(speed, speed) + 0.5 * j[i] * rate[i] ** 2
        place = place + length[i] * along
    momentum = ca.gradient(kinetic, v)
    links = ca.jacobian(momentum, v) @ Xd[5:8] + ca.jacobian(momentum, q) @ v - ca.gradient(kinetic, q)
    links[:2] += k * (q[:2] - theta) + d * (v[:2] - w)
    links[2] += k * q[2] + d * v[2]
    F = ca.vertcat(links, Xd[:3] - v, Xd[3:5] - w, place)  # less y(t), which has no part in the derivatives
    return ca, F, X, Xd


def derivative_array(table, q, qd, order):
    """d (F, ..., F^(order)) / d (X, ..., X^(order+1)) along a motion that the third row allows, by repeated differentiation."""
    ca, F, X, Xd = lagrange(*TABLE[table][1:])
    symbols = [X, Xd, *(ca.SX.sym(f"X{k}", 10) for k in range(2, order + 2))]
    rows = [F]
    for level in range(order):
        rows.append(sum(ca.jtimes(rows[-1], symbols[k], symbols[k + 1]) for k in range(level + 2)))
    Q = np.zeros((order + 4, 3))
    Q[0], Q[1] = q, qd

    def values(level):
        return [np.concatenate([Q[k], np.zeros(2), Q[k + 1], np.zeros(2)]) for k in range(level + 2)]

    for level in range(order + 1):  # the row is linear in the highest derivative of the third joint
        row = ca.Function("row", symbols[: level + 2], [rows[level][2]])
        rest = float(row(*values(level)))
        Q[level + 2, 2] = 1.0
        slope = float(row(*values(level))) - rest
        Q[level + 2, 2] = -rest / slope
        assert abs(float(row(*values(level)))) < 1e-9 * abs(rest) + 1e-9 * abs(slope)
    whole = ca.Function("array", symbols, [ca.jacobian(ca.vertcat(*rows), ca.vertcat(*symbols))])
    return np.array(whole(*values(order)))


@pytest.mark.parametrize("table", TABLE)
@pytest.mark.parametrize("seed", SEEDS[:2])
def test_derivative_array_is_that_of_lagranges_equations(table, seed):
    q, qd = point(seed)
    expected = derivative_array(table, q, qd, 3)
    found = differential_index._array(*differential_index._along(TABLE[table][0], q, qd, 3), 3)
    for i in range(4):  # each derivative of F has its own size
        rows = slice(10 * i, 10 * i + 10)
        assert_close(found[rows], expected[rows], CHAIN, f"derivative {i}")


def rank(A):
    """Rows and columns brought to one size until that changes nothing."""
    for _ in range(20):
        A = A / np.abs(A).max(axis=1, keepdims=True).clip(1e-200) ** 0.5
        A = A / np.abs(A).max(axis=0, keepdims=True).clip(1e-200) ** 0.5
    sigma = np.linalg.svd(A, compute_uv=False)
    return int((sigma > 1e-10 * sigma[0]).sum())


@pytest.mark.parametrize("table", TABLE)
def test_index_from_lagranges_equations(table):
    """Definition 2 of the paper, on the typed equations: Xd is determined by F to F^(3), and not by fewer."""
    q, qd = point(7)
    A = derivative_array(table, q, qd, 3)
    for order, determined in ((1, False), (2, False), (3, True)):
        inner = A[: 10 * (order + 1), 10 : 10 * (order + 2)]
        assert (rank(inner) == 10 + rank(inner[:, 10:])) == determined
    # strangeness index 2: rank M = 30 - 6
    assert rank(A[:30, 10:40]) == 24


# ---------------------------------------------------------------- Pantelides


def test_structural_index_by_hand():
    """Which derivative of q, theta, v, w is where, one line an equation; x marks where nothing is."""
    x = -(10**6)
    damped = [
        # q1 q2 q3 th1 th2 v1 v2 v3 w1 w2
        [0, 0, 0, 0, x, 1, 1, 1, 0, x],
        [0, 0, 0, x, 0, 1, 1, 1, x, 0],
        [0, 0, 0, x, x, 1, 1, 1, x, x],
        *[[1 if k == i else 0 if k == i + 5 else x for k in range(10)] for i in range(5)],
        [0, 0, 0, x, x, x, x, x, x, x],
        [0, 0, 0, x, x, x, x, x, x, x],
    ]
    assert np.array_equal(signature(MP), damped)
    assert structural_index(MP) == 3
    assert structural_index(with_drives(MP, damping=0.0)) == 4
    assert structural_index(MP.with_rigid_joints()) == 2


def test_refused():
    with pytest.raises(InputError, match="7 motors and 6 outputs"):
        jn.flexible.dae_index(jn.load("kuka_lwr"), np.zeros(7))
    with pytest.raises(InputError, match="3 finite numbers"):
        jn.flexible.dae_index(MP, [0.5, 1.0, 0.0], [0.0, np.nan, 0.0])


@pytest.mark.parametrize("apart", [1.0, 1e3, 1e6, 1e9])
def test_badly_scaled_arms(apart):
    """Springs and links that differ by powers of ten: the two indices fit together, as on the arm itself, or none is stated."""
    joints = [
        dataclasses.replace(joint, spring=jn.Spring(joint.spring.stiffness * apart, joint.spring.damping))
        if joint.spring
        else joint
        for joint in MP.joints
    ]
    robot = dataclasses.replace(MP, joints=tuple(joints))
    try:
        found = jn.flexible.dae_index(robot, [0.5, 1.0, 0.0])
    except SingularityError as error:
        assert "not determined" in str(error)  # noqa: PT017
        assert apart > 1e5
        return
    assert (found.strangeness_index, found.differential_index) == (2, 3)
    assert found.gap > 1e2
