"""Run the cases: time or operations, error against fifty digits, and the peer in the same run. Table on screen, JSON in out/.

python benchmarks/run.py [--only WORD] [--out out/benchmarks.json] [--peer-cpp PATH | --build-peer]

The peer is Pinocchio, called from Python and from C++, and C that CasADi generates from its templates. --build-peer compiles
the C++ programs and the generated C into out/peer; later runs use them.
"""

import argparse
import json
import os
import platform
import subprocess
from collections.abc import Callable
from pathlib import Path

import casadi
import measures
import numpy as np
import peer
import peer_casadi
import pinocchio as pin
from cases import CASES, Case, robot_of
from measures import MEASURES, ROUNDS, TURNS

import jounce as jn
from jounce.codegen.build.compiler import compiler, options

METHOD = (
    f"Times: best of {ROUNDS} rounds in each of {TURNS} turns of all cases, us a sample, one thread unless said; calls from "
    "Python and Pinocchio's in turn, round by round; inputs: "
    "normal random numbers, another sample every call in C and C++. Error: against 50 digits, relative to the largest entry of "
    "each derivative, of one sample and of a batch. Pinocchio gives no time derivatives: its plain function is the yardstick of "
    f"all orders. In C++ it is compiled header-only with {' '.join(peer.FLAGS)}; in Python it is the wheel. "
    f"Generated C is what CasADi writes from Pinocchio's templates, compiled with {options()[0]} and "
    f"{' or '.join(peer_casadi.LEVELS)}, the faster of which counts, and called in turn with ours."
)
TOO_LONG = 5.0
"""What is above this [operations, or s] is not measured again."""
TIMES = f"{'value':>10}{'':3}{'Pin Python':>11}{'Pin C++':>9}{'gen -O2':>9}{'gen -O3':>9}"
HEAD = f"{'case':72}{TIMES}{'ratio':>8} {'against':11}{'limit':>7}{'holds':>7}{'error':>9}"


OWN = {
    "one thread": measures.batch,
    "spong": measures.without_coupling,
    "twice": measures.twice,
    "frozen": measures.frozen,
}
"""What our own functions are held against."""
Best = dict[tuple[str, object], float]
"""The least of every quantity so far: ('ours', a key of OWN or a level of generated C, case), ('python' or 'cpp', Pinocchio's
function)."""


def turn(cases: list[Case], program: peer.CppPeer | None, generated: peer_casadi.GeneratedPeer | None, best: Best) -> None:
    """Measure all cases once more, each beside its peer: a peer of many cases has more chances of a quiet moment than ours."""

    def keep(key: tuple[str, object], measure: Callable[[], float]) -> None:
        if best.get(key, 0.0) < TOO_LONG:
            best[key] = min(best.get(key, np.inf), measure())

    for case in cases:
        print(".", end="", flush=True)
        if case.measure == "Python" and case.peer:
            ours, theirs = measures.beside_python(case)
            keep(("ours", case), lambda ours=ours: ours)
            keep(("python", case.peer), lambda theirs=theirs: theirs)
        elif case.against == "generated" and generated:
            for side, seconds in measures.beside_generated(case, generated).items():
                keep((side, case), lambda seconds=seconds: seconds)
        else:
            keep(("ours", case), lambda case=case: MEASURES[case.measure][0](case))
        if case.against in OWN:
            keep((case.against, case), lambda case=case: OWN[case.against](case))
        if case.peer and case.measure != "Python":
            keep(("python", case.peer), lambda case=case: measures.peer_python(case))
        if case.peer and program:
            keep(("cpp", case.peer), lambda case=case: measures.peer_cpp(case, program))


def judge(case: Case, best: Best) -> dict:
    """One row. Times in us a sample, or in s for first calls."""
    unit = MEASURES[case.measure][1]
    scale = {"us": 1e6}.get(unit, 1.0)
    levels = {level: best.get((level, case)) for level in peer_casadi.LEVELS}
    faster = min((seconds for seconds in levels.values() if seconds), default=None)
    ours, reference = best["ours", case], best.get((case.against, case if case.against in OWN else case.peer))
    if case.against == "generated":
        reference = faster
    ratio = ours / reference if reference else None
    compared = ours if case.against is None else ratio
    return {
        "name": case.name,
        "measure": case.measure,
        "robot": case.robot,
        "order": case.order,
        "peer": case.peer,
        "value": scale * ours,
        "unit": unit,
        **{
            f"pinocchio_{side}_us": 1e6 * best[side, case.peer] if (side, case.peer) in best else None
            for side in ("python", "cpp")
        },
        **{f"generated{level}_us": 1e6 * seconds if seconds else None for level, seconds in levels.items()},
        "generated_us": 1e6 * faster if faster else None,
        "ratio": ratio,
        "against": case.against,
        "limit": case.limit,
        "holds": None if compared is None or case.limit is None else bool(compared <= case.limit),
        "error": None if case.measure == "operations" else measures.error(case),
    }


def line(row: dict) -> str:
    """A row of the table."""

    def show(key: str, form: str) -> str:
        return "-" if row.get(key) is None else format(row[key], form)

    holds = {True: "yes", False: "NO", None: "-"}[row["holds"]]
    value = show("value", ".0f" if row["unit"] == "" else ".4f")
    return (
        f"{row['name']:72}{value:>10}{row['unit']:>3}{show('pinocchio_python_us', '.3f'):>11}{show('pinocchio_cpp_us', '.3f'):>9}"
        f"{show('generated-O2_us', '.3f'):>9}{show('generated-O3_us', '.3f'):>9}"
        f"{show('ratio', '.3f'):>8} {row['against'] or '-':11}{show('limit', '.3g'):>7}{holds:>7}{show('error', '.1e'):>9}"
    )


def machine() -> dict:
    """What the numbers were measured on."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [text.split(":")[1].strip() for text in lines if text.startswith("model name")]
    version = subprocess.run([*compiler(), "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    return {
        "processor": names[0] if names else platform.processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "pinocchio": pin.__version__,
        "casadi": casadi.__version__,
        "compiler": version,
        "instruction set": f"{options()[0]}, Pinocchio {peer.FLAGS[2]}",
    }


def stolen() -> tuple[int, int]:
    """(time that the hypervisor gave to others, all time) since the start, where the system tells it."""
    stat = Path("/proc/stat")
    times = [int(x) for x in stat.read_text().split("\n")[0].split()[1:9]] if stat.exists() else [0] * 8
    return times[7], sum(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("--out", type=Path, default=Path("out/benchmarks.json"))
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--peer-cpp", type=Path, help="the C++ peer's program, if it is not in out/peer")
    which.add_argument("--build-peer", action="store_true", help="compile the C++ peer and the generated one first")
    options = parser.parse_args()
    if options.build_peer:
        peer_casadi.build()
    program = peer.find(peer.build() if options.build_peer else options.peer_cpp)
    generated = peer_casadi.find()
    if program is None:
        print(f"The C++ peer is missing, so bars against it are not judged: {peer.HOW}.")
    else:
        check_peer(program)
    jn.set_backend("native")
    if generated is None:
        print(f"The generated peer is missing, so bars against it are not judged: {peer_casadi.HOW}.")
    else:
        check_generated(generated)
    about = machine()
    print("; ".join(f"{key} {value}" for key, value in about.items()))
    before = stolen()
    cases = [case for case in CASES if options.only in case.name]
    best: Best = {}
    for _ in range(TURNS):
        turn(cases, program, generated, best)
    rows = [judge(case, best) for case in cases]
    print("", HEAD, *map(line, rows), sep="\n")
    after = stolen()
    about["load_after"] = os.getloadavg()[0]
    about["stolen"] = (after[0] - before[0]) / max(1, after[1] - before[1])
    print(f"load at the end {about['load_after']:.2f}; {100 * about['stolen']:.0f} % of all time stolen by the hypervisor")
    missed = [row["name"] for row in rows if row["holds"] is False]
    print(f"missed: {'; '.join(missed)}" if missed else "no bar that could be judged is missed")
    options.out.parent.mkdir(parents=True, exist_ok=True)
    peer_state = "missing" if program is None else str(program.program.name)
    generated_state = "missing" if generated is None else generated.summary()
    report = {"machine": about, "method": METHOD, "cpp_peer": peer_state, "generated_peer": generated_state, "rows": rows}
    options.out.write_text(json.dumps(report, indent=1) + "\n")
    print(f"wrote {options.out}")


def check_peer(program: peer.CppPeer) -> None:
    """The C++ program must speak of the same robot."""
    for name in {case.robot for case in CASES}:
        robot = robot_of(name)
        samples = np.random.default_rng(0).normal(size=(1, 3, robot.n))
        np.testing.assert_allclose(program.rnea(robot, samples), jn.rnea(robot, *samples[0]), rtol=1e-9, atol=1e-9)


def check_generated(generated: peer_casadi.GeneratedPeer) -> None:
    """Check that outputs of the generated code equal ours, within 1e-10 of the largest entry of each sample."""
    print(generated.summary())
    for case in CASES:
        if case.against == "generated":
            difference = measures.disagreement(case, generated)
            print(f"{case.name}: {measures.kernel_of(case).operations} operations of ours; outputs differ by {difference:.1e}")
            if not difference <= 1e-10:
                raise SystemExit(f"{case.name}: generated code gives other values; no time is measured.")


if __name__ == "__main__":
    main()
