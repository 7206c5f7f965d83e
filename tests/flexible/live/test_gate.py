"""The gate of live arms: ticks that are refused, the safe torque in their place, and references that a filter shapes."""

import shutil
import subprocess
from dataclasses import replace
from math import factorial

import numpy as np
import pytest

import jounce as jn
from jounce.errors import FaultError, InputError, LimitError, SingularityError
from jounce.flexible.live.gate import critically_damped
from jounce.numerics.backward_differences import growth
from support.flexible import DIAGONAL, LINE, MP, NMP, THREE, carried, posture, started, three_axes
from support.live_c import run_exported
from support.tolerances import assert_close

pytestmark = pytest.mark.native
RATE = 500.0
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
BENT, STRAIGHT = np.array([0.3, 0.8, 0.0]), np.full(3, 0.3)
BACKENDS = ["native", "python"]


def resting(live):
    """Outputs where an arm was begun."""
    return np.array(live.layout.parts(live.begun.inputs).y[0])


def ticks(live, path, count, order=4):
    """What a path gives in ticks from its beginning on (T, order+1, outputs)."""
    return np.moveaxis(path(path.start_time + np.arange(1, count + 1) / live.rate, order), 1, 0)


def smooth(live, change, duration, degree=9):
    """A move from rest."""
    y = resting(live)
    return jn.trajectory.rest_to_rest(y, y + np.asarray(change), duration, degree=degree)


def stepped(live, rows):
    """Torques of ticks (T, m)."""
    return np.array([live.step(row) for row in rows])


def begun(robot, q, rate=RATE, **options):
    live = jn.live(robot, rate=rate, **options)
    live.begin(q)
    return live


# ---------------------------------------------------------------- singular poses


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("duration", [1.0, 0.5])
def test_towards_a_singular_pose(backend, duration):
    """An arm that is to stretch beyond its reach: no tick goes well with a torque that is not one of the motion before."""
    with jn.backend(backend):
        live = begun(MP, STRAIGHT)
        rows = ticks(live, smooth(live, [0.05, -0.05], duration), int(0.55 * duration * RATE))
        with pytest.raises(FaultError, match="singular") as error:
            stepped(live, rows)
        assert error.value.fault == live.fault == jn.flexible.Fault.SINGULAR
        live.again()
        torques = [np.abs(tau).max() for fault, tau in map(live.tick, rows) if not fault]
    assert 0.15 < live.q[0, 1] < 0.25  # from 0.3 at rest; stretched at 0, and 23 kNm from 0.12 on
    largest = max(torques)
    assert largest < 4.0 * max(torques[: int(0.8 * len(torques))])  # 2.5e6 times without a gate
    assert np.abs(error.value.tau_m).max() <= largest


def test_poses_at_which_an_arm_may_not_begin():
    """Stretched along any direction, folded back onto its base, and with its tool on the axis of the first motor."""
    for q in ([0.0, 0.05, 0.0], [0.8, 0.02, 0.0], [np.pi / 2, -0.05, 0.0], [0.4, 3.1, 0.0]):
        with pytest.raises(SingularityError, match="singularity="):
            jn.live(MP).begin(q)
    begun(MP, [0.8, 0.05, 0.0], singularity=0.01)
    above = posture(THREE, [0.3, -0.1, 0.5])
    y = jn.tool_pose(THREE, above)[0]
    with pytest.raises(SingularityError):
        jn.live(THREE).begin(_over_the_axis(y))


def _over_the_axis(y):
    """A posture of the three-axis arm with the tool above axis 1."""
    poses = np.random.default_rng(1).uniform(-3.0, 3.0, (20000, 2))
    q = np.array([posture(THREE, [0.0, *pose]) for pose in poses])
    x = jn.tool_pose(THREE, q)[0][:, 0]
    return q[np.abs(x).argmin()]


def test_the_end_of_the_preview_is_looked_at():
    """An arm with an unstable zero refuses what it would do a preview later."""
    live = begun(NMP, [0.3, 0.5, 0.0], 1000.0)
    path = smooth(live, [0.3, 0.0], 0.5)
    with pytest.raises(FaultError, match="at the end of the preview"):
        stepped(live, ticks(live, path, 500))


def test_ticks_at_which_swings_would_grow_are_refused():
    """Formulas of sixth order amplify swings along zeros that are too fast for a tick, stable as they are."""
    zeros = np.array([-2.7 + 3333j, -2.7 - 3333j])
    assert growth(zeros, 1e-3, 6) > 1.1
    assert growth(zeros, 1e-5, 6) < 1.0
    assert growth(np.array([-5.0 + 50j]), 1e-3, 6) < 1.0
    rng = np.random.default_rng(0)
    poses = [posture(THREE, rng.uniform(-1.2, 1.2, 3)) for _ in range(12)]
    stable = [q for q in poses if jn.zero_dynamics(THREE, q).minimum_phase]
    assert stable
    for q in stable:
        with pytest.raises(InputError, match="rate: 1000 Hz is too low"):
            jn.live(THREE, rate=1000.0, singularity=0.0).begin(q)


# ---------------------------------------------------------------- rows


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("row", "jump"), [(0, 1e-3), (0, 1e-5), (1, 0.02), (2, 5.0), (3, 5e3), (0, 1e300), (4, 1e12)])
def test_rows_that_jump(backend, row, jump):
    """From rest and on the way: a fault instead of 71 kNm, whose torque is no further than the last one can be from rest."""
    with jn.backend(backend):
        live = begun(MP, BENT)
        still = np.zeros((5, 2))
        still[0] = resting(live)
        path = ticks(live, smooth(live, [0.1, 0.1], 0.5), 40)
        for before in (np.repeat(still[None], 3, axis=0), path):
            live.again()
            last = [live.step(x) for x in before][-1]
            kept = before[-1].copy()
            kept[row, 1] += jump
            first = live.tick(kept)
            tick = first if first.fault else live.tick(kept)  # the highest row has no other one that tells at once
            assert tick.fault in (jn.flexible.Fault.JUMP, jn.flexible.Fault.TORQUE, jn.flexible.Fault.TORQUE_RATE), tick
            assert row == 4 or tick.fault == jn.flexible.Fault.JUMP
            assert np.abs(tick.tau_m).max() <= np.abs(last).max() + 1e-9


def test_rows_of_one_motion_pass():
    """Of splines whose snap jumps, of lines at every rate, of angles that wrap, of numbers with seven digits."""
    for rate in (200.0, 1000.0, 8000.0):
        live = begun(MP, started(MP, LINE), rate)
        for row in ticks(live, LINE, int(0.1 * rate)):
            live.step(row)
    live = begun(MP, BENT, 1000.0)
    y = resting(live)
    rough = jn.trajectory.rest_to_rest(y, y + 0.05, 0.3, degree=7)  # no fourth derivative at its ends
    for row in ticks(live, rough, 350):
        live.step(row)
    live.again()
    for row in ticks(live, smooth(live, [0.1, 0.1], 0.5), 300):
        live.step(row.astype(np.float32))


def test_an_angle_may_wrap_forward_in_time():
    """Where an output is an angle, a jump by a turn is none."""
    robot = _with_pitch()
    q = np.array([0.3, 0.8, 0.0])
    live = begun(robot, q, 1000.0)
    y = resting(live)
    goal = y + np.array([0.05, 0.1])
    path = jn.trajectory.rest_to_rest(y, goal, 0.3, degree=9)
    plain = [live.step(row) for row in ticks(live, path, 200)]
    live.again()
    turned = ticks(live, path, 200).copy()
    turned[100:, 0, 1] += 2.0 * np.pi
    assert_close(np.array([live.step(row) for row in turned]), np.array(plain), 1e-9)
    turned[150:, 0, 1] += 0.5
    live.again()
    with pytest.raises(FaultError, match="pitch"):
        stepped(live, turned)


def _with_pitch():
    """An arm whose base is on a spring; its outputs are a position and an angle."""
    motor = jn.Drive(rotor_inertia=20.0)
    body = {"mass": 50.0, "com": (0.5, 0.0, 0.0), "inertia": (5.0, 5.0, 5.0, 0.0, 0.0, 0.0)}
    links = [
        jn.Link("ground"),
        jn.Link("base", 2000.0, inertia=(900.0,) * 3 + (0.0,) * 3),
        jn.Link("upper", **body),
        jn.Link("fore", **body),
    ]
    joints = [
        jn.Joint("foot", "revolute", "ground", "base", jn.robot.Placement(), (0, 1, 0), spring=jn.Spring(2e7, damping=6e4)),
        jn.Joint("a", "revolute", "base", "upper", jn.robot.Placement(), (0, 1, 0), drive=motor),
        jn.Joint("b", "revolute", "upper", "fore", jn.robot.Placement(origin=(1.0, 0, 0)), (0, 1, 0), drive=motor),
    ]
    robot = jn.Robot.build("pitching", links, joints, gravity=(0.0, 0.0, -9.81))
    return robot.with_tool("fore", xyz=(0.7, 0, 0), outputs=("x", "pitch"))


# ---------------------------------------------------------------- torque


@pytest.mark.parametrize("backend", BACKENDS)
def test_limits_of_the_robot_are_kept(backend):
    """Torque and torque rate of every tick, those after a fault included; stated by the robot or by an option."""
    limit, slope = 3000.0, 4e5
    bounded = MP.with_limits(motor_torque=limit, torque_rate=slope)
    with jn.backend(backend):
        live = begun(bounded, started(MP, LINE), 1000.0)
        told = begun(MP, started(MP, LINE), 1000.0, torque=limit, torque_rate={"joint1": slope, "joint2": slope})
        faults, last = [], np.zeros(3)
        for row in ticks(live, LINE, 60):
            fault, tau = live.tick(row)
            assert told.tick(row).fault == fault
            assert np.abs(tau).max() <= limit
            assert np.abs(tau - last).max() <= slope / live.rate * (1.0 + 1e-12)
            faults.append(fault)
            last = tau
    assert faults[0] == jn.flexible.Fault.NONE
    assert faults[-1] in (jn.flexible.Fault.TORQUE, jn.flexible.Fault.TORQUE_RATE)
    first = next(i for i, fault in enumerate(faults) if fault)
    assert set(faults[first:]) == {faults[-1]}


def test_torque_just_at_its_limit_passes():
    """Limits that are those of the motion but for rounding, as of a motion in least time."""
    live = begun(MP, BENT, 1000.0)
    rows = ticks(live, smooth(live, [0.2, 0.1], 0.5), 400)
    torque = np.array([live.step(row) for row in rows])
    peak = np.abs(torque).max(axis=0)[:2] * (1.0 - 1e-9)
    again = begun(MP, BENT, 1000.0, torque=[*peak, np.inf])
    tight = np.array([again.step(row) for row in rows])
    assert np.abs(tight).max(axis=0)[:2].tolist() == peak.tolist()
    assert np.abs(tight - torque).max() <= 1e-8 * peak.max()
    low = begun(MP, BENT, 1000.0, torque=0.9 * peak.min())
    with pytest.raises(FaultError, match="'joint[12]' would be"):
        stepped(low, rows)


def test_without_limits_torque_is_one_that_rows_ask_for():
    """With all other checks out of the way, a step of 1 mm and a pose that is singular still end in a fault."""
    free = {"jump": 1e9, "singularity": 0.0}
    live = begun(MP, BENT, **free)
    row = np.zeros((5, 2))
    row[0] = resting(live) + [1e-3, 0.0]
    assert live.tick(row).fault in (jn.flexible.Fault.TORQUE, jn.flexible.Fault.TORQUE_RATE)
    live = begun(MP, STRAIGHT, **free)
    rows = ticks(live, smooth(live, [0.05, -0.05], 1.0), 300)
    outcomes = [live.tick(x) for x in rows]
    assert outcomes[-1].fault
    gone_well = [np.abs(tau).max() for fault, tau in outcomes if not fault]
    # M qdd of a rigid arm of 1,200 kg m^2 at 0.5 m/s^2 and 2 m of reach
    assert max(gone_well) < 100.0 * 1200.0 * 0.5 / 2.0


# ---------------------------------------------------------------- after a fault


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("brake", [None, 0.05])
def test_a_fault_stays_and_torque_is_safe(backend, brake):
    """The weight of an arm is held in the end; before that its joints are stopped within a time, if so chosen."""
    robot = MP.with_gravity((0.0, 0.0, -9.81))
    with jn.backend(backend):
        live = begun(robot, BENT, 1000.0, brake=brake)
        rows = ticks(live, smooth(live, [-0.2, 0.1], 0.4), 200)
        for row in rows[:-1]:
            live.step(row)
        q, qd = live.q[0].copy(), live.q[1].copy()
        far = rows[-1].copy()
        far[0] += 0.1
        assert live.tick(far).fault == jn.flexible.Fault.JUMP
        torque = np.array([live.tick(rows[-1])[1] for _ in range(200)])
        assert live.fault == jn.flexible.Fault.JUMP
        with pytest.raises(InputError, match="failed, JUMP"):
            live.step(rows[-1])
        assert np.array_equal(live.q[0], q)
        live.again()
        assert live.fault == jn.flexible.Fault.NONE
        live.step(rows[0])
    stiff = replace(robot, joints=tuple(replace(j, spring=None) for j in robot.joints)).with_rigid_joints()
    held = jn.rnea(stiff, q, np.zeros(3), np.zeros(3))
    assert_close(torque[-1][:2], held[:2], 1e-12)
    if brake:
        slowed = jn.inverse_dynamics(stiff, q, np.zeros(3), np.array([*-qd[:2] / brake, 0.0])).tau_m
        assert_close(torque[30][:2], slowed[:2], 1e-9)
        assert_close(torque[60][:2], held[:2], 1e-9)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_state_of_something_else(backend):
    """Zeros, NaN and noise in place of a state give zero torque, and no success."""
    with jn.backend(backend):
        live = begun(MP, BENT)
        row = np.zeros((5, 2))
        row[0] = resting(live)
        for filled in (0.0, np.nan, 3.7, -1e9, np.inf):
            live.state = np.full_like(live.state, filled)
            fault, tau = live.tick(row)
            assert fault == live.fault == jn.flexible.Fault.NOT_BEGUN
            assert not tau.any()


@pytest.mark.parametrize("backend", BACKENDS)
def test_numbers_that_are_not_finite_hold_the_torque(backend):
    """And nothing has happened: the tick may be repeated."""
    with jn.backend(backend):
        live = begun(MP, BENT)
        rows = ticks(live, smooth(live, [0.1, 0.1], 0.5), 100)
        last = [live.step(row) for row in rows[:-1]][-1]
        for bad in (np.nan, np.inf, -np.inf):
            broken = rows[-1].copy()
            broken[2, 1] = bad
            state = live.state.copy()
            fault, tau = live.tick(broken)
            assert fault == jn.flexible.Fault.NOT_FINITE
            assert np.array_equal(tau, last)
            assert np.array_equal(live.state, state)
        assert live.tick(rows[-1]).fault == jn.flexible.Fault.NONE


def test_wrenches_and_parameters_that_are_not_finite():
    """As rows: no exception inside a loop."""
    live = begun(MP, BENT, wrench="link3", parameters="payload")
    rows = np.zeros((5, 2))
    rows[0] = resting(live)
    good = {"wrench": np.zeros((3, 6)), "parameters": {"payload": np.zeros(10)}}
    assert live.tick(rows, **good).fault == jn.flexible.Fault.NONE
    for bad in (np.nan, np.inf):
        assert live.tick(rows, **good | {"wrench": np.full((3, 6), bad)}).fault == jn.flexible.Fault.NOT_FINITE
        assert live.tick(rows, **good | {"parameters": {"payload": [bad] * 10}}).fault == jn.flexible.Fault.NOT_FINITE
    assert live.tick(rows, **good | {"wrench": np.full((3, 6), 1e300)}).fault
    assert live.fault != jn.flexible.Fault.NONE
    live.again()
    for absurd in ([1e300] * 10, [-1.0] + 9 * [0.0], [0.0, 1.0] + 8 * [0.0]):
        assert live.tick(rows, **good | {"parameters": {"payload": absurd}}).fault == jn.flexible.Fault.NOT_FINITE
    assert live.tick(rows, **good).fault == jn.flexible.Fault.NONE
    with pytest.raises(InputError, match="wrench"):
        live.tick(rows, wrench="W", parameters=good["parameters"])


def test_arms_that_motors_cannot_hold():
    heavy = MP.with_gravity((0.0, 0.0, -9.81))
    with pytest.raises(LimitError, match="'joint1' holds it at rest"):
        begun(heavy, BENT, torque=100.0)


def test_written_with_limits_that_let_nothing_move(tmp_path):
    """The sequence of the exported test is one that its gate lets pass."""
    live = begun(MP, BENT, 1000.0, torque=1e-3)
    live.write_c(tmp_path, "arm_live")
    command = ["cc", "-std=c99", "-O1", "arm_live.c", "test_arm_live.c", "-o", "test", "-lm"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=300)
    subprocess.run(["./test"], cwd=tmp_path, check=True, timeout=60)


# ---------------------------------------------------------------- references that are shaped


def test_the_filter_of_references():
    """Against the exponential series, and a step against its formula."""
    a, h, count = 30.0, 1e-3, 5
    A = np.eye(count, k=1)
    A[-1] = [-factorial(count) / factorial(k) / factorial(count - k) * a ** (count - k) for k in range(count)]
    series, term = np.eye(count), np.eye(count)
    for k in range(1, 30):
        term = term @ A * h / k
        series = series + term
    units = a ** np.arange(count)
    assert_close(critically_damped(a, h, count) * units / units[:, None], series * units / units[:, None], 1e-13)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("robot", [MP, NMP], ids=["stable", "unstable"])
def test_steps_that_are_shaped(backend, robot):
    """Outputs follow a step as a chain of first-order lags, rows are derivatives of each other, the tool arrives."""
    a, step = 40.0, np.array([1e-3, -2e-3])
    count = 500 if backend == "native" else 12
    with jn.backend(backend):
        live = begun(robot, [0.3, 1.2, 0.0], 1000.0, shape=a)
        y = resting(live)
        seen = []
        for _ in range(count):
            live.step(y + step)
            seen.append(live.layout.parts(live.state[-live.layout.size - _behind(live) : -_behind(live)]).y.copy())
    seen = np.array(seen)
    t = a * np.arange(1, count + 1) / 1000.0
    response = 1.0 - np.exp(-t) * sum(t**k / factorial(k) for k in range(5))
    assert np.abs(seen[:, 0] - y - np.multiply.outer(response, step)).max() < 1e-14  # of outputs of 3 m
    finer = np.gradient(seen[:, 0], 1e-3, axis=0)
    assert np.abs(finer[2:-2] - seen[2:-2, 1]).max() < 1e-2 * np.abs(seen[:, 1]).max()
    if backend == "native":
        tool = jn.tool_pose(robot, live.q[0])[0][[0, 2]]
        assert_close(tool, y + step, 1e-6)


def _behind(live):
    """Numbers of a state behind what the last tick took: six for each motor, and four more."""
    return 6 * live.robot.m + 4


def test_what_a_shaped_arm_takes(tmp_path):
    """Outputs alone, in Python and in C, where the header says so; rows beyond the first one are not read."""
    live = begun(MP, BENT, 1000.0, shape=40.0)
    y = resting(live)
    goals = np.where(np.arange(200)[:, None] < 100, y + [2e-3, 0.0], y - [0.0, 1e-3])
    torque = np.array([live.step(goal) for goal in goals])
    live.again()
    rows = np.full((200, 5, 2), 7.0)
    rows[:, 0] = goals
    assert np.array_equal(np.array([live.step(row) for row in rows]), torque)
    with pytest.raises(InputError, match="rows"):
        live.step(np.zeros(3))
    live.again()
    good, faults, found = run_exported(live, tmp_path, goals)
    assert np.array_equal(found, torque)
    assert good.all()
    assert not faults.any()
    assert "arm_live_step(arm_live_state *state, const double *goal, double *tau_m);" in (tmp_path / "arm_live.h").read_text()


# ---------------------------------------------------------------- C


@pytest.mark.parametrize("robot", [MP, NMP.with_limits(motor_torque=2e3)], ids=["stable", "unstable"])
@pytest.mark.parametrize("brake", [None, 0.02])
def test_faults_in_c(tmp_path, robot, brake):
    """Bit for bit those of Python, and the torque after them."""
    live = begun(robot, [0.3, 1.2, 0.0], 1000.0, brake=brake)
    rows = ticks(live, smooth(live, [0.05, 0.05], 0.1), 120)
    rows[30, 2, 0] = np.nan  # repeated in the next tick: a row is late by then, and jumps
    rows[60, 0, 1] += 1e-3
    outcomes = [live.tick(row) for row in rows]
    faults = np.array([fault for fault, _ in outcomes])
    live.again()
    good, said, torque = run_exported(live, tmp_path, rows.reshape(len(rows), -1))
    assert np.array_equal(torque, np.array([tau for _, tau in outcomes]))
    assert np.array_equal(good, faults == 0)
    assert np.array_equal(said, np.where(faults == jn.flexible.Fault.NOT_FINITE, 0, faults))
    header = (tmp_path / "arm_live.h").read_text()
    assert "int arm_live_fault(const arm_live_state *state);" in header
    assert ("stops the joints within 0.02 s" if brake else "holds the joints") in header


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
@pytest.mark.parametrize("arm", ["unstable", *(pytest.param(x, marks=pytest.mark.slow) for x in ("stable", "pushed", "shaped"))])
def test_analysed(tmp_path, arm):
    """gcc's analyser finds nothing in exported arms: no number is read that was not written."""
    if "-fanalyzer" not in subprocess.run(["gcc", "--help=common"], capture_output=True, text=True, check=True).stdout:
        pytest.skip("gcc without an analyser")
    robot, q, options = {
        "stable": (MP, started(MP, LINE), {}),
        "unstable": (NMP, started(NMP, DIAGONAL), {"preview": 0.1}),
        "pushed": (
            carried(NMP, 0.2),
            started(NMP, DIAGONAL),
            {"wrench": ("link3",), "parameters": ("payload",), "tolerance": 0.05},
        ),
        "shaped": (NMP, started(NMP, DIAGONAL), {"shape": 50.0, "brake": 0.1, "tolerance": 0.05}),
    }[arm]
    live = begun(robot, q, 1000.0, **options)
    with jn.backend("python"):
        live.write_c(tmp_path, "arm_live")
    command = ["gcc", "-std=c99", "-O1", "-fanalyzer", *STRICT, "-Wshadow", "-c", "arm_live.c", "-o", "arm_live.o"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=300)


# ---------------------------------------------------------------- wrong use


def test_wrong_options():
    for name, values in {
        "torque": (0.0, -1.0, np.nan, "strong", [1.0], {"joint9": 1.0}),
        "torque_rate": (0.0, "fast"),
        "singularity": (-0.1, 1.5, np.nan, None, True),
        "jump": (-1.0, np.nan, "far"),
        "brake": (-1.0, np.nan, "now"),
        "shape": (0.0, -1.0, np.inf, 1e4, "soft"),
    }.items():
        for value in values:
            with pytest.raises(InputError, match=name):
                jn.live(MP, **{name: value})


def test_gates_are_part_of_a_live_arm():
    """Arms with other bounds are not the same, and copies of one are."""
    assert jn.live(MP) == jn.live(MP)
    assert jn.live(MP, brake=0.1) != jn.live(MP)
    error = FaultError("why", jn.flexible.Fault.JUMP, np.zeros(3))
    assert str(error) == "why"


def test_three_axes_go_on_as_before():
    """Where no fault is near, the gate changes no bit: with one that lets all pass torque is the same."""
    robot, path, guess = three_axes()
    start = started(robot, path, guess)
    tight = begun(robot, start, 1000.0)
    loose = begun(robot, start, 1000.0, torque=1e12, torque_rate=1e15, singularity=0.0, jump=1e9)
    for row in ticks(tight, path, 40):
        assert np.array_equal(tight.step(row), loose.step(row))
