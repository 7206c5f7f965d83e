"""What [Buondonno2015], section V, says of its motion: speeds, deflections, and what elasticity changes in the torque."""

from functools import cache

import numpy as np

import jounce as jn
from support.experiments import LWR, PATH, START, plan

BENDING = slice(0, 4)
"""Joints 1 to 4. The wrist, 5 to 7, carries less than 1 Nm over its springs and bends by less than 0.04 deg."""


@cache
def plans():
    return plan(LWR, 2001), plan(LWR.with_rigid_joints(), 2001)


def largest(x):
    return np.abs(x).max(axis=0)


def test_peak_speeds():
    """90 to 120 deg/s on every joint; of degree 7 the peak is 35/16 times the mean."""
    elastic, _ = plans()
    peak = np.degrees(largest(elastic.q[1]))
    assert ((peak > 90.0) & (peak < 120.0)).all()
    np.testing.assert_allclose(peak, np.degrees(np.abs(PATH.goal - START)) / 4.0 * 35.0 / 16.0, rtol=1e-12)


def test_deflections():
    """About 3 deg at most; nothing worth the name in the wrist."""
    elastic, rigid = plans()
    bend = np.degrees(largest(elastic.delta))
    assert 2.5 < bend.max() < 3.5
    assert (bend[4:] < 0.04).all()
    assert (rigid.delta == 0.0).all()


def test_what_elasticity_changes():
    """Between 2 and 5 % of the peak torque, on each joint that bends and over all of them; less than 1 % in the wrist."""
    elastic, rigid = plans()
    change, peak = largest(elastic.tau_m - rigid.tau_m), largest(elastic.tau_m)
    percent = 100.0 * change / peak
    assert ((percent[BENDING] > 2.0) & (percent[BENDING] < 5.0)).all()
    assert 2.0 < 100.0 * change.max() / peak.max() < 5.0
    assert (percent[4:] < 1.0).all()


def test_the_difference_is_the_springs():
    """tau_m - tau_rigid = B tau_j'' / K, as links move alike."""
    elastic, rigid = plans()
    B, K = np.array([(drive.reflected_inertia, drive.stiffness) for drive in LWR.drives]).T
    difference = B * jn.rnea(LWR, *elastic.q)[2] / K
    np.testing.assert_allclose(elastic.tau_m - rigid.tau_m, difference, rtol=0, atol=1e-12 * np.abs(rigid.tau_m).max())
