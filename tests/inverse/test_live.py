"""Motor torque of flexible arms tick by tick: against plans of the whole motion, in simulation, and as C."""

import hashlib
import pickle
import shutil
import subprocess
from math import log

import numpy as np
import pytest
from scipy.integrate import DOP853
from scipy.interpolate import make_interp_spline

import jounce as jn
from jounce.errors import ConvergenceError, InputError
from jounce.functions.fingerprint import fingerprint
from jounce.inverse.flexible.dae import Dae
from jounce.simulation.machine import Dynamics
from jounce.simulation.surroundings import Surroundings
from support.flexible import DIAGONAL, LINE, MP, NMP, six_axes, three_axes
from support.tolerances import assert_close

pytestmark = pytest.mark.native
RATE = 1000.0
COMPILERS = (
    ["cc", "-std=c99", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover"],
    ["c++", "-x", "c++", "-std=c++17", "-O2", "-march=native", "-ffp-contract=fast"],
    ["clang", "-std=c99", "-O2", "-march=native"],
)
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]


def started(robot, path, guess=None):
    """At rest where a path begins."""
    dae = Dae(robot)
    return dae.at_rest(dae.outputs.target(path, np.array([path.start_time]), 0).at(0), guess)


def ticked(live, path, until):
    """Times, torques (T, m) and joints (T, n) from one preview before the path on."""
    times = np.arange(path.start_time - live.preview - 2e-3, until, 1.0 / RATE)
    rows = np.moveaxis(path(times + live.preview, 4), 1, 0)
    torques, joints = [], []
    for row in rows:
        torques.append(live.step(row))
        joints.append(live.q.copy())
    return times, np.array(torques), np.array(joints)


def simulated(plan, torque):
    """Largest error of the tool under these torques, a spline through the samples, from where the plan is at rest [m]."""
    robot, path, times = plan.robot, plan.path, plan.t
    dae, dynamics = Dae(robot), Dynamics(robot, Surroundings(robot, {}, None))
    spline = make_interp_spline(times, torque, k=5)
    y = dynamics.at_rest(plan.q[0][0], np.zeros(robot.n), plan.theta[0, 0], np.zeros(robot.n))
    way = DOP853(lambda t, y: dynamics.rate(t, y, spline(t)), times[0], y, times[-1], rtol=1e-9, atol=1e-9)
    worst = 0.0
    while way.status == "running":
        way.step()
        q = dynamics.parts(way.y[None])[0]
        worst = max(worst, np.abs(dae.outputs.errors(q[None], dae.outputs.target(path, np.array([way.t]), 0))).max())
    return worst


def test_stable_zeros_go_forward():
    """No preview is needed; what comes out is what the plan of the whole motion has."""
    live = jn.live(MP, rate=RATE)
    live.begin(started(MP, LINE))
    assert live.preview == 0.0
    times, torque, joints = ticked(live, LINE, LINE.end_time + 0.03)
    plan = jn.feedforward(MP, LINE, times, "bdf")
    assert np.abs(joints[:, 0] - plan.q[0]).max() < 1e-11
    # The plan takes the filters of damped drives through samples between the ticks, too: 1e-8 of the torque, where steps of 1 ms
    # are off by 2.5e-6 of it, the ticks' and the plan's alike.
    assert np.abs(torque - plan.tau_m).max() < 2e-8 * np.abs(plan.tau_m).max()
    assert np.abs(torque[:, 2]).max() == 0.0  # no motor is there


def test_receding_horizon():
    """An unstable zero at 171 rad/s: with 100 ms of preview the tool keeps to its path in simulation, motors acting before it."""
    live = jn.live(NMP, rate=RATE, preview=0.1)
    live.begin(started(NMP, DIAGONAL))
    assert_close(live.preview, 0.1, 1e-12)
    times, torque, joints = ticked(live, DIAGONAL, DIAGONAL.end_time + 0.05)
    plan = jn.feedforward(NMP, DIAGONAL, times)
    assert np.abs(joints[:, 0] - plan.q[0]).max() < 1e-9
    before = times < DIAGONAL.start_time - 5e-3
    assert np.abs(torque[before]).max() > 1e-2 * np.abs(torque).max()
    assert simulated(plan, torque) < 1e-6


def test_error_falls_with_the_preview():
    """As e^(-s T) of the slowest unstable zero s."""
    start = started(NMP, DIAGONAL)
    zero = jn.zero_dynamics(NMP, start).zeros.real.max()
    previews, errors = np.array([0.02, 0.04, 0.06]), []
    for preview in previews:
        live = jn.live(NMP, rate=RATE, preview=preview, tolerance=0.1)
        live.begin(start)
        times, _, joints = ticked(live, DIAGONAL, DIAGONAL.end_time)
        errors.append(np.abs(joints[:, 0] - jn.feedforward(NMP, DIAGONAL, times).q[0]).max())
    slope = np.polyfit(previews, np.log(errors), 1)[0]
    assert abs(-slope / zero - 1.0) < 0.15


def test_a_path_that_changes_on_the_way_is_followed():
    """What comes after the preview is not known before: two moves, of which nobody has heard of the second during the first."""

    class Twice(jn.trajectory.Path):
        def __init__(self):
            self.n, self.start_time, self.end_time, self.smoothness, self.max_order = 2, 0.1, 0.35, 5, 40

        def derivatives(self, t, order):
            return DIAGONAL(t, order) + jn.trajectory.line([0.0, 0.0], [-0.02, 0.01], 0.1, start_time=0.25)(t, order)

    path = Twice().in_tool_space()
    live = jn.live(NMP, rate=RATE, preview=0.09)
    live.begin(started(NMP, DIAGONAL))
    times, torque, _ = ticked(live, path, 0.4)
    plan = jn.feedforward(NMP, path, times)
    assert np.abs(torque - plan.tau_m).max() < 1e-5 * np.abs(plan.tau_m).max()


@pytest.mark.slow
@pytest.mark.parametrize("arm", [three_axes, six_axes], ids=["12", "30"])
def test_larger_arms(arm):
    """As long a preview as the arm needs; the torque of the plan, which `verify` simulates."""
    robot, path, guess = arm()
    live = jn.live(robot, rate=RATE)
    live.begin(started(robot, path, guess))
    times, torque, joints = ticked(live, path, path.end_time + 0.02)
    plan = jn.feedforward(robot, path, times, guess=guess)
    assert np.abs(joints[:, 0] - plan.q[0]).max() < 2e-9
    assert np.abs(torque - plan.tau_m).max() < 1e-3 * np.abs(plan.tau_m).max()
    # 1.06e-5 of 30 joints, at 1 kHz with zeros that turn by 5 rad in a tick; 0.97e-5 where a*b + c was rounded once: rounding is
    # part of it, and ticks that round every operation are those that C gives everywhere.
    assert simulated(plan, torque) < 2e-5


def test_the_state_is_the_callers():
    """A copy put back gives the same torques again."""
    live = jn.live(NMP, rate=RATE, preview=0.1)
    live.begin(started(NMP, DIAGONAL))
    rows = np.moveaxis(DIAGONAL(np.arange(0.08, 0.14, 1e-3), 4), 1, 0)
    for row in rows[:30]:
        live.step(row)
    kept, other = live.state.copy(), pickle.loads(pickle.dumps(live))
    assert other == live
    first = [live.step(row) for row in rows[30:]]
    live.state[:] = kept
    again = [live.step(row) for row in rows[30:]]
    assert np.array_equal(first, again)
    assert np.array_equal([other.step(row) for row in rows[30:]], first)  # as it was in another process


@pytest.mark.parametrize(("robot", "path"), [(MP, LINE), (NMP, DIAGONAL)], ids=["stable", "unstable"])
def test_written_as_c(tmp_path, robot, path):
    """C99 and C++17 without a warning, the same with sanitizers, bit for bit the torques of Python at all levels. Nothing is
    overwritten silently."""
    live = jn.live(robot, rate=RATE)
    live.begin(started(robot, path))
    row = path(np.array(path.start_time + 5e-3), 4)
    state = live.state.copy()
    files = live.write_c(tmp_path, "arm_live")
    assert {file.name for file in files} == {"arm_live.c", "arm_live.h", "test_arm_live.c", "CMakeLists.txt"}
    assert np.array_equal(live.state, state)  # as it was
    live.step(row)
    for compiler in COMPILERS:
        if shutil.which(compiler[0]) is None:
            continue
        command = [*compiler, *STRICT, "arm_live.c", "test_arm_live.c", "-o", "test", "-lm"]
        subprocess.run(command, cwd=tmp_path, check=True, timeout=300)
        said = subprocess.run(["./test"], cwd=tmp_path, check=True, capture_output=True, text=True, timeout=60).stdout
        assert float(said.split("by ")[1].split()[0]) == 0.0, compiler
    header = (tmp_path / "arm_live.h").read_text()
    model = hashlib.sha256(fingerprint(robot).encode()).hexdigest()[:16]
    assert f"Written by jounce {jn.__version__} from model {model}" in header
    assert all(name in header for name in (*robot.joint_names, f"tool frame in {robot.tool.link!r}", *robot.tool.outputs))
    assert "Newton" in header
    (tmp_path / "arm_live.c").write_text("int mine;\n")
    with pytest.raises(InputError, match="overwrite"):
        live.write_c(tmp_path, "arm_live")
    with pytest.raises(InputError, match="name"):
        live.write_c(tmp_path, "int")
    with pytest.raises(InputError, match="folder"):
        live.write_c(None)


def test_too_short_a_preview_is_refused():
    start = started(NMP, DIAGONAL)
    live = jn.live(NMP, rate=RATE, preview=0.05)
    with pytest.raises(InputError, match="too short") as error:
        live.begin(start)
    needed = log(1e6) / jn.zero_dynamics(NMP, start).zeros.real.max()
    assert f"needs {needed:.4g} s" in str(error.value)
    longer = jn.live(NMP, rate=RATE, preview=needed)
    longer.begin(start)
    assert needed <= longer.preview < needed + 1.0 / RATE
    own = jn.live(NMP, rate=RATE)
    own.begin(start)
    assert own.preview == longer.preview
    with pytest.raises(InputError, match="most"):
        jn.live(NMP, rate=1e6).begin(start)


def test_wrong_use(tmp_path):
    with pytest.raises(InputError, match="inverse_dynamics"):
        jn.live(jn.load("kuka_lwr"))
    for rate in (0.0, -1.0, np.nan, np.inf, "fast", None):
        with pytest.raises(InputError, match="rate"):
            jn.live(MP, rate=rate)
    for preview in (0.0, -0.1, np.nan, "long"):
        with pytest.raises(InputError, match="preview"):
            jn.live(MP, preview=preview)
    for tolerance in (0.0, 1.0, np.nan, "small"):
        with pytest.raises(InputError, match="tolerance"):
            jn.live(MP, tolerance=tolerance)
    with pytest.raises(InputError):
        jn.live(MP, outputs=("x",))
    live = jn.live(MP)
    with pytest.raises(InputError, match="begin"):
        live.step(np.zeros((5, 2)))
    with pytest.raises(InputError, match="begin"):
        live.write_c(tmp_path)
    for q in ([0.0], [0.0, np.nan, 0.0], "rest"):
        with pytest.raises(InputError):
            live.begin(q)
    live.begin(started(MP, LINE))
    for rows in (np.zeros((3, 2)), np.zeros(5), [["a"] * 2] * 5, None):
        with pytest.raises(InputError, match="rows"):
            live.step(rows)
    with pytest.raises(InputError, match="finite"):
        live.step(np.full((5, 2), np.nan))
    live.begin(started(MP, LINE))
    with pytest.raises(ConvergenceError, match="within a tick"):
        live.step(np.full((5, 2), 50.0))  # far out of reach
