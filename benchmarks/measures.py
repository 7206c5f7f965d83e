"""How each measure is taken. All times are the best of several rounds, so that whatever else the machine does is left out."""

import functools
import os
import subprocess
import sys
import tempfile
import timeit
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import mpmath
import numpy as np
import peer
import peer_casadi
import pinocchio as pin
from cases import BATCH, LARGE_BATCH, ROBOT, Case, robot_of

import jounce as jn
from jounce.codegen.build.compiler import LONG, compiler, options

TURNS = 4
"""How often all cases are gone through; the best of all counts."""
ROUNDS = 11
CALLS = 20_000
"""Of the programs in C and C++: rounds a turn, and calls a round."""
SHORT_ROUNDS = 3
"""Rounds of a process whose turns with others are many."""
SECONDS = 0.03
"""Of a round from Python, about."""
LONG_CALL = 1e-4
"""Seconds of a call from Python that is timed alone: a batch, which wants a quiet moment on all its threads."""
POOL = 64
"""Different samples that the programs in C and C++ go round."""
WARM_CALLS = 3
"""Processes a turn."""
SAMPLES = 9
"""Of the batch whose error is found: no robot here has so many joints, so that its axis can be told."""

FIRST = """
import sys, time
import numpy as np
import jounce as jn
name, robot, inputs = sys.argv[1], sys.argv[2], int(sys.argv[3])
Q = np.random.default_rng(0).normal(size=(inputs, 7))
jn.set_backend("native")
start = time.perf_counter()
getattr(jn, name)(jn.load(robot), *Q)
print(time.perf_counter() - start)
"""


@functools.cache
def kernel_of(case: Case) -> jn.export.Kernel:
    return jn.compile(case.call, robot_of(case.robot), order=case.order, parameters=case.live, outputs=case.outputs)


def inputs_of(case: Case) -> int:
    return kernel_of(case).arrays


def motion(case: Case, count: int) -> np.ndarray:
    """Random q, qd, ... (inputs, count, n)."""
    return np.random.default_rng(0).normal(size=(inputs_of(case), count, robot_of(case.robot).n))


def _round(statement: str, names: dict) -> tuple[Callable[[], float], int]:
    """A round of a statement, which gives the seconds it takes once, and how many there are in a turn.

    One that takes long is a round of its own, with more rounds instead.
    """
    timer = timeit.Timer(statement, globals=names)
    timer.timeit(2)
    once = min(timer.repeat(3, 1))
    number = max(1, int(SECONDS / once)) if once < LONG_CALL else 1
    rounds = ROUNDS if number > 1 else max(ROUNDS, int(ROUNDS * SECONDS / once))
    return lambda: timer.timeit(number) / number, rounds


def _best(statement: str, names: dict) -> float:
    """Seconds of a statement, the best of a turn."""
    once, rounds = _round(statement, names)
    return min(once() for _ in range(rounds))


def operations(case: Case) -> float:
    return kernel_of(case).operations


@functools.cache
def _c_timer(case: Case, folder: str) -> list[str]:
    """The kernel and a loop around it, compiled as jounce compiles kernels; the command that runs it."""
    kernel = kernel_of(case)
    kernel.write_c(folder)
    name, n = kernel.form.equation.name, kernel.robot.n
    sizes = [slot.size for slot in kernel.outputs]
    outputs = ", ".join(f"(y) + {sum(sizes[:k])}" for k in range(len(sizes)))
    defines = [f'-DHEADER="{name}.h"', f"-DCALL(x, y)={name}(x, {outputs})"]
    defines += [f"-DINPUTS={inputs_of(case) * n}", f"-DOUTPUTS={sum(sizes)}"]
    optimise = "-O1" if kernel.operations > LONG else "-O2"
    flags = [optimise, *(flag for flag in options() if flag != "-shared"), *defines]
    timer = Path(__file__).with_name("timer.c").resolve()
    subprocess.run([*compiler(), *flags, "-I.", f"{name}.c", str(timer), "-o", "timer", "-lm"], cwd=folder, check=True)
    samples = Path(folder) / "samples.txt"
    samples.write_text(peer.samples_text(np.moveaxis(motion(case, POOL), 1, 0)))
    return [str(Path(folder) / "timer"), str(samples)]


def in_c(case: Case) -> float:
    command = _c_timer(case, _folder(case.name))
    calls = max(100, CALLS * 500 // kernel_of(case).operations)
    return 1e-9 * float(subprocess.run([*command, str(ROUNDS), str(calls)], check=True, capture_output=True, text=True).stdout)


def beside_generated(case: Case, generated: peer_casadi.GeneratedPeer) -> dict[str, float]:
    """Return seconds of a call in C of our function, and of the generated one at each level: processes in turn."""
    calls = str(max(100, CALLS * 500 // kernel_of(case).operations))
    commands = _beside_commands(case, generated)
    best = dict.fromkeys(commands, np.inf)
    for _ in range(ROUNDS):
        for side, command in commands.items():
            output = subprocess.run([*command, str(SHORT_ROUNDS), calls], check=True, capture_output=True, text=True).stdout
            best[side] = min(best[side], 1e-9 * float(output))
    return best


def disagreement(case: Case, generated: peer_casadi.GeneratedPeer) -> float:
    """Return the largest difference of generated outputs from ours over all samples, relative to the sample's largest entry."""
    values = {
        side: np.loadtxt(subprocess.run([*command, "0", "0"], check=True, capture_output=True, text=True).stdout.splitlines())
        for side, command in _beside_commands(case, generated).items()
    }
    ours = values.pop("ours")
    return max(float((np.abs(theirs - ours) / np.abs(ours).max(axis=1, keepdims=True)).max()) for theirs in values.values())


def _beside_commands(case: Case, generated: peer_casadi.GeneratedPeer) -> dict[str, list[str]]:
    """Return the timers on the same samples: `ours`, and each level of optimisation of the generated code."""
    ours, samples = _c_timer(case, _folder(case.name))
    name = peer_casadi.name_of(case.call)
    theirs = {level: [str(generated.program(name, level)), samples] for level in peer_casadi.LEVELS}
    return {"ours": [ours, samples], **theirs}


_temporary: dict[str, tempfile.TemporaryDirectory] = {}


def _folder(name: str) -> str:
    return _temporary.setdefault(name, tempfile.TemporaryDirectory(prefix="jounce-bench-")).name


def robots(case: Case, shape: tuple[int, ...]) -> dict[str, np.ndarray] | None:
    """Live parameters near the robot's own, each sample another robot; None if there are none."""
    rng = np.random.default_rng(1)
    found = {}
    for name in case.live:
        own = robot_of(case.robot).parameter_values(name)
        found[name] = np.where(own == 0.0, 1.0, own) * (1.0 + 0.01 * rng.uniform(size=(*shape, len(own))))
    return found or None


def _names(case: Case, Q: np.ndarray) -> tuple[str, dict]:
    names = {"f": case.call, "robot": robot_of(case.robot)} | {f"x{k}": row for k, row in enumerate(Q)}
    arguments = ["robot", *(f"x{k}" for k in range(len(Q)))]
    if case.live:
        names["live"] = robots(case, Q.shape[1:-1])
        arguments.append("parameters=live")
    if case.outputs:
        names["only"] = case.outputs
        arguments.append("outputs=only")
    return ", ".join(arguments), names


def _call(case: Case) -> tuple[str, dict]:
    arguments, names = _names(case, motion(case, 1)[:, 0])
    return f"f({arguments})", names


def in_python(case: Case) -> float:
    return _best(*_call(case))


def beside_python(case: Case) -> tuple[float, float]:
    """Seconds of a call from Python, ours and Pinocchio's: a round of the one, a round of the other, so that both see the same
    machine."""
    ours, rounds = _round(*_call(case))
    theirs, _ = _round(*_peer_call(case))
    times = [(ours(), theirs()) for _ in range(rounds)]
    return min(mine for mine, _ in times), min(yours for _, yours in times)


def without_coupling(case: Case) -> float:
    """The same in C of the robot whose rotors are not carried along."""
    return in_c(replace(case, robot=ROBOT))


def frozen(case: Case) -> float:
    """The same with the robot's own numbers compiled in."""
    return MEASURES[case.measure][0](replace(case, live=()))


def twice(case: Case) -> float:
    """Two calls in C of the same without derivatives."""
    return 2.0 * in_c(replace(case, order=0))


def batch(case: Case, threads: int = 1, count: int = BATCH) -> float:
    arguments, names = _names(case, motion(case, count))
    return _best(f"f({arguments}, threads={threads})", names) / count


def two_threads(case: Case) -> float:
    return batch(case, 2)


def large_batch(case: Case) -> float:
    return batch(case, count=LARGE_BATCH)


def first_call(case: Case) -> float:
    """Seconds from load to result, in new processes."""
    with tempfile.TemporaryDirectory(prefix="jounce-bench-") as folder:

        def once(cache: str) -> float:
            command = [sys.executable, "-c", FIRST, case.call.__name__, case.robot, str(inputs_of(case))]
            environment = os.environ | {"JOUNCE_CACHE": str(Path(folder) / cache)}
            return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)

        if case.measure == "warm":
            once("warm")
            return min(once("warm") for _ in range(WARM_CALLS))
        return once("cold")


MEASURES: dict[str, tuple[Callable[[Case], float], str]] = {
    "operations": (operations, ""),
    "C": (in_c, "us"),
    "Python": (in_python, "us"),
    "batch": (batch, "us"),
    "two threads": (two_threads, "us"),
    "large batch": (large_batch, "us"),
    "cold": (first_call, "s"),
    "warm": (first_call, "s"),
}


def _peer_call(case: Case) -> tuple[str, dict]:
    model = peer.model_of(robot_of(case.robot))
    Q = motion(case, 1)[: peer.INPUTS.get(case.peer, 1), 0]
    names = {"pin": pin, "model": model, "data": model.createData(), "last": model.njoints - 1}
    return peer.python_statement(case.peer, len(Q)), names | {f"x{k}": row for k, row in enumerate(Q)}


def peer_python(case: Case) -> float:
    """Seconds of a call of Pinocchio from Python."""
    return _best(*_peer_call(case))


def peer_cpp(case: Case, program: peer.CppPeer) -> float:
    """Seconds of a call of Pinocchio inside C++."""
    robot = robot_of(case.robot)
    samples = np.random.default_rng(0).normal(size=(POOL, 3, robot.n))
    return 1e-9 * program.ns(robot, samples, case.peer, ROUNDS, CALLS)


@functools.cache
def _error(case: Case, inputs: int) -> float:
    robot, order = robot_of(case.robot), case.order
    live = robots(case, ())
    more = {"outputs": case.outputs} if case.outputs else {}
    call = functools.partial(case.call, robot, **({"parameters": live} if live else {}), **more)
    Q = np.random.default_rng(0).normal(size=(inputs, robot.n))
    with mpmath.workdps(50):
        digits = np.vectorize(mpmath.mpf, otypes=[object])
        numbers = {"parameters": {name: digits(x) for name, x in live.items()}} if live else {}
        exact = _results(case.call(robot, *digits(Q), **numbers, **more))
    one, many = (_results(call(*x)) for x in (Q, np.repeat(Q[:, None], SAMPLES, axis=1)))
    worst = 0.0
    for reference, single, batched in zip(exact, one, many):
        rows = reference.shape[0] if reference.ndim == 2 else order + 1
        batched = np.moveaxis(batched, batched.shape.index(SAMPLES), 0).reshape(SAMPLES, rows, -1)
        reference, single = reference.astype(float).reshape(rows, -1), single.reshape(rows, -1)
        largest = np.abs(reference).max(axis=1, keepdims=True)
        largest[largest == 0.0] = 1.0
        for found in (single, *batched):
            worst = max(worst, float((np.abs(found - reference) / largest).max()))
    return worst


def _results(value) -> tuple:
    return value if isinstance(value, tuple) else (value,)


def error(case: Case) -> float:
    """Largest error of one sample and of a batch against 50 digits, relative to the largest entry of each derivative."""
    return _error(case, inputs_of(case))
