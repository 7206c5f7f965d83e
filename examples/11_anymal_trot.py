"""ANYmal with elastic joints trots for 2 s: base and feet as prescribed, contact wrenches by least squares, then simulated.

Needs its URDF: pip install example-robot-data, or give the file as an argument."""

import sys
from importlib import metadata

import numpy as np

import jounce as jn

files = [str(f.locate()) for f in metadata.files("example-robot-data") or [] if f.match("anymal_b*/robots/anymal.urdf")]
robot = jn.load(*(sys.argv[1:] or files), drives="anymal", floating_base=True, physical=False)
FEET = ("LF_FOOT", "RH_FOOT", "RF_FOOT", "LH_FOOT")  # two diagonal pairs
SWING, BEGIN, STEP, LIFT, HEIGHT = 0.2, np.arange(0.2, 1.5, 0.3), 0.06, 0.03, 0.46
STANDS = np.array([[0.38 * (1 if foot[1] == "F" else -1), 0.21 * (1 if foot[0] == "L" else -1), 0.0] for foot in FEET])
knots = np.linspace(0.0, 2.0, 801)


def steps(times, size, duration):  # rises by `size` at each of the times
    ways = [jn.trajectory.rest_to_rest([0], [1], duration, degree=9, start_time=s)(knots)[0, :, 0] for s in times]
    return size * np.sum(ways, axis=0)


pairs = [BEGIN[k::2] for k in (0, 0, 1, 1)]  # when each foot lifts off
feet = np.repeat(STANDS[None], len(knots), axis=0)
weight = np.ones((len(knots), 4))  # how much a foot carries: nothing while it swings
for k, lifts in enumerate(pairs):
    feet[:, k, 0] += steps(lifts, STEP, SWING)
    feet[:, k, 2] += steps(lifts, LIFT, SWING / 2) - steps(lifts + SWING / 2, LIFT, SWING / 2)
    weight[:, k] += steps(lifts + SWING, 1.0, 0.1) - steps(lifts - 0.1, 1.0, 0.1)
x = np.zeros((len(knots), robot.n))  # roll, pitch, yaw, x, y, z of the base, then the legs
x[:, 5], x[:, 6:] = HEIGHT, [0.0, 0.7, -1.0, 0.0, -0.7, 1.0, 0.0, 0.7, -1.0, 0.0, -0.7, 1.0]
x[:, 3] = jn.trajectory.rest_to_rest([0], [STEP * len(BEGIN) / 2], 1.8, degree=11, start_time=0.1)(knots)[0, :, 0]
for _ in range(20):  # the legs reach for the feet's places: Newton's method, all instants at once
    q = jn.trajectory.motion(robot, jn.trajectory.spline(knots, x, degree=9), knots, 0)[0]
    for k, foot in enumerate(FEET):
        place, R = jn.tool_pose(robot, q, link=foot)
        J = R @ jn.jacobian(robot, q, link=foot)[:, 3:]
        own = [i for i, joint in enumerate(robot.axes) if joint.name[:2] == foot[:2]]
        x[:, own] += np.linalg.solve(J[..., own], (feet[:, k] - place)[..., None])[..., 0]
path = jn.trajectory.spline(knots, x, degree=9)

Q = jn.trajectory.motion(robot, path, knots, 2)
A = np.concatenate([jn.jacobian(robot, Q[0], link=foot)[..., :6].swapaxes(1, 2) for foot in FEET], axis=-1)
ease = np.repeat(weight, 6, axis=1) * np.tile([1e-3] * 3 + [1.0] * 3, 4)  # moments at feet cost more than forces
shares = np.linalg.solve(A * ease[:, None] @ A.swapaxes(1, 2), jn.rnea(robot, *Q)[:, :6, None])
wrenches = ease * (A.swapaxes(1, 2) @ shares)[..., 0]
wrench = {foot: jn.trajectory.spline(knots, wrenches[:, 6 * k : 6 * k + 6], degree=7) for k, foot in enumerate(FEET)}

plan = jn.feedforward(robot, path, np.linspace(0.0, 2.0, 334), wrench=wrench)
run = jn.simulate(robot, plan)
print(f"what is missing at the base: {np.abs(plan.tau_m[:, :6]).max():.1e} of {9.81 * sum(x.mass for x in robot.links):.0f} N")
print(f"peak motor torque {np.abs(plan.tau_m[:, 6:]).max():.1f} Nm, deflection {np.degrees(np.abs(plan.delta).max()):.1f} deg")
print(f"after {path.end_time:g} s of trot, open loop: base within {1e3 * np.abs(run.error[:, 3:6]).max():.1e} mm of the plan")
