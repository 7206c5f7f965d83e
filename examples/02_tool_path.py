"""A tool path with rounded corners, turned into joint motion with all derivatives, and the torque it takes."""

import numpy as np

import jounce as jn

robot = jn.load("planar_2r")
corners = [[1.2, 0.2], [0.6, 1.3], [-0.3, 1.0], [-0.6, 0.4]]  # x, y of the tool [m]
path = jn.trajectory.polyline(corners, duration=1.5, zone=0.25, degree=11)
joints = jn.inverse_kinematics(robot, path, guess=[-0.6, 1.6])  # the guess chooses the posture: elbow to the right

t = np.linspace(0.0, 1.5, 301)
Q = joints(t, 4)  # joint motion to snap
position, _ = jn.tool_pose(robot, *Q)
error = np.abs(position[..., :2] - path(t, 4)).max(axis=(1, 2))
tau, taud, taudd = jn.rnea(robot, *Q)

print("tool error of the path and its four derivatives:", ", ".join(f"{e:.1e}" for e in error))
print(f"peak torque {np.abs(tau).max():.1f} Nm, peak torque rate {np.abs(taud).max():.0f} Nm/s")

try:
    jn.inverse_kinematics(robot, jn.trajectory.line([1.2, 0.2], [-1.2, -0.2], 1.0), guess=[-0.6, 1.6])(t)
except jn.errors.SingularityError as error:
    print("refused:", error)
