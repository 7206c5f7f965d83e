"""Motors at frequencies: two masses and a spring by hand, derivatives by differences, and recordings that do not tell."""

import numpy as np
import pytest

import jounce as jn
from jounce.identification.frequency_domain_equations import FREE, ResponseEquations, swing_of
from support.tolerances import assert_close

M, B, KS, D = 2.0, 0.5, 300.0, 1.5
W = 2.0 * np.pi * np.array([0.5, 1.3, 2.2, 3.1])


def masses():
    drive = jn.Drive(B, 1.0, stiffness=KS, damping=D, viscous_friction=0.3)
    joint = jn.Joint("x", "prismatic", "base", "body", axis=(1.0, 0.0, 0.0), drive=drive)
    return jn.Robot.build("masses", [jn.Link("base"), jn.Link("body", M)], [joint], gravity=(0.0, 0.0, 0.0))


def response(w):
    """theta / tau_m of a motor with friction behind which a mass hangs on a spring."""
    s = 1j * w
    spring = KS + s * D
    return (M * s**2 + spring) / ((B * s**2 + 0.3 * s + spring) * (M * s**2 + spring) - spring**2)


def recording(noise=0.0, drift=0.1):
    t = np.arange(2000) / 100.0
    tau = np.array([3.0, 2.0 - 1.0j, 2.5, 1.0j])
    lines = np.exp(1j * t[:, None] * W)
    theta = (lines * (response(W) * tau)).real.sum(axis=1) + drift * (t - 10.0)
    theta = theta + noise * np.random.default_rng(0).normal(size=len(t))
    return jn.Log(t=t, theta=theta[:, None], tau_m=(lines * tau).real.sum(axis=1)[:, None]), tau


def equations(names=FREE, **more):
    return ResponseEquations(masses(), tuple(names), (swing_of(masses(), recording(**more)[0], W, "the recording"),))


def own():
    return {name: masses().parameter_values(name) for name in FREE}


def test_sines_are_found_beside_a_drift():
    log, tau = recording()
    swing = swing_of(masses(), log, W, "the recording")
    assert_close(np.abs(swing.tau[:, 0] - tau).max(), 0.0, 1e-9)
    assert_close(np.abs(swing.theta[:, 0] / (response(W) * tau) - 1.0).max(), 0.0, 1e-9)


def test_errors_vanish_at_the_truth():
    _log, tau = recording()
    assert np.abs(equations().errors(own())).max() < 1e-9 * np.abs(response(W) * tau).max()
    assert equations().labels == ("swing of x",)
    assert equations().counts == (8,)


@pytest.mark.parametrize("name", FREE)
def test_derivatives_are_differences(name):
    values, step = {k: 1.1 * v for k, v in own().items()}, 1e-6
    (_r, by), *_ = equations().rows(values)
    more, less = (equations().rows({**values, name: values[name] * (1.0 + s * step)})[0][0] for s in (1.0, -1.0))
    assert_close(by[name][:, 0], (more - less) / (2.0 * step * values[name][0]), 1e-6)


def test_weighed_rows_have_the_size_of_one():
    noisy = equations(noise=1e-3).weighed(own())
    (r, _), *_ = noisy.rows(own())
    assert 0.3 < np.sqrt((r**2).mean()) < 2.0


def test_a_start_near_the_resonance():
    """From a spring of 0.45 times its stiffness the search begins within a tenth of the truth."""
    values = own() | {"stiffness": np.array([0.45 * KS])}
    assert abs(equations(("stiffness",)).near({"stiffness": values["stiffness"]})["stiffness"][0] / KS - 1.0) < 0.1


@pytest.mark.parametrize(
    ("w", "message"),
    [
        (2.0 * np.pi * np.array([0.1]), "are less than 3 swings of the lowest frequency, 0.1 Hz"),
        (2.0 * np.pi * np.array([1.0, 60.0]), "do not tell 60 Hz, which is above half the rate"),
    ],
)
def test_recordings_that_do_not_tell(w, message):
    with pytest.raises(jn.errors.InputError, match=message):
        swing_of(masses(), recording()[0], w, "the recording")
    with pytest.raises(jn.errors.InputError, match="expected theta and tau_m of all motors"):
        swing_of(masses(), jn.Log(t=recording()[0].t, theta=recording()[0].theta), W, "the recording")
