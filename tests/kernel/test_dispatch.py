"""The short way of a call that was made before: the same answers as the long one, for these arguments and no others."""

import copy
import inspect
import pickle
import sys
from collections import OrderedDict
from types import MappingProxyType

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.functions import rigid
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
        assert any(isinstance(key, tuple) and short.live == () for key, short in SHORT_CUTS.of[function.equation].items())


FREE = random_robot(7, n=3)
LIVE = {"payload": np.arange(1.0, 11.0), "stiffness": np.array([600.0, 1.0, 800.0])}
NEXT = np.linspace(0.5, 2.0, 10)


class Labelled(np.ndarray):
    """An array of a class of its own."""


class Text(str):
    """A string of a class of its own."""


def frozen(values):
    """Return a copy that cannot be written to."""
    values = values.copy()
    values.flags.writeable = False
    return values


VALUES = {
    "as before": lambda x: x,
    "a copy": lambda x: 2.0 * x,
    "read-only": frozen,
    "strided": lambda x: np.repeat(x, 2)[::2],
    "reversed in memory": lambda x: x[::-1].copy()[::-1],
    "of a class of its own": lambda x: x.view(Labelled),
    "masked": lambda x: np.ma.array(x, mask=np.arange(len(x)) == 1),
    "in floats of 32 bits": lambda x: x.astype(np.float32),
    "in whole numbers": lambda x: x.astype(int),
    "of another byte order": lambda x: x.astype(x.dtype.newbyteorder()),
    "unaligned": lambda x: np.frombuffer(b"." + x.tobytes(), dtype=np.uint8)[1:].view(np.float64),
    "complex": lambda x: x + 1j,
    "objects": lambda x: x.astype(object),
    "a list": lambda x: x.tolist(),
    "a tuple": lambda x: tuple(x.tolist()),
    "texts": lambda x: [str(y) for y in x],
    "a batch": lambda x: np.stack([x, x]),
    "a row": lambda x: x[None],
    "too short": lambda x: x[:-1],
    "too long": lambda x: np.append(x, 1.0),
    "empty": lambda x: x[:0],
    "a number": lambda x: x[0],
    "nan": lambda x: np.where(np.arange(len(x)) == 2, np.nan, x),
    "infinite": lambda x: np.where(np.arange(len(x)) == 2, -np.inf, x),
    "huge": lambda x: np.where(np.arange(len(x)) == 2, 1e200, x),
    "negative": lambda x: -x,
    "zero": lambda x: 0.0 * x,
    "zero at first": lambda x: np.where(np.arange(len(x)) == 0, 0.0, x),
    "nothing": lambda x: None,
}
MAPPINGS = {
    "in another order": lambda live: dict(reversed(live.items())),
    "one less": lambda live: {"payload": live["payload"]},
    "the other one less": lambda live: {"stiffness": live["stiffness"]},
    "one more": lambda live: {**live, "gravity": np.ones(3)},
    "another one": lambda live: {"payload": live["payload"], "gravity": np.ones(3)},
    "an unknown one": lambda live: {**live, "weight": np.ones(3)},
    "an unknown one for a known": lambda live: {"payload": live["payload"], "stiff": live["stiffness"]},
    "names that are no strings": lambda live: {"payload": live["payload"], 3: live["stiffness"]},
    "names of a class of their own": lambda live: {Text(name): x for name, x in live.items()},
    "names of new strings": lambda live: {"".join(list(name)): x for name, x in live.items()},
    "of a class of its own": OrderedDict,
    "a view": MappingProxyType,
    "pairs": lambda live: list(live.items()),
    "none": lambda live: {},
    "nothing": lambda live: None,
    "damping too": lambda live: {**live, "damping": np.zeros(3)},
    "damping that is not zero": lambda live: {**live, "damping": np.ones(3)},
}


def outcome(function, *arguments, **options):
    """Return the types and all digits of the results of a call, or the type and the text of its error."""
    try:
        result = function(*arguments, **options)
    except Exception as error:
        return type(error), str(error)
    arrays = result if isinstance(result, tuple) else (result,)
    return type(result), [(type(x), x.dtype, x.shape, repr(x.tolist())) for x in arrays]


def assert_as_first(call, usual):
    """Compare a call without short cuts, among short cuts, and repeated."""
    SHORT_CUTS.forget()
    first = outcome(call)
    SHORT_CUTS.forget()
    for _ in range(2):
        usual()
    for _ in range(2):
        assert outcome(call) == first
    usual()
    assert outcome(call) == first


@pytest.mark.parametrize("name", VALUES)
def test_live_values_and_rows_after_a_short_cut(name):
    """Whatever comes in the place of an array has the result or the error of a first call."""
    change, usual = VALUES[name], lambda: jn.inverse_dynamics(ROBOT, *Q, parameters=LIVE)
    for parameter in LIVE:
        live = {**LIVE, parameter: change(LIVE[parameter])}
        assert_as_first(lambda live=live: jn.inverse_dynamics(ROBOT, *Q, parameters=live), usual)
    for k in (0, 4):
        rows = [*Q]
        rows[k] = change(rows[k])
        assert_as_first(lambda rows=rows: jn.inverse_dynamics(ROBOT, *rows, parameters=LIVE), usual)
        assert_as_first(lambda rows=rows: jn.inverse_dynamics(ROBOT, *rows), lambda: jn.inverse_dynamics(ROBOT, *Q))


@pytest.mark.parametrize("name", MAPPINGS)
def test_live_names_after_a_short_cut(name):
    usual = lambda: jn.inverse_dynamics(ROBOT, *Q, parameters=LIVE)  # noqa: E731
    live = MAPPINGS[name](LIVE)
    assert_as_first(lambda: jn.inverse_dynamics(ROBOT, *Q, parameters=live), usual)
    assert_as_first(lambda: jn.inverse_dynamics(ROBOT, *Q, parameters=live, outputs=("tau_m",)), usual)
    assert_as_first(lambda: jn.inverse_dynamics(ROBOT, *Q, parameters=live, wrench=tuple(W)), usual)


def test_live_parameters_take_the_short_cut(monkeypatch):
    """New values under the same names are computed without `call`; a body without mass but with moments is refused."""
    changed = [{"payload": NEXT * (1.0 + k), "stiffness": LIVE["stiffness"] + k} for k in range(4)]
    expected = [plainly(jn.inverse_dynamics, ROBOT, *Q, parameters=live) for live in changed]
    jn.inverse_dynamics(ROBOT, *Q, parameters=LIVE)
    with monkeypatch.context() as without:
        without.setattr(sys.modules["jounce.functions.inverse_dynamics"], "call", None)
        for live, right in zip(changed, expected):
            for x, y in zip(jn.inverse_dynamics(ROBOT, *Q, parameters=live), right, strict=True):
                assert_close(x, y, NATIVE)
    with pytest.raises(InputError, match="no body has them without mass"):
        jn.inverse_dynamics(ROBOT, *Q, parameters={**LIVE, "payload": np.where(np.arange(10) == 0, 0.0, NEXT)})


WRONG_CALLS = {
    "no arguments": lambda: jn.rnea(),
    "a row less": lambda: jn.rnea(FREE, Q[0], Q[1]),
    "a row by name": lambda: jn.rnea(FREE, Q[0], qdd=Q[2], qd=Q[1]),
    "the robot by name": lambda: jn.mass_matrix(q=Q[0], robot=FREE),
    "a row twice": lambda: jn.mass_matrix(FREE, Q[0], q=Q[0]),
    "an unknown option": lambda: jn.mass_matrix(FREE, Q[0], stiffness=3),
    "a usual option of others": lambda: jn.mass_matrix(FREE, Q[0], wrench=()),
    "an option of others": lambda: jn.mass_matrix(FREE, Q[0], outputs=("M",)),
    "a link of others": lambda: jn.mass_matrix(FREE, Q[0], link=FREE.links[1].name),
    "no link": lambda: jn.tool_pose(FREE, Q[0], link=None),
    "no options": lambda: jn.rnea(FREE, *Q[:3], wrench=(), link=None, parameters=None, threads=None),
    "a link": lambda: jn.tool_pose(FREE, Q[0], link=FREE.links[1].name),
    "a link that is not there": lambda: jn.tool_pose(FREE, Q[0], link="nowhere"),
    "no robot": lambda: jn.tool_pose(None, Q[0]),
    "a class for a robot": lambda: jn.tool_pose(jn.Robot, Q[0]),
}


@pytest.mark.parametrize("name", WRONG_CALLS)
def test_other_calls_after_a_short_cut(name):
    """Functions that try the compiled front first refuse what they refuse without it, in the same words."""

    def usual():
        jn.rnea(FREE, *Q[:3])
        jn.mass_matrix(FREE, Q[0])
        jn.tool_pose(FREE, Q[0])

    assert_as_first(WRONG_CALLS[name], usual)


def test_public_functions_keep_their_names():
    for function in (jn.rnea, jn.tool_pose, jn.inverse_dynamics, jn.forward_dynamics):
        assert pickle.loads(pickle.dumps(function)) is function
        assert next(iter(inspect.signature(function).parameters)) == "robot"
        assert "Parameters" in function.__doc__
        assert function.equation.name == function.__name__


def pendulum(*masses):
    """Return a chain of parallel axes, each link a point one metre away, and of that order the pivots of M."""
    links, joints = [jn.Link("base")], []
    for i, mass in enumerate(masses):
        links.append(jn.Link(f"rod{i}", mass, (1.0, 0.0, 0.0)))
        joints.append(jn.Joint(f"joint{i}", "revolute", links[i].name, f"rod{i}"))
    return jn.Robot.build("pendulum", links, joints)


@pytest.fixture
def checks(monkeypatch):
    """Return a list that grows with each check of pivots in Python."""
    done = []
    original = rigid.suspicious
    for name in ("rigid", "elastic_forward_dynamics"):
        module = sys.modules[f"jounce.functions.{name}"]
        monkeypatch.setattr(module, "suspicious", lambda outputs: done.append(1) or original(outputs))
    return done


@pytest.mark.parametrize(("last", "is_checked"), [(3.0, False), (1e-11, True)])
def test_a_check_of_pivots_that_would_pass_is_skipped(last, is_checked, checks):
    """Python checks pivots if they differ by more than 1e9, or with live parameters."""
    robot = pendulum(1.0, 2.0, last)
    q, qd, tau = 0.3 + Q[:3]
    expected = plainly(jn.forward_dynamics, robot, q, qd, tau)
    jn.forward_dynamics(robot, q, qd, tau)
    checks.clear()
    for _ in range(3):
        found = jn.forward_dynamics(robot, q, qd, tau)
        assert type(found) is np.ndarray
        assert_close(found, expected, 1e-9 if is_checked else NATIVE)
    assert len(checks) == (3 if is_checked else 0)
    for _ in range(3):
        checks.clear()
        assert_close(jn.forward_dynamics(robot, q, qd, tau, parameters={"payload": np.zeros(10)}), expected, 1e-9)
        assert checks


def test_elastic_forward_dynamics_skips_the_check_of_pivots_too(checks):
    robot = ROBOT.with_drives(stiffness=500.0, rotor_inertia=0.1)
    state = (*Q[:2], *Q[:2], Q[2])
    expected = plainly(jn.elastic_forward_dynamics, robot, *state)
    jn.elastic_forward_dynamics(robot, *state)
    checks.clear()
    for x, y in zip(jn.elastic_forward_dynamics(robot, *state), expected, strict=True):
        assert_close(x, y, NATIVE)
    assert not checks
    for _ in range(3):  # live inertia of rotors is checked, too
        with pytest.raises(jn.errors.ModelError, match="a spring but no rotor inertia"):
            jn.elastic_forward_dynamics(robot, *state, parameters={"rotor_inertia": np.array([0.1, 0.0, 0.1])})


def test_singular_mass_matrices_are_refused_after_others():
    """The same error of a first call, of repeated calls, and with live parameters that take the mass away."""
    robot = pendulum(1.0, 0.0)
    q, qd, tau = Q[:3, :2]
    messages = {outcome(jn.forward_dynamics, robot, q, qd, tau) for _ in range(4)}
    assert len(messages) == 1
    kind, text = messages.pop()
    assert kind is jn.errors.SingularityError
    assert "joint 'joint1' moves no inertia" in text
    payload = np.array([1.0, 0.5, 0.0, 0.0, 0.0, 0.25, 0.25, 0.0, 0.0, 0.0])
    for _ in range(3):
        assert jn.forward_dynamics(robot, q, qd, tau, parameters={"payload": payload}).shape == (2,)
        with pytest.raises(jn.errors.SingularityError, match="joint 'joint1' moves no inertia"):
            jn.forward_dynamics(robot, q, qd, tau, parameters={"payload": 0.0 * payload})
