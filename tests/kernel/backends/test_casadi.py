"""Public functions on CasADi symbols: expressions with the same values, for SX and MX."""

import casadi
import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, SingularityError
from jounce.kernel import evaluation
from jounce.kernel.dispatch import call, forget
from jounce.kernel.equation import Equation, Output
from support.random_robots import random_motion, random_robot
from support.tolerances import assert_close

ROBOT = random_robot(8, n=4)
CASES = {
    "rnea": (jn.rnea, 3),
    "mass_matrix": (jn.mass_matrix, 1),
    "gravity_torque": (jn.gravity_torque, 1),
    "tool_pose": (jn.tool_pose, 1),
    "jacobian": (jn.jacobian, 1),
}


def symbols(kind, count, size=4):
    return [kind.sym(f"x{k}", size) for k in range(count)]


@pytest.mark.parametrize("kind", [casadi.SX, casadi.MX], ids=["SX", "MX"])
@pytest.mark.parametrize("extra", [0, 2])
@pytest.mark.parametrize("name", CASES)
def test_same_values(name, extra, kind):
    function, need = CASES[name]
    Q = random_motion(ROBOT, 1, need - 1 + extra)
    x = symbols(kind, len(Q))
    found, expected = function(ROBOT, *x), function(ROBOT, *Q)
    if name != "tool_pose":
        found, expected = (found,), (expected,)
    for expressions, values in zip(found, expected, strict=True):
        if not extra:
            expressions, values = (expressions,), (values,)
        assert len(expressions) == extra + 1
        for expression, value in zip(expressions, values, strict=True):
            answer = np.array(casadi.Function("f", x, [expression])(*Q))
            assert_close(answer.reshape(value.shape), value)


def test_forward_dynamics():
    Q = random_motion(ROBOT, 2, 2)
    for kind in (casadi.SX, casadi.MX):
        x = symbols(kind, 3)
        answer = casadi.Function("f", x, [jn.forward_dynamics(ROBOT, *x)])(*Q)
        assert_close(np.array(answer).ravel(), jn.forward_dynamics(ROBOT, *Q), 1e-11)


def test_wrench_and_numbers_mixed_with_symbols():
    Q, W = random_motion(ROBOT, 3, 2), np.arange(6.0)
    for kind in (casadi.SX, casadi.MX):
        a = kind.sym("a", 4)
        tau = jn.rnea(ROBOT, Q[0], Q[1], a, wrench=(W,), link=1)
        answer = casadi.Function("f", [a], [tau])(Q[2])
        assert_close(np.array(answer).ravel(), jn.rnea(ROBOT, *Q, wrench=(W,), link=1))


def test_derivatives_are_casadi_s():
    """d tau / d qdd of the expression is the mass matrix."""
    q, v, a = symbols(casadi.SX, 3)
    M = casadi.Function("M", [q, v, a], [casadi.jacobian(jn.rnea(ROBOT, q, v, a), a)])
    Q = random_motion(ROBOT, 4, 2)
    assert_close(np.array(M(*Q)), jn.mass_matrix(ROBOT, Q[0]))


def test_bad_input():
    x = symbols(casadi.SX, 3, size=5)
    with pytest.raises(InputError, match="5 elements, expected a column of 4"):
        jn.rnea(ROBOT, *x)
    good = symbols(casadi.SX, 4)
    with pytest.raises(InputError, match="needs 2"):
        jn.rnea(ROBOT, *good, wrench=(casadi.SX.sym("w", 6),))


@pytest.fixture
def traced(monkeypatch):
    """The names of equations that are evaluated, one after the other."""
    names, original = [], evaluation.evaluate

    def evaluate(form, robot, rows):
        names.append(form.equation.name)
        return original(form, robot, rows)

    forget()
    monkeypatch.setattr(evaluation, "evaluate", evaluate)
    return names


def test_a_function_on_mx_is_made_once(traced):
    """Other symbols, an equal robot, numbers among the symbols: the same function. Another order or robot: another one."""
    x, y = symbols(casadi.MX, 4), symbols(casadi.MX, 4)
    jn.rnea(ROBOT, *x[:3])
    assert traced == ["rnea"]
    jn.rnea(ROBOT, *y[:3])
    jn.rnea(random_robot(8, n=4), x[0], y[1], x[2] + 2.0 * y[2])
    jn.rnea(ROBOT, x[0], np.ones(4), casadi.DM.ones(4))
    assert traced == ["rnea"]
    jn.rnea(ROBOT, *x)
    jn.rnea(ROBOT, *y)
    assert traced == ["rnea"] * 2
    jn.rnea(ROBOT.with_gravity((0.0, 0.0, 1.0)), *x[:3])
    assert traced == ["rnea"] * 3
    W, K = casadi.MX.sym("W", 6), casadi.MX.sym("g", 3)
    for _ in range(2):
        jn.rnea(ROBOT, *x[:3], wrench={"link1": (W,)}, parameters={"gravity": K})
        jn.mass_matrix(ROBOT, x[0])
        jn.jacobian(ROBOT, x[0], link="link1")
        jn.jacobian(ROBOT, x[0], link="link2")
    assert traced[3:] == ["rnea", "mass_matrix", "jacobian", "jacobian"]


def test_the_graph_of_mx_stays_small():
    """One call, not the equation itself."""
    x = symbols(casadi.MX, 3)
    tau = jn.rnea(ROBOT, *x)
    assert casadi.Function("f", x, [tau]).n_instructions() < 20


def test_the_functions_of_equations_of_one_name_are_told_apart():
    x = casadi.MX.sym("q", 4)
    equations = [
        Equation("scaled", ("q",), text, lambda robot: (Output("y", (4,)),))
        for text in (lambda plant, x: ([2.0 * a for a in x.motion[0]],), lambda plant, x: ([3.0 * a for a in x.motion[0]],))
    ]
    for factor, one in zip((2.0, 3.0, 2.0), (*equations, equations[0])):
        found = call(one, ROBOT, (x,))
        assert (np.array(casadi.Function("f", [x], [found])(np.ones(4))) == factor).all()


# ---------------------------------------------------------------- CasADi's numbers

ELASTIC = ROBOT.with_drives(stiffness=[800.0, np.inf, 500.0, 700.0], rotor_inertia=0.3, damping=3.0)
LAWS = ROBOT.with_drives(stiffness=[jn.robot.HardeningSpring(300.0, 5e4), 800.0, np.inf, 500.0], rotor_inertia=0.3)
NUMBERS = {
    "rnea": (jn.rnea, ROBOT, 4),
    "mass_matrix": (jn.mass_matrix, ROBOT, 2),
    "tool_pose": (jn.tool_pose, ROBOT, 2),
    "forward_dynamics": (jn.forward_dynamics, ROBOT, 3),
    "rnea_partials": (jn.rnea_partials, ROBOT, 3),
    "inverse_dynamics": (jn.inverse_dynamics, LAWS.with_drives(stiffness=500.0, rotor_inertia=0.3), 5),
    "inverse_dynamics with laws": (jn.inverse_dynamics, LAWS, 5),
    "inverse_dynamics_derivatives with laws": (jn.inverse_dynamics_derivatives, LAWS, 5),
    "elastic_forward_dynamics": (jn.elastic_forward_dynamics, ELASTIC, 5),
    "elastic_forward_dynamics with laws": (jn.elastic_forward_dynamics, LAWS, 5),
    "motor_terms": (jn.dynamics.motor_terms, ELASTIC, 3),
    "energy": (jn.energy, ROBOT, 2),
}


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=pytest.mark.native)])
@pytest.mark.parametrize("shape", ["column", "row", "matrix", "mixed"])
@pytest.mark.parametrize("name", NUMBERS)
def test_matrices_of_numbers(name, shape, backend):
    """A DM is an array: a column or a row is a vector, another matrix a batch."""
    jn.set_backend(backend)
    function, robot, count = NUMBERS[name]
    Q = random_motion(robot, 6, count - 1, (3,) if shape == "matrix" else ())
    given = [casadi.DM(x) if shape != "mixed" or k % 2 else x for k, x in enumerate(Q)]
    given = [x.T if shape == "row" else x for x in given]
    found, expected = function(robot, *given), function(robot, *Q)
    parts = (found, expected) if isinstance(expected, tuple) else ((found,), (expected,))
    for x, y in zip(*parts, strict=True):
        assert isinstance(x, np.ndarray)
        assert (x == y).all()


def test_numbers_at_a_pose():
    q = np.array([0.1, -0.2, 0.3, 0.4])
    assert jn.eigenfrequencies(LAWS, casadi.DM(q)) == jn.eigenfrequencies(LAWS, q)


def test_a_pose_that_has_no_acceleration_is_named():
    """The reason is looked for at the position that was given, a DM too."""
    links = [jn.Link("base"), jn.Link("a", 1.0, (0.1, 0.0, 0.0), (0.1, 0.1, 0.1, 0, 0, 0)), jn.Link("tip")]
    joints = [jn.Joint("one", "revolute", "base", "a"), jn.Joint("two", "revolute", "a", "tip", axis=(1.0, 0.0, 0.0))]
    robot = jn.Robot.build("massless", links, joints)
    for kind in (np.asarray, casadi.DM):
        with pytest.raises(SingularityError, match="two"):
            jn.forward_dynamics(robot, *(kind(np.zeros(2)) for _ in range(3)))
