"""A robot on a foundation that gives way: a 6x6 spring under an arm built in Python, and what that does to it."""

import numpy as np

import jounce as jn

K = np.diag([2e5, 2e5, 3e5, 5e6, 5e6, 1e7])  # about x, y, z [Nm/rad], along x, y, z [N/m]
K[1, 3] = K[3, 1] = 3e5  # a push along x also tips the pedestal [N/rad]
K[0, 4] = K[4, 0] = -3e5
drive = jn.Drive(rotor_inertia=2e-4, gear_ratio=100.0, stiffness=3e4, damping=10.0)


def build(ground: jn.robot.Bushing | None) -> jn.Robot:
    rod = {"mass": 12.0, "com": (0.25, 0.0, 0.0), "inertia": (0.02, 0.25, 0.25, 0, 0, 0)}
    pedestal = jn.Link("pedestal", 40.0, (0, 0, 0.3), (1.5, 1.5, 0.5, 0, 0, 0))
    stands = jn.Joint("ground", "fixed" if ground is None else "bushing", "base", "pedestal", bushing=ground)
    joints = [
        stands,
        jn.Joint("turn", "revolute", "pedestal", "turret", jn.robot.Placement(origin=(0, 0, 0.6)), drive=drive),
        jn.Joint("shoulder", "revolute", "turret", "upper", axis=(0, 1, 0), drive=drive),
        jn.Joint("elbow", "revolute", "upper", "fore", jn.robot.Placement(origin=(0.5, 0, 0)), (0, 1, 0), drive=drive),
    ]
    turret = jn.Link("turret", 15.0, inertia=(0.2, 0.2, 0.2, 0, 0, 0))
    links = [jn.Link("base"), pedestal, turret, jn.Link("upper", **rod), jn.Link("fore", **rod)]
    return jn.Robot.build("arm", links, joints).with_tool("fore", xyz=(0.5, 0, 0), outputs=("x", "y", "z"))


soft, firm = build(jn.robot.Bushing(K, 5e-4 * K)), build(None)
print(soft)
pose = np.array([0.3, -0.6, 1.6])  # turn, shoulder, elbow
for name, arm, q in (("on rock", firm, pose), ("on springs", soft, np.concatenate([np.zeros(6), pose]))):
    locked = jn.eigenfrequencies(arm, q).locked / (2 * np.pi)
    zeros = jn.zero_dynamics(arm, q).zeros
    unstable, slowest = int((zeros.real > 0).sum()), zeros[np.abs(zeros.real).argmin()]
    print(f"{name}: lowest frequencies {np.round(locked[:4], 1)} Hz, motors locked")
    print(f"    {len(zeros)} zeros, {unstable} of them unstable, the slowest at {slowest:.4g} rad/s")

q = np.concatenate([np.zeros(6), pose])
start = jn.tool_pose(soft, q)[0]
path = jn.trajectory.line(start, start + np.array([0.1, 0.2, 0.0]), 0.5)
plan = jn.feedforward(soft, path, np.arange(-0.05, 0.6, 1e-3), guess=q)
run = jn.simulate(soft, plan)
print(f"{plan.method}: {plan.why}")
print(f"tool within {1e3 * np.abs(run.tool_error).max():.0e} mm of the path, open loop")
rock = np.degrees(np.ptp(plan.q[0, :, :3], axis=0)).max()
print(f"meanwhile the pedestal rocks by {rock:.3f} deg")
