"""The elastic model beside a recording: equilibrium, Jacobians and a trajectory without error."""

import numpy as np
import pytest

import jounce as jn
from jounce.identification.closed_loop_model import FREE, ClosedLoopModel, RecordedInputs, _chunks
from support.tolerances import assert_close

ROBOT = jn.load("planar_2r").with_gravity((0.0, -9.81, 0.0)).with_drives(damping=3.0, viscous_friction=1.0, coulomb_friction=0.5)
LOAD = np.array([2.0, 0.2, 0.1, 0.04, 0.3, 0.4, 0.5, 0.01, 0.02, 0.01])
MODEL = ClosedLoopModel(ROBOT, {}, np.array([30.0, 40.0]))


def test_links_hang_in_their_springs():
    """K (theta - q) = g(q), with the motors held."""
    theta = np.array([0.4, -0.3])
    x = MODEL.at_rest(theta)
    q = x[:2]
    assert_close(ROBOT.parameter_values("stiffness") * (theta - q), jn.gravity_torque(ROBOT, q), 1e-9)
    assert x[4:6].tolist() == theta.tolist()
    assert not x[[2, 3, 6, 7]].any()


def test_the_equilibrium_moves_with_the_parameters():
    theta, step = np.array([0.4, -0.3]), 1e-4
    exact = MODEL._at_rest(MODEL.at_rest(theta), ("stiffness",))
    K = ROBOT.parameter_values("stiffness")
    for i in range(2):
        more, less = (
            ClosedLoopModel(ROBOT, {"stiffness": K * (1.0 + sign * step * (np.arange(2) == i))}, MODEL.w).at_rest(theta)
            for sign in (1.0, -1.0)
        )
        assert_close(exact[:, i], (more - less) / (2.0 * step * K[i]), 1e-6)


@pytest.mark.parametrize("name", FREE)
def test_accelerations_by_the_parameters(name):
    """Against differences, at a state in motion."""
    rng = np.random.default_rng(0)
    x, tau = rng.normal(size=(1, 8)), rng.normal(size=(1, 2))
    values = LOAD if name == "payload" else np.asarray(MODEL._values(name), dtype=float)

    def accelerations(values):
        return ClosedLoopModel(ROBOT, {name: values}, MODEL.w)._accelerations(x, tau)

    exact = ClosedLoopModel(ROBOT, {name: values}, MODEL.w)._by_values(x, accelerations(values), (name,))[0]
    d = rng.normal(size=values.shape) * np.abs(values) * 1e-5
    assert_close(exact @ d, 0.5 * (accelerations(values + d) - accelerations(values - d))[0], 1e-6)


def test_the_jacobian_of_the_corrected_model():
    rng = np.random.default_rng(1)
    x, tau, theta, d = rng.normal(size=(1, 8)), rng.normal(size=(1, 2)), rng.normal(size=(1, 2)), rng.normal(size=8)
    more, less = (MODEL._rates(y, MODEL._accelerations(y, tau), theta)[0] for y in (x + 1e-6 * d, x - 1e-6 * d))
    assert_close(MODEL._jacobian(x, tau)[0] @ d, (more - less) / 2e-6, 1e-6)


def test_at_rest_the_model_stays_at_rest():
    theta = np.array([0.4, -0.3])
    x = MODEL.at_rest(theta)
    tau = jn.gravity_torque(ROBOT, x[:2])
    recorded = RecordedInputs(0.005, np.tile(theta, (10, 3, 1)), np.tile(tau, (10, 3, 1)))
    assert_close(MODEL.trajectory(recorded, np.tile(x, (11, 1))), np.tile(x, (11, 1)), 1e-9)


def test_chunks_cover_all_steps():
    assert [(s.start, s.stop) for s in _chunks(2500)] == [(0, 1000), (1000, 2000), (2000, 2500)]
    assert list(_chunks(0)) == []
