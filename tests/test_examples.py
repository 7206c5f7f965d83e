"""Every example runs, as a user would run it, and stays short."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("[0-9]*.py"))


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda f: f.name)
def test_example(file, tmp_path):
    # without a compiler examples run all the same, with a warning that says so
    command = [sys.executable, "-W", "error", "-W", "ignore:jounce runs in plain Python", str(file)]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, env={**os.environ, "MPLBACKEND": "Agg"}
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert len(file.read_text().splitlines()) < 60


def test_they_are_numbered():
    assert [f.name[:2] for f in EXAMPLES] == [f"{i:02d}" for i in range(1, len(EXAMPLES) + 1)]
