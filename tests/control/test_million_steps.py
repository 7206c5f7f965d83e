"""A million samples of every observer, in Python and in C: nothing drifts, nothing grows, all numbers are finite."""

import resource
import subprocess

import numpy as np
import pytest

import jounce as jn

PERIOD = 1000
"""Samples after which the motion repeats."""
STEPS = 1_000_000


def swinging(robot):
    """Once a second: rows of q, theta and torques at samples, and the mean of tau_m over the period before each."""
    w = 2.0 * np.pi
    t = 5e-4 * np.arange(2 * PERIOD)
    Q = np.array([w**k * np.sin(w * t + k * np.pi / 2)[:, None] * [0.4, -0.3] for k in range(5)])
    found = jn.inverse_dynamics(robot, *Q)
    tau = found.tau_m
    means = (np.roll(tau, 2, axis=0) + 4.0 * np.roll(tau, 1, axis=0) + tau) / 6.0
    return {"q": Q[0, ::2], "theta": found.theta[0, ::2], "tau_j": found.tau_j[0, ::2], "tau_m": means[::2]}


def observers(robot):
    """Each with what it takes, and the numbers that its kernel takes beside its state."""
    h, one = np.array([1e-3]), jn.control
    momentum = one.MomentumObserver(robot, 50.0, ("q", "tau_j"))
    state, detector = one.StateObserver(robot, 60.0), one.CollisionDetector(robot, 1.0, measured=("q", "theta"))
    kalman = one.KalmanFilter(robot, {"theta": 1e-5}, {"tau_m": 0.1, "wander": 5.0})
    return {
        "momentum_observer": (momentum, ("q", "tau_j"), [momentum.gain, h]),
        "state_observer": (state, ("theta", "tau_m"), [np.array([60.0]), h]),
        "collision_detector": (
            detector,
            ("q", "theta"),
            [detector.gain, detector.noise, np.array([0.05]), np.array([30.0]), h],
        ),
        "kalman_filter": (kalman, ("theta", "tau_m"), [kalman._noise, kalman._disturbance, np.array([1.0 / kalman.rate])]),
    }


NAMES = ("momentum_observer", "state_observer", "collision_detector", "kalman_filter")


def start(name, observer, rows):
    first = [row[0] for row in rows]
    return observer.begin(first[0]) if name in ("state_observer", "kalman_filter") else observer.begin(*first)


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("name", NAMES)
def test_in_python(name):
    robot = jn.load("planar_2r")
    observer, names, _ = observers(robot)[name]
    signals = swinging(robot)
    rows = [np.ascontiguousarray(signals[each]) for each in names]
    samples = list(zip(*rows))
    state = start(name, observer, rows)
    early, before = None, 0
    for k in range(1, STEPS + 1):
        state, _ = observer.step(state, *samples[k % PERIOD])
        if k == 20 * PERIOD:
            early, before = state.copy(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert np.isfinite(state).all()
    assert np.abs(state - early).max() <= 1e-9 * np.abs(early).max()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1024  # kB


PROGRAM = """
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "{name}.h"
static const double rows[{period}][{width}] = {{{rows}}};
{numbers}
static double state[{size}] = {{{state}}}, early[{size}], next[{size}], more[16];
int main(void)
{{
    for (int k = 1; k <= {steps}; ++k) {{
        {call};
        memcpy(state, next, sizeof state);
        if (k == 20 * {period}) memcpy(early, state, sizeof state);
    }}
    double drift = 0.0, largest = 0.0;
    for (int i = 0; i < {size}; ++i) {{
        if (!isfinite(state[i])) return 1;
        if (fabs(state[i] - early[i]) > drift) drift = fabs(state[i] - early[i]);
        if (fabs(early[i]) > largest) largest = fabs(early[i]);
    }}
    printf("%.17g %.17g\\n", drift, largest);
    return 0;
}}
"""


def listed(values):
    return ", ".join(f"{x:.17g}" for x in np.ravel(values))


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("name", NAMES)
def test_in_c(name, tmp_path):
    robot = jn.load("planar_2r")
    observer, names, numbers = observers(robot)[name]
    signals = swinging(robot)
    rows = [signals[each] for each in names]
    state = start(name, observer, rows)
    kernel = observer.compile()
    kernel.write_c(tmp_path)
    source = (tmp_path / f"{name}.c").read_text()
    assert "alloc" not in source
    extra = [f"more + {2 * k}" for k in range(6)]
    own = [f"numbers{k}" for k in range(len(numbers))]
    if name == "kalman_filter":
        call = ["rows[k % 1000]", "state", f"state + {observer.size}", *own, "next", f"next + {observer.size}", *extra]
    else:
        call = ["rows[k % 1000]", "state", *own, "next"]
        call += extra[: len(kernel.outputs) - 1]
    text = PROGRAM.format(
        name=name,
        period=PERIOD,
        width=4,
        rows=listed(np.concatenate([signals[each] for each in kernel_order(observer, names)], axis=1)),
        numbers="\n".join(f"static const double numbers{k}[] = {{{listed(x)}}};" for k, x in enumerate(numbers)),
        size=len(state),
        state=listed(state),
        steps=STEPS,
        call=f"{name}({', '.join(call)})",
    )
    (tmp_path / "main.c").write_text(text)
    files = [tmp_path / "main.c", tmp_path / f"{name}.c"]
    subprocess.run(["cc", "-std=c99", "-O2", *files, "-o", tmp_path / "run", "-lm"], cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "run"], capture_output=True, text=True, check=True)
    drift, largest = map(float, done.stdout.split())
    assert drift <= 1e-9 * largest


def kernel_order(observer, names):
    """As kernels take what is measured: joints before motors."""
    return [name for name in ("q", "tau_j", "theta", "tau_m") if name in names]
