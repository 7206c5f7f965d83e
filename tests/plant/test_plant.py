"""The plant of a robot: its own numbers, others in their place, and where frames and wrenches are."""

import dataclasses

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.plant.plant import (
    at_freedoms,
    damped_joint_error,
    locate,
    plant_of,
    read,
    refuse_damping,
    refuse_motorless,
    with_motors,
)
from jounce.robot import Friction, HardeningSpring, Mimic, SpringCoupling, Tool
from jounce.spatial.geometry import Placement
from support.motor_tree import with_random_drives
from support.random_robots import random_robot
from support.several_freedoms import random_tree
from support.tolerances import assert_close

NAMES = ("inertia", "gravity", "stiffness", "damping", "rotor_inertia", "viscous_friction", "coulomb_friction")


def geared(seed, n=4, **more):
    return with_random_drives(random_robot(seed, n, ("revolute", "prismatic")), seed, rigid=0.5, **more)


def swaying():
    """Return an arm of one motor on two springs without motors that are coupled."""
    links = [jn.Link("base"), *(jn.Link(name, 1.0) for name in "abc")]
    joints = [
        jn.Joint("tilt", "revolute", "base", "a", spring=jn.Spring(100.0, 1.0, (SpringCoupling("sway", 20.0, 0.5),))),
        jn.Joint("sway", "prismatic", "a", "b", spring=jn.Spring(300.0, 2.0)),
        jn.Joint("arm", "revolute", "b", "c", drive=jn.Drive(rotor_inertia=0.1, stiffness=500.0)),
    ]
    return jn.Robot.build("swaying", links, joints)


@pytest.mark.parametrize("coupling", ["spong", "full"])
@pytest.mark.parametrize("seed", range(3))
def test_read_with_its_own_numbers_is_the_plant(seed, coupling):
    robot = geared(seed, coupling=coupling)
    plant, live = plant_of(robot), read(robot, {name: robot.parameter_values(name).tolist() for name in NAMES})
    for one, other in zip(live.motors, plant.motors, strict=True):
        assert_close(
            [one.inertia, one.damping, one.viscous, one.coulomb], [other.inertia, other.damping, other.viscous, other.coulomb]
        )
        assert one.spring == other.spring
    for one, other in zip(live.tree.bodies, plant.tree.bodies, strict=True):
        assert_close(one.inertia.parameters, other.inertia.parameters)
    assert live.tree.gravity == plant.tree.gravity
    assert [rotor and rotor._replace(momentum=0.0) for rotor in live.rotors] == [
        rotor and rotor._replace(momentum=0.0) for rotor in plant.rotors
    ]
    assert read(robot, {}) is plant


def test_other_numbers_are_read():
    robot = swaying()
    live = read(robot, {"rotor_inertia": [0.0, 0.0, 0.3], "stiffness": [0.0, 0.0, 800.0], "spring_stiffness": [7.0, 9.0]})
    assert [motor.spring.stiffness(0.0) for motor in live.motors] == [7.0, 9.0, 800.0]
    assert live.motors[2].inertia == 0.3
    loaded = read(robot, {"payload": [5.0] + [0.0] * 9})
    assert [body.inertia.mass for body in loaded.tree.bodies] == [1.0, 1.0, 6.0]


def test_a_rigid_joint_stays_rigid_and_a_law_stays():
    law = HardeningSpring(100.0, 10.0)
    robot = random_robot(0, 2, ("revolute",)).with_drives(stiffness={"joint0": law, "joint1": np.inf}, rotor_inertia=0.1)
    live = read(robot, {"stiffness": [5.0, 6.0], "damping": [1.0, 2.0]})
    assert live.motors[0].spring is law
    assert live.motors[1].spring is None
    assert [motor.damping for motor in live.motors] == [1.0, 0.0]


def test_a_payload_on_the_base_is_refused():
    robot = random_robot(0, 2)
    robot = dataclasses.replace(robot, tool=Tool(robot.base))
    with pytest.raises(InputError, match="the tool of robot 'random0' is on the base, where a payload has no effect"):
        read(robot, {"payload": [1.0] + [0.0] * 9})


def test_which_motors_there_are():
    plant = plant_of(swaying())
    assert plant.driven == plant.elastic == [2]
    assert plant.passive == [0, 1]
    assert plant.armature == (0.0, 0.0, 0.0)
    assert plant.is_linear
    rigid = plant_of(geared(1, coupling="full").with_drives(stiffness=np.inf))
    assert rigid.armature == tuple(motor.inertia for motor in rigid.motors)
    assert rigid.rigid_rotors == rigid.rotors
    assert plant_of(geared(1, coupling="full").with_drives(stiffness=1e3)).rigid_rotors == ()


def test_friction_of_a_joint_and_of_those_that_follow_it():
    links = [jn.Link("base"), *(jn.Link(name, 1.0) for name in "ab")]
    joints = [
        jn.Joint("one", "revolute", "base", "a", friction=Friction(0.5, 1.0)),
        jn.Joint("other", "revolute", "a", "b", mimic=Mimic("one", -3.0), friction=Friction(0.2, 0.0, 0.3)),
    ]
    (beside,) = plant_of(jn.Robot.build("hand", links, joints)).beside
    assert beside.rubbing == ((1.0, 0.5, 1.0, 0.01, 0.0, 1.0), (-3.0, 0.2, 0.0, 0.3, 0.0, 1.0))


@pytest.mark.parametrize("seed", range(3))
def test_places_of_links(seed):
    """A place is a frame on a body that is turned against its link; on the base it is a frame of the base."""
    robot = random_robot(seed, 4)
    for k, link in enumerate(robot.links):
        body, frame = locate(robot, link.name)
        assert body == k
        assert_close(np.array(plant_of(robot).tree.bodies[k].align) @ frame.rotation, np.eye(3))
        assert locate(robot, k) == (body, frame)
    assert locate(robot, robot.base) == (-1, Placement())
    assert locate(robot, None) == locate(robot, 3)


@pytest.mark.parametrize("link", ["nowhere", 7, ["link0"]])
def test_no_such_place(link):
    with pytest.raises(InputError, match="link"):
        locate(random_robot(0, 4), link)


def test_one_coordinate_per_dof():
    robot = random_tree(2, n=3, floating=True)
    q = np.arange(2.0 * robot.nq).reshape(2, robot.nq)
    out = at_freedoms(robot, q)
    assert out.shape == (2, robot.n)
    assert np.count_nonzero(out[1]) == sum(joint.freedoms == 1 for joint in robot.joints)
    plain = random_robot(0, 3)
    assert at_freedoms(plain, q[:, :3]) is not None
    assert np.array_equal(at_freedoms(plain, q[:, :3]), q[:, :3])


ROBOT = jn.load("planar_2r")


def test_robots_that_are_accepted():
    assert refuse_motorless(ROBOT) is None
    assert refuse_damping(ROBOT, plant_of(ROBOT)) is plant_of(ROBOT)
    assert with_motors(ROBOT, plant_of(ROBOT)) is plant_of(ROBOT)


def test_a_spring_without_a_motor():
    with pytest.raises(InputError, match="of robot 'moberg_5dof' has a spring and no motor: its motion cannot be chosen"):
        refuse_motorless(jn.load("moberg_5dof"))


def test_a_damped_joint_is_named():
    robot = ROBOT.with_drives(damping=[0.0, 3.0])
    with pytest.raises(InputError, match="joint 'joint2' of robot 'planar_2r' is elastic and damped: .*feedforward"):
        refuse_damping(robot, plant_of(robot))
    assert refuse_damping(robot.with_rigid_joints(), plant_of(robot.with_rigid_joints())) is not None
    assert "joint 'joint1'" in str(damped_joint_error(ROBOT, 0))


def test_a_rotor_without_inertia_that_a_link_carries_must_not_get_one():
    robot = ROBOT.with_drives(rotor_inertia=0.0, coupling="full")
    live = plant_of(robot)
    assert with_motors(robot, live) is live
    heavy = live._replace(motors=tuple(motor._replace(inertia=0.1) for motor in live.motors))
    with pytest.raises(InputError, match="rotor_inertia: joint 'joint2' of robot 'planar_2r' has a rotor without inertia"):
        with_motors(robot, heavy)
