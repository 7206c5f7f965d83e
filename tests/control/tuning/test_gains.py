"""Gains of chains of integrators: from poles and back, for all joints or for each, and what is refused."""

import numpy as np
import pytest

import jounce as jn
from jounce.control import FeedforwardPD, RigidComputedTorque
from jounce.control.tuning.gains import chain_gains, per_motor
from jounce.errors import InputError
from support.tolerances import ALGEBRA, assert_close

ROBOT = jn.load("kuka_lwr")
BY_HAND = [
    ((-1.0, -2.0, -3.0, -4.0), (24.0, 50.0, 35.0, 10.0)),
    ((-2.0 + 3.0j, -1.0, -2.0 - 3.0j, -4.0), (52.0, 81.0, 37.0, 9.0)),
    (-3.0, (81.0, 108.0, 54.0, 12.0)),
]


@pytest.mark.parametrize(("poles", "gains"), BY_HAND)
def test_poles_to_gains(poles, gains):
    """(s+1)(s+2)(s+3)(s+4), (s^2+4s+13)(s^2+5s+4) and (s+3)^4, written out: K0 first, alike for all joints."""
    found = chain_gains(ROBOT, 4, poles, None)
    assert found.shape == (4, 7)
    assert found.dtype == np.float64
    assert_close(found, np.tile(gains, (7, 1)).T, ALGEBRA)


@pytest.mark.parametrize("order", [1, 2, 4, 6])
def test_there_and_back(order):
    """Poles of its own for every joint, a pair of them complex; the roots of s^order + ... + K1 s + K0 are those asked for."""
    rng = np.random.default_rng(order)
    poles = -rng.uniform(1.0, 30.0, size=(7, order)) + 0j
    if order > 1:
        poles[:, 1] = poles[:, 0] = poles[:, 0] + 1j * rng.uniform(1.0, 20.0, size=7)
        poles[:, 1] = poles[:, 1].conj()
    found = chain_gains(ROBOT, order, poles, None)
    for asked, gains in zip(poles, found.T):
        monic = np.polyval([1.0, *gains[::-1]], asked)
        size = np.polyval(np.abs([1.0, *gains[::-1]]), np.abs(asked))
        assert (np.abs(monic) <= 1e-14 * order * size).all()
    assert_close(chain_gains(ROBOT, order, None, found), found, 0.0)


def test_gains_as_given():
    one = (6.0, 11.0, 6.0)  # (s+1)(s+2)(s+3)
    each = np.linspace(1.0, 2.0, 7) ** np.array([[3.0], [2.0], [1.0]]) * np.array(one)[:, None]  # the same, scaled in time
    assert_close(chain_gains(ROBOT, 3, None, one), np.tile(one, (7, 1)).T, 0.0)
    assert_close(chain_gains(ROBOT, 3, None, each), each, 0.0)


def bad_gains():
    """(s+1)^4 but for joint 3, where K0 = -1: s^4 + 4 s^3 + 6 s^2 + 4 s - 1 = (s+1)^4 - 2 has the root 2^(1/4) - 1."""
    gains = np.tile([1.0, 4.0, 6.0, 4.0], (7, 1)).T
    gains[0, 2] = -1.0
    return gains


UNPAIRED = np.full((7, 4), -1.0 + 0j)
UNPAIRED[4, 0] += 1j
UNSTABLE = np.tile([-1.0, -2.0, -3.0, -4.0], (7, 1))
UNSTABLE[5, 1] = 2.0
REFUSED = [
    ({"poles": (-1.0, -2.0, 3.0, -4.0)}, "joint 'A1' leave a pole at 3 rad/s"),
    ({"poles": UNSTABLE}, "joint 'A6' leave a pole at 2 rad/s"),
    ({"poles": (0.0, -1.0, -2.0, -3.0)}, "joint 'A1' leave a pole at 0"),
    ({"poles": (-1.0, -2.0, 5j, -5j)}, "joint 'A1' leave a pole at .*5j rad/s"),
    ({"gains": bad_gains()}, r"joint 'A3' leave a pole at 0\.189207"),
    ({"poles": UNPAIRED}, "joint 'A5': complex ones must come in conjugate pairs"),
    ({"poles": (-1.0, -2.0, -3.0)}, r"poles: expected 4 numbers, or \(7, 4\)"),
    ({"poles": np.full((4, 7), -1.0)}, r"poles: expected 4 numbers, or \(7, 4\)"),
    ({"poles": "fast"}, "poles: expected 4 numbers"),
    ({"gains": (1.0, 2.0, 3.0)}, r"gains: expected 4 numbers, or \(4, 7\)"),
    ({"gains": np.ones((7, 4))}, r"gains: expected 4 numbers, or \(4, 7\)"),
    ({"gains": "high"}, "gains: expected 4 numbers"),
    ({"gains": (np.nan, 4.0, 6.0, 4.0)}, "finite"),
    ({"poles": (-np.inf, -1.0, -1.0, -1.0)}, "finite"),
    ({}, "either poles or gains"),
    ({"poles": -1.0, "gains": (1.0, 4.0, 6.0, 4.0)}, "either poles or gains"),
]


@pytest.mark.parametrize(("given", "words"), REFUSED, ids=range(len(REFUSED)))
def test_bad_input(given, words):
    with pytest.raises(InputError, match=words):
        chain_gains(ROBOT, 4, given.get("poles"), given.get("gains"))


def test_one_number_a_joint():
    assert_close(per_motor(ROBOT, 3, "kp"), np.full(7, 3.0), 0.0)
    assert_close(per_motor(ROBOT, np.arange(7), "kp"), np.arange(7.0), 0.0)
    for bad in (-1.0, np.nan, np.inf, np.ones(6), "stiff", None):
        with pytest.raises(InputError, match="kp: expected"):
            per_motor(ROBOT, bad, "kp")


def test_gains_of_laws_that_are_none():
    with pytest.raises(InputError, match="kp: expected finite numbers of zero or more"):
        FeedforwardPD(ROBOT, -1.0, 1.0)
    with pytest.raises(InputError, match="kd: expected one number, or 7"):
        FeedforwardPD(ROBOT, 1.0, [1.0, 2.0])
    with pytest.raises(InputError, match="poles: expected 2 numbers"):
        RigidComputedTorque(ROBOT, poles=[-1.0] * 4)
