"""Poles and zeros where the robot stands: springs that its weight has bent, poses that it does not stay in."""

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

import jounce as jn
from support.flexible import MP
from support.random_robots import random_robot
from support.tolerances import assert_close

GRAVITY = 9.81
MASS, LENGTH, INERTIA = 2.0, 0.5, 0.1
J = INERTIA + MASS * LENGTH**2
MOMENT = MASS * GRAVITY * LENGTH
"""m g l [Nm]."""
B = 0.3
LAW = jn.robot.HardeningSpring(100.0, 5e4)
DIFFERENCE = 1e-6
"""Agreement of eigenvalues with those of central differences, against the largest: steps of 1e-4 in fourth order."""


def pendulum(**drive):
    """A link that turns about y, its centre of mass along x: q = 0 is horizontal, -pi/2 upright, pi/2 hanging."""
    link = jn.Link("arm", MASS, (LENGTH, 0.0, 0.0), (INERTIA,) * 3 + (0.0,) * 3)
    joint = jn.Joint("j", "revolute", "base", "arm", axis=(0.0, 1.0, 0.0))
    robot = jn.Robot.build("pendulum", [jn.Link("base"), link], [joint], gravity=(0.0, 0.0, -GRAVITY))
    robot = robot.with_tool("arm", (1.0, 0.0, 0.0), outputs=("z",))
    return robot.with_drives(**drive) if drive else robot


def bent(torque):
    """(deflection, slope) of the hardening spring under a torque: the real root of the cubic, by NumPy."""
    roots = np.roots([LAW.cubic, 0.0, LAW.linear, -torque])
    delta = float(roots[np.abs(roots.imag) < 1e-9].real[0])
    return delta, LAW.linear + 3.0 * LAW.cubic * delta**2


def weight(q):
    """Gravity torque at the joint, and its slope: positive q lowers the arm."""
    return -MOMENT * np.cos(q), MOMENT * np.sin(q)


def assert_same_set(found, expected, tolerance=1e-9):
    """Two sets of complex numbers, whatever their order."""
    found, expected = np.asarray(found, dtype=complex), np.asarray(expected, dtype=complex)
    assert found.shape == expected.shape
    far = np.abs(found[:, None] - expected)
    assert far[linear_sum_assignment(far)].max() <= tolerance * np.abs(expected).max()


# ---------------------------------------------------------------- one joint, by hand


@pytest.mark.parametrize("q", [0.0, 0.4, -1.0, 1.5])
def test_a_hardening_spring_bent_by_the_weight(q):
    """Locked: sqrt((k(delta) + dg/dq) / J). The spring unbent would be far softer."""
    robot = pendulum(stiffness=LAW, rotor_inertia=B)
    torque, slope = weight(q)
    delta, k = bent(torque)
    assert_close(LAW.torque(delta), torque)
    free, locked = jn.eigenfrequencies(robot, [q])
    assert_close(locked, [np.sqrt((k + slope) / J)])
    if q == 0.0:
        assert_close(locked, [np.sqrt(k / J)])
        assert k > 3.0 * LAW.linear
    squares = np.linalg.eigvals(np.diag([1 / J, 1 / B]) @ np.array([[k + slope, -k], [-k, k]]))
    assert_close(free, np.sort(np.sqrt(np.maximum(squares, 0.0))), 1e-7)  # the root of a zero's rounding


@pytest.mark.parametrize("q", [0.0, 0.4, -1.0])
def test_zeros_have_the_bent_spring_too(q):
    """-k(delta) / D."""
    D = 4.0
    robot = pendulum(stiffness=LAW, rotor_inertia=B, damping=D)
    found = jn.zero_dynamics(robot, [q])
    assert_close(found.zeros.real, [-bent(weight(q)[0])[1] / D], 1e-9)
    assert found.minimum_phase


def test_without_gravity_it_is_not_bent():
    robot = pendulum(stiffness=LAW, rotor_inertia=B).with_gravity((0.0, 0.0, 0.0))
    assert_close(jn.eigenfrequencies(robot, [0.3]).locked, [np.sqrt(LAW.linear / J)])
    again = jn.eigenfrequencies(pendulum(stiffness=LAW, rotor_inertia=B), [0.3], parameters={"gravity": [0.0, 0.0, 0.0]})
    assert again == jn.eigenfrequencies(robot, [0.3])


def test_an_upright_rigid_pendulum_falls():
    found = jn.eigenfrequencies(pendulum(), [-np.pi / 2])
    assert_same_set(found.free_poles, [-np.sqrt(MOMENT / J), np.sqrt(MOMENT / J)])
    assert (found.free == 0.0).all()  # it does not swing
    assert found.locked.size == found.locked_poles.size == 0


@pytest.mark.parametrize("friction", [0.0, 0.5, 50.0])
@pytest.mark.parametrize("side", [-1.0, 1.0], ids=["upright", "hanging"])
def test_a_motor_and_friction_at_a_rigid_joint(side, friction):
    """(J + B) s^2 + F s + side m g l = 0."""
    robot = pendulum(stiffness=np.inf, rotor_inertia=B, viscous_friction=friction)
    found = jn.eigenfrequencies(robot, [side * np.pi / 2])
    assert_same_set(found.free_poles, np.roots([J + B, friction, side * MOMENT]))
    assert (found.free_poles.real > 0.0).any() == (side < 0.0)
    assert_close(found.free, [np.sqrt(MOMENT / (J + B)) if side > 0.0 else 0.0])


@pytest.mark.parametrize("damping", [0.0, 0.4, 30.0])
@pytest.mark.parametrize("stiffness", [0.5 * MOMENT, 3.0 * MOMENT], ids=["too soft", "stiff"])
@pytest.mark.parametrize("side", [-1.0, 1.0], ids=["upright", "hanging"])
def test_an_elastic_pendulum(side, stiffness, damping):
    """Locked: J s^2 + D s + K + side m g l = 0, unstable where the spring is too soft. Free: the determinant of both."""
    robot = pendulum(stiffness=stiffness, rotor_inertia=B, damping=damping)
    found = jn.eigenfrequencies(robot, [side * np.pi / 2])
    link, motor, spring = [J, damping, stiffness + side * MOMENT], [B, damping, stiffness], [damping, stiffness]
    assert_same_set(found.locked_poles, np.roots(link), 1e-7)
    assert (found.locked_poles.real > 0.0).any() == (side < 0.0 and stiffness < MOMENT)
    assert_same_set(found.free_poles, np.roots(np.polysub(np.polymul(link, motor), np.polymul(spring, spring))), 1e-7)
    assert (found.free_poles.real > 1e-6).any() == (side < 0.0)
    assert_close(found.locked, [np.sqrt(max(link[-1] / J, 0.0))])


def test_what_comes_out():
    found = jn.eigenfrequencies(pendulum(stiffness=500.0, rotor_inertia=B, damping=1.0), [0.2])
    free, locked = found
    assert free is found.free
    assert locked is found.locked
    assert free.shape == (2,)
    assert locked.shape == (1,)
    assert found.free_poles.shape == (4,)
    assert found.locked_poles.shape == (2,)
    assert (np.diff(found.free_poles.real) >= 0.0).all()
    assert (np.diff(free) >= 0.0).all()


# ---------------------------------------------------------------- many joints, by differences


LAWS = [
    jn.robot.HardeningSpring(300.0, 5e4),
    jn.robot.TabulatedSpring(np.linspace(-1.0, 1.0, 9), 300.0 * np.sinh(2.0 * np.linspace(-1.0, 1.0, 9))),
    600.0,
    np.inf,
]


def random_arm(seed, coupling):
    """Four joints, each with a spring of its own kind, one of them rigid; damped and rubbing."""
    rng = np.random.default_rng(seed)
    laws = [LAWS[k] for k in rng.permutation(4)] if coupling == "spong" else [900.0, 700.0, 600.0, 800.0]
    inertia = 0.3 if coupling == "spong" else 1e-3
    arm = random_robot(seed, n=4)
    more = {} if coupling == "full" else {"coulomb_friction": 0.1}
    return arm.with_drives(
        stiffness=laws, rotor_inertia=inertia, damping=2.0, viscous_friction=0.2, coupling=coupling, **more
    ), laws


def rates(function, x, h):
    """d function / d x by central differences of fourth order: friction changes its sign within some mrad/s."""
    columns = []
    for e in np.eye(len(x)):
        f = [function(x + k * h * e) for k in (-2, -1, 1, 2)]
        columns.append((f[0] - 8.0 * f[1] + 8.0 * f[2] - f[3]) / (12.0 * h))
    return np.stack(columns, axis=-1)


def difference_poles(robot, q, theta, bends, tau_m, locked):
    """Eigenvalues of d(rate)/d(state), of the links and of the motors of elastic joints, or with all motors held."""
    n = robot.n
    moved = [i for i in range(n) if i in bends or robot.joints[i].drive is None] if locked else list(range(n))
    m = len(moved)

    def rate(y):
        place, speed, motor, motor_speed = q.copy(), np.zeros(n), theta.copy(), np.zeros(n)
        if locked:
            place[moved] += y[:m]
            speed[moved] = y[m:]
        else:
            place, speed = q + y[:n], y[n : 2 * n]
            motor[bends] += y[2 * n : 2 * n + len(bends)]
            motor_speed[bends] = y[2 * n + len(bends) :]
        if not locked:
            qdd, thetadd = jn.elastic_forward_dynamics(robot, place, speed, motor, motor_speed, tau_m)
            return np.concatenate([speed, qdd, motor_speed[bends], thetadd[bends]])
        # all motors held: the links' own equation with the springs' torque, joints that do not move left out
        delta, slip = motor - place, -speed
        torque = np.zeros(n)
        for i in moved:
            drive = robot.joints[i].drive
            law = drive.law if drive.law is not None else jn.robot.HardeningSpring(drive.stiffness, 0.0)
            torque[i] = law.torque(delta[i]) + drive.damping * slip[i]
        M = jn.mass_matrix(robot, place)
        load = torque - jn.rnea(robot, place, speed, np.zeros(n))
        return np.concatenate([speed[moved], np.linalg.solve(M[np.ix_(moved, moved)], load[moved])])

    size = 2 * m if locked else 2 * n + 2 * len(bends)
    return np.linalg.eigvals(rates(rate, np.zeros(size), 1e-4))


@pytest.mark.parametrize("coupling", ["spong", "full"])
@pytest.mark.parametrize("seed", range(6))
def test_random_robots(seed, coupling):
    """The equilibrium: motors turned so far that the springs, whatever their law, carry the weight."""
    robot, laws = random_arm(seed, coupling)
    q = np.random.default_rng(seed + 50).normal(size=4)
    hold = jn.gravity_torque(robot, q)
    bends = [i for i, law in enumerate(laws) if law is not np.inf]
    theta = q.copy()
    for i in bends:
        theta[i] += laws[i].rest(hold[i]) if not isinstance(laws[i], float) else hold[i] / laws[i]
    assert np.abs(np.concatenate(jn.elastic_forward_dynamics(robot, q, 0.0 * q, theta, 0.0 * q, hold))).max() < 1e-8
    found = jn.eigenfrequencies(robot, q)
    assert_same_set(found.free_poles, difference_poles(robot, q, theta, bends, hold, False), DIFFERENCE)
    if coupling == "spong":
        assert_same_set(found.locked_poles, difference_poles(robot, q, theta, bends, hold, True), DIFFERENCE)


def test_an_arm_with_a_joint_that_no_motor_drives():
    robot = MP.with_gravity((0.0, 0.0, 0.0))
    q = np.array([0.5, 1.0, 0.0])

    def rate(y):
        place, speed, motor, motor_speed = q + y[:3], y[3:6], q.copy(), np.zeros(3)
        motor[:2] += y[6:8]
        motor_speed[:2] = y[8:]
        qdd, thetadd = jn.elastic_forward_dynamics(robot, place, speed, motor, motor_speed, np.zeros(3))
        return np.concatenate([speed, qdd, motor_speed[:2], thetadd[:2]])

    expected = np.linalg.eigvals(rates(rate, np.zeros(10), 1e-5))
    poles = jn.eigenfrequencies(robot, q).free_poles
    far = np.abs(poles[:, None] - expected)
    # rigid-body motions: a double zero each, known to the root of what differences leave
    assert far[linear_sum_assignment(far)].max() < 1e-3 * np.abs(expected).max()
    swing = np.abs(poles) > 1.0
    assert far[swing].min(axis=1).max() < DIFFERENCE * np.abs(expected).max()
