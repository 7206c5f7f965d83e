"""Native code, plain Python and fifty digits agree: for every function, order, batch size and memory layout."""

import mpmath
import numpy as np
import pytest

import jounce as jn
from support.random_robots import plainly, random_motion, random_robot
from support.tolerances import CHAIN, assert_close

NATIVE = 1e-13
"""Native against plain and against fifty digits: a few ulp, as a product and a sum may be rounded once."""
LWR = jn.load("kuka_lwr")
TREE = random_robot(21, n=5)
FUNCTIONS = {
    "rnea": (jn.rnea, 3),
    "mass_matrix": (jn.mass_matrix, 1),
    "gravity_torque": (jn.gravity_torque, 1),
    "forward_dynamics": (jn.forward_dynamics, 3),
    "tool_pose": (jn.tool_pose, 1),
    "jacobian": (jn.jacobian, 1),
}
pytestmark = pytest.mark.native


def outputs(result):
    return result if isinstance(result, tuple) else (result,)


def compare(found, expected, tolerance, order=0):
    """Each time derivative against its own largest entry; order: how many there are beyond the value."""
    for a, b in zip(outputs(found), outputs(expected), strict=True):
        assert a.dtype == np.float64
        assert a.shape == b.shape
        for x, y in zip(a, b, strict=True) if order else [(a, b)]:
            assert_close(x, y, tolerance)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("robot", [LWR, TREE], ids=["kuka_lwr", "tree"])
@pytest.mark.parametrize("batch", [(), (1,), (3, 1, 2), (0,)], ids=str)
def test_every_function(name, robot, batch):
    function, need = FUNCTIONS[name]
    Q = random_motion(robot, 1, need - 1, batch)
    # forward dynamics divides by pivots: what rounding makes of them shows in the last digits
    compare(function(robot, *Q), plainly(function, robot, *Q), NATIVE if name != "forward_dynamics" else CHAIN)


@pytest.mark.parametrize(
    ("order", "tolerance"), [(0, NATIVE), (1, NATIVE), (2, NATIVE), pytest.param(12, CHAIN, marks=pytest.mark.slow)]
)
def test_against_fifty_digits(order, tolerance):
    Q = random_motion(LWR, 5, order + 2, (9,))
    single, many = jn.rnea(LWR, *Q[:, 0]), jn.rnea(LWR, *Q)
    with mpmath.workdps(50):
        exact = jn.rnea(LWR, *np.vectorize(mpmath.mpf, otypes=[object])(Q)).astype(float)
    compare(many, exact, tolerance, order)
    compare(single, exact[..., 0, :], tolerance, order)
    compare(many, plainly(jn.rnea, LWR, *Q), tolerance, order)


@pytest.mark.parametrize("order", [0, 2])
def test_every_batch_size(order):
    Q = random_motion(LWR, 6, order + 2, (10_007,))
    everything = plainly(jn.rnea, LWR, *Q)
    compare(jn.rnea(LWR, *Q), everything, NATIVE, order)
    for size in range(41):
        found = jn.rnea(LWR, *Q[:, :size])
        assert found.shape == (*[order + 1] * (order > 0), size, 7)
        if size:
            compare(found, everything[..., :size, :], NATIVE, order)


def test_nothing_is_written_out_of_bounds():
    """Outputs of odd batch sizes inside larger arrays: the neighbours stay as they were."""
    kernel = jn.compile(jn.rnea, LWR)
    kernel.ready("batch")
    Q = random_motion(LWR, 7, 2, (64,))
    for size in (2, 3, 7, 8, 9, 15, 17, 31):
        guarded = np.full((1, 64, 7), 7.25)
        window = guarded[:, 16 : 16 + size]
        assert kernel.library.batch([q[16 : 16 + size] for q in Q], [window], 1)
        assert (guarded[:, :16] == 7.25).all()
        assert (guarded[:, 16 + size :] == 7.25).all()
        compare(window[0], kernel(*Q)[16 : 16 + size], 0.0)


LAYOUTS = {
    "every other sample": lambda Q: [q[::2] for q in Q],
    "backwards": lambda Q: [q[::-1] for q in Q],
    "fortran order": lambda Q: [np.asfortranarray(q) for q in Q],
    "columns of a larger array": lambda Q: [np.concatenate([q, q], axis=-1)[:, 3:10] for q in Q],
    "every other joint": lambda Q: [np.repeat(q, 2, axis=-1)[:, ::2] for q in Q],
    "one broadcast": lambda Q: [Q[0][0], Q[1], Q[2][:1]],
    "read-only": lambda Q: [np.broadcast_to(q, q.shape) for q in Q],
    "float32": lambda Q: [q.astype(np.float32) for q in Q],
    "unaligned": lambda Q: [np.frombuffer(b"x" + q.tobytes(), dtype=np.uint8)[1:].view(np.float64).reshape(q.shape) for q in Q],
    "other byte order": lambda Q: [q.astype(">f8") for q in Q],
    "lists": lambda Q: [q.tolist() for q in Q],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("batch", [40, 1], ids=str)
def test_memory_layouts(layout, batch):
    Q = LAYOUTS[layout](random_motion(LWR, 8, 2, (batch,)))
    compare(jn.rnea(LWR, *Q), plainly(jn.rnea, LWR, *Q), NATIVE)


def test_single_samples_of_any_layout():
    Q = random_motion(LWR, 8, 2, (4,))
    expected = jn.rnea(LWR, *(np.ascontiguousarray(q[1]) for q in Q))
    assert (jn.rnea(LWR, *np.asfortranarray(Q)[:, 1]) == expected).all()
    assert (jn.rnea(LWR, *(q[1].tolist() for q in Q)) == expected).all()
    assert (jn.rnea(LWR, *(q[1].astype(">f8") for q in Q)) == expected).all()
    assert (jn.rnea(LWR, *(np.repeat(q[1], 2)[::2] for q in Q)) == expected).all()


@pytest.mark.parametrize("order", [0, 2])
def test_threads_change_nothing(order):
    Q = random_motion(LWR, 9, order + 2, (20_011,))
    one = jn.rnea(LWR, *Q, threads=1)
    for threads in (2, 3, 7, None):
        assert (jn.rnea(LWR, *Q, threads=threads) == one).all()


def test_wrench_and_link():
    Q = random_motion(TREE, 10, 4, (5,))
    W = np.random.default_rng(0).normal(size=(3, 5, 6))
    for link in (None, "link1", 3):
        compare(jn.rnea(TREE, *Q, wrench=W, link=link), plainly(jn.rnea, TREE, *Q, wrench=W, link=link), NATIVE, 2)
        compare(jn.jacobian(TREE, *Q[:2], link=link), plainly(jn.jacobian, TREE, *Q[:2], link=link), NATIVE, 1)
        compare(jn.tool_pose(TREE, *Q[:2], link=link), plainly(jn.tool_pose, TREE, *Q[:2], link=link), NATIVE, 1)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("batch", [(), (1,), (30,), (5000,)], ids=str)
def test_bad_numbers_are_refused_as_in_plain_python(bad, batch):
    Q = random_motion(LWR, 11, 2, batch)
    Q[(1, *[-1] * len(batch), 3)] = bad
    with pytest.raises(jn.errors.InputError, match=r"qd is -?(nan|inf) at index .*3,?\)"):
        jn.rnea(LWR, *Q)


@pytest.mark.parametrize("seed", range(6))
def test_random_trees(seed):
    robot = random_robot(seed + 300, n=2 + 2 * seed)
    Q = random_motion(robot, seed, 4, (11,))
    compare(jn.rnea(robot, *Q), plainly(jn.rnea, robot, *Q), NATIVE, 2)
    compare(jn.rnea(robot, *Q[:, 3]), plainly(jn.rnea, robot, *Q[:, 3]), NATIVE, 2)


def test_angles_of_any_size():
    """Vector sines reduce their argument; far angles take the C library's."""
    Q = random_motion(LWR, 12, 2, (64,))
    Q[0] *= np.logspace(0, 9, 64)[:, None]
    compare(jn.rnea(LWR, *Q), plainly(jn.rnea, LWR, *Q), NATIVE)


def test_a_massless_tip_is_named_here_too():
    links = [jn.Link("base"), jn.Link("arm", 1.0, (0.5, 0, 0)), jn.Link("flange")]
    joints = [jn.Joint("a", "revolute", "base", "arm"), jn.Joint("b", "revolute", "arm", "flange")]
    robot = jn.Robot.build("light", links, joints)
    for batch in ((), (20,)):
        with pytest.raises(jn.errors.SingularityError, match="'b' moves no inertia"):
            jn.forward_dynamics(robot, *np.zeros((3, *batch, 2)))
        with pytest.raises(jn.errors.SingularityError, match="'b' moves no inertia"):
            jn.compile(jn.forward_dynamics, robot)(*np.zeros((3, *batch, 2)))
