"""Motors that act before the tool moves: 25 mm in x and in z with an unstable zero, as in Moberg & Hanssen (2010), section 10."""

import argparse
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import jounce as jn


def main(out: Path) -> None:
    arm = jn.load("moberg_5dof_nmp")
    path = jn.trajectory.line([1.5, -1.5], [1.525, -1.475], 0.1, start_time=0.1)
    try:
        jn.feedforward(arm, path, np.arange(0.0, 0.3, 1e-3), "bdf")
    except jn.errors.InputError as error:
        print("refused:", error)

    t = np.arange(-0.05, 0.35, 1e-3)
    plan = jn.feedforward(arm, path, t)
    run = jn.simulate(arm, plan)
    early = np.abs(plan.tau_m[t < 0.099]).max()
    print(f"{plan.method}: {plan.why}")
    print(f"motors act from {plan.status.acts_from:.3f} s to {plan.status.acts_until:.3f} s, the tool from 0.1 s to 0.2 s")
    print(f"torque before the tool moves: {1e-3 * early:.1f} kNm, of {1e-3 * np.abs(plan.tau_m).max():.1f} kNm")
    print(f"tool within {1e3 * np.abs(run.tool_error).max():.0e} mm of the path, open loop")

    figure, axes = plt.subplots(1, 3, figsize=(11, 3.2), sharex=True, layout="constrained")
    for style, moved, name in zip(("-", "--"), 1e3 * (path(t) - path(0.0))[0].T, "xz"):
        axes[0].plot(t, moved, style, label=name)
    axes[1].plot(t, np.degrees(plan.q[0, :, 2]), color="black")
    axes[2].plot(t, 1e-3 * plan.tau_m[:, :2], label=arm.joint_names[:2])
    titles = ("tool [mm]", "deflection of the joint without a motor [deg]", "motor torque [kNm]")
    for ax, title in zip(axes, titles):
        ax.axvspan(0.1, 0.2, color="0.92")
        ax.set(title=title, xlabel="t [s]; grey: the tool moves")
        ax.grid(alpha=0.3)
    axes[0].legend()
    axes[2].legend()
    out.mkdir(parents=True, exist_ok=True)
    figure.savefig(out / "non_minimum_phase.png", dpi=150)
    print(f"wrote {out / 'non_minimum_phase.png'}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out"))
    main(parser.parse_args().out)
