"""Time and error of identification, each case against the bar it has to hold; table on screen, JSON in out/.

    python benchmarks/identify.py [--only WORD] [--out out/identification.json]

Recordings of real robots are those of the tests. Times are the better of two runs, seconds of this process
(CPU), kernels compiled.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np

import jounce as jn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from identification.recorded import KINDS, STANDSTILL, kr300, tx40
from support.recordings import doubted, motors_alone, moving, whole_arm

DRIVES = ("stiffness", "damping", "rotor_inertia", "viscous_friction", "coulomb_friction")
ELASTIC = ("inertia", "rotor_inertia", "friction", "stiffness", "damping", "delay")


class Case(NamedTuple):
    """What is done, and what is asked of it."""

    name: str
    prepare: Callable[[], tuple]
    """Arguments of `run`; not timed."""
    run: Callable[..., object]
    error: Callable[..., float]
    """Of the result and the arguments."""
    what: str
    """The error in words."""
    seconds: float
    """Bar of the time."""
    most: float
    """Bar of the error."""


def _stiffness(fit: jn.identification.Fit, robot: jn.Robot, *_: object) -> float:
    return float(np.abs(fit.parameters["stiffness"] / robot.parameter_values("stiffness") - 1.0).max())


def _lwr() -> tuple[jn.Robot, jn.Robot, jn.Log]:
    robot = whole_arm("kuka_lwr")
    return robot, doubted(robot, 0), moving(robot, jn.excitation(robot, 20.0), delay=0.002, noise=(2e-6, 1e-5, 0.01))


def _by_motors(
    _: jn.Robot, believed: jn.Robot, rich: jn.Log, swings: list[jn.Log], correction: np.ndarray
) -> jn.identification.ResponseFit:
    """Masses with joints taken for rigid; springs and drives by swings; all together."""
    masses = jn.identify(believed, rich, free=("inertia", "rotor_inertia", "friction"))
    drives = jn.identification.identify_output_error(masses.robot, swings, free=DRIVES, correction=correction)
    return jn.identification.identify_output_error(
        drives.robot, [*swings, rich], free=(*DRIVES, "inertia"), correction=correction
    )


def _drives(fit: jn.identification.ResponseFit, robot: jn.Robot, *_: object) -> float:
    kinds = ("stiffness", "rotor_inertia", "viscous_friction", "coulomb_friction")
    return max(float(np.abs(fit.parameters[kind] / robot.parameter_values(kind) - 1.0).max()) for kind in kinds)


CASES = (
    Case(
        "TX40, 60 base parameters, 9 s at 5 kHz",
        lambda: (jn.load("staubli_tx40"), tx40()),
        lambda robot, log: jn.identify(robot, log.filtered(100.0).decimated(10).moving(STANDSTILL), free=KINDS),
        lambda fit, *_: fit.relative_residual,
        "relative residual",
        5.0,
        0.0496,
    ),
    Case(
        "KR300, trained on A, predicted on B",
        lambda: (jn.load("kuka_kr300").with_payload(150.0, (0.0, 0.0, 0.1)), kr300("A"), kr300("B")),
        lambda robot, log, _: jn.identify(robot, log, free=("inertia", "rotor_inertia", "friction")),
        lambda fit, _, __, other: float(fit.validate(other)["fit"].mean()),
        "NRMSE, mean over axes",
        5.0,
        0.30,
    ),
    Case(
        "LWR, excitation of 20 s",
        lambda: (jn.load("kuka_lwr").with_limits(position=(-2.0, 2.0), velocity=2.0, acceleration=10.0),),
        lambda robot: jn.excitation(robot, 20.0),
        lambda path, *_: path.status.condition,
        "condition number",
        60.0,
        100.0,
    ),
    Case(
        "LWR, both sides of the gears, 20 s at 1 kHz",
        _lwr,
        lambda _, believed, log: jn.identify(believed, log, free=ELASTIC),
        _stiffness,
        "stiffness",
        30.0,
        0.01,
    ),
    *(
        Case(
            f"{name}, motors alone, masses not known, 16 s at 1 kHz",
            lambda name=name: motors_alone(name),
            _by_motors,
            _drives,
            "K, B, friction",
            600.0,
            0.03,
        )
        for name in ("kuka_lwr", "panda", "ur5")
    ),
)


def main() -> None:
    """Run the cases."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="cases whose name has this word")
    parser.add_argument("--out", type=Path, default=Path("out/identification.json"))
    given = parser.parse_args()
    rows = []
    for case in (each for each in CASES if given.only in each.name):
        arguments = case.prepare()
        best = np.inf
        for _ in range(2):
            start = process_time()
            result = case.run(*arguments)
            best = min(best, process_time() - start)
        error = case.error(result, *arguments)
        holds = best <= case.seconds and error <= case.most
        rows.append(
            {"name": case.name, "seconds": best, "bar": case.seconds, case.what: error, "most": case.most, "holds": holds}
        )
        print(f"{case.name:48} {best:7.2f} s (bar {case.seconds:g})  {case.what} {error:.4g} (bar {case.most:g})  {holds}")
    machine = {"processor": platform.processor() or platform.machine(), "cores": os.cpu_count(), "load": os.getloadavg()[0]}
    given.out.parent.mkdir(parents=True, exist_ok=True)
    given.out.write_text(json.dumps({"machine": machine, "python": platform.python_version(), "cases": rows}, indent=1))


if __name__ == "__main__":
    main()
