"""Floating and spherical joints in MuJoCo, as `to_mjcf` writes them, with elastic joints behind them.

MuJoCo has the quaternion's scalar first, the free joint's pose and linear velocity in the world, origin before turning:

    qpos = (p, quat) with p = o + E x, quat = e q,    qvel = (E R u, w),    d(E R u)/dt = E R (ud + w x u)

where (E, o) places the joint on the base, x and u are the origin and its velocity as ours, R is the rotation of the quaternion q.
"""

import dataclasses

import mujoco
import numpy as np
import pytest

import jounce as jn
from jounce.errors import ModelError
from jounce.robot import HardeningSpring
from support.example_robots import FILES
from support.motor_tree import with_random_drives
from support.random_robots import inertia
from support.several_freedoms import random_state, random_tree
from support.tolerances import CHAIN, assert_close

STATES = 3


def elastic_tree(seed):
    """A floating base (even seeds) or a spherical joint, then joints of all kinds, elastic with linear and hardening springs."""
    robot = random_tree(seed, 3 + seed % 5, floating=True)
    if seed % 2:
        first = dataclasses.replace(robot.joints[0], type="spherical")
        robot = dataclasses.replace(robot, joints=(first, *robot.joints[1:]))
    robot = with_random_drives(robot, seed, coulomb_friction=0.0, damping=0.3)
    joints = [
        dataclasses.replace(joint, drive=dataclasses.replace(joint.drive, stiffness=HardeningSpring(120.0, 900.0), damping=0.1))
        if joint.drive is not None and joint.drive.elastic and i % 2
        else joint
        for i, joint in enumerate(robot.joints)
    ]
    return dataclasses.replace(robot, joints=tuple(joints))


def quadruped(seed):
    """As ANYmal: a trunk that floats, four legs of three elastic joints each."""
    rng = np.random.default_rng(seed)

    def body(name, mass):
        return jn.Link(name, mass, tuple(rng.normal(scale=0.05, size=3)), inertia(rng, mass))

    links, joints = [jn.Link("world"), body("trunk", 16.0)], [jn.Joint("free", "floating", "world", "trunk")]
    for leg, corner in {"LF": (0.3, 0.2), "RF": (0.3, -0.2), "LH": (-0.3, 0.2), "RH": (-0.3, -0.2)}.items():
        parent, place = "trunk", (*corner, 0.0)
        for part, axis in {"HAA": (1, 0, 0), "HFE": (0, 1, 0), "KFE": (0, 1, 0)}.items():
            links.append(body(f"{leg}_{part}_link", 1.5))
            joints.append(jn.Joint(f"{leg}_{part}", "revolute", parent, links[-1].name, jn.placement(place), axis))
            parent, place = links[-1].name, (0.0, 0.02, -0.25)
    robot = jn.Robot.build("quadruped", links, joints)
    return robot.with_drives(stiffness=300.0, rotor_inertia=1e-4, gear_ratio=50.0, damping=0.5, viscous_friction=0.2)


def product(a, b):
    """Of quaternions (w, x, y, z)."""
    out = np.zeros(4)
    mujoco.mju_mulQuat(out, np.array(a, dtype=float), np.array(b, dtype=float))
    return out


def of_matrix(R):
    out = np.zeros(4)
    mujoco.mju_mat2Quat(out, np.array(R).ravel())
    return out


def matrix(quat):
    out = np.zeros(9)
    mujoco.mju_quat2Mat(out, quat)
    return out.reshape(3, 3)


def accelerations(robot, model, q, qd, theta, thetad, tau_m):
    """(qdd, thetadd of elastic joints, which those are) by MuJoCo, in our coordinates."""
    data = mujoco.MjData(model)
    at, v, turned = 0, 0, {}
    for joint in robot.joints:
        mine = model.joint(joint.name)
        own, speed, force = q[at : at + joint.positions], qd[v : v + joint.freedoms], tau_m[v : v + joint.freedoms]
        if joint.freedoms == 1:
            data.qpos[mine.qposadr], data.qvel[mine.dofadr] = own, speed
        else:
            quat = np.roll(own[:4], 1) / np.linalg.norm(own[:4])
            begin = mine.dofadr[0]
            if joint.type == "floating":
                E, o = np.array(joint.placement.rotation), np.array(joint.placement.origin)
                R = turned[joint.name] = E @ matrix(quat)
                data.qpos[mine.qposadr[0] :][:7] = [*(o + E @ own[4:]), *product(of_matrix(E), quat)]
                data.qvel[begin : begin + 6] = [*(R @ speed[3:]), *speed[:3]]
                data.qfrc_applied[begin : begin + 6] = [*(R @ force[3:]), *force[:3]]
            else:
                data.qpos[mine.qposadr[0] :][:4] = quat
                data.qvel[begin : begin + 3], data.qfrc_applied[begin : begin + 3] = speed, force
        at, v = at + joint.positions, v + joint.freedoms
    elastic = [i for i, drive in enumerate(robot.motor_drives) if drive is not None and drive.elastic]
    for i in elastic:
        motor = model.joint(f"theta_{robot.motor_names[i]}")
        data.qpos[motor.qposadr], data.qvel[motor.dofadr] = theta[i], thetad[i]
    data.ctrl[:] = [tau for tau, joint in zip(tau_m, robot.axes) if joint.freedoms == 1]
    mujoco.mj_forward(model, data)
    found, v = [], 0
    for joint in robot.joints:
        mine = data.qacc[model.joint(joint.name).dofadr[0] :][: joint.freedoms]
        if joint.type == "floating":
            w, u = qd[v : v + 3], qd[v + 3 : v + 6]
            mine = [*mine[3:], *(turned[joint.name].T @ mine[:3] - np.cross(w, u))]
        found += [*mine]
        v += joint.freedoms
    return (
        np.array(found),
        np.array([data.qacc[model.joint(f"theta_{robot.motor_names[i]}").dofadr[0]] for i in elastic]),
        elastic,
    )


def positions(robot):
    """For each of the nq numbers of a position its joint."""
    return [joint for joint in robot.joints for _ in range(joint.positions)]


def compare(robot, seed):
    model = mujoco.MjModel.from_xml_string(robot.to_mjcf())
    for state in range(STATES):
        rng = np.random.default_rng(1000 * seed + state)
        q, qd = random_state(robot, 100 * seed + state, 1)
        bend, thetad, tau_m = rng.normal(size=(3, robot.n))
        angles = [x for x, joint in zip(q, positions(robot)) if joint.freedoms == 1]
        theta, tau_m = 0.05 * bend, 20.0 * tau_m
        theta[[joint.freedoms == 1 for joint in robot.axes]] += angles
        qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau_m)
        theirs, motors, elastic = accelerations(robot, model, q, qd, theta, thetad, tau_m)
        assert_close(theirs, qdd, CHAIN, "qdd")
        assert_close(motors, thetadd[elastic], CHAIN, "thetadd")


@pytest.mark.parametrize("seed", range(16))
def test_random_trees(seed):
    compare(elastic_tree(seed), seed)


@pytest.mark.parametrize("seed", range(4))
def test_quadrupeds(seed):
    robot = quadruped(seed)
    model = mujoco.MjModel.from_xml_string(robot.to_mjcf())
    assert (model.nq, model.nv, model.nu, model.ntendon) == (7 + 12 + 12, 6 + 12 + 12, 12, 12)
    assert model.joint("free").type == mujoco.mjtJoint.mjJNT_FREE
    compare(robot, seed)


@pytest.mark.filterwarnings("ignore:(?s).*MJCF has no words for limits of")
def test_anymal():
    file = next(file for file in FILES if file.match("anymal_b*/robots/anymal.urdf"))
    compare(jn.load(file, drives="anymal", floating_base=True, physical=False), 0)


def test_the_trees_are_mixed():
    robots = [elastic_tree(seed) for seed in range(16)]
    assert {joint.type for robot in robots for joint in robot.joints} == {"floating", "spherical", "revolute", "prismatic"}
    drives = [drive for robot in robots for drive in robot.motor_drives if drive is not None]
    assert {drive.elastic for drive in drives} == {True, False}
    assert any(drive.law is not None for drive in drives)


def test_free_joints_stand_on_the_base():
    links = [jn.Link("base"), *(jn.Link(name, 1.0, (0, 0, 0), (0.1, 0.1, 0.1, 0, 0, 0)) for name in ("a", "b"))]
    joints = [jn.Joint("j", "revolute", "base", "a"), jn.Joint("loose", "floating", "a", "b")]
    with pytest.raises(ModelError, match="'loose': a floating joint on link 'a' cannot.*stand on the base only"):
        jn.Robot.build("two", links, joints).to_mjcf()


def test_read_back(tmp_path):
    """The joints come back as they went, and with them the equations."""
    robot = quadruped(0).with_rigid_joints()  # whose free joint stands unturned at the base's origin, as MuJoCo's all do
    file = tmp_path / "robot.xml"
    robot.to_mjcf(file)
    again = jn.load(file)
    assert [joint.type for joint in again.joints] == [joint.type for joint in robot.joints]
    Q = random_state(robot, 0)
    assert_close(jn.rnea(again, *Q), jn.rnea(robot, *Q), CHAIN)
