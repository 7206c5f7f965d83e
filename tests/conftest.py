"""Tests run the equations in plain Python, where thousands of robots cost no compiler; those marked `native` run compiled code.

Compiled code is kept beside pytest's own cache, never in the user's.
"""

import os
import signal
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

import jounce as jn
from jounce.codegen.build.compiler import compiler


def pytest_collection_modifyitems(items):
    """Without a C compiler everything works in plain Python; only what is about compiled code cannot be tested."""
    try:
        compiler()
    except jn.errors.CompilerError as reason:
        for item in items:
            if item.get_closest_marker("native") or "codegen" in item.path.parts:
                item.add_marker(pytest.mark.skip(reason=str(reason)))


@pytest.fixture(autouse=True)
def backend(request):
    """Native code where a test asks for it, and no silent way out of it; plain Python elsewhere."""
    jn.set_backend("native" if request.node.get_closest_marker("native") else "python")
    yield
    jn.set_backend("auto")
