"""A robot, a plan, a kernel and a controller in processes and threads of every kind, before, there and after: the same bits."""

import copy
import importlib
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import types
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import jounce as jn
from jounce.fork import wait_for_imports
from jounce.numbers.value import ComputedOnce
from support.random_robots import random_motion, random_robot
from support.travel import day, from_a_stranger

METHODS = [method for method in ("fork", "spawn", "forkserver") if method in multiprocessing.get_all_start_methods()]
BACKENDS = ["python", "native"]
LIMIT = 120.0
"""Seconds after which a process or thread hangs."""
PATH = jn.trajectory.rest_to_rest([0.1, -0.2], [0.5, 0.3], 0.5, degree=11)

pytestmark = [
    pytest.mark.native,  # kernels are, whatever is chosen
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"),
]


def arm():
    return random_robot(11, n=2).with_drives(stiffness=[800.0, 500.0], rotor_inertia=0.2)


def things(backend):
    """What is taken along; the controller sums up, so that each day begins with a copy of it."""
    robot = arm()
    plan = jn.feedforward(robot, PATH, np.linspace(0.0, 0.1, 5))
    controller = jn.control.FeedforwardPID(robot, 10.0, 1.0, 0.1)
    return backend, robot, plan, jn.compile(jn.inverse_dynamics, robot), controller, random_motion(robot, 3, 4)


def same(one, two):
    """Whether two days gave the same, to the last bit."""
    return len(one) == len(two) and all(x.shape == y.shape and (x == y).all() for x, y in zip(one, two))


def at_home(taken):
    """The day here, which leaves what was taken along as it was."""
    return day(copy.deepcopy(taken))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("backend", BACKENDS)
def test_a_pool_of_processes(backend, method):
    """Two workers, four days; then the same at home, and with what has been away."""
    taken = things(backend)
    before = at_home(taken)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        assert all(same(before, there) for there in pool.map(day, [taken] * 4, timeout=LIMIT))
        back = pool.submit(copy.copy, taken).result(LIMIT)
    assert back[1:5] == taken[1:5]
    assert same(before, at_home(taken))
    assert same(before, at_home(back))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("backend", BACKENDS)
def test_used_there_first(backend, method):
    """Nothing was computed here before; a worker of `multiprocessing` itself begins."""
    taken = things(backend)
    with multiprocessing.get_context(method).Pool(1) as pool:
        there = pool.apply_async(day, (taken,)).get(LIMIT)
    assert same(there, at_home(taken))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("backend", BACKENDS)
def test_the_very_objects_after_a_fork(backend):
    """Nothing is pickled on the way there: short cuts, loaded code and helper threads as the parent has them."""
    taken = things(backend)
    before = at_home(taken)
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=lambda: sender.send(at_home(taken)))
    child.start()
    assert receiver.poll(LIMIT)
    assert same(before, receiver.recv())
    child.join(LIMIT)
    assert child.exitcode == 0
    assert same(before, at_home(taken))


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_stranger(backend):
    """A Python that shares nothing with this one but a pipe, as pools of other libraries start them."""
    taken = things(backend)
    before = at_home(taken)
    code = f"from support.travel import {from_a_stranger.__name__} as work; work()"
    paths = [str(Path(__file__).parent), str(Path(jn.__file__).parents[1])]
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=pickle.dumps(taken),
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        timeout=LIMIT,
        check=True,
    )
    there, back = pickle.loads(done.stdout)
    assert same(before, there)
    assert back[1:4] == taken[1:4]
    assert same(before, at_home(taken))


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("used", [False, True], ids=["new", "used"])
def test_threads(backend, used):
    """Four at once, with one robot, plan and kernel among them; each has a controller of its own."""
    taken = things(backend)
    before = at_home(taken) if used else None
    barrier = threading.Barrier(4)

    def work(_):
        mine = (*taken[:4], copy.deepcopy(taken[4]), taken[5])
        barrier.wait(LIMIT)
        return day(mine)

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(work, range(4), timeout=LIMIT))
    after = at_home(taken)
    assert all(same(after, there) for there in found)
    assert before is None or same(before, after)


@pytest.mark.parametrize("method", METHODS)
def test_inverse_dynamics_over_motions_in_a_pool_of_processes(method):
    """`map` of the public function itself, on a robot that has been computed with here; threads of a large batch included."""
    robot = arm()
    batch = random_motion(robot, 5, 4, (30_000,))
    motions = [np.ascontiguousarray(part) for part in np.array_split(batch, 6, axis=1)] + [random_motion(robot, 3, 4)]
    expected = [jn.inverse_dynamics(robot, *Q, threads=2) for Q in motions]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        found = list(pool.map(partial(jn.inverse_dynamics, robot), *zip(*motions), timeout=LIMIT))
    assert all(same(x, y) for x, y in zip(found, expected, strict=True))


def forked(work):
    """What a child of this process prints when it does this; an alarm ends one that hangs."""
    receiver, sender = os.pipe()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(30)
        os.write(sender, str(work()).encode())
        os._exit(0)
    os.close(sender)
    with os.fdopen(receiver, "rb") as pipe:
        said = pipe.read().decode()
    os.waitpid(child, 0)
    return said


SLOW_MODULE = """
import sys
sys.modules["begun_and_released"].begun.set()
sys.modules["begun_and_released"].released.wait(20.0)
VALUE = 7
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_fork_while_a_thread_imports(tmp_path, monkeypatch):
    """The child of a process one of whose threads was in the middle of an import imports the same module."""
    events = types.ModuleType("begun_and_released")
    events.begun, events.released = threading.Event(), threading.Event()
    monkeypatch.setitem(sys.modules, "begun_and_released", events)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "slow_to_import.py").write_text(SLOW_MODULE)
    thread = threading.Thread(target=lambda: importlib.import_module("slow_to_import"))
    thread.start()
    assert events.begun.wait(LIMIT)
    threading.Timer(0.2, events.released.set).start()
    assert forked(lambda: importlib.import_module("slow_to_import").VALUE) == "7"
    thread.join()
    monkeypatch.delitem(sys.modules, "slow_to_import")


def test_a_fork_does_not_wait_for_ever(tmp_path, monkeypatch):
    """An import that waits for what comes after the fork."""
    monkeypatch.setattr("jounce.fork.PATIENCE", 0.1)
    events = types.ModuleType("begun_and_released")
    events.begun, events.released = threading.Event(), threading.Event()
    monkeypatch.setitem(sys.modules, "begun_and_released", events)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "slow_to_import_too.py").write_text(SLOW_MODULE)
    thread = threading.Thread(target=lambda: importlib.import_module("slow_to_import_too"))
    thread.start()
    assert events.begun.wait(LIMIT)
    wait_for_imports()
    assert not events.released.is_set()
    events.released.set()
    thread.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_fork_while_a_thread_computes_a_property():
    begun, released = threading.Event(), threading.Event()

    class Slow:
        @ComputedOnce
        def value(self):
            """Seven."""
            if threading.current_thread() is not threading.main_thread():
                begun.set()
                released.wait(LIMIT)
            return 7

    thread = threading.Thread(target=lambda: Slow().value)
    thread.start()
    assert begun.wait(LIMIT)
    assert forked(lambda: Slow().value) == "7"
    released.set()
    thread.join()
    assert Slow.value.__doc__ == "Seven."
    one = Slow()
    assert vars(one) == {}
    assert one.value == 7
    assert vars(one) == {"value": 7}


FORK = """
import os, sys, threading, time
import numpy as np
import jounce as jn
robot = jn.load("planar_2r")
q = np.full(2, 0.1)
first, then, delay = sys.argv[1:]
def use(name):
    if name == "simulate":
        path = jn.trajectory.rest_to_rest(0 * q, q, 0.2, degree=9)
        return jn.simulate(robot, jn.feedforward(robot, path, np.linspace(0, 0.2, 5))).q
    if name == "linearize":
        return jn.linearize(robot, q).A
    return getattr(jn, name)(robot, *[q] * (1 if name == "mass_matrix" else 3))
thread = threading.Thread(target=use, args=(first,))
thread.start()
time.sleep(float(delay))
child = os.fork()
if child == 0:
    import signal
    signal.alarm(60)
    ok = np.isfinite(use(then)).all()
    os._exit(0 if ok else 1)
thread.join()
sys.exit(os.waitpid(child, 0)[1])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize(
    "delay",
    [pytest.param(delay, marks=[] if delay == 0.05 else [pytest.mark.slow]) for delay in (0.0, 0.02, 0.05, 0.1, 0.2, 0.4)],
)
@pytest.mark.parametrize(
    ("first", "then"), [("rnea_partials", "mass_matrix"), ("simulate", "linearize"), ("linearize", "simulate")]
)
def test_fork_while_a_thread_computes_for_the_first_time(first, then, delay):
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", FORK, first, then, str(delay)], timeout=LIMIT, check=False)
    assert done.returncode == 0
