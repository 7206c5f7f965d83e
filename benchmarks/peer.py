"""Pinocchio as the peer: our robots as its models, and its functions timed from Python and from C++.

The C++ program is compiled when asked for, header-only and for this processor like our own kernels, into out/peer: minutes, and
several GB of memory. Linking the wheel's libraries instead would need code for any processor, which is slower.
"""

import hashlib
import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pinocchio as pin

import jounce as jn

SOURCE = Path(__file__).with_name("peer_pinocchio.cpp")
MODEL_READER = Path(__file__).with_name("peer_model.hpp")
FOLDER = Path("out/peer")
FLAGS = ["-std=c++17", "-O3", "-march=native", "-DNDEBUG", "-w"]
DEFINES = {
    "BOOST_MPL_LIMIT_LIST_SIZE": 30,
    "BOOST_MPL_LIMIT_VECTOR_SIZE": 30,
    "BOOST_MPL_CFG_NO_PREPROCESSED_HEADERS": 1,
    "BOOST_FUSION_INVOKE_MAX_ARITY": 12,
}
HOW = "build it with `python benchmarks/run.py --build-peer` (minutes; needs a C++ compiler and Eigen: pip install cmeel-eigen)"

MATRICES = "crba+computeCoriolisMatrix+computeGeneralizedGravity"
INPUTS = {"rnea": 3, "aba": 3, "computeRNEADerivatives": 3, MATRICES: 2}
"""Arrays that a function of Pinocchio takes; one if it is not listed."""


def model_of(robot: jn.Robot) -> pin.Model:
    """A Pinocchio model, with its own fast joints where an axis is x, y or z."""
    model = pin.Model()
    model.gravity.linear = np.array(robot.gravity)
    for link, joint, parent in zip(robot.links, robot.joints, robot.parents):
        placement = pin.SE3(np.array(joint.placement.rotation), np.array(joint.placement.origin))
        index = model.addJoint(parent + 1, _joint(joint), placement, joint.name)
        xx, yy, zz, xy, xz, yz = link.inertia
        tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        model.appendBodyToJoint(index, pin.Inertia(link.mass, np.array(link.com), tensor), pin.SE3.Identity())
    return model


def _joint(joint) -> pin.JointModel:
    kind = "P" if joint.prismatic else "R"
    for letter, axis in zip("XYZ", np.eye(3)):
        if np.array_equal(joint.axis, axis):
            return getattr(pin, f"JointModel{kind}{letter}")()
    name = "JointModelPrismaticUnaligned" if joint.prismatic else "JointModelRevoluteUnaligned"
    return getattr(pin, name)(np.array(joint.axis))


def python_statement(function: str, inputs: int) -> str:
    """A call of Pinocchio from Python, with the names `model, data, x0, x1, ..., last`."""
    if function == MATRICES:
        called = {"crba": "x0", "computeCoriolisMatrix": "x0, x1", "computeGeneralizedGravity": "x0"}
        return "; ".join(f"pin.{name}(model, data, {given})" for name, given in called.items())
    arguments = ["model", "data", *(f"x{k}" for k in range(inputs)), *(["last"] if function == "computeJointJacobian" else [])]
    return f"pin.{function}({', '.join(arguments)})"


def model_text(robot: jn.Robot) -> str:
    """Return the robot as the text that `peer_model.hpp` reads, without loss of digits."""
    lines = [list(robot.gravity)]
    for link, joint, parent in zip(robot.links, robot.joints, robot.parents):
        xx, yy, zz, xy, xz, yz = link.inertia
        rotation = [x for row in joint.placement.rotation for x in row]
        inertia = [link.mass, *link.com, xx, xy, yy, xz, yz, zz]
        lines.append([parent + 1, int(joint.prismatic), *joint.axis, *rotation, *joint.placement.origin, *inertia])
    return "".join(" ".join(str(x) if isinstance(x, int) else float(x).hex() for x in line) + "\n" for line in lines)


def samples_text(samples: np.ndarray) -> str:
    """Samples (count, ...) for the programs in C and C++, without loss of digits."""
    return f"{len(samples)}\n" + "".join(" ".join(float(x).hex() for x in row.ravel()) + "\n" for row in samples)


class CppPeer:
    """The built program."""

    def __init__(self, program: Path) -> None:
        self.program = program

    def ns(self, robot: jn.Robot, samples: np.ndarray, function: str, rounds: int, calls: int) -> float:
        """Nanoseconds a call. samples: (count, 3, n), q, qd and qdd or tau."""
        return float(self._run(robot, samples, function, rounds, calls)[function][0])

    def rnea(self, robot: jn.Robot, samples: np.ndarray) -> np.ndarray:
        """What it gives for the first sample (n,): the check that both robots are one."""
        return np.array(self._run(robot, samples, "rnea", 1, 1)["result"], dtype=float)

    def _run(self, robot: jn.Robot, samples: np.ndarray, function: str, rounds: int, calls: int) -> dict[str, list[str]]:
        FOLDER.mkdir(parents=True, exist_ok=True)
        model, motion = FOLDER / "model.txt", FOLDER / "samples.txt"
        model.write_text(model_text(robot))
        motion.write_text(samples_text(samples))
        command = [str(self.program), str(model), str(motion), str(rounds), str(calls), function]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        return {words[0]: words[1:] for words in map(str.split, lines)}


def built() -> Path:
    """Where the program of this source and this Pinocchio is, or would be."""
    return FOLDER / f"peer_pinocchio-{digest(SOURCE.read_text(), MODEL_READER.read_text(), pin.__version__, *FLAGS)}"


def digest(*texts: str) -> str:
    """Return a short hash of texts that together identify what is built from them."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]


def find(path: Path | None) -> CppPeer | None:
    """The program at `path`, or the one built before; None where there is none."""
    program = (path or built()).resolve()
    if path and not program.is_file():
        raise SystemExit(f"--peer-cpp: there is no program {path}.")
    return CppPeer(program) if program.is_file() else None


def build() -> Path:
    """Compile it."""
    program = built()
    program.parent.mkdir(parents=True, exist_ok=True)
    compile_program(SOURCE, program, FLAGS)
    return program


def compile_program(source: Path, program: Path, flags: Sequence[str], libraries: Sequence[str] = ()) -> None:
    """Compile C++ that includes Pinocchio's headers; print how long it took."""
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    prefix = next((p for p in Path(pin.__file__).parents if (p / "include/pinocchio/multibody.hpp").exists()), None)
    places = [Path(os.environ.get("EIGEN3_INCLUDE_DIR", "eigen3"))]
    places += [root / "include/eigen3" for root in (prefix, Path("/usr/local"), Path("/usr")) if root]
    eigen = next((place for place in places if (place / "Eigen/Core").exists()), None)
    lacking = {
        "a C++ compiler (g++, clang++ or CXX)": compiler,
        "Pinocchio's headers (the `pin` wheel has them)": prefix,
        "Eigen's headers (pip install cmeel-eigen, or set EIGEN3_INCLUDE_DIR)": eigen,
    }
    if not all(lacking.values()):
        raise SystemExit(f"The C++ peer cannot be built; missing: {'; '.join(k for k, found in lacking.items() if not found)}.")
    defines = [f"-D{name}={value}" for name, value in DEFINES.items()]
    print(f"compiling {source.name}, which takes minutes ...", flush=True)
    start = time.perf_counter()
    command = [compiler, *flags, *defines, "-isystem", str(prefix / "include"), "-isystem", str(eigen), str(source)]
    subprocess.run([*command, "-o", str(program), *libraries], check=True)
    print(f"compiled {source.name} in {time.perf_counter() - start:.0f} s", flush=True)
