"""Sample times: where they are, and their twins."""

import numpy as np

import jounce as jn
from jounce.timing.constraint_sampling import END_SAMPLES, REVERSING_DISTANCE, SAMPLES, TWIN_DISTANCE, sample_instants
from jounce.timing.limit_constraints import LimitConstraints
from jounce.timing.path_geometry import PathGeometry
from jounce.timing.time_scaling import approximate_scaling
from support.slider import line_constraints, slider

SCALING = approximate_scaling(lambda x: x, 8, 3, 1)


def test_pieces_have_samples_and_the_ends_more():
    x = sample_instants(line_constraints(velocity=1.0), SCALING, 0)
    assert x[0] == 0.0
    assert x[-1] == 1.0
    assert (np.diff(x) > 0.0).all()
    inner = x[(x >= 3 / 8) & (x < 4 / 8)]
    assert len(inner) == SAMPLES
    assert len(x[x < 1 / 8]) == END_SAMPLES


def test_further_places_are_samples():
    x = sample_instants(line_constraints(velocity=1.0), SCALING, 0, np.array([0.41234]))
    assert 0.41234 in x


def test_each_sample_has_a_twin_where_rates_are_limited():
    x = sample_instants(line_constraints(torque_rate=10.0), SCALING, 0)
    first, second = x[::2], x[1::2]
    assert (first < second).all()
    gaps = np.diff(first)
    assert (second[:-2] - first[:-2] <= 1.001 * TWIN_DISTANCE * gaps[:-1]).all()
    assert x[-1] == 1.0
    assert x[-2] < 1.0


def test_a_curve_has_as_many_samples_on_coarse_pieces_as_on_the_finest():
    """q leaves rest as w^5: such torques are not smooth between a few samples."""
    path = jn.trajectory.spline([0.0, 0.5, 1.0], [[0.0], [0.7], [1.0]], degree=5)
    constraints = LimitConstraints(slider(velocity=1.0), PathGeometry(path))
    coarse, fine = (sample_instants(constraints, SCALING, left) for left in (2, 0))
    inside = [len(x[(x >= 3 / 8) & (x < 4 / 8)]) for x in (coarse, fine)]
    assert inside == [4 * SAMPLES, SAMPLES]


def test_reversals_are_sampled_with_twins_of_one_distance():
    path = jn.trajectory.spline([0.0, 1.0, 2.0], [[0.0], [1.0], [0.2]], degree=9)
    robot = slider(torque_rate=100.0).with_drives(rotor_inertia=0.1, stiffness=1e3, coulomb_friction=0.2, coulomb_speed=1e-2)
    constraints = LimitConstraints(robot, PathGeometry(path))
    x = sample_instants(constraints, SCALING, 0, duration=3.0)
    assert np.allclose(x[1::2] - x[::2], REVERSING_DISTANCE, rtol=1e-6)
    assert (np.diff(x) > 0.0).all()
    turn = x[::2][np.abs(path(2.0 * x[::2])[0][:, 0] - path(np.linspace(0.0, 2.0, 20001))[0].max()).argmin()]
    q = constraints.sample(SCALING, x).motion(3.0)[1, ::2, 0]
    back = np.flatnonzero(np.diff(np.sign(q)) < 0)[0]
    assert 0.3 < turn < 0.7
    assert x[2 * back + 2] - x[2 * back] < 0.002  # evenly spaced samples would be 0.016 apart
