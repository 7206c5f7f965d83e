"""Arms of 12 and 30 degrees of freedom that give way everywhere: planned, simulated, and held against another library."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import ModelError
from jounce.flexible.tool_targets import Outputs, Target
from jounce.functions.kinematics import POSE
from jounce.kernel.dispatch import call_stack
from jounce.plant.plant import plant_of
from support.flexible import MP, SIX, THREE, driven, posture, six_axes, spring_matrices, three_axes
from support.tolerances import assert_close

DAMPED = 3e-4
"""[s]: every spring of both arms has D = 3e-4 K."""


def block(K, begin, own):
    K[begin : begin + len(own), begin : begin + len(own)] = own


def typed_three():
    """Stiffness of the springs without motors, from the model file by hand."""
    K = np.zeros((9, 9))
    block(K, 0, np.array([[4e6, 0.0, 0.0], [0.0, 4e6, 5e5], [0.0, 5e5, 5e6]]))
    block(K, 5, np.diag([1e6, 1e6, 6e5]))
    return K


def typed_six():
    K = np.zeros((24, 24))
    foundation = np.diag([4e6, 4e6, 5e6, 1e8, 1e8, 2e8])
    foundation[0, 4] = foundation[4, 0] = -8e6
    foundation[1, 3] = foundation[3, 1] = 8e6
    block(K, 0, foundation)
    block(K, 7, np.diag([2.5e6, 2.5e6]))  # bearing 1, behind axis 1
    block(K, 10, np.diag([1.2e6, 8e5]))  # bearing 2, behind axis 2
    block(K, 12, np.diag([1e6, 1e6, 6e5]))  # lower arm
    block(K, 16, np.diag([5e5, 6e5]))  # bearing 3, behind axis 3
    block(K, 18, np.diag([2e5, 3e5, 3e5]))  # forearm
    return K


MOTORS = {
    "flexible_3axis": ([0.01, 0.012, 0.006], [1e6, 1e6, 5e5]),
    "flexible_6axis": ([0.01, 0.012, 0.006, 0.001, 0.0008, 0.0005], [1e6, 1e6, 5e5, 8e4, 6e4, 4e4]),
}
"""Rotor inertia [kg m^2], with gears of 100; stiffness [Nm/rad]."""


def check_by_pinocchio(plan, K, every):
    """Every row of the equations of motion, by Pinocchio's inverse dynamics and typed springs; motors by hand."""
    pytest.importorskip("pinocchio")
    from support.peer_pinocchio import Pinocchio, model_of

    robot = plan.robot
    peer = Pinocchio(model_of(robot), robot.joint_names)
    tau = np.array([peer.rnea(*plan.q[:3, i]) for i in range(0, len(plan.t), every)])
    q, qd = plan.q[0, ::every], plan.q[1, ::every]
    moved = driven(robot)
    held = [i for i in range(robot.n) if i not in moved]
    spring = -q @ K.T - DAMPED * qd @ K.T
    largest = np.abs(tau).max()
    assert np.abs(tau - spring)[:, held].max() < 1e-9 * largest
    assert np.abs(tau - plan.tau_j[0, ::every])[:, moved].max() < 1e-9 * largest
    inertia, stiffness = (np.array(x) for x in MOTORS[robot.name])
    theta = plan.theta[:, ::every, moved]
    bend, slip = theta[0] - q[:, moved], theta[1] - qd[:, moved]
    assert_close(stiffness * bend + DAMPED * stiffness * slip, tau[:, moved], 1e-7)  # differences of angles of 1 rad, by 1e6
    assert_close(plan.tau_m[::every, moved], 100.0**2 * inertia * theta[2] + tau[:, moved], 1e-9)
    assert (plan.tau_m[:, held] == 0.0).all()


@pytest.mark.parametrize(("robot", "K"), [(THREE, typed_three()), (SIX, typed_six())], ids=["three", "six"])
def test_springs_as_typed(robot, K):
    found = spring_matrices(plant_of(robot))
    assert np.array_equal(found[0], K)
    assert_close(found[1], DAMPED * K, 1e-15)
    with pytest.raises(ModelError):
        robot.to_mjcf()


def test_sizes():
    """As [Moberg2010] counts them: links and motors; a third of the joints of the larger one, and less, have motors."""
    for robot, freedoms in ((THREE, 12), (SIX, 30)):
        assert robot.n + len(driven(robot)) == freedoms
        assert len(robot.tool.outputs) == len(driven(robot))


@pytest.mark.native
def test_three_axes():
    robot, path, q = three_axes()
    plan = jn.feedforward(robot, path, np.arange(0.0, 0.8, 1e-3), guess=q)
    # zeros of both kinds, and what swings on: no solver in one direction can do it
    zeros = plan.status.zeros
    assert (zeros.real > 0.0).any()
    assert (np.abs(zeros[zeros.real < 0.0].imag) > 100.0).any()
    assert plan.method == "collocation"
    assert plan.why.startswith("there is an unstable zero at ")
    # from rest, and bounded
    assert np.abs(plan.q[1:3, 0]).max() < 1e-9
    assert np.abs(plan.q[0] - plan.q[0, 0]).max() < 0.5
    assert np.abs(plan.q[0][:, [0, 1, 2, 5, 6, 7]]).max() < 0.01
    check_by_pinocchio(plan, typed_three(), 10)
    run = jn.simulate(robot, plan)
    assert np.abs(run.tool_error).max() < 1e-6
    assert np.abs(run.energy_balance).max() < 1e-9 * np.ptp(run.energy)


def test_six_axes_by_pinocchio():
    """A shorter motion, in plain Python: 24 joints cost a compiler minutes."""
    robot, path, q = six_axes(0.05, 0.06, 0.03)
    plan = jn.feedforward(robot, path, np.arange(0.0, 0.1, 1e-3), guess=q)
    assert plan.method == "collocation"
    assert plan.why.startswith("there is an unstable zero at ")
    assert np.abs(plan.q[1:3, 0]).max() < 1e-9
    check_by_pinocchio(plan, typed_six(), 5)
    assert np.abs(Outputs(robot).errors(plan.q[:1], Outputs(robot).target(path, plan.t, 0))).max() < 1e-12


@pytest.mark.slow
@pytest.mark.native
def test_six_axes():
    robot, path, q = six_axes()
    plan = jn.feedforward(robot, path, np.arange(0.0, 0.8, 1e-3), guess=q)
    check_by_pinocchio(plan, typed_six(), 5)
    run = jn.simulate(robot, plan)
    assert np.abs(run.tool_error).max() < 1e-5
    assert np.abs(run.energy_balance).max() < 1e-9 * np.ptp(run.energy)


# ---------------------------------------------------------------- the tool's outputs


def own_motion(robot, Q):
    """The target that a motion meets."""
    position, rotation = call_stack(POSE, robot, tuple(Q))
    outputs = Outputs(robot)
    return Target(position[..., outputs.places], rotation if outputs.angles else None)


@pytest.mark.parametrize("robot", [THREE, SIX, MP.with_tool("link3", outputs=["x", "pitch"])], ids=["three", "six", "pitch"])
def test_derivatives_of_the_outputs(robot):
    """Where the tool is as wanted, d e^(k) / d q^(j) = binomial(k, j) J^(k-j): by differences, for all k and j up to 2."""
    rng = np.random.default_rng(0)
    Q = 0.3 * rng.normal(size=(3, robot.n))
    Q[0] += posture(robot, np.linspace(0.3, 0.6, len(driven(robot))))
    outputs, target = Outputs(robot), own_motion(robot, Q)
    J = outputs.jacobians(Q)
    assert np.abs(outputs.errors(Q, target)).max() < 1e-13
    h = 1e-5
    for j in range(3):
        found = np.zeros((3, outputs.m, robot.n))
        for i in range(robot.n):
            there, back = Q.copy(), Q.copy()
            there[j, i] += h
            back[j, i] -= h
            found[..., i] = (outputs.errors(there, target) - outputs.errors(back, target)) / (2.0 * h)
        for k in range(j, 3):
            factor = 2.0 if (k, j) == (2, 1) else 1.0
            assert_close(found[k], factor * J[k - j], 1e-8, f"e^({k}) by q^({j})")


def test_half_a_turn_is_not_there():
    """Turned about an axis by pi the axial part of the rotation is zero, as if it were right."""
    q = posture(SIX, [0.3, 0.4, 0.4, 0.3, 0.6, 0.2])
    outputs, target = Outputs(SIX), own_motion(SIX, q[None])
    assert outputs.reached(q, target)
    for turn in (np.diag([1.0, -1.0, -1.0]), np.diag([-1.0, 1.0, -1.0]), np.diag([-1.0, -1.0, 1.0])):
        wrong = Target(target.position, target.rotation @ turn)
        assert np.abs(outputs.errors(q[None], wrong)).max() < 1e-12
        assert not outputs.reached(q, wrong)
    arm = MP.with_tool("link3", outputs=["x", "pitch"])
    outputs, q = Outputs(arm), np.array([0.5, 1.0, 0.0])
    x = jn.tool_pose(arm, q)[0][0]
    assert outputs.reached(q, outputs.desired(np.array([[x, 1.5]])))
    assert not outputs.reached(q, outputs.desired(np.array([[x, 1.5 + np.pi]])))
    assert not outputs.reached(q, outputs.desired(np.array([[x + 1e-6, 1.5]])))
    assert not outputs.reached(q, outputs.desired(np.array([[x, 1.5 + 1e-6]])))


# ---------------------------------------------------------------- random moves


def random_move(robot, seed):
    """(path, posture): 5 to 30 cm, and some turning where the tool's angles are outputs, in 0.3 to 0.7 s."""
    rng = np.random.default_rng(seed)
    bent = [0.3, 0.1, 0.5] if robot is THREE else [0.3, 0.4, 0.4, 0.3, 0.6, 0.2]
    q = posture(robot, np.array(bent) + rng.uniform(-0.3, 0.3, len(bent)))
    position, R = jn.tool_pose(robot, q)
    rpy = [np.arctan2(R[2, 1], R[2, 2]), -np.arcsin(R[2, 0]), np.arctan2(R[1, 0], R[0, 0])]
    y = position if robot is THREE else np.concatenate([position, rpy])
    away = rng.normal(size=len(y))
    away[:3] *= rng.uniform(0.05, 0.3) / np.linalg.norm(away[:3])
    away[3:] *= 0.1
    return jn.trajectory.line(y, y + away, float(rng.uniform(0.3, 0.7)), start_time=0.05), q


def check_move(robot, seed):
    """The tool stays within 1e-5 and the estimate is right."""
    path, q = random_move(robot, seed)
    plan = jn.feedforward(robot, path, np.arange(0.0, path.end_time + 0.05, 1e-3), guess=q)
    error = np.abs(jn.simulate(robot, plan, tolerance=1e-11).tool_error).max()
    assert error < 1e-5
    assert error / 10.0 < plan.status.tool_error < 10.0 * error


@pytest.mark.native
@pytest.mark.parametrize("seed", [0, 6, 9, 17])
def test_random_moves_of_three_axes(seed):
    """Zeros up to 4.7e5 rad/s at spacings of 1 ms."""
    check_move(THREE, seed)


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("robot", [THREE, SIX], ids=["three", "six"])
@pytest.mark.parametrize("seed", range(50))
def test_random_moves(robot, seed):
    check_move(robot, seed)
