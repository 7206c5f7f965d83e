"""What is wrong with live parameters, wrenches and links is said by name; what looks wrong but is not goes through."""

import dataclasses
import math

import casadi
import mpmath
import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, ModelError, SingularityError
from support.live import motion_of, numbers_for, robot_of
from support.tolerances import assert_close

ROBOT = jn.load("kuka_lwr").with_drives(stiffness=[1e3, math.inf, *[1e3] * 5], rotor_inertia=0.3, gear_ratio=2.0)
"""A2 is rigid."""
LAWS = ROBOT.with_drives(stiffness=[jn.robot.HardeningSpring(300.0, 2e4), math.inf, *[1e3] * 5], rotor_inertia=0.3)
Q = np.random.default_rng(0).normal(size=(5, 7))
S = np.random.default_rng(1).normal(size=(5, 7))
HELD = robot_of("held", 2, n=3)
W = np.ones(6)


class Thing:
    pass


JUNK = [None, 5, 1.5, "nothing", b"x", [None], [[1]], {1: 2}, np.zeros(3), np.array(2.0), Thing(), lambda: 0, 1j]


def changed(name, index, value, size=7):
    array = np.ones(size)
    array[index] = value
    return {name: array}


CALLS = {
    "rnea": lambda **more: jn.rnea(ROBOT, *Q, **more),
    "inverse_dynamics": lambda **more: jn.inverse_dynamics(ROBOT, *Q, **more),
    "laws": lambda **more: jn.inverse_dynamics(LAWS, *Q, **more),
    "inverse_dynamics_derivatives": lambda **more: jn.inverse_dynamics_derivatives(ROBOT, *Q, **more),
    "by": lambda **more: jn.inverse_dynamics_derivatives(ROBOT, *Q, by=("motion", "inertia"), **more),
    "laws by": lambda **more: jn.inverse_dynamics_derivatives(LAWS, *Q, by=("motion", "inertia"), **more),
    "rnea_partials": lambda **more: jn.rnea_partials(ROBOT, *Q[:3], by=("stiffness",), **more),
    "forward_dynamics": lambda **more: jn.forward_dynamics(ROBOT, *Q[:3], **more),
    "elastic_forward_dynamics": lambda **more: jn.elastic_forward_dynamics(ROBOT, *S, **more),
}
WRONG = {
    "unknown": ({"stifness": np.ones(7)}, "no parameter 'stifness'. Did you mean 'stiffness'?"),
    "nothing near": ({"zzz": np.ones(7)}, "no parameter 'zzz'. Known: inertia, payload, gravity"),
    "no name": ({3: np.ones(7)}, "no parameter 3"),
    "size": ({"stiffness": np.ones(6)}, r"stiffness has 6 values, .*one for each freedom.*shape \(..., 7\)"),
    "size of inertia": ({"inertia": np.ones(69)}, r"inertia has 69 values, .*for each link m, m cx.*shape \(..., 70\)"),
    "size of payload": ({"payload": np.ones(9)}, r"payload has 9 values, .*tool's frame.*shape \(..., 10\)"),
    "size of gravity": ({"gravity": [9.81]}, r"gravity has 1 values, .*x, y, z"),
    "single": ({"stiffness": 1e3}, "stiffness is a single number"),
    "nan": (changed("stiffness", 2, math.nan), r"stiffness is nan at index \(2,\)"),
    "nan in gravity": (changed("gravity", 1, math.nan, 3), r"gravity is nan at index \(1,\)"),
    "nan in a batch": ({"payload": np.full((2, 10), math.nan)}, r"payload is nan at index \(0, 0\)"),
    "inf": (changed("stiffness", 3, math.inf), r"stiffness is inf at index \(3,\)"),
    "inf of rotors": (changed("rotor_inertia", 3, math.inf), r"rotor_inertia is inf at index \(3,\)"),
    "zero": (changed("stiffness", 4, 0.0), "stiffness of joint 'A5' is 0; expected numbers above zero"),
    "too soft": (changed("stiffness", 4, 5e-324), "stiffness of joint 'A5': expected 1e-30 or more, got 4.94066e-324; a joint"),
    "negative": (changed("stiffness", 4, -3.0), "stiffness of joint 'A5' is -3; expected numbers above zero"),
    "negative in a batch": ({"stiffness": np.outer([1.0, -2.0], np.ones(7))}, "stiffness of joint 'A[13]' is -2"),
    "rotor": (changed("rotor_inertia", 1, -1.0), "rotor_inertia of joint 'A2' is -1; expected numbers of zero or more"),
    "viscous": (changed("viscous_friction", 0, -1.0), "viscous_friction of joint 'A1' is -1; expected numbers of zero or more"),
    "coulomb": (changed("coulomb_friction", 6, -0.5), "coulomb_friction of joint 'A7' is -0.5"),
    "words": ({"gravity": ["a", "b", "c"]}, "gravity has elements of type.*real numbers"),
    "ragged": ({"gravity": [[1.0], [1.0, 2.0]]}, "gravity is not an array"),
    "nothing": ({"gravity": None}, "gravity"),
    "jets inside": ({"gravity": [jn.numbers.Jet([1.0, 2.0])] * 3}, "gravity holds jets"),
    "axes": ({"gravity": np.ones((2, 3)), "payload": np.ones((4, 10))}, r"batch axes do not fit together: .*payload \(4, 10\)"),
    "list": ([1.0], r"expected \{name: array\}, got \[1.0\]"),
    "number": (3, r"expected \{name: array\}, got 3"),
    "text": ("damping", r"expected \{name: array\}, got 'damping'"),
    "names": (("stiffness",), r"expected \{name: array\}, got \('stiffness',\)"),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("case", WRONG)
def test_wrong_parameters(name, case):
    given, words = WRONG[case]
    with pytest.raises(InputError, match=words):
        CALLS[name](parameters=given)


WRENCHES = {
    "unknown": ({"wrench": {"nope": (W, W, W)}}, "no link or frame 'nope'"),
    "near": ({"wrench": {"A77": (W, W, W)}}, "no link or frame 'A77'.*"),
    "out of range": ({"wrench": {9: (W, W, W)}}, "link 9: robot 'kuka_lwr' has links 0 to 6"),
    "no name": ({"wrench": {2.5: (W, W, W)}}, "expected a name or an index, got 2.5"),
    "number": ({"wrench": 3.0}, r"wrench: expected \(W, Wdot, ...\) or \{link: \(W, Wdot, ...\)\}, got 3.0"),
    "text": ({"wrench": "push"}, "wrench: expected .* got 'push'"),
    "value": ({"wrench": {0: 3.0}}, r"wrench\[0\]: expected \(W, Wdot, ...\), got 3.0"),
    "value of words": ({"wrench": {0: "push"}}, r"wrench\[0\]: expected \(W, Wdot, ...\), got 'push'"),
    "value of nothing": ({"wrench": {0: None}}, r"wrench\[0\]: expected"),
    "empty": ({"wrench": {0: ()}}, r"wrench\[0\] has 0 entries"),
    "width": ({"wrench": {0: (np.ones(5),) * 3}}, r"wrench\[0\]\[0\] has 5 values, but a wrench has 6"),
    "nan": ({"wrench": {0: (np.full(6, math.nan),) * 3}}, r"wrench\[0\]\[0\] is nan"),
    "twice": ({"wrench": {0: (W, W, W)}, "link": 1}, "link: the wrenches name their links themselves"),
    "link of a mapping": ({"wrench": {}, "link": 0}, "link: the wrenches name their links themselves"),
    "nonsense": ({"link": "nonsense"}, "no link or frame 'nonsense'"),
    "nonsense with a wrench": ({"wrench": (W, W, W), "link": "nonsense"}, "no link or frame 'nonsense'"),
    "index": ({"link": 7}, "links 0 to 6"),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("case", WRENCHES)
def test_wrong_wrenches(name, case):
    given, words = WRENCHES[case]
    with pytest.raises(InputError, match=words):
        CALLS[name](**given)


@pytest.mark.native
@pytest.mark.parametrize("case", ["nan", "nan in a batch", "inf", "zero", "negative in a batch", "size", "unknown"])
def test_wrong_parameters_natively(case):
    given, words = WRONG[case]
    with pytest.raises(InputError, match=words):
        jn.rnea(ROBOT, *Q[:3], parameters=given)


def test_too_few_rates_of_a_wrench():
    for wrench, label in (((W, W), "wrench"), ({"A3": (W, W)}, r"wrench\['A3'\]"), ({2: (W,)}, r"wrench\[2\]")):
        named = {ROBOT.links[2].name: wrench["A3"]} if isinstance(wrench, dict) and "A3" in wrench else wrench
        label = label.replace("A3", ROBOT.links[2].name)
        with pytest.raises(InputError, match=f"{label} has . entries .*has 2 time derivatives and needs 3. Pass zeros"):
            jn.rnea(ROBOT, *Q, wrench=named)


# ---------------------------------------------------------------- damping, and what has no inverse


@pytest.mark.parametrize(
    "value", [np.eye(7)[0], np.eye(7), [0.5] * 7, [mpmath.mpf(1)] * 7, jn.numbers.Jet([np.ones(7)] * 3)], ids=range(5)
)
@pytest.mark.parametrize("name", ["inverse_dynamics", "inverse_dynamics_derivatives", "by", "laws", "laws by"])
def test_damping_given_live_is_refused(name, value):
    with pytest.raises(InputError, match="'A1' of robot 'kuka_lwr' is elastic and damped.*feedforward"):
        CALLS[name](parameters={"damping": value})


def test_damping_that_is_none():
    expected = jn.inverse_dynamics(ROBOT, *Q).tau_m
    rigid = np.eye(7)[1]
    for value in (np.zeros(7), [0] * 7, np.zeros((1, 7)), rigid, [mpmath.mpf(0)] * 7):
        found = jn.inverse_dynamics(ROBOT, *Q, parameters={"damping": value}).tau_m
        assert_close(np.reshape(found, 7), expected)
    damped = ROBOT.with_parameters({"damping": np.ones(7)})
    assert_close(jn.inverse_dynamics(damped, *Q, parameters={"damping": np.zeros(7)}).tau_m, expected)
    with pytest.raises(InputError, match="elastic and damped"):
        jn.inverse_dynamics(damped, *Q, parameters={"stiffness": np.ones(7)})


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=pytest.mark.native)])
def test_damping_of_the_robot(backend):
    """With nothing given beside the motion, which takes the short way; before and after one without damping."""
    damped = ROBOT.with_parameters({"damping": np.eye(7)[2]})
    with jn.backend(backend):
        for _ in range(2):
            assert np.isfinite(jn.inverse_dynamics(ROBOT, *Q).tau_m).all()
            with pytest.raises(InputError, match="'A3' of robot 'kuka_lwr' is elastic and damped"):
                jn.inverse_dynamics(damped, *Q)
            with pytest.raises(InputError, match="has a spring and no motor"):
                jn.inverse_dynamics(HELD, *motion_of(HELD, 0, HELD.motion_order + 1))


@pytest.mark.parametrize("name", ["inverse_dynamics", "inverse_dynamics_derivatives"])
def test_damping_that_is_no_number(name):
    with pytest.raises(InputError, match="damping: motor torque at an instant.*symbol"):
        CALLS[name](parameters={"damping": casadi.SX.sym("D", 7)})
    with pytest.raises(InputError, match="damping has elements of type"):
        CALLS[name](parameters={"damping": ["a"] * 7})
    with pytest.raises(InputError, match="damping is nan at index"):
        CALLS[name](parameters={"damping": [math.nan] * 7})
    with pytest.raises(InputError, match="damping of joint 'A1' is -1"):
        CALLS[name](parameters={"damping": [-1.0] * 7})
    with pytest.raises(InputError, match="damping has 6 values"):
        CALLS[name](parameters={"damping": [1.0] * 6})


def test_no_derivative_by_damping():
    with pytest.raises(InputError, match="by: .* no derivative by 'damping'"):
        jn.inverse_dynamics_derivatives(ROBOT, *Q, by="damping")


@pytest.mark.parametrize("function", [jn.inverse_dynamics_derivatives, jn.rnea_partials])
def test_unknown_names_to_differentiate_by(function):
    motion = Q if function is jn.inverse_dynamics_derivatives else Q[:3]
    with pytest.raises(InputError, match="by: no parameter 'stifness'. Did you mean 'stiffness'?"):
        function(ROBOT, *motion, by=("motion", "stifness"))
    with pytest.raises(InputError, match="by: no parameter 'q'"):
        function(ROBOT, *motion, by="q")
    with pytest.raises(InputError, match="by: no parameter 3"):
        function(ROBOT, *motion, by=(3,))


def test_springs_without_motors():
    _, live = motion_of(HELD, 0, 1), numbers_for(HELD, 0)
    size = len(live["spring_stiffness"])
    for name, value, words in (
        ("spring_stiffness", -1.0, "spring_stiffness of joint '.*' is -1; expected numbers of zero or more"),
        ("spring_damping", -1.0, "spring_damping of joint '.*' is -1; expected numbers of zero or more"),
        ("spring_stiffness", math.nan, r"spring_stiffness is nan at index \(0,\)"),
    ):
        with pytest.raises(InputError, match=words):
            jn.elastic_forward_dynamics(HELD, *motion_of(HELD, 0, 5), parameters=changed(name, 0, value, size))
    with pytest.raises(InputError, match="spring_stiffness has 1 values, .*one for each joint that has a spring"):
        jn.rnea(ROBOT, *Q[:3], parameters={"spring_stiffness": [1.0]})
    with pytest.raises(InputError, match="has a spring and no motor"):
        jn.inverse_dynamics(HELD, *motion_of(HELD, 0, 5), parameters=live)


# ---------------------------------------------------------------- numbers that the equations cannot use


@pytest.mark.parametrize("batch", [(), (2,)], ids=str)
@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=pytest.mark.native)])
def test_motors_without_inertia(backend, batch):
    """Given live they are refused like those of the robot; and given live, the robot's own do not matter."""
    robot = robot_of("elastic", 5, n=3).with_drives(stiffness=300.0, rotor_inertia=0.2)
    state, last = motion_of(robot, 1, 5, batch), robot.joint_names[-1]
    with jn.backend(backend):
        with pytest.raises(ModelError, match=f"'{last}' has a spring but no rotor inertia"):
            jn.elastic_forward_dynamics(robot, *state, parameters=changed("rotor_inertia", 2, 0.0, 3))
        light = robot.with_parameters({"rotor_inertia": np.zeros(3)})
        found = jn.elastic_forward_dynamics(light, *state, parameters={"rotor_inertia": np.full(3, 0.2)})
        for a, b in zip(found, jn.elastic_forward_dynamics(robot, *state)):
            assert_close(a, b)
        with pytest.raises(SingularityError, match="moves no inertia"):
            jn.forward_dynamics(robot, *state[:3], parameters={"inertia": np.zeros(30)})


def test_stiffness_is_given_once():
    K = np.full(7, 1e3)
    with pytest.raises(InputError, match="stiffness: it is given twice"):
        jn.inverse_dynamics(ROBOT, *Q, stiffness=(K, 0 * K, 0 * K), parameters={"stiffness": K})


@pytest.mark.parametrize("symbol", [casadi.SX, casadi.MX], ids=["SX", "MX"])
def test_symbols_of_a_wrong_size(symbol):
    q = symbol.sym("q", 7)
    with pytest.raises(InputError, match="stiffness is a CasADi matrix of 6 elements, expected a column of 7"):
        jn.inverse_dynamics(ROBOT, *[q] * 5, parameters={"stiffness": symbol.sym("K", 6)})
    for size in (2, 4):
        with pytest.raises(InputError, match=f"gravity has {size} values"):
            jn.rnea(ROBOT, q, q, q, parameters={"gravity": np.ones(size)})
    with pytest.raises(InputError, match="gravity"):
        jn.rnea(ROBOT, q, q, q, parameters={"gravity": np.ones((2, 3))})
    with pytest.raises(InputError, match="stiffness of joint 'A1' is -1"):
        jn.inverse_dynamics(ROBOT, *[q] * 5, parameters={"stiffness": -np.ones(7)})


def test_numbers_of_casadi_are_numbers():
    column = [casadi.DM(x) for x in Q[:3]]
    assert (jn.rnea(ROBOT, *column) == jn.rnea(ROBOT, *Q[:3])).all()
    K = casadi.DM(np.full(7, 2e3))
    expected = jn.inverse_dynamics(ROBOT, *Q, parameters={"stiffness": np.full(7, 2e3)})
    assert (jn.inverse_dynamics(ROBOT, *Q, parameters={"stiffness": K}).tau_m == expected.tau_m).all()
    zero = casadi.DM.zeros(7)
    assert_close(jn.inverse_dynamics(ROBOT, *Q, stiffness=(K, zero, zero)).tau_m, expected.tau_m)
    laws = jn.inverse_dynamics(LAWS, *Q, parameters={"stiffness": np.full(7, 2e3)})
    assert (jn.inverse_dynamics(LAWS, *Q, parameters={"stiffness": K}).tau_m == laws.tau_m).all()
    terms = jn.dynamics.motor_terms(ROBOT, *Q[:3], parameters={"rotor_inertia": K})
    assert terms.B.shape == (7,)
    with pytest.raises(InputError, match="q has 6 values"):
        jn.rnea(ROBOT, casadi.DM(np.ones(6)), *Q[1:3])


def test_what_a_joint_does_not_have_is_not_read():
    """Junk for a rigid joint, and for one without a drive."""
    joints = [dataclasses.replace(j, drive=None) if i == 6 else j for i, j in enumerate(ROBOT.joints)]
    robot = dataclasses.replace(ROBOT, joints=tuple(joints))
    expected = jn.inverse_dynamics(robot, *Q)
    K = robot.parameter_values("stiffness")
    assert np.isinf(K[1])
    assert np.isnan(K[6])
    for junk in (math.nan, math.inf, -1.0, 0.0):
        K[[1, 6]] = junk
        friction = np.zeros(7)
        friction[6] = junk
        found = jn.inverse_dynamics(robot, *Q, parameters={"stiffness": K, "viscous_friction": friction})
        for a, b in zip(found, expected):
            assert_close(a, b)


def test_com_of_nothing():
    """A robot that is told to have no mass has no centre of it."""
    with pytest.raises(InputError, match="no mass"):
        jn.com_jacobian(ROBOT, Q[0], parameters={"inertia": np.zeros(70)})


@pytest.mark.parametrize("backend", ["native", "python"])
@pytest.mark.parametrize("inertia", [[0.1, 0.0], [0.0, 0.0]])
def test_a_rotor_without_inertia_is_not_carried_along(inertia, backend):
    """Coupling is a matter of structure: more derivatives go in, and other joints feel the rotor."""
    robot = jn.load("planar_2r").with_drives(stiffness=100.0, rotor_inertia=inertia, coupling="full")
    numbers = {"rotor_inertia": np.array([0.1, 0.2])}
    state = np.random.default_rng(0).normal(size=(5, 2))
    with jn.backend(backend):
        for call in (jn.inverse_dynamics, jn.elastic_forward_dynamics):
            with pytest.raises((InputError, ModelError), match="joint2.* rotor without inertia|no rotor inertia"):
                call(robot, *state, parameters=numbers)
        with pytest.raises(InputError, match="rotor without inertia"):
            jn.dynamics.rotor_coupling(robot, state[0], parameters=numbers)


@pytest.mark.parametrize("junk", JUNK, ids=lambda x: type(x).__name__)
def test_junk_is_refused_in_words(junk):
    """Whatever it is, and wherever: never an error of Python's own. Nothing at all may be what was meant."""
    W, P = (np.zeros(6),), {"payload": np.zeros(10)}
    kernel = jn.compile(jn.rnea, ROBOT, parameters="payload", wrench=True)
    kernel(*Q[:3], wrench=W, parameters=P)
    calls = [
        lambda: jn.rnea(ROBOT, *Q[:3], parameters=junk),
        lambda: jn.rnea(ROBOT, *Q[:3], wrench=junk),
        lambda: jn.rnea_partials(ROBOT, *Q[:3], by=junk),
        lambda: jn.inverse_dynamics(junk, *Q),
        lambda: jn.inverse_dynamics_derivatives(junk, *Q),
        lambda: jn.elastic_forward_dynamics(junk, *S),
        lambda: jn.compile(jn.rnea, junk),
        lambda: jn.compile(jn.inverse_dynamics, junk),
        lambda: jn.compile(jn.rnea, ROBOT, parameters=junk),
        lambda: jn.compile(jn.rnea, ROBOT, outputs=junk),
        lambda: jn.compile(jn.rnea, ROBOT, wrench=junk),
        lambda: jn.compile(jn.rnea_partials, ROBOT, by=junk),
        lambda: kernel(*Q[:3], wrench=junk, parameters=P),
        lambda: kernel(*Q[:3], wrench=W, parameters=junk),
        lambda: jn.set_backend(junk),
    ]
    for number, call in enumerate(calls):
        if junk is None and number in (0, 2, 11):
            call()  # nothing was said
            continue
        with pytest.raises(InputError):
            call()
