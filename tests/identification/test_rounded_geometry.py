"""Rank decisions on robots whose right angles have few digits: the same parameters as with all digits, told as well."""

import math
import warnings

import numpy as np
import pytest

import jounce as jn
from jounce.identification.regressor_columns import columns_of, independent
from jounce.robot.rounded_angles import ideal_geometry
from support.random_robots import random_robot

pytestmark = pytest.mark.native
ALL = ("inertia", "rotor_inertia", "viscous_friction", "coulomb_friction")
DIGITS = {"1.5708": 4, "1.571": 3, "1.57": 2, "1.570796": 6}


def arm(n, seed, digits=None, offset=0.0):
    """A chain of axes at right angles and parallel in turn, its angles rounded to so many digits; offset [m]: noise."""
    rng = np.random.default_rng(seed)
    quarter = [rng.integers(-1, 3, 3) * math.pi / 2 for _ in range(n)]
    links, joints = [jn.Link("l0")], []
    for k in range(n):
        rpy = [angle if digits is None else round(angle, digits) for angle in quarter[k]]
        com = rng.uniform(-0.1, 0.1, 3)
        links.append(jn.Link(f"l{k + 1}", rng.uniform(1, 9), com, (0.3, 0.4, 0.35, 0.01, 0.02, -0.01)))
        xyz = np.where(rng.random(3) < 0.5, rng.uniform(-0.4, 0.4, 3), offset)
        joints.append(jn.Joint(f"j{k + 1}", "revolute", f"l{k}", f"l{k + 1}", jn.placement(xyz, rpy)))
    robot = jn.Robot.build("arm", links, joints).with_drives(rotor_inertia=1e-3, gear_ratio=80.0, viscous_friction=5.0)
    return robot.with_limits(position=(-1.5, 1.5), velocity=2.0, acceleration=8.0)


@pytest.mark.parametrize("digits", DIGITS.values(), ids=DIGITS)
@pytest.mark.parametrize(("n", "seed"), [(2, 0), (3, 1), (4, 2), (6, 3), (7, 4)])
def test_as_many_base_parameters(n, seed, digits):
    exact, rounded = arm(n, seed), arm(n, seed, digits, offset=2e-5)
    assert jn.dynamics.base_parameters(rounded).columns == jn.dynamics.base_parameters(exact).columns
    assert independent(columns_of(rounded, ALL))[0] == independent(columns_of(exact, ALL))[0]


@pytest.mark.parametrize(("n", "seed"), [(3, 1), (6, 3)])
def test_the_map_holds_to_the_precision_of_the_angles(n, seed):
    rounded = arm(n, seed, 4)
    base = jn.dynamics.base_parameters(rounded)
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, 20, n))
    tau = jn.rnea(rounded, q, qd, qdd)
    Y = jn.regressor(rounded, q, qd, qdd)
    error = np.abs(Y[..., list(base.columns)] @ (base.map @ rounded.parameters) - tau).max()
    assert 0.0 < error < n * 5e-5 * np.abs(tau).max()


def test_an_angle_that_is_meant_stays():
    """A tilt of 5e-3 rad is above any rounding: its parameters are told, if badly; the map is exact."""
    tilted = jn.Robot.build(
        "tilted",
        [
            jn.Link("l0"),
            jn.Link("l1", 5.0, (0.1, 0, 0.1), (1, 1, 1, 0, 0, 0)),
            jn.Link("l2", 4.0, (0.2, 0, 0.1), (1, 1, 1, 0, 0, 0)),
        ],
        [
            jn.Joint("a", "revolute", "l0", "l1"),
            jn.Joint("b", "revolute", "l1", "l2", jn.placement((0.3, 0, 0), (5e-3, 0, 0))),
        ],
    )
    flat = jn.Robot.build("flat", (tilted.base_link, *tilted.links), [j if j.name == "a" else _flat(j) for j in tilted.joints])
    assert jn.dynamics.base_parameters(tilted).dimension > jn.dynamics.base_parameters(flat).dimension
    assert ideal_geometry(flat) is flat


def _flat(joint):
    return jn.Joint(joint.name, joint.type, joint.parent, joint.child, jn.placement(joint.placement.origin))


@pytest.mark.parametrize("seed", range(8))
def test_general_geometry_is_exact(seed):
    """The combinations of robots at random hold to rounding, whatever angles happen to be near."""
    robot = random_robot(seed, n=4)
    base = jn.dynamics.base_parameters(robot)
    q, qd, qdd = np.random.default_rng(seed).normal(size=(3, 10, robot.n))
    Y = jn.regressor(robot, q, qd, qdd)
    np.testing.assert_allclose(Y[..., list(base.columns)] @ base.map, Y, atol=1e-8 * np.abs(Y).max())


@pytest.mark.parametrize("digits", DIGITS.values(), ids=DIGITS)
def test_excitation(digits):
    """Condition and deviations are those of the exact angle, within what another search finds; once 1e5 times that."""
    exact = jn.excitation(arm(2, 0), 4.0, harmonics=5).status
    rounded = jn.excitation(arm(2, 0, digits), 4.0, harmonics=5).status
    assert rounded.parameters == exact.parameters
    assert rounded.condition < 2.0 * exact.condition
    assert rounded.deviation.max() < 2.0 * exact.deviation.max()


def test_identify():
    """Base parameters of a fit have deviations as with all digits."""
    fits = [_identified(arm(2, 0)), _identified(arm(2, 0, 4))]
    assert fits[0].base.names == fits[1].base.names
    np.testing.assert_allclose(fits[1].base.deviation, fits[0].base.deviation, rtol=0.2)
    assert fits[1].base.condition < 1.5 * fits[0].base.condition


def _identified(robot):
    path = jn.excitation(arm(2, 0), 4.0, harmonics=5)
    t = np.arange(0.0, path.duration, 0.002)
    noise = np.random.default_rng(1).normal(scale=0.05, size=(len(t), robot.n))
    tau = jn.feedforward(robot, path, t).tau_m + noise
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return jn.identify(robot, jn.Log(t=t, q=path(t, 0)[0], tau_m=tau), free=("inertia", "rotor_inertia", "viscous_friction"))
