"""The short way of a call that was made before: the same answers as the long one, for these arguments and no others."""

import copy
from collections import OrderedDict
from types import MappingProxyType

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.functions.rigid import RNEA
from jounce.kernel.dispatch import MOST_SHORT_CUTS, SHORT_CUTS
from support.random_robots import plainly, random_motion, random_robot
from support.several_freedoms import random_tree
from support.tolerances import assert_close

NATIVE = 1e-13
ROBOT = random_robot(3, n=3).with_drives(stiffness=[500.0, np.inf, 700.0], rotor_inertia=0.1)
Q = random_motion(ROBOT, 1, 4)
LINKS = [link.name for link in ROBOT.links]
pytestmark = pytest.mark.native


def test_robots_that_die_leave_nothing_behind():
    """New robots get the identities of dead ones, also where an equal one came first and owns the kernel."""
    first = [ROBOT.with_gravity((0.0, 0.0, -1.0 - k % 5)) for k in range(5)]
    expected = [plainly(jn.rnea, robot, *Q[:3]) for robot in first]
    for robot in first:
        jn.rnea(robot, *Q[:3])
    for k in range(2 * MOST_SHORT_CUTS):
        robot = ROBOT.with_gravity((0.0, 0.0, -1.0 - k % 5))
        assert_close(jn.rnea(robot, *Q[:3]), expected[k % 5], NATIVE)
        assert_close(jn.rnea(robot, *Q[:3]), expected[k % 5], NATIVE)
    assert len(SHORT_CUTS.of[RNEA]) <= MOST_SHORT_CUTS


def test_copies_and_changed_arrays():
    twin = copy.deepcopy(ROBOT)
    x = [row.copy() for row in Q[:3]]
    for _ in range(3):
        for robot in (ROBOT, twin):
            assert_close(jn.rnea(robot, *x), plainly(jn.rnea, ROBOT, *x), NATIVE)
        x[0] += 0.1


W = np.random.default_rng(2).normal(size=(3, 6))
GIVEN = {
    "one": {"wrench": (W[0],)},
    "an array": {"wrench": W[:1]},
    "more than needed": {"wrench": W},
    "on a link": {"wrench": (W[0],), "link": LINKS[0]},
    "on a numbered link": {"wrench": (W[0],), "link": 1},
    "on the base": {"wrench": {ROBOT.base: (W[0],)}},
    "by name": {"wrench": {LINKS[0]: (W[0],)}},
    "two": {"wrench": {LINKS[0]: (W[0],), LINKS[2]: (W[1],)}},
    "two, the other way round": {"wrench": {LINKS[2]: (W[1],), LINKS[0]: (W[0],)}},
    "two, exchanged": {"wrench": {LINKS[0]: (W[1],), LINKS[2]: (W[0],)}},
    "another mapping": {"wrench": OrderedDict({LINKS[1]: (W[0],)})},
    "a view": {"wrench": MappingProxyType({LINKS[0]: (W[2],)})},
    "none": {"wrench": {}},
    "gravity": {"parameters": {"gravity": np.array([1.0, 2.0, 3.0])}},
    "more gravity": {"parameters": {"gravity": np.array([4.0, 5.0, 6.0])}},
    "no parameters": {"parameters": {}},
    "a payload, a wrench": {"parameters": {"payload": np.arange(1.0, 11.0)}, "wrench": (W[0],)},
    "payload and gravity": {"parameters": MappingProxyType({"payload": np.arange(1.0, 11.0), "gravity": np.ones(3)})},
}


def test_every_call_after_every_other():
    """In any order, each call is answered by what was given to it."""
    expected = {name: plainly(jn.rnea, ROBOT, *Q[:3], **given) for name, given in GIVEN.items()}
    rng = np.random.default_rng(5)
    for name in [*GIVEN, *rng.choice(list(GIVEN), 400)]:
        assert_close(jn.rnea(ROBOT, *Q[:3], **GIVEN[name]), expected[name], NATIVE, name)


def test_junk_where_a_short_cut_is():
    """The same names with other things under them are refused as at a first call."""
    good = {"wrench": {LINKS[0]: (W[0],)}, "parameters": {"gravity": np.ones(3)}}
    jn.rnea(ROBOT, *Q[:3], **good)
    for junk in (None, 3.0, "text", np.ones(5), [], {}, np.nan * np.ones(6)):
        for key, name in (("wrench", LINKS[0]), ("parameters", "gravity")):
            with pytest.raises(InputError):
                jn.rnea(ROBOT, *Q[:3], **{**good, key: {name: junk}})
    assert_close(jn.rnea(ROBOT, *Q[:3], **good), plainly(jn.rnea, ROBOT, *Q[:3], **good), NATIVE)


def test_numbers_that_are_too_low_are_seen_on_the_short_way():
    K = np.array([500.0, np.inf, 700.0])  # a rigid joint's is not read
    jn.inverse_dynamics(ROBOT, *Q, parameters={"stiffness": K})
    expected = plainly(jn.inverse_dynamics, ROBOT, *Q, parameters={"stiffness": 2.0 * K})
    assert_close(jn.inverse_dynamics(ROBOT, *Q, parameters={"stiffness": 2.0 * K}).tau_m, expected.tau_m, NATIVE)
    for wrong in (0.0, -1.0, np.nan, np.inf):
        with pytest.raises(InputError, match="stiffness"):
            jn.inverse_dynamics(ROBOT, *Q, parameters={"stiffness": np.array([500.0, 1.0, wrong])})


def test_kernels_take_what_they_were_made_for():
    plain = jn.compile(jn.rnea, ROBOT)
    loaded = jn.compile(jn.rnea, ROBOT, wrench=[LINKS[2], LINKS[0]], parameters=("gravity",))
    forces, gravity = {LINKS[0]: (W[0],), LINKS[2]: (W[1],)}, np.ones(3)
    for _ in range(2):
        assert_close(plain(*Q[:3]), plainly(jn.rnea, ROBOT, *Q[:3]), NATIVE)
        expected = plainly(jn.rnea, ROBOT, *Q[:3], wrench=forces, parameters={"gravity": gravity})
        assert_close(loaded(*Q[:3], wrench=forces, parameters={"gravity": gravity}), expected, NATIVE)
    for kernel, given in [
        (plain, {"wrench": (W[0],)}),
        (plain, {"parameters": {"gravity": gravity}}),
        (loaded, {"wrench": forces}),
        (loaded, {"parameters": {"gravity": gravity}}),
        (loaded, {"wrench": {LINKS[0]: (W[0],)}, "parameters": {"gravity": gravity}}),
        (loaded, {"wrench": {**forces, LINKS[1]: (W[2],)}, "parameters": {"gravity": gravity}}),
        (loaded, {"wrench": forces, "parameters": {"gravity": gravity, "payload": np.ones(10)}}),
    ]:
        with pytest.raises(InputError):
            kernel(*Q[:3], **given)


def test_a_quaternion_that_is_zero_is_refused_every_time():
    robot = random_tree(0, 3, floating=True)
    q, v = np.random.default_rng(0).normal(size=robot.nq), np.ones(robot.n)
    kernel = jn.compile(jn.rnea, robot)
    for _ in range(3):
        assert_close(kernel(q, v, v), jn.rnea(robot, q, v, v), NATIVE)
        for call in (kernel, lambda *Q: jn.rnea(robot, *Q)):
            with pytest.raises(InputError, match="quaternion"):
                call(np.zeros(robot.nq), v, v)


def test_threads_are_looked_at_every_time():
    for _ in range(2):
        jn.rnea(ROBOT, *Q[:3], threads=1)
        with pytest.raises(InputError, match="threads"):
            jn.rnea(ROBOT, *Q[:3], threads="x")


INVERSE_GIVEN = {
    "nothing": {},
    "a wrench": {"wrench": tuple(W)},
    "tau_m": {"outputs": ("tau_m",)},
    "two": {"outputs": ("delta", "tau_m")},
    "none named": {"outputs": ()},
    "a name": {"outputs": "theta"},
    "a list": {"outputs": ["tau_j"]},
    "a payload, tau_m": {"parameters": {"payload": np.arange(1.0, 11.0)}, "outputs": ("tau_m",)},
    "threads": {"threads": 1},
}


def test_inverse_dynamics_after_every_other_call():
    expected = {name: plainly(jn.inverse_dynamics, ROBOT, *Q, **given) for name, given in INVERSE_GIVEN.items()}
    for first in (*INVERSE_GIVEN, *reversed(INVERSE_GIVEN)):
        for name in (first, "nothing", first, "tau_m"):
            found = jn.inverse_dynamics(ROBOT, *Q, **INVERSE_GIVEN[name])
            assert type(found) is type(expected[name])
            for x, y in zip(found, expected[name], strict=True):
                assert_close(x, y, NATIVE)


def test_inverse_dynamics_of_other_arguments_than_before():
    """Lists, batches, derivatives that are not read, and what must be refused, after the short way was taken."""
    expected = jn.inverse_dynamics(ROBOT, *Q)
    kernel = jn.compile(jn.inverse_dynamics, ROBOT)
    for call in (lambda *given: jn.inverse_dynamics(ROBOT, *given), kernel):
        call(*Q)
        for given in (Q.tolist(), [[row] for row in Q], tuple(Q)):
            assert_close(np.ravel(call(*given).tau_m), expected.tau_m, NATIVE)
        for k in range(5):
            wrong = Q.copy()
            wrong[k, 1] = np.nan
            with pytest.raises(InputError, match=r"is nan at index \(1,\)"):
                call(*wrong)
        with pytest.raises(InputError, match="elastic; missing" if call is not kernel else "takes 5 arrays"):
            call(*Q[:4])
        with pytest.raises(InputError, match="missing: the snap" if call is not kernel else "takes 5 arrays"):
            call(*Q[:3], tuple(Q[3:]))
    assert_close(jn.inverse_dynamics(ROBOT, *Q, Q[0]).tau_m, expected.tau_m, NATIVE)
    with jn.backend("python"):
        assert_close(jn.inverse_dynamics(ROBOT, *Q).tau_m, expected.tau_m, NATIVE)


def test_some_outputs_are_checked_as_all_are():
    """A spring that does not carry the torque is refused, whatever is asked for."""
    soft = jn.robot.SpringFunction(lambda x: 5.0 * x / (1.0 + x * x) ** 0.5)
    robot = ROBOT.with_drives(stiffness=soft)
    light = [0.001 * row for row in Q]
    expected = jn.inverse_dynamics(robot.with_gravity((0.0, 0.0, 0.0)), *light)
    for _ in range(2):
        found = jn.inverse_dynamics(robot.with_gravity((0.0, 0.0, 0.0)), *light, outputs=("delta", "tau_m"))
        assert_close(found[0], expected.tau_m, NATIVE)
        assert_close(found[1], expected.delta, NATIVE)
        with pytest.raises(jn.errors.SingularityError):
            jn.inverse_dynamics(robot, *(1000.0 * Q), outputs=("tau_m",))
    with pytest.raises(InputError, match="has no output 'torque'"):
        jn.inverse_dynamics(ROBOT, *Q, outputs=("torque",))
    with pytest.raises(InputError, match="outputs: expected names"):
        jn.inverse_dynamics(ROBOT, *Q, outputs=3)


WRONG = {
    "no wrench": {"wrench": None},
    "a number as wrench": {"wrench": 3},
    "no outputs": {"outputs": None},
    "outputs in lists": {"outputs": (["tau_m"],)},
    "an output that is not there": {"outputs": ("tau_m", "torque")},
    "a link that is not there": {"link": "nowhere", "wrench": tuple(W)},
    "a stiffness of one row": {"stiffness": (500.0,)},
    "no stiffness": {"stiffness": None},
    "parameters that are none": {"parameters": 3},
    "threads": {"threads": 0},
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_refused_first_is_refused_later(name):
    """The compiled front compares options with those of a call with motion alone, and leaves all others to the general way."""
    robot = ROBOT.with_gravity((0.0, 0.0, -3.0))
    messages = []
    for _ in range(2):
        with pytest.raises(InputError) as error:
            jn.inverse_dynamics(robot, *Q, **WRONG[name])
        messages.append(str(error.value))
        for _ in range(2):
            jn.inverse_dynamics(robot, *Q)
    assert messages[0] == messages[1]


def test_the_front_finds_robots_and_numbers_of_arrays():
    """Orders in turn, robots in turn, and what is no robot: after all of them ran before."""
    robots = [ROBOT, ROBOT.with_gravity((1.0, 2.0, 3.0)), copy.copy(ROBOT)]
    motion = random_motion(ROBOT, 1, 6)
    orders = (3, 5, 4, 6)
    expected = {(k, n): plainly(jn.rnea, robot, *motion[:n]) for k, robot in enumerate(robots) for n in orders}
    for _ in range(3):
        for (k, n), right in expected.items():
            assert_close(jn.rnea(robots[k], *motion[:n]), right, NATIVE)
    for junk in (None, 3, id(ROBOT), "robot", ROBOT.name):
        with pytest.raises(InputError, match="robot"):
            jn.rnea(junk, *motion[:3])
    with jn.backend("python"):
        digits = jn.rnea(ROBOT, *motion[:3])
    assert_close(digits, expected[0, 3], 1e-15)
    assert_close(jn.rnea(ROBOT, *motion[:3]), expected[0, 3], NATIVE)


def test_the_front_finds_links_and_outputs():
    """Links and outputs in turn, by name, by number and in lists, of two robots, after all of them ran before."""
    robots = [ROBOT, ROBOT.with_drives(stiffness=[600.0, np.inf, 800.0])]
    links = [None, *LINKS, 0, 1, ROBOT.base]
    poses = {
        (k, j): plainly(jn.jacobian, robot, Q[0], link=link) for k, robot in enumerate(robots) for j, link in enumerate(links)
    }
    wanted = [(), ("tau_m",), ("delta",), ("tau_m", "delta"), ["theta"], "tau_j"]
    torques = {
        (k, j): plainly(jn.inverse_dynamics, robot, *Q, outputs=x) for k, robot in enumerate(robots) for j, x in enumerate(wanted)
    }
    for _ in range(3):
        for (k, j), right in poses.items():
            assert_close(jn.jacobian(robots[k], Q[0], link=links[j]), right, NATIVE)
        for (k, j), right in torques.items():
            found = jn.inverse_dynamics(robots[k], *Q, outputs=wanted[j])
            assert type(found) is type(right)
            for x, y in zip(found, right, strict=True):
                assert_close(x, y, NATIVE)
    with jn.backend("python"):
        assert_close(jn.jacobian(ROBOT, Q[0], link=LINKS[1]), poses[0, 2], 1e-15)
    for function in (jn.jacobian, jn.inverse_dynamics):
        assert any(isinstance(key, tuple) and short.reads_motion for key, short in SHORT_CUTS.of[function.equation].items())
