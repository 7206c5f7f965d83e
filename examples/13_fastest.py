"""As fast as the motors allow, open loop on an elastic arm: by its own timing, TOPP-RA's for rigid joints, and that shaped."""

import matplotlib.pyplot as plt
import numpy as np

import jounce as jn

robot = jn.load("planar_2r").with_limits(motor_torque=[60.0, 25.0])
rigid = robot.with_rigid_joints()
start, goal = np.zeros(2), np.array([1.2, -0.8])
path = jn.trajectory.rest_to_rest(start, goal, duration=1.0, degree=9)

fast = jn.fastest(robot, path)  # springs and rotors are in the torque
try:
    from rigid_timing import topp_ra

    quick, whose = topp_ra(rigid, start, goal), "rigid (TOPP-RA)"
except ImportError:
    quick, whose = jn.fastest(rigid, path, pieces=100), "rigid (ours)"
    print("toppra is not installed: the timing of rigid joints is our own")
frequencies = jn.eigenfrequencies(robot, goal / 2.0).free  # [rad/s], motors free, half way
shaped = jn.trajectory.shaped(quick, frequencies[frequencies > 1.0], kind="ZV")
motions = {
    "elastic (fastest)": (robot, fast, "#0072b2"),
    whose: (rigid, quick, "#d55e00"),
    f"{whose}, ZV": (rigid, shaped, "#009e73"),
}

figure, axes = plt.subplots(2, 1, figsize=(6.4, 5.2), layout="constrained")
print(f"{'timing and torque':20}{'time':>9}{'off the path':>15}{'off the goal':>15}{'vibration':>15}{'of a limit':>12}")
for name, (model, motion, colour) in motions.items():
    # Half a second longer than the motion: what is left then is the vibration.
    plan = jn.feedforward(model, motion, np.linspace(0.0, motion.end_time + 0.5, 1501))
    run = jn.simulate(robot, plan)
    after = plan.t > motion.end_time
    bend = (run.theta - run.q)[after]
    off, missed = np.abs(run.q - plan.q[0])[~after].max(), np.abs(run.q[after] - goal).max()
    share = 100 * max(row.share for row in plan.peaks)
    vibration = np.ptp(bend, axis=0).max()
    print(f"{name:20}{motion.end_time:7.3f} s{off:11.1e} rad{missed:11.1e} rad{vibration:11.1e} rad{share:10.1f} %")
    axes[0].plot(plan.t, plan.tau_m[:, 0] / robot.limits.motor_torque[0], color=colour, label=name)
    axes[1].semilogy(plan.t, 1e-13 + np.abs(run.q - goal).max(axis=1), color=colour)
    axes[1].axvline(motion.end_time, color=colour, linestyle=":", linewidth=1)
axes[0].set(ylabel="torque of motor 1 / limit", ylim=(-1.15, 1.45))
axes[0].legend(ncols=3, fontsize="small", loc="upper center")
axes[1].set(xlabel="t [s]", ylabel="from the goal [rad]", ylim=(1e-13, 5.0))
figure.savefig("fastest.png", dpi=150)
