"""Arms that bend where no motor acts, with rotors that their links carry along. Witness: a Pinocchio tree with motors."""

import mpmath
import numpy as np
import pytest
from mpmath import mpf

import jounce as jn
from jounce.errors import InputError, SmoothnessError
from jounce.flexible import differential_index
from jounce.functions.partials import spring_slopes
from jounce.functions.rigid_rotors import carried_mass_matrix, carried_rnea, carried_rnea_partials
from jounce.numerics.chebyshev_signal import ChebyshevSignal
from jounce.spatial.geometry import Placement
from support.combinations import HELD
from support.motor_tree import MotorTree

native = pytest.mark.native
ROTOR = {"rotor_inertia": 0.05, "gear_ratio": 20.0, "viscous_friction": 3.0, "coupling": "full"}
LINE = jn.trajectory.line([-0.3, -0.2], [0.4, 0.3], 0.5, degree=15, start_time=0.1)
T = np.arange(0.0, 0.8001, 1e-3)
GUESS = [0.0, 0.0, 0.0, 0.1]


def arm(**drive):
    """Motor, spring, spring, motor: the second rotor pushes the first spring by its acceleration, the second by its speed."""
    drive = jn.Drive(**ROTOR | drive)
    links = [
        jn.Link("base"),
        jn.Link("a", 10.0, (0.3, 0.0, 0.0), (0.2, 0.5, 0.5, 0.0, 0.0, 0.0)),
        jn.Link("b", 5.0, (0.1, 0.0, 0.05), (0.1, 0.1, 0.1, 0.0, 0.0, 0.0)),
        jn.Link("c", 8.0, (0.2, 0.02, 0.1), (0.2, 0.4, 0.4, 0.0, 0.0, 0.0)),
        jn.Link("d", 6.0, (0.3, 0.02, 0.05), (0.1, 0.5, 0.5, 0.0, 0.0, 0.0)),
    ]

    def at(x):
        return Placement(origin=(x, 0.0, 0.0))

    joints = [
        jn.Joint("m1", "revolute", "base", "a", axis=(0.0, 0.0, 1.0), drive=drive),
        jn.Joint("s1", "revolute", "a", "b", at(0.5), axis=(0.0, 1.0, 0.0), spring=jn.Spring(2e4, 20.0)),
        jn.Joint("s2", "revolute", "b", "c", at(0.2), axis=(1.0, 0.0, 0.0), spring=jn.Spring(1e4, 10.0)),
        jn.Joint("m2", "revolute", "c", "d", at(0.3), axis=(0.0, 1.0, 0.0), drive=drive),
    ]
    return jn.Robot.build("bent", links, joints).with_tool("d", (0.6, 0.0, 0.0), outputs=("y", "z"))


@native
def test_rotors_beyond_springs():
    """The tree with motors follows the plan and the line open loop; without their rotors the springs bend otherwise."""
    robot = arm()
    assert [row[3] for row in robot.coupling.pattern[1:3]] == [2, 1]
    plan = jn.feedforward(robot, LINE, T, guess=GUESS)
    torque = ChebyshevSignal(lambda s: plan.at(s).tau_m, [0.0, 0.1, 0.6, 0.8])
    times = [0.0, 0.1, 0.35, 0.6, 0.8]
    start = plan.q[0][0], plan.q[1][0], plan.theta[0, 0], plan.theta[1, 0]
    q, *_ = MotorTree(robot).run(times, *start, torque, None, 1e-11)
    assert np.abs(q - plan.at(times).q[0]).max() <= HELD
    assert np.abs(jn.tool_pose(robot, q)[0][:, 1:] - LINE(np.array(times))[0]).max() <= HELD
    assert jn.verify(plan).tool_error <= HELD
    assert np.abs(jn.simulate(robot, plan).tool_error).max() <= HELD
    other = jn.feedforward(robot.with_drives(coupling="spong"), LINE, T, guess=GUESS)
    assert np.abs(plan.q[0] - other.q[0])[:, 1:3].max() > 1e-4


@native
@pytest.mark.slow
def test_by_optimisation():
    """CasADi's form of the same equation."""
    pytest.importorskip("casadi")
    robot, times = arm(), T[::2]
    plans = [jn.feedforward(robot, LINE, times, method=method, guess=GUESS) for method in ("auto", "constrained")]
    assert np.abs(plans[0].q[0] - plans[1].q[0]).max() < 1e-5  # differences of order 6


@native
def test_load_of_springs_against_the_tree():
    """What springs carry, at random motions: no motor acts there, so the tree's equation has no other term."""
    robot = arm()
    tree, rng = MotorTree(robot), np.random.default_rng(0)
    for _ in range(5):
        q, v, a = rng.normal(size=(3, 4))
        links, _ = tree.missing(0.0, q, v, a, q, v, a, np.zeros(4))
        expected = (tree.beside(q, v) - links)[1:3]
        found = carried_rnea(robot, q, v, a)[0]
        assert np.abs(found[1:3] - expected).max() <= 1e-12 * np.abs(found).max()


@native
def test_rotors_in_the_index():
    """What dae_index differentiates has the rotors' push in it: slopes by accelerations and speeds against the tree."""
    robot, h = arm(), 1e-4
    tree, rng = MotorTree(robot), np.random.default_rng(2)
    q, v = rng.normal(size=(2, 4))
    with jn.backend("python"):
        by_x, by_rate = differential_index._along(robot, q, v, 1)
    n, still = robot.n, np.zeros(4)

    def load(v, a):
        return (tree.beside(q, v) - tree.missing(0.0, q, v, a, q, v, a, still)[0])[1:3]

    a = np.zeros(4)
    for _ in range(2):  # the motion that it goes along: motors keep their speed, springs follow from what loads them
        slope = np.array([load(v, a + e) - load(v, a) for e in np.eye(4)[1:3]]).T
        spring = np.array([2e4, 1e4]) * q[1:3] + np.array([20.0, 10.0]) * v[1:3]
        a[1:3] -= np.linalg.solve(slope, load(v, a) + spring)
    for j, e in enumerate(np.eye(4)):
        assert np.abs(by_rate[0, :2, n + j] - (load(v, a + e) - load(v, a))).max() <= 1e-11 * np.abs(by_rate).max()
        turned = (load(v + h * e, a) - load(v - h * e, a)) / (2 * h) + np.diag([20.0, 10.0]) @ np.eye(4)[1:3, j]
        assert np.abs(by_x[0, :2, n + j] - turned).max() <= 1e-8 * np.abs(by_x[0, :2, n:]).max()
    found = jn.flexible.dae_index(robot, q, v)
    assert found.differential_variables == 4
    assert found.differential_index == 2  # e = 0 twice: rigid motors, whose torque is not among the unknowns


@native
def test_partial_derivatives_against_differences():
    robot, rng = arm(), np.random.default_rng(1)
    motion = rng.normal(size=(3, 4))
    slopes = carried_rnea_partials(robot, *motion)
    assert np.abs(slopes.dqdd - carried_mass_matrix(robot, motion[0])).max() <= 1e-12 * np.abs(slopes.dqdd).max()
    d = rng.normal(size=(3, 4))
    with jn.backend("python"), mpmath.workdps(40):
        h = mpf(10) ** -12
        ends = [
            carried_rnea(robot, *[np.array([mpf(x) + s * mpf(u) for x, u in zip(*p)]) for p in zip(motion, d)])[0]
            for s in (h, -h)
        ]
        expected = np.array([float(x) for x in (ends[0] - ends[1]) / (2 * h)])
    rows = [part[0] for part in spring_slopes(robot, *motion)]
    assert np.abs(np.array(rows) - np.array(slopes)[:, 1:3]).max() <= 1e-12 * np.abs(rows).max()
    found = sum(slope @ u for slope, u in zip(slopes, d))
    assert np.abs(found - expected).max() <= 1e-11 * np.abs(expected).max()


def test_elastic_drive_that_pushes_a_spring_is_refused():
    with pytest.raises(InputError, match=r"'m2'.*pushes joint 's1'.*coupling='spong' there, or a rigid drive"):
        jn.feedforward(arm(stiffness=1e4), LINE, T, guess=GUESS)


def test_a_path_must_be_as_smooth_as_the_rotors_need():
    robot = jn.load("moberg_5dof").with_drives(coupling="full")
    assert robot.motion_order == 6
    line = jn.trajectory.line([0.5, -1.2], [0.5, 0.2], 0.3, degree=9)
    with pytest.raises(SmoothnessError, match="to order 5 without jumps"):
        jn.feedforward(robot, line, np.linspace(0.0, 0.3, 31))
