"""Arms that bend where no motor acts, and the motions they are asked for in several files of tests."""

import dataclasses
from functools import cache

import numpy as np

import jounce as jn
from jounce.flexible.dae import Dae
from jounce.flexible.reduced_ode import reduced_ode
from jounce.flexible.solvers.problem import Problem
from jounce.inverse.inverse_kinematics import inverse_kinematics

MP, NMP = jn.load("moberg_5dof"), jn.load("moberg_5dof_nmp")
"""Tables 1 and 3 of [Moberg2010]."""
LINE = jn.trajectory.line([0.5, -1.6], [0.5, 0.6], 0.3, start_time=0.05)
"""2.2 m in 0.3 s, as published; where is not, and chosen here."""
DIAGONAL = jn.trajectory.line([1.5, -1.5], [1.525, -1.475], 0.1, start_time=0.1)
"""25 mm in x and in z between 0.1 s and 0.2 s, as published."""
GENTLE = jn.trajectory.line([0.9, -1.2], [1.1, -1.0], 0.4, degree=21)
"""So smooth that orders of convergence show."""
PUBLISHED = 0.05e-3
"""[m]: the path error in simulation that [Moberg2010] states for both."""
THREE, SIX = jn.load("flexible_3axis"), jn.load("flexible_6axis")


def driven(robot):
    """Indices of joints with motors."""
    return [i for i, joint in enumerate(robot.joints) if joint.spring is None]


def posture(robot, values):
    """q with joints that have motors at these values, and no spring bent."""
    q = np.zeros(robot.n)
    q[driven(robot)] = values
    return q


def three_axes():
    """(robot, path, posture) of 12 degrees of freedom."""
    q = posture(THREE, [0.3, 0.1, 0.5])
    y = jn.tool_pose(THREE, q)[0]
    return THREE, jn.trajectory.line(y, y + [-0.1, 0.25, 0.1], 0.5, start_time=0.1), q


def six_axes(share=1.0, duration=0.5, start=0.1):
    """(robot, path, posture) of 30 degrees of freedom."""
    q = posture(SIX, [0.3, 0.4, 0.4, 0.3, 0.6, 0.2])
    position, R = jn.tool_pose(SIX, q)
    rpy = [np.arctan2(R[2, 1], R[2, 2]), -np.arcsin(R[2, 0]), np.arctan2(R[1, 0], R[0, 0])]
    y = np.concatenate([position, rpy])
    there = y + share * np.array([-0.1, 0.25, 0.1, 0.1, -0.1, 0.15])
    return SIX, jn.trajectory.line(y, there, duration, start_time=start), q


BEFORE, AFTER = np.array([0.0, 0.3, 0.4]), np.array([0.0, 0.3, 0.75])
"""Elbows of `elbow` between which the only spring's acceleration is not determined by the tool's."""


def elbow(damping=200.0):
    """A base on a spring and two links, in the x-z plane without weight."""
    geared = jn.Drive(rotor_inertia=0.001, gear_ratio=100.0, stiffness=5e4)
    parts = [
        (0.0, 20.0, 0.1, 0.5, {"spring": jn.Spring(2e4, damping=damping)}),
        (0.2, 7.3, 0.2, 0.2, {"drive": geared}),
        (0.4, 15.3, 0.076, 0.07, {"drive": geared}),
    ]
    links, joints = [jn.Link("base")], []
    for i, (reach, mass, com, inertia, held) in enumerate(parts):
        links.append(jn.Link(f"l{i}", mass, (com, 0.0, 0.0), (inertia, inertia, inertia, 0.0, 0.0, 0.0)))
        where = jn.robot.Placement(origin=(reach, 0, 0))
        joints.append(jn.Joint(f"j{i}", "revolute", links[-2].name, links[-1].name, where, (0, 1, 0), **held))
    robot = jn.Robot.build("elbow", links, joints, gravity=(0.0, 0.0, 0.0))
    return robot.with_tool("l2", xyz=(0.4, 0, 0), outputs=("x", "z"))


def through_infinity(damping=200.0, back=False, duration=0.3):
    """(robot, path, postures at its ends) of a line of the tool on which a zero runs through infinity."""
    robot, ends = elbow(damping), (AFTER, BEFORE) if back else (BEFORE, AFTER)
    y = [jn.tool_pose(robot, q)[0][[0, 2]] for q in ends]
    return robot, jn.trajectory.line(*y, duration, start_time=0.05), ends


def with_drives(robot, **changes):
    """The same robot with some values of all its drives changed."""
    joints = [
        dataclasses.replace(j, drive=dataclasses.replace(j.drive, **changes)) if j.drive is not None else j for j in robot.joints
    ]
    return dataclasses.replace(robot, joints=tuple(joints))


def carried(robot, share, **changes):
    """Rotors on the links before their joints, with a share of their inertia."""
    full = with_drives(robot, coupling="full", **changes)
    joints = [
        j if j.drive is None else dataclasses.replace(j, drive=dataclasses.replace(j.drive, rotor_inertia=share * 100.0))
        for j in full.joints
    ]
    return dataclasses.replace(full, joints=tuple(joints))


def started(robot, path, guess=None):
    """At rest where a path begins."""
    dae = Dae(robot)
    return dae.at_rest(dae.outputs.target(path, np.array([path.start_time]), 0).at(0), guess)


def problem(robot, path, h, end, begin=0.0):
    """What a solver is given."""
    dae = Dae(robot)
    start = dae.at_rest(dae.outputs.target(path, np.array([path.start_time]), 0).at(0))
    flat = inverse_kinematics(robot, path, start, {robot.joint_names[i]: start[i] for i in dae.passive})
    given = Problem(dae, path, start, flat, begin, end, h)
    targets = dae.outputs.target(path, np.array([path.start_time, path.end_time]), 0)
    return dataclasses.replace(given, form=reduced_ode(dae, np.array([start, given.last]), targets))


@cache
def planned(name, method="auto"):
    """The two published motions, by one method, as (plan, run)."""
    robot, path, end = {"line": (MP, LINE, 0.5), "diagonal": (NMP, DIAGONAL, 0.3)}[name]
    plan = jn.feedforward(robot, path, np.arange(0.0, end, 1e-3), method=method)
    return plan, jn.simulate(robot, plan)


def spring_matrices(plant):
    """Stiffness and damping (n, n) of the joints without a motor, entry by entry; zero elsewhere."""
    n = plant.tree.freedoms
    K, D = np.zeros((n, n)), np.zeros((n, n))
    for i in plant.passive:
        K[i, i], D[i, i] = plant.motors[i].spring.stiffness(0.0), plant.motors[i].damping
    for i, j, stiffness, damping in plant.coupled:
        K[i, j] = K[j, i] = stiffness
        D[i, j] = D[j, i] = damping
    return K, D
