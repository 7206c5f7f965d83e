"""Dynamic feedback linearisation: carried rotors and rigid joints among elastic ones, beside a Pinocchio tree with motors."""

import subprocess
from dataclasses import replace

import mpmath
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm

import jounce as jn
from jounce.control import DynamicFeedbackLinearization, Reference
from jounce.errors import InputError, ModelError
from jounce.functions.essential_orders import essential_orders
from support.combinations import Measured, case
from support.motor_tree import MotorTree, with_random_drives
from support.random_robots import random_robot
from support.tolerances import assert_close

END = 0.5
R3 = jn.load("manutec_r3")


def planar(n):
    """Links in a plane, each of which carries the motor of the next: of two, the arm of De Luca and Lucibello."""
    links = [jn.Link("base"), *(jn.Link(f"link{i}", 2.0, (0.3, 0.0, 0.0), (0.05, 0.08, 0.08, 0, 0, 0)) for i in range(n))]
    joints = [
        jn.Joint(f"joint{i}", "revolute", links[i].name, links[i + 1].name, jn.robot.Placement(origin=(0.5 * (i > 0), 0.0, 0.0)))
        for i in range(n)
    ]
    drives = {"stiffness": 400.0, "rotor_inertia": 0.02, "gear_ratio": 3.0, "coupling": "full"}
    return jn.Robot.build("planar", links, joints).with_gravity((0.0, -9.81, 0.0)).with_drives(**drives)


def mixed(seed, n=4, coupling="spong"):
    """A random tree of which some joints are rigid."""
    robot = with_random_drives(random_robot(seed, n, ("revolute", "prismatic")), seed, rigid=0.0, coupling=coupling)
    names = [joint.name for joint in robot.joints]
    soft = {name: drive.stiffness for name, drive in zip(names, robot.drives)}
    return robot.with_drives(stiffness=soft | dict.fromkeys(names[seed % 2 :: 2], np.inf))


def carried(seed, n):
    """A chain with generic axes whose links carry all motors."""
    robot = random_robot(seed, n, ("revolute",))
    links = [link.name for link in robot.links]
    chain = [replace(joint, parent=parent) for joint, parent in zip(robot.joints, [robot.base, *links])]
    return with_random_drives(replace(robot, joints=tuple(chain)), seed, rigid=0.0, coupling="full")


ROBOTS = {
    "planar 2R": planar(2),
    "planar 3R": planar(3),
    "carried 2": carried(1, 2),
    "carried 3": carried(2, 3),
    "carried 4": carried(3, 4),
    "mixed 1": mixed(1),
    "mixed 2": mixed(2),
    "mixed and carried": mixed(4, 4, "full"),
    "Manutec r3": R3,
    "Manutec r3, undamped": R3.with_drives(damping=0.0),
}


def planned(robot, **acting):
    """A motion, and (t) -> what is wanted then."""
    rng = np.random.default_rng(robot.n)
    ends = 0.3 * rng.normal(size=(2, robot.n))
    path = jn.trajectory.rest_to_rest(*ends, END, degree=2 * robot.motion_order - 1)
    plan = jn.feedforward(robot, path, np.linspace(0.0, END, 51), **acting)

    def wanted(t):
        now = plan.at(t)
        return Reference(t, np.stack([row[0] for row in now.q]), now.theta[:, 0], now.tau_m[0])

    return plan, wanted


def moving(plan):
    """(t) -> what is wanted, without motors and torque, which the law reads at its start only."""
    none = np.zeros((3, plan.robot.n))
    return lambda t: Reference(t, plan.path(t, plan.robot.motion_order), none, none[0])


def law_for(robot, slowest=-6.0, **more):
    return DynamicFeedbackLinearization(robot, poles=slowest - 0.7 * np.arange(essential_orders(robot).highest), **more)


def on_plan(reference):
    return Measured(*reference.q[:2], *reference.theta[:2])


def linear(law, i, first, t):
    """(e, ed, ...) of joint i a time t after it was first."""
    k = law.chains[i]
    A = np.eye(k, k=1)
    A[-1] = -law.gains[:k, i]
    return expm(t * A) @ first[:k]


# ---------------------------------------------------------------- the chains


def test_two_links_have_twelve_states():
    """[DeLuca1998]: eight of the robot, four of the law. Each further link adds two derivatives to all chains."""
    assert law_for(planar(2)).chains == (6, 6)
    assert law_for(planar(2)).size == 4
    assert law_for(planar(3)).chains == (8, 8, 8)
    assert law_for(planar(3)).size == 24 - 12
    assert law_for(carried(3, 4)).chains == (10,) * 4


def test_rigid_joints_have_two_states_each():
    """Acceleration and jerk of axes 4 to 6; with dampers the motors are one derivative ahead, and the acceleration will do."""
    assert law_for(R3.with_drives(damping=0.0)).chains == (4,) * 6
    assert law_for(R3.with_drives(damping=0.0)).size == 6
    assert law_for(R3).chains == (3,) * 6
    assert law_for(R3).size == 3


def test_what_is_decoupled_needs_none():
    """A gantry: its axes do not act on each other, and the rigid one stays a chain of two. Static feedback will do."""
    links = [jn.Link("base"), *(jn.Link(name, 2.0, (0.0, 0.0, 0.0), (0.1, 0.1, 0.1, 0, 0, 0)) for name in "xyz")]
    joints = [
        jn.Joint(name, "prismatic", links[i].name, name, axis=tuple(float(i == k) for k in range(3)))
        for i, name in enumerate("xyz")
    ]
    robot = jn.Robot.build("gantry", links, joints).with_drives(stiffness=[1e3, np.inf, 1e3], rotor_inertia=0.5)
    law = law_for(robot)
    assert law.chains == (4, 2, 4)
    assert law.size == 0
    reference = planned(robot)[1](0.2)
    assert_close(law(reference, on_plan(reference)), reference.tau_m, 1e-12)


def test_two_arms_are_two_robots():
    """On one base, one with carried rotors and one without: the chains of neither grow by the other."""
    one, other = carried(2, 3), mixed(1, 3)
    both = one.attach(other, one.base, prefix="other_")
    assert essential_orders(both).links == essential_orders(one).links + essential_orders(other).links


@pytest.mark.parametrize("name", [name for name in ROBOTS if name != "Manutec r3"])
def test_chains_are_as_long_as_torques_depend_on_links(name):
    """The highest derivative of each link by which some motor torque has a slope; robot and law have as many states as chains."""
    robot = ROBOTS[name]
    law = law_for(robot)
    rng = np.random.default_rng(0)
    slopes = jn.inverse_dynamics_derivatives(robot, *rng.normal(size=(robot.motion_order + 1, robot.n)))
    size = np.abs(slopes).max(axis=1) * 40.0 ** np.arange(robot.motion_order + 1)[:, None]  # in the time of the springs
    found = [int(np.flatnonzero(column > 1e-9 * column.max())[-1]) for column in size.T]
    assert found == list(law.chains)
    elastic = sum(drive is not None and drive.elastic for drive in robot.drives)
    assert sum(law.chains) == 2 * robot.n + 2 * elastic + law.size


# ---------------------------------------------------------------- the law


@pytest.mark.parametrize("name", ROBOTS)
def test_on_the_plan(name):
    """The planned torque, and the links as planned."""
    robot = ROBOTS[name]
    law, (_, wanted) = law_for(robot), planned(robot)
    for t in (0.1, 0.22):
        reference = wanted(t)
        found = law.law(reference, on_plan(reference), law.start(reference, on_plan(reference)))
        assert_close(found.tau_m, reference.tau_m, 1e-11, "torque")
        for i, k in enumerate(law.chains):
            assert_close(found.q[2:k, i], reference.q[2:k, i], 1e-9, f"joint {i}")


@pytest.mark.parametrize("features", ["FD", "FN", "FK", "FW", "FDN", "DW"])
def test_with_other_features(features):
    """On the plan with damping, laws, K(t), wrenches: the planned torque."""
    this = case(features)
    law, (_, wanted) = law_for(this.robot, **this.acting), planned(this.robot, **this.acting)
    reference = wanted(0.2)
    assert_close(law(reference, on_plan(reference)), reference.tau_m, 1e-11)


def along_linear(law, plan, tree, start, own, duration, wrenches=lambda t: None, tolerance=1e-9):
    """Largest error of e against its linear equation, of e(0): the tree with motors under continuous feedback, by SciPy."""
    n, wanted = plan.robot.n, moving(plan)

    def rate(t, y):
        parts = y[: 4 * n].reshape(4, n)
        found = law.law(wanted(t), Measured(*parts), y[4 * n :])
        qdd, thetadd = tree.accelerations(t, *parts, found.tau_m, wrenches(t))
        return np.concatenate([parts[1], qdd, parts[3], thetadd, found.rate])

    first = wanted(0.0).q[: max(law.chains)] - law.law(wanted(0.0), Measured(*start), own).q
    times = np.linspace(0.0, duration, 4)
    run = solve_ivp(rate, times[[0, -1]], np.concatenate([*start, own]), "DOP853", times, rtol=tolerance, atol=1e-2 * tolerance)
    worst = 0.0
    for t, y in zip(times, run.y.T):
        e = wanted(t).q[0] - y[:n]
        worst = max(worst, max(abs(e[i] - linear(law, i, first[:, i], t)[0]) for i in range(n)))
    assert np.abs(e).max() > 1e-3 * np.abs(first[0]).max()  # there is something to see
    return worst / np.abs(first[0]).max()


def aside(robot, reference, tree, size):
    """A state beside the plan; motors of rigid joints turn with them."""
    rows = [x + size * np.random.default_rng(7).normal(size=robot.n) for x in (*reference.q[:2], *reference.theta[:2])]
    return [*rows[:2], np.where(tree.elastic, rows[2], rows[0]), np.where(tree.elastic, rows[3], rows[1])]


@pytest.mark.parametrize("name", [name for name in ROBOTS if not name.startswith("Manutec")])
def test_errors_obey_their_poles(name):
    """e(t) of each link is that of its own linear equation to 1e-6 of e(0), whatever the others do."""
    robot = ROBOTS[name]
    law, (plan, wanted), tree = law_for(robot), planned(robot), MotorTree(robot)
    start = aside(robot, wanted(0.0), tree, 0.02)
    own = law.start(wanted(0.0), on_plan(wanted(0.0)))
    own = own + 0.02 * np.random.default_rng(8).normal(size=law.size)
    assert along_linear(law, plan, tree, start, own, 0.05 if name.startswith("carried") else 0.1) < 1e-6


@pytest.mark.parametrize("features", ["FD", "FN", "FK", "FW"])
def test_errors_obey_their_poles_with_other_features(features):
    this = case(features)
    robot = this.robot
    law, (plan, wanted), tree = law_for(robot, **this.acting), planned(robot, **this.acting), this.witness
    start = aside(robot, wanted(0.0), tree, 0.02)
    own = law.start(wanted(0.0), on_plan(wanted(0.0)))
    assert along_linear(law, plan, tree, start, own, 0.1, this.wrenches) < 1e-6


def test_manutec():
    """Axes 1 to 3 elastic, 4 to 6 rigid: it begins 0.1 rad aside, at rest, all axes held there."""
    robot = ROBOTS["Manutec r3, undamped"]
    law, (plan, _), tree = law_for(robot), planned(robot), MotorTree(robot)
    q, still = plan.q[0][0] + 0.1 * np.array([1, -1, 1, -1, 1, -1]), np.zeros(6)
    hold = jn.inverse_dynamics(robot, q, *[still] * 4)
    start = [q, still, hold.theta[0], still]
    assert along_linear(law, plan, tree, start, np.zeros(law.size), 0.2) < 1e-6


def lwr():
    """With a tool, rotors of the library's inertia behind gears of 100, carried along."""
    robot = jn.load("kuka_lwr").with_payload(3.0, com=(0, 0, 0.1), inertia=(0.01, 0.01, 0.01, 0, 0, 0))
    return robot.with_drives(rotor_inertia=[1e-4 * d.rotor_inertia for d in robot.drives], gear_ratio=100.0, coupling="full")


def test_lwr():
    """Ten integrators a joint but one, forty-one states of the law."""
    robot = lwr()
    law = law_for(robot, slowest=-20.0)
    assert law.chains == (10, 10, 10, 10, 10, 9, 10)
    assert law.size == 41
    _, wanted = planned(robot)
    reference = wanted(0.2)
    assert_close(law(reference, on_plan(reference)), reference.tau_m, 1e-11)


@pytest.mark.slow
def test_lwr_obeys_its_poles():
    """It begins 0.05 rad aside, at rest, where the motors hold it."""
    robot = lwr()
    law, (plan, _), tree = law_for(robot, slowest=-48.0), planned(robot), MotorTree(robot)
    q, still = plan.q[0][0] + 0.05 * np.array([1, -1, 1, 1, -1, 1, -1]), np.zeros(7)
    start = [q, still, jn.inverse_dynamics(robot, q, *[still] * 10).theta[0], still]
    assert along_linear(law, plan, tree, start, np.zeros(law.size), 0.05, tolerance=1e-7) < 1e-6


def test_fifty_digits():
    """Away from rounding the law gives the planned torque to as many digits as one takes: ten integrators a joint."""
    robot = planar(4).with_drives(stiffness=512.0)  # whose rotations, and the reciprocal of whose stiffness, are exact
    law, (_, wanted) = law_for(robot), planned(robot)
    with jn.backend("python"), mpmath.workdps(50):
        Q = np.array([[mpmath.mpf(float(x)) for x in row] for row in wanted(0.2).q], dtype=object)
        exact = jn.inverse_dynamics(robot, *Q)
        there = Reference(0.2, Q, exact.theta, exact.tau_m)
        found = law.law(there, on_plan(there), law.start(there, on_plan(there)))
        assert max(abs(x) for x in found.tau_m - exact.tau_m) < 1e-40 * max(abs(x) for x in exact.tau_m)
        assert max(abs(x) for x in found.q[9] - Q[9]) < 1e-30 * max(abs(x) for x in Q[9])


# ---------------------------------------------------------------- in a loop


@pytest.mark.native
@pytest.mark.parametrize("name", ["planar 2R", "mixed and carried"])
def test_simulated(name):
    """Held at 8 kHz: the error decays at the rate of its slowest pole, to 2 %."""
    robot = ROBOTS[name]
    plan, _ = planned(robot)
    law = DynamicFeedbackLinearization(robot, poles=[-5.0, *[-30.0] * (max(law_for(robot).chains) - 1)])
    shift = 0.02 * (-1.0) ** np.arange(robot.n)
    plan = jn.feedforward(robot, plan.path, np.linspace(0.0, 1.2, 121))
    run = jn.simulate(robot, plan, law, start=(plan.q[0][0] + shift, plan.q[1][0]), rate=8000.0)
    late = plan.t > 0.8
    for e in run.error[late].T:
        slope = np.polyfit(plan.t[late], np.log(np.abs(e)), 1)[0]
        assert abs(slope + 5.0) < 0.02 * 5.0
    again = jn.simulate(robot, plan, law, start=(plan.q[0][0] + shift, plan.q[1][0]), rate=8000.0)
    assert_close(again.q, run.q, 0.0)  # the states of the law begin anew


@pytest.mark.native
def test_in_c(tmp_path):
    """What is written for a controller compares itself with plain Python."""
    this = case("FW")
    law_for(this.robot, **this.acting).compile().write_c(tmp_path, name="law")
    header = (tmp_path / "law.h").read_text()
    assert "rows: q, qd, theta, thetad" in header
    assert "K_k" in header
    sources = [path.name for path in tmp_path.glob("*.c")]
    subprocess.run(["gcc", "-std=c99", "-O1", *sources, "-o", "program", "-lm"], cwd=tmp_path, check=True)
    subprocess.run(["./program"], cwd=tmp_path, check=True, capture_output=True)


def test_in_casadi():
    import casadi

    robot = ROBOTS["carried 3"]
    law, (_, wanted) = law_for(robot), planned(robot)
    reference = wanted(0.2)
    state = Measured(*(x + 0.01 for x in on_plan(reference)[:4]))
    own = law.start(reference, state)
    symbols = [casadi.SX.sym(f"x{k}", len(x)) for k, x in enumerate((*state[:4], own))]
    found = law.law(reference, Measured(*symbols[:4]), symbols[4])
    function = casadi.Function("law", symbols, [found.tau_m, found.rate])
    expected = law.law(reference, state, own)
    for theirs, ours in zip(function(*state[:4], own), expected):
        assert_close(theirs.full().ravel(), ours, 1e-11)


def test_wrenches_that_are_functions():
    """Of reference and state, with as many derivatives as chains are long."""
    robot = planar(2)
    push = jn.trajectory.rest_to_rest(np.zeros(6), np.arange(6.0), END, degree=11)
    _, wanted = planned(robot, wrench={"link1": push})
    laws = [law_for(robot, wrench={"link1": w}) for w in (push, lambda reference, state: tuple(push(reference.t, 4)))]
    reference = wanted(0.2)
    one, other = (law(reference, on_plan(reference)) for law in laws)
    assert_close(one, other, 0.0)
    assert_close(one, reference.tau_m, 1e-11)


# ---------------------------------------------------------------- what is refused

BENT = jn.load("moberg_5dof")
REFUSED = [
    (case("B").robot, {}, "fewer motors than freedoms"),
    (BENT, {}, "has a spring and no motor"),
    (planar(2).with_drives(rotor_inertia=[0.02, 0.0], coupling="spong"), {}, "'joint1' has a rotor without inertia"),
    (planar(2).with_drives(coupling="spong").with_transmission([[1.0, 0.0], [0.5, 1.0]]), {}, "turn each with its own joint"),
    (planar(2), {"poles": [-1.0] * 4}, "poles: expected 6 numbers"),
    (planar(2), {"poles": None}, "either poles or gains"),
    (planar(2), {"wrench": 3}, "wrench: expected"),
    (planar(2), {"stiffness": 3}, "stiffness: expected a path of 2 coordinates"),
]


@pytest.mark.parametrize(("robot", "more", "words"), REFUSED, ids=range(len(REFUSED)))
def test_refused(robot, more, words):
    with pytest.raises(InputError, match=words):
        DynamicFeedbackLinearization(robot, **{"poles": -9.0, **more})


def test_a_circle_of_rotors_is_refused():
    """There is no order in which joints could be solved: that of the links does not say how motors move, algebraically."""
    robot = planar(2)
    first = replace(robot.joints[0], drive=replace(robot.joints[0].drive, rotor_mount="link1", rotor_axis=(0.0, 0.0, 1.0)))
    with pytest.raises(ModelError, match=r"act|acts on"):
        law_for(replace(robot, joints=(first, robot.joints[1])))


def test_a_path_that_is_not_smooth_enough():
    robot = planar(2)
    reference = Reference(0.0, np.zeros((5, 2)), np.zeros((3, 2)), np.zeros(2))
    with pytest.raises(InputError, match=r"q to derivative 6, .* degree=11"):
        law_for(robot)(reference, on_plan(reference))


def test_static_feedback_names_it():
    for robot in (planar(2), R3):
        with pytest.raises(InputError, match="DynamicFeedbackLinearization"):
            jn.control.FeedbackLinearization(robot, poles=-9.0)
