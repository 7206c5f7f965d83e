"""Arms whose accelerations two differentiations do not determine: chains of springs, bushings between motors and beyond."""

from itertools import pairwise

import mpmath as mp
import numpy as np
import pytest
from numpy.polynomial import polynomial as poly

import jounce as jn
from jounce.errors import InputError, SingularityError, SmoothnessError
from jounce.flexible.dae import Dae
from jounce.flexible.derivative_array import array_jacobian, array_residual, units_at
from jounce.flexible.reduced_ode import free_directions
from jounce.functions.partials import rnea_slopes, spring_slopes
from support.cases import some
from support.flexible import NMP
from support.flexible_statistics import Plant, output_values, random_task
from support.tolerances import assert_close

pytest.importorskip("pinocchio")
GEAR = 220.0
INERTIA, STIFFNESS, DAMPING = np.array([2e-3, 0.02, 0.02]), np.array([100.0, 110.0, 80.0]), np.array([0.08, 0.06, 0.08])
ROTOR = 5e-3
LENGTHS = (0.02, 0.6, 1.53)
"""The four masses of [Moberg2009], nominal, on the motor's side of the gear: arms [kg m^2], springs [Nm/rad] (the first where it
is stiff), dampers [Nms/rad] from the motor outwards, the motor, and how far the arms reach [m]. Friction is left out."""
DRIVE = jn.Drive(rotor_inertia=0.001, gear_ratio=100.0, stiffness=5e4)
SPRING = jn.Spring(2e4, damping=20.0)


# ---------------------------------------------------------------- four masses in a row


def four_masses(damped, lengths=(0.0, 0.0, 0.0), output="pitch"):
    """Motor, gear and three arm masses, on one axis if they have no lengths; the tool turns with the last."""
    J, k, d = (GEAR**2 * x for x in (INERTIA, STIFFNESS, DAMPING * np.array(damped)))
    links = [jn.Link("base"), *(jn.Link(f"a{i + 1}", 1.0, inertia=(x, x, x, 0, 0, 0)) for i, x in enumerate(J))]
    held = [{"drive": jn.Drive(ROTOR, gear_ratio=GEAR, stiffness=k[0], damping=d[0])}]
    held += [{"spring": jn.Spring(k[i], damping=d[i])} for i in (1, 2)]
    placed = [jn.robot.Placement(origin=(x, 0, 0)) for x in (0.0, *lengths)]
    joints = [
        jn.Joint(f"j{i + 1}", "revolute", link.name, after.name, placed[i], (0, 1, 0), **held[i])
        for i, (link, after) in enumerate(pairwise(links))
    ]
    return jn.Robot.build("four", links, joints, gravity=(0, 0, 0)).with_tool("a3", xyz=(lengths[2], 0, 0), outputs=(output,))


def transfer(damped):
    """(N, D), coefficients by rising powers of s: torque = N(s) / D(s) times the angle of the last mass, from Newton's law."""
    J, k, d = (GEAR**2 * x for x in (INERTIA, STIFFNESS, DAMPING * np.array(damped)))
    D = np.ones(1)
    for i in range(3):
        D = poly.polymul(D, [1.0, d[i] / k[i]])
    angle, torque = D, np.zeros(1)
    for i in (2, 1, 0):
        torque = poly.polyadd(torque, poly.polymul([0.0, 0.0, J[i]], angle))
        angle = poly.polyadd(angle, poly.polydiv(torque, np.array([k[i], d[i]]) if d[i] else np.array([k[i]]))[0])
    return poly.polyadd(torque, poly.polymul([0.0, 0.0, GEAR**2 * ROTOR], angle)), D


def test_four_masses_without_dampers():
    """Torque is a polynomial of degree eight in d/dt; no zeros, no states."""
    robot, q = four_masses((0, 0, 0)), np.zeros(3)
    path, t = jn.trajectory.line([0.0], [0.3], 0.3, degree=17), np.arange(-0.01, 0.32, 1e-3)
    plan = jn.feedforward(robot, path, t, guess=q)
    assert (plan.method, plan.status.differentiations) == ("derivative-array", 6)
    assert plan.why == "6 differentiations determine accelerations, and all joints follow from derivatives of the path"
    N, _ = transfer((0, 0, 0))
    assert len(N) == 9
    Y = path(t, 8)[..., 0]
    assert_close(plan.tau_m[:, 0], N @ Y, 1e-11)
    assert jn.verify(plan).tool_error < 1e-11
    assert len(plan.status.zeros) == 0
    index = jn.flexible.dae_index(robot, q)
    assert (index.differential_index, index.strangeness_index) == (8, 7)
    assert (index.differential_variables, index.algebraic_variables) == (0, 8)


def test_four_masses_with_dampers():
    """Three stable zeros -k/d. Along a polynomial the torque is a polynomial and three exponentials, by mpmath."""
    robot, q = four_masses((1, 1, 1)), np.zeros(3)
    path = jn.trajectory.line([0.0], [0.3], 0.3, degree=15)
    plan, fine = (jn.feedforward(robot, path, np.arange(0.0, 0.3, h), guess=q) for h in (1e-3, 2e-4))
    assert (plan.method, plan.status.differentiations) == ("derivative-array", 4)
    assert_close(jn.zero_dynamics(robot, q).zeros.real, [-110 / 0.06, -100 / 0.08, -80 / 0.08], 1e-6)
    index = jn.flexible.dae_index(robot, q)
    assert (index.differential_index, index.differential_variables) == (5, 3)
    with mp.workdps(50):
        N, D = ([mp.mpf(float(x)) for x in part] for part in transfer((1, 1, 1)))
        inverse = [mp.mpf(1) / D[0]]  # of D as a power series: z = y / D has the polynomial part sum inverse_k y^(k)
        for k in range(1, 16):
            inverse.append(-sum(D[j] * inverse[k - j] for j in range(1, min(k, 3) + 1)) / D[0])
        roots = [mp.mpf(-110) / mp.mpf("0.06"), mp.mpf(-1250), mp.mpf(-1000)]
        x = np.array([0.0, 1e-2, 0.1, 0.21, 0.299])
        Y = [[mp.mpf(float(v)) for v in row] for row in path(x, 15)[..., 0]] + [[mp.mpf(0)] * len(x)] * 16
        smooth = [[sum(inverse[k] * Y[k + j][i] for k in range(16)) for i in range(len(x))] for j in range(9)]
        C = mp.lu_solve(mp.matrix([[r**j for r in roots] for j in range(3)]), mp.matrix([-smooth[j][0] for j in range(3)]))
        ring = [sum(C[m] * mp.polyval(N[::-1], r) * mp.exp(r * mp.mpf(float(v))) for m, r in enumerate(roots)) for v in x]
        want = [sum(c * smooth[j][i] for j, c in enumerate(N)) + ring[i] for i in range(len(x))]
    off = [np.abs(found.at(x).tau_m[:, 0] - np.array(want, dtype=float)).max() for found in (plan, fine)]
    peak = np.abs(plan.tau_m).max()
    assert off[0] < 2.0 * plan.status.torque_error < 1e-5 * peak
    assert off[1] < 1e-9 * peak
    assert jn.verify(plan).tool_error < 1e-7


def test_four_masses_with_the_tool_of_the_benchmark():
    """Its tool is moved by all three arms: with small angles by l1 q1 + l2 q2 + l3 q3. Two differentiations do."""
    robot = four_masses((1, 1, 1), LENGTHS, "z")
    plan = jn.feedforward(robot, jn.trajectory.line([0.0], [0.05], 0.3), np.arange(0.0, 0.4, 1e-3), guess=np.zeros(3))
    assert plan.method == "collocation"
    assert jn.verify(plan).tool_error < 1e-9


def test_a_path_that_is_not_smooth_enough():
    robot = four_masses((0, 0, 0))
    with pytest.raises(SmoothnessError, match=r"path: derivative 6 jumps, but robot 'four' needs derivatives to order 7") as said:
        jn.feedforward(robot, jn.trajectory.line([0.0], [0.3], 0.3), [0.0, 0.1])
    assert "degree" in str(said.value)
    push = {"a3": jn.trajectory.rest_to_rest(np.zeros(6), np.ones(6), 0.3, degree=9)}
    with pytest.raises(SmoothnessError, match=r"wrench\['a3'\]: derivative 5 jumps, .* to order 5"):
        jn.feedforward(robot, jn.trajectory.line([0.0], [0.3], 0.3, degree=15), [0.0, 0.1], wrench=push)


def test_other_methods_are_refused():
    path = jn.trajectory.line([0.0], [0.3], 0.3, degree=15)
    for method in ("collocation", "bdf", "spline"):
        with pytest.raises(InputError, match=f"6 differentiations .* {method!r} makes two"):
            jn.feedforward(four_masses((0, 0, 0)), path, [0.0, 0.1], method)


# ---------------------------------------------------------------- arms


def arm(held, outputs, axes=None, gravity=(0.0, 0.0, -9.81)):
    """Rods of 0.4 m, joint after joint; held: a drive, a spring or a bushing each."""
    links, joints = [jn.Link("base")], []
    for i, part in enumerate(held):
        links.append(jn.Link(f"l{i}", 8.0 - i, (0.18, 0.01, 0.02), (0.05, 0.12, 0.1, 0, 0, 0)))
        kind, name = {
            jn.Drive: ("revolute", "drive"),
            jn.Spring: ("revolute", "spring"),
            jn.robot.Bushing: ("bushing", "bushing"),
        }[type(part)]
        where = jn.robot.Placement(origin=(0.4 * (i > 0), 0.0, 0.0))
        axis = (0, 1, 0) if axes is None else axes[i]
        joints.append(jn.Joint(f"j{i}", kind, links[-2].name, links[-1].name, where, axis, **{name: part}))
    return jn.Robot.build("arm", links, joints, gravity=gravity).with_tool(links[-1].name, xyz=(0.3, 0, 0), outputs=outputs)


def planned(robot, bent, away, duration=0.2, degree=13, **more):
    """A plan along a line from a posture of the motors on."""
    q = np.zeros(robot.n)
    q[[i for i, joint in enumerate(robot.joints) if joint.spring is None]] = bent
    y = output_values(robot, Plant(robot).pose(q))
    path = jn.trajectory.line(y, y + np.array(away), duration, degree=degree, start_time=0.02)
    return jn.feedforward(robot, path, np.arange(0.0, duration + 0.05, 1e-3), guess=q, **more)


@pytest.mark.parametrize(("damping", "more"), [(0.0, 2), (20.0, 1)])
def test_a_spring_beyond_the_last_motor(damping, more):
    """The tool's full pose prescribes what it carries: its load says how it bends."""
    robot = arm([DRIVE, DRIVE, DRIVE, jn.Spring(2e4, damping=damping)], ("x", "z", "pitch"))
    plan = planned(robot, [0.3, 0.9, 0.6], [-0.04, 0.03, 0.1])
    assert (plan.method, plan.status.differentiations) == ("derivative-array", 2 + more)
    assert Plant(robot).follow(plan) < 1e-9
    index = jn.flexible.dae_index(robot, plan.q[0, 0])
    assert index.differential_index == 4 + more
    assert index.differential_variables == len(jn.zero_dynamics(robot, plan.q[0, 0]).zeros) == (damping > 0.0)


def test_a_chain_beyond_the_last_motor():
    """Two springs after each other, undamped: four differentiations more, and smoother paths."""
    robot = arm([DRIVE, DRIVE, DRIVE, jn.Spring(2e4), jn.Spring(1e4)], ("x", "z", "pitch"))
    with pytest.raises(SmoothnessError, match="derivatives to order"):
        planned(robot, [0.3, 0.9, 0.6], [-0.04, 0.03, 0.1], degree=9)
    plan = planned(robot, [0.3, 0.9, 0.6], [-0.04, 0.03, 0.1], degree=17)
    assert plan.method == "derivative-array"
    assert Plant(robot).follow(plan) < 1e-9


@pytest.mark.parametrize("place", some([2, 3, 1], 2))
def test_bushings_between_and_beyond_motors(place):
    """A place that gives way in all six directions."""
    K = np.diag([3e4, 3e4, 4e4, 2e6, 2e6, 3e6])
    K[0, 4] = K[4, 0] = -2e4
    held = [DRIVE, DRIVE, DRIVE]
    axes = [(0, 0, 1), (0, 1, 0), (0, 1, 0)]
    held.insert(place, jn.robot.Bushing(stiffness=K.tolist(), damping=(1e-3 * np.diag(K)).tolist()))
    axes.insert(place, (0, 0, 1))
    robot = arm(held, ("x", "y", "z"), axes)
    plan = planned(robot, [0.3, 0.4, 1.1], [0.02, 0.02, 0.02])
    assert plan.method == "derivative-array"
    error = Plant(robot).follow(plan)
    assert error < 1e-6
    assert error / 10.0 < plan.status.tool_error < 10.0 * max(error, 1e-10)


def test_under_a_wrench():
    robot = arm([DRIVE, DRIVE, DRIVE, SPRING], ("x", "z", "pitch"))
    push = jn.trajectory.rest_to_rest(np.zeros(6), [0, 2.0, 0, 30.0, 0, -40.0], 0.06, degree=11)
    plan = planned(robot, [0.3, 0.9, 0.6], [-0.01, 0.008, 0.03], 0.08, wrench={"l2": push, "l3": push})
    assert plan.method == "derivative-array"
    assert jn.verify(plan).tool_error < 1e-8


def test_on_usual_arms_it_is_collocation():
    """Two differentiations do: the same motion, by other equations."""
    path = jn.trajectory.line([1.5, -1.5], [1.525, -1.475], 0.1, start_time=0.1)
    t = np.arange(0.0, 0.3, 1e-3)
    plan, other = (jn.feedforward(NMP, path, t, method) for method in ("derivative-array", "collocation"))
    assert plan.status.differentiations == 2
    assert plan.why.startswith("method 'derivative-array' was asked for; 2 differentiations determine accelerations")
    assert_close(plan.q[0], other.q[0], 1e-9)
    assert_close(plan.tau_m, other.tau_m, 1e-6)
    assert Plant(NMP).follow(plan) < 1e-8


@pytest.mark.parametrize("arm_number", some([37, 189, 212, 105, 169], 3))
def test_random_arms(arm_number):
    """Some of those that were refused for their index."""
    task = random_task(arm_number)
    plan = jn.feedforward(task.robot, task.path, task.t, guess=task.guess)
    assert plan.method == "derivative-array"
    error = Plant(task.robot).follow(plan)
    assert error < 1e-8
    assert plan.status.tool_error < 10.0 * max(error, 1e-10)


def test_carried_rotors_are_refused():
    """Those of rigid drives, where two differentiations do not do."""
    carried = jn.Drive(rotor_inertia=0.001, gear_ratio=100.0, coupling="full")
    robot = arm([carried, carried, carried, SPRING], ("x", "z", "pitch"))
    with pytest.raises(InputError, match=r"joint 'j\d': its rotor is carried along, .* Take coupling='spong' there"):
        planned(robot, [0.3, 0.9, 0.6], [-0.04, 0.03, 0.1])


def test_poses_that_no_differentiation_helps():
    """Stretched out, the tool cannot be moved along the arm; on the axis of its only motor it does not feel it."""
    robot = arm([DRIVE, SPRING, DRIVE], ("x", "z"), gravity=(0.0, 0.0, 0.0))
    dae, straight = Dae(robot), np.zeros(3)
    target = dae.outputs.desired(output_values(robot, Plant(robot).pose(straight))[None])
    assert free_directions(dae, straight, target, units_at(dae, straight, target)) is None
    with pytest.raises(SingularityError, match="the acceleration of joint 'j1' is not determined: a singular pose. Choose"):
        dae.refuse_high_index(straight)


# ---------------------------------------------------------------- the array


def test_spring_slopes():
    """Rows of all slopes; under wrenches by differences."""
    robot = arm([DRIVE, SPRING, DRIVE, SPRING], ("x", "z"))
    rng = np.random.default_rng(0)
    Q, W = rng.normal(size=(5, 3, robot.n)), rng.normal(size=(3, 3, 6))
    for found, full in zip(spring_slopes(robot, *Q), rnea_slopes(robot, *Q)):
        assert_close(found, full[..., [1, 3], :], 1e-13)
    push = {"l2": tuple(30.0 * W)}
    by, h = spring_slopes(robot, *Q, wrench=push), 1e-6
    for i in range(robot.n):
        there, back = Q.copy(), Q.copy()
        there[0, :, i] += h
        back[0, :, i] -= h
        tau = [jn.rnea(robot, *moved, wrench=push)[0][..., [1, 3]] for moved in (there, back)]
        assert_close(by[0][0, ..., i], (tau[0] - tau[1]) / (2.0 * h), 1e-7)


def test_slopes_of_the_array():
    """By differences, at a jet that meets its target: loads and outputs to the fourth derivative."""
    robot = arm([DRIVE, SPRING, DRIVE, SPRING], ("x", "z"))
    dae, rng = Dae(robot), np.random.default_rng(1)
    Z = rng.normal(size=(5, robot.n)) * np.array([0.3, 1.0, 5.0, 30.0, 200.0])[:, None]
    target = dae.outputs.desired(jn.tool_pose(robot, *Z)[0][..., [0, 2]])
    units = units_at(dae, Z[0], target)
    assert np.abs(array_residual(dae, Z, target, units)[2:4]).max() < 1e-12  # e is zero where it is meant to be
    jet, found, h = units.jet(Z), array_jacobian(dae, Z, target, units), 1e-5
    for k in range(jet.size):
        step = np.zeros(jet.size)
        step[k] = h
        ahead, behind = (
            array_residual(dae, units.motion(jet + sign * step.reshape(jet.shape)), target, units) for sign in (1.0, -1.0)
        )
        assert_close(found[:, k], (ahead - behind) / (2.0 * h), 1e-6)
