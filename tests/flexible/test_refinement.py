"""How far plans of flexible arms are off, what their status says of it, and what is refused: on arms made for it."""

import numpy as np
import pytest
from scipy.linalg import expm

import jounce as jn
from jounce.errors import ConvergenceError, InputError, SingularityError
from jounce.flexible import refinement
from jounce.flexible.solvers.collocation import Collocation
from jounce.flexible.solvers.continuation import Slowed, continued
from jounce.flexible.solvers.problem import Solver
from support.flexible import MP, NMP, problem
from support.flexible_statistics import Plant, output_values, random_task
from support.tolerances import assert_close


@pytest.mark.parametrize("count", [1, 7, 8, 9, 95, 96, 97, 500])
def test_errors_are_followed_from_step_to_step(count):
    rng = np.random.default_rng(count)
    blocks = -(-count // (refinement.PARTS * refinement.BLOCK))
    pushes = rng.normal(size=(count, 6))
    parts = refinement._segments(pushes, (blocks, refinement.BLOCK))
    onward = 0.4 * rng.normal(size=(len(parts), 6, 6))
    found = refinement._propagated(onward, parts).reshape(-1, 6)[:count]
    x, length = np.zeros(6), blocks * refinement.BLOCK
    assert len(parts) <= refinement.PARTS
    for i, push in enumerate(pushes):
        x = onward[i // length] @ x + push
        assert_close(found[i], x, 1e-11)


@pytest.mark.parametrize("rate", [1e-3, 0.3, 4.0, 60.0])
def test_exponential_and_its_mean(rate):
    """e^(A h), and its mean over h: the upper right part of the exponential of a matrix twice as large."""
    rng, size = np.random.default_rng(5), 4
    A, h = np.zeros((3, 2 * size, 2 * size)), np.array([1e-3, 2e-3, 5e-4])
    A[:, :size, size:] = np.eye(size)
    A[:, size:] = rng.normal(size=(3, size, 2 * size)) * np.repeat([(rate / 1e-3) ** 2, rate / 1e-3], size)
    whole, mean = refinement._exponential(A, h)
    for found, average, a, step in zip(whole, mean, A, h):
        both = np.block([[a * step, np.eye(2 * size)], [np.zeros((2 * size, 4 * size))]])
        wanted = expm(both)[: 2 * size]
        unit = np.repeat([1.0, rate / 1e-3], size)  # of positions and of rates
        for part, exact in ((found, wanted[:, : 2 * size]), (average, wanted[:, 2 * size :])):
            assert_close(part * unit / unit[:, None], exact * unit / unit[:, None], 1e-10)


pytest.importorskip("pinocchio")
DRIVE = jn.Drive(rotor_inertia=0.001, gear_ratio=100.0, stiffness=5e4)


def planar(parts, outputs=("x", "z"), gravity=(0.0, 0.0, -9.81), tip=0.4):
    """An arm in the x-z plane. parts: (distance from the joint before [m], mass, centre of mass, inertia, what holds it)."""
    links, joints = [jn.Link("base")], []
    for i, (reach, mass, com, inertia, held) in enumerate(parts):
        links.append(jn.Link(f"l{i}", mass, (com, 0.0, 0.0), (inertia, inertia, inertia, 0.0, 0.0, 0.0)))
        where = jn.robot.Placement(origin=(reach, 0.0, 0.0))
        name = {jn.Drive: "drive", jn.Spring: "spring"}[type(held)]
        joints.append(jn.Joint(f"j{i}", "revolute", links[-2].name, links[-1].name, where, (0, 1, 0), **{name: held}))
    return jn.Robot.build("planar", links, joints, gravity=gravity).with_tool(links[-1].name, xyz=(tip, 0, 0), outputs=outputs)


def moved(robot, q, away, duration):
    """A line of the tool from posture q on."""
    y = output_values(robot, Plant(robot).pose(np.asarray(q)))
    return jn.trajectory.line(y, y + away, duration, start_time=0.05)


@pytest.mark.parametrize("inertia", [1e-3, 1e-4])
def test_fast_zeros(inertia):
    """A light link on a stiff spring: zeros at 1e4 and 3e4 rad/s, which steps of 1 ms do not resolve; smaller ones agree."""
    parts = [(0.0, 10.0, 0.2, 0.2, DRIVE), (0.5, 0.02, 0.0, inertia, jn.Spring(1e5)), (0.0, 8.0, 0.15, 0.1, DRIVE)]
    robot, q = planar(parts), np.array([0.3, 0.0, 1.0])
    assert np.abs(jn.zero_dynamics(robot, q).zeros).max() > 9e3
    path, t = moved(robot, q, [0.1, 0.1], 0.3), np.arange(0.0, 0.4, 1e-3)
    plan = jn.feedforward(robot, path, t, guess=q)
    fine = jn.feedforward(robot, path, np.arange(0.0, 0.4, 2e-5), guess=q, method="collocation").at(t)
    off, peak = np.abs(plan.tau_m - fine.tau_m).max(), np.abs(fine.tau_m).max()
    assert off < 1e-3 * peak
    assert plan.status.torque_error < 1e-3 * peak
    assert off < 10.0 * plan.status.torque_error + 1e-6 * peak


def test_estimates_against_simulation():
    """Methods of all kinds, rough ones too: what their status says is what the plant does, within a factor of four."""
    robot, q = NMP, np.array([0.4, 0.9, 0.0])
    path = jn.trajectory.line([1.5, -1.5], [1.55, -1.45], 0.1, start_time=0.1)
    for method, h in (("collocation", 1e-3), ("least-squares", 1e-3), ("least-squares", 5e-4)):
        plan = jn.feedforward(robot, path, np.arange(0.0, 0.3, h), method, guess=q)
        error = Plant(robot).follow(plan)
        assert 0.25 * error < plan.status.tool_error < 4.0 * error + 1e-10, method
    line = jn.trajectory.line([0.5, -1.6], [0.5, 0.6], 0.3, start_time=0.05)
    for method in ("bdf", "bdf-index-1"):
        plan = jn.feedforward(MP, line, np.arange(0.0, 0.5, 1e-3), method)
        error = Plant(MP).follow(plan)
        assert 0.25 * error < plan.status.tool_error < 4.0 * error, method


def test_a_violent_path():
    """60 cm in 0.12 s: one step size does not fit all; auto takes what the error asks for."""
    plan = jn.feedforward(MP, jn.trajectory.line([0.9, -1.2], [1.3, -0.8], 0.1, start_time=0.02), np.arange(0.0, 0.15, 1e-3))
    assert plan.status.tool_error < 8e-6
    assert Plant(MP).follow(plan) < 1e-5


def test_damped_drives_at_any_spacing():
    """The filters of damped drives run along the solver's instants: times 10 ms apart, and a plan taken at others twice."""
    path = jn.trajectory.line([0.5, -1.6], [0.5, 0.6], 0.3, start_time=0.05)
    fine = jn.feedforward(MP, path, np.arange(0.0, 0.5, 1e-3), "collocation")
    coarse = jn.feedforward(MP, path, np.arange(0.0, 0.5, 1e-2), "collocation")
    peak = np.abs(fine.tau_m).max()
    assert np.abs(fine.at(coarse.t).tau_m - coarse.tau_m).max() < 1e-9 * peak
    again = fine.at(coarse.t).at(fine.t[:-9])
    assert np.abs(again.tau_m - fine.tau_m[:-9]).max() < 1e-9 * peak
    assert np.abs(coarse.at(fine.t[:-9]).tau_m - fine.tau_m[:-9]).max() < 1e-9 * peak
    rigid = jn.load("kuka_lwr").with_drives(stiffness=1e4, rotor_inertia=1.0, damping=20.0)
    plan = jn.feedforward(rigid, jn.trajectory.rest_to_rest(np.zeros(7), np.ones(7), 0.3), np.arange(0.0, 0.3, 1e-3))
    assert np.abs(plan.at(plan.t[::30]).at(plan.t[:-20]).tau_m - plan.tau_m[:-20]).max() < 1e-12 * np.abs(plan.tau_m).max()


@pytest.mark.parametrize("method", ["collocation", "least-squares", "basis"])
def test_methods_refuse_a_zero_through_infinity(method):
    """On the way, at an elbow of 0.55 rad, the spring's acceleration is not determined; least squares would pass it."""
    g = np.random.default_rng(12)
    base = (0.0, 20.0, 0.1, 0.5, jn.Spring(2e4, damping=200.0))
    upper = (0.2, 10.0 * g.uniform(0.3, 2.0), 0.2, 0.2, DRIVE)
    fore = (0.4, 8.0 * g.uniform(0.3, 2.0), g.uniform(0.0, 0.4), 0.1 * g.uniform(0.2, 3.0), DRIVE)
    robot = planar([base, upper, fore], gravity=(0.0, 0.0, 0.0))
    q, there = np.array([0.0, 0.3, 0.4]), np.array([0.0, 0.3, 0.75])
    y, end = (output_values(robot, Plant(robot).pose(x)) for x in (q, there))
    path = jn.trajectory.line(y, end, 0.3, start_time=0.05)
    with pytest.raises(SingularityError, match="a zero runs through infinity there"):
        jn.feedforward(robot, path, np.arange(0.0, 0.4, 1e-3), method, guess=q)


def test_zeros_at_rest_count_before_and_after(monkeypatch):
    """Those on the way do not; and zeros that grow by a thousandth along the plan swing on, as exactly undamped ones do."""
    path, t = jn.trajectory.line([0.9, -1.2], [1.1, -1.0], 0.4, start_time=0.05), np.arange(0.0, 0.5, 1e-3)
    true = jn.feedforward(MP, path, t, "collocation")
    poses = []

    def raised(robot, q):
        poses.append(q)
        found = jn.zero_dynamics(robot, q)
        on_the_way = 1 < len(poses) < 9
        return found._replace(zeros=found.zeros - found.zeros.real + (0.05 if on_the_way else 0.002))

    monkeypatch.setattr("jounce.flexible.solver_choice.zeros_at_rest", lambda *poses: None)
    monkeypatch.setattr("jounce.flexible.solver_choice.zero_dynamics", raised)
    monkeypatch.setattr("jounce.flexible.solver_choice.zeros_at_rest", lambda dae, q, targets: None)  # the pencil is asked
    plan = jn.feedforward(MP, path, t)
    assert plan.status.acts_from == 0.05
    assert plan.method == "collocation"
    assert_close(plan.tau_m, true.tau_m, 1e-9)


def test_slow_modes_are_kept():
    """A heavy pendulum beside a light and stiff one: 6 rad/s beside 1e6 rad/s; and one that gravity tips over."""
    drive = jn.Drive(rotor_inertia=1e6, stiffness=1e14)
    heavy = [(0.0, 10.0, 0.0, 1.0, drive), (0.0, 10.0, 0.5, 0.1, jn.Spring(94.0))]
    robot = planar(heavy, outputs=("x",), gravity=(0.0, 0.0, 0.0))
    inertia = 10.0 * 0.25 + 0.1
    locked = jn.eigenfrequencies(robot, [0.0, 0.0]).locked
    assert locked[-1] > 1e6
    assert_close(locked[0], np.sqrt(94.0 / inertia), 1e-6)
    upright = planar(heavy, outputs=("x",)), [-np.pi / 2, 0.0]
    found = jn.eigenfrequencies(*upright)
    assert len(found.locked_unstable) == 0
    soft = planar([heavy[0], (*heavy[1][:-1], jn.Spring(20.0))], outputs=("x",))
    tipped = jn.eigenfrequencies(soft, upright[1]).locked_unstable
    assert_close(tipped, [np.sqrt((10.0 * 9.81 * 0.5 - 20.0) / inertia)], 1e-6)


def test_a_spring_on_the_axis_of_a_motor():
    """A rigid motor undoes what the spring on its axis does, with nothing in between: two more differentiations tell what."""
    rigid = jn.Drive(rotor_inertia=0.001, gear_ratio=100.0)
    parts = [
        (0.0, 10.0, 0.2, 0.2, rigid),
        (0.2, 5.0, 0.1, 0.1, jn.Spring(1e5)),
        (0.4, 0.0, 0.0, 0.0, rigid),
        (0.0, 8.0, 0.15, 0.1, jn.Spring(2e5)),
    ]
    robot = planar(parts)
    q = np.array([0.3, 0.0, 1.0, 0.0])
    plan = jn.feedforward(robot, moved(robot, q, [0.05, 0.05], 0.3), np.arange(0.0, 0.4, 1e-3), guess=q)
    assert (plan.method, plan.status.differentiations) == ("derivative-array", 4)
    assert Plant(robot).follow(plan) < 1e-8


def test_verify():
    """Against the other plant; what is not a plan of a tool path is refused."""
    path = jn.trajectory.line([0.5, -1.6], [0.5, 0.6], 0.3, start_time=0.05)
    plan = jn.feedforward(MP, path, np.arange(0.0, 0.5, 1e-3))
    found = jn.verify(plan)
    assert abs(found.tool_error - Plant(MP).follow(plan)) < 0.05 * found.tool_error + found.bound  # samples against all instants
    assert 0.0 < found.bound < 0.1 * found.tool_error
    assert 0.25 < found.tool_error / plan.status.tool_error < 4.0
    assert repr(found).startswith("<Verified: tool error ")
    for junk, words in ((3, "plan: expected what"), (rest(), "along a path of the tool")):
        with pytest.raises(InputError, match=words):
            jn.verify(junk)
    with pytest.raises(InputError, match="tolerance"):
        jn.verify(plan, tolerance=0.0)


def rest():
    robot = jn.load("planar_2r")
    return jn.feedforward(robot, jn.trajectory.rest_to_rest([0, 0], [1, 1], 0.2), [0.0, 0.1])


class Shy(Solver):
    """Collocation that needs a motion near by, or a slow path."""

    def __init__(self):
        self.paces = []

    def solve(self, problem):
        pace = problem.path.end_time - problem.path.start_time
        self.paces.append(pace)
        if (problem.near is None and pace < 0.5) or pace < self.limit:
            raise ConvergenceError("shy")
        return Collocation().solve(problem)


def test_a_way_by_slower_paths():
    """A solver that fails at the pace asked for is led there; where that has an end, the error says how slow it still goes."""
    task = problem(MP, jn.trajectory.line([0.9, -1.2], [1.1, -1.0], 0.2), 1e-3, 0.3)
    shy = Shy()
    shy.limit = 0.0
    found, direct = continued(shy, task), Collocation().solve(task)
    assert_close(found.q, direct.q, 1e-9)
    assert_close(found.v, direct.v, 1e-8)
    assert_close([shy.paces[0], shy.paces[-1]], [0.2, 0.2])
    assert max(shy.paces) > 0.5
    shy.limit = 0.3
    with pytest.raises(ConvergenceError, match=r"found for the same path 1\.5\d? times slower, and no further"):
        continued(shy, task)
    shy.limit = 9.0
    with pytest.raises(ConvergenceError, match="shy"):
        continued(shy, task)


def test_an_arm_that_newton_alone_does_not_solve(monkeypatch):
    """Three times as fast as a random move: Newton's method fails, the way by slower paths arrives, on another plant too."""
    task = random_task(90)
    path = Slowed(task.path, 0.32, task.path.start_time)
    t = np.linspace(path.start_time, path.end_time, 200)
    with monkeypatch.context() as alone:
        alone.setattr(refinement, "continued", lambda solver, problem: solver.solve(problem))
        with pytest.raises(ConvergenceError, match="did not converge|does not reach the path"):
            jn.feedforward(task.robot, path, t, "collocation", guess=task.guess)
    plan = jn.feedforward(task.robot, path, t, "collocation", guess=task.guess)
    assert Plant(task.robot).follow(plan) < 1e-5


def test_a_singular_posture_is_named():
    """The tool is on the axis of the last motor."""
    robot = planar([(0.0, 10.0, 0.2, 0.2, DRIVE), (0.3, 5.0, 0.1, 0.1, jn.Spring(1e5)), (0.3, 8.0, 0.2, 0.1, DRIVE)], tip=0.0)
    with pytest.raises(SingularityError, match="do not depend on the motors independently: a singular pose"):
        jn.feedforward(robot, jn.trajectory.line([0.5, -0.2], [0.5, -0.3], 0.3), np.arange(0.0, 0.3, 1e-3), guess=[0.3, 0.0, 1.0])
