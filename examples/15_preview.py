"""How far ahead a controller has to know the path: error of the tool against preview, on an arm with an unstable zero."""

import argparse
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from scipy.interpolate import make_interp_spline

import jounce as jn

TICK = 1e-3  # [s]


def main(out: Path) -> None:
    arm = jn.load("moberg_5dof_nmp")
    path = jn.trajectory.line([1.5, -1.5], [1.525, -1.475], 0.1, start_time=0.1)
    t = np.arange(-0.05, 0.25, TICK)
    plan = jn.feedforward(arm, path, t)  # knows all of the path
    rest = plan.q[0][0]
    zero = jn.zero_dynamics(arm, rest).zeros.real.max()

    def error(torque: np.ndarray) -> float:
        """Of the tool while this torque, a spline between ticks, drives the arm open loop [m]."""
        between = make_interp_spline(t, torque, k=5)
        run = jn.simulate(arm, plan, lambda reference, state: between(min(reference.t + 5e-5, t[-1])), rate=1e4)
        return float(np.abs(run.tool_error).max())

    previews, errors = np.arange(0.015, 0.106, 0.015), []
    for preview in previews:
        live = jn.live(arm, rate=1.0 / TICK, preview=preview, tolerance=0.5)
        live.begin(rest)
        errors.append(error(np.array([live.step(path(now + live.preview, 4)) for now in t])))
    floor = error(plan.tau_m)
    needed = np.log(1e6) / zero
    print(f"unstable zero at {zero:.1f} rad/s: a preview of {1e3 * needed:.0f} ms by the rule ln(1e6) / s")
    for preview, found in zip(previews, errors):
        print(f"{1e3 * preview:6.0f} ms: {found:.1e} m; e^-sT = {np.exp(-zero * preview):.1e}")
    print(f"   whole path known: {floor:.1e} m")

    figure, ax = plt.subplots(figsize=(6.4, 3.8), layout="constrained")
    ax.semilogy(1e3 * previews, errors, "o-", color="#0072b2", label="tool, in simulation")
    ax.semilogy(1e3 * previews, errors[0] * np.exp(-zero * (previews - previews[0])), "--", color="0.4", label="$e^{-sT}$")
    ax.axhline(floor, color="#009e73", linewidth=1, label="whole path known")
    ax.axvline(1e3 * needed, color="0.7", linewidth=1, linestyle=":", label="least preview, unless said")
    ax.set(xlabel="preview T [ms]", ylabel="largest error of the tool [m]")
    ax.legend(fontsize="small")
    out.mkdir(parents=True, exist_ok=True)
    figure.savefig(out / "preview.png", dpi=150)
    print(f"wrote {out / 'preview.png'}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out"))
    main(parser.parse_args().out)
