"""Live parameters that no robot has are refused by name, as `with_parameters` refuses them; lists are as fast as arrays."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, JounceError, UnphysicalError
from jounce.functions.inverse_dynamics import INVERSE
from jounce.kernel.dispatch import SHORT_CUTS
from support.random_robots import plainly
from support.tolerances import assert_close

BACKENDS = [pytest.param("native", marks=pytest.mark.native), "python"]


def body(mass=2.0, x=0.1, inertia=0.02):
    """Ten parameters of a body x metres out along the tool's x axis."""
    return np.array([mass, mass * x, 0, 0, inertia, inertia + mass * x**2, inertia + mass * x**2, 0, 0, 0])


def wrong_ones(robot):
    """{name: (parameters, words)} of numbers that `with_parameters` refuses, too."""
    inertia = robot.parameters.copy()
    negative, weightless = inertia.copy(), inertia.copy()
    negative[10] = -1.0
    weightless[10] = 0.0
    return {
        "negative payload": ({"payload": -body()}, "payload: m is -2"),
        "negative mass": ({"inertia": negative}, f"inertia: m of link '{robot.links[1].name}' is -1"),
        "moment without mass": ({"payload": [0.0, 0.1, *[0.0] * 8]}, "payload: m is 0, with first moment"),
        "inertia without mass": ({"payload": [0.0] * 4 + [1.0, 1.0, 1.0, 0, 0, 0]}, "payload: m is 0, with first moment"),
        "link without mass": ({"inertia": weightless}, f"m of link '{robot.links[1].name}' is 0, with first moment"),
        "gravity": ({"gravity": [0.0, 0.0, -1e308]}, r"gravity: z is -1e\+308 at index"),
        "payload": ({"payload": 1e200 * body()}, r"payload: m is 2e\+200"),
        "stiffness": ({"stiffness": np.full(robot.n, 1e300)}, r"stiffness of joint .* is 1e\+300"),
        "rotors": ({"rotor_inertia": np.full(robot.n, 1e31)}, r"rotor_inertia of joint .* is 1e\+31"),
    }


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("shape", [(), (5,), (3, 1, 2)])
@pytest.mark.parametrize("name", list(wrong_ones(jn.load("planar_2r"))))
def test_refused_as_by_with_parameters(name, shape, backend):
    robot = jn.load("planar_2r")
    wrong, words = wrong_ones(robot)[name]
    with pytest.raises(JounceError):
        robot.with_parameters(wrong)
    Q = np.random.default_rng(0).normal(size=(5, *shape, 2))
    live = {}
    for key, values in wrong.items():  # one sample of a batch
        rows = np.broadcast_to(robot.parameter_values(key), (*shape, len(values))).copy()
        rows[(*(k - 1 for k in shape),)] = values
        live[key] = rows
    jn.set_backend(backend)
    try:
        for _ in range(2):  # the second one meets what the first one compiled
            with pytest.raises(InputError, match=words):
                jn.inverse_dynamics(robot, *Q, parameters=live)
            jn.inverse_dynamics(robot, *Q, parameters={key: robot.parameter_values(key) for key in wrong})
    finally:
        jn.set_backend("auto")


@pytest.mark.native
def test_kernels_refuse_the_same():
    robot = jn.load("planar_2r")
    Q = np.random.default_rng(0).normal(size=(5, 2))
    for wrong, words in wrong_ones(robot).values():
        kernel = jn.compile(jn.inverse_dynamics, robot, parameters=tuple(wrong))
        kernel(*Q, parameters={key: robot.parameter_values(key) for key in wrong})
        with pytest.raises(InputError, match=words):
            kernel(*Q, parameters={key: np.array(values, dtype=float) for key, values in wrong.items()})


def test_links_that_are_not_to_be_physical_take_any_numbers():
    robot = jn.load("planar_2r")
    free = replace(robot, links=tuple(replace(link, physical=False) for link in robot.links))
    Q = np.random.default_rng(0).normal(size=(3, 2))
    for e in np.eye(10):
        lighter = jn.rnea(free, *Q, parameters={"payload": -e})
        assert_close(lighter + jn.rnea(free, *Q, parameters={"payload": e}), 2.0 * jn.rnea(robot, *Q))


def test_derivatives_of_a_parameter_may_have_any_sign_but_not_any_size():
    robot = jn.load("planar_2r")
    Q = np.random.default_rng(0).normal(size=(5, 2))
    K = robot.parameter_values("stiffness")
    jn.inverse_dynamics(robot, *Q, parameters={"stiffness": jn.numbers.Jet.from_derivatives([K, -K, -K])})
    with pytest.raises(InputError, match=r"derivative 1 of stiffness is 1e\+300"):
        jn.inverse_dynamics(robot, *Q, parameters={"stiffness": jn.numbers.Jet.from_derivatives([K, 0 * K + 1e300, K])})


def test_whether_a_body_exists_is_asked_on_request():
    """One that breaks the triangle inequality has signs and sizes like any other."""
    robot = jn.load("planar_2r")
    good, flat = body(), body()
    flat[4:7] = [0.1, 0.1, 0.5]
    Q = np.random.default_rng(0).normal(size=(5, 2))
    jn.inverse_dynamics(robot, *Q, parameters={"payload": flat})
    robot.check_parameters({"payload": np.tile(good, (4, 3, 1)), "gravity": [0.0, 0.0, 9.81]})
    robot.check_parameters({"inertia": robot.parameters, "payload": np.zeros(10)})
    batch = np.tile(good, (4, 3, 1))
    batch[2, 1] = flat
    with pytest.raises(UnphysicalError, match=r"payload at index \(2, 1\): .*triangle inequality"):
        robot.check_parameters({"payload": batch})
    with pytest.raises(InputError, match="payload: m is -2"):
        robot.check_parameters({"payload": -good})
    with pytest.raises(InputError, match=r"payload: expected shape \(..., 10\)"):
        robot.check_parameters({"payload": [1.0]})
    with pytest.raises(InputError, match="no parameter 'mass'"):
        robot.check_parameters({"mass": [1.0]})


@pytest.mark.parametrize("seed", range(5))
def test_on_request_is_with_parameters_for_each_sample(seed):
    """Random bodies, half of them beyond what exists: the verdict of each is that of `with_parameters`."""
    robot, rng = jn.load("planar_2r"), np.random.default_rng(seed)
    for _ in range(40):
        points = rng.normal(size=(6, 3)) * rng.uniform(0.1, 1.0, 3)
        m = rng.uniform(0.1, 1.0, 6)
        second = np.einsum("k,ki,kj->ij", m, points, points)
        tensor = np.trace(second) * np.eye(3) - second
        ten = np.array([m.sum(), *(m @ points), *np.diag(tensor), tensor[0, 1], tensor[0, 2], tensor[1, 2]])
        ten[rng.integers(4, 10)] += rng.choice([0.0, 0.5, -0.5])
        verdicts = []
        for ask in (robot.with_parameters, robot.check_parameters):
            try:
                ask({"payload": ten})
                verdicts.append(True)
            except UnphysicalError:
                verdicts.append(False)
        assert verdicts[0] == verdicts[1]


@pytest.mark.native
@pytest.mark.parametrize("kind", [list, tuple])
def test_lists_take_the_short_cut(kind, monkeypatch):
    """Lists and tuples of floats and integers are computed by the driver, as arrays are: nothing else is called."""
    robot, rng = jn.load("kuka_lwr"), np.random.default_rng(1)
    Q = rng.normal(size=(5, 7))
    live = {"payload": body(), "stiffness": robot.parameter_values("stiffness")}
    expected = plainly(jn.inverse_dynamics, robot, *Q, parameters=live)
    rows, numbers = [kind(row.tolist()) for row in Q], {name: kind(x.tolist()) for name, x in live.items()}
    jn.inverse_dynamics(robot, *rows, parameters=numbers)  # compiles, and remembers

    def general(*_, **__):
        raise AssertionError("the general way")

    monkeypatch.setattr("jounce.kernel.dispatch.sort", general)
    for motion in (Q, rows):
        found = jn.inverse_dynamics(robot, *motion, parameters=numbers)
        assert_close(found.tau_m, expected.tau_m)
        whole = kind([1, *numbers["payload"][1:]])  # an integer among floats
        assert jn.inverse_dynamics(robot, *motion, parameters={**numbers, "payload": whole}).delta.shape == (7,)
    assert any(isinstance(key, tuple) for key in SHORT_CUTS.of[INVERSE])


@pytest.mark.native
@pytest.mark.parametrize("odd", [[True] * 10, ["1"] * 10, [None] * 10, [10**400] + [0] * 9, [[1.0] * 10], [1.0] * 9])
def test_other_lists_go_the_general_way(odd):
    robot = jn.load("planar_2r")
    Q = np.random.default_rng(0).normal(size=(5, 2))
    jn.inverse_dynamics(robot, *Q, parameters={"payload": [0.0] * 10})
    if odd == [[1.0] * 10]:
        with pytest.raises(InputError, match="without mass|expected|m is"):
            jn.inverse_dynamics(robot, *Q, parameters={"payload": [[-1.0] * 10]})
        return
    with pytest.raises(InputError):
        jn.inverse_dynamics(robot, *Q, parameters={"payload": odd})
