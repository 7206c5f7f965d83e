"""Motor torque of a KUKA LWR with elastic joints along a motion, checked by simulation. Writes a figure and a CSV file.

The motion is that of Buondonno & De Luca (2015): rest to rest, degree 7, 4 s, peak speeds between 90 and 120 deg/s (start and
goal are not given there and chosen here).
"""

import argparse
from pathlib import Path

import numpy as np

import jounce as jn


def main(out: Path) -> None:
    robot = jn.load("kuka_lwr")
    start = np.radians([95, -80, -95, -95, -90, 105, -80])
    goal = np.radians([-120, 120, 110, 120, 100, -95, 105])
    path = jn.trajectory.rest_to_rest(start, goal, duration=4.0, degree=7)
    t = np.linspace(0.0, 4.0, 401)

    plan = jn.feedforward(robot, path, t)  # motor torque, motor motion, deflection
    rigid = jn.feedforward(robot.with_rigid_joints(), path, t)  # what one would command without knowing that joints bend

    peak = np.abs(plan.tau_m).max(axis=0)
    bend = np.degrees(np.abs(plan.delta).max(axis=0))
    share = 100 * np.abs(plan.tau_m - rigid.tau_m).max(axis=0) / peak
    print(f"{'joint':6}{'peak torque [Nm]':>18}{'deflection [deg]':>18}{'elastic-rigid [%]':>19}")
    for row in zip(robot.joint_names, peak, bend, share):
        print("{:6}{:18.2f}{:18.3f}{:19.2f}".format(*row))

    print("open loop, in simulation, the links stay within")
    for name, torque in (("elastic", plan), ("rigid", rigid)):
        print(f"  {np.degrees(jn.simulate(robot, torque).tracking_error):9.2e} deg of the path with the {name} model's torque")

    out.mkdir(parents=True, exist_ok=True)
    columns = [f"{what} {name}" for what in ("q [rad]", "theta [rad]", "tau_m [Nm]") for name in robot.joint_names]
    table = np.column_stack([t, plan.q[0], plan.theta[0], plan.tau_m])
    np.savetxt(out / "torque.csv", table, delimiter=",", header=",".join(["t [s]", *columns]), comments="")
    jn.plot.overview(plan).savefig(out / "torque.png")
    for k, draw in enumerate((jn.plot.positions, jn.plot.velocities, jn.plot.deflection, jn.plot.torque, jn.plot.difference)):
        draw(plan).figure.savefig(out / f"figure{k + 1}.png")  # numbered as in the paper
    print(f"wrote {out / 'torque.csv'}, {out / 'torque.png'} and the five figures of the paper")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out"))
    main(parser.parse_args().out)
