"""One sample and a batch give the same bits with gcc, whatever the robot, the angle and the instruction set."""

import ctypes
import subprocess

import numpy as np
import pytest

import jounce as jn
from jounce.codegen.build import compiler
from jounce.codegen.build.library import Library
from jounce.codegen.program import Sheet, Slot
from jounce.numbers import sincos
from support.random_robots import random_motion, random_robot

pytestmark = pytest.mark.native
SPECIAL = [0.0, -0.0, 5e-324, -1e-310, 1e6, -1e6, np.nextafter(1e6, np.inf), -np.nextafter(1e6, np.inf), 1e22, -1e300]
NOT_FINITE = [np.inf, -np.inf, np.nan]
FUNCTIONS = {
    "rnea": (jn.rnea, 3),
    "rnea order 2": (jn.rnea, 5),
    "mass_matrix": (jn.mass_matrix, 1),
    "coriolis_matrix": (jn.coriolis_matrix, 2),
    "forward_dynamics": (jn.forward_dynamics, 3),
    "tool_pose": (jn.tool_pose, 1),
    "jacobian order 1": (jn.jacobian, 2),
    "rnea_partials": (jn.rnea_partials, 3),
    "elastic_forward_dynamics": (jn.elastic_forward_dynamics, 5),
    "inverse_dynamics": (jn.inverse_dynamics, 5),
}


@pytest.fixture(autouse=True)
def gcc_contracts():
    """Skip where another compiler contracts other products of a batch: clang takes those of one use."""
    done = subprocess.run([*compiler.compiler(), "--version"], capture_output=True, text=True)
    if "clang" in done.stdout:
        pytest.skip("clang contracts other products of vectors than gcc")


def arrays(result):
    return result if isinstance(result, tuple) else (result,)


def same_bits(robot, function, Q):
    """Compare a batch (rows, count, n) with its samples one by one."""
    batch = arrays(function(robot, *Q))
    for k in range(Q.shape[1]):
        for many, one in zip(batch, arrays(function(robot, *Q[:, k])), strict=True):
            axis = many.shape.index(Q.shape[1])
            assert np.take(many, k, axis).tobytes() == np.ascontiguousarray(one).tobytes()


LWR = [("kuka_lwr", name) for name in ("rnea", "inverse_dynamics", "forward_dynamics", "tool_pose")]


@pytest.mark.parametrize(("robot", "name"), [*LWR, *((n, name) for n in (2, 4, 5) for name in FUNCTIONS)])
def test_one_sample_and_a_batch_have_the_same_bits(robot, name):
    function, rows = FUNCTIONS[name]
    robot = jn.load(robot) if isinstance(robot, str) else random_robot(robot, n=robot)
    if "elastic" in name or "inverse" in name:
        robot = robot.with_drives(stiffness=1e3, rotor_inertia=0.1, gear_ratio=1.0)
    Q = random_motion(robot, 3, rows - 1, (11,))
    Q[0, 3:5] *= 1e4
    same_bits(robot, function, Q)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rnea order 3", "rnea_partials", "inverse_dynamics_derivatives"])
def test_programs_in_pieces_have_the_same_bits(name):
    """Beyond 3000 instructions the batch is cut into functions, which contract their own products alone."""
    robot = jn.load("kuka_lwr")
    function, rows = {"rnea order 3": (jn.rnea, 6), "inverse_dynamics_derivatives": (jn.inverse_dynamics_derivatives, 5)}.get(
        name, (jn.rnea_partials, 3)
    )
    same_bits(robot, function, random_motion(robot, 3, rows - 1, (11,)))


@pytest.mark.slow
def test_loops_have_the_same_bits():
    robot = random_robot(8, n=60)
    same_bits(robot, jn.rnea, random_motion(robot, 3, 2, (11,)))
    same_bits(robot, jn.inverse_dynamics, random_motion(robot, 3, robot.motion_order, (11,)))


def angle_library(name):
    """A program of sine and cosine of six angles, of their sums and of an angle that is read otherwise too."""
    sheet = Sheet([Slot("angle", 1, 6)])
    row = sheet.rows[0]
    turned = [x for angle in (*row, row[0] + row[1], 0.5 * row[2]) for x in sincos(angle)]
    numbers = [*turned, row[5] * turned[0]]
    library = Library(name, sheet.inputs, [Slot("turned", 1, len(numbers))], name)
    program = sheet.program(name, library.outputs, [[numbers]])
    library.build("batch", program)
    library.build("flat", program)
    return library


@pytest.mark.parametrize("march", ["native", "x86-64-v3", "x86-64"])
def test_angles_of_every_size_have_the_same_bits(march, monkeypatch):
    if march != "native":
        processor = compiler.processor()
        if not processor.startswith("x86_64") or (march == "x86-64-v3" and "avx2" not in processor):
            pytest.skip(f"not the processor for {march}")
    monkeypatch.setenv("JOUNCE_MARCH", march)
    library = angle_library("angles_" + march.replace("-", "_"))
    rng = np.random.default_rng(0)
    size = 10.0 ** np.concatenate([rng.uniform(-12, 6.1, (400, 6)), rng.uniform(5.9, 300, (40, 6))])
    special = rng.choice([*SPECIAL, *NOT_FINITE], (100, 6))
    angles = np.concatenate([rng.choice([-1.0, 1.0], size.shape) * size, rng.uniform(-4, 4, (400, 6)), special])
    out = np.full((len(angles), library.outputs[0].size), 7.0)
    assert not library.fill([angles], [out], 1)
    one = np.full_like(out, 8.0)
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(library.address)
    for x, y in zip(angles, one):
        function(x.ctypes.data, y.ctypes.data)
    np.testing.assert_array_equal(one, out)
    finite = ~np.isnan(out)
    assert (np.signbit(one) == np.signbit(out))[finite].all()
