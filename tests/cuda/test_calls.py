"""What a CUDA kernel makes of its arguments: any layout, broadcast batches, live parameters, steps in time, errors by name."""

import pickle

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import jounce as jn
from support.emulated_gpu import array, emulate
from support.random_robots import random_motion, random_robot
from support.tolerances import assert_close

ROBOT = random_robot(31, n=2).with_drives(stiffness=[800.0, 500.0], rotor_inertia=0.2, damping=[2.0, 1.0])
UNDAMPED = ROBOT.with_drives(damping=0.0)


@pytest.fixture(autouse=True)
def gpu(monkeypatch, tmp_path_factory):
    emulate(monkeypatch, tmp_path_factory.getbasetemp())


def columns(x):
    """The same numbers, one array a number."""
    return array(np.ascontiguousarray(np.moveaxis(x, -1, 0))).transpose(*range(1, x.ndim), 0)


LAYOUTS = {
    "one row a sample": array,
    "one array a number": columns,
    "backwards": lambda x: array(x[::-1].copy())[::-1],
    "every other one": lambda x: array(np.repeat(np.repeat(x, 2, axis=0), 3, axis=-1))[::2, ..., ::3],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("batch", [(5,), (2, 3), (1, 4), (0,)], ids=str)
def test_any_layout(layout, batch):
    Q = random_motion(UNDAMPED, 1, 4, batch)
    given = [LAYOUTS[layout](x) for x in Q]
    found = jn.compile(jn.inverse_dynamics, UNDAMPED).cuda()(*given)
    expected = jn.inverse_dynamics(UNDAMPED, *Q)
    assert isinstance(found, type(expected))
    for x, y in zip(found, expected, strict=True):
        assert_close(x, y)
    if np.prod(batch) > 1:
        lies_in_columns = found.tau_m.strides[-1] > found.tau_m.strides[-2]
        assert lies_in_columns == (layout == "one array a number")


def test_one_sample():
    Q = random_motion(UNDAMPED, 2, 4)
    found = jn.compile(jn.inverse_dynamics, UNDAMPED).cuda(outputs=("tau_m",))(*map(array, Q))
    assert_close(found, jn.inverse_dynamics(UNDAMPED, *Q).tau_m)


def test_batches_are_broadcast_and_every_sample_may_be_another_robot():
    q, qd, qdd = random_motion(ROBOT, 3, 2, (3, 4))
    q = q[:, :1]
    payload = np.abs(np.random.default_rng(4).normal(size=(3, 1, 10)))
    found = jn.compile(jn.rnea, ROBOT, parameters=("payload", "gravity")).cuda()(
        *map(array, (q, qd, qdd)), parameters={"gravity": array([0.0, 1.0, -9.0]), "payload": array(payload)}
    )
    expected = jn.rnea(ROBOT, q, qd, qdd, parameters={"payload": payload, "gravity": [0.0, 1.0, -9.0]})
    assert_close(found, expected)


def test_wrenches_by_name():
    Q, W = random_motion(ROBOT, 5, 2, (4,)), np.random.default_rng(5).normal(size=(4, 6))
    kernel = jn.compile(jn.rnea, ROBOT, wrench=("link0", "link1"))
    found = kernel.cuda()(*map(array, Q), wrench={"link1": (array(W),), "link0": (array(2.0 * W),)})
    assert_close(found, jn.rnea(ROBOT, *Q, wrench={"link0": (2.0 * W,), "link1": (W,)}))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_steps_in_time_are_those_of_the_motion(dtype):
    rng = np.random.default_rng(6)
    q, qd, thetad, tau = rng.normal(scale=0.3, size=(4, 3, 2))
    theta, stiffness = q + 0.01, ROBOT.parameter_values("stiffness") * rng.uniform(0.8, 1.2, (3, 2))
    kernel = jn.compile(jn.elastic_forward_dynamics, ROBOT, parameters=("stiffness",)).cuda(dtype)
    state = [array(x, dtype) for x in (q, qd, theta, thetad)]
    live = {"stiffness": array(stiffness, dtype)}
    steps = (2e-3, 1e-3) if dtype == "float64" else (1e-4,)
    found = {h: kernel.advance(*state, array(tau, dtype), step=h, steps=round(0.2 / h), parameters=live) for h in steps}

    def rate(_, y):
        q, qd, theta, thetad = y.reshape(4, 3, 2)
        qdd, thetadd = jn.elastic_forward_dynamics(ROBOT, q, qd, theta, thetad, tau, parameters={"stiffness": stiffness})
        return np.stack([qd, qdd, thetad, thetadd]).ravel()

    start = np.stack([q, qd, theta, thetad]).ravel()
    exact = solve_ivp(rate, (0.0, 0.2), start, method="DOP853", rtol=1e-11, atol=1e-11).y[:, -1].reshape(4, 3, 2)
    errors = {h: max(np.abs(x - y).max() / np.abs(y).max() for x, y in zip(x, exact)) for h, x in found.items()}
    assert all(x.dtype == dtype for x in found[steps[-1]])
    if dtype == "float64":
        assert 12.0 < errors[2e-3] / errors[1e-3] < 20.0  # of order 4: sixteen
        assert errors[1e-3] < 1e-5
    else:
        assert errors[1e-4] < 2e-6  # rounding of 2,000 steps does not add up


def test_rigid_robots_take_steps_too():
    robot = random_robot(32, n=2)
    q, qd, tau = random_motion(robot, 7, 2, (3,))
    kernel = jn.compile(jn.forward_dynamics, robot).cuda()
    once = kernel.advance(*map(array, (q, qd, tau)), step=1e-3, steps=4)
    again = tuple(map(array, (q, qd)))
    for _ in range(4):
        again = kernel.advance(*again, array(tau), step=1e-3)
    for x, y in zip(once, again, strict=True):
        assert_close(x, y, 1e-15)
    k1 = [qd, jn.forward_dynamics(robot, q, qd, tau)]
    first = kernel.advance(*map(array, (q, qd, tau)), step=1e-5)
    assert_close((first[1] - qd) / 1e-5, k1[1], 1e-3)


HOSTILE = {
    "numpy": (lambda q: [np.asarray(q)] * 3, {}, "expected an array of CuPy, PyTorch or JAX"),
    "a list": (lambda q: [q.tolist()] * 3, {}, "expected an array of CuPy"),
    "mixed": (lambda q: [q, q, np.asarray(q)], {}, "qdd is"),
    "too few": (lambda q: [q, q], {}, "this kernel takes 3 arrays"),
    "wrong width": (lambda q: [q, q, array(np.ones((4, 3)))], {}, r"qdd has shape \(4, 3\); expected \(..., 2\)"),
    "no axis": (lambda q: [q, q, array(1.0)], {}, r"qdd has shape \(\)"),
    "wrong numbers": (lambda q: [q, q, q.astype(np.float32)], {}, "qdd has numbers of type f4, expected f8"),
    "batches": (lambda q: [q, q, array(np.ones((3, 2)))], {}, "do not fit together"),
    "unknown parameter": (lambda q: [q] * 3, {"parameters": {"stiffnes": 1.0}}, "stiffness"),
    "parameter not live": (lambda q: [q] * 3, {"parameters": {"gravity": 1.0}}, "this kernel takes 3 arrays"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_errors_are_ours(case):
    given, more, text = HOSTILE[case]
    with pytest.raises(jn.errors.InputError, match=text):
        jn.compile(jn.rnea, ROBOT).cuda()(*given(array(np.ones((4, 2)))), **more)


def test_errors_of_construction_and_steps():
    kernel = jn.compile(jn.rnea, ROBOT)
    with pytest.raises(jn.errors.InputError, match="dtype: expected float64 or float32, got int8"):
        kernel.cuda("int8")
    with pytest.raises(jn.errors.InputError, match="dtype: expected float64 or float32"):
        kernel.cuda("no such thing")
    with pytest.raises(jn.errors.InputError, match="has no output 'taw'"):
        kernel.cuda(outputs=("taw",))
    q = array(np.ones((4, 2)))
    with pytest.raises(jn.errors.InputError, match="advance: expected a kernel of forward_dynamics"):
        kernel.cuda().advance(q, q, q, step=1e-3)
    forward = jn.compile(jn.forward_dynamics, ROBOT).cuda()
    for more in ({"step": 0.0}, {"step": 1e-3, "steps": 0}, {"step": 1e-3, "steps": 2**40}, {"step": np.nan}):
        with pytest.raises(jn.errors.InputError, match="step"):
            forward.advance(q, q, q, **more)


def test_a_value_like_others():
    kernel = jn.compile(jn.rnea, ROBOT).cuda("float32")
    again = pickle.loads(pickle.dumps(kernel))
    assert again == kernel
    assert hash(again) == hash(kernel)
    assert kernel != jn.compile(jn.rnea, ROBOT).cuda()
    assert repr(kernel) == f"<CudaKernel rnea of {ROBOT.name!r}: takes 3 arrays (q, qd, qdd), float32>"


def test_arrays_of_jax_that_are_on_a_processor_or_traced():
    jax = pytest.importorskip("jax")
    kernel = jn.compile(jn.rnea, ROBOT).cuda("float32")
    x = jax.device_put(np.ones((4, 2), dtype=np.float32), jax.devices("cpu")[0])
    for call in (kernel, jax.jit(kernel)):
        with pytest.raises(jn.errors.InputError, match="q is no array of numbers on one GPU: "):
            call(x, x, x)
