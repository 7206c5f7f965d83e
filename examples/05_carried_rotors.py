"""Rotors that gyrate: a light arm whose motors ride on its links, along the motion of Hoepler & Thuemmel (2004).

The paper gives no data of its robot: here the LWR's links with rotors of the same inertia at the joint, turning 100 times as
fast, and a step of 2 rad on every joint through a filter of order 16. Writes the figures 4 and 5 of that paper for it.
"""

import argparse
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import jounce as jn


def main(out: Path) -> None:
    lwr = jn.load("kuka_lwr")
    rotors = [joint.drive.reflected_inertia / 100**2 for joint in lwr.joints]
    drives = {"stiffness": [1e4] * 4 + [8e3] * 3, "rotor_inertia": rotors, "gear_ratio": 100.0}
    carried = lwr.with_drives(**drives, coupling="full")  # rotors turn with the links that carry them
    spong = lwr.with_drives(**drives)  # rotors turn about their own axes only
    print(f"derivatives of q needed: {carried.motion_order}, and {spong.motion_order} if rotors did not act on the links")

    path = jn.trajectory.filtered_step(np.zeros(7), np.full(7, 2.0), time_constant=0.08, order=16)
    t = np.linspace(0.0, 2.5, 501)
    plan, simple = jn.feedforward(carried, path, t), jn.feedforward(spong, path, t)
    rigid = jn.feedforward(carried.with_rigid_joints(), path, t)
    for name, torque in (("the full model's", plan), ("Spong's", simple)):
        error = np.degrees(jn.simulate(carried, torque).tracking_error)
        print(f"open loop the robot stays within {error:.2g} deg of the path with {name} torque")

    figure, axes = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
    for ax, curves, title in (
        (axes[0], plan.tau_m, "motor torque [Nm]"),
        (axes[1], plan.tau_m - rigid.tau_m, "elastic minus rigid motor torque [Nm]"),
    ):
        for i, colour in enumerate(("#0072b2", "#d55e00", "#009e73")):
            ax.plot(t, curves[:, i], color=colour, label=lwr.joint_names[i])
        ax.set(title=title, xlabel="t [s]")
        ax.grid(alpha=0.3)
        ax.legend()
    inset = axes[0].inset_axes([0.08, 0.1, 0.33, 0.35])
    inset.plot(t, plan.q[0, :, 0], color="black")
    inset.set_title("path of every joint [rad]", fontsize="small")
    out.mkdir(parents=True, exist_ok=True)
    figure.savefig(out / "carried_rotors.png", dpi=150)
    print(f"wrote {out / 'carried_rotors.png'}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out"))
    main(parser.parse_args().out)
