"""Large robots run in a loop over their links, with the same numbers as straight-line code and plain Python."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import jounce as jn
from jounce.codegen.print import c, one_sample
from jounce.export.compiled_kernel import Kernel
from jounce.functions.rigid import RNEA
from jounce.kernel.backends import native
from jounce.kernel.dispatch import forget
from jounce.kernel.equation import Form
from jounce.kernel.evaluation import record
from support.random_robots import plainly, random_motion, random_robot, right_angled_arm
from support.tolerances import assert_close

NATIVE = 1e-13
pytestmark = pytest.mark.native


@pytest.mark.parametrize("order", [0, 2])
@pytest.mark.parametrize("n", [1, 2, 9])
def test_loop_equals_straight_line(n, order, monkeypatch):
    robot = random_robot(n, n=n)
    Q = random_motion(robot, 1, order + 2, (13,))
    straight = jn.rnea(robot, *Q)
    monkeypatch.setattr(native, "LARGEST_STRAIGHT", 0)
    looped = jn.compile(jn.rnea, robot, order)(*Q)
    for found, expected in zip(looped, straight) if order else [(looped, straight)]:
        assert_close(found, expected, NATIVE)


@pytest.mark.parametrize("n", [40, 200])
def test_large_trees(n):
    robot = random_robot(n, n=n)
    kernel = jn.compile(jn.rnea, robot, order=2)
    assert kernel.program.length < 10_000 < kernel.operations
    Q = random_motion(robot, 2, 4, (9,))
    Q[1:] *= 0.3  # two hundred links turning at 1 rad/s each would leave numbers of 1e6
    expected = plainly(jn.rnea, robot, *Q)
    found = jn.rnea(robot, *Q)
    single = jn.rnea(robot, *Q[:, 4])
    for k in range(3):
        assert_close(found[k], expected[k], NATIVE)
        assert_close(single[k], expected[k, 4], NATIVE)


def test_wrench_on_a_link_in_the_middle():
    robot = random_robot(40, n=40)
    Q = random_motion(robot, 3, 3, (5,))
    W = np.random.default_rng(0).normal(scale=50.0, size=(2, 5, 6))
    for link in (0, 17, None):
        expected = plainly(jn.rnea, robot, *Q, wrench=W, link=link)
        assert_close(jn.rnea(robot, *Q, wrench=W, link=link), expected, NATIVE)


def test_angles_far_from_zero():
    """In batches far angles are brought near before sine and cosine are taken; motor positions are not."""
    robot = random_robot(5, n=40).with_drives(stiffness=1e4, rotor_inertia=0.3)
    Q = 0.3 * random_motion(robot, 5, 4, (9,))
    Q[0, :, 3] += 3e6
    expected = plainly(jn.inverse_dynamics, robot, *Q)
    assert_close(jn.inverse_dynamics(robot, *Q).theta, expected.theta, NATIVE)


def test_length_does_not_grow_with_the_robot():
    lengths = [record(Form(RNEA, 2), right_angled_arm(n)).length for n in (20, 200)]
    assert lengths[0] == lengths[1]
    lengths = [record(Form(RNEA, 2), random_robot(1, n=n)).length for n in (100, 200)]
    assert max(lengths) < 12_000


def test_zeros_and_ones_fold_in_the_loop_too():
    """A right-angled arm costs about as many operations as straight-line code, and gives the same numbers."""
    robot = right_angled_arm(21)
    straight, loop = Kernel(Form(RNEA, 2), robot).program, record(Form(RNEA, 2), robot)
    assert loop.operations < 1.35 * straight.operations
    large = right_angled_arm(40)
    Q = 0.3 * random_motion(large, 5, 4, (9,))
    expected = plainly(jn.rnea, large, *Q)
    for k in range(3):
        assert_close(jn.rnea(large, *Q)[k], expected[k], NATIVE)


def test_what_is_too_long_says_so(monkeypatch):
    """A mass matrix of 30 joints is left to plain Python where so much code is too much."""
    monkeypatch.setattr(native, "MOST_OPERATIONS", 5_000)
    monkeypatch.setattr(native, "MOST_WRITTEN", 10_000)
    robot = random_robot(1, n=30)
    q = np.zeros(30)
    with pytest.raises(jn.errors.CompilerError, match="mass_matrix of a robot with 30 joints is too long.*10000 operations"):
        jn.mass_matrix(robot, q)
    jn.set_backend("auto")
    forget()
    with pytest.warns(RuntimeWarning, match="plain Python.*mass_matrix of a robot with 30 joints"):
        M = jn.mass_matrix(robot, np.zeros((4, 30)))
    assert_close(M[0], plainly(jn.mass_matrix, robot, q), 0.0)


def test_results_alone_can_be_too_many():
    """Parameter derivatives of a floating humanoid of 38 joints: more than a million numbers, which no compiler is asked for."""
    kernel = jn.compile(jn.parameter_derivatives, random_robot(1, n=38))
    with pytest.raises(jn.errors.CompilerError, match="parameter_derivatives of a robot with 38 joints is too long.*results"):
        kernel.ready("flat")


LONG = """
import sys, threading
import numpy as np
import jounce as jn
from support.random_robots import plainly, random_robot

robot = random_robot(1, n=2000, chain=True)
Q = 0.001 * np.random.default_rng(0).normal(size=(5, 3, 2000))
found = []


def ask():
    kernel = jn.compile(jn.rnea, robot, 2)
    found.extend((kernel(*Q), kernel(*Q[:, 1])))


threading.stack_size(256 * 1024)
thread = threading.Thread(target=ask)
thread.start()
thread.join()
expected = plainly(jn.rnea, robot, *Q)
for k in range(3):
    for a, b in ((found[0][k], expected[k]), (found[1][k], expected[k, 1])):
        assert np.abs(a - b).max() <= 1e-11 * np.abs(b).max(), np.abs(a - b).max() / np.abs(b).max()
"""


def test_long_robots_need_no_stack():
    """Two thousand joints, one sample and several, in a thread with a small stack: in a process of its own, which may crash."""
    path = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    done = subprocess.run([sys.executable, "-c", LONG], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
    assert done.returncode == 0, f"{done.returncode} {done.stderr}"


def test_places_beyond_short_numbers():
    """Of 1,500 joints: places in arrays are counted by int, and a large workspace is off the stack, but for exports."""
    few, many = (record(Form(RNEA, 1), right_angled_arm(n)) for n in (8, 1500))
    text = one_sample.scalar_source(many)
    assert max(place for each in many.passes for row in each.begins for place in row) > 2**15
    assert "static const int core_at[" in text
    assert "WORKSPACE real w_" in text
    assert "WORKSPACE real w_" not in one_sample.scalar_source(few)
    assert text.count("static __thread") == 0
    assert one_sample.scalar_source(many, c.PER_THREAD).count("static __thread") == 1


def test_the_header_of_a_long_robot_says_what_stack_it_needs(tmp_path):
    for n, stated in ((33, False), (100, True)):
        jn.compile(jn.rnea, right_angled_arm(n)).write_c(tmp_path / str(n))
        assert ("kB of stack" in (tmp_path / str(n) / "rnea.h").read_text()) == stated
