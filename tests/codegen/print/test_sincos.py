"""The vector sine and cosine, held to the bounds that sincos.py states: against mpmath for every size of angle."""

import mpmath
import numpy as np
import pytest

from jounce.codegen.build.library import Library
from jounce.codegen.print.sincos import LARGEST_ANGLE, SINCOS_ERROR, SINCOS_ULP
from jounce.codegen.program import Sheet, Slot
from jounce.numbers import sincos

BITS = 160
"""Of mpmath: angles of 2^20 less a multiple of pi/2 close to them, and 53 bits of what is left."""
FAR_ERROR = 4e-16
"""Beyond LARGEST_ANGLE, as stated there: half a unit in the last place of pi comes to the rest."""

SHEET = Sheet([Slot("angle", 1, 1)])
OUTPUTS = [Slot("sine", 1, 1), Slot("cosine", 1, 1)]
PROGRAM = SHEET.program("turn", OUTPUTS, [[[x]] for x in sincos(SHEET.rows[0][0])])
TURN = Library("turn", SHEET.inputs, OUTPUTS, "turn")
pytestmark = pytest.mark.native


def turn(angles):
    """(sine, cosine) of each, in vectors."""
    angles = np.ascontiguousarray(angles, dtype=np.float64).reshape(-1, 1)
    outputs = [np.full((1, len(angles), 1), np.nan) for _ in range(2)]
    TURN.build("batch", PROGRAM)
    assert TURN.batch([angles], outputs, 1)
    return [out.ravel() for out in outputs]


def errors(angles):
    """Largest absolute error, and largest error in units in the last place of the exact result."""
    absolute, ulps = [], []
    with mpmath.workprec(BITS):
        for angle, sine, cosine in zip(angles.tolist(), *(values.tolist() for values in turn(angles))):
            exact_cosine, exact_sine = mpmath.cos_sin(mpmath.mpf(angle))
            for found, exact in ((sine, exact_sine), (cosine, exact_cosine)):
                error = float(abs(exact - found))
                absolute.append(error)
                ulps.append(error / np.spacing(abs(float(exact))))
    return max(absolute), max(ulps)


def hold(angles):
    assert (np.abs(angles) <= LARGEST_ANGLE).all()
    absolute, ulps = errors(angles)
    assert absolute <= SINCOS_ERROR, f"{absolute:.3e}"
    assert ulps <= SINCOS_ULP, f"{ulps:.3f} ulp"


def signs(rng, count):
    return rng.choice([-1.0, 1.0], count)


def test_every_magnitude():
    rng = np.random.default_rng(0)
    hold(signs(rng, 4000) * 10.0 ** rng.uniform(-20, np.log10(LARGEST_ANGLE), 4000))


@pytest.mark.parametrize("largest", [np.pi / 4, np.pi, 100.0, LARGEST_ANGLE])
def test_spread_evenly(largest):
    hold(np.random.default_rng(1).uniform(-largest, largest, 3000))


@pytest.mark.parametrize("step", [np.pi / 2, np.pi / 4], ids=["quarter turns", "eighth turns"])
def test_neighbours_of_multiples(step):
    """Where the result vanishes, where it is 1, and where one polynomial takes over from the other."""
    rng = np.random.default_rng(2)
    multiples = np.unique(np.concatenate([np.arange(100), rng.integers(100, LARGEST_ANGLE / step, 700)])) * step
    nearby = [multiples]
    for away in (-np.inf, np.inf):
        x = multiples
        for _ in range(2):
            x = np.nextafter(x, away)
            nearby.append(x)
    angles = np.concatenate(nearby)
    hold(angles * signs(rng, len(angles)))


def test_just_above_half():
    """Where the roundings of the reduced angle weigh most: its unit in the last place is twice that of the sine."""
    rng = np.random.default_rng(3)
    turns = rng.integers(100_000, LARGEST_ANGLE / (np.pi / 2) - 1, 4000) * (np.pi / 2)
    angles = turns + signs(rng, 4000) * rng.uniform(0.5, 0.53, 4000)
    hold(angles)
    assert errors(angles)[1] > 1.0, "this is no longer the worst case: state a tighter bound"


def test_worst_found():
    """By search over 60 million angles."""
    hold(np.array([388172.8387086869, 735731.9259755802, -679017.6779745128, 711160.5062446785]))


def test_the_smallest():
    tiny = np.array([5e-324, 1e-310, np.finfo(float).tiny, 1e-300, 1e-160, 1e-20, 1e-9])
    for angles in (tiny, -tiny):
        sine, cosine = turn(angles)
        assert (sine == angles).all()
        assert (cosine == 1.0).all()


def test_zeros_keep_their_sign():
    sine, cosine = turn([0.0, -0.0, 1.0])
    assert (sine[:2] == 0.0).all()
    assert np.signbit(sine).tolist() == [False, True, False]
    assert (cosine[:2] == 1.0).all()


def test_symmetry_is_exact():
    angles = np.random.default_rng(4).uniform(0, 1000, 999)
    (sine, cosine), (mirrored, same) = turn(angles), turn(-angles)
    assert (mirrored == -sine).all()
    assert (same == cosine).all()


def test_beyond_the_largest_angle():
    """With the C library's help in the lanes that need it, whatever their neighbours are."""
    rng = np.random.default_rng(5)
    edge = np.array([LARGEST_ANGLE, np.nextafter(LARGEST_ANGLE, np.inf)])
    far = np.concatenate([edge, -edge, 10.0 ** rng.uniform(6, 308, 1500), [np.finfo(float).max]])
    mixed = np.column_stack([far, rng.uniform(-3, 3, far.size), -far]).ravel()
    with mpmath.workprec(1300):
        exact = [[float(mpmath.sin(x)) for x in mixed.tolist()], [float(mpmath.cos(x)) for x in mixed.tolist()]]
    near = np.abs(mixed) <= LARGEST_ANGLE
    for found, expected in zip(turn(mixed), np.array(exact)):
        error = np.abs(found - expected) - 0.5 * np.spacing(np.abs(expected))  # which is rounded too
        assert error[near].max() <= SINCOS_ERROR
        assert error[~near].max() <= FAR_ERROR


def test_far_neighbours_change_nothing():
    angles = np.random.default_rng(6).uniform(-10, 10, 33)
    alone = turn(angles)
    for at in range(33):
        crowd = np.where(np.arange(33) == at, 1e9, angles)
        for found, expected in zip(turn(crowd), alone):
            assert (np.delete(found, at) == np.delete(expected, at)).all()


@pytest.mark.parametrize("count", range(20))
def test_every_lane_alike(count):
    """An angle gives the same bits wherever it stands in a vector, and in the last, incomplete one."""
    angles = np.random.default_rng(6).uniform(-10, 10, 20)
    for whole, part in zip(turn(angles), turn(angles[count:])):
        assert (whole[count:] == part).all()


SPECIAL_ERROR = 4.1e-16
"""At any angle to 1e300: relative to the sine or cosine for |angle| <= LARGEST_ANGLE, and to 1 beyond."""


def special_angles():
    """Doubles next to multiples of parts of a turn, of every size, and the one that is closest of all to a quarter turn's."""
    found = [5.319372648326541e255, 1e300]
    with mpmath.workprec(1300):
        for size in range(0, 301, 2):
            for part in (1, 2, 4, 3, 6, 12):
                turn = mpmath.pi / part
                near = float(mpmath.nint(mpmath.mpf(10) ** size / turn) * turn)
                found += [near, float(np.nextafter(near, np.inf)), float(np.nextafter(near, 0.0))]
    return np.array([angle for angle in found if angle <= 1e300])


@pytest.mark.slow
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_special_angles_of_every_size(sign):
    angles = sign * special_angles()
    assert len(angles) > 2500
    TURN.build("flat", PROGRAM)
    pairs = np.empty((len(angles), 2))
    for angle, pair in zip(angles, pairs):
        outputs = [np.empty((1, 1)), np.empty((1, 1))]
        assert TURN.one([np.array([angle])], outputs)
        pair[:] = outputs[0][0, 0], outputs[1][0, 0]
    near = np.abs(angles) <= LARGEST_ANGLE
    with mpmath.workprec(1300):
        for k, (angle, sine, cosine) in enumerate(zip(angles.tolist(), *(values.tolist() for values in turn(angles)))):
            exact_cosine, exact_sine = mpmath.cos_sin(mpmath.mpf(angle))
            for one, found, exact in ((pairs[k, 0], sine, exact_sine), (pairs[k, 1], cosine, exact_cosine)):
                assert one == found, angle
                assert abs(found - exact) <= SPECIAL_ERROR * (abs(exact) if near[k] else 1), angle
