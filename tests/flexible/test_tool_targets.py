"""One angle of a tool that tilts, on arms that bend where no motor acts: it is the true angle, with its derivatives."""

import numpy as np
import pytest

import jounce as jn
from jounce.functions.kinematics import output_jacobian
from support.tolerances import assert_close

ANGLES = {
    "roll": lambda R: np.arctan2(R[..., 2, 1], R[..., 2, 2]),
    "pitch": lambda R: -np.arcsin(R[..., 2, 0]),
    "yaw": lambda R: np.arctan2(R[..., 1, 0], R[..., 0, 0]),
}
POSE = np.array([0.3, 0.02, 0.6, 0.7, 0.4])


def arm(angle):
    """Four motors about z, y, y and x, and a spring behind the first; no axis of the tool stays upright."""
    drive = jn.Drive(rotor_inertia=0.001, gear_ratio=100.0, stiffness=1e5)
    rod = {"mass": 5.0, "com": (0.2, 0.01, 0.0), "inertia": (0.05, 0.2, 0.2, 0.0, 0.0, 0.0)}
    links = [jn.Link("base"), *(jn.Link(f"l{i}", **rod) for i in range(5))]
    axes, held = [(0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 1, 0), (1, 0, 0)], [{"drive": drive}] * 5
    held[1] = {"spring": jn.Spring(2e5, damping=50.0)}
    reach = (0.0, 0.1, 0.4, 0.4, 0.1)
    joints = [
        jn.Joint(
            f"j{i}", "revolute", links[i].name, links[i + 1].name, jn.robot.Placement(origin=(reach[i], 0, 0)), axes[i], **held[i]
        )
        for i in range(5)
    ]
    tool = {"xyz": (0.1, 0.1, 0.05), "rpy": (0.1, -0.3, 0.2), "outputs": ("x", "y", "z", angle)}
    return jn.Robot.build("tilting", links, joints).with_tool("l4", **tool)


@pytest.mark.parametrize("angle", ANGLES)
def test_rows_of_the_true_angle(angle):
    """Differences of the angle; the row is cos(pitch) times its derivative, and time derivatives are those of the row."""
    robot, h = arm(angle), 1e-6
    R = jn.tool_pose(robot, POSE)[1]
    with jn.backend("python"):
        J, Jd = output_jacobian(robot, POSE, 0.3 * POSE)
    there, back = (ANGLES[angle](jn.tool_pose(robot, POSE + sign * h * np.eye(5))[1]) for sign in (1, -1))
    assert_close(J[3], np.cos(ANGLES["pitch"](R)) * (there - back) / (2 * h), 1e-8)
    ahead, behind = (output_jacobian(robot, POSE + sign * h * 0.3 * POSE)[0] for sign in (1, -1))
    assert_close(Jd, (ahead - behind) / (2 * h), 1e-7)


@pytest.mark.parametrize("angle", ANGLES)
def test_a_plan_keeps_the_true_angle(angle):
    robot = arm(angle)
    position, rotation = jn.tool_pose(robot, POSE)
    y = np.append(position, ANGLES[angle](rotation))
    path = jn.trajectory.line(y, y + [-0.03, 0.03, 0.03, 0.05], 0.4, start_time=0.05)
    with jn.backend("python"):
        plan = jn.feedforward(robot, path, np.arange(0.0, 0.5, 1e-3), guess=POSE, method="collocation")
        run = jn.simulate(robot, plan)
    found = ANGLES[angle](jn.tool_pose(robot, plan.q[0])[1])
    assert np.abs(found - path(plan.t)[0][:, 3]).max() < 1e-12
    q, qd = plan.q[:2]
    rate = (8.0 * (q[3:-1] - q[1:-3]) - (q[4:] - q[:-4])) / 12e-3
    assert np.abs(rate - qd[2:-2]).max() < 1e-7  # differences of fourth order at 1 ms
    true = ANGLES[angle](jn.tool_pose(robot, run.q)[1]) - path(run.t)[0][:, 3]
    assert np.abs(true).max() < 1e-8
    bent = run.q + 0.01
    other = jn.simulation.Run(**{**vars(run), "q": bent})
    assert_close(other.tool_error[:, 3], ANGLES[angle](jn.tool_pose(robot, bent)[1]) - path(run.t)[0][:, 3], 1e-12)
