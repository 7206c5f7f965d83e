"""`fastest` beside CasADi and IPOPT, in the same space of timings but of twice as many pieces, along lines and past waypoints."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import jounce as jn
from timing.test_fastest import planar

pytestmark = [pytest.mark.native, pytest.mark.slow]
BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "fastest.py"
ABOVE = 0.03
"""By which share of IPOPT's time ours may be longer."""


def benchmark():
    pytest.importorskip("casadi")
    if not BENCHMARK.exists():
        pytest.skip("no benchmarks here")
    spec = importlib.util.spec_from_file_location("benchmark_of_fastest", BENCHMARK)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.filterwarnings("ignore::FutureWarning")
@pytest.mark.parametrize("seed", range(6))
def test_random_paths_of_two_joints(seed):
    """Every other path passes two waypoints. IPOPT's motion, whose limits hold at many places, is hardly faster."""
    other, robot = benchmark(), planar(motor_torque=[60.0, 40.0])
    points = np.random.default_rng(seed).uniform(-1.5, 1.5, (4 if seed % 2 else 2, 2))
    if seed % 2:
        path = jn.trajectory.spline(np.linspace(0.0, 2.0, 4), points, degree=11)
    else:
        path = jn.trajectory.rest_to_rest(*points, 2.0, degree=11)
    fast = jn.fastest(robot, path)
    best, _, said = other.ipopt(robot, path, fast.status.time, fast)
    assert "Solve_Succeeded" in said
    assert fast.status.time < (1.0 + ABOVE) * best, said
