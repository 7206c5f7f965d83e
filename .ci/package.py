"""What users install: wheel and sdist are built, each is installed in a fresh environment, and tried away from the sources.

    python .ci/package.py        (make package)

The files stay in dist/. Needs `build`, and an index with what the package depends on.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
LARGEST_BESIDE_SOURCE = 70_000
"""Packed bytes of all that is no source, Python or C, in the wheel, and not the list of its files: the script of pages that move,
robots, licences, description. Source grows with what the library does; what it carries along must not."""
TRY = """
import sys
from pathlib import Path
import numpy as np
import jounce as jn
assert Path(jn.__file__).is_relative_to(sys.prefix), jn.__file__
robot = jn.load("planar_2r")
plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([0.0, 0.0], [0.5, -0.3], 1.0, degree=9), np.linspace(0.0, 1.0, 51))
jn.view(plan).save("plan.html")
assert Path("plan.html").read_text(encoding="utf-8").startswith("<!doctype html>")
print(jn.__version__)
"""
TORQUE = ["torque", "kuka_lwr", "--to", "1,-0.5,0.8,1.2,0.3,-0.7,0.5", "--duration", "2", "--out", "torque.csv"]


def run(*command: object, where: Path, **environment: str) -> str:
    """What a program says; its failure ends this one, with all that it said."""
    done = subprocess.run(
        [str(word) for word in command], cwd=where, env={**os.environ, **environment}, text=True, capture_output=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def tried(file: Path) -> str:
    """Install a file where nothing else is, use it, and return its version."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "venv", with_pip=True)
        programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        run(programs / "python", "-m", "pip", "install", "--quiet", "--constraint", ROOT / "constraints.txt", file, where=folder)
        alone = {"PYTHONPATH": "", "JOUNCE_CACHE": str(folder / "cache")}
        program, version = run(programs / "jounce", "--version", where=folder, **alone).split()
        assert program == "jounce"
        run(programs / "jounce", *TORQUE, where=folder, **alone)
        assert len((folder / "torque.csv").read_text(encoding="utf-8").splitlines()) > 100
        assert run(programs / "python", "-c", TRY, where=folder, **alone).strip() == version
        return version


def main() -> None:
    """Build both, try both."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST, ROOT, where=ROOT)
    (wheel,), (source,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        beside = sum(entry.compress_size for entry in archive.infolist() if not entry.filename.endswith((".py", ".c", "/RECORD")))
    if beside > LARGEST_BESIDE_SOURCE:
        raise SystemExit(f"{wheel.name}: expected at most {LARGEST_BESIDE_SOURCE} bytes beside the source, got {beside}")
    for file in (wheel, source):
        print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB, version {tried(file)} installed and tried")


if __name__ == "__main__":
    main()
