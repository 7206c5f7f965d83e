"""A robot, a plan, a kernel and a controller in processes and threads of every kind, before, there and after: the same bits."""

import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import jounce as jn
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
