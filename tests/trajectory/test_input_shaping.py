"""Input shaping: what it leaves of a vibration in closed form, and what it costs."""

import numpy as np
import pytest

import jounce as jn
from support.tolerances import assert_close

PATH = jn.trajectory.rest_to_rest([0.0, 1.0], [1.0, -0.5], 0.4, degree=9)
PERIODS = {"ZV": 0.5, "ZVD": 1.0, "EI": 1.0}


def left(path, frequency, samples=200_001):
    """The amplitude that a mass on a spring with this frequency [rad/s] keeps, moved by the acceleration of the path.

    |integral of qdd exp(i w t) dt| / w, by Simpson's rule over the motion.
    """
    t = np.linspace(path.start_time, path.end_time, samples)
    f = path(t, 2)[2][:, 0] * np.exp(1j * frequency * t)
    h = t[1] - t[0]
    return abs(h / 3.0 * (f[0] + f[-1] + 4.0 * f[1:-1:2].sum() + 2.0 * f[2:-1:2].sum())) / frequency


@pytest.mark.parametrize("kind", PERIODS)
def test_duration_and_ends(kind):
    path = jn.trajectory.shaped(PATH, 25.0, kind)
    assert_close(path.end_time, 0.4 + 2.0 * np.pi * PERIODS[kind] / 25.0)
    assert_close(path([0.0, path.end_time])[0], [[0.0, 1.0], [1.0, -0.5]])
    assert not path([-0.1, path.end_time + 0.1], 3)[1:].any()
    assert path.smoothness == PATH.smoothness


@pytest.mark.parametrize(("kind", "share"), [("ZV", 0.0), ("ZVD", 0.0), ("EI", 0.05)])
def test_what_is_left_at_the_frequency(kind, share):
    """|sum of shares exp(i w delay)|: 0, 0 and 5 %."""
    assert abs(left(jn.trajectory.shaped(PATH, 20.0, kind), 20.0) / left(PATH, 20.0) - share) < 1e-9


def test_what_is_left_beside_it():
    """Of a frequency r times as high: cos(pi r / 2) of ZV, its square of ZVD; EI keeps 5 % over the widest range."""
    whole = left(PATH, 20.0 * 1.1)
    off = [left(jn.trajectory.shaped(PATH, 20.0, kind), 20.0 * 1.1) / whole for kind in ("ZV", "ZVD", "EI")]
    one = abs(np.cos(0.5 * np.pi * 1.1))
    assert_close(off[:2], [one, one**2], 1e-8)
    assert off[2] < 0.05 < off[0]


def test_several_frequencies():
    path = jn.trajectory.shaped(PATH, [20.0, 45.0], "ZV")
    assert_close(path.end_time, 0.4 + np.pi / 20.0 + np.pi / 45.0)
    for frequency in (20.0, 45.0):
        assert left(path, frequency) < 1e-9 * left(PATH, frequency)


def test_derivatives():
    """Those of the path at other times."""
    t = np.linspace(0.0, 0.6, 61)
    assert_close(jn.trajectory.shaped(PATH, 10.0 * np.pi)(t, 4), 0.5 * (PATH(t, 4) + PATH(t - 0.1, 4)))


def test_tool_space_stays():
    assert jn.trajectory.shaped(jn.trajectory.line([0.0], [1.0], 1.0), 2.0).space == "tool"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3.0, 4.0), "expected a path"),
        ((PATH, 0.0), "above zero"),
        ((PATH, [3.0, np.nan]), "frequencies"),
        ((PATH, "a"), "frequencies"),
        ((PATH, 4.0, "ZVDD"), "ZV, ZVD, EI"),
        ((PATH, np.ones(40)), "too many"),
    ],
)
def test_wrong_use(arguments, message):
    with pytest.raises(jn.errors.InputError, match=message):
        jn.trajectory.shaped(*arguments)


def test_a_value():
    assert jn.trajectory.shaped(PATH, 4.0) == jn.trajectory.shaped(PATH, [4.0], "ZV")
    assert jn.trajectory.shaped(PATH, 4.0) != jn.trajectory.shaped(PATH, 5.0)
