"""The robot near a state as a linear system: beside CasADi's derivatives, the other linear models of the library, and SciPy."""

import casadi as ca
import mpmath
import numpy as np
import pytest
from scipy.signal import cont2discrete

import jounce as jn
from jounce.control.zeros import invariant_zeros
from jounce.errors import InputError
from jounce.plant.multi_dof_joints import displacement, tangents
from jounce.plant.plant import plant_of
from jounce.plant.tree import position_rates
from support.combinations import case
from support.tolerances import CHAIN, assert_close


def _parts(values):
    return np.stack([np.real(values), np.imag(values)])


@pytest.mark.parametrize("features", ["", "F", "D", "N", "DN"])
def test_matrices_beside_casadi(features):
    """Carried rotors, damping and springs that are not linear, away from rest: CasADi differentiates its own expression."""
    robot = case(features).robot
    rng = np.random.default_rng(3)
    q, qd, theta, thetad, tau_m = rng.normal(size=(5, robot.n))
    theta = q + 0.05 * theta
    x, u = ca.SX.sym("x", 4 * robot.n), ca.SX.sym("u", robot.n)
    rows = [x[k * robot.n : (k + 1) * robot.n] for k in range(4)]
    qdd, thetadd = jn.elastic_forward_dynamics(robot, rows[0], rows[2], rows[1], rows[3], u)
    rate = ca.vertcat(rows[2], rows[3], qdd, thetadd)
    witness = ca.Function("slopes", [x, u], [ca.jacobian(rate, x), ca.jacobian(rate, u)])
    A, B = (part.full() for part in witness(np.concatenate([q, theta, qd, thetad]), tau_m))
    found = jn.linearize(robot, q, qd, theta, thetad, tau_m)
    assert found.states[robot.n].startswith("theta[")
    assert len(found.states) == 4 * robot.n
    assert_close(found.A, A, 10 * CHAIN)  # entries of K/B and of 1 in one matrix
    assert_close(found.B, B, CHAIN)
    assert_close(found.C, np.eye(4 * robot.n))


@pytest.mark.parametrize("name", ["kuka_lwr", "planar_2r"])
def test_matrices_beside_40_digits(name):
    """Columns of A and B by central differences of the equations of motion in mpmath."""
    robot = jn.load(name)
    n = robot.n
    rng = np.random.default_rng(6)
    q, qd, theta, thetad, tau_m = rng.normal(size=(5, n))
    theta = q + 0.05 * theta
    found = jn.linearize(robot, q, qd, theta, thetad, tau_m)
    both = np.concatenate([found.A, found.B], axis=1)
    point = np.concatenate([q, theta, qd, thetad, tau_m])
    with jn.backend("python"), mpmath.workdps(40):
        for k in rng.permutation(5 * n)[:8]:
            h, ends = mpmath.mpf(10) ** -12, []
            for step in (h, -h):
                x = np.array([mpmath.mpf(value) for value in point])
                x[k] = x[k] + step
                q_, theta_, qd_, thetad_, tau_ = x.reshape(5, n)
                qdd, thetadd = jn.elastic_forward_dynamics(robot, q_, qd_, theta_, thetad_, tau_)
                ends.append(np.concatenate([qd_, thetad_, qdd, thetadd]))
            column = np.array([float(x) for x in (ends[0] - ends[1]) / (2 * h)])
            assert np.abs(both[:, k] - column).max() <= 1e-10 * np.abs(column).max()


def test_matrices_beside_differences_of_casadi():
    """Two masses of 1 kg on rods of 1 m, written down by hand in CasADi, which takes differences of that."""
    robot = jn.load("planar_2r")
    x, u = ca.SX.sym("x", 8), ca.SX.sym("u", 2)
    q, theta, qd, thetad = (x[2 * k : 2 * k + 2] for k in range(4))
    c, s = ca.cos(q[1]), ca.sin(q[1])
    M = ca.vertcat(ca.horzcat(3.0 + 2.0 * c, 1.0 + c), ca.horzcat(1.0 + c, 1.0))
    bias = ca.vertcat(-s * qd[1] * (2.0 * qd[0] + qd[1]), s * qd[0] ** 2)
    both = ca.cos(q[0] + q[1])
    weight = 9.81 * ca.vertcat(2.0 * ca.cos(q[0]) + both, both)
    tau = ca.DM([2000.0, 1000.0]) * (theta - q)
    rate = ca.vertcat(qd, thetad, ca.solve(M, tau - bias - weight), (u - tau) / ca.DM([1.0, 0.5]))
    options = {"enable_fd": True, "enable_forward": False, "enable_reverse": False, "enable_jacobian": False}
    motion = ca.Function("motion", [x, u], [rate], {**options, "fd_method": "central"})
    slopes = motion.factory("slopes", ["i0", "i1"], ["jac:o0:i0", "jac:o0:i1"])
    rng = np.random.default_rng(8)
    state, torque = rng.normal(size=8), rng.normal(size=2)
    state[2:4] = state[:2] + 0.05 * state[2:4]
    A, B = (part.full() for part in slopes(state, torque))
    found = jn.linearize(robot, state[:2], state[4:6], state[2:4], state[6:], torque)
    assert_close(found.A, A, 1e-6)  # differences of double precision
    assert_close(found.B, B, 1e-6)


def test_rigid_joints_are_one_state():
    robot = jn.load("manutec_r3")  # three elastic joints, three rigid ones
    found = jn.linearize(robot, np.full(6, 0.3), outputs=("theta", "thetad"))
    assert (found.A.shape, found.B.shape) == ((18, 18), (18, 6))
    columns = [found.states.index(f"q[{name}]") for name in robot.joint_names[3:]]
    assert (found.C[3:6, columns] == np.eye(3)).all()


@pytest.mark.parametrize("name", ["planar_2r", "kuka_lwr", "manutec_r3"])
def test_response_of_motors(name):
    """From torque to motor at rest: as `frequency_response`, which is made from matrices of second order."""
    robot = jn.load(name)
    robot = robot.with_parameters({"coulomb_friction": np.zeros(robot.m), "damping": np.full(robot.m, 0.5)})
    q = np.linspace(-0.5, 0.9, robot.n)
    other = jn.identification.frequency_response(robot, q, np.geomspace(5.0, 2000.0, 60))
    model = jn.linearize(robot, q, outputs=("theta", "q"))
    found = model.frequency_response(other.frequency)
    # a matrix of first order has entries K/B beside 1 and loses their ratio times rounding
    assert_close(_parts(found[:, : robot.m]), _parts(other.motor), 1e-9)
    assert_close(_parts(found[:, robot.m :]), _parts(other.link), 1e-9)
    # as polynomials: a double pole at zero moves by the square root of rounding, the polynomial by rounding; to the right of all
    # poles, where no factor is next to zero
    at = (1.0 + 1.0j) * other.frequency[:, None]
    ratio = np.prod((at - model.poles) / (at - jn.eigenfrequencies(robot, q).free_poles), axis=1)
    assert_close(_parts(ratio), _parts(np.ones_like(ratio)), 1e-9)


def test_response_to_a_wrench():
    """Held motors, slowly pushed at the tool: what the springs give way, J^T W / K, and the weight's own slope beside K."""
    robot = jn.load("planar_2r").with_gravity((0.0, 0.0, 0.0))
    q = np.array([0.4, 0.9])
    model = jn.linearize(robot, q, inputs=("wrench",), outputs=("tool",))
    held = [i for i, state in enumerate(model.states) if not state.startswith("theta")]
    A, B, C = model.A[np.ix_(held, held)], model.B[held], model.C[:, held]
    J = jn.jacobian(robot, q)
    assert_close(C @ np.linalg.solve(-A, B), J @ np.diag(1.0 / robot.parameter_values("stiffness")) @ J.T, 1e-9)


def test_torque_of_springs():
    robot = case("DN").robot
    rng = np.random.default_rng(5)
    q, qd, theta, thetad = rng.normal(size=(4, robot.n))
    theta = q + 0.02 * theta
    found = jn.linearize(robot, q, qd, theta, thetad, np.zeros(robot.n), outputs=("tau_j",)).C
    plant, n = plant_of(robot), robot.n

    def carried(theta):
        return np.array([m.spring.torque(x) for m, x in zip(plant.motors, theta - q)])

    step = 1e-6
    for i in range(n):
        ahead, behind = (carried(theta + sign * step * np.eye(n)[i]) for sign in (1.0, -1.0))
        assert_close(found[:, n + i], (ahead - behind) / (2.0 * step), 1e-8)  # differences of double precision
        assert_close(found[i, 3 * n + i], robot.drives[i].damping)
    assert_close(found[:, :n], -found[:, n : 2 * n])


def test_sampled():
    model = jn.linearize(jn.load("planar_2r"), [0.3, 0.5], [0.4, -0.2], outputs=("q", "tau_j"))
    found = model.sampled(1e-3)
    A, B, C, D, dt = cont2discrete((model.A, model.B, model.C, model.D), 1e-3)
    for ours, theirs in zip((found.A, found.B, found.C, found.D), (A, B, C, D)):
        assert_close(ours, theirs)
    assert found.dt == dt
    w = np.array([1.0, 30.0])
    z = np.exp(1j * w * dt)
    wanted = [C @ np.linalg.solve(x * np.eye(8) - A, B) + D for x in z]
    assert_close(_parts(found.frequency_response(w)), _parts(wanted), 1e-9)
    with pytest.raises(InputError, match="has a period of 0.001 s already"):
        found.sampled(1e-3)


def test_batches():
    robot = case("DN").robot
    q, qd = np.random.default_rng(7).normal(size=(2, 4, robot.n))
    many = jn.linearize(robot, q, qd, inputs=("tau_m", "wrench"), outputs=("q", "tool", "tau_j"))
    one = jn.linearize(robot, q[2], qd[2], inputs=("tau_m", "wrench"), outputs=("q", "tool", "tau_j"))
    for x, y in zip((many.A, many.B, many.C, many.poles), (one.A, one.B, one.C, one.poles)):
        assert_close(_parts(x[2]), _parts(y), CHAIN)
    assert many.D.shape == (4, 2 * robot.n + 6, robot.n + 6)


def test_floating_base():
    """A displaced body in motion: differences of positions after a short time, that go with the velocity and its change."""
    robot = case("B").robot
    rng = np.random.default_rng(9)
    q, qd = rng.normal(size=robot.nq), rng.normal(size=robot.n)
    q[:4] /= np.linalg.norm(q[:4])
    model = jn.linearize(robot, q, qd)
    tree, n = plant_of(robot).tree, robot.n
    size, h = 1e-4, 1e-4
    for k in range(6):
        slopes = tangents(tree, q)[k]
        start = [x + size * slopes.get(i, 0.0) for i, x in enumerate(q)]
        ends = [displacement(tree, _after(robot, a, qd, h), _after(robot, b, qd, h)) for a, b in ((start, q), (q, q))]
        rate = (np.array(ends[0]) - np.array(displacement(tree, start, q))) / (size * h)
        assert np.abs(rate - model.A[:n, k]).max() < 1e-3  # of size and h, both 1e-4, and of quaternions' length


def _after(robot, q, qd, h):
    """Positions after a short time at constant velocity, by the midpoint rule."""
    tree = plant_of(robot).tree
    half = np.asarray(q) + 0.5 * h * np.array(position_rates(tree, list(q), list(qd)))
    return np.asarray(q) + h * np.array(position_rates(tree, list(half), list(qd)))


def test_refused():
    robot = jn.load("planar_2r")
    with pytest.raises(InputError, match="inputs: expected some of tau_m, wrench, got 'current'"):
        jn.linearize(robot, [0.0, 0.0], inputs=("current",))
    with pytest.raises(InputError, match="outputs: expected at least one of"):
        jn.linearize(robot, [0.0, 0.0], outputs=())
    with pytest.raises(InputError, match=r"q: expected finite numbers \(..., 2\)"):
        jn.linearize(robot, [0.0, np.nan])
    with pytest.raises(InputError, match="theta: expected numbers"):
        jn.linearize(robot, [0.0, 0.0], theta="a")
    with pytest.raises(InputError, match="do not go together"):
        jn.linearize(robot, np.zeros((3, 2)), np.zeros((4, 2)))
    with pytest.raises(InputError, match="'joint1' of robot 'planar_2r' is rigid"):
        jn.linearize(robot.with_rigid_joints(), [0.0, 0.0], outputs=("tau_j",))
    with pytest.raises(InputError, match="expected one system with as many outputs as inputs, got 2 inputs, 8 outputs"):
        _ = jn.linearize(robot, [0.0, 0.0]).zeros
    with pytest.raises(InputError, match="dt: expected a period above 0 s, got 0"):
        jn.linearize(robot, [0.0, 0.0]).sampled(0)
    with pytest.raises(InputError, match="some input changes no output"):
        invariant_zeros(np.diag([-1.0, -2.0]), np.ones((2, 2)), np.array([[1.0, 0.0], [1.0, 0.0]]), np.zeros((2, 2)))
