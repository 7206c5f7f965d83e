"""Cases of chance: some of them in every run, all of them in `make test-all`."""

import pytest


def some(cases, kept):
    """The cases as parameters; those after the first `kept` are marked slow."""
    found = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [pytest.param(*case, marks=pytest.mark.slow if i >= kept else ()) for i, case in enumerate(found)]
