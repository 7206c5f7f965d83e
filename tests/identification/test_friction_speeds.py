"""Speeds over which dry friction changes sign and Stribeck friction decays, from recordings."""

import numpy as np
import pytest

import jounce as jn
from identification.test_identify import TRUE, recorded
from jounce.errors import InputError


def test_dry_friction_is_as_sharp_as_the_recording_shows_it():
    sharp = TRUE.with_drives(coulomb_speed=1e-4)
    found = jn.identify(TRUE.with_drives(coulomb_speed=0.5), recorded(sharp, noise=0.001))
    assert max(drive.coulomb_speed for drive in found.robot.drives) < 0.1
    np.testing.assert_allclose(found.parameters["coulomb_friction"], TRUE.parameter_values("coulomb_friction"), rtol=0.03)


def test_stribeck_friction_is_found_and_makes_the_torque_better():
    """More dry friction near standstill, and the speed over which it goes, which is one of those that are tried or near it."""
    more, away = np.array([3.0, 2.0, 1.2]), 0.12
    log = recorded(TRUE.with_drives(stribeck_friction=more.tolist(), stribeck_speed=away, coulomb_speed=1e-3), noise=0.002)
    free = ("inertia", "rotor_inertia", "friction", "torque_offset")
    without, found = jn.identify(TRUE, log, free=free), jn.identify(TRUE, log, free=(*free, "stribeck_friction"))
    assert (found.residual < 0.7 * without.residual).all()
    at, now = np.array([0.05, 0.1, 0.5, 2.0]), found.robot.drives
    for i, drive in enumerate(now):  # the curve, at speeds from standstill on
        own = TRUE.parameter_values("coulomb_friction")[i] + more[i] / (1.0 + (at / away) ** 2)
        curve = drive.coulomb_friction + drive.stribeck_friction / (1.0 + (at / drive.stribeck_speed) ** 2)
        own, curve = (x + v * at for x, v in ((own, TRUE.drives[i].viscous_friction), (curve, drive.viscous_friction)))
        np.testing.assert_allclose(curve, own, rtol=0.005)
    assert found.validate(recorded(TRUE, seed=3))["fit"].shape == (3,)
    with pytest.raises(InputError, match="expected coulomb_friction too"):
        jn.identify(TRUE, log, free=("stribeck_friction",))
