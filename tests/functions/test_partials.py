"""Partial derivatives by the motion and by the robot's own numbers: fifty digits and central differences, the regressor."""

import casadi
import mpmath
import numpy as np
import pytest

import jounce as jn
from support.cases import some
from support.live import motion_of, numbers_for, robot_of
from support.random_robots import plainly
from support.tolerances import ALGEBRA, assert_close

NAMES = ("inertia", "payload", "gravity", "stiffness", "rotor_inertia", "viscous_friction", "coulomb_friction")
"""All that motor torque at an instant depends on."""
PARTIAL = 1e-12
"""Against differences that are exact to 1e-24; what is left are doubles through a hundred products of jets."""
STEP = mpmath.mpf(10) ** -15
"""Central differences at fifty digits: truncation 1e-30, rounding 1e-35, times what the third derivative and the torque are."""
NATIVE = 1e-13
"""Native against plain: a few ulp, as a product and a sum may be rounded once."""


def exactly(x):
    return np.vectorize(mpmath.mpf, otypes=[object])(np.nan_to_num(x, nan=1.0, posinf=1.0))


def by_differences(value, x):
    """d value / d x (..., n, size): one call on a batch with each entry of x (size,) moved up, one with it moved down."""
    with mpmath.workdps(50):
        unit = np.eye(len(x), dtype=int)
        up, down = (value(exactly(x) + sign * STEP * unit) for sign in (1, -1))
        return np.swapaxes((up - down) / (2 * STEP), -1, -2).astype(float)


def exact_partials(function, pick, robot, Q, names, live, **more):
    """{name: derivatives} of a function by everything that is named. pick: what is differentiated of its result."""
    with mpmath.workdps(50):
        motion = [exactly(x) for x in Q]
        numbers = {name: exactly(x) for name, x in live.items()}
    found = {}
    for name in names:
        if name != "motion":
            found[name] = by_differences(
                lambda x: pick(function(robot, *motion, parameters={**numbers, name: x}, **more)), live[name]
            )
            continue
        arrays = enumerate(Q)
        moves = lambda x, k: pick(function(robot, *motion[:k], x, *motion[k + 1 :], parameters=numbers, **more))  # noqa: E731
        found["motion"] = np.stack([by_differences(lambda x: moves(x, k), array) for k, array in arrays])
    return found


def compare(found, expected, tolerance):
    """Each derivative by the motion against its own largest entry; entries that no joint reads are zero."""
    assert list(found) == list(expected)
    for name, x in found.items():
        assert x.shape == expected[name].shape
        for k, (a, b) in enumerate(zip(x, expected[name]) if name == "motion" else [(x, expected[name])]):
            assert_close(a, b, tolerance, f"by {name}, {k}")


def numbers(robot, seed):
    return numbers_for(robot, seed, (), NAMES)


# ---------------------------------------------------------------- motor torque


@pytest.mark.parametrize("seed", some(range(12), 5))
@pytest.mark.parametrize("kind", ["elastic", "rotors", "rigid"])
def test_motor_torque(kind, seed):
    """By everything, at the robot's own numbers or at live ones; trees of Spong's drives, carried rotors, rigid joints."""
    robot = robot_of(kind, seed, n=1 + seed % (3 if kind == "rotors" else 5))
    Q, names = motion_of(robot, seed, robot.motion_order + 1), ("motion", *NAMES)
    own, live = {name: robot.parameter_values(name) for name in NAMES}, numbers(robot, seed)
    values, more = (own, {}) if seed % 2 else (live, {"parameters": live})
    found = jn.inverse_dynamics_derivatives(robot, *Q, by=names, **more)
    compare(found, exact_partials(jn.inverse_dynamics, lambda x: x.tau_m, robot, Q, names, values), PARTIAL)


@pytest.mark.parametrize("seed", range(3))
def test_under_a_wrench(seed):
    robot, rng = robot_of("elastic", seed, n=3), np.random.default_rng(seed)
    robot = robot.with_drives(stiffness=[300.0, np.inf, 500.0], rotor_inertia=0.2, viscous_friction=1.0)
    Q, live, names = motion_of(robot, seed, 5), numbers(robot, seed), ("motion", "payload", "stiffness")
    push = {"wrench": {"link0": tuple(rng.normal(size=(3, 6))), "tool": tuple(rng.normal(size=(3, 6)))}}
    found = jn.inverse_dynamics_derivatives(robot, *Q, by=names, parameters=live, **push)
    compare(found, exact_partials(jn.inverse_dynamics, lambda x: x.tau_m, robot, Q, names, live, **push), PARTIAL)


@pytest.mark.parametrize("seed", range(3))
def test_stiffness_in_time(seed):
    """By K itself, its rates held."""
    robot, rng = robot_of("elastic", seed, n=3), np.random.default_rng(seed)
    robot = robot.with_drives(stiffness=300.0, rotor_inertia=0.2, coulomb_friction=1.0, coulomb_speed=0.5)
    Q, K = motion_of(robot, seed, 5), rng.uniform(200.0, 400.0, size=(3, 3))
    names = ("motion", "stiffness")
    found = jn.inverse_dynamics_derivatives(
        robot, *Q, by=names, parameters={"stiffness": jn.numbers.Jet.from_derivatives(list(K))}
    )

    def torque(robot, *Q, parameters):
        rows = [parameters["stiffness"], *(exactly(x) for x in K[1:])]
        return jn.inverse_dynamics(robot, *Q, parameters={"stiffness": jn.numbers.Jet.from_derivatives(rows)})

    compare(found, exact_partials(torque, lambda x: x.tau_m, robot, Q, names, {"stiffness": K[0]}), PARTIAL)


# ---------------------------------------------------------------- springs that are not linear

FLOATS = 1e-9
"""Differences of order eight of floats, whose steps must be seen by friction that turns within 0.5 rad/s."""
WEIGHTS = dict(zip((1, 2, 3, 4), (4 / 5, -1 / 5, 4 / 105, -1 / 280)))


def by_float_differences(value, x, step):
    unit = np.eye(len(x)) * step
    slope = sum(w * (value(x + k * unit) - value(x - k * unit)) for k, w in WEIGHTS.items()) / np.reshape(step, (-1, 1))
    return np.swapaxes(slope, -1, -2)


@pytest.mark.parametrize("jet", [False, True], ids=["K", "K(t)"])
@pytest.mark.parametrize("seed", range(3))
def test_springs_that_are_not_linear(seed, jet):
    """Laws beside linear springs, constant and changing on the way, and a rigid joint; by everything."""
    rng = np.random.default_rng(seed)
    robot = robot_of("elastic", seed, n=4).with_drives(
        stiffness=[jn.robot.HardeningSpring(300.0, 2e4), 500.0, np.inf, jn.robot.HardeningSpring(200.0, 1e3)],
        rotor_inertia=0.3,
        gear_ratio=2.0,
        viscous_friction=1.0,
        coulomb_friction=1.0,
        coulomb_speed=0.5,
    )
    Q, live = motion_of(robot, seed, 5), numbers(robot, seed)
    live["stiffness"] = rng.uniform(300.0, 600.0, size=4)
    rates = rng.normal(scale=200.0, size=(2, 4))

    def given(values):
        return {**values, "stiffness": jn.numbers.Jet.from_derivatives([values["stiffness"], *rates])} if jet else values

    found = jn.inverse_dynamics_derivatives(robot, *Q, by=("motion", *NAMES), parameters=given(live))
    assert list(found) == ["motion", *NAMES]
    for k in range(5):
        value = lambda x, k=k: jn.inverse_dynamics(robot, *Q[:k], x, *Q[k + 1 :], parameters=given(live)).tau_m  # noqa: E731
        assert_close(found["motion"][k], by_float_differences(value, Q[k], np.full(4, 0.01)), FLOATS, f"by motion {k}")
    for name in NAMES:
        size = 1e-2 * np.maximum(np.abs(live[name]), 0.1)
        value = lambda x, name=name: jn.inverse_dynamics(robot, *Q, parameters=given({**live, name: x})).tau_m  # noqa: E731
        assert_close(found[name], by_float_differences(value, live[name], size), FLOATS, f"by {name}")


def test_a_law_that_is_linear():
    """A hardening spring that does not harden is a number; but by its stiffness there is no derivative."""
    robot = robot_of("elastic", 1, n=3)
    linear, law = (
        robot.with_drives(stiffness=k, rotor_inertia=0.3, viscous_friction=1.0)
        for k in (50.0, jn.robot.HardeningSpring(50.0, 0.0))
    )
    Q = motion_of(robot, 1, 5, (2,))
    names = tuple(name for name in ("motion", *NAMES) if name != "stiffness")
    found, expected = (jn.inverse_dynamics_derivatives(r, *Q, by=names) for r in (law, linear))
    for name in names:
        assert_close(found[name], expected[name], ALGEBRA, name)
    assert not jn.inverse_dynamics_derivatives(law, *Q, by="stiffness")["stiffness"].any()


def test_batches_of_laws():
    """Drives of one batch, motion of another."""
    robot = robot_of("elastic", 2, n=3).with_drives(
        stiffness=[jn.robot.HardeningSpring(300.0, 1e3), 500.0, np.inf], rotor_inertia=0.3
    )
    Q, rng = motion_of(robot, 2, 5, (2,)), np.random.default_rng(0)
    live = {"rotor_inertia": rng.uniform(0.1, 0.3, size=(4, 1, 3)), "stiffness": rng.uniform(300, 500, size=(4, 1, 3))}
    names = ("motion", "inertia", "stiffness", "rotor_inertia")
    found = jn.inverse_dynamics_derivatives(robot, *Q, by=names, parameters=live)
    for i, j in np.ndindex(4, 2):
        other = robot.with_parameters({name: x[i, 0] for name, x in live.items()})
        expected = jn.inverse_dynamics_derivatives(other, *(x[j] for x in Q), by=names)
        assert_close(found["motion"][:, i, j], expected["motion"])
        for name in names[1:]:
            assert_close(found[name][i, j], expected[name], ALGEBRA, name)


# ---------------------------------------------------------------- joint forces


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("kind", ["rigid", "held"])
def test_joint_forces(kind, seed):
    """Numbers of drives and springs are none of the rigid tree's: their slopes are zero."""
    robot = robot_of(kind, seed, n=1 + seed % 5)
    Q, names = motion_of(robot, seed, 3), ("motion", "inertia", "payload", "gravity")
    live = numbers_for(robot, seed, (), names[1:])
    found = jn.rnea_partials(robot, *Q, by=names, parameters=live)
    compare(found, exact_partials(jn.rnea, lambda x: x, robot, Q, names, live), PARTIAL)
    dq, dqd, dqdd = jn.rnea_partials(robot, *Q, parameters=live)
    together = np.stack([dq, dqd, dqdd])  # the motion alone may go by structure: a zero may then be rounding of its terms
    assert_close(found["motion"], together, ALGEBRA)
    assert_close(dqdd, jn.mass_matrix(robot, Q[0], parameters=live))
    others = ("stiffness", "damping", "rotor_inertia", "viscous_friction", "coulomb_friction", "spring_stiffness")
    zero = jn.rnea_partials(robot, *Q, by=others)
    assert tuple(zero) == others
    for name, x in zero.items():
        assert x.shape == (robot.n, len(robot.parameter_values(name)))
        assert not x.any()


def moved(robot, q, step, freedom):
    """Positions displaced by `step` along one freedom, mpmath's numbers: by the exponential, not by its slope."""
    q, at, number = list(q), 0, 0
    for joint in robot.joints:
        if number <= freedom < number + joint.freedoms:
            k = freedom - number
            if joint.freedoms == 1:
                q[at] += step
            elif k < 3:
                half = [mpmath.sin(step / 2) if i == k else mpmath.mpf(0) for i in range(3)]
                a, b, c = half
                x, y, z, w = q[at : at + 4]
                s = mpmath.cos(step / 2)
                q[at : at + 4] = [
                    w * a + x * s + y * c - z * b,
                    w * b - x * c + y * s + z * a,
                    w * c + x * b - y * a + z * s,
                    w * s - x * a - y * b - z * c,
                ]
            else:
                x, y, z, w = q[at : at + 4]
                n = x * x + y * y + z * z + w * w
                columns = (
                    (w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)),
                    (2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)),
                    (2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z),
                )
                for i in range(3):
                    q[at + 4 + i] += step * columns[k - 3][i] / n
        at, number = at + joint.positions, number + joint.freedoms
    return q


@pytest.mark.parametrize("seed", range(8))
def test_several_freedoms(seed):
    """A floating base and spherical joints: positions are displaced along velocities. The torque of no motor is the joint's."""
    robot = robot_of("floating", seed, n=1 + seed % 3)
    Q, names = motion_of(robot, seed, 3), ("motion", "inertia", "payload", "gravity")
    live = numbers_for(robot, seed, (), names[1:])
    with mpmath.workdps(50):
        motion, values = [exactly(x) for x in Q], {name: exactly(x) for name, x in live.items()}
        ways = [np.array([moved(robot, motion[0], s * STEP, j) for j in range(robot.n)]) for s in (1, -1)]
        up, down = (jn.rnea(robot, q, *motion[1:], parameters=values) for q in ways)
        by_q = np.swapaxes((up - down) / (2 * STEP), -1, -2).astype(float)
    by_motion = np.stack([by_q, *(by_differences(_along(robot, motion, values, k), Q[k]) for k in (1, 2))])
    expected = {"motion": by_motion} | exact_partials(jn.rnea, lambda x: x, robot, Q, names[1:], live)
    found = jn.rnea_partials(robot, *Q, by=names, parameters=live)
    compare(found, expected, PARTIAL)
    compare(jn.inverse_dynamics_derivatives(robot, *Q, by=names, parameters=live), expected, PARTIAL)


def _along(robot, motion, values, k):
    return lambda x: jn.rnea(robot, *motion[:k], x, *motion[k + 1 :], parameters=values)


@pytest.mark.parametrize("seed", range(10))
def test_inertia_gives_the_regressor(seed):
    """tau is linear in it; and what rigid motors need is the same."""
    robot = robot_of("floating" if seed % 2 else "rigid", seed)
    Q = motion_of(robot, seed, 3)
    Y = jn.regressor(robot, *Q)
    assert_close(jn.rnea_partials(robot, *Q, by="inertia")["inertia"], Y)
    assert_close(jn.inverse_dynamics_derivatives(robot, *Q, by="inertia")["inertia"], Y)


@pytest.mark.parametrize("seed", range(5))
def test_torque_is_linear_in_the_payload(seed):
    """Torque is linear in it where no dry friction bends the line: one slope for a payload of any size."""
    robot, rng = robot_of("elastic", seed, n=4), np.random.default_rng(seed)
    Q, p = motion_of(robot, seed, robot.motion_order + 1), rng.normal(size=10)
    p[0] = abs(p[0])  # no mass is negative
    free = robot.with_parameters({"coulomb_friction": np.zeros(4)})
    slope = jn.inverse_dynamics_derivatives(free, *Q, by="payload")["payload"]
    loaded = jn.inverse_dynamics(free, *Q, parameters={"payload": p}).tau_m
    assert_close(loaded, jn.inverse_dynamics(free, *Q).tau_m + slope @ p)


# ---------------------------------------------------------------- shapes


@pytest.mark.parametrize("kind", ["elastic", "rotors", "rigid"])
def test_without_names_it_is_the_array_of_motion(kind):
    robot = robot_of(kind, 3, n=2)
    order = robot.motion_order
    Q = motion_of(robot, 3, order + 3, (3, 1, 2))
    array = jn.inverse_dynamics_derivatives(robot, *Q)
    assert array.shape == (order + 3, 3, 1, 2, 2, 2)
    assert not array[order + 1 :].any()
    for by in (("motion",), "motion", ["motion", "gravity"], ("gravity", "motion", "gravity")):
        found = jn.inverse_dynamics_derivatives(robot, *Q, by=by)
        assert list(found) == list(dict.fromkeys([by] if isinstance(by, str) else by))
        assert_close(found["motion"], array)
    alone = jn.inverse_dynamics_derivatives(robot, *Q, by="gravity")
    assert list(alone) == ["gravity"]
    assert alone["gravity"].shape == (3, 1, 2, 2, 3)
    assert_close(alone["gravity"], found["gravity"])
    partials = jn.rnea_partials(robot, *Q[:3])
    assert partials._fields == ("dq", "dqd", "dqdd")
    assert partials.dq.shape == (3, 1, 2, 2, 2)
    assert jn.rnea_partials(robot, *Q[:3], by="motion")["motion"].shape == (3, 3, 1, 2, 2, 2)


@pytest.mark.parametrize("symbol", [casadi.SX, casadi.MX], ids=["SX", "MX"])
@pytest.mark.parametrize("kind", ["elastic", "rotors", "rigid"])
def test_casadi(kind, symbol):
    """Expressions of the same values, parameters live or the robot's own."""
    robot = robot_of(kind, 6, n=2)
    Q, by = motion_of(robot, 6, robot.motion_order + 1), ("motion", "stiffness", "inertia")
    x, g = [symbol.sym(f"x{k}", 2) for k in range(len(Q))], symbol.sym("g", 3)
    found = jn.inverse_dynamics_derivatives(robot, *x, by=by, parameters={"gravity": g})
    values = [*Q, np.array([1.0, 2.0, 3.0])]
    answers = casadi.Function("f", [*x, g], [*found["motion"], found["stiffness"], found["inertia"]]).call(values)
    expected = jn.inverse_dynamics_derivatives(robot, *Q, by=by, parameters={"gravity": values[-1]})
    for a, b in zip(answers, [*expected["motion"], expected["stiffness"], expected["inertia"]], strict=True):
        assert_close(np.array(a), b)


# ---------------------------------------------------------------- native code


@pytest.mark.native
@pytest.mark.parametrize("batch", [(), (5,)], ids=str)
@pytest.mark.parametrize("kind", ["elastic", "rotors", "rigid"])
def test_native(kind, batch):
    """The same numbers with and without names, in whatever order they are asked for: compiled code is not mixed up."""
    robot = robot_of(kind, 4, n=2)
    Q, live = motion_of(robot, 4, robot.motion_order + 1, batch), numbers_for(robot, 4, batch, NAMES)
    for by in ((), ("stiffness",), ("motion", "stiffness"), ("rotor_inertia", "stiffness"), ("inertia",)):
        for name, function, motion in (
            ("motor", jn.inverse_dynamics_derivatives, Q),
            ("joint", jn.rnea_partials, Q[:3]),
        ):
            found = function(robot, *motion, by=by, parameters=live)
            expected = plainly(function, robot, *motion, by=by, parameters=live)
            pairs = zip(found.values(), expected.values()) if by else [(np.array(found), np.array(expected))]
            for a, b in pairs:
                assert_close(a, b, NATIVE, f"{name} by {by}")


@pytest.mark.native
def test_parameters_and_slopes_of_them_are_two_programs():
    """The same inputs, other outputs: each has its own code on disk."""
    robot = robot_of("rigid", 8, n=2).with_drives(stiffness=[300.0, 400.0], rotor_inertia=0.3)
    Q, K = motion_of(robot, 8, 5), np.array([311.0, 411.0])
    motion = jn.inverse_dynamics_derivatives(robot, *Q, parameters={"stiffness": K})
    found = jn.inverse_dynamics_derivatives(robot, *Q, by=("motion", "stiffness"), parameters={"stiffness": K})
    expected = plainly(jn.inverse_dynamics_derivatives, robot, *Q, by=("motion", "stiffness"), parameters={"stiffness": K})
    assert_close(motion, expected["motion"], NATIVE)
    for name, x in found.items():
        assert_close(x, expected[name], NATIVE)
