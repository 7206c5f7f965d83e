"""The derivative axis: there only if derivatives beyond the minimum are passed, on every backend."""

import doctest

import casadi
import numpy as np
import pytest

import jounce as jn
from support.public_names import equation_functions
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, assert_close

N = 3
ARM = random_robot(4, n=N, kinds=("revolute",), chain=True)
ROBOT = ARM.with_drives(stiffness=500.0, rotor_inertia=1e-3, gear_ratio=20.0, coupling="full")
# name: (function, least number of derivatives, shapes behind the batch)
FUNCTIONS = {
    "rnea": (jn.rnea, 3, [(N,)]),
    "mass_matrix": (jn.mass_matrix, 1, [(N, N)]),
    "coriolis_matrix": (jn.coriolis_matrix, 2, [(N, N)]),
    "gravity_torque": (jn.gravity_torque, 1, [(N,)]),
    "dynamic_matrices": (jn.dynamic_matrices, 2, [(N, N), (N, N), (N,)]),
    "energy": (jn.energy, 2, [(), ()]),
    "tool_pose": (jn.tool_pose, 1, [(3,), (3, 3)]),
    "jacobian": (jn.jacobian, 1, [(6, N)]),
    "com_jacobian": (jn.com_jacobian, 1, [(3, N)]),
    "regressor": (jn.regressor, 3, [(N, 10 * N)]),
    "rotor_coupling": (jn.dynamics.rotor_coupling, 1, [(N, N)]),
}


def parts(result):
    return result if isinstance(result, tuple) else (result,)


def test_the_table_is_complete():
    """Every public function that takes derivatives beyond its minimum."""
    equations = {name: function.equation for name, function in equation_functions().items()}
    differentiable = {
        name
        for name, equation in equations.items()
        if not callable(equation) and equation.partials is None and equation.is_differentiable(ROBOT)
    }
    assert differentiable == set(FUNCTIONS)


BACKENDS = ["python", pytest.param("native", marks=pytest.mark.native), pytest.param("kernel", marks=pytest.mark.native)]


@pytest.mark.parametrize("batch", [(), (1,), (3, 1, 2)], ids=str)
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_arrays(name, backend, batch):
    function, least, shapes = FUNCTIONS[name]
    Q = random_motion(ROBOT, 1, least, batch)
    if backend == "kernel":
        value, stack = jn.compile(function, ROBOT)(*Q[:-1]), jn.compile(function, ROBOT, 1)(*Q)
    else:
        with jn.backend(backend):
            value, stack = function(ROBOT, *Q[:-1]), function(ROBOT, *Q)
    for x, rows, shape in zip(parts(value), parts(stack), shapes, strict=True):
        assert isinstance(x, np.ndarray)
        assert x.shape == (*batch, *shape)
        assert rows.shape == (2, *batch, *shape)
        assert_close(x, rows[0], ALGEBRA)


@pytest.mark.parametrize("symbol", [casadi.SX, casadi.MX], ids=["SX", "MX"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_casadi(name, symbol):
    """A matrix for each result; with one derivative more, a tuple of two matrices for each."""
    function, least, shapes = FUNCTIONS[name]
    Q = random_motion(ROBOT, 1, least)
    x = [symbol.sym(f"x{k}", N) for k in range(least + 1)]
    value, stack, expected = function(ROBOT, *x[:-1]), function(ROBOT, *x), function(ROBOT, *Q[:-1])
    if len(shapes) == 1:
        value, stack, expected = (value,), (stack,), (expected,)
    for expression, rows, numbers, shape in zip(value, stack, expected, shapes, strict=True):
        assert isinstance(expression, symbol)
        assert [type(row) for row in rows] == [symbol] * 2
        assert expression.shape == rows[0].shape == (*shape, *(1, 1)[len(shape) :])
        at = casadi.Function("both", x, [expression, rows[0]])(*Q)
        for found in at:
            assert_close(np.array(found).reshape(shape), numbers, ALGEBRA)


@pytest.mark.parametrize("name", [*FUNCTIONS, "compile"])
def test_examples_of_docstrings(name):
    function = FUNCTIONS[name][0] if name in FUNCTIONS else jn.compile
    (example,) = doctest.DocTestFinder(recurse=False).find(function, name, globs={"jn": jn})
    assert example.examples
    assert doctest.DocTestRunner().run(example).failed == 0
