"""Arms that bend where no motor acts: orders of convergence of the solvers, their conditioning, and what they are made of."""

from functools import cache

import numpy as np
import pytest

import jounce as jn
from jounce.flexible.dae import Dae
from jounce.flexible.joint_motion import HermitePieces
from jounce.flexible.solvers import bdf, least_squares
from jounce.flexible.solvers.collocation import Collocation
from support.flexible import DIAGONAL, GENTLE, MP, NMP, planned, problem
from support.tolerances import assert_close

native = pytest.mark.native


# ---------------------------------------------------------------- orders of convergence, and how well the steps are conditioned


@cache
def by_collocation(h):
    """GENTLE on the minimum-phase arm by a method that knows no backward differences."""
    return Collocation().solve(problem(MP, GENTLE, h, GENTLE.end_time)).q


def by_backward_differences(h, order, index=3, scaled=True, count=None):
    dae = Dae(MP)
    t = h * np.arange(round(GENTLE.end_time / h) + 1 if count is None else count)
    targets = dae.outputs.target(GENTLE, t, 2)
    return bdf.integrate(dae, dae.at_rest(targets.at(0)), targets, h, order, index, scaled)


@native
@pytest.mark.parametrize(("index", "order"), [*((3, k) for k in range(1, 7)), (2, 2), (2, 5), (1, 3), (1, 6)])
def test_order_of_backward_differentiation(index, order):
    steps = np.array([2e-3, 1e-3, 5e-4] if order == 1 else [4e-3, 2e-3, 1e-3])
    truth = by_collocation(2.5e-4)
    errors = [np.abs(by_backward_differences(h, order, index)[0] - truth[:: round(h / 2.5e-4)]).max() for h in steps]
    assert abs(np.polyfit(np.log(steps), np.log(errors), 1)[0] - order) < 0.3


@native
@pytest.mark.parametrize("index", [3, 2, 1])
def test_conditioning_of_steps(index):
    """[Moberg2010], section 9.2: bad for small steps, unless equations are scaled. Here h^-2, from accelerations beside e."""
    steps = np.array([4e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4])
    scaled, plain = (
        np.array([by_backward_differences(h, 3, index, scaled=yes, count=20)[2].condition for h in steps])
        for yes in (True, False)
    )
    assert (scaled < 1e2).all()
    assert scaled.max() < 1.1 * scaled.min()
    assert abs(np.polyfit(np.log(1.0 / steps), np.log(plain), 1)[0] - 2.0) < 0.1
    assert plain[-1] > 1e9


@native
@pytest.mark.parametrize(("index", "floor"), [(3, 5e-11), (2, 5e-12), (1, 5e-12)])
def test_floor_of_backward_differentiation(index, floor):
    """Order 6 falls by 64 a halving until rounding over h^2 takes over, which is 1e-11 rad and hardly depends on scaling."""
    truth = by_collocation(5e-4)
    coarse, fine = (
        [np.abs(by_backward_differences(h, 6, index, yes)[0][:: round(2e-3 / h)] - truth[::4]).max() for yes in (True, False)]
        for h in (2e-3, 2.5e-4)
    )
    assert abs(coarse[0] / coarse[1] - 1.0) < 1e-3
    assert max(fine) < floor
    assert min(fine) > 1e-1 * coarse[0] / 64.0**3  # no further on the straight line


@native
def test_order_of_collocation():
    """Coarse steps on a gentle path, half of a millisecond's work: order 6 in positions and velocities."""
    path = jn.trajectory.line([1.5, -1.5], [1.8, -1.2], 0.4, degree=21, start_time=0.2)
    steps = np.array([2e-2, 1e-2, 5e-3])
    found = {h: np.array(Collocation().solve(problem(NMP, path, h, 0.8))[1:3]) for h in (*steps, 1.25e-3)}
    for k in (0, 1):
        errors = [np.abs(found[h][k] - found[1.25e-3][k][:: round(h / 1.25e-3)]).max() for h in steps]
        assert abs(np.polyfit(np.log(steps), np.log(errors), 1)[0] - 6.0) < 0.5


# ---------------------------------------------------------------- pieces of the solvers


@pytest.mark.parametrize("robot", [MP, NMP.with_gravity((1.0, 0.0, -9.81))], ids=["minimum phase", "not, under gravity"])
def test_slopes_are_those_of_the_residual(robot):
    """Central differences of every argument."""
    dae = Dae(robot)
    q, v, a = np.random.default_rng(0).normal(size=(3, 3))
    target = dae.outputs.desired(np.zeros((1, 2)))
    residual_jacobians = dae.residual_jacobians(q, v, a, target)
    h = 1e-5
    for k in range(3):
        e = h * np.eye(3)[k]
        for part, (right, left) in zip(
            residual_jacobians, (((q + e, v, a), (q - e, v, a)), ((q, v + e, a), (q, v - e, a)), ((q, v, a + e), (q, v, a - e)))
        ):
            difference = (dae.residual(*right, target) - dae.residual(*left, target)) / (2 * h)
            assert (
                np.abs(difference - part[:, k]).max() < 1e-8 * np.abs(residual_jacobians.q).max()
            )  # springs of 1e5, differences of 1e-5


@pytest.mark.parametrize("robot", [MP, NMP.with_gravity((1.0, 0.0, -9.81))], ids=["minimum phase", "not, under gravity"])
def test_rate_of_what_is_left(robot):
    """d sd / d s by differences, with the tool on a path that moves; and the whole motion solves the equation."""
    dae = Dae(robot)
    rng = np.random.default_rng(1)
    q = np.array([0.5, 1.0, 0.02])
    y = np.stack([jn.tool_pose(robot, q)[0][[0, 2]], *rng.normal(size=(2, 2))])
    target = dae.outputs.desired(y)
    s = np.array([0.02, 0.3])
    found = dae.rate(q, s, target)
    assert np.abs(dae.load(found.q, found.v, found.a, target)).max() < 1e-12 * 1e5
    assert np.abs(dae.outputs.errors((found.q, found.v, found.a), target)).max() < 1e-12
    h = 1e-6
    for k in range(2):
        right, left = (dae.rate(q, s + sign * h * np.eye(2)[k], target) for sign in (1.0, -1.0))
        difference = [(right.v[2] - left.v[2]) / (2 * h), (right.a[2] - left.a[2]) / (2 * h)]
        assert np.abs(found.jacobian[:, k] - difference).max() < 1e-7 * np.abs(found.jacobian).max()


def test_a_pose_at_rest_bends_under_gravity():
    robot = MP.with_gravity((0.0, 0.0, -9.81))
    dae = Dae(robot)
    target = dae.outputs.desired(np.array([[0.9, -1.2]]))
    q = dae.at_rest(target)
    assert abs(jn.gravity_torque(robot, q)[2] + 1e5 * q[2]) < 1e-8 * 1e5
    assert abs(q[2]) > 1e-4
    assert_close(jn.tool_pose(robot, q)[0][[0, 2]], [0.9, -1.2], 1e-10)


def test_pieces_are_the_polynomials_they_came_from():
    """Degree 7 from four values at both ends, on a grid of unequal steps."""
    rng = np.random.default_rng(3)
    coefficients = rng.normal(size=(8, 2))
    grid = np.array([0.0, 0.1, 0.15, 0.4, 0.41])
    known = np.stack(
        [np.polynomial.polynomial.polyval(grid, np.polynomial.polynomial.polyder(coefficients, k)).T for k in range(4)]
    )
    t = np.linspace(0.0, 0.41, 83)
    for k, found in enumerate(HermitePieces(grid, known)(t, 2)):
        expected = np.polynomial.polynomial.polyval(t, np.polynomial.polynomial.polyder(coefficients, k)).T
        assert_close(found, expected, 1e-12 * 30.0**k)  # rounding over a step of 0.01, the shortest, once more a derivative


@native
def test_motion_between_instants():
    """Derivatives are those of what comes before them, and the tool is on the path between grid points as well."""
    motion = planned("diagonal", "collocation")[0].motion
    t = np.array([0.0507, 0.1003, 0.13333, 0.1551, 0.2101])
    h = 1e-5
    right, left, here = motion(t + h, 4), motion(t - h, 4), motion(t, 4)
    for k in range(4):
        scale = np.abs(here[k + 1]).max()
        assert np.abs((right[k] - left[k]) / (2 * h) - here[k + 1]).max() < 3e-5 * scale, k
    assert np.abs(jn.tool_pose(NMP, here[0])[0][:, [0, 2]] - DIAGONAL(t)[0]).max() < 1e-12


def test_banded_normal_equations_against_a_dense_matrix(monkeypatch):
    monkeypatch.setattr(least_squares, "WEIGHT", 0.5)
    rng = np.random.default_rng(0)
    count, n, passive, outputs = 12, 3, [2], 2
    inner = count - 6
    blocks = [rng.normal(size=(inner, len(passive), n)) for _ in range(7)]
    load, J, e = rng.normal(size=(inner, 1)), rng.normal(size=(count, outputs, n)), rng.normal(size=(count, outputs))
    bent = rng.normal(size=(count, 1))
    rows, right = [], []
    for i in range(inner):
        row = np.zeros((1, count, n))
        for k in range(7):
            row[:, i + k] = blocks[k][i]
        rows.append(row.reshape(1, -1))
        right.append(load[i])
    for i in range(count):
        row = np.zeros((outputs, count, n))
        row[:, i] = J[i]
        rows.append(row.reshape(outputs, -1))
        right.append(e[i])
        row = np.zeros((1, count, n))
        row[0, i, 2] = least_squares.WEIGHT
        rows.append(row.reshape(1, -1))
        right.append(bent[i])
    expected = np.linalg.lstsq(np.vstack(rows), np.concatenate(right), rcond=None)[0]
    found = least_squares._banded(blocks, load, J, e, bent, passive)
    assert_close(found.ravel(), expected, 1e-10)  # normal equations square the condition


# ---------------------------------------------------------------- names, and torque as a function of time


def test_a_link_named_tool_is_not_the_tool():
    """Regression: "tool" as a place is a link of that name first; what is controlled is `robot.tool`."""
    names = {"link2": "tool"}
    links = [jn.Link("base"), *(jn.Link(names.get(x.name, x.name), x.mass, x.com, x.inertia) for x in MP.links)]
    joints = [
        jn.Joint(
            j.name, j.type, names.get(j.parent, j.parent), names.get(j.child, j.child), j.placement, j.axis, j.drive, j.spring
        )
        for j in MP.joints
    ]
    robot = jn.Robot.build("renamed", links, joints, gravity=(0.0, 0.0, 0.0), tool=MP.tool)
    q = np.array([0.5, 1.0, 0.1])
    assert robot.locate("tool")[0] == 1
    assert robot.locate(robot.tool)[0] == 2
    assert_close(Dae(robot).outputs.jacobians(q[None])[0], Dae(MP).outputs.jacobians(q[None])[0])
    found, expected = (jn.zero_dynamics(x, q).zeros for x in (robot, MP))
    assert_close(found.real, expected.real)
    assert jn.flexible.dae_index(robot, q)[:5] == jn.flexible.dae_index(MP, q)[:5]
