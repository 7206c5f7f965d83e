"""Problems of a file: all of them in one error, by line, and not too many."""

import pytest

from jounce.errors import LoadError, ModelError, UnphysicalError
from jounce.robot.io.problems import LONGEST, MOST, Problems, listing


def failing(error):
    def read():
        raise error

    return read


def test_none():
    problems = Problems()
    assert problems.attempt(lambda: 5) == 5
    assert problems.attempt_all({"a": lambda: 1, "b": lambda: 2}) == {"a": 1, "b": 2}
    assert not problems.is_full
    problems.raise_errors()


def test_one_is_said_as_it_is():
    problems = Problems()
    assert problems.attempt(failing(ModelError("no name.")), "line 7: ") is None
    with pytest.raises(LoadError, match=r"^line 7: no name\.$"):
        problems.raise_errors()


def test_several_are_sorted_by_line():
    problems = Problems()
    problems.add("line 12: c")
    assert problems.attempt_all({"x": failing(ModelError("line 3: b")), "y": lambda: 1}, "line 99: ") is None
    problems.add("a")
    with pytest.raises(LoadError, match=r"^3 problems:\n  a\n  line 3: b\n  line 12: c$"):
        problems.raise_errors()


def test_bodies_that_cannot_be_are_an_error_of_their_own():
    problems = Problems()
    problems.attempt(failing(UnphysicalError("heavy")))
    with pytest.raises(UnphysicalError, match="heavy"):
        problems.raise_errors()
    problems.add("something else")
    with pytest.raises(LoadError) as both:
        problems.raise_errors()
    assert not isinstance(both.value, UnphysicalError)


def test_other_errors_are_not_collected():
    with pytest.raises(ZeroDivisionError):
        Problems().attempt(lambda: 1 / 0)


def test_many_are_counted():
    problems = Problems()
    for k in range(MOST + 5):
        problems.add(f"line {k + 1}: wrong")
    assert problems.is_full
    with pytest.raises(LoadError, match=rf"(?s)^{MOST + 5} problems:.*line {MOST}: wrong\n  and 5 more\.$"):
        problems.raise_errors()


def test_long_ones_are_left_out():
    text = listing(["x" * LONGEST, "y", "z"], "notes")
    assert text == f"3 notes:\n  {'x' * LONGEST}\n  and 2 more."
    assert listing(["x" * (2 * LONGEST), "y"], "notes").endswith("  and 1 more.")
