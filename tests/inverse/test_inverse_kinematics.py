"""Inverse kinematics: the tool really moves along the path, in every derivative; singular poses are named."""

import math

import numpy as np
import pytest

import jounce as jn
from jounce.errors import ConvergenceError, InputError, SingularityError, SmoothnessError
from jounce.trajectory import circle, line, polyline, rest_to_rest, spline
from support.random_robots import random_robot
from support.tolerances import ALGEBRA, CHAIN, assert_close

LWR_POSE = np.array([0.3, 0.5, 0.2, -1.2, 0.3, 0.8, -0.2])


def rpy(R):
    return [math.atan2(R[2, 1], R[2, 2]), math.atan2(-R[2, 0], math.hypot(R[2, 1], R[2, 2])), math.atan2(R[1, 0], R[0, 0])]


def outputs(robot, q):
    position, rotation = jn.tool_pose(robot, q)
    named = dict(zip(("x", "y", "z", "roll", "pitch", "yaw"), [*position, *rpy(rotation)]))
    return np.array([named[name] for name in robot.tool.outputs])


@pytest.mark.parametrize(
    "path",
    [
        line([1.0, 0.5], [0.3, 1.2], 1.0),
        circle([1.0, 0.5], [0.9, 0.7], 1.0, degree=9),
        polyline([[1.0, 0.5], [0.6, 1.2], [0.1, 0.9]], 1.0, 0.2),
    ],
    ids=lambda p: type(p).__name__,
)
def test_planar_arm_follows(path):
    robot = jn.load("planar_2r")
    joints = jn.inverse_kinematics(robot, path, [0.0, 1.0])
    t = np.linspace(-0.2, 1.2, 57)
    order = int(path.max_order)
    position, _ = jn.tool_pose(robot, *joints(t, order))
    for k in range(order + 1):
        assert_close(position[k, :, :2], path(t, k)[k], CHAIN, f"derivative {k}")
    assert joints.space == "joint"
    assert (joints.smoothness, joints.max_order) == (path.smoothness, path.max_order)


def test_any_path_can_be_a_tool_path():
    robot = jn.load("planar_2r")
    path = spline([0.0, 0.4, 1.0], [[1.0, 0.5], [0.6, 1.0], [0.1, 1.2]], degree=7).in_tool_space()
    t = np.linspace(0, 1, 9)
    position, _ = jn.tool_pose(robot, *jn.inverse_kinematics(robot, path, [0.0, 1.0])(t, 4))
    assert_close(position[..., :2], path(t, 4))


def test_against_the_closed_form():
    """Two links of length 1: q2 = +-acos((x^2 + y^2)/2 - 1), the sign that of the guess."""
    robot, path = jn.load("planar_2r"), line([1.0, 0.5], [0.3, 1.2], 1.0)
    t = np.linspace(0, 1, 20)
    x, y = path(t)[0].T
    for sign in (1.0, -1.0):
        q = jn.inverse_kinematics(robot, path, [0.5, sign])(t)[0]
        elbow = sign * np.arccos((x**2 + y**2) / 2 - 1)
        assert_close(q[:, 1], elbow)
        assert_close(q[:, 0], np.arctan2(y, x) - np.arctan2(np.sin(elbow), 1 + np.cos(elbow)))


def test_position_and_orientation():
    """Seven joints, six outputs, one joint held; the whole pose is as asked, with derivatives."""
    robot = jn.load("kuka_lwr")
    start = outputs(robot, LWR_POSE)
    path = line(start, start + [0.1, -0.1, 0.1, 0.4, -0.2, 0.5], 1.0)
    joints = jn.inverse_kinematics(robot, path, LWR_POSE + 0.05, hold={"A3": 0.2})
    t = np.linspace(0, 1, 9)
    Q = joints(t, 6)
    assert (Q[0, :, 2] == 0.2).all()
    assert not Q[1:, :, 2].any()
    position, rotation = jn.tool_pose(robot, *Q)
    wanted = path(t, 6)
    for k in range(7):
        assert_close(position[k], wanted[k, :, :3], ALGEBRA, f"derivative {k}")
    for sample in range(len(t)):
        assert_close(rpy(rotation[0, sample]), wanted[0, sample, 3:])
    # angular velocity from the rates of roll, pitch, yaw: w = Rz Ry [roll'] x + Rz [pitch'] y + yaw' z
    mid = 4
    _, p, y = wanted[0, mid, 3:]
    rates = wanted[1, mid, 3:]
    E = np.array([[np.cos(y) * np.cos(p), -np.sin(y), 0], [np.sin(y) * np.cos(p), np.cos(y), 0], [-np.sin(p), 0, 1]])
    spin = rotation[1, mid] @ rotation[0, mid].T
    assert_close([spin[2, 1], spin[0, 2], spin[1, 0]], E @ rates)


def test_one_angle_for_a_planar_arm():
    """Three joints in a plane control x, z and the angle about y."""
    robot = jn.load("moberg_5dof").with_tool("link3", (0.2, 0, 0), outputs=("x", "z", "pitch"))
    q0 = np.array([0.3, 0.9, -0.4])
    position, _ = jn.tool_pose(robot, q0)
    start = np.array([position[0], position[2], q0.sum()])
    path = line(start, start + [0.2, 0.3, 0.5], 1.0)
    t = np.linspace(0, 1, 11)
    Q = jn.inverse_kinematics(robot, path, q0)(t, 4)
    position, _ = jn.tool_pose(robot, *Q)
    assert_close(position[..., [0, 2]], path(t, 4)[..., :2])
    assert_close(Q.sum(axis=-1), path(t, 4)[..., 2])


def regular_arm(seed):
    """Return (robot, pose): a random arm of six joints away from singular poses, of which one with four sliders has no other."""
    rng = np.random.default_rng(seed)
    while True:
        robot, q = random_robot(int(rng.integers(10**6)), n=6, chain=True), rng.normal(size=6)
        if np.linalg.cond(jn.jacobian(robot, q)) < 100.0:
            return robot, q


@pytest.mark.parametrize("seed", range(10))
def test_random_arms(seed):
    robot, q0 = regular_arm(seed)
    start = outputs(robot, q0)
    goal = outputs(robot, q0 + 0.02)
    path = line(start, goal, 1.0, degree=9)
    t = np.linspace(0, 1, 7)
    Q = jn.inverse_kinematics(robot, path, q0)(t, 5)
    position, _ = jn.tool_pose(robot, *Q)
    # the solve for the joints loses what the condition of the Jacobian takes, the tool does not
    assert_close(position, path(t, 5)[..., :3], CHAIN)


def test_same_answer_in_any_order_of_asking():
    robot, path = jn.load("planar_2r"), line([1.0, 0.5], [0.3, 1.2], 1.0)
    whole = jn.inverse_kinematics(robot, path, [0.0, 1.0])(np.linspace(0, 1, 11), 3)
    again = jn.inverse_kinematics(robot, path, [0.0, 1.0])
    backwards = np.stack([again(t, 3) for t in np.linspace(0, 1, 11)[::-1]], axis=1)[:, ::-1]
    assert_close(backwards, whole)


def test_singular_pose_is_named():
    robot = jn.load("planar_2r")
    straight_through = line([1.0, 0.5], [-1.0, -0.5], 1.0)
    with pytest.raises(SingularityError, match=r"t = 0\.4\d+ s.*joint2 = "):
        jn.inverse_kinematics(robot, straight_through, [0.0, 1.0])(1.0)
    beyond_reach = line([1.0, 0.5], [2.0, 1.2], 1.0)
    with pytest.raises(SingularityError, match=r"reach just after t = 0\.58\d* s"):
        jn.inverse_kinematics(robot, beyond_reach, [0.0, 1.0])(1.0)
    with pytest.raises(SingularityError, match=r"at t = 0 s"):
        jn.inverse_kinematics(robot, line([2.0, 0.0], [1.0, 0.5], 1.0), [0.0, 0.0])


def test_start_out_of_reach():
    with pytest.raises((ConvergenceError, SingularityError), match="planar_2r"):
        jn.inverse_kinematics(jn.load("planar_2r"), line([5.0, 5.0], [1.0, 0.5], 1.0), [0.3, 1.0])


BAD = [
    ("kuka_lwr", line([0] * 6, [1] * 6, 1.0), [0.1] * 7, {"A9": 0.0}, "no joint 'A9'"),
    ("kuka_lwr", line([0] * 6, [1] * 6, 1.0), [0.1] * 7, {"A1": math.nan}, "A1"),
    ("kuka_lwr", line([0] * 3, [1] * 3, 1.0), [0.1] * 7, {}, "outputs are x, y, z"),
    ("planar_2r", line([0] * 2, [1] * 2, 1.0), [0.1] * 3, {}, "guess has 3"),
    ("planar_2r", rest_to_rest([0] * 2, [1] * 2, 1.0), [0.1] * 2, {}, "in_tool_space"),
    ("planar_2r", line([0] * 2, [1] * 2, 1.0), [0.1] * 2, {"joint1": 0.0}, "cannot control 2 outputs"),
]


def test_bad_posture():
    robot = jn.load("kuka_lwr")
    path = line(outputs(robot, LWR_POSE), outputs(robot, LWR_POSE), 1.0)
    with pytest.raises(InputError, match="posture has 3 values"):
        jn.inverse_kinematics(robot, path, LWR_POSE, posture=[0.0] * 3)
    with pytest.raises(InputError, match="leave no choice"):
        jn.inverse_kinematics(robot, path, LWR_POSE, hold={"A3": 0.2}, posture=LWR_POSE)
    with pytest.raises(InputError, match="posture: expected numbers"):
        jn.inverse_kinematics(robot, path, LWR_POSE, posture="up")


@pytest.mark.parametrize(("name", "path", "guess", "hold", "word"), BAD, ids=range(len(BAD)))
def test_bad_input(name, path, guess, hold, word):
    with pytest.raises(InputError, match=word):
        jn.inverse_kinematics(jn.load(name), path, guess, hold=hold)


def test_order_limit_is_the_path_s():
    joints = jn.inverse_kinematics(jn.load("planar_2r"), line([1.0, 0.5], [0.3, 1.2], 1.0, degree=5), [0.0, 1.0])
    with pytest.raises(SmoothnessError):
        joints(0.5, 6)


# More joints than outputs


def slope(joints, t, order, h=2e-3):
    """Derivative of derivatives 0 to order-1 along t, by central differences of order eight."""
    weights = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}
    return sum(w / h * (joints(t + k * h, order - 1) - joints(t - k * h, order - 1)) for k, w in weights.items())


def seven(names=("x", "y", "z", "roll", "pitch", "yaw")):
    robot = jn.load("kuka_lwr")
    return robot.with_tool(robot.links[-1].name, (0.05, 0.02, 0.1), outputs=names)


REDUNDANT = [("x", "y", "z", "roll", "pitch", "yaw"), ("x", "y", "z"), ("x", "z"), ("x", "y", "z", "yaw"), ("y", "z", "roll")]


@pytest.mark.parametrize("names", REDUNDANT, ids="-".join)
def test_a_redundant_arm_follows_as_near_to_its_posture_as_the_tool_allows(names):
    robot = seven(names)
    start = outputs(robot, LWR_POSE)
    step = dict(zip(("x", "y", "z", "roll", "pitch", "yaw"), (0.1, -0.1, 0.1, 0.4, -0.2, 0.5)))
    path = line(start, start + [step[name] for name in names], 1.0)
    posture = LWR_POSE + 0.2
    joints = jn.inverse_kinematics(robot, path, LWR_POSE, posture=posture)
    t = np.linspace(0.0, 1.0, 9)
    Q = joints(t, 6)
    position, _ = jn.tool_pose(robot, *Q)
    places = ["xyz".index(name) for name in names if name in "xyz"]
    for k in range(7):
        assert_close(position[k][..., places], path(t, k)[k, :, : len(places)], ALGEBRA, f"derivative {k}")
    for sample in range(len(t)):
        q, wanted = Q[0, sample], path(t[sample])[0]
        assert_close(outputs(robot, q), wanted, 1e-12)
        # of all poses with these outputs the nearest: the way to the posture has no part along which outputs stay, by differences
        h = 1e-5
        J = np.stack([(outputs(robot, q + h * e) - outputs(robot, q - h * e)) / (2 * h) for e in np.eye(7)], axis=1)
        free = np.linalg.svd(J)[2][len(names) :]
        assert np.abs(free @ (q - posture)).max() < 1e-8
    # at inner instants: derivatives of the path jump at its ends
    expected = slope(joints, t[1:-1], 6)
    for k in range(6):
        assert_close(Q[k + 1, 1:-1], expected[k], 1e-6, f"derivative {k + 1} along t")  # of the differences


def test_a_closed_path_of_the_tool_is_a_closed_motion():
    robot = seven()
    start = outputs(robot, LWR_POSE)
    path = circle(start, start[:3] + [0.0, 0.1, 0.0], 2.0, normal=[0, 0, 1])
    Q = jn.inverse_kinematics(robot, path, LWR_POSE)(np.array([0.0, 1.0, 2.0]))[0]
    assert_close(Q[2], Q[0])
    assert np.abs(Q[1] - Q[0]).max() > 0.1
    assert_close(Q[0], LWR_POSE)  # unless said, the guess is the posture


def test_torque_along_a_redundant_motion():
    robot = seven()
    start = outputs(robot, LWR_POSE)
    joints = jn.inverse_kinematics(robot, line(start, start + [0.1, 0.0, 0.1, 0.0, 0.0, 0.2], 1.0), LWR_POSE)
    assert np.isfinite(jn.feedforward(robot, joints, np.linspace(0.0, 1.0, 20)).tau_m).all()


def test_a_redundant_arm_at_the_end_of_its_reach():
    robot = seven(("x", "y", "z"))
    start = outputs(robot, LWR_POSE)
    with pytest.raises(SingularityError, match="kuka_lwr"):
        jn.inverse_kinematics(robot, line(start, start + [3.0, 0.0, 0.0], 1.0), LWR_POSE)(1.0)


@pytest.mark.parametrize("angle", ["roll", "pitch", "yaw"])
def test_one_angle_of_a_tool_that_tilts(angle):
    """It is the true angle, and its rate the rate of the joints. Three joints held, so that the tool tilts as it turns."""
    robot = seven(("x", "y", "z", angle))
    start = outputs(robot, LWR_POSE)
    path = line(start, start + [0.05, -0.05, 0.05, 0.3], 1.0)
    hold = {name: LWR_POSE[robot.joint_names.index(name)] for name in ("A3", "A5", "A7")}
    joints = jn.inverse_kinematics(robot, path, LWR_POSE, hold=hold)
    t = np.linspace(0.1, 0.9, 9)
    for sample in t:
        assert_close(outputs(robot, joints(sample)[0]), path(sample)[0], 1e-12)
    found, expected = joints(t, 4), slope(joints, t, 4)
    for k in range(4):
        assert_close(found[k + 1], expected[k], 1e-7, f"derivative {k + 1} along t")


def test_one_angle_half_a_turn_away():
    robot = seven(("x", "y", "z", "yaw"))
    start = outputs(robot, LWR_POSE)
    turned = start + [0.0, 0.0, 0.0, math.pi]
    with pytest.raises((ConvergenceError, SingularityError), match="half a turn from its yaw|singular|converge"):
        jn.inverse_kinematics(robot, line(turned, turned, 1.0), LWR_POSE)
