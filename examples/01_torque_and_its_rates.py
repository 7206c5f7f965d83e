"""Joint torque of the KUKA LWR along a motion, its first two time derivatives, and what elastic joints make of them.

Writes a figure and a CSV file. The motion is that of Buondonno & De Luca (2015): rest to rest, degree 7, 4 s, peak speeds
between 90 and 120 deg/s (start and goal are not given there and chosen here).
"""

import argparse
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import jounce as jn


def main(out: Path) -> None:
    robot = jn.load("kuka_lwr")
    start = np.radians([-90, -60, 90, 70, -80, -60, 90])
    goal = np.radians([90, 110, -100, -100, 110, 120, -110])
    path = jn.trajectory.rest_to_rest(start, goal, duration=4.0, degree=7)
    t = np.linspace(0.0, 4.0, 401)

    Q = path(t, 4)  # q, qd, qdd, jerk, snap: (5, 401, 7)
    tau, taud, taudd = jn.rnea(robot, *Q)  # joint torque and its rates: (401, 7) each

    # The spring carries tau, so it bends by tau/K; the motor must also swing its rotor through that bend.
    K = np.array([joint.drive.stiffness for joint in robot.joints])
    B = np.array([joint.drive.reflected_inertia for joint in robot.joints])
    deflection = tau / K
    elastic = tau + B * (Q[2] + taudd / K)
    rigid = tau + B * Q[2]

    out.mkdir(parents=True, exist_ok=True)
    header = ",".join(["t [s]"] + [f"{what} {name}" for what in ("tau_j [Nm]", "tau_m [Nm]") for name in robot.joint_names])
    np.savetxt(out / "torque.csv", np.column_stack([t, tau, elastic]), delimiter=",", header=header, comments="")

    figure, axes = plt.subplots(2, 2, figsize=(10, 6), sharex=True, layout="constrained")
    curves = [np.degrees(Q[1]), elastic, np.degrees(deflection), elastic - rigid]
    titles = ["joint speed [deg/s]", "motor torque [Nm]", "deflection [deg]", "elastic minus rigid motor torque [Nm]"]
    for ax, curve, title in zip(axes.flat, curves, titles):
        ax.set_prop_cycle(color=plt.get_cmap("viridis")(np.linspace(0, 0.92, 7)))
        lines = ax.plot(t, curve)
        ax.set(title=title)
        ax.grid(alpha=0.3)
    for ax in axes[1]:
        ax.set_xlabel("t [s]")
    figure.legend(lines, robot.joint_names, loc="outside upper center", ncols=7, frameon=False)
    figure.savefig(out / "torque.png", dpi=150)

    print(f"{'joint':6}{'peak torque [Nm]':>18}{'peak rate [Nm/s]':>18}{'deflection [deg]':>18}{'elastic-rigid [%]':>19}")
    for i, name in enumerate(robot.joint_names):
        peak = np.abs(elastic[:, i]).max()
        share = 100 * np.abs(elastic - rigid)[:, i].max() / peak
        bend = np.degrees(np.abs(deflection[:, i]).max())
        print(f"{name:6}{peak:18.2f}{np.abs(taud[:, i]).max():18.2f}{bend:18.3f}{share:19.2f}")
    print(f"wrote {out / 'torque.csv'} and {out / 'torque.png'}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out"))
    main(parser.parse_args().out)
