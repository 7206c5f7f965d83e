"""CUDA kernels on a GPU, where there is one: arrays of each library in and out, on its stream. Elsewhere this file has no test.

What needs no GPU is tested in the files beside this one, everywhere.
"""

import importlib

import numpy as np
import pytest

import jounce as jn
from jounce.codegen.build import cuda
from support.random_robots import plainly, random_motion, random_robot
from support.tolerances import assert_close

AGREEMENT = {"float64": 1e-12, "float32": 1e-5}
TREE = random_robot(21, n=4)
ELASTIC = TREE.with_drives(stiffness=[900.0, 700.0, 800.0, 500.0], rotor_inertia=0.2)


def _there():
    try:
        cuda.architecture(0)
    except jn.errors.CompilerError as error:
        return str(error)
    return ""


pytestmark = [pytest.mark.native, pytest.mark.skipif(bool(_there()), reason=_there())]


class Torch:
    """What tests ask of a library."""

    def __init__(self):
        self.module = importlib.import_module("torch")

    def put(self, x, dtype):
        return self.module.tensor(np.asarray(x), dtype=getattr(self.module, dtype), device="cuda")

    def get(self, x):
        assert isinstance(x, self.module.Tensor)
        assert x.is_cuda
        return x.cpu().numpy()


class Cupy:
    """The same of CuPy."""

    def __init__(self):
        self.module = importlib.import_module("cupy")

    def put(self, x, dtype):
        return self.module.asarray(np.asarray(x, dtype=dtype))

    def get(self, x):
        assert isinstance(x, self.module.ndarray)
        return self.module.asnumpy(x)


class Jax:
    """The same of JAX."""

    def __init__(self):
        self.module = importlib.import_module("jax")
        self.module.config.update("jax_enable_x64", True)

    def put(self, x, dtype):
        return self.module.device_put(np.asarray(x, dtype=dtype))

    def get(self, x):
        assert isinstance(x, self.module.Array)
        return np.asarray(x)


@pytest.fixture(params=[Torch, Cupy, Jax], ids=lambda kind: kind.__name__.lower())
def library(request):
    try:
        return request.param()
    except ImportError as reason:
        pytest.skip(str(reason))


@pytest.mark.parametrize("dtype", AGREEMENT)
def test_inverse_dynamics(library, dtype):
    Q = random_motion(ELASTIC, 1, 4, (1000,)).astype(dtype).astype(float)
    found = jn.compile(jn.inverse_dynamics, ELASTIC).cuda(dtype)(*(library.put(x, dtype) for x in Q))
    for x, y in zip(found, plainly(jn.inverse_dynamics, ELASTIC, *Q), strict=True):
        assert_close(library.get(x), y, AGREEMENT[dtype])


def test_layouts_and_live_parameters(library):
    q, qd, qdd = random_motion(TREE, 2, 2, (30, 5))
    payload = np.abs(np.random.default_rng(2).normal(size=(30, 1, 10)))
    kernel = jn.compile(jn.rnea, TREE, parameters=("payload",)).cuda()
    expected = plainly(jn.rnea, TREE, q, qd, qdd, parameters={"payload": payload})
    put = lambda x: library.put(x, "float64")  # noqa: E731
    rows = [put(q), put(qd[:, ::-1])[:, ::-1] if isinstance(library, Cupy) else put(qd), put(qdd)]
    assert_close(library.get(kernel(*rows, parameters={"payload": put(payload)})), expected)
    turned = [put(np.moveaxis(x, -1, 0).copy()) for x in (q, qd, qdd)]
    views = [x.permute(1, 2, 0) if isinstance(library, Torch) else x.transpose(1, 2, 0) for x in turned]
    assert_close(library.get(kernel(*views, parameters={"payload": put(payload)})), expected)


def test_partials_and_loops(library):
    put = lambda x: library.put(x, "float64")  # noqa: E731
    Q = random_motion(TREE, 3, 2, (200,))
    for x, y in zip(jn.compile(jn.rnea_partials, TREE).cuda()(*map(put, Q)), plainly(jn.rnea_partials, TREE, *Q), strict=True):
        assert_close(library.get(x), y)
    long = random_robot(24, n=32)
    Q = random_motion(long, 4, 2, (200,))
    assert_close(library.get(jn.compile(jn.rnea, long).cuda()(*map(put, Q))), plainly(jn.rnea, long, *Q))


def test_steps(library):
    put = lambda x: library.put(x, "float64")  # noqa: E731
    q, qd, tau = 0.3 * random_motion(ELASTIC, 5, 2, (100,))
    kernel = jn.compile(jn.elastic_forward_dynamics, ELASTIC)
    found = kernel.cuda().advance(*map(put, (q, qd, q + 0.01, qd, tau)), step=1e-3, steps=20)
    state, h = [q, qd, q + 0.01, qd], 1e-3
    rate = lambda y: [y[1], (a := kernel(*y, tau))[0], y[3], a[1]]  # noqa: E731
    for _ in range(20):
        k1 = rate(state)
        k2 = rate([y + h / 2 * k for y, k in zip(state, k1)])
        k3 = rate([y + h / 2 * k for y, k in zip(state, k2)])
        k4 = rate([y + h * k for y, k in zip(state, k3)])
        state = [y + h / 6 * (a + 2 * b + 2 * c + d) for y, a, b, c, d in zip(state, k1, k2, k3, k4)]
    for x, y in zip(found, state, strict=True):
        assert_close(library.get(x), y, 1e-11)


def test_the_stream_of_the_library():
    torch = pytest.importorskip("torch")
    stream = torch.cuda.Stream()
    Q = random_motion(ELASTIC, 6, 4, (1000,))
    kernel = jn.compile(jn.inverse_dynamics, ELASTIC).cuda(outputs=("tau_m",))
    ready = [torch.tensor(x, device="cuda") for x in Q]
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        late = torch.zeros(1 << 24, device="cuda")
        for _ in range(50):
            late = late.cos()  # some milliseconds of work before the input is there
        moved = [x + 0.0 * late[0] for x in ready]
        found = kernel(*moved)
        doubled = 2.0 * found
    stream.synchronize()
    assert_close(doubled.cpu().numpy(), 2.0 * plainly(jn.inverse_dynamics, ELASTIC, *Q).tau_m)


def test_tensors_that_ask_for_gradients_are_refused():
    torch = pytest.importorskip("torch")
    q = torch.ones(3, 4, device="cuda", dtype=torch.float64, requires_grad=True)
    kernel = jn.compile(jn.rnea, TREE).cuda()
    with pytest.raises(jn.errors.InputError, match="q asks for gradients"):
        kernel(q, q, q)
    with torch.no_grad():
        assert kernel(q, q, q).shape == (1, 3, 4)
    with pytest.raises(jn.errors.InputError, match="q is no array of numbers on one GPU"):
        kernel(q.cpu().detach(), q, q)
