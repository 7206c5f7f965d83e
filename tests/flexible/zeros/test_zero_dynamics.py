"""Zeros and eigenfrequencies: by hand, by the published values, and by what a motion that leaves the tool at rest must do."""

import dataclasses

import numpy as np
import pytest
from scipy.linalg import eig

import jounce as jn
from jounce.errors import InputError, SingularityError
from jounce.flexible.dae import Dae
from jounce.flexible.modal_analysis import linearise
from jounce.flexible.tool_targets import Outputs
from support.flexible import DIAGONAL, LINE, MP, NMP, THREE, posture
from support.random_robots import random_robot
from support.tolerances import assert_close

POSE = [0.5, 1.0, 0.0]


def test_published_zeros():
    """[Moberg2010]: minimum phase with Table 1; a zero 'around 27 Hz' with Table 3."""
    table1, table3 = (jn.zero_dynamics(jn.load(name), POSE) for name in ("moberg_5dof", "moberg_5dof_nmp"))
    assert table1.minimum_phase
    assert not table3.minimum_phase
    unstable = table3.zeros[table3.zeros.real > 0]
    assert len(unstable) == 1
    assert abs(unstable[0] / (2 * np.pi) - 27.0) < 0.5


@pytest.mark.parametrize("name", ["moberg_5dof", "moberg_5dof_nmp"])
def test_what_swings_while_the_tool_stands_still(name):
    """One motion of three joints leaves the tool; the row of the joint without a motor is its equation. And -K/D a drive."""
    robot = jn.load(name)
    spring, drive = robot.joints[2].spring, robot.joints[0].drive
    still = np.linalg.svd(Outputs(robot).jacobians(np.array(POSE)[None])[0])[2][-1]
    swing = [jn.mass_matrix(robot, POSE)[2] @ still, spring.damping * still[2], spring.stiffness * still[2]]
    # drives are faster than the spring; a pair has the negative imaginary part first
    swinging = sorted(np.roots(swing), key=lambda s: (round(s.real, 6), s.imag))
    expected = np.array([*[-drive.stiffness / drive.damping] * 2, *swinging])
    found = jn.zero_dynamics(robot, POSE).zeros
    assert_close(found.real, expected.real, 1e-7)  # a double zero is known to the root of rounding
    assert np.abs(found.imag - expected.imag).max() < 1e-4


def test_a_flat_robot_has_none_and_damping_adds_stable_ones():
    robot = jn.load("planar_2r")
    assert jn.zero_dynamics(robot, [0.3, 1.0]).zeros.size == 0
    damped = robot.with_drives(stiffness=2000.0, rotor_inertia=1e-4, gear_ratio=100.0, damping=[10.0, 20.0])
    assert_close(jn.zero_dynamics(damped, [0.3, 1.0]).zeros.real, [-200.0, -100.0], 1e-9)
    assert jn.zero_dynamics(robot.with_rigid_joints(), [0.3, 1.0]).zeros.size == 0


@pytest.mark.parametrize("name", ["moberg_5dof", "moberg_5dof_nmp"])
def test_a_zero_is_a_motion_without_output(name):
    """At a zero s there is a motion e^(st) and a torque for it that leave the tool where it is."""
    robot = jn.load(name)
    linear = linearise(robot, np.array(POSE))
    for s in jn.zero_dynamics(robot, POSE).zeros:
        top = np.hstack([linear.mass * s**2 + linear.loss * s + linear.stiffness, -linear.input])
        pencil = np.vstack([top / np.abs(top).max(axis=1, keepdims=True), np.hstack([linear.output, np.zeros((2, 2))])])
        assert np.linalg.svd(pencil, compute_uv=False)[-1] < 1e-9


@pytest.mark.parametrize("seed", range(5))
def test_linearisation_is_that_of_the_plant(seed):
    """Differences of `elastic_forward_dynamics` about rest."""
    robot = random_robot(seed, n=4).with_drives(
        stiffness=[800.0, np.inf, 500.0, 700.0], rotor_inertia=0.3, damping=3.0, viscous_friction=0.2, coulomb_friction=0.1
    )
    q = np.random.default_rng(seed).normal(size=4)
    linear = linearise(robot, q)
    hold = jn.gravity_torque(robot, q)
    bends = [0, 2, 3]
    theta = q + np.where(np.isfinite([800.0, np.inf, 500.0, 700.0]), hold / np.array([800.0, 1.0, 500.0, 700.0]), 0.0)

    def acceleration(x, v, u):
        place, speed = theta.copy(), np.zeros(4)
        place[bends] += x[4:]
        speed[bends] = v[4:]
        qdd, thetadd = jn.elastic_forward_dynamics(robot, q + x[:4], v[:4], place, speed, hold + u)
        return np.concatenate([qdd, thetadd[bends]])

    h = 1e-5
    inverse = np.linalg.inv(linear.mass)
    zero, torque = np.zeros(7), np.zeros(4)
    for k in range(7):
        e = h * np.eye(7)[k]
        by_place = (acceleration(e, zero, torque) - acceleration(-e, zero, torque)) / (2 * h)
        by_speed = (acceleration(zero, e, torque) - acceleration(zero, -e, torque)) / (2 * h)
        assert np.abs(by_place + (inverse @ linear.stiffness)[:, k]).max() < 1e-5 * np.abs(inverse @ linear.stiffness).max()
        assert np.abs(by_speed + (inverse @ linear.loss)[:, k]).max() < 1e-5 * np.abs(inverse @ linear.loss).max()
    for k in range(4):
        by_torque = acceleration(zero, zero, np.eye(4)[k]) - acceleration(zero, zero, torque)
        assert_close(by_torque, (inverse @ linear.input)[:, k], 1e-9)


def test_eigenfrequencies_by_hand():
    """One link on one motor: sqrt(K (1/M + 1/B)) free, with a rigid-body motion beside it; sqrt(K/M) locked."""
    link = jn.Link("arm", 2.0, (0.5, 0.0, 0.0), (0.1, 0.1, 0.1, 0, 0, 0))
    robot = jn.Robot.build("one", [jn.Link("base"), link], [jn.Joint("j", "revolute", "base", "arm")], gravity=(0, 0, 0))
    robot = robot.with_drives(stiffness=50.0, rotor_inertia=0.3)
    M = 0.1 + 2.0 * 0.25
    found = jn.eigenfrequencies(robot, [0.7])
    assert_close(found.free, [0.0, np.sqrt(50.0 * (1 / M + 1 / 0.3))])
    assert_close(found.locked, [np.sqrt(50.0 / M)])


def test_published_eigenfrequencies():
    """[Moberg2010]: down to 2 Hz, motors locked; found where the arm is stretched out."""
    robot = jn.load("moberg_5dof")
    lowest = min(jn.eigenfrequencies(robot, [0.0, bend, 0.0]).locked[0] for bend in np.linspace(0.1, 3.0, 30)) / (2 * np.pi)
    assert 1.0 < lowest < 2.1


@pytest.mark.parametrize("share", [0.0, 0.3, 0.5, 0.8, 1.0])
def test_minimum_phase_along_the_published_line(share):
    """Table 1 at every pose of the 2.2 m line; Table 3 at none of its own, with one unstable zero."""
    dae = Dae(MP)
    at = LINE(np.array([LINE.start_time + share * (LINE.end_time - LINE.start_time)]))
    assert jn.zero_dynamics(MP, dae.at_rest(dae.outputs.desired(at).at(0))).minimum_phase
    dae = Dae(NMP)
    at = DIAGONAL(np.array([DIAGONAL.start_time + share * (DIAGONAL.end_time - DIAGONAL.start_time)]))
    zeros = jn.zero_dynamics(NMP, dae.at_rest(dae.outputs.desired(at).at(0))).zeros
    unstable = zeros[zeros.real > 0.0]
    assert len(unstable) == 1
    assert abs(unstable[0] - 171.1) < 0.2


def rates(function, q, h=1e-4):
    """d function / d q, by differences of fourth order."""
    columns = []
    for e in np.eye(len(q)):
        f = [function(q + k * h * e) for k in (-2, -1, 1, 2)]
        columns.append((f[0] - 8.0 * f[1] + 8.0 * f[2] - f[3]) / (12.0 * h))
    return np.stack(columns, axis=-1)


@pytest.mark.parametrize("coupled", [True, False])
def test_zeros_with_coupled_springs(coupled):
    """Twelve degrees of freedom: mass, springs as typed, gravity and the tool by differences, in one big pencil for SciPy."""
    K = np.diag([4e6, 4e6, 5e6, 0.0, 0.0, 1e6, 1e6, 6e5, 0.0])
    robot = THREE
    if coupled:
        K[1, 2] = K[2, 1] = 5e5
    else:
        joints = [dataclasses.replace(j, spring=j.spring and dataclasses.replace(j.spring, cross=())) for j in robot.joints]
        robot = dataclasses.replace(robot, joints=tuple(joints))
    drives = [3, 4, 8]
    k, inertia = np.array([1e6, 1e6, 5e5]), np.array([100.0, 120.0, 60.0])
    q = posture(robot, [0.3, 0.1, 0.5])
    mass, stiffness = np.zeros((12, 12)), np.zeros((12, 12))
    mass[:9, :9], mass[9:, 9:] = jn.mass_matrix(robot, q), np.diag(inertia)
    stiffness[:9, :9] = K
    pull = np.zeros((9, 3))
    pull[drives, range(3)] = k
    stiffness[drives, drives] += k
    stiffness[:9, 9:], stiffness[9:, :9], stiffness[9:, 9:] = -pull, -pull.T, np.diag(k)
    loss = 3e-4 * stiffness
    stiffness[:9, :9] += rates(lambda x: jn.gravity_torque(robot, x), q)
    output = np.hstack([rates(lambda x: jn.tool_pose(robot, x)[0], q), np.zeros((3, 3))])
    # (x, xd / 1000, u): xd = 1000 v, and rows measured by their largest entries
    unit, big = 1000.0, np.eye(12)
    torque = np.vstack([np.zeros((9, 3)), np.eye(3)])
    A = np.block(
        [
            [np.zeros((12, 12)), unit * big, np.zeros((12, 3))],
            [-stiffness, -unit * loss, torque * 1e6],
            [output, np.zeros((3, 15))],
        ]
    )
    E = np.block([[big, np.zeros((12, 15))], [np.zeros((12, 12)), unit * mass, np.zeros((12, 3))], [np.zeros((3, 27))]])
    size = np.abs(np.hstack([A, E * unit])).max(axis=1, keepdims=True)
    alpha, beta = eig(A / size, E * unit / size, right=False, homogeneous_eigvals=True)
    finite = unit * alpha[beta != 0.0] / beta[beta != 0.0]
    zeros = jn.zero_dynamics(robot, q).zeros
    assert len(zeros) == 2 * 6 + 3
    for s in zeros:
        near = np.abs(finite - s).min() / abs(s)
        # K/D = 1/0.3 ms three times over is known to the cube root of rounding
        assert near < (1e-3 if abs(s + 1.0 / 3e-4) < 1.0 else 1e-6), s
    assert (zeros.real > 0.0).sum() == 1
    if not coupled:
        other = jn.zero_dynamics(THREE, q).zeros
        assert max(np.abs(other - s).min() / abs(s) for s in zeros) > 1e-4


def carried(name):
    """A robot of the library with the rotors carried along."""
    robot = jn.load(name)
    inertia = [drive.rotor_inertia for drive in robot.drives]
    return robot.with_drives(stiffness=1e3, rotor_inertia=inertia, gear_ratio=robot.drives[0].gear_ratio, coupling="full")


BAD = [
    (lambda: jn.zero_dynamics(jn.load("kuka_lwr"), np.zeros(7)), InputError, "7 motors and 6 outputs"),
    (lambda: jn.zero_dynamics(jn.load("moberg_5dof"), np.zeros(3)), SingularityError, "singular pose"),
    (lambda: jn.zero_dynamics(jn.load("moberg_5dof"), [0.1, 0.2]), InputError, "q: expected 3 finite numbers"),
    (lambda: jn.eigenfrequencies(jn.load("moberg_5dof"), [0.1, np.nan, 0.2]), InputError, "finite"),
    (lambda: jn.eigenfrequencies(jn.load("moberg_5dof"), "here"), InputError, "q: expected 3 numbers"),
    (lambda: jn.eigenfrequencies(carried("kuka_lwr"), np.zeros(7)), SingularityError, "rotors have more inertia than the links"),
]


@pytest.mark.parametrize(("call", "kind", "words"), BAD, ids=range(len(BAD)))
def test_refused(call, kind, words):
    with pytest.raises(kind, match=words):
        call()
