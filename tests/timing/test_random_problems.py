"""`fastest` on random problems of five arms: dry friction, and random subsets of limits, past 2 to 30 waypoints."""

import importlib.util
from importlib import metadata
from pathlib import Path

import pytest

pytestmark = pytest.mark.native
BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "fastest_random.py"
USUAL = (5, 15, 30)
"""Problems of the usual run: the 2R arm, which needs no other package."""


def benchmark():
    if not BENCHMARK.exists():
        pytest.skip("no benchmarks here")
    spec = importlib.util.spec_from_file_location("random_problems_of_fastest", BENCHMARK)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("k", [pytest.param(k, marks=[] if k in USUAL else [pytest.mark.slow]) for k in range(120)])
def test_random_problem(k):
    """No limit is exceeded on a grid 20 times finer than the product looks at, and the path's own timing takes longer."""
    random = benchmark()
    if random.ARMS[k % len(random.ARMS)] in random.FILES:
        try:
            metadata.files("example-robot-data")
        except metadata.PackageNotFoundError as reason:
            pytest.skip(str(reason))
    row = random.run(k)
    assert row["share"] <= 1.0 + random.OVER
    assert row["bound"] <= 1.0
    assert row["slowed"] >= 1.0
