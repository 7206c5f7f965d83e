"""`jounce bench`: run times of the functions on this machine."""

import platform
import subprocess
import timeit
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np

import jounce as jn
from jounce.cli import complete, options
from jounce.cli.motion import load_robot
from jounce.cli.report import number, progress, say, table
from jounce.codegen.build.compiler import compiler

FUNCTIONS: tuple[Callable[..., Any], ...] = (
    jn.rnea,
    jn.mass_matrix,
    jn.coriolis_matrix,
    jn.jacobian,
    jn.forward_dynamics,
    jn.inverse_dynamics,
)
BATCH = 10_000
SECONDS, ROUNDS = 0.02, 5
"""Approximate duration of a round [s], and number of rounds; the fastest round counts, which other load disturbs least."""


@click.command()
@click.argument("robot", default="kuka_lwr", shell_complete=complete.robots)
@options.drives
@options.coupling
@options.lock
@options.as_json
def bench(robot: str, drives: Path | None, coupling: str | None, lock: Any, as_json: bool) -> None:
    """Measure run times of the functions on this machine.

    The times of a single call and of one sample in a batch of 10,000 are measured on one thread, for native code and for plain
    Python. Calls are made from Python, as a user makes them. The last column is the largest difference between native code and
    plain Python, relative to the largest entry. `make bench` compares jounce with other libraries.

    \b
    Examples:
      jounce bench
      jounce bench arm.urdf --drives arm.drives.toml --json
    """
    model = load_robot(robot, drives, coupling, lock)
    before = jn.get_backend()
    try:
        with progress(len(FUNCTIONS)) as step:
            measured = []
            for function in FUNCTIONS:
                step(function.__name__)
                measured.append(_measure(function, model))
    finally:
        jn.set_backend(before)
    data = {"robot": model.name, "batch": BATCH, "threads": 1, "machine": _machine(), "functions": measured}
    say(as_json, data, *_parts(model, data))


def _measure(function: Callable[..., Any], robot: jn.Robot) -> dict[str, Any]:
    """Return run times [s] of one function, and the largest difference between native code and plain Python.

    The difference is relative to the largest absolute entry. Values that cannot be measured are None, with the reason in `note`.
    """
    figures: dict[str, Any] = {"function": function.__name__, "native": None, "python": None, "difference": None, "note": None}
    results = {}
    try:
        kernel = jn.compile(function, robot)
        count = kernel.arrays
        Q = np.random.default_rng(0).normal(size=(count, BATCH, robot.n))
        for backend in ("python", "native"):
            jn.set_backend(backend)
            call = partial(function, robot)
            figures[backend] = {"call": _best(partial(call, *Q[:, 0])), "sample": _best(partial(call, *Q, threads=1)) / BATCH}
            results[backend] = _first(call(*Q, threads=1))
        largest = np.abs(results["python"]).max()
        figures["difference"] = float(np.abs(results["native"] - results["python"]).max() / largest)
    except jn.errors.JounceError as error:
        figures["note"] = str(error)
    return figures


def _first(result: Any) -> Any:
    """Return the motor torque of a result of inverse dynamics, or another function's result as an array."""
    return result.tau_m if isinstance(result, jn.dynamics.InverseDynamics) else np.asarray(result)


def _best(call: Callable[[], object]) -> float:
    timer = timeit.Timer(call)
    once = min(timer.repeat(2, 1))
    calls = max(1, int(SECONDS / once))
    return min(timer.repeat(ROUNDS, calls)) / calls


def _machine() -> dict[str, Any]:
    try:
        command: tuple[str, ...] = compiler()
        said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False).stdout.splitlines()
        native = said[0] if said else command[0]
    except jn.errors.CompilerError:
        native = None
    return {
        "processor": _processor(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": np.__version__,
        "jounce": jn.__version__,
        "compiler": native,
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor() or platform.machine())


def _parts(robot: jn.Robot, data: dict[str, Any]) -> list[Any]:
    machine = data["machine"]
    rows = []
    for row in data["functions"]:
        cells = [number(row[way] and 1e6 * row[way][kind], ".3g") for way in ("native", "python") for kind in ("call", "sample")]
        rows.append([row["function"], *cells, number(row["difference"], ".0e")])
    heads = [
        "function",
        *(f"{way},\n{kind} [us]" for way in ("native", "Python") for kind in ("call", "sample")),
        "difference\n[1]",
    ]
    return [
        f"{robot.name}, {robot.n} freedoms; a sample: of a batch of {BATCH}, one thread",
        table(heads, rows),
        f"{machine['processor']}, {machine['system']}",
        f"Python {machine['python']}, NumPy {machine['numpy']}, jounce {machine['jounce']}",
        f"compiler: {machine['compiler'] or 'none'}",
        *[f"{row['function']}: {row['note']}" for row in data["functions"] if row["note"]],
    ]
