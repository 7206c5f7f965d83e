"""Run the cases: time a sample, error against fifty digits, and the peer in the same run. Table on screen, JSON in out/.

python benchmarks/run.py [--only WORD] [--out out/benchmarks.json]
"""

import argparse
import json
import platform
import sys
import time
from pathlib import Path

import mpmath
import numpy as np
import pinocchio as pin

import jounce as jn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from cases import CASES, Case

from support.peer_pinocchio import model_of

REPEATS = 7
SECONDS = 0.2


def best_time(call) -> float:
    """Seconds a call, the best of several rounds."""
    call()
    start = time.perf_counter()
    call()
    rounds = max(1, int(SECONDS / max(time.perf_counter() - start, 1e-7)))
    best = np.inf
    for _ in range(REPEATS):
        start = time.perf_counter()
        for _ in range(rounds):
            call()
        best = min(best, (time.perf_counter() - start) / rounds)
    return best


def run(case: Case) -> dict:
    """One row: times in us a sample and the largest error relative to the largest value of each order."""
    robot = jn.load(case.robot)
    Q = np.random.default_rng(0).normal(size=(case.inputs, case.batch, robot.n))
    stack = Q[:, 0] if case.batch == 1 else Q
    row = {"name": case.name, "robot": case.robot, "batch": case.batch}
    row["us"] = 1e6 * best_time(lambda: case.call(robot, *stack)) / case.batch
    with mpmath.workdps(50):
        exact = case.call(robot, *np.vectorize(mpmath.mpf, otypes=[object])(Q[:, 0])).astype(float)
    found = case.call(robot, *Q[:, 0])
    axes = tuple(range(1, found.ndim)) if case.call is not jn.forward_dynamics else None
    row["error"] = float((np.abs(found - exact).max(axis=axes) / np.abs(exact).max(axis=axes)).max())
    if case.peer:
        model = model_of(robot)
        data, function = model.createData(), getattr(pin, case.peer)
        row["pinocchio_us"] = (
            1e6 * best_time(lambda: [function(model, data, *sample) for sample in np.moveaxis(Q, 1, 0)]) / case.batch
        )
    return row


def processor() -> str:
    """The processor's name, where the system tells it."""
    info = Path("/proc/cpuinfo")
    names = (
        [line.split(":")[1].strip() for line in info.read_text().splitlines() if "model name" in line] if info.exists() else []
    )
    return names[0] if names else platform.processor()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("--out", type=Path, default=Path("out/benchmarks.json"))
    options = parser.parse_args()
    print(f"{'case':32}{'batch':>8}{'us/sample':>12}{'Pinocchio (Python)':>20}{'error':>10}")
    rows = []
    for case in CASES:
        if options.only in case.name:
            row = run(case)
            rows.append(row)
            peer = f"{row['pinocchio_us']:.2f}" if "pinocchio_us" in row else "-"
            print(f"{row['name']:32}{row['batch']:8}{row['us']:12.3f}{peer:>20}{row['error']:10.1e}", flush=True)
    machine = {
        "processor": processor(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "pinocchio": pin.__version__,
    }
    method = f"best of {REPEATS} rounds of about {SECONDS} s, one process; error against 50 digits, relative to the largest entry"
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps({"machine": machine, "method": method, "rows": rows}, indent=1))
    print(f"wrote {options.out}")


if __name__ == "__main__":
    main()
