"""Dry friction that is more near standstill: hand formula, slopes, every way to evaluate, and files."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import ModelError
from jounce.functions.linear_model import Instant, drive_derivatives
from support.tolerances import assert_close

FV, FC, FS, V0, VS = 2.0, 3.0, 1.5, 0.02, 0.15


def robot(**more):
    given = {"viscous_friction": FV, "coulomb_friction": FC, "stribeck_friction": FS, "coulomb_speed": V0, "stribeck_speed": VS}
    return jn.load("planar_2r").with_drives(**{**given, **more})


def by_hand(v):
    """Hess and Soom's curve times the smooth sign."""
    return FV * v + (FC + FS / (1.0 + (v / VS) ** 2)) * v / np.sqrt(v**2 + V0**2)


@pytest.mark.parametrize("backend", ["python", "native"])
def test_torque_is_that_of_the_formula(backend):
    jn.set_backend(backend)
    Q = np.random.default_rng(0).normal(size=(5, 6, 2)) * [[[1.0]], [[0.2]], [[1.0]], [[1.0]], [[1.0]]]
    for own, free in (
        (robot(), robot(viscous_friction=0.0, coulomb_friction=0.0, stribeck_friction=0.0)),
        (
            robot().with_rigid_joints(),
            robot(viscous_friction=0.0, coulomb_friction=0.0, stribeck_friction=0.0).with_rigid_joints(),
        ),
    ):
        rubbed, bare = (jn.inverse_dynamics(each, *Q) for each in (own, free))
        assert_close(rubbed.tau_m - bare.tau_m, by_hand(bare.theta[1]), 1e-10)
        q, qd, theta, thetad, tau = np.random.default_rng(1).normal(size=(5, 2))
        with_it, without = (jn.elastic_forward_dynamics(robot(stribeck_friction=f), q, qd, theta, thetad, tau) for f in (FS, 0.0))
        B = np.array([drive.reflected_inertia for drive in robot().drives])
        more = FS / (1.0 + (thetad / VS) ** 2) * thetad / np.sqrt(thetad**2 + V0**2)
        assert_close(B * (without[1] - with_it[1]), more, 1e-10)


def test_slopes():
    """Of the linear model at a motor speed, against differences of the torque."""
    own, v, h = robot(), np.array([0.07, -0.2]), 1e-6
    drives = drive_derivatives(own)
    moving, still = (drives.matrix(drives.loss, Instant(*np.zeros((4, 2)), thetad, np.zeros(2))) for thetad in (v, 0.0 * v))
    by_difference = (by_hand(v + h) - by_hand(v - h)) / (2.0 * h)
    np.testing.assert_allclose(np.diag(moving)[2:] - own.parameter_values("damping"), by_difference, rtol=1e-7)
    assert_close(np.diag(still)[2:] - own.parameter_values("damping"), np.full(2, FV + (FC + FS) / V0), 1e-12)
    state = [np.array([0.1, 0.2]), np.zeros(2), np.array([0.1, 0.2]), v, np.zeros(2)]
    ends = [jn.elastic_forward_dynamics(own, *state[:3], v + s * h, state[4])[1] for s in (1.0, -1.0)]
    slope = np.diag(jn.elastic_forward_dynamics_derivatives(own, *state).dthetad[2:])
    np.testing.assert_allclose(slope, (ends[0] - ends[1]) / (2.0 * h), rtol=1e-6)  # rounding of springs' torque over 2 h


def test_many_joints():
    """Arms whose code is a loop over the joints."""
    chain = jn.load("kuka_lwr")
    for k in range(3):
        chain = chain.attach(jn.load("kuka_lwr"), chain.links[-1].name, prefix=f"a{k}_")
    chain = chain.with_drives(stribeck_friction=FS, stribeck_speed=VS, coulomb_friction=FC).with_rigid_joints()
    Q = np.random.default_rng(0).normal(size=(3, chain.n))
    jn.set_backend("python")
    plain = jn.inverse_dynamics(chain, *Q).tau_m
    jn.set_backend("native")
    for _ in range(6):
        assert_close(jn.inverse_dynamics(chain, *Q).tau_m, plain, 1e-10)


def test_files_and_wrong_numbers(tmp_path):
    robot().save(tmp_path / "arm.toml")
    assert jn.load(tmp_path / "arm.toml") == robot()
    for change in ({"stribeck_friction": -1.0}, {"stribeck_speed": 0.0}):
        with pytest.raises(ModelError, match="stribeck"):
            robot(**change)
    assert "friction of motors" in " ".join(_left_out(robot(viscous_friction=0.0, coulomb_friction=0.0)))


def _left_out(own):
    from jounce.robot.io.urdf_writer import left_out

    return left_out(own)


def test_a_simulated_robot_follows_the_plan_that_knows_it():
    own = robot(viscous_friction=0.0, coulomb_friction=0.0, coulomb_speed=0.2)
    path = jn.trajectory.rest_to_rest([0.0, 0.0], [0.3, -0.2], 0.4, degree=9)
    run = jn.simulate(own, jn.feedforward(own, path, np.linspace(0.0, 0.4, 81)))
    assert np.abs(run.q - path(run.t)[0]).max() <= 1e-7
