"""Files of src/jounce that a call passes, cold and warm: the table of CONTRIBUTING.md.

    python benchmarks/files_passed.py [--list CALL]

Each call runs in a process of its own with an empty cache of compiled code. Cold: the first call, which prints and compiles code;
warm: the same call again. A file counts if one of its functions is entered, on any thread, but for what runs while a module is
imported. --list: names of the files of one call.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

import jounce as jn

SOURCES = str(Path(jn.__file__).parent) + os.sep
POSE = np.array([0.1, 0.5, 0.2, -1.0, 0.3, 0.4, 0.0])
TIMES = np.linspace(0.0, 1.0, 101)
FLEXIBLE_TIMES = np.linspace(0.0, 0.4, 401)


def _move() -> jn.trajectory.Path:
    return jn.trajectory.rest_to_rest(POSE, POSE + 0.4, 1.0, degree=11)


def _line() -> jn.trajectory.Path:
    return jn.trajectory.line([1.6, -1.1], [1.6, 1.1], 0.3, start_time=0.05)


def _batch() -> Callable[[], object]:
    robot, motion = jn.load("kuka_lwr"), np.random.default_rng(0).normal(size=(3, 100, 7))
    return partial(jn.rnea, robot, *motion)


def _feedforward() -> Callable[[], object]:
    robot, path = jn.load("kuka_lwr"), _move()
    return partial(jn.feedforward, robot, path, TIMES)


def _simulate() -> Callable[[], object]:
    robot = jn.load("kuka_lwr")
    plan = jn.feedforward(robot, _move(), TIMES)
    return partial(jn.simulate, robot, plan)


def _identify() -> Callable[[], object]:
    robot = jn.load("planar_2r").with_drives(rotor_inertia=1e-4, gear_ratio=50.0)
    path, t = jn.excitation(robot, 4.0), np.linspace(0.0, 4.0, 2001)
    log = jn.Log(t, theta=path(t)[0], tau_m=jn.feedforward(robot, path, t).tau_m)
    return partial(jn.identify, robot, log, free=("inertia", "rotor_inertia"))


def _fastest() -> Callable[[], object]:
    robot, path = jn.load("kuka_lwr").with_limits(velocity=2.0, acceleration=10.0, motor_torque=200.0), _move()
    return partial(jn.fastest, robot, path)


def _live() -> jn.flexible.Live:
    return jn.live(jn.load("moberg_5dof_nmp"), rate=1000.0, preview=0.1)


def _begin() -> Callable[[], object]:
    live = _live()
    pose = jn.feedforward(live.robot, _line(), [0.0]).q[0][0]
    return partial(live.begin, pose)


def _tick() -> Callable[[], object]:
    live, path = _live(), _line()
    live.begin(jn.feedforward(live.robot, path, [0.0]).q[0][0])
    rows = path(np.array([0.0]), 4)[:, 0]
    return partial(live.step, rows)


def _flexible() -> Callable[[], object]:
    robot, path = jn.load("moberg_5dof"), _line()
    return partial(jn.feedforward, robot, path, FLEXIBLE_TIMES)


CALLS: dict[str, Callable[[], Callable[[], object]]] = {
    "load": lambda: partial(jn.load, "kuka_lwr"),
    "rnea, batch": _batch,
    "feedforward": _feedforward,
    "simulate": _simulate,
    "identify": _identify,
    "fastest": _fastest,
    "live.begin": _begin,
    "live.step": _tick,
    "flexible plan": _flexible,
}
"""For each row of the table what prepares its call."""


def passed(call: Callable[[], object]) -> list[str]:
    """Return the files, relative to src/jounce, of which a function is entered during a call."""
    files: set[str] = set()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(SOURCES) and name not in files and not _is_imported(frame):
            files.add(name)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return sorted(name.removeprefix(SOURCES) for name in files)


def _is_imported(frame: FrameType | None) -> bool:
    """Return True if a frame belongs to the import of a module."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename.startswith(SOURCES):
            return True
        frame = frame.f_back
    return False


def measured(name: str) -> tuple[list[str], list[str]]:
    """Return the files of the first call in a new process with an empty cache, and those of the second."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, __file__, "--child", name]
        answer = subprocess.run(command, env={**os.environ, "JOUNCE_CACHE": cache}, check=True, stdout=subprocess.PIPE, text=True)
    cold, warm = json.loads(answer.stdout)
    return cold, warm


def main() -> None:
    """Print the table, or the files of one call."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", choices=CALLS, dest="listed")
    parser.add_argument("--child", choices=CALLS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        call = CALLS[options.child]()
        print(json.dumps([passed(call), passed(call)]))
    elif options.listed:
        cold, warm = measured(options.listed)
        print(*(f"{'warm' if file in warm else 'cold'}  {file}" for file in sorted({*cold, *warm})), sep="\n")
    else:
        print("| call | cold | warm |\n|---|---|---|")
        for name in CALLS:
            cold, warm = measured(name)
            print(f"| {name} | {len(cold)} | {len(warm)} |", flush=True)


if __name__ == "__main__":
    main()
