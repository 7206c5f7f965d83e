"""Public functions on arrays of JAX, and of PyTorch where it is installed: the same values, in the library's own arrays."""

import functools
import importlib.util

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from support.live import KINDS, motion_of, numbers_for, parts, robot_of
from support.tolerances import assert_close

AGREES = 1e-12
"""The same equations in the same order; sums of products may be rounded once instead of twice."""
SINGLE = 1e-5
SLOPES = 1e-10
LIBRARIES = [name for name in ("jax", "torch") if importlib.util.find_spec(name)]
LWR, ELASTIC = jn.load("kuka_lwr"), robot_of("elastic", 6, n=2)
pytestmark = pytest.mark.filterwarnings("ignore:.*torch.jit.script.*:FutureWarning")  # of `torch.func` itself


class Jax:
    """JAX, with double precision."""

    def __init__(self):
        import jax

        jax.config.update("jax_enable_x64", True)
        self.array, self.single = jax.numpy.asarray, lambda x: jax.numpy.asarray(x, jax.numpy.float32)
        self.kind, self.vmap, self.join = jax.Array, jax.vmap, jax.numpy.concatenate
        self.repeat = lambda f, x, n: jax.lax.scan(lambda x, _: (f(x), None), x, None, n)[0]
        self.jacrev, self.jacfwd = lambda f: jax.jit(jax.jacrev(f)), lambda f: jax.jit(jax.jacfwd(f))


class Torch:
    """PyTorch."""

    def __init__(self):
        import torch

        self.array, self.single = torch.as_tensor, lambda x: torch.as_tensor(x, dtype=torch.float32)
        self.kind, self.vmap, self.join = torch.Tensor, torch.func.vmap, torch.cat
        self.jacrev, self.jacfwd = torch.func.jacrev, torch.func.jacfwd
        self.repeat = lambda f, x, n: functools.reduce(lambda x, _: f(x), range(n), x)


@pytest.fixture(params=LIBRARIES, scope="module")
def library(request):
    return {"jax": Jax, "torch": Torch}[request.param]()


FUNCTIONS = {
    "rnea": (jn.rnea, 4),
    "mass_matrix": (jn.mass_matrix, 1),
    "gravity_torque": (jn.gravity_torque, 1),
    "coriolis_matrix": (jn.coriolis_matrix, 2),
    "dynamic_matrices": (jn.dynamic_matrices, 2),
    "tool_pose": (jn.tool_pose, 1),
    "jacobian": (jn.jacobian, 1),
    "com_jacobian": (jn.com_jacobian, 1),
    "energy": (jn.energy, 2),
    "regressor": (jn.regressor, 3),
    "slotine_li_regressor": (jn.slotine_li_regressor, 4),
    "forward_dynamics": (jn.forward_dynamics, 3),
    "forward_dynamics_derivatives": (jn.forward_dynamics_derivatives, 3),
    "state_derivatives": (jn.state_derivatives, 2),
    "parameter_derivatives": (jn.parameter_derivatives, 2),
    "rnea_partials": (jn.rnea_partials, 3),
}
OF_MOTORS = {
    "elastic_forward_dynamics": (jn.elastic_forward_dynamics, 5),
    "elastic_forward_dynamics_derivatives": (jn.elastic_forward_dynamics_derivatives, 5),
    "inverse_dynamics": (jn.inverse_dynamics, None),
    "inverse_dynamics_derivatives": (jn.inverse_dynamics_derivatives, None),
}


def equal(library, found, expected, tolerance=AGREES):
    for (name, x), (_, y) in zip(parts(found), parts(expected), strict=True):
        assert np.shape(x) == np.shape(y), name
        assert_close(x, y, tolerance)
    arrays = found.values() if isinstance(found, dict) else found if isinstance(found, tuple) else [found]
    assert all(isinstance(x, library.kind) for x in arrays)


@pytest.mark.parametrize("kind", KINDS)
def test_same_values(library, kind):
    """Every function, with live parameters where it takes them, on trees of all kinds."""
    robot = robot_of(kind, 3, n=2)
    known = dict(FUNCTIONS) if kind == "floating" else FUNCTIONS | OF_MOTORS
    if kind == "rotors":
        del known["inverse_dynamics_derivatives"]  # its graph on arrays takes a minute
    if kind == "held":
        known = {name: x for name, x in known.items() if not name.startswith("inverse")}
    for function, arrays in known.values():
        Q = motion_of(robot, 3, arrays or robot.motion_order + 1)
        with jn.backend("python"):
            expected = function(robot, *Q)
        equal(library, function(robot, *map(library.array, Q)), expected)


def test_parameters_and_wrenches(library):
    robot = robot_of("elastic", 3, n=3)
    numbers = numbers_for(robot, 2, (2,), ("inertia", "stiffness", "rotor_inertia", "payload", "gravity"))
    Q, W = motion_of(robot, 3, 5, (2,)), np.random.default_rng(1).normal(size=(3, 2, 6))
    live = {name: library.array(x) for name, x in numbers.items()}
    found = jn.inverse_dynamics(robot, *map(library.array, Q), parameters=live, wrench=library.array(W), link="link1")
    equal(library, found, jn.inverse_dynamics(robot, *Q, parameters=numbers, wrench=W, link="link1"))
    beside = jn.inverse_dynamics(robot, *map(library.array, Q), parameters=numbers, wrench={"link1": tuple(W)})  # NumPy's
    equal(library, beside, found)
    K = np.abs(Q[0]) + 300.0, Q[1], Q[2]
    changing = jn.inverse_dynamics(robot, *map(library.array, Q), stiffness=[library.array(x) for x in K])
    equal(library, changing, jn.inverse_dynamics(robot, *Q, stiffness=K))


def test_batches_that_are_mapped(library):
    Q = motion_of(LWR, 3, 5, (4,))
    expected = jn.inverse_dynamics(LWR, *Q).tau_m
    found = library.vmap(lambda *Q: jn.inverse_dynamics(LWR, *Q).tau_m)(*map(library.array, Q))
    assert_close(np.asarray(found), expected, AGREES)


def test_derivatives_of_the_library(library):
    """Forward and reverse mode of the library against our exact partial derivatives."""
    robot = robot_of("elastic", 7, n=2)
    Q = np.array(motion_of(robot, 3, 5))
    exact = jn.inverse_dynamics_derivatives(robot, *Q)
    for mode in (library.jacrev, library.jacfwd):
        found = mode(lambda Q: jn.inverse_dynamics(robot, *Q).tau_m)(library.array(Q))
        assert_close(np.moveaxis(np.asarray(found), 1, 0), np.array(exact), SLOPES)


def test_damped_steps_and_statics(library):
    robot = jn.load("planar_2r").with_parameters({"damping": np.array([3.0, 2.0])})
    Q = motion_of(robot, 3, robot.motion_order + 1)
    state = jn.dynamics.steady_state(robot, *Q)
    equal(library, jn.dynamics.steady_state(robot, *map(library.array, Q)), state)
    equal(library, jn.dynamics.steady_state(robot, library.array(Q[0])), jn.dynamics.steady_state(robot, Q[0]))
    found = jn.dynamics.inverse_dynamics_step(robot, library.array(state), library.array(np.array(1e-3)), *map(library.array, Q))
    equal(library, found, jn.dynamics.inverse_dynamics_step(robot, state, 1e-3, *Q))
    equal(library, jn.statics(LWR, library.array(np.full(7, 0.3))), jn.statics(LWR, np.full(7, 0.3)))


def test_single_precision_stays(library):
    Q = motion_of(LWR, 3, 5)
    found = jn.inverse_dynamics(LWR, *map(library.single, Q)).tau_m
    assert "float32" in str(found.dtype)
    assert_close(np.asarray(found, dtype=float), jn.inverse_dynamics(LWR, *Q).tau_m, SINGLE)


def test_springs_of_any_law(library):
    """Functions that choose between branches."""
    q, tau = np.array([[0.1, 0.2], [-0.3, 0.4]]), np.array([[3.0, -2.0], [0.5, 9.0]])
    table = jn.robot.TabulatedSpring([-1.0, -0.1, 0.0, 0.2, 1.0], [-900.0, -40.0, 0.0, 60.0, 800.0])
    for law in (
        table,
        jn.robot.HardeningSpring(500.0, 900.0),
        jn.robot.SpringFunction(lambda x: 300.0 * x + 40.0 * jn.numbers.tanh(9.0 * x)),
    ):
        robot = jn.load("planar_2r")
        robot = robot.with_drives(stiffness=law)
        zero = np.zeros((2, 2))
        expected = jn.elastic_forward_dynamics(robot, q, zero, q + 0.05, zero, tau)
        found = jn.elastic_forward_dynamics(robot, *map(library.array, (q, zero, q + 0.05, zero, tau)))
        equal(library, found, expected)


def test_refusals(library):
    Q = [library.array(x) for x in motion_of(LWR, 3, 3)]
    with pytest.raises(InputError, match="q has 3 values, but robot 'kuka_lwr' has 7 joints"):
        jn.rnea(LWR, Q[0][:3], Q[1], Q[2])
    with pytest.raises(InputError, match="q is a single number"):
        jn.rnea(LWR, Q[0][0], Q[1], Q[2])
    with pytest.raises(InputError, match="elements of type .*complex"):
        jn.rnea(LWR, Q[0] * 1j, Q[1], Q[2])
    with pytest.raises(InputError, match="qd has elements of type <U1"):
        jn.rnea(LWR, Q[0], np.array(["a"] * 7), Q[2])
    with pytest.raises(InputError, match="motor_statics: q is an array"):
        jn.dynamics.motor_statics(LWR, Q[0])
    with pytest.raises(InputError, match="from a guess"):
        jn.statics(LWR, Q[0], guess=np.zeros(7))
    with pytest.raises(InputError, match="this takes arrays of NumPy"):
        jn.eigenfrequencies(LWR, Q[0])
    with pytest.raises(InputError, match="this takes arrays of NumPy"):
        jn.linearize(LWR, Q[0])
    with pytest.raises(InputError, match="damping"):
        jn.inverse_dynamics(LWR, *Q, *Q[:2], parameters={"damping": Q[0]})


@pytest.mark.skipif("jax" not in LIBRARIES, reason="JAX is not installed")
def test_compiled_by_jax():
    """Traced arrays: jit, and the gradient of a function of parameters."""
    import jax

    library = Jax()
    robot = ELASTIC
    Q = motion_of(robot, 3, 5, (3,))
    function = jax.jit(lambda *Q: jn.inverse_dynamics(robot, *Q))
    equal(library, function(*Q), jn.inverse_dynamics(robot, *Q))
    K = robot.parameter_values("stiffness")
    loss = jax.jit(jax.grad(lambda K: jn.inverse_dynamics(robot, *Q, parameters={"stiffness": K}).tau_m.sum()))
    exact = jn.inverse_dynamics_derivatives(robot, *Q, by=("stiffness",))["stiffness"].sum(axis=(0, 1))
    known = np.isfinite(K)
    assert_close(np.asarray(loss(K))[known], exact[known], SLOPES)


def kernel_of(library, function, robot, **more):
    kernel = jn.compile(function, robot, **more)
    return kernel, kernel.jax() if isinstance(library, Jax) else kernel.torch()


@pytest.mark.native
@pytest.mark.parametrize("kind", ["elastic", "rotors", "floating"])
def test_kernels(library, kind):
    """Native code on the library's arrays: the bits of our own batches, and exact derivatives."""
    robot = ELASTIC if kind == "elastic" else robot_of(kind, 4, n=2)
    function, arrays = (jn.rnea, 3) if kind == "floating" else (jn.inverse_dynamics, robot.motion_order + 1)
    kernel, ours = kernel_of(library, function, robot)
    Q = motion_of(robot, 3, arrays, (3, 2))
    equal(library, ours(*map(library.array, Q)), kernel(*Q), 0.0)
    one = [library.array(x[0, 0]) for x in Q]
    first = ours if kind == "floating" else lambda *Q: ours(*Q).tau_m
    exact = (jn.rnea_partials if kind == "floating" else jn.inverse_dynamics_derivatives)(robot, *(x[0, 0] for x in Q))[1]
    for mode in (library.jacrev, library.jacfwd):
        found = mode(lambda qd: first(one[0], qd, *one[2:]))(one[1])
        assert_close(np.asarray(found).reshape(exact.shape), exact, AGREES)
    mapped = library.vmap(first)(*(library.array(x[0]) for x in Q))
    assert_close(np.asarray(mapped), np.array([np.asarray(first(*(library.array(x[0, k]) for x in Q))) for k in range(2)]), 0.0)


@pytest.mark.native
def test_kernels_with_parameters_and_wrenches(library):
    robot = ELASTIC
    kernel, ours = kernel_of(library, jn.inverse_dynamics, robot, parameters=("stiffness",), wrench=["link1"], outputs=("tau_m",))
    Q, W = motion_of(robot, 3, 5, (4,)), np.random.default_rng(1).normal(size=(3, 6))
    numbers = numbers_for(robot, 2, (4,), ("stiffness",))
    found = ours(*map(library.array, Q), parameters={"stiffness": library.array(numbers["stiffness"])}, wrench={"link1": W})
    equal(library, found, kernel(*Q, parameters=numbers, wrench={"link1": W}), 0.0)


@pytest.mark.native
def test_gradient_through_a_rollout(library):
    """A hundred steps of an elastic arm; beside it the chain of our own exact partial derivatives."""
    robot, h, steps = jn.load("planar_2r"), 1e-3, 100
    _, ours = kernel_of(library, jn.elastic_forward_dynamics, robot)
    start, tau = np.array([0.3, -0.2, 0.1, 0.4, 0.31, -0.18, 0.0, 0.2]), np.array([3.0, -1.0])

    def step(x, tau):
        q, qd, theta, thetad = x[0:2], x[2:4], x[4:6], x[6:8]
        qdd, thetadd = ours(q, qd, theta, thetad, tau)
        qd, thetad = qd + h * qdd, thetad + h * thetadd
        return library.join([q + h * qd, qd, theta + h * thetad, thetad])

    end = lambda tau: library.repeat(lambda x: step(x, tau), library.array(start), steps)  # noqa: E731
    found = np.asarray(library.jacrev(end)(library.array(tau)))
    x, S = start, np.zeros((8, 2))
    for _ in range(steps):
        rows = (x[0:2], x[2:4], x[4:6], x[6:8], tau)
        by = jn.elastic_forward_dynamics_derivatives(robot, *rows)
        rates = np.concatenate(jn.elastic_forward_dynamics(robot, *rows))
        A = np.hstack(by[:4]) @ S + by[4]
        v, Sv = x[[2, 3, 6, 7]] + h * rates, S[[2, 3, 6, 7]] + h * A
        x[[2, 3, 6, 7]], S[[2, 3, 6, 7]] = v, Sv
        x[[0, 1, 4, 5]], S[[0, 1, 4, 5]] = x[[0, 1, 4, 5]] + h * v, S[[0, 1, 4, 5]] + h * Sv
    assert_close(found, S, 1e-12)


@pytest.mark.native
def test_what_kernels_refuse(library):
    kernel, ours = kernel_of(library, jn.rnea, robot_of("rigid", 4, n=2))
    Q = motion_of(kernel.robot, 3, 3)
    with pytest.raises(InputError, match="double precision|float64"):
        ours(*map(library.single, Q))
    with pytest.raises(InputError, match="expected one at least, got none"):
        ours(*Q)
    with pytest.raises(InputError, match="this kernel takes 3 arrays"):
        ours(*map(library.array, Q[:2]))
    with pytest.raises(InputError, match=r"q is an array of (jax|torch); expected one of NumPy here"):
        kernel(*map(library.array, Q))
