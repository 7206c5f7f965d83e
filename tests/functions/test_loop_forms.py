"""Every algorithm on trees, straight and as loops, from the same function: random trees, live parameters, wrenches."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import jounce as jn
from jounce.functions import gyrostat, rigid_rotors
from jounce.functions.elastic_forward_dynamics import FORWARD as ELASTIC_FORWARD
from jounce.functions.flexible_arm import flexible_arm, flexible_arm_derivative
from jounce.functions.forward_derivatives import RIGID as FORWARD_DERIVATIVES
from jounce.functions.inverse_dynamics import INVERSE
from jounce.functions.matrices import STATE
from jounce.functions.partials import PARTIALS, SLOPES
from jounce.functions.rigid import FORWARD, GRAVITY, MASS_MATRIX, RNEA
from jounce.kernel.equation import Form
from jounce.kernel.evaluation import evaluate, record
from jounce.plant.plant import locate, plant_of
from jounce.robot import Drive, Joint, Link, Mimic, Robot
from jounce.robot.parameters import parameter_values
from support import rotors
from support.passes import run_passes
from support.random_robots import inertia, random_robot, right_angled_arm, rotation
from support.rotors import random_rotors

AGREEMENT = 1e-13
TERMS = 0.1
"""Least size of terms: of these masses and lengths they are of the order of one, also where a result is 1e-3 of that."""
ALGORITHMS = {
    "rnea": (RNEA, 0),
    "rnea with two derivatives": (RNEA, 2),
    "inverse_dynamics": (INVERSE, None),
    "gravity_torque": (GRAVITY, 0),
    "mass_matrix": (MASS_MATRIX, 0),
    "mass_matrix with a derivative": (MASS_MATRIX, 1),
    "forward_dynamics": (FORWARD, 0),
    "elastic_forward_dynamics": (ELASTIC_FORWARD, 0),
    "rnea_partials": (PARTIALS, 0),
    "rnea_slopes with a derivative": (SLOPES, 1),
    "forward_dynamics_derivatives": (FORWARD_DERIVATIVES, 0),
    "state_derivatives": (STATE, 0),
}
LIVE = {
    "rnea": ("inertia", "payload", "gravity"),
    "inverse_dynamics": ("inertia", "stiffness", "rotor_inertia", "viscous_friction"),
    "rnea with two derivatives": ("inertia", "payload", "gravity"),
    "mass_matrix": ("inertia", "payload"),
    "mass_matrix with a derivative": ("inertia", "payload"),
    "rnea_slopes with a derivative": ("inertia", "gravity"),
    "gravity_torque": ("inertia", "payload", "gravity"),
    "forward_dynamics": ("inertia", "gravity"),
    "elastic_forward_dynamics": ("inertia", "stiffness", "rotor_inertia", "viscous_friction"),
    "rotor_coupling": ("rotor_inertia",),
    "rotor_bias": ("rotor_inertia",),
    "carried_rnea": ("inertia", "payload", "gravity", "rotor_inertia"),
    "carried_rnea_partials": ("inertia", "rotor_inertia"),
    "inverse_dynamics of rigid joints": ("inertia", "rotor_inertia", "viscous_friction"),
    "inverse_dynamics of elastic joints": ("inertia", "stiffness", "rotor_inertia"),
    "rnea_partials": ("inertia", "gravity"),
    "forward_dynamics_derivatives": ("inertia",),
    "state_derivatives": ("inertia", "gravity"),
}
FLEXIBLE = {
    "flexible_arm": flexible_arm,
    **{f"flexible_arm, derivative {k}": partial(flexible_arm_derivative, order=k) for k in (0, 1, 2, 4)},
}
"""Equations of arms with motorless springs: of each robot with its own tool."""
ROTORS = {
    "rotor_coupling": (gyrostat.COUPLING, 1),
    "rotor_bias": (gyrostat.BIAS, 0),
    "carried_rnea": (rigid_rotors.CARRIED, 1),
    "carried_rnea_partials": (rigid_rotors.CARRIED_PARTIALS, 0),
    "rnea_slopes with a derivative": (SLOPES, 1),
    "inverse_dynamics of rigid joints": (INVERSE, None),
    "inverse_dynamics of elastic joints": (INVERSE, None),
    "elastic_forward_dynamics": (ELASTIC_FORWARD, 0),
}
"""Algorithms for robots whose links carry rotors along."""
FOLLOWING = ("rnea", "rnea with two derivatives", "inverse_dynamics", "gravity_torque")
"""Algorithms that have loops for robots with mimic joints."""
ONE_FREEDOM = ("rnea_slopes with a derivative",)
"""Algorithms for joints of one freedom."""


def random_tree(seed):
    """A branched tree of 10 to 14 joints: revolute and prismatic ones, and by turns a floating base, a ball joint, a mimic joint,
    right angles, elastic joints with linear springs and others."""
    rng = np.random.default_rng(seed)
    if seed % 6 == 5:
        robot = right_angled_arm(12)
    elif seed % 3 == 1:
        robot = several_freedoms(rng, seed)
    else:
        robot = random_robot(seed, n=int(rng.integers(10, 15)))
    if seed % 2:
        return robot
    drives = []
    for i, joint in enumerate(robot.joints):
        spring = jn.robot.HardeningSpring(2000.0, 3e4) if i % 4 == 1 else 1000.0 + 500.0 * rng.random()
        drive = Drive(1e-4, 100.0, stiffness=spring, viscous_friction=0.1 * rng.random(), coulomb_friction=0.5 * (i % 2))
        drives.append(replace(joint, drive=drive if i % 3 and joint.freedoms == 1 and joint.mimic is None else None))
    return replace(robot, joints=tuple(drives))


def several_freedoms(rng, seed, mimic=True):
    """A tree with a joint of several freedoms at its base, one further out, and a mimic joint if asked for."""
    kinds = ["floating" if seed % 2 else "spherical", *["revolute", "prismatic", "spherical", "revolute"], *["revolute"] * 3]
    links, joints = [Link("base")], []
    for i, kind in enumerate(kinds):
        mass = float(rng.uniform(1.0, 3.0))
        links.append(Link(f"l{i}", mass, tuple(rng.normal(scale=0.1, size=3)), inertia(rng, mass)))
        where = jn.placement(tuple(rng.normal(scale=0.3, size=3)), tuple(rng.normal(size=3)))
        parent = links[0 if i == 0 else int(rng.integers(1, i + 1))].name
        follows = Mimic("j1", -0.7, 0.2) if mimic and i == 6 else None
        joints.append(Joint(f"j{i}", kind, parent, links[-1].name, where, tuple(rotation(rng)[0]), mimic=follows))
    return Robot.build(f"several{seed}", links, joints)


def inputs_of(form, robot, rng):
    """Rows for all inputs of a form: random motion and wrenches, parameters near the robot's own."""
    rows = []
    for slot in form.slots(robot)[0]:
        own = dict(form.parameters).get(slot.name)
        if own is not None:
            values = parameter_values(robot, slot.name)
            values = np.where(np.isnan(values), 1.0, values) * 1.1 + 0.01 * (slot.name == "payload")
            rows.append([values, *rng.normal(scale=0.1, size=(slot.rows - 1, slot.width))])
        else:
            rows.append(rng.normal(scale=0.7, size=(slot.rows, slot.width)))
    return [np.array(x) for x in rows]


def compare(form, robot, seed=0):
    """Check that loops and plain scalars agree in all outputs, each against its largest number."""
    inputs = inputs_of(form, robot, np.random.default_rng(seed))
    expected = evaluate(form, robot, [row.tolist() for x in inputs for row in x])
    for found, rows in zip(run_passes(record(form, robot), inputs), expected, strict=True):
        for row, one in zip(np.reshape(found, np.shape(rows)), rows):
            assert np.abs(row - one).max() <= AGREEMENT * max(np.abs(one).max(), TERMS), form.equation.name


def flexible_tree(seed):
    """A branched tree of 10 to 14 joints with springs in place of motors at every other joint, and a tool on a branch."""
    rng = np.random.default_rng(seed)
    robot = right_angled_arm(12) if seed % 6 == 5 else random_robot(seed, n=int(rng.integers(10, 15)))
    spring = jn.Spring(300.0, damping=0.5)
    joints = [replace(joint, spring=spring if i % 2 else None) for i, joint in enumerate(robot.joints)]
    robot = Robot.build("soft", [Link("base"), *robot.links], joints, gravity=robot.gravity)
    outputs = (("x", "y", "z", "roll", "pitch", "yaw"), ("x", "z"), ("y", "yaw"))[seed % 3]
    return robot.with_tool(robot.links[int(rng.integers(5, robot.n))].name, xyz=(0.1, 0.2, -0.3), outputs=outputs)


def forms_of_flexible(name, robot, rng):
    """The plain form of an equation of a flexible arm, with wrenches at two links, and with live parameters."""
    equation = FLEXIBLE[name](robot)
    yield Form(equation)
    if equation.takes == "wrench":
        yield Form(equation, wrenches=tuple(locate(robot, int(k)) for k in rng.integers(0, len(robot.links), size=2)))
    yield Form(
        equation, parameters=tuple((p, 1) for p in ("inertia", "payload", "gravity", "spring_stiffness", "spring_damping"))
    )


def forms_of(name, robot, rng, algorithms=ALGORITHMS):
    """The plain form of an algorithm, one with wrenches at two links, one with live parameters."""
    equation, order = algorithms[name]
    order = equation.orders.motion(robot) if order is None else order
    by = () if equation.partials is None else equation.partials.by
    yield Form(equation, order, by=by)
    if equation.takes == "wrench":
        links = [int(k) for k in rng.integers(0, len(robot.links), size=2)]
        yield Form(equation, order, tuple(locate(robot, k) for k in links), by=by)
    live = LIVE.get(name, ())
    if live:
        yield Form(equation, order, parameters=tuple((p, 1) for p in live), by=by)


def compare_tree(name, seed):
    """Check all forms of an algorithm on a random tree."""
    robot = random_tree(seed)
    if name in ONE_FREEDOM and robot.nq != robot.n:
        robot = random_robot(seed, n=12)
    elif plant_of(robot).tree.mimic_bodies and name not in FOLLOWING:
        robot = several_freedoms(np.random.default_rng(seed), seed, mimic=False)
    for form in forms_of(name, robot, np.random.default_rng(seed)):
        compare(form, robot, seed)


def compare_flexible(name, seed):
    """Check all forms of an equation of a flexible arm on a random tree."""
    robot = flexible_tree(seed)
    for form in forms_of_flexible(name, robot, np.random.default_rng(seed)):
        compare(form, robot, seed)


@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("seed", range(12))
def test_loops_equal_straight_code(name, seed):
    compare_tree(name, seed)


def compare_rotors(name, seed):
    """Check all forms of an algorithm on a random tree whose links carry rotors."""
    rigid = {"inverse_dynamics of rigid joints": 1.0, "inverse_dynamics of elastic joints": 0.0}.get(name, 0.5)
    robot = random_rotors(seed, 8, chain=seed % 3 == 0, rigid=rigid, spong=0.2)
    if name == "inverse_dynamics of elastic joints":  # rotors of elastic joints turn about their own axis alone
        robot = with_rigid_carried(robot)
    for form in forms_of(name, robot, np.random.default_rng(seed), ROTORS):
        compare(form, robot, seed)


def with_rigid_carried(robot):
    """The same robot with every other joint rigid, and the rotors of elastic joints not carried along."""
    drives = [
        replace(joint.drive, stiffness=np.inf) if i % 2 else replace(joint.drive, coupling="spong")
        for i, joint in enumerate(robot.joints)
    ]
    return replace(robot, joints=tuple(replace(joint, drive=drive) for joint, drive in zip(robot.joints, drives)))


@pytest.mark.parametrize("name", ROTORS)
@pytest.mark.parametrize("seed", range(8))
def test_carried_rotors_as_loops(name, seed):
    compare_rotors(name, seed)


@pytest.mark.parametrize("seed", range(3))
def test_loops_of_carried_rotors_against_many_digits(seed):
    """Motor torque, joint torque and motor motion of rigid joints, against balances of momentum in mpmath."""
    robot, rng = random_rotors(seed, 6, rigid=1.0), np.random.default_rng(seed)
    form = Form(INVERSE, INVERSE.orders.motion(robot), (locate(robot, 2),))
    Q, W = rng.normal(size=(3, robot.n)), rng.normal(size=(1, 6))
    expected = rotors.motor(robot, Q, W, 2)
    for values, wanted in zip(run_passes(record(form, robot), [Q, W]), expected, strict=True):
        rows = np.array(wanted, dtype=float).ravel()[: values.size]
        assert np.abs(values - rows).max() <= 10 * AGREEMENT * max(np.abs(rows).max(), 1e-3)


@pytest.mark.slow
@pytest.mark.parametrize("name", ROTORS)
def test_carried_rotors_as_loops_on_many_trees(name):
    for seed in range(8, 108):
        compare_rotors(name, seed)


@pytest.mark.parametrize("name", FLEXIBLE)
@pytest.mark.parametrize("seed", range(6))
def test_loops_of_flexible_arms_equal_straight_code(name, seed):
    compare_flexible(name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALGORITHMS)
def test_loops_equal_straight_code_on_many_trees(name):
    for seed in range(12, 112):
        compare_tree(name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", FLEXIBLE)
def test_loops_of_flexible_arms_equal_straight_code_on_many_trees(name):
    for seed in range(6, 106):
        compare_flexible(name, seed)


def test_a_parameter_that_changes_in_time():
    robot = random_tree(0)
    compare(Form(INVERSE, INVERSE.orders.motion(robot), parameters=(("stiffness", 3),)), robot)
