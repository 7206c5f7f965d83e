"""Live arms under hostile references, in Python and in exported C: no tick goes well with a torque beyond its bounds."""

import numpy as np
import pytest

import jounce as jn
from support.flexible import MP, NMP, SIX, THREE, driven, posture
from support.live_c import run_exported

pytestmark = [pytest.mark.native, pytest.mark.slow]
LIMIT, RISE = 2.5e4, 5e6
"""Bounds of torque and torque rate [Nm, Nm/s]."""
ABSURD = 30.0
"""Times the torque of a rigid arm, of which torque without limits stays below."""
CASES = {
    "stable": (MP, 500.0, {}),
    "stable, bounded": (MP, 1000.0, {"torque": LIMIT, "torque_rate": RISE}),
    "stable, braked": (MP, 1000.0, {"brake": 0.03}),
    "stable, shaped": (MP, 1000.0, {"shape": 40.0}),
    "unstable": (NMP, 1000.0, {"tolerance": 1e-3}),
    "unstable, bounded": (NMP, 1000.0, {"tolerance": 1e-3, "torque": LIMIT, "torque_rate": RISE, "brake": 0.02}),
    "unstable, shaped": (NMP, 1000.0, {"tolerance": 1e-3, "shape": 40.0}),
    "three axes": (THREE, 1000.0, {}),
    "six axes": (SIX, 1000.0, {"torque": LIMIT}),
}
PLACES = {3: 6, 9: 4, 24: 2}
"""Poses at which an arm with so many joints begins."""
REFERENCES = 8
"""From each of them."""


def hostile(rng, y, rate, count):
    """Rows (count, 5, outputs): a move that may leave the reach, with something wrong on the way."""
    goal = y + rng.choice([0.02, 0.3, 2.0]) * rng.normal(size=len(y))
    path = jn.trajectory.rest_to_rest(y, goal, count / rate * rng.choice([0.5, 1.0, 4.0]), degree=9)
    rows = np.moveaxis(path(np.arange(1, count + 1) / rate, 4), 1, 0).copy()
    at, row, column = rng.integers(1, count), rng.integers(5), rng.integers(len(y))
    kind = rng.integers(8)
    if kind == 0:  # a jump that stays
        rows[at:, row, column] += 10.0 ** rng.uniform(-7, 2)
    elif kind == 1:  # one that does not
        rows[at, row, column] += 10.0 ** rng.uniform(-7, 9)
    elif kind == 2:
        rows[at, row, column] = rng.choice([np.nan, np.inf, -np.inf])
    elif kind == 3:
        rows[at, row, column] = rng.choice([1e300, -1e300, 1.7e308, 5e-324])
    elif kind == 4:  # rows of another motion
        rows[at:, row] *= rng.uniform(-2.0, 2.0)
    elif kind == 5:  # ticks that are left out, repeated, and in another order
        rows = rows[np.sort(rng.integers(0, count, count)) if at % 2 else rng.permutation(count)]
    elif kind == 6:
        rows[at:] = rng.normal(size=rows[at:].shape) * 10.0 ** rng.uniform(-3, 300)
    return rows


def rigid_torque(robot, q, rows):
    """Torque that rows may ask for so far (T,), of a rigid arm with a lever of 0.2 m a radian: no number of the gate."""
    M = np.abs(jn.mass_matrix(robot, q)).sum(axis=1)[driven(robot)].max()
    inertia = M + max(robot.joints[i].drive.reflected_inertia for i in driven(robot))
    weight = 3.0 * np.abs(jn.gravity_torque(robot, q)).max()
    v, a, snap = (np.linalg.norm(rows[:, k], axis=1) / 0.2 for k in (1, 2, 4))
    return weight + inertia * np.maximum.accumulate(1.0 + a + v**2 + 1e-2 * snap)


@pytest.mark.parametrize("name", CASES)
def test_hostile_references(tmp_path, name):
    robot, rate, options = CASES[name]
    rng = np.random.default_rng(list(CASES).index(name))
    live = jn.live(robot, rate=rate, **options)
    faults, done = set(), 0
    while done < PLACES[robot.n]:
        q = posture(robot, rng.uniform(-1.2, 1.2, len(driven(robot))))
        try:
            live.begin(q)
        except (jn.errors.SingularityError, jn.errors.InputError, jn.errors.ConvergenceError):
            continue
        done += 1
        y = np.array(live.layout.parts(live.begun.inputs).y[0])
        start, torques, codes, taken = live.q[0].copy(), [], [], []
        for _ in range(REFERENCES):
            rows = hostile(rng, y, rate, 120)
            live.again()
            outcomes = [live.tick(row) for row in rows]
            code, tau = np.array([x.fault for x in outcomes]), np.array([x.tau_m for x in outcomes])
            faults |= set(code.tolist())
            _check(live, start, rows, code, tau, options)
            torques.append(tau), codes.append(code), taken.append(rows)
        _check_c(live, tmp_path / f"c{done}", taken, codes, torques)
    assert {jn.flexible.Fault.NONE, jn.flexible.Fault.NOT_FINITE} <= faults
    assert len(faults) >= 4, faults


def _check(live, q, rows, code, tau, options):
    """Of one sequence of ticks."""
    assert np.isfinite(tau).all()
    well = code == jn.flexible.Fault.NONE
    latched = np.flatnonzero(~well & (code != jn.flexible.Fault.NOT_FINITE))
    if len(latched):
        assert set(code[latched[0] :]) == {code[latched[0]]}  # it stays
    if "torque" in options:
        assert np.abs(tau).max() <= LIMIT
    if "torque_rate" in options:
        assert np.abs(np.diff(tau, axis=0)).max() * live.rate <= RISE * (1.0 + 1e-9)
    if "shape" not in options and "torque" not in options:
        with np.errstate(all="ignore"):
            usual = rigid_torque(live.robot, q, rows[well]) if well.any() else np.zeros(0)
        assert (np.abs(tau[well]).max(axis=1, initial=0.0) <= ABSURD * usual).all()
    # the torque after a fault is no larger than what was there before and what holds the arm
    if len(latched):
        first = latched[0]
        before = np.abs(tau[:first]).max(initial=0.0)
        weight = 3.0 * np.abs(jn.gravity_torque(live.robot, q)).max()
        braked = np.abs(live.robot.joints[driven(live.robot)[0]].drive.reflected_inertia) if options.get("brake") else 0.0
        assert braked or np.abs(tau[first:]).max() <= max(before, weight) * (1.0 + 1e-9) + 1e-6


def _check_c(live, folder, taken, codes, torques):
    """All sequences one after the other, each from a fresh start: the same bits, and the same faults."""
    live.again()
    for k, (rows, code, tau) in enumerate(zip(taken, codes, torques)):
        ticks = rows[:, 0] if live.layout.shaped else rows.reshape(len(rows), -1)
        good, said, found = run_exported(live, folder, np.ascontiguousarray(ticks), build=k == 0)
        assert np.array_equal(found, tau)
        assert np.array_equal(good, code == jn.flexible.Fault.NONE)
        assert np.array_equal(said, np.where(code == jn.flexible.Fault.NOT_FINITE, 0, code))


@pytest.mark.parametrize("name", ["stable", "stable, braked", "unstable, bounded", "stable, shaped"])
def test_plain_python_refuses_the_same(name):
    """The same faults in the same ticks, and the same torque but for rounding."""
    robot, rate, options = CASES[name]
    rng = np.random.default_rng(7)
    q = posture(robot, [0.4, 1.1])
    arms = []
    for backend in ("native", "python"):
        with jn.backend(backend):
            arms.append(jn.live(robot, rate=rate, **options))
            arms[-1].begin(q)
    y = np.array(arms[0].layout.parts(arms[0].begun.inputs).y[0])
    for _ in range(10):
        rows = hostile(rng, y, rate, 40)
        seen = []
        for live in arms:
            live.again()
            seen.append([live.tick(row) for row in rows])
        native, plain = seen
        assert [x.fault for x in native] == [x.fault for x in plain]
        one, other = (np.array([x.tau_m for x in part]) for part in seen)
        assert np.abs(one - other).max() <= 1e-6 * max(1.0, np.abs(one).max())
