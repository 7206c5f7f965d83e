"""CUDA kernels without a GPU: NVRTC compiles the text of every one, and compiled as C++ the same text gives the same numbers."""

import numpy as np
import pytest

import jounce as jn
from jounce.kernel.backends import plain
from support.emulated_gpu import array, emulate
from support.random_robots import random_robot, right_angled_arm
from support.several_freedoms import random_tree
from support.tolerances import assert_close

AGREEMENT = {"float64": 1e-12, "float32": 1e-5}
"""With the equations in plain Python, relative to the largest number of each row."""
COUNT = 130
"""More than one block of threads, and not a whole number of them."""
TREE = random_robot(21, n=4)
ELASTIC = TREE.with_drives(stiffness=[900.0, 700.0, 800.0, 500.0], rotor_inertia=0.2, viscous_friction=0.3)
ROTORS = random_robot(22, n=2).with_drives(stiffness=600.0, rotor_inertia=1e-4, gear_ratio=20.0, coupling="full")
HARDENING = random_robot(23, n=2).with_drives(stiffness=jn.robot.HardeningSpring(500.0, 2e4), rotor_inertia=0.2)
LONG = right_angled_arm(31)
"""Large enough for a loop over links."""
LIVE = ("inertia", "payload", "stiffness")
CASES = {
    "rigid": lambda: jn.compile(jn.rnea, TREE),
    "rigid, two derivatives, wrench": lambda: jn.compile(jn.rnea, TREE, order=2, wrench=True),
    "matrices": lambda: jn.compile(jn.mass_matrix, TREE),
    "forward": lambda: jn.compile(jn.forward_dynamics, TREE),
    "elastic": lambda: jn.compile(jn.inverse_dynamics, ELASTIC),
    "elastic, live": lambda: jn.compile(jn.inverse_dynamics, ELASTIC, parameters=LIVE, outputs=("tau_m",)),
    "carried rotors": lambda: jn.compile(jn.inverse_dynamics, ROTORS),
    "hardening springs": lambda: jn.compile(jn.inverse_dynamics, HARDENING),
    "elastic forward": lambda: jn.compile(jn.elastic_forward_dynamics, ELASTIC, parameters=("gravity",)),
    "feedback law": lambda: jn.control.FeedbackLinearization(ELASTIC, poles=[-10.0] * 4).compile(),
    "partials": lambda: jn.compile(jn.rnea_partials, TREE),
    "partials by stiffness": lambda: jn.compile(jn.inverse_dynamics_derivatives, ELASTIC, by=("motion", "stiffness")),
    "floating": lambda: jn.compile(jn.rnea, random_tree(3, 3, floating=True)),
    "loop": lambda: jn.compile(jn.rnea, LONG),
}
SLOW = {"loop of partials": lambda: jn.compile(jn.rnea_partials, random_robot(25, n=31, chain=True))}
EACH = [*CASES, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)]


@pytest.fixture
def gpu(monkeypatch, tmp_path_factory):
    emulate(monkeypatch, tmp_path_factory.getbasetemp())


def samples(kernel, seed):
    """Random numbers for all rows of a kernel, and where they go in a call: motion, {"wrench": ..., "parameters": ...}."""
    rng, robot = np.random.default_rng(seed), kernel.robot
    own = {name: robot.parameter_values(name) for name, _ in kernel.form.parameters}
    rows, names = [], []
    for slot in kernel.inputs:
        for _ in range(slot.rows):
            near = own[slot.name] * rng.uniform(0.9, 1.1, (COUNT, slot.width)) if slot.name in own else None
            rows.append(rng.normal(size=(COUNT, slot.width)) if near is None else near)
            names.append(slot.name)
    return rows, names


def called(cuda, rows, names):
    """The call of a CUDA kernel on rows."""
    given = [array(row, cuda.dtype) for row in rows]
    motion = [x for x, name in zip(given, names) if name != "wrench" and name not in dict(cuda.kernel.form.parameters)]
    wrench = [x for x, name in zip(given, names) if name == "wrench"]
    live = {name: x for x, name in zip(given, names) if name in dict(cuda.kernel.form.parameters)}
    return cuda(*motion, wrench=wrench, parameters=live or None)


@pytest.mark.parametrize("dtype", AGREEMENT)
@pytest.mark.parametrize("case", EACH)
def test_the_same_numbers_as_the_equations(case, dtype, gpu):
    cuda = (CASES | SLOW)[case]().cuda(dtype)
    kernel = cuda.kernel
    rows, names = samples(kernel, 1)
    rows = [row.astype(dtype).astype(float) for row in rows]
    expected = plain.evaluate_arrays(kernel.form, kernel.robot, rows, (COUNT,))
    found = called(cuda, rows, names)
    results = list(found.values()) if isinstance(found, dict) else list(found) if isinstance(found, tuple) else [found]
    if len(results) > len(expected):  # partial derivatives by arrays of the motion: each is a row of the one output
        expected = [row for rows in expected for row in rows]
    expected = [y.reshape(x.shape) for x, y in zip(results, expected, strict=True)]  # one row by a parameter has no axis for it
    for x, y in zip(results, expected, strict=True):
        assert type(x).__module__ == "cupy"
        assert x.dtype == dtype
        assert_close(x, y, AGREEMENT[dtype], case)


@pytest.mark.parametrize("dtype", AGREEMENT)
@pytest.mark.parametrize("case", EACH)
def test_every_kernel_compiles_for_a_gpu(case, dtype):
    assert (CASES | SLOW)[case]().cuda(dtype).code("sm_90")[:4] == b"\x7fELF"
