"""`parameters=`: every function with live numbers against the robot rebuilt with them, on all kinds of robots and numbers."""

import dataclasses

import casadi
import mpmath
import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.spatial.geometry import Placement
from support import reference
from support.cases import some
from support.live import KINDS, motion_of, numbers_for, parts, robot_of
from support.random_robots import plainly
from support.tolerances import ALGEBRA, CHAIN, assert_close

LIVE = 1e-14
"""The same numbers by the same equations: what is left is how the rebuilt robot's inertia was rounded."""
TUMBLING = 2e-13
"""Of C where joints have several freedoms: in its third and fourth derivatives terms a hundred times as large cancel."""
NATIVE = 1e-13
"""Native against plain: a few ulp, as a product and a sum may be rounded once."""
ROBOTS = 40
"""Of each kind."""

# name: (function, arrays that it takes, 0: all that the robot needs; whether more arrays give time derivatives)
FUNCTIONS = {
    "rnea": (jn.rnea, 3, True),
    "mass_matrix": (jn.mass_matrix, 1, True),
    "coriolis_matrix": (jn.coriolis_matrix, 2, True),
    "gravity_torque": (jn.gravity_torque, 1, True),
    "tool_pose": (jn.tool_pose, 1, True),
    "jacobian": (jn.jacobian, 1, True),
    "com_jacobian": (jn.com_jacobian, 1, True),
    "regressor": (jn.regressor, 3, True),
    "slotine_li_regressor": (jn.slotine_li_regressor, 4, False),
    "state_derivatives": (jn.state_derivatives, 2, False),
    "parameter_derivatives": (jn.parameter_derivatives, 2, False),
    "forward_dynamics": (jn.forward_dynamics, 3, False),
    "energy": (jn.energy, 2, True),
    "dynamic_matrices": (jn.dynamic_matrices, 2, True),
    "rnea_partials": (jn.rnea_partials, 3, False),
    "elastic_forward_dynamics": (jn.elastic_forward_dynamics, 5, False),
    "inverse_dynamics": (jn.inverse_dynamics, 0, False),
    "inverse_dynamics_derivatives": (jn.inverse_dynamics_derivatives, 0, False),
    "rotor_coupling": (jn.dynamics.rotor_coupling, 1, True),
    "motor_terms": (jn.dynamics.motor_terms, 3, False),
}
INVERSE = ("inverse_dynamics", "inverse_dynamics_derivatives")
OF_MOTORS = ("elastic_forward_dynamics", "inverse_dynamics", "rotor_coupling", "motor_terms")
VANISH = ("coriolis_matrix", "dynamic_matrices", "state_derivatives", "parameter_derivatives", "motor_terms")
"""Functions of which a part may be zero but for rounding: C of one joint, say."""
MOST_JOINTS = 4
"""Of carried rotors whose torque is differentiated in plain Python: their graphs grow with every joint."""


def has(name, robot):
    """Whether the function is there for the robot."""
    if robot.nq != robot.n and name in OF_MOTORS:
        return False
    if any(joint.spring is not None for joint in robot.joints) and name in INVERSE:
        return False
    return name != "inverse_dynamics_derivatives" or not any(robot.rotors) or robot.n <= MOST_JOINTS


def prepared(name, robot, seed, order=0, batch=(), among=()):
    """(function, motion, parameters) of a call. among: batch axes of the parameters."""
    function, need, more = FUNCTIONS[name]
    need = need or robot.motion_order + 1
    live = numbers_for(robot, seed, among)
    if name in INVERSE:
        live.pop("damping", None)
    return function, motion_of(robot, seed, need + order * more, batch), live


def leads(name, part, order=1):
    """Whether the first axis of a result counts derivatives. order: time derivatives beyond the minimum."""
    return (FUNCTIONS[name][2] and order > 0) or part in ("tau_j", "theta") or name == "inverse_dynamics_derivatives"


NO_FLOOR = 0.0, 1.0
"""See `compare`: of results that do not vanish."""


def compare(name, found, expected, tolerance, floor, order=1):
    """Each derivative against the largest entry of it and of those before it; floor: of what else the rounding comes from.

    floor: (size, rate), what the terms of derivative k are made of is size rate^k.
    """
    size, rate = floor
    for (part, x), (_, y) in zip(parts(found), parts(expected), strict=True):
        assert x.shape == y.shape, f"{name}, {part}: {x.shape}, expected {y.shape}"
        scale = 0.0
        for k, (a, b) in enumerate(zip(x, y) if leads(name, part, order) else [(x, y)]):
            scale = max(scale, size * rate**k, np.abs(b).max(initial=0.0))
            error = np.abs(a - b).max(initial=0.0)
            assert error <= tolerance * scale, f"{name}, {part}, derivative {k}: {error / scale:.1e} > {tolerance:.0e}"


def floor_of(name, robot, Q):
    """Of results that vanish: what their terms are made of, inertia and weight times a rate, and one rate more a derivative."""
    if name not in (*VANISH, "rnea_partials"):  # by the velocity of one joint alone nothing changes
        return NO_FLOOR
    size = np.abs(jn.mass_matrix(robot, Q[0])).max() + np.abs(jn.gravity_torque(robot, Q[0])).max()
    rate = max(1.0, *(np.abs(x).max() for x in Q[1:]))
    return size * rate, rate


# ---------------------------------------------------------------- one robot in the place of another


@pytest.mark.parametrize("seed", some(range(ROBOTS), 15))
@pytest.mark.parametrize("kind", KINDS)
def test_live_numbers_are_those_of_the_rebuilt_robot(kind, seed):
    """75 robots, or 200; every function; orders 0 to 4 in turn."""
    robot = robot_of(kind, seed)
    for k, name in enumerate(FUNCTIONS):
        if has(name, robot):
            order = (seed + k) % 5
            function, Q, live = prepared(name, robot, seed, order)
            other = robot.with_parameters(live)
            tolerance = TUMBLING if kind == "floating" and name in VANISH else LIVE
            found, expected = function(robot, *Q, parameters=live), function(other, *Q)
            compare(name, found, expected, tolerance, floor_of(name, other, Q), order)


@pytest.mark.parametrize("seed", some(range(ROBOTS), 20))
def test_the_very_same_numbers(seed):
    """With inertia as the rebuilt robot has it, not as it was rounded on the way there, nothing is left to cancel."""
    robot = robot_of("floating", seed)
    for k, name in enumerate(VANISH):
        if has(name, robot):
            order = (seed + k) % 5
            function, Q, live = prepared(name, robot, seed, order)
            other = robot.with_parameters(live)
            same = {key: x for key, x in live.items() if key != "payload"} | {"inertia": other.parameter_values("inertia")}
            compare(name, function(robot, *Q, parameters=same), function(other, *Q), LIVE, floor_of(name, other, Q), order)


def test_the_robots_are_mixed():
    robots = [robot_of(kind, seed) for kind in KINDS for seed in range(ROBOTS)]
    types = {joint.type for robot in robots for joint in robot.joints}
    assert types == {"revolute", "continuous", "prismatic", "spherical", "floating"}
    drives = [drive for robot in robots for drive in robot.drives]
    assert any(drive is None for drive in drives)
    stated = {(drive.elastic, drive.coupling) for drive in drives if drive is not None}
    assert stated == {(elastic, coupling) for elastic in (False, True) for coupling in ("spong", "full")}
    assert {robot.motion_order for robot in robots} >= {2, 4, 6, 8}


@pytest.mark.parametrize("name", ["inertia", "payload", "gravity", "stiffness", "rotor_inertia", "viscous_friction"])
@pytest.mark.parametrize("seed", range(3))
def test_each_alone(name, seed):
    """What is not given stays the robot's own; and each makes a difference."""
    robot = robot_of("elastic", seed, n=5)
    _, Q, live = prepared("inverse_dynamics", robot, seed)
    one = {name: live[name]}
    found = jn.inverse_dynamics(robot, *Q, parameters=one)
    compare("inverse_dynamics", found, jn.inverse_dynamics(robot.with_parameters(one), *Q), LIVE, NO_FLOOR)
    assert np.abs(found.tau_m - jn.inverse_dynamics(robot, *Q).tau_m).max() > 1e-6


def test_own_numbers_change_nothing():
    for kind in KINDS:
        robot = robot_of(kind, 3)
        _, Q, live = prepared("rnea", robot, 3, order=2)
        own = {name: robot.parameter_values(name) for name in live}
        assert_close(jn.rnea(robot, *Q, parameters=own), jn.rnea(robot, *Q), LIVE)
        assert (jn.rnea(robot, *Q, parameters={}) == jn.rnea(robot, *Q)).all()


@pytest.mark.parametrize("wrench", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_springs_that_are_not_linear(seed, wrench):
    """Laws stay what they are beside live stiffness of linear springs; batches of drives, of links, and of both."""
    robot = robot_of("elastic", seed, n=4)
    laws = [jn.robot.HardeningSpring(300.0, 2e4), 500.0, np.inf, jn.robot.HardeningSpring(200.0, 1e3)]
    robot = robot.with_drives(stiffness=laws, rotor_inertia=0.3, viscous_friction=1.0, coulomb_friction=1.0, coulomb_speed=0.5)
    Q, rng = motion_of(robot, seed, 5, (2,)), np.random.default_rng(seed)
    more = {"wrench": tuple(rng.normal(size=(3, 6))), "link": 1} if wrench else {}
    live = numbers_for(robot, seed, (3, 1), ("inertia", "payload", "gravity", "rotor_inertia", "viscous_friction"))
    live["stiffness"] = rng.uniform(300.0, 600.0, size=(3, 1, 4))
    for names in (tuple(live), ("stiffness",), ("rotor_inertia", "viscous_friction"), ("gravity",)):
        given = {name: live[name] for name in names}
        found = jn.inverse_dynamics(robot, *Q, parameters=given, **more)
        for i, j in np.ndindex(3, 2):
            other = robot.with_parameters({name: x[i, 0] for name, x in given.items()})
            here = type(found)(*(x[..., i, j, :] for x in found))
            compare("inverse_dynamics", here, jn.inverse_dynamics(other, *(x[j] for x in Q), **more), LIVE, NO_FLOOR)


# ---------------------------------------------------------------- every sample another robot

BATCHES = {"together": ((5,), (5,)), "broadcast": ((2,), (3, 1)), "one motion": ((), (4,))}
"""Batch axes of the motion and of the parameters."""


def check_batch(name, robot, seed, batch, among, tolerance):
    function, Q, live = prepared(name, robot, seed, 1, batch, among)
    found = function(robot, *Q, parameters=live)
    shape = np.broadcast_shapes(batch, among)
    for index in np.ndindex(shape):
        own = {k: np.broadcast_to(x, (*shape, x.shape[-1]))[index] for k, x in live.items()}
        here = [np.broadcast_to(x, (*shape, x.shape[-1]))[index] for x in Q]
        other = robot.with_parameters(own)
        expected = plainly_here(function, other, *here)
        for (part, x), (_, y) in zip(parts(found), parts(expected), strict=True):
            if (name, part) == ("motor_terms", "B"):  # what the motion does not enter has the parameters' axes alone
                x = np.broadcast_to(x, (*shape, robot.n))
            x = x[(slice(None), *index)] if leads(name, part) else x[index]
            compare(name, {part: x}, {part: y}, tolerance, floor_of(name, other, here))


def plainly_here(function, *arguments):
    with jn.backend("python"):
        return function(*arguments)


@pytest.mark.parametrize("axes", BATCHES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_sample_may_be_another_robot(name, kind, axes):
    robot = robot_of(kind, 11, n=3)
    if has(name, robot):
        check_batch(name, robot, 11, *BATCHES[axes], LIVE)


# ---------------------------------------------------------------- native code


def of_each(names):
    """Pairs of function and kind. Functions of links see no drive and no spring: of the kinds that differ in these alone, one."""
    pairs = [(name, kind) for name in names for kind in KINDS]
    same = [(name, kind) for name, kind in pairs if name not in (*OF_MOTORS, *INVERSE) and kind in ("elastic", "held")]
    return some([*(pair for pair in pairs if pair not in same), *same], len(pairs) - len(same))


def conditioned(name):
    """Native and plain pivots differ in their last digits, which a solution multiplies by the condition of M."""
    return ALGEBRA if "forward" in name else NATIVE


@pytest.mark.native
@pytest.mark.parametrize(("name", "kind"), of_each(FUNCTIONS))
def test_native(name, kind):
    robot = robot_of(kind, 2, n=2 if kind != "floating" else 1)
    if has(name, robot):
        check_batch(name, robot, 2, (3,), (3,), conditioned(name))


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_native_of_more_robots(name, kind, seed):
    robot = robot_of(kind, seed, n=3)
    if has(name, robot):
        check_batch(name, robot, seed, (2,), (3, 1), conditioned(name))


@pytest.mark.native
def test_native_beyond_loops():
    """Robots that are too large for straight-line code have it all the same where their numbers are live."""
    robot = robot_of("rigid", 1, n=32)
    Q, live = motion_of(robot, 1, 3, (2,)), numbers_for(robot, 1, (2,), ("inertia", "payload", "gravity"))
    compare("rnea", jn.rnea(robot, *Q, parameters=live), plainly(jn.rnea, robot, *Q, parameters=live), NATIVE, NO_FLOOR, 0)


@pytest.mark.native
def test_one_sample_after_another():
    """Single samples take a short cut where nothing but the motion is given; with numbers they do not."""
    robot = robot_of("elastic", 5, n=3)
    for seed in range(4):
        _, Q, live = prepared("inverse_dynamics", robot, seed)
        for given in (None, live, {"stiffness": live["stiffness"]}, None):
            found = jn.inverse_dynamics(robot, *Q, parameters=given)
            expected = plainly(jn.inverse_dynamics, robot.with_parameters(given or {}), *Q)
            compare("inverse_dynamics", found, expected, NATIVE, NO_FLOOR)


# ---------------------------------------------------------------- other kinds of numbers

GENERIC = [name for name in FUNCTIONS if name not in ("motor_terms",)]
"""The terms of the motors are put together of NumPy arrays."""


def exactly(x):
    """Fifty digits, or as many as there are."""
    return np.vectorize(mpmath.mpf, otypes=[object])(np.nan_to_num(x, nan=1.0))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", GENERIC)
def test_mpmath(name, kind):
    """Numbers of fifty digits, for motion and parameters, and for parameters alone."""
    robot = robot_of(kind, 7, n=2)
    if not has(name, robot):
        return
    function, Q, live = prepared(name, robot, 7, order=2)
    expected = function(robot, *Q, parameters=live)
    with mpmath.workdps(50):
        numbers = {k: exactly(x) for k, x in live.items()}
        for motion in (Q, [exactly(x) for x in Q]):
            found = function(robot, *motion, parameters=numbers)
            pairs = parts(found)
            assert any(x.dtype == object for _, x in pairs)
            as_floats = {part: x.astype(float) for part, x in pairs}
            compare(name, as_floats, dict(parts(expected)), ALGEBRA, floor_of(name, robot, Q))


THREE_AXES = ("state_derivatives", "parameter_derivatives")
"""What CasADi has no matrices for."""


@pytest.mark.parametrize("symbol", [casadi.SX, casadi.MX], ids=["SX", "MX"])
@pytest.mark.parametrize(("name", "kind"), of_each(name for name in GENERIC if name not in THREE_AXES))
def test_casadi(name, kind, symbol):
    """Symbols for motion and parameters, for parameters alone, and for one parameter among numbers."""
    robot = robot_of(kind, 9, n=2)
    if not has(name, robot):
        return
    function, Q, live = prepared(name, robot, 9, order=1)
    live = {k: np.nan_to_num(x, nan=1.0) for k, x in live.items()}
    expected = function(robot, *Q, parameters=live)
    first = next(iter(live))
    for moves, names in ((True, tuple(live)), (False, tuple(live)), (False, (first,))):
        x = [symbol.sym(f"x{k}", len(v)) for k, v in enumerate(Q)] if moves else Q
        p = {k: symbol.sym(k, len(v)) if k in names else v for k, v in live.items()}
        symbols = [*(x if moves else []), *(p[k] for k in names)]
        values = [*(Q if moves else []), *(live[k] for k in names)]
        found = function(robot, *x, parameters=p)
        pairs = zip(found if isinstance(found, tuple) and isinstance(expected, tuple) else (found,), parts(expected), strict=True)
        for expressions, (part, y) in pairs:
            rows = expressions if isinstance(expressions, tuple) else (expressions,)
            answers = casadi.Function("f", symbols, list(rows)).call(values)
            numbers = np.array([np.array(a) for a in answers]).reshape(y.shape)
            compare(name, {part: numbers}, {part: y}, ALGEBRA, floor_of(name, robot, Q))


def test_numbers_of_casadi():
    """A DM is numbers: a column (n, 1) is (n,)."""
    robot = robot_of("elastic", 4, n=3)
    _, Q, live = prepared("inverse_dynamics", robot, 4)
    found = jn.inverse_dynamics(robot, *map(casadi.DM, Q), parameters={k: casadi.DM(x) for k, x in live.items()})
    assert found.tau_m.shape == (3,)
    compare("inverse_dynamics", found, jn.inverse_dynamics(robot, *Q, parameters=live), 0.0, NO_FLOOR)
    row = jn.rnea(robot, *(casadi.DM(x).T for x in Q[:3]))
    assert (row == jn.rnea(robot, *Q[:3])).all()


# ---------------------------------------------------------------- numbers that change on the way


def changing(robot, seed):
    """K, Kdot, Kddot (3, n)."""
    rng = np.random.default_rng(seed)
    K = rng.uniform(200.0, 800.0, size=robot.n)
    return np.stack([K, K * rng.normal(size=robot.n), K * rng.normal(size=robot.n)])


@pytest.mark.parametrize("seed", range(6))
def test_stiffness_in_time(seed):
    """As a jet it is what `stiffness=` says, and what differences of tau(t) / K(t) at 120 digits give."""
    robot = robot_of("elastic", seed, n=1 + seed)
    order = robot.motion_order
    if order == 2:
        robot = robot.with_drives(stiffness=300.0, rotor_inertia=0.2, gear_ratio=2.0)
        order = 4
    Q, K = motion_of(robot, seed, order + 1), changing(robot, seed)
    found = jn.inverse_dynamics(robot, *Q, parameters={"stiffness": jn.numbers.Jet.from_derivatives(list(K))})
    compare("inverse_dynamics", found, jn.inverse_dynamics(robot, *Q, stiffness=tuple(K)), 0.0, NO_FLOOR)

    def spring(i, tau, t):
        k, kd, kdd = (mpmath.mpf(x) for x in K[:, i])
        return tau / (k + kd * t + kdd * t**2 / 2)

    for x, y in zip(found, reference.motor(robot, Q, spring=spring), strict=True):
        rows = np.array(y, dtype=float)
        for a, b in zip(np.reshape(x, rows.shape), rows, strict=True):
            assert_close(a, b)


def test_a_jet_that_stands_still():
    robot = robot_of("elastic", 1, n=4)
    _, Q, live = prepared("inverse_dynamics", robot, 1)
    K = live["stiffness"]
    still = {**live, "stiffness": jn.numbers.Jet.from_derivatives([K, 0 * K, 0 * K])}
    compare(
        "inverse_dynamics",
        jn.inverse_dynamics(robot, *Q, parameters=still),
        jn.inverse_dynamics(robot, *Q, parameters=live),
        LIVE,
        NO_FLOOR,
    )
    alone = {**live, "stiffness": jn.numbers.Jet.from_derivatives([K])}
    compare(
        "inverse_dynamics",
        jn.inverse_dynamics(robot, *Q, parameters=alone),
        jn.inverse_dynamics(robot, *Q, parameters=live),
        LIVE,
        NO_FLOOR,
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_payload_that_grows(seed):
    """tau is linear in it: tau(t) = tau_0 + Y(t) p(t), differentiated by hand."""
    robot, rng = robot_of("rigid", seed, n=4), np.random.default_rng(seed)
    robot = dataclasses.replace(robot, links=tuple(dataclasses.replace(link, physical=False) for link in robot.links))
    Q, p = motion_of(robot, seed, 5), rng.normal(size=(3, 10))
    none = jn.rnea(robot, *Q)
    Y = np.stack([jn.rnea(robot, *Q, parameters={"payload": e}) - none for e in np.eye(10)], axis=-1)
    expected = none + np.stack([Y[0] @ p[0], Y[1] @ p[0] + Y[0] @ p[1], Y[2] @ p[0] + 2.0 * Y[1] @ p[1] + Y[0] @ p[2]])
    found = jn.rnea(robot, *Q, parameters={"payload": jn.numbers.Jet.from_derivatives(list(p))})
    for a, b in zip(found, expected, strict=True):
        assert_close(a, b)


@pytest.mark.native
def test_jets_natively_and_in_batches():
    robot = robot_of("elastic", 1, n=3)
    Q, K = motion_of(robot, 2, 5, (4,)), changing(robot, 2)
    for rows in (list(K), [np.broadcast_to(k, (4, 3)) for k in K], [K[0], np.outer(np.ones(4), K[1]), K[2]]):
        live = {"stiffness": jn.numbers.Jet.from_derivatives(rows)}
        expected = plainly(jn.inverse_dynamics, robot, *Q, stiffness=tuple(K))
        compare("inverse_dynamics", jn.inverse_dynamics(robot, *Q, parameters=live), expected, NATIVE, NO_FLOOR)


@pytest.mark.parametrize("seed", range(3))
def test_stiffness_in_time_where_rotors_are_carried(seed):
    """As many derivatives as the motion's; one that stands still is the number, and fewer are refused."""
    robot = robot_of("rotors", seed, n=3)
    _, Q, live = prepared("inverse_dynamics", robot, seed)
    K, order = np.nan_to_num(live["stiffness"], nan=1.0), robot.motion_order - 2
    still = {**live, "stiffness": jn.numbers.Jet.from_derivatives([K, *[0 * K] * order])}
    expected = jn.inverse_dynamics(robot, *Q, parameters=live)
    compare("inverse_dynamics", jn.inverse_dynamics(robot, *Q, parameters=still), expected, LIVE, NO_FLOOR)
    if order > 1:
        with pytest.raises(InputError, match=f"stiffness is a jet of order 1, but the result has {order} time derivatives"):
            jn.inverse_dynamics(robot, *Q, parameters={"stiffness": jn.numbers.Jet.from_derivatives([K, K])})


def later(rows, h):
    """Derivatives of a polynomial in time at a later time, from those now."""
    return [sum(rows[k + j] * h**j / mpmath.factorial(j) for j in range(len(rows) - k)) for k in range(len(rows))]


@pytest.mark.parametrize("seed", range(3))
def test_motors_follow_a_changing_stiffness(seed):
    """Carried rotors: velocity and acceleration of the motors are slopes of what the same call says before and after.

    With that, and with accelerations that `elastic_forward_dynamics` finds again, nothing is left that could be wrong.
    """
    robot = robot_of("rotors", seed, n=3)
    order, rng, h = robot.motion_order - 2, np.random.default_rng(seed), mpmath.mpf(10) ** -12
    K = [np.nan_to_num(numbers_for(robot, seed)["stiffness"], nan=1.0) * rng.normal(size=3) ** (k > 0) for k in range(order + 1)]
    with mpmath.workdps(50):
        Q, rates = ([exactly(x) for x in rows] for rows in (motion_of(robot, seed, order + 3), K))

        def at(t):
            live = {"stiffness": jn.numbers.Jet.from_derivatives(later(rates, t))}
            return jn.inverse_dynamics(robot, *later(Q, t), parameters=live)

        now, slope = at(0), (at(h).theta - at(-h).theta) / (2 * h)
    assert_close(slope[:2].astype(float), now.theta[1:].astype(float))
    theta, thetad, thetadd = now.theta.astype(float)
    q, qd, qdd = (x.astype(float) for x in Q[:3])
    tau_m = now.tau_m.astype(float)
    found = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau_m, parameters={"stiffness": K[0]})
    assert_close(found[0], qdd, CHAIN)
    assert_close(found[1], thetadd, CHAIN)


def test_a_jet_that_is_too_short():
    robot = robot_of("elastic", 1, n=2)
    Q, K = motion_of(robot, 1, 5), np.ones(2)
    with pytest.raises(InputError, match="stiffness is a jet of order 1, but the result has 2 time derivatives.*an array"):
        jn.inverse_dynamics(robot, *Q, parameters={"stiffness": jn.numbers.Jet.from_derivatives([K, K])})
    with pytest.raises(InputError, match="gravity is a jet of order 1.*2 time derivatives"):
        jn.rnea(robot, *Q, parameters={"gravity": jn.numbers.Jet.from_derivatives([np.ones(3)] * 2)})
    longer = jn.numbers.Jet.from_derivatives([np.full(2, 300.0), *[K] * 5])
    short = jn.numbers.Jet.from_derivatives([np.full(2, 300.0), K, K])
    found, expected = (jn.inverse_dynamics(robot, *Q, parameters={"stiffness": x}) for x in (longer, short))
    compare("inverse_dynamics", found, expected, 0.0, NO_FLOOR)


@pytest.mark.native
def test_payload_where_the_frame_of_the_tool_says():
    """Two robots that differ in the placement of a frame only, by a rotation that exchanges x, y and z."""
    robot = jn.load("kuka_lwr")
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, 7))
    payload = np.array([2.0, 0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.01, 0.02, 0.03])
    for rotation in (np.eye(3), np.roll(np.eye(3), 1, axis=0)):
        frame = jn.robot.Frame("flange", robot.links[-1].name, Placement(tuple(map(tuple, rotation.tolist()))))
        turned = dataclasses.replace(robot, frames=(*robot.frames, frame), tool=jn.robot.Tool("flange"))
        found = jn.rnea(turned, q, qd, qdd, parameters={"payload": payload})
        assert_close(found, jn.rnea(turned.with_parameters({"payload": payload}), q, qd, qdd), ALGEBRA)
