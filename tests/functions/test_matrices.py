"""M, C, g, regressors and their derivatives on random trees: what must hold, other numbers, shapes, native code, refusals."""

import math

import casadi
import mpmath
import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from support.random_robots import plainly, random_motion, random_robot
from support.tolerances import CHAIN, assert_close

SEEDS = range(24)
ORDERS = range(5)
SMALL = random_robot(4, n=3, kinds=("revolute", "prismatic"))


def tree(seed):
    """Three trees of every size from 1 to 8."""
    return random_robot(seed, n=1 + seed % 8)


def product(A, B):
    """Derivatives of A(t) B(t) from those of both: Leibniz."""
    return np.array([sum(math.comb(k, i) * A[i] @ B[k - i] for i in range(k + 1)) for k in range(len(A))])


def agree(found, expected, M, what):
    """To 1e-11 of the largest entry, or of M's: where all of them cancel, what is left is rounding of terms as large as M."""
    largest = np.abs(expected).max()
    assert_close(found, expected, CHAIN * max(1.0, np.abs(M).max() / largest) if largest else CHAIN, what)


# ---------------------------------------------------------------- identities at every order


@pytest.mark.parametrize("seed", SEEDS)
def test_equation_of_motion(seed):
    """tau = M qdd + C qd + g, against the recursion, with four time derivatives."""
    robot = tree(seed)
    Q = random_motion(robot, seed, 6)
    M, C, g = jn.dynamic_matrices(robot, *Q[:6])
    tau, terms = jn.rnea(robot, *Q), product(M, Q[2:]) + product(C, Q[1:]) + g
    for k in ORDERS:
        assert_close(terms[k], tau[k], CHAIN, f"tau^({k})")
    assert_close(C[0] @ Q[1] + g[0], jn.rnea(robot, *Q[:2], 0 * Q[0]), CHAIN, "C qd + g")


@pytest.mark.parametrize("seed", SEEDS)
def test_coriolis_matrix(seed):
    """Mdot = C + C^T and its time derivatives: Mdot - 2 C is skew, of which the power of all inertial forces is a consequence."""
    robot = tree(seed)
    Q = random_motion(robot, seed, 5)
    C, together = jn.coriolis_matrix(robot, *Q), jn.dynamic_matrices(robot, *Q).C
    M, *Md = jn.mass_matrix(robot, *Q)
    for k in ORDERS:
        agree(C[k] + C[k].T, Md[k], M, f"Mdot^({k})")
        agree(C[k], together[k], M, f"C^({k})")
    _, qd, qdd = Q[:3]
    force = M @ qdd + C[0] @ qd
    assert abs(qd @ force - jn.energy(robot, *Q[:3])[0][1]) < CHAIN * np.abs(qd) @ np.abs(force)


@pytest.mark.parametrize("seed", SEEDS)
def test_mass_matrix_and_gravity(seed):
    """As other algorithms have them: composite bodies, and the recursion at rest."""
    robot = tree(seed)
    Q = random_motion(robot, seed, 5)
    M, _, g = jn.dynamic_matrices(robot, *Q)
    composite, rest = jn.mass_matrix(robot, *Q[:5]), jn.gravity_torque(robot, *Q[:5])
    for k in ORDERS:
        agree(M[k], composite[k], M[0], f"M^({k})")
        agree(g[k], rest[k], g[0], f"g^({k})")


@pytest.mark.parametrize("seed", SEEDS)
def test_regressor(seed):
    """Y pi = tau with four time derivatives."""
    robot = tree(seed)
    Q = random_motion(robot, seed, 6)
    tau, Y = jn.rnea(robot, *Q), jn.regressor(robot, *Q)
    for k in ORDERS:
        assert_close(Y[k] @ robot.parameters, tau[k], CHAIN, f"tau^({k})")


@pytest.mark.parametrize("seed", SEEDS)
def test_regressor_knows_any_parameters(seed):
    """Column by column: the torque of a robot with other links, at the same motion, from the same regressor."""
    robot = tree(seed)
    other = random_robot(seed + 1000, n=robot.n)
    moved = jn.Robot(robot.name, tuple(map(with_inertia_of, robot.links, other.links)), robot.joints, robot.gravity)
    Q = random_motion(robot, seed, 2)
    assert_close(jn.regressor(robot, *Q) @ other.parameters, jn.rnea(moved, *Q), CHAIN)


def with_inertia_of(link, other):
    return jn.Link(link.name, other.mass, other.com, other.inertia)


@pytest.mark.parametrize("seed", SEEDS)
def test_slotine_li(seed):
    """M qdd_r + C qd_r + g with a C that is no other, and the regressor itself where the reference is the motion."""
    robot = tree(seed)
    q, qd, qdd, qd_r, qdd_r = random_motion(robot, seed, 4)
    M, C, g = jn.dynamic_matrices(robot, q, qd)
    Y = jn.slotine_li_regressor(robot, q, qd, qd_r, qdd_r)
    assert_close(Y @ robot.parameters, M @ qdd_r + C @ qd_r + g, CHAIN)
    assert_close(jn.slotine_li_regressor(robot, q, qd, qd, qdd), jn.regressor(robot, q, qd, qdd), CHAIN)


@pytest.mark.parametrize("seed", SEEDS)
def test_parameter_derivatives(seed):
    """M, C and g are linear in the parameters; together the parts are the regressor of Slotine and Li."""
    robot = tree(seed)
    q, qd, qd_r, qdd_r = random_motion(robot, seed, 3)
    dM, dC, dg = jn.parameter_derivatives(robot, q, qd)
    M, C, g = jn.dynamic_matrices(robot, q, qd)
    assert_close(dM @ robot.parameters, M, CHAIN, "M")
    agree(dC @ robot.parameters, C, M, "C")
    assert_close(dg @ robot.parameters, g, CHAIN, "g")
    Y = np.einsum("ijp,j", dM, qdd_r) + np.einsum("ijp,j", dC, qd_r) + dg
    assert_close(Y, jn.slotine_li_regressor(robot, q, qd, qd_r, qdd_r), CHAIN, "Y")


@pytest.mark.parametrize("seed", SEEDS)
def test_state_derivatives(seed):
    """The chain rule gives time derivatives; g is a gradient, so its derivative is symmetric; Lagrange makes C qd of dM_dq."""
    robot = tree(seed)
    q, qd, qdd = random_motion(robot, seed, 2)
    M, C, g = jn.dynamic_matrices(robot, q, qd, qdd)
    dM_dq, dC_dq, dC_dqd, dg_dq = jn.state_derivatives(robot, q, qd)
    agree(dM_dq @ qd, M[1], M[0], "Mdot")
    agree(dC_dq @ qd + dC_dqd @ qdd, C[1], M[0], "Cdot")
    agree(dg_dq @ qd, g[1], g[0], "gdot")
    agree(dg_dq, dg_dq.T, g[0], "Hessian of the potential")
    agree(dC_dqd @ qd, C[0], M[0], "C is linear in qd")
    forces = np.einsum("ijh,j,h", dM_dq, qd, qd) - 0.5 * np.einsum("jhi,j,h", dM_dq, qd, qd)
    agree(C[0] @ qd, forces, M[0], "Lagrange")


@pytest.mark.parametrize("seed", range(8))
def test_state_derivatives_at_forty_digits(seed):
    """Central differences over 1e-12 of numbers of forty digits are exact to 1e-24."""
    robot = random_robot(seed, n=1 + seed % 4)
    q, qd = random_motion(robot, seed, 1)
    with mpmath.workdps(40):
        h = mpmath.mpf(10) ** -12
        exact = np.vectorize(mpmath.mpf, otypes=[object])(np.array([q, qd]))
        steps = h * np.eye(robot.n, dtype=int)

        def slopes(name, by_q, by_qd):
            ahead, behind = (
                getattr(jn.dynamic_matrices(robot, exact[0] + s * by_q * steps, exact[1] + s * by_qd * steps), name)
                for s in (1, -1)
            )
            return np.moveaxis((ahead - behind) / (2 * h), 0, -1).astype(float)

        expected = jn.dynamics.StateDerivatives(slopes("M", 1, 0), slopes("C", 1, 0), slopes("C", 0, 1), slopes("g", 1, 0))
        digits = jn.state_derivatives(robot, *exact)
    M = jn.mass_matrix(robot, q)
    for name, found, exact, slope in zip(expected._fields, jn.state_derivatives(robot, q, qd), digits, expected, strict=True):
        assert exact.dtype == object
        agree(found, slope, M, name)
        agree(exact.astype(float), slope, M, f"{name} of mpmath")


# ---------------------------------------------------------------- centre of mass


@pytest.mark.parametrize("seed", SEEDS)
def test_com_jacobian(seed):
    """Velocity, acceleration and jerk of the centre of mass, from poses of the links; its weight acts through the Jacobian."""
    robot = tree(seed)
    Q = random_motion(robot, seed, 3)
    mass = sum(link.mass for link in robot.links)
    com = np.zeros((4, 3))
    for i, link in enumerate(robot.links):
        p, R = jn.tool_pose(robot, *Q, link=i)
        com += link.mass / mass * (p + R @ link.com)
    J = jn.com_jacobian(robot, *Q[:3])
    for k, rate in enumerate(product(J, Q[1:])):
        assert_close(rate, com[k + 1], CHAIN, f"derivative {k + 1}")
    assert_close(-mass * np.array(robot.gravity) @ J[0], jn.gravity_torque(robot, Q[0]), CHAIN, "weight")


@pytest.mark.parametrize("seed", SEEDS)
def test_momentum(seed):
    """Mass times velocity of the centre of mass is what a push on the base takes: rows of M of three sliders below the robot."""
    robot = tree(seed)
    links, joints, below = [jn.Link("ground")], [], "ground"
    for axis, name in zip(np.eye(3), ("x", "y", robot.base)):
        links.append(jn.Link(name))
        joints.append(jn.Joint(f"to {name}", "prismatic", below, name, axis=tuple(axis)))
        below = name
    carried = jn.Robot.build("carried", [*links, *robot.links], [*joints, *robot.joints])
    q = random_motion(robot, seed, 0)[0]
    M = jn.mass_matrix(carried, np.concatenate([np.zeros(3), q]))
    assert_close(M[0, 0] * jn.com_jacobian(robot, q), M[:3, 3:], CHAIN)


# ---------------------------------------------------------------- shapes, other numbers, native code

# name: (function, arrays it takes, whether more of them add time derivatives, shapes behind the batch of n joints)
FUNCTIONS = {
    "dynamic_matrices": (jn.dynamic_matrices, 2, True, lambda n: ((n, n), (n, n), (n,))),
    "coriolis_matrix": (jn.coriolis_matrix, 2, True, lambda n: ((n, n),)),
    "com_jacobian": (jn.com_jacobian, 1, True, lambda n: ((3, n),)),
    "regressor": (jn.regressor, 3, True, lambda n: ((n, 10 * n),)),
    "slotine_li_regressor": (jn.slotine_li_regressor, 4, False, lambda n: ((n, 10 * n),)),
    "state_derivatives": (jn.state_derivatives, 2, False, lambda n: ((n, n, n), (n, n, n), (n, n, n), (n, n))),
    "parameter_derivatives": (jn.parameter_derivatives, 2, False, lambda n: ((n, n, 10 * n), (n, n, 10 * n), (n, 10 * n))),
}
GIVEN = {
    "dynamic_matrices": jn.dynamics.Matrices,
    "state_derivatives": jn.dynamics.StateDerivatives,
    "parameter_derivatives": jn.dynamics.ParameterDerivatives,
}


def parts(results):
    return results if isinstance(results, tuple) else (results,)


@pytest.mark.parametrize("batch", [(), (1,), (2, 3), (0,)], ids=str)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_shape_and_batch(name, batch):
    function, count, more, shapes = FUNCTIONS[name]
    extra = 2 * more
    Q = random_motion(SMALL, 1, count - 1 + extra, batch)
    found = function(SMALL, *Q)
    assert type(found) is GIVEN.get(name, np.ndarray)
    lead = (extra + 1,) if more else ()
    assert [part.shape for part in parts(found)] == [(*lead, *batch, *shape) for shape in shapes(SMALL.n)]
    for index in np.ndindex(batch):
        for part, here in zip(parts(found), parts(function(SMALL, *Q[:, *index])), strict=True):
            assert_close(part[(slice(None), *index) if more else index], here)


def test_arguments_broadcast():
    q, qd, qd_r, qdd_r = random_motion(SMALL, 3, 3, (4, 2))
    matrices = jn.dynamic_matrices(SMALL, q[0, 0], qd)
    Y = jn.slotine_li_regressor(SMALL, q[0, 0], qd, qd_r[:, :1], qdd_r)
    assert matrices.M.shape == (4, 2, 3, 3)
    for i, j in np.ndindex(4, 2):
        assert_close(matrices.C[i, j], jn.coriolis_matrix(SMALL, q[0, 0], qd[i, j]))
        assert_close(Y[i, j], jn.slotine_li_regressor(SMALL, q[0, 0], qd[i, j], qd_r[i, 0], qdd_r[i, j]))


@pytest.mark.native
@pytest.mark.parametrize("name", FUNCTIONS)
def test_native(name):
    """One sample, a batch, and what `compile` hands out, against plain Python."""
    function, count, more, _ = FUNCTIONS[name]
    Q = random_motion(SMALL, 4, count - 1 + more, (5,))
    expected = plainly(function, SMALL, *Q)
    kernel = jn.compile(function, SMALL, order=int(more))
    for found in (function(SMALL, *Q), kernel(*Q)):
        assert type(found) is type(expected)
        for part, plain in zip(parts(found), parts(expected), strict=True):
            assert_close(part, plain)
    for found in (function(SMALL, *Q[:, 0]), kernel(*Q[:, 0])):
        assert type(found) is type(expected)
        for part, plain in zip(parts(found), parts(expected), strict=True):
            assert_close(part, plain[:, 0] if more else plain[0])


@pytest.mark.parametrize("kind", [casadi.SX, casadi.MX], ids=["SX", "MX"])
@pytest.mark.parametrize("name", ["dynamic_matrices", "coriolis_matrix", "com_jacobian", "regressor"])
def test_casadi(name, kind):
    """Expressions for the values and for a time derivative, with the same numbers."""
    function, count, _, _ = FUNCTIONS[name]
    Q = random_motion(SMALL, 5, count)
    x = [kind.sym(f"x{k}", SMALL.n) for k in range(count + 1)]
    found, expected = function(SMALL, *x), function(SMALL, *Q)
    if name != "dynamic_matrices":
        found, expected = (found,), (expected,)
    for expressions, values in zip(found, expected, strict=True):
        for expression, value in zip(expressions, values, strict=True):
            answer = np.array(casadi.Function("f", x, [expression])(*Q))
            assert_close(answer.reshape(value.shape), value)


def test_casadi_slotine_li():
    Q = random_motion(SMALL, 6, 3)
    x = [casadi.SX.sym(f"x{k}", SMALL.n) for k in range(4)]
    Y = casadi.Function("Y", x, [jn.slotine_li_regressor(SMALL, *x)])
    assert_close(np.array(Y(*Q)), jn.slotine_li_regressor(SMALL, *Q))


# ---------------------------------------------------------------- refusals

x0 = [0.1] * 3
MASSLESS = jn.Robot.build("light", [jn.Link("base"), jn.Link("arm")], [jn.Joint("joint", "revolute", "base", "arm")])
BAD = [
    (lambda: jn.dynamic_matrices(SMALL, [math.nan, 0.1, 0.1], x0), r"q is nan at index \(0,\)"),
    (lambda: jn.coriolis_matrix(SMALL, x0, [0.1, math.inf, 0.1]), r"qd is inf at index \(1,\)"),
    (lambda: jn.com_jacobian(SMALL, [math.nan] * 3), "q is nan"),
    (lambda: jn.regressor(SMALL, x0, x0, [0.1] * 4), "qdd has 4 values, but robot 'random4' has 3 joints"),
    (lambda: jn.regressor(SMALL, x0, x0, x0, [0.1]), r"q\^\(3\) has 1 values"),
    (lambda: jn.slotine_li_regressor(SMALL, x0, x0, [0.1], x0), "qd_r has 1 values"),
    (lambda: jn.slotine_li_regressor(SMALL, x0, x0, x0, 1.0), "qdd_r is a single number"),
    (lambda: jn.state_derivatives(SMALL, x0, np.full((2, 3), math.nan)), r"qd is nan at index \(0, 0\)"),
    (lambda: jn.parameter_derivatives(SMALL, np.ones((2, 3)), np.ones((4, 3))), "batch axes do not fit"),
    (lambda: jn.compile(jn.state_derivatives, SMALL, order=1), "state_derivatives has no time derivatives"),
    (lambda: jn.compile(jn.dynamic_matrices, SMALL, wrench=True), "dynamic_matrices takes no wrench"),
    (lambda: jn.state_derivatives(SMALL, casadi.SX.sym("q", 3), x0), "three axes, which CasADi does not have"),
    (lambda: jn.parameter_derivatives(SMALL, casadi.MX.sym("q", 3), x0), "three axes, which CasADi does not have"),
    (lambda: jn.com_jacobian(MASSLESS, [0.1]), "'light' has no mass, so there is no centre of it"),
    (lambda: jn.com_jacobian(MASSLESS, [[0.1], [0.2]]), "'light' has no mass"),
    (lambda: jn.compile(jn.com_jacobian, MASSLESS), "'light' has no mass"),
]


@pytest.mark.parametrize(("call", "words"), BAD, ids=range(len(BAD)))
def test_bad_input(call, words):
    with pytest.raises(InputError, match=words):
        call()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_arguments_are_counted(name):
    function, count, more, _ = FUNCTIONS[name]
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        function(SMALL, *[x0] * (count - 1))
    if not more:
        with pytest.raises(TypeError, match="positional arguments but"):
            function(SMALL, *[x0] * (count + 1))
