"""Random flexible arms on random paths: every plan on another plant, every refusal's reason by another computation."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import JounceError, SmoothnessError
from support.flexible_statistics import Plant, Witness, random_task

pytest.importorskip("pinocchio")
SOLVED = 1e-5
"""[m or rad]."""
FLOOR = 1e-10
"""Below this the estimate need not be right: rounding and the other plant's integration are of that size [m or rad]."""
FACTOR = 10.0
MOST = 20_000
"""Steps of the other plant."""
SMOOTH = 17
"""Degree of a line that is smooth enough for chains of two springs."""
FEW, MANY = range(15), range(15, 215)


def outcome(seed):
    """What becomes of a task: 'solved', 'refused', 'open', or a sentence on a reason that is wrong; raises where a plan is."""
    task = random_task(seed)
    with jn.backend("python"):
        try:
            plan = planned(task)
        except JounceError as error:
            return {True: "refused", False: f"seed {seed}, wrong reason: {error}", None: "open"}[Witness(task).agrees(error)]
        error = Plant(task.robot).follow(plan, most=MOST)
    stated = plan.status.tool_error
    assert not error > SOLVED, f"seed {seed}: off by {error:.3g}, stated {stated:.3g}"
    if max(error, stated) > FLOOR:
        assert error / FACTOR < stated < FACTOR * error, f"seed {seed}: off by {error:.3g}, stated {stated:.3g}"
    return "solved"


def planned(task):
    """Its plan; along a smoother line where the index of the arm asks for one."""
    try:
        return jn.feedforward(task.robot, task.path, task.t, guess=task.guess)
    except SmoothnessError:
        begin, end = task.path.start_time, task.path.end_time
        y = task.path(np.array([begin, end]))[0]
        path = jn.trajectory.line(*y, end - begin, degree=SMOOTH, start_time=begin)
        return jn.feedforward(task.robot, path, task.t, guess=task.guess)


@pytest.mark.parametrize("seed", FEW)
def test_few(seed):
    assert outcome(seed) in ("solved", "refused")


@pytest.mark.slow
def test_many():
    found = [outcome(seed) for seed in MANY]
    counts = {kind: found.count(kind) for kind in ("solved", "refused", "open")}
    assert sum(counts.values()) == len(found), [text for text in found if text not in counts]
    assert counts["solved"] >= 0.5 * len(found), counts
    assert counts["open"] <= 0.03 * len(found), counts  # Newton's method ended, and nothing else tells whether rightly
