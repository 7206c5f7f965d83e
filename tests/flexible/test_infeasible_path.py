"""Refinement of the least-error motion where no motion keeps the tool on its path."""

import numpy as np
import pytest

import jounce as jn
from jounce.flexible import infeasible_path
from jounce.flexible.solver_choice import LARGEST_STEP
from support.flexible import through_infinity


@pytest.mark.native
@pytest.mark.parametrize("passes", [1, 2])
def test_the_step_that_was_used_is_stated(monkeypatch, passes):
    """Also where the last pass leaves more of the error to the step than is allowed."""
    monkeypatch.setattr(infeasible_path, "FINE", -1.0)
    monkeypatch.setattr(infeasible_path, "REFINEMENTS", passes)
    robot, path, ends = through_infinity(200.0, False)
    plan = jn.feedforward(robot, path, np.arange(0.0, path.end_time + 0.05, 4e-3), guess=ends[0])
    assert plan.method == "nearest"
    assert plan.status.step == pytest.approx(LARGEST_STEP / 2 ** (passes - 1))
