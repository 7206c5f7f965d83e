"""Tests run the equations in plain Python, where thousands of robots cost no compiler; those marked `native` run compiled code.

Compiled code is kept beside pytest's own cache, never in the user's. `--shuffle`, `--tenth` and `--seeds` are for
`make test-portable`.
"""

import os
import random
import signal
import sys
import zlib
from pathlib import Path

import pytest

# On as many workers as cores, threads of linear algebra only wait for each other: small matrices then take tens of seconds.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Run in the background of a shell, we would ignore Ctrl-C, and so would the programs that tests interrupt.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# Hundreds of tests start Python anew: where it may not keep our text as bytecode, each of them takes half a second more.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ["JOUNCE_CACHE"] = str(Path(__file__).parents[1] / ".pytest_cache" / "kernels")

import hypothesis
import numpy as np

import jounce as jn
from jounce.codegen.build.compiler import compiler

# Deadlines and the check for slow draws measure the wall: on a busy machine they fail at random.
hypothesis.settings.register_profile("any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("any machine")

pytest_plugins = ["support.budget"]
HERE = str(Path(__file__).parent) + os.sep
WANTED = ("no browser", "no node", "node or web/node_modules", "axe-core")
"""How reasons begin for which tests of pages are skipped."""


def pytest_addoption(parser):
    group = parser.getgroup("portable", "the same tests under other conditions")
    group.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in a random order")
    group.addoption("--tenth", type=int, metavar="K", help="run only the K-th tenth of the tests, K modulo ten")
    group.addoption(
        "--seeds", type=int, metavar="K", default=0, help="draw other random numbers where tests have a seed (0: as usual)"
    )


SLOW = frozenset(line for line in (Path(__file__).parent / "slow.txt").read_text().splitlines() if not line.startswith("#"))
"""Cases of parametrised tests, and tests, that are marked slow by their name."""


def pytest_itemcollected(item):
    """Mark a case of `slow.txt` before `-m` chooses."""
    if item.nodeid in SLOW:
        item.add_marker("slow")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Without a C compiler everything works in plain Python; only what is about compiled code cannot be tested."""
    try:
        compiler()
    except jn.errors.CompilerError as reason:
        for item in items:
            if item.get_closest_marker("native") or {"codegen", "export"} & set(item.path.parts):
                item.add_marker(pytest.mark.skip(reason=str(reason)))
    tenth, seed = config.getoption("--tenth"), config.getoption("--shuffle")
    if tenth is not None:
        chosen = [item for item in items if zlib.crc32(item.nodeid.encode()) % 10 == tenth % 10]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
        items[:] = chosen
    if seed is not None:
        random.Random(seed).shuffle(items)


def pytest_terminal_summary(terminalreporter):
    """Say in one line what a machine lacks for the tests of pages."""
    reasons = [str(report.longrepr[2]).removeprefix("Skipped: ") for report in terminalreporter.getreports("skipped")]
    count = sum(reason.startswith(WANTED) for reason in reasons)
    if count:
        terminalreporter.write_line(
            f"{count} tests of pages were skipped: they want a browser (chromium) and node with `cd web && npm ci`."
        )


@pytest.fixture(autouse=True)
def other_draws(request, monkeypatch):
    """With `--seeds`, have tests that are parametrised by a `seed` draw other numbers; a seed in the text of a test is a case.

    Draws of jounce itself stay as they are, too.
    """
    offset, usual = request.config.getoption("--seeds"), np.random.default_rng
    if not offset or "seed" not in request.fixturenames:
        return

    def default_rng(seed=None):
        in_test = sys._getframe(1).f_code.co_filename.startswith(HERE)
        return usual([seed, offset]) if in_test and isinstance(seed, int) else usual(seed)

    monkeypatch.setattr(np.random, "default_rng", default_rng)


@pytest.fixture(autouse=True)
def backend(request):
    """Native code where a test asks for it, and no silent way out of it; plain Python elsewhere."""
    jn.set_backend("native" if request.node.get_closest_marker("native") else "python")
    yield
    jn.set_backend("auto")


@pytest.fixture(autouse=True)
def closed_figures():
    """Close what a test drew: pyplot keeps every figure, and warns at the twentieth, in whichever test that is."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
