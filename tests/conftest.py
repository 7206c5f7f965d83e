"""Tests run the equations in plain Python, where thousands of robots cost no compiler; those marked `native` run compiled code.

Compiled code is kept beside pytest's own cache, never in the user's.
"""

import os
from pathlib import Path

import pytest

os.environ["JOUNCE_CACHE"] = str(Path(__file__).parents[1] / ".pytest_cache" / "kernels")

import jounce as jn


@pytest.fixture(autouse=True)
def backend(request):
    """Native code where a test asks for it, and no silent way out of it; plain Python elsewhere."""
    jn.set_backend("native" if request.node.get_closest_marker("native") else "python")
    yield
    jn.set_backend("auto")
