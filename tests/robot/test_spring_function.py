"""Spring laws that a user writes with elementary functions, without an inverse: mpmath has the same law from another text."""

import mpmath
import numpy as np
import pytest
from mpmath import mpf

import jounce as jn
from jounce.errors import SingularityError
from jounce.numbers import Jet, atan, exp, log, sign, sqrt, tanh
from support import reference
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, assert_close

DIGITS = 60
ORDER = 4
LAWS = {
    "tendon": (
        jn.robot.SpringFunction(lambda d: sign(d) * 40.0 * (exp(6.0 * abs(d)) - 1.0)),
        lambda d: mpmath.sign(d) * 40 * (mpmath.exp(6 * abs(d)) - 1),
        lambda tau: mpmath.sign(tau) * mpmath.log(1 + abs(tau) / 40) / 6,
    ),
    "saturating": (
        jn.robot.SpringFunction(lambda d: 900.0 * tanh(d / 2.0)),
        lambda d: 900 * mpmath.tanh(d / 2),
        lambda tau: 2 * mpmath.atanh(tau / 900),
    ),
    "soft zone": (
        jn.robot.SpringFunction(lambda d: 500.0 * (d - 0.1 * tanh(9.0 * d))),
        lambda d: 500 * (d - mpf(0.1) * mpmath.tanh(9 * d)),
        None,
    ),
    "power": (
        jn.robot.SpringFunction(lambda d: 60.0 * d + 800.0 * sign(d) * abs(d) ** 2.3),
        lambda d: 60 * d + 800 * mpmath.sign(d) * abs(d) ** mpf(2.3),
        None,
    ),
    "arc": (
        jn.robot.SpringFunction(lambda d: 500.0 * atan(2.0 * d)),
        lambda d: 500 * mpmath.atan(2 * d),
        lambda tau: mpmath.tan(tau / 500) / 2,
    ),
    "softening": (
        jn.robot.SpringFunction(lambda d: sign(d) * 90.0 * log(1.0 + 8.0 * abs(d))),
        lambda d: mpmath.sign(d) * 90 * mpmath.log(1 + 8 * abs(d)),
        lambda tau: mpmath.sign(tau) * (mpmath.exp(abs(tau) / 90) - 1) / 8,
    ),
    "preloaded": (
        jn.robot.SpringFunction(lambda d: 25.0 * exp(4.0 * d) - 3.0 * exp(-d)),
        lambda d: 25 * mpmath.exp(4 * d) - 3 * mpmath.exp(-d),
        None,
    ),
    "pole": (
        jn.robot.SpringFunction(lambda d: 100.0 * d / sqrt(1.0 - 2.0 * d * d)),
        lambda d: 100 * d / mpmath.sqrt(1 - 2 * d * d),
        lambda tau: tau / mpmath.sqrt(10000 + 2 * tau * tau),
    ),
}
TORQUES = [-300.0, -41.3, -2.0, -1e-3, 1e-9, 0.7, 12.0, 77.7, 400.0]


def inverse(name):
    """The deflection in many digits: by hand, or by bisection and secants between deflections that carry less and more."""
    _, torque, by_hand = LAWS[name]
    if by_hand is not None:
        return by_hand
    return lambda tau: mpmath.findroot(lambda d: torque(d) - tau, (mpf(-5), mpf(5)), solver="anderson", maxsteps=300)


@pytest.mark.parametrize("name", LAWS)
def test_the_inverse_is_found(name):
    law = LAWS[name][0]
    torques = np.array(TORQUES)
    with mpmath.workdps(DIGITS):
        expected = [float(inverse(name)(mpf(tau))) for tau in TORQUES]
    found = law.deflection(torques)
    assert_close(found, expected, 1e-14)
    assert found.shape == torques.shape
    assert_close(law.deflection(torques.reshape(3, 3)), np.reshape(expected, (3, 3)), 1e-14)
    one = [law.deflection(tau) for tau in TORQUES]
    assert all(isinstance(x, float) for x in one)
    assert_close(one, expected, 1e-14)


@pytest.mark.parametrize("name", LAWS)
def test_torque_stiffness_and_energy(name):
    law, torque, _ = LAWS[name]
    deltas = [-0.6, -0.2, -0.013, 1e-4, 0.05, 0.33, 0.65]
    with mpmath.workdps(DIGITS):
        expected = [
            [float(torque(mpf(d))), float(mpmath.diff(torque, mpf(d))), float(mpmath.quad(torque, [0, mpf(d)]))] for d in deltas
        ]
    for found in (np.array(deltas), np.array([deltas])):
        rows = [law.torque(found).ravel(), np.broadcast_to(law.stiffness(found), found.shape).ravel(), law.energy(found).ravel()]
        for row, exact in zip(rows, zip(*expected), strict=True):
            assert_close(row, exact, ALGEBRA)
    assert_close([law.stiffness(d) for d in deltas], [e[1] for e in expected], ALGEBRA)


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("seed", range(3))
def test_deflection_of_a_jet(name, seed):
    rng = np.random.default_rng(seed)
    torque = [float(rng.uniform(20.0, 90.0) * rng.choice([-1, 1])), *(rng.normal(size=ORDER) * 30.0)]
    with mpmath.workdps(DIGITS):
        series = [mpf(float(c)) for c in torque][::-1]
        expected = [float(c) for c in mpmath.taylor(lambda t: inverse(name)(mpmath.polyval(series, t)), 0, ORDER)]
    law = LAWS[name][0]
    assert_close(law.deflection(Jet(torque)).coeffs, expected, ALGEBRA)
    arrays = law.deflection(Jet([np.full(3, c) for c in torque])).coeffs
    assert_close([a[1] for a in arrays], expected, ALGEBRA)


@pytest.mark.parametrize("name", LAWS)
def test_at_rest(name):
    """The stiffness through zero is that of the law on both sides; an unloaded joint has a motor torque."""
    law, torque, _ = LAWS[name]
    with mpmath.workdps(DIGITS):
        slope = float((torque(mpf("1e-30")) - torque(mpf("-1e-30"))) / mpf("2e-30"))
    assert_close([law.stiffness(0.0), law.stiffness(np.zeros(2))[1]], [slope, slope], ALGEBRA)
    if law.torque(0.0) == 0.0:
        assert law.deflection(0.0) == 0.0
        assert_close(law.deflection(Jet([0.0, slope])).coeffs, [0.0, 1.0], ALGEBRA)


def exact(robot, Q, names):
    """`inverse_dynamics` from fifty digits and differences, see `reference`."""
    tau_m, tau_j, theta, delta = reference.motor(robot, Q, spring=lambda i, tau, _: inverse(names[i])(tau))
    return tau_m[0], tau_j, theta, delta[0]


@pytest.mark.parametrize("seed", range(2))
def test_inverse_dynamics(seed):
    """All of them beside each other on one arm."""
    names = list(LAWS)
    robot = random_robot(seed, len(names)).with_drives(
        stiffness=[LAWS[name][0] for name in names],
        rotor_inertia=0.3,
        gear_ratio=-2.0,
        viscous_friction=2.0,
        coulomb_friction=3.0,
    )
    Q = random_motion(robot, seed, 4) * 0.3
    found = jn.inverse_dynamics(robot, *Q)
    expected = exact(robot, Q, names)
    for name, a, b in zip(found._fields, found, expected, strict=True):
        assert_close(a, b, ALGEBRA, name)
    batch = jn.inverse_dynamics(robot, *np.stack([Q, 0.9 * Q], axis=1))
    assert_close(batch.tau_m[0], expected[0], ALGEBRA)
    # and back: the motors' torque gives the motion's acceleration
    qdd, thetadd = jn.elastic_forward_dynamics(robot, Q[0], Q[1], found.theta[0], found.theta[1], found.tau_m)
    assert_close(qdd, Q[2], 1e-10)
    assert_close(thetadd, found.theta[2], 1e-10)


def test_partial_derivatives_know_the_stiffness():
    """d tau_m / d snap = B dd(delta)/d(taudd) M = B M / k(delta), with the law's own stiffness."""
    robot = random_robot(1, 3).with_drives(stiffness=LAWS["tendon"][0], rotor_inertia=0.3)
    Q = random_motion(robot, 1, 4) * 0.3
    D = jn.inverse_dynamics_derivatives(robot, *Q)
    delta = jn.inverse_dynamics(robot, *Q).delta
    assert_close(D[4], 0.3 * jn.mass_matrix(robot, Q[0]) / LAWS["tendon"][0].stiffness(delta)[:, None], ALGEBRA)


def test_a_torque_that_a_law_never_reaches():
    law = LAWS["saturating"][0]
    with pytest.raises(SingularityError, match="no deflection was found that carries a torque of -901;.*or give its inverse"):
        law.deflection(np.array([3.0, -901.0]))
    robot = random_robot(1, 2).with_drives(stiffness={"joint0": 1e4, "joint1": law}, rotor_inertia=0.1)
    Q = np.zeros((5, 2))
    Q[2] = 1e6
    with pytest.raises(SingularityError, match="joint 'joint1' of robot .*no deflection was found"):
        jn.inverse_dynamics(robot, *Q)


def test_a_law_of_an_array_is_a_law_of_its_entries():
    rng = np.random.default_rng(3)
    for law, _, _ in LAWS.values():
        tau = rng.normal(scale=80.0, size=40)
        assert_close(law.deflection(tau), [law.deflection(float(t)) for t in tau], 1e-14)
        assert law.deflection(np.zeros((0,))).shape == (0,)
