"""Public functions on CasADi symbols: expressions with the same values, for SX and MX."""

import casadi
import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
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
        (tau,) = jn.rnea(ROBOT, Q[0], Q[1], a, wrench=(W,), link=1)
        answer = casadi.Function("f", [a], [tau])(Q[2])
        assert_close(np.array(answer).ravel(), jn.rnea(ROBOT, *Q, wrench=(W,), link=1)[0])


def test_derivatives_are_casadi_s():
    """d tau / d qdd of the expression is the mass matrix."""
    q, v, a = symbols(casadi.SX, 3)
    M = casadi.Function("M", [q, v, a], [casadi.jacobian(jn.rnea(ROBOT, q, v, a)[0], a)])
    Q = random_motion(ROBOT, 4, 2)
    assert_close(np.array(M(*Q)), jn.mass_matrix(ROBOT, Q[0])[0])


def test_bad_input():
    x = symbols(casadi.SX, 3, size=5)
    with pytest.raises(InputError, match="5 elements, expected a column of 4"):
        jn.rnea(ROBOT, *x)
    good = symbols(casadi.SX, 4)
    with pytest.raises(InputError, match="needs 2"):
        jn.rnea(ROBOT, *good, wrench=(casadi.SX.sym("w", 6),))
