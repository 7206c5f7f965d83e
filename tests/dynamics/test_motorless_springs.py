"""Springs without a motor: hand formula, matrices, other scalars, and every equation that reads them."""

import numpy as np
import pytest

import jounce as jn
from jounce.dynamics.drive import motorless_matrices, motorless_torques, spring_load
from jounce.errors import InputError
from jounce.flexible.dae import Dae, load_under
from jounce.numbers import Jet
from jounce.plant.plant import plant_of
from support.flexible import spring_matrices
from support.tolerances import assert_close

ROUNDING = 1e-13
SIZES = (0.2, 0.3, 0.1)


def mounted(rng):
    """A body on a bushing with coupled springs and dampers, under gravity."""
    A, B = rng.normal(size=(2, 6, 6))
    K, D = 1e3 * (A @ A.T + np.eye(6)), 10.0 * (B @ B.T + np.eye(6))
    links = [jn.Link("base"), jn.Link("body", 2.0, (0.01, 0.02, 0.03), (*SIZES, 0.0, 0.0, 0.0))]
    joint = jn.Joint("mount", "bushing", "base", "body", bushing=jn.robot.Bushing(K, D))
    return jn.Robot.build("mounted", links, [joint]), K, D


@pytest.mark.parametrize("seed", range(3))
def test_torque_is_that_of_the_matrices(seed):
    rng = np.random.default_rng(seed)
    robot, K, D = mounted(rng)
    plant, (q, qd, tau) = plant_of(robot), rng.normal(size=(3, 6))
    assert_close(motorless_torques(plant, q, qd), -K @ q - D @ qd, ROUNDING)
    assert_close(spring_load(plant, tau, q, qd), tau + K @ q + D @ qd, ROUNDING)
    for found, read, wanted in zip(motorless_matrices(plant), spring_matrices(plant), (K, D)):
        assert np.array_equal(found, read)
        assert_close(found, wanted, ROUNDING)


def test_time_derivatives_are_the_text_on_time_derivatives():
    rng = np.random.default_rng(5)
    robot, _, _ = mounted(rng)
    plant, Q = plant_of(robot), rng.normal(size=(4, 6))
    jets = motorless_torques(plant, *([Jet.from_derivatives(list(x)) for x in Q[k : k + 3].T] for k in range(2)))
    rows = [motorless_torques(plant, Q[k], Q[k + 1]) for k in range(3)]
    assert_close(np.array([x.derivatives() for x in jets]).T, rows, ROUNDING)
    assert_close(load_under(robot, np.zeros((3, 6)), Q[:3], Q[1:]), -np.array(rows), ROUNDING)


def test_a_body_on_a_bushing_hangs_in_all_of_its_springs():
    """At rest K q = -g, and the joint torque is that of coupled springs too; accelerations follow from K q + D qd."""
    rng = np.random.default_rng(1)
    robot, K, D = mounted(rng)
    rest = jn.statics(robot, np.zeros(6))
    weight = jn.gravity_torque(robot, rest.q)
    assert_close(-K @ rest.q, weight, 1e-10)
    assert_close(rest.tau_j, weight, 1e-10)
    q, qd = 0.01 * rng.normal(size=(2, 6))
    qdd, _ = jn.elastic_forward_dynamics(robot, q, qd, *np.zeros((3, 6)))
    assert_close(jn.rnea(robot, q, qd, qdd), -K @ q - D @ qd, 1e-9)


def test_an_arm_whose_springs_have_a_rubbing_follower_is_refused():
    arm = jn.load("moberg_5dof")
    spring = next(joint for joint in arm.joints if joint.spring is not None)
    link = jn.Link("tail", 1.0, (0.1, 0.0, 0.0), (*SIZES, 0.0, 0.0, 0.0))
    tail = jn.Joint(
        "tail",
        "revolute",
        spring.child,
        "tail",
        mimic=jn.robot.Mimic(spring.name, 0.5),
        friction=jn.Friction(coulomb=1.0, speed=0.1),
    )
    robot = jn.Robot.build("tailed", [arm.base_link, *arm.links, link], [*arm.joints, tail], tool=arm.tool)
    with pytest.raises(InputError, match=f"'tail' follows joint '{spring.name}'"):
        Dae(robot)
