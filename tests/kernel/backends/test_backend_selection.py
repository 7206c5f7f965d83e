"""Which backend is chosen is a matter of the context it is chosen in: a thread, a task, a `with` block."""

import asyncio
import contextvars
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.kernel.backends import plain
from jounce.kernel.dispatch import forget
from support.flexible import MP
from support.random_robots import random_motion, random_robot

PATIENT = 60.0
"""Seconds after which something hangs."""
POSE = [0.5, 1.0, 0.0]
CHOICES = ("auto", "native", "python", "auto")


def together(count, work):
    """What `work(k)` gives in so many threads, all begun at one time."""
    barrier = threading.Barrier(count)

    def begin(k):
        barrier.wait(PATIENT)
        return work(k)

    with ThreadPoolExecutor(count) as pool:
        return [future.result(PATIENT) for future in [pool.submit(begin, k) for k in range(count)]]


def test_four_threads_in_dae_index_leave_it_alone():
    """It computes in plain Python inside, whatever is chosen outside, and puts nothing back that was not its own."""
    expected = jn.flexible.dae_index(MP, POSE)

    def work(k):
        jn.set_backend(CHOICES[k])
        seen = []
        for _ in range(5):
            assert jn.flexible.dae_index(MP, POSE) == expected
            seen.append(jn.get_backend())
        return seen

    assert together(4, work) == [[choice] * 5 for choice in CHOICES]
    assert jn.get_backend() == "python"


def test_an_index_that_is_not_found_leaves_it_alone():
    for choice in CHOICES:
        jn.set_backend(choice)
        with pytest.raises(InputError, match="no index .* singular"):
            jn.flexible.dae_index(MP, [0.0, 0.0, 0.0])
        assert jn.get_backend() == choice


def test_a_thread_does_not_see_what_another_chooses():
    chosen, done = threading.Event(), threading.Event()

    def other():
        jn.set_backend("native")
        chosen.set()
        assert done.wait(PATIENT)
        return jn.get_backend()

    with ThreadPoolExecutor(2) as pool:
        waiting = pool.submit(other)
        assert chosen.wait(PATIENT)
        assert jn.get_backend() == "python"
        assert pool.submit(jn.get_backend).result(PATIENT) == "auto"  # a new thread begins with the default
        jn.set_backend("auto")
        jn.set_backend("python")
        done.set()
        assert waiting.result(PATIENT) == "native"
    assert jn.get_backend() == "python"


@pytest.mark.native
def test_what_is_chosen_is_what_is_done(monkeypatch):
    """Two threads at once, one by native code and one by plain Python, on a function that has its short cut."""
    robot = random_robot(3, n=3)
    Q = random_motion(robot, 1, 2)
    native = jn.rnea(robot, *Q)
    assert (jn.rnea(robot, *Q) == native).all()
    plainly = []
    original = plain.evaluate_arrays

    def counted(*arguments):
        plainly.append(threading.current_thread().name)
        return original(*arguments)

    monkeypatch.setattr(plain, "evaluate_arrays", counted)

    def work(k):
        threading.current_thread().name = CHOICES[k]
        jn.set_backend(CHOICES[k])
        return [jn.rnea(robot, *Q) for _ in range(20)]

    for found in together(4, work):
        assert all(np.abs(x - native).max() < 1e-13 * np.abs(native).max() for x in found)
    assert plainly == ["python"] * 20


def test_tasks():
    """Each of them inherits what was chosen where it was made, and keeps its own from then on."""

    async def task(name, inside):
        seen = [jn.get_backend()]
        jn.set_backend(name)
        await asyncio.sleep(0.001)
        seen.append(jn.get_backend())
        with jn.backend(inside):
            await asyncio.sleep(0.001)
            seen.append(jn.get_backend())
        await asyncio.sleep(0.001)
        return [*seen, jn.get_backend()]

    async def all_of_them():
        jn.set_backend("native")
        found = await asyncio.gather(*(task(name, inside) for name, inside in zip(CHOICES, CHOICES[1:] + CHOICES[:1])))
        return found, jn.get_backend(), await asyncio.to_thread(jn.get_backend)

    found, after, in_a_thread = asyncio.run(all_of_them())
    assert found == [["native", name, inside, name] for name, inside in zip(CHOICES, CHOICES[1:] + CHOICES[:1])]
    assert after == in_a_thread == "native"  # to_thread takes the context along
    assert jn.get_backend() == "python"


def test_nesting():
    with jn.backend("native"):
        with jn.backend("auto"):
            assert jn.get_backend() == "auto"
            with jn.backend("python"):
                assert jn.get_backend() == "python"
            assert jn.get_backend() == "auto"
        assert jn.get_backend() == "native"
        jn.set_backend("auto")  # holds until the block ends
        assert jn.get_backend() == "auto"
    assert jn.get_backend() == "python"


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt, SystemExit, GeneratorExit])
def test_an_exception_inside(kind):
    with pytest.raises(kind), jn.backend("native"):
        raise kind
    assert jn.get_backend() == "python"


def test_an_unknown_one_changes_nothing():
    for wrong in ("fast", "", None, 3, ["native"]):
        with pytest.raises(InputError, match="backend: expected one of auto, native, python"):
            jn.set_backend(wrong)
        with pytest.raises(InputError, match="backend: expected one of auto, native, python"), jn.backend(wrong):
            pytest.fail("entered")
        assert jn.get_backend() == "python"


def test_a_context_of_its_own():
    context = contextvars.copy_context()
    context.run(jn.set_backend, "native")
    assert context.run(jn.get_backend) == "native"
    assert jn.get_backend() == "python"


def test_a_complaint_is_made_once_in_each_context(monkeypatch, tmp_path):
    """No compiler: one warning where 'auto' was chosen, again after it is set again, and none from a `with` of 'python'."""
    monkeypatch.setenv("CC", "/nonexistent")
    monkeypatch.setenv("JOUNCE_CACHE", str(tmp_path))
    robots = [random_robot(seed, n=2) for seed in range(40, 44)]
    forget()

    def complaints(*works):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for work in works:
                work()
        return len(caught)

    jn.set_backend("auto")
    ask = [lambda robot=robot: jn.gravity_torque(robot, np.zeros(2)) for robot in robots]
    with jn.backend("python"):
        assert complaints(ask[0]) == 0
    assert complaints(ask[0], ask[1]) == 1
    with jn.backend("auto"):
        assert complaints(ask[2]) == 0
    jn.set_backend("auto")
    assert complaints(ask[3]) == 1
    forget()
