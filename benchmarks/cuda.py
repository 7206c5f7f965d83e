"""Kernels on a GPU: samples a second, agreement with native code, and a million elastic arms for a thousand steps.

    PYTHONPATH=src python3 benchmarks/cuda.py [--bounds] [--json FILE]

Arrays are PyTorch's; JAX, where it is installed, runs the same equations itself, jitted. Times are medians of repeated launches
by events of the device, after a warm-up, on inputs that are many times as large as its cache. --bounds tries launch bounds, too.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

import numpy as np

import jounce as jn
from jounce.kernel import evaluation
from jounce.kernel.backends import cuda as backend

COUNT = 1 << 23
"""Samples of one launch: what goes in takes 2.3 GB in float64, forty times the cache."""
REPEATS, TOGETHER = 20, 4
"""Measurements, and launches in each: what Python does before a launch then happens while the one before it runs."""
ROBOTS, STEPS, STEP = 1_000_000, 1000, 1e-4
BARS = {
    "elastic tau_m float64": 3.5e9,
    "elastic tau_m float32": 7.0e9,
    "elastic all outputs float64": 2.4e9,
}
LWR = jn.load("kuka_lwr")


def device_name():
    command = ["nvidia-smi", "--query-gpu=name,driver_version,clocks.sm,memory.total", "--format=csv,noheader"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        return f"unknown ({error})"


def seconds(torch, call, repeats=REPEATS, together=TOGETHER):
    """Median time of a launch [s], and the spread between the quartiles relative to it."""
    for _ in range(3):
        call()
    times = []
    for _ in range(repeats):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        for _ in range(together):
            call()
        end.record()
        end.synchronize()
        times.append(1e-3 * start.elapsed_time(end) / together)
    low, middle, high = statistics.quantiles(times, n=4) if len(times) > 1 else times * 3
    return middle, (high - low) / middle


def inputs(torch, kernel, count, dtype, columns=True, seed=0):
    """Random motion (count, n) for each row: one array a number, or one row a sample."""
    rng = torch.Generator(device="cuda").manual_seed(seed)
    made = []
    for slot in kernel.inputs:
        for _ in range(slot.rows):
            shape = (slot.width, count) if columns else (count, slot.width)
            x = torch.randn(shape, generator=rng, device="cuda", dtype=getattr(torch, dtype))
            made.append(x.T if columns else x)
    return made


def flat(result):
    return [np.asarray(x.cpu() if hasattr(x, "cpu") else x) for x in (result if isinstance(result, tuple) else (result,))]


def error(found, expected):
    return max(np.abs(x - y).max() / np.abs(y).max() for x, y in zip(flat(found), flat(expected), strict=True))


def rates(torch, report):
    cases = [
        ("elastic tau_m", jn.inverse_dynamics, {"outputs": ("tau_m",)}),
        ("elastic all outputs", jn.inverse_dynamics, {}),
        ("rigid", jn.rnea, {}),
        ("forward dynamics", jn.forward_dynamics, {}),
        ("elastic forward dynamics", jn.elastic_forward_dynamics, {}),
        ("rnea partials", jn.rnea_partials, {}),
        ("elastic partials", jn.inverse_dynamics_derivatives, {}),
    ]
    for name, function, options in cases:
        kernel = jn.compile(function, LWR, **options)
        large = sum(slot.size for slot in kernel.outputs) > 100
        count = COUNT >> 3 if large else COUNT
        for dtype in ("float64", "float32"):
            cuda = kernel.cuda(dtype)
            start = time.perf_counter()
            few = inputs(torch, kernel, 4096, dtype, seed=7)
            found = cuda(*few)
            torch.cuda.synchronize()
            built = time.perf_counter() - start
            expected = kernel(*(x.cpu().numpy().astype(float) for x in few))
            wrong = error(found, expected)
            for columns in (True, False):
                given = inputs(torch, kernel, count, dtype, columns)
                middle, spread = seconds(torch, lambda given=given, cuda=cuda: cuda(*given))
                layout = "one array a number" if columns else "one row a sample"
                line = {"case": f"{name} {dtype}", "layout": layout, "per_s": count / middle, "spread": spread}
                line |= {"error": wrong, "first_call_s": built, "operations": kernel.operations}
                bar = BARS.get(line["case"]) if columns else None
                said = "" if bar is None else f"  bar {bar:.2g}: {'met' if line['per_s'] >= bar else 'MISSED'}"
                print(
                    f"{line['case']:40s} {layout:20s} {line['per_s']:.3e} /s (spread {spread:.1%})  error {wrong:.1e}{said}",
                    flush=True,
                )
                report.append(line)
                del given
            torch.cuda.empty_cache()


def live(torch, report):
    """Every sample its own robot: stiffness and payload are arrays."""
    kernel = jn.compile(jn.inverse_dynamics, LWR, parameters=("payload", "stiffness"), outputs=("tau_m",))
    cuda = kernel.cuda()
    rows = inputs(torch, kernel, COUNT, "float64")
    payload, stiffness = rows[-2].abs_(), rows[-1].abs_().mul_(100.0).add_(1000.0)
    middle, spread = seconds(torch, lambda: cuda(*rows[:-2], parameters={"payload": payload, "stiffness": stiffness}))
    print(f"{'elastic tau_m float64, live parameters':61s} {COUNT / middle:.3e} /s (spread {spread:.1%})", flush=True)
    report.append({"case": "elastic tau_m float64, live parameters", "per_s": COUNT / middle})


def bounds(torch, report):
    """Launch bounds: threads a block, blocks a multiprocessor at least."""
    tries = {
        "float64": ((64, 4), (128, 1), (64, 3), (32, 8)),
        "float32": ((64, 8), (64, 6), (64, 4), (128, 4), (128, 3), (64, 5), (64, 10)),
    }
    for name, options in (("elastic tau_m", {"outputs": ("tau_m",)}), ("elastic all outputs", {})):
        kernel = jn.compile(jn.inverse_dynamics, LWR, **options)
        for dtype in ("float64", "float32"):
            given = inputs(torch, kernel, COUNT, dtype), inputs(torch, kernel, COUNT, dtype, columns=False)
            for pair in tries[dtype]:
                found = [tried(torch, kernel, dtype, pair, x) for x in given]
                line = f"bounds {name} {dtype} {pair}"
                print(f"{line}: {found[0]:.3e} /s, one row a sample {found[1]:.3e} /s", flush=True)
                report.append({"case": line, "per_s": found[0], "rows_per_s": found[1]})


def tried(torch, kernel, dtype, pair, given):
    before = backend.BOUNDS
    try:
        backend.BOUNDS = {dtype: pair}
        source = backend.cuda_source(kernel.program, dtype, pair)
        cuda = kernel.cuda(dtype)
        cuda.code = lambda architecture, steps=False: backend.nvrtc.build(source, architecture, f"bounds {pair}")
        middle, _ = seconds(torch, lambda: cuda(*given), 8)
        return len(given[0]) / middle
    finally:
        backend.BOUNDS = before


def arms(torch, report):
    """A million elastic arms, each with its own stiffness and payload, under one torque, for a thousand Runge-Kutta steps."""
    kernel = jn.compile(jn.elastic_forward_dynamics, LWR, parameters=("payload", "stiffness"))
    rng = np.random.default_rng(3)
    q = np.array([0.3, -0.6, 0.2, 1.1, -0.4, 0.7, 0.1])
    tau = jn.gravity_torque(LWR, q)
    stiffness = LWR.parameter_values("stiffness") * rng.uniform(0.9, 1.1, (ROBOTS, 7))
    mass = rng.uniform(0.0, 0.5, ROBOTS)
    payload = np.zeros((ROBOTS, 10))
    payload[:, 0], payload[:, 3] = mass, 0.05 * mass
    payload[:, 4:7] = 5e-3 * mass[:, None]
    theta = q + tau / LWR.parameter_values("stiffness")
    few = 64
    for dtype in ("float64", "float32"):
        cuda = kernel.cuda(dtype)
        put = lambda x, dtype=dtype: torch.tensor(x.T.copy(), dtype=getattr(torch, dtype), device="cuda").T  # noqa: E731
        state = [put(np.broadcast_to(x, (ROBOTS, 7))) for x in (q, 0 * q, theta, 0 * q)]
        torque = put(np.broadcast_to(tau, (ROBOTS, 7)))
        numbers = {"stiffness": put(stiffness), "payload": put(payload)}
        run = lambda h=STEP, n=STEPS: cuda.advance(*state, torque, step=h, steps=n, parameters=numbers)  # noqa: B023, E731
        found = run()
        middle, _ = seconds(torch, run, 3, 1)
        expected = reference(q, theta, tau, stiffness[:few], payload[:few])
        wrong = max(np.abs(x[:few].cpu().numpy() - y).max() for x, y in zip(found[::2], expected[::2]))
        moved = float((found[0] - state[0]).abs().max())
        print(
            f"{ROBOTS} elastic arms, {STEPS} steps of {STEP} s, {dtype}: {middle:.2f} s, {ROBOTS * STEPS / middle:.2e} steps/s; "
            f"moved {moved:.3f} rad; error of positions against adaptive steps (1e-12) {wrong:.1e} rad",
            flush=True,
        )
        report.append({"case": f"arms {dtype}", "seconds": middle, "error": wrong})


def reference(q, theta, tau, stiffness, payload):
    """The same motion by adaptive steps of order 8 on the native kernel, arm by arm."""
    from scipy.integrate import solve_ivp

    kernel = jn.compile(jn.elastic_forward_dynamics, LWR, parameters=("payload", "stiffness"))
    count = len(stiffness)

    def rate(_, y):
        q, qd, theta, thetad = y.reshape(4, count, 7)
        numbers = {"stiffness": stiffness, "payload": payload}
        qdd, thetadd = kernel(q, qd, theta, thetad, np.broadcast_to(tau, (count, 7)), parameters=numbers, threads=1)
        return np.stack([qd, qdd, thetad, thetadd]).ravel()

    start = np.stack([np.broadcast_to(x, (count, 7)) for x in (q, 0 * q, theta, 0 * q)]).ravel()
    found = solve_ivp(rate, (0.0, STEP * STEPS), start, method="DOP853", rtol=1e-12, atol=1e-12)
    return found.y[:, -1].reshape(4, count, 7)


def with_jax(torch, report):
    """The same equations on JAX's arrays, compiled by JAX; and our kernel on JAX's arrays."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    try:
        import jax
        import jax.numpy as jnp
    except ImportError as reason:
        print(f"no JAX: {reason}")
        return
    jax.config.update("jax_enable_x64", True)
    kernel = jn.compile(jn.inverse_dynamics, LWR, outputs=("tau_m",))
    form, robot = kernel.form, kernel.robot

    @jax.jit
    def own(columns):
        (rows,) = evaluation.evaluate(form, robot, [[row[i] for i in range(7)] for row in columns])
        return jnp.stack([jnp.broadcast_to(x, columns.shape[2:]) for x in rows[0]])

    for dtype in ("float64", "float32"):
        count = COUNT >> 1
        columns = jax.random.normal(jax.random.key(1), (5, 7, count), dtype=dtype)
        start = time.perf_counter()
        found = own(columns).block_until_ready()
        built = time.perf_counter() - start
        times = []
        for _ in range(REPEATS):
            start = time.perf_counter()
            own(columns).block_until_ready()
            times.append(time.perf_counter() - start)
        theirs = count / statistics.median(times)
        rows = [jnp.asarray(columns[k].T).block_until_ready() for k in range(5)]
        cuda = kernel.cuda(dtype)
        ours = cuda(*rows)
        wrong = float(jnp.abs(ours.T - found).max() / jnp.abs(found).max())
        times = []
        for _ in range(REPEATS):
            start = time.perf_counter()
            cuda(*rows)
            times.append(time.perf_counter() - start)
        mine = count / statistics.median(times)
        best = next(x["per_s"] for x in report if x.get("case") == f"elastic tau_m {dtype}")
        print(
            f"JAX's own, {dtype}: {theirs:.3e} /s, {built:.1f} s to compile; our kernel {best / theirs:.1f} times as fast "
            f"({mine:.3e} /s called on JAX's arrays, one row a sample); they differ by {wrong:.1e}",
            flush=True,
        )
        report.append(
            {"case": f"JAX's own {dtype}", "per_s": theirs, "compile_s": built, "ratio": best / theirs, "jax_arrays": mine}
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bounds", action="store_true", help="try launch bounds, too")
    parser.add_argument("--json", help="write all numbers to this file")
    given = parser.parse_args()
    import torch

    if not torch.cuda.is_available():
        sys.exit("no GPU")
    print(
        f"device: {device_name()}; torch {torch.__version__}; NVRTC {backend.nvrtc.nvrtc()}; numpy {np.__version__}", flush=True
    )
    report = [{"device": device_name()}]
    for part in (rates, live, arms, with_jax, *([bounds] if given.bounds else [])):
        try:
            part(torch, report)
        except Exception:
            import traceback

            print(f"{part.__name__} failed:", flush=True)
            traceback.print_exc()
    if given.json:
        with open(given.json, "w") as file:
            json.dump(report, file, indent=1)


if __name__ == "__main__":
    main()
