"""Shapes, broadcasting, number kinds and refusals of the public functions."""

import inspect
import math
import re
from datetime import datetime
from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
import pytest

import jounce as jn
from jounce import functions
from jounce.errors import InputError, SingularityError
from support.random_robots import random_motion, random_robot
from support.several_freedoms import random_tree
from support.tolerances import ALGEBRA, assert_close

ROBOT = random_robot(5, n=5)
# name: (function of a stack of derivatives, how many it needs, shape behind the batch)
FUNCTIONS = {
    "rnea": (lambda Q: jn.rnea(ROBOT, *Q), 3, (5,)),
    "mass_matrix": (lambda Q: jn.mass_matrix(ROBOT, *Q), 1, (5, 5)),
    "gravity_torque": (lambda Q: jn.gravity_torque(ROBOT, *Q), 1, (5,)),
    "jacobian": (lambda Q: jn.jacobian(ROBOT, *Q), 1, (6, 5)),
    "position": (lambda Q: jn.tool_pose(ROBOT, *Q)[0], 1, (3,)),
    "rotation": (lambda Q: jn.tool_pose(ROBOT, *Q)[1], 1, (3, 3)),
}


@pytest.mark.parametrize("extra", [0, 1, 3])
@pytest.mark.parametrize("batch", [(), (1,), (3, 1, 2), (0,), (4, 0)], ids=str)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_shape_and_batch(name, batch, extra):
    function, need, shape = FUNCTIONS[name]
    Q = random_motion(ROBOT, 1, need - 1 + extra, batch)
    found = function(Q)
    lead = (extra + 1,) if extra else ()
    assert found.shape == (*lead, *batch, *shape)
    for index in np.ndindex(batch):
        assert_close(found[(*[slice(None)] * len(lead), *index)], function(Q[(slice(None), *index)]), ALGEBRA)


@pytest.mark.parametrize("batch", [(), (1,), (3, 1, 2), (0,)], ids=str)
def test_forward_dynamics_shape_and_batch(batch):
    q, qd, tau = random_motion(ROBOT, 2, 2, batch)
    found = jn.forward_dynamics(ROBOT, q, qd, tau)
    assert found.shape == (*batch, 5)
    for index in np.ndindex(batch):
        assert_close(found[index], jn.forward_dynamics(ROBOT, q[index], qd[index], tau[index]))


def test_arguments_broadcast():
    q, qd, qdd = random_motion(ROBOT, 3, 2, (4, 2))
    found = jn.rnea(ROBOT, q[0, 0], qd[:, :1], qdd)
    for i, j in np.ndindex(4, 2):
        assert_close(found[i, j], jn.rnea(ROBOT, q[0, 0], qd[i, 0], qdd[i, j]))
    W = np.random.default_rng(0).normal(size=(3, 1, 1, 6))
    loaded = jn.rnea(ROBOT, q[0, 0], qd[0, 0], qdd[0, 0], wrench=(W,))
    assert loaded.shape == (3, 1, 1, 5)


def test_lists_integers_and_views():
    ones = [1] * 5
    expected = jn.rnea(ROBOT, np.ones(5), np.ones(5), np.ones(5))
    assert (jn.rnea(ROBOT, ones, tuple(ones), np.ones(5, dtype=np.int32)) == expected).all()
    assert (jn.rnea(ROBOT, np.ones(10)[::2], np.ones((5, 3))[:, 1], np.ones(5, dtype=np.float32)) == expected).all()


def test_results_unpack():
    tau, taud, taudd = jn.rnea(ROBOT, *random_motion(ROBOT, 4, 4))
    assert tau.shape == taud.shape == taudd.shape == (5,)


def test_inputs_are_not_changed():
    Q = random_motion(ROBOT, 4, 4)
    before = Q.copy()
    jn.rnea(ROBOT, *Q)
    jn.forward_dynamics(ROBOT, *Q[:3])
    assert (Q == before).all()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_object_arrays_carry_any_number(name):
    """Fifty digits through the public function: mpmath's numbers in an object array."""
    function, need, _ = FUNCTIONS[name]
    Q = random_motion(ROBOT, 6, need + 1, (2,))
    with mpmath.workdps(50):
        exact = function(np.vectorize(mpmath.mpf, otypes=[object])(Q))
    assert exact.dtype == object
    assert_close(exact.astype(float), function(Q))


LONG = random_robot(3, n=10)
"""So many joints that an array of bytes for 1.7e13 samples is more than a process can address, whatever a system promises."""


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=pytest.mark.native)])
@pytest.mark.parametrize("batch", [(17 * 10**12,), (17 * 10**6, 10**6), (10**16,)], ids=str)
def test_a_batch_without_memory(backend, batch):
    """Both an error of ours and a MemoryError; the next call is as good as any."""
    q = np.broadcast_to(np.zeros(10), (*batch, 10))
    size = f"{batch[0] * (batch[1] if len(batch) > 1 else 1) * 10 * 8 / 1e9:.3g}"
    words = re.escape(f"on a batch of shape {batch}: the results, tau {(*batch, 10)}, take {size} GB, and there is not enough")
    with jn.backend(backend):
        for function in (lambda *Q: jn.rnea(LONG, *Q), jn.compile(jn.rnea, LONG) if backend == "native" else None):
            if function is not None:
                with pytest.raises(jn.errors.OutOfMemoryError, match=f"rnea of robot .* {words}.*in parts") as caught:
                    function(q, q, q)
                assert isinstance(caught.value, MemoryError)
                assert function(*np.zeros((3, 4, 10))).shape == (4, 10)


def test_quaternions_without_memory():
    robot = random_tree(3, n=3, floating=True)
    q = np.broadcast_to(np.ones(robot.nq), (17 * 10**12, robot.nq))
    with pytest.raises(jn.errors.OutOfMemoryError, match=r"gravity_torque .* batch of shape \(17000000000000,\)"):
        jn.gravity_torque(robot, q)


def test_axes_that_multiply_to_no_memory():
    q = np.zeros(10)
    with pytest.raises(jn.errors.OutOfMemoryError, match=r"batch of shape \(100000000, 100000000\)"):
        jn.rnea(LONG, np.broadcast_to(q, (10**8, 1, 10)), np.broadcast_to(q, (1, 10**8, 10)), q)


def test_wrench_on_a_named_frame():
    """A wrench at a frame does what the same wrench does at the link, carried over."""
    robot = jn.load("planar_2r").with_tool("link2", (1.0, 0, 0))
    framed = jn.Robot(**{**vars_of(robot), "frames": (jn.robot.Frame("tip", "link2", robot.tool.placement),)})
    Q = random_motion(robot, 7, 3)
    force = np.array([0, 0, 0, 3.0, -4.0, 0])
    at_link = np.array([0, 0, -4.0, 3.0, -4.0, 0])  # x times force: 1 * (-4) about z
    tip = jn.rnea(framed, *Q, wrench=(force, 0 * force), link="tip")
    link = jn.rnea(framed, *Q, wrench=(at_link, 0 * force), link="link2")
    assert_close(tip, link)
    assert_close(jn.rnea(framed, *Q, wrench=(at_link, 0 * force)), link)


def vars_of(robot):
    return {key: getattr(robot, key) for key in robot.__dataclass_fields__}


def test_a_massless_tip_has_no_acceleration():
    links = [jn.Link("base"), jn.Link("arm", 1.0, (0.5, 0, 0), (0.0, 0.1, 0.1, 0, 0, 0)), jn.Link("wrist"), jn.Link("flange")]
    joints = [
        jn.Joint("shoulder", "revolute", "base", "arm"),
        jn.Joint("roll", "revolute", "arm", "wrist", axis=(1, 0, 0)),
        jn.Joint("tilt", "revolute", "wrist", "flange"),
    ]
    robot = jn.Robot.build("light", links, joints)
    q = np.zeros(3)
    assert jn.rnea(robot, q, q, q).shape == (3,)
    for batch in ((), (2,)):
        zero = np.zeros((*batch, 3))
        with pytest.raises(SingularityError, match=r"'tilt' moves no inertia .*'flange'.*Without mass: flange"):
            jn.forward_dynamics(robot, zero, zero, zero)
    # a massless link between two joints is no problem once the last one has mass
    heavy = robot.with_payload(0.5, (0.1, 0.2, 0.3), (0.01, 0.01, 0.01, 0, 0, 0))
    assert np.isfinite(jn.forward_dynamics(heavy, q, q, q)).all()


q0 = [0.1] * 5
BAD = [
    (lambda: jn.rnea(ROBOT, [0.1] * 6, q0, q0), r"q has 6 values, but robot 'random5' has 5 joints \(joint0, .*last one"),
    (lambda: jn.rnea(ROBOT, q0, [0.1], q0), "qd has 1 values"),
    (lambda: jn.rnea(ROBOT, q0, q0, 1.0), "qdd is a single number"),
    (lambda: jn.rnea(ROBOT, q0, q0, q0, [0.1] * 4), r"q\^\(3\) has 4 values"),
    (lambda: jn.rnea(ROBOT, [math.nan, *q0[1:]], q0, q0), r"q is nan at index \(0,\)"),
    (lambda: jn.rnea(ROBOT, q0, [*q0[:4], math.inf], q0), r"qd is inf at index \(4,\)"),
    (lambda: jn.rnea(ROBOT, q0, q0, ["a"] * 5), "real numbers"),
    (lambda: jn.rnea(ROBOT, q0, q0, [None] * 5), "real numbers"),
    (lambda: jn.rnea(ROBOT, q0, q0, np.ones(5) * 1j), "real numbers"),
    (lambda: jn.rnea(ROBOT, q0, q0, [[1, 2], [3]]), "not an array"),
    (lambda: jn.rnea(ROBOT, [jn.numbers.Jet([0.1, 0.2])] * 5, q0, q0), "q holds jets"),
    (lambda: jn.rnea(ROBOT, [Fraction(1, 2)] * 5, q0, q0), "numbers of fractions have no sin;"),
    (lambda: jn.rnea(ROBOT, np.ones((2, 5)), np.ones((3, 5)), q0), "batch axes do not fit"),
    (lambda: jn.rnea(ROBOT, q0, q0, q0, q0, wrench=([0] * 6,)), "1 time derivatives and needs 2"),
    (lambda: jn.rnea(ROBOT, q0, q0, q0, wrench=([0] * 5,)), "wrench"),
    (lambda: jn.rnea(ROBOT, q0, q0, q0, wrench=([0] * 6,), link="hand"), "no link or frame 'hand'"),
    (lambda: jn.rnea(ROBOT, q0, q0, q0, wrench=([math.nan] * 6,)), "wrench"),
    (lambda: jn.mass_matrix(ROBOT, []), "q has 0 values"),
    (lambda: jn.jacobian(ROBOT, q0, link=7), "links 0 to 4"),
    (lambda: jn.jacobian(ROBOT, q0, link=["link1"]), "expected a name or an index"),
    (lambda: jn.jacobian(ROBOT, q0, link="linkk1"), "Did you mean 'link1'"),
    (lambda: jn.forward_dynamics(ROBOT, q0, q0, [1.0]), "tau has 1 values"),
]


@pytest.mark.parametrize(("call", "words"), BAD, ids=range(len(BAD)))
def test_bad_input(call, words):
    with pytest.raises(InputError, match=words):
        call()


STRANGE = [Decimal(1), datetime(2020, 1, 1), {}, [], 1j, True, 10**400, math.inf, math.nan, mpmath.mpf("inf"), mpmath.mpc(1, 1)]
STRANGE += [np.datetime64(1, "s"), np.complex128(1), object()]


@pytest.mark.parametrize("strange", STRANGE, ids=lambda x: type(x).__name__)
@pytest.mark.parametrize("place", range(3))
def test_objects_that_are_no_numbers(strange, place):
    """By the name of the argument, wherever they stand among numbers of any kind."""
    for other in (0.5, mpmath.mpf(1)):
        Q = [np.full(ROBOT.n, other, dtype=object) for _ in range(3)]
        Q[place][1] = strange
        with pytest.raises(InputError, match=rf"^{('q', 'qd', 'qdd')[place]} (holds|is|has)"):
            jn.rnea(ROBOT, *Q)


def test_masked_and_complex_arrays():
    masked = np.ma.masked_array(np.zeros(ROBOT.n), [True] + [False] * (ROBOT.n - 1))
    whole = np.ma.masked_array(np.zeros(ROBOT.n))
    with pytest.raises(InputError, match="qd has masked entries"):
        jn.rnea(ROBOT, whole, masked, whole)
    assert (jn.rnea(ROBOT, whole, whole, whole) == jn.rnea(ROBOT, *np.zeros((3, ROBOT.n)))).all()
    with pytest.raises(InputError, match="q has elements of type complex128"):
        jn.rnea(ROBOT, np.zeros(ROBOT.n) * 1j, q0, q0)


ANY = np.zeros(2)
NO_ROBOT = {
    "inverse_dynamics_derivatives": lambda robot: jn.inverse_dynamics_derivatives(robot, *np.zeros((5, 2))),
    "symbolic": lambda robot: jn.dynamics.symbolic(robot, "M"),
}
"""Calls of functions that check another argument first."""


def functions_of_a_robot(module):
    """Return {name: call} of the public functions of `module` whose first parameter is the robot, other arguments arbitrary."""
    calls = {}
    for name in module.__all__:
        function = getattr(module, name)
        if inspect.isclass(function) or next(iter(inspect.signature(function).parameters)) != "robot":
            continue
        _, *others = inspect.signature(function).parameters.values()
        needed = [ANY for p in others if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        named = {p.name: ANY for p in others if p.default is p.empty and p.kind is p.KEYWORD_ONLY}
        calls[name] = lambda robot, f=function, needed=needed, named=named: f(robot, *needed, **named)
    return calls | {name: call for name, call in NO_ROBOT.items() if name in calls}


CALLS = functions_of_a_robot(functions) | functions_of_a_robot(jn.flexible)


def test_the_list_of_calls_is_not_empty():
    assert {"rnea", "base_parameters", "symbolic", "live", "feedforward", "dae_index"} <= set(CALLS)


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("robot", [None, "planar_2r", 3], ids=str)
def test_no_robot(name, robot):
    with pytest.raises(InputError, match=f"robot: expected a Robot, as jounce.load gives it, got {robot!r}"):
        CALLS[name](robot)
