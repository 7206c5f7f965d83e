"""Linear models at random moving states: differences of a tree with motors, 40 digits of the forward dynamics, `linearize`."""

from dataclasses import replace

import mpmath
import numpy as np
import pytest

import jounce as jn
from jounce.functions.linear_model import Instant, at_rest, drive_derivatives, inertia, linear_model, tree_model, with_drives
from jounce.plant.plant import plant_of
from support.combinations import laws
from support.motor_tree import MotorTree, with_random_drives
from support.random_robots import random_robot
from support.tolerances import CHAIN, assert_close

STEP = 1e-3
DIFFERENCES = 1e-8
"""Differences of fourth order with this step, of curves that bend over a tenth of a radian or of a radian per second."""
DIGITS = 40
KINDS = ("elastic", "laws", "beside", "full", "transmission", "second", "sprung", "followers")


def random_case(kind, seed):
    """A robot of four joints, elastic and rigid, damped, with friction, and one more feature."""
    rng = np.random.default_rng(seed)
    robot = random_robot(seed, 4, ("revolute", "prismatic"))
    if kind == "followers":
        first, last = robot.joints[1], robot.joints[3]
        rubbing = jn.Friction(viscous=0.4, coulomb=0.8, speed=0.2)
        robot = replace(
            robot, joints=(*robot.joints[:3], replace(last, mimic=jn.robot.Mimic(first.name, -0.7, 0.1), friction=rubbing))
        )
    if kind == "sprung":
        robot = replace(robot, joints=coupled(robot.joints, rng))
    robot = with_random_drives(robot, seed, coupling="full" if kind == "full" else "spong")
    damping = {j.name: 0.02 * j.drive.stiffness for j in robot.joints if j.drive is not None and j.drive.elastic}
    robot = robot.with_drives(damping=damping) if damping else robot
    if kind == "laws":
        robot = laws(robot)
    if kind in ("beside", "sprung"):
        robot = replace(robot, joints=tuple(map(with_more_beside, robot.joints, range(robot.n))))
    if kind == "transmission":
        robot = robot.with_transmission(np.eye(4) + 0.3 * np.tril(rng.normal(size=(4, 4)), -1))
    if kind == "second":
        drive = replace(robot.joints[2].drive, stiffness=70.0, damping=2.0)
        robot = replace(
            robot, joints=(*robot.joints[:2], replace(robot.joints[2], second=jn.robot.SecondDrive(drive, 3.0)), robot.joints[3])
        )
    return robot


def coupled(joints, rng):
    """The second and the fourth joint without motors, on springs that are coupled."""
    first, second = jn.Spring(200.0, 4.0), jn.Spring(150.0, 3.0, ((joints[1].name, 60.0 * rng.uniform(), 1.5),))
    return joints[0], replace(joints[1], spring=first), joints[2], replace(joints[3], spring=second)


def with_more_beside(joint, i):
    if joint.spring is not None:
        return joint
    springs = (
        jn.robot.ParallelSpring(40.0, 0.2),
        jn.robot.ParallelSpring(jn.robot.HardeningSpring(30.0, 20.0)),
        jn.robot.ParallelSpring(hanging),
    )
    return replace(joint, parallel=springs[i % 3], friction=jn.Friction(viscous=0.3, coulomb=1.2, speed=0.5))


def hanging(x):
    return -5.0 * jn.numbers.sin(x)


def moving(robot, seed, batch=()):
    """(instant, tau_m): a random state with the accelerations of links and motors under random torques."""
    rng = np.random.default_rng(seed + 100)
    plant = plant_of(robot)
    q, qd, theta, thetad, tau_m = (rng.normal(size=(*batch, k)) for k in (robot.n, robot.n, *(robot.m,) * 3))
    N = plant.transmission.matrix(robot.n)
    behind = np.isin(np.arange(robot.m), plant.elastic)
    theta, thetad = (np.where(behind, x @ N.T + 0.1 * y, x @ N.T) for x, y in ((q, theta), (qd, thetad)))
    tau_m[..., plant.passive] = 0.0
    qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau_m)
    return Instant(q, qd, qdd, theta, thetad, thetadd), tau_m


def states(robot, at):
    """x, xd, xdd (..., s), and motors (m, s) that turn with them."""
    plant = plant_of(robot)
    rows = zip(at[:3], at[3:])
    turns = np.zeros((robot.m, robot.n + len(plant.elastic)))
    turns[:, : robot.n] = plant.transmission.matrix(robot.n)
    for k, i in enumerate(plant.elastic):
        turns[i] = np.eye(turns.shape[1])[robot.n + k]
    return [np.concatenate([links, motors[..., plant.elastic]], axis=-1) for links, motors in rows], turns


def differences(function, x):
    """d function / dx, differences of fourth order."""
    columns = []
    for e in STEP * np.eye(len(x)):
        near, far = (function(x + k * e) - function(x - k * e) for k in (1.0, 2.0))
        columns.append((8.0 * near - far) / (12.0 * STEP))
    return np.array(columns).T


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "followers"])
@pytest.mark.parametrize("seed", range(3))
def test_against_the_tree_with_motors(kind, seed):
    """Derivatives of what is missing in equations that share nothing with ours."""
    robot = random_case(kind, seed)
    tree, (at, tau_m), elastic = MotorTree(robot), moving(robot, seed), plant_of(robot).elastic
    (x, xd, xdd), turns = states(robot, at)

    def missing(x, xd, xdd, tau_m):
        rows = ([row[: robot.n] for row in (x, xd, xdd)], [turns @ row for row in (x, xd, xdd)])
        links, motors = tree.missing(0.0, *rows[0], *rows[1], tau_m)
        return -np.concatenate([links, motors[elastic]])

    model = linear_model(robot, at)
    scale = np.abs(model.stiffness).max()
    assert np.abs(missing(x, xd, xdd, tau_m)).max() <= 1e-10 * scale
    assert_close(model.stiffness, differences(lambda y: missing(y, xd, xdd, tau_m), x), DIFFERENCES, "stiffness")
    assert_close(model.loss, differences(lambda y: missing(x, y, xdd, tau_m), xd), DIFFERENCES, "loss")
    assert_close(model.mass, differences(lambda y: missing(x, xd, y, tau_m), xdd), DIFFERENCES, "mass")
    by_torque = differences(lambda y: missing(x, xd, xdd, y), tau_m)[:, plant_of(robot).driven]
    assert_close(model.input, -by_torque, DIFFERENCES, "input")
    assert_close(inertia(robot, at.q), model.mass, CHAIN)


@pytest.mark.parametrize("kind", KINDS)
def test_against_forty_digits_of_the_forward_dynamics(kind):
    """mass dxdd = - stiffness dx - loss dxd + input du, with friction that falls before it rises (Stribeck)."""
    robot = random_case(kind, 5)
    robot = robot.with_drives(stribeck_friction={j.name: 0.7 for j in robot.joints if j.drive is not None}, stribeck_speed=0.3)
    (at, tau_m), plant, n = moving(robot, 5), plant_of(robot), robot.n
    (x, xd, _), turns = states(robot, at)
    model = linear_model(robot, at)

    def accelerations(x, xd, tau_m):
        qdd, thetadd = jn.elastic_forward_dynamics(robot, x[:n], xd[:n], turns @ x, turns @ xd, tau_m)
        return np.concatenate([qdd, thetadd[plant.elastic]])

    with mpmath.workdps(DIGITS):
        exact = np.vectorize(mpmath.mpf, otypes=[object])
        state, h = [exact(row) for row in (x, xd, tau_m)], mpmath.mpf(10) ** -12
        for k, by in enumerate((-model.stiffness, -model.loss, model.input)):
            columns = range(len(state[k])) if k < 2 else plant.driven
            ends = [
                [[*state[:k], state[k] + s * h * (np.arange(len(state[k])) == i), *state[k + 1 :]] for s in (1, -1)]
                for i in columns
            ]
            slopes = np.array([(accelerations(*b) - accelerations(*a)) / (2 * h) for b, a in ends]).T.astype(float)
            assert_close(model.mass @ slopes, by, 1e-10, terms=np.abs(model.mass) @ np.abs(slopes))


COMPILED = [pytest.param(kind, "native", marks=pytest.mark.native) for kind in ("elastic", "full")]


@pytest.mark.parametrize(("kind", "backend"), [*((kind, "python") for kind in KINDS), *COMPILED])
def test_many_states_at_once_are_those_of_linearize(kind, backend):
    robot = random_case(kind, 2)
    with jn.backend(backend):
        at, tau_m = moving(robot, 2, (5,))
        model = linear_model(robot, at)
        space = jn.linearize(robot, at.q, at.qd, at.theta, at.thetad, tau_m)
        half = model.mass.shape[-1]
        assert_close(
            space.A[:, half:], -np.linalg.solve(model.mass, np.concatenate([model.stiffness, model.loss], axis=-1)), 1e-9
        )
        assert_close(space.B[:, half:], np.linalg.solve(model.mass, np.broadcast_to(model.input, (5, *model.input.shape))), 1e-9)
        for k in range(5):
            for one, many in zip(linear_model(robot, Instant(*(row[k] for row in at)))[:3], model[:3]):
                assert_close(one, many[k], CHAIN)


def test_live_parameters_are_those_of_another_robot():
    robot = random_case("elastic", 1)
    rest = at_rest(robot, np.array([0.1, -0.2, 0.3, 0.4]), np.full(4, 0.05))
    other = {name: 1.3 * robot.parameter_values(name) for name in ("stiffness", "damping", "rotor_inertia", "viscous_friction")}
    found = with_drives(robot, tree_model(robot, rest), rest, other)
    for mine, wanted in zip(found, linear_model(robot.with_parameters(other), rest)):
        assert_close(mine, wanted)


def test_only_friction_and_laws_depend_on_the_state():
    plain = drive_derivatives(jn.load("kuka_lwr"))
    assert not plain.stiffness.rows
    assert not plain.mass.rows
    rubbing = drive_derivatives(jn.load("kuka_lwr").with_drives(coulomb_friction=1.0))
    assert len(rubbing.loss.rows) == 7
    assert len(drive_derivatives(laws(jn.load("kuka_lwr"))).stiffness.rows) > 7
