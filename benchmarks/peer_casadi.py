"""C generated from Pinocchio's templates by CasADi, as the peer of our C: rigid and elastic inverse dynamics of one robot.

The generator is a C++ program, compiled into out/peer when asked for. Its C is compiled by the compiler of our kernels for the
same processor, with -O2 and with -O3 and no other flag: those of our kernels make its `rnea` 2 % faster, but its `tau_m` 6 to
17 % slower (medians of 400 processes).
"""

import json
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import casadi
import peer
import pinocchio as pin

import jounce as jn
from jounce.codegen.build.compiler import compiler, options

SOURCE = Path(__file__).with_name("peer_casadi.cpp")
TIMER = Path(__file__).with_name("timer.c")
ROBOT = "kuka_lwr"
FUNCTIONS = {"rnea": (jn.rnea, 3), "tau_m": (jn.inverse_dynamics, 5)}
"""Generated functions: our function for the same question, and how many arrays both take."""
LEVELS = ("-O2", "-O3")
GENERATOR_FLAGS = ["-std=c++17", "-O1", "-DNDEBUG", "-w"]
HOW = f"{peer.HOW}; CasADi's headers and library are in its wheel"


@dataclass(frozen=True)
class GeneratedPeer:
    """Built programs: `timer.c` around each generated function, once for each level of optimisation."""

    folder: Path
    operations: dict[str, int]
    """Operations of each function, without inputs, constants and outputs."""
    seconds: dict[str, float]
    """Compile time [s] of each function at each level."""

    def program(self, name: str, level: str) -> Path:
        """Return the program that times a function, compiled at a level."""
        return self.folder / f"{name}{level}"

    def summary(self) -> str:
        """Return operations and compile times of all functions as one line."""
        times = "; ".join(f"{key} {seconds:.1f} s" for key, seconds in self.seconds.items())
        counts = ", ".join(f"{name} {count}" for name, count in self.operations.items())
        return f"generated code: operations {counts}; compiled with {options()[0]} in: {times}"


def name_of(function: object) -> str:
    """Return the name of the generated function that answers the question of our function."""
    return next(name for name, (ours, _) in FUNCTIONS.items() if ours is function)


def find() -> GeneratedPeer | None:
    """Return the programs built before from these sources; None if there are none."""
    report = _folder() / "report.json"
    return GeneratedPeer(_folder(), **json.loads(report.read_text())) if report.is_file() else None


def build() -> None:
    """Compile the generator, generate C of the robot, compile it at each level."""
    folder, library = _folder(), Path(casadi.__file__).parent
    folder.mkdir(parents=True, exist_ok=True)
    flags = ["-isystem", str(library / "include"), f"-L{library}", f"-Wl,-rpath,{library}", "-lcasadi"]
    peer.compile_program(SOURCE, folder / "generate", GENERATOR_FLAGS, flags)
    for name, text in _robot_texts().items():
        (folder / name).write_text(text)
    command = ["./generate", "model.txt", "drives.txt"]
    lines = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.splitlines()
    operations = {name: int(count) for name, count in map(str.split, lines)}
    seconds = {f"{name} {level}": _compile(folder, name, level) for name in FUNCTIONS for level in LEVELS}
    (folder / "report.json").write_text(json.dumps({"operations": operations, "seconds": seconds}) + "\n")


def _compile(folder: Path, name: str, level: str) -> float:
    """Compile a generated function, then the timer around it; return the seconds of the first."""
    n, inputs = jn.load(ROBOT).n, FUNCTIONS[name][1]
    command = [*compiler(), level, options()[0]]
    start = time.perf_counter()
    subprocess.run([*command, "-c", f"{name}.c", "-o", f"{name}{level}.o"], cwd=folder, check=True)
    seconds = time.perf_counter() - start
    call = f"-DCALL(x, y)={name}((const double *[]){{x}}, (double *[]){{y}}, NULL, NULL, 0)"
    defines = [f'-DHEADER="{name}.h"', call, f"-DINPUTS={inputs * n}", f"-DOUTPUTS={n}", "-I."]
    files = [str(TIMER.resolve()), f"{name}{level}.o", "-o", f"{name}{level}"]
    subprocess.run([*command, *defines, *files, "-lm"], cwd=folder, check=True)
    return seconds


def _robot_texts() -> dict[str, str]:
    """Return the generator's files: name and text."""
    robot = jn.load(ROBOT)
    drives = [(float(joint.drive.reflected_inertia), float(joint.drive.stiffness)) for joint in robot.joints]
    return {"model.txt": peer.model_text(robot), "drives.txt": "".join(f"{B.hex()} {K.hex()}\n" for B, K in drives)}


def _folder() -> Path:
    """Return the folder of everything built from these sources, this robot and these versions."""
    texts = [path.read_text() for path in (SOURCE, peer.MODEL_READER, TIMER)] + list(_robot_texts().values())
    tools = [pin.__version__, casadi.__version__, *GENERATOR_FLAGS, *compiler(), options()[0], *LEVELS]
    return peer.FOLDER.resolve() / f"peer_casadi-{peer.digest(*texts, *tools)}"
