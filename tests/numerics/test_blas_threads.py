"""OpenBLAS runs on one thread during solvers, and on as many as before afterwards, whichever way they end."""

import os
import threading
from contextlib import suppress

import numpy as np
import pytest

import jounce as jn
from jounce.numerics import blas_threads
from jounce.numerics.blas_threads import OpenBlas, libraries, single_threaded

TOOL = jn.trajectory.line([1.5, -1.5], [1.525, -1.475], 0.1)


@pytest.fixture
def counts(monkeypatch):
    """The numbers of threads of two libraries, one of which has one thread anyway."""
    numbers = [4, 1]

    def library(i):
        return OpenBlas(lambda: numbers[i], lambda count: numbers.__setitem__(i, count))

    monkeypatch.setattr(blas_threads, "libraries", lambda: (library(0), library(1)))
    return numbers


def test_one_thread_inside(counts):
    @single_threaded
    def inner():
        return list(counts)

    @single_threaded
    def outer(x, *, y):
        """Has a docstring."""
        return inner(), list(counts), x, y

    assert outer(2, y=3) == ([1, 1], [1, 1], 2, 3)
    assert counts == [4, 1]
    assert (outer.__name__, outer.__doc__) == ("outer", "Has a docstring.")


def test_restored_after_an_exception(counts):
    @single_threaded
    def fails():
        raise ZeroDivisionError(list(counts))

    with pytest.raises(ZeroDivisionError, match=r"\[1, 1\]"):
        fails()
    assert counts == [4, 1]


def test_threads_that_overlap(counts):
    """The first to begin ends first: the second one keeps its single thread, and the number of before is restored."""
    begun, ended, seen = threading.Event(), threading.Event(), []

    @single_threaded
    def first():
        assert begun.wait(60.0)

    @single_threaded
    def second():
        begun.set()
        assert ended.wait(60.0)
        seen.append(list(counts))

    threads = [threading.Thread(target=work) for work in (first, second)]
    for thread in threads:
        thread.start()
    threads[0].join()
    ended.set()
    threads[1].join()
    assert seen == [[1, 1]]
    assert counts == [4, 1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_fork_while_a_thread_holds_the_lock(counts):
    held, released = threading.Event(), threading.Event()

    def hold():
        with blas_threads._limit.lock:
            held.set()
            released.wait(60.0)

    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(60.0)
    child = os.fork()
    if child == 0:
        os._exit(0 if single_threaded(lambda: list(counts))() == [1, 1] else 1)
    assert os.waitpid(child, 0)[1] == 0
    released.set()
    thread.join()


def test_openblas_itself():
    """NumPy's and SciPy's libraries, as they are loaded here."""
    loaded = libraries()
    if not loaded:
        pytest.skip("NumPy and SciPy have another BLAS")
    before = [library.get() for library in loaded]
    try:
        for library in loaded:
            library.set(2)
        assert [library.get() for library in loaded] == [2] * len(loaded)
        assert single_threaded(lambda: [library.get() for library in loaded])() == [1] * len(loaded)
        assert [library.get() for library in loaded] == [2] * len(loaded)
    finally:
        for library, count in zip(loaded, before):
            library.set(count)


def test_wheels_have_openblas():
    """Where NumPy says that it was built with OpenBLAS, its functions are found."""
    built = np.show_config(mode="dicts")["Build Dependencies"]["blas"]["name"]
    assert bool(libraries()) == ("openblas" in built)


def test_another_library(monkeypatch, tmp_path):
    """Without OpenBLAS, without the module that we know, and without a file: nothing is found, and nothing is raised."""
    (tmp_path / "no_library").write_text("not a library")
    assert blas_threads._functions(tmp_path / "no_library") is None
    monkeypatch.setattr(blas_threads, "LINKED", {"numpy": "numpy.no_such_module", "time": "sys"})
    assert blas_threads.libraries.__wrapped__() == ()


@pytest.mark.parametrize(
    "call",
    [
        lambda: jn.fastest(None, None),
        lambda: jn.fastest_move(None, None, None),
        lambda: jn.identify(None, None),
        lambda: jn.excitation(None, None),
        lambda: jn.identification.identify_output_error(None, None),
        lambda: jn.identification.identify_response(None, None, None),
        lambda: jn.dynamics.base_parameters(jn.load("planar_2r")),
        lambda: jn.linearize(jn.load("planar_2r"), [0.1, 0.2]).sampled(-1.0),
        lambda: jn.feedforward(jn.load("moberg_5dof"), TOOL, [0.0, 0.1], "no such method"),
    ],
    ids=[
        "fastest",
        "fastest_move",
        "identify",
        "excitation",
        "output_error",
        "response",
        "base_parameters",
        "sampled",
        "flexible",
    ],
)
def test_functions_with_large_matrices(counts, monkeypatch, call):
    """Each enters, even if only to refuse its arguments."""
    entered = []
    enter = blas_threads._limit.enter
    monkeypatch.setattr(blas_threads._limit, "enter", lambda: (enter(), entered.append(list(counts))))
    with suppress(jn.errors.InputError):
        call()
    assert entered == [[1, 1]]
    assert counts == [4, 1]
