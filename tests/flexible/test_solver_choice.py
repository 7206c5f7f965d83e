"""Arms that bend where no motor acts: whole plans, of published motions and of drives of all kinds, and what is refused."""

from dataclasses import replace

import numpy as np
import pytest

import jounce as jn
from jounce.errors import ConvergenceError, InputError, ModelError, SingularityError, SmoothnessError
from jounce.flexible.solvers import basis
from jounce.robot import HardeningSpring
from support.flexible import DIAGONAL, LINE, MP, NMP, PUBLISHED, planned, with_drives
from support.tolerances import assert_close

native = pytest.mark.native
FORWARD = ("bdf", "bdf-index-2", "bdf-index-1", "bdf-adaptive")


# ---------------------------------------------------------------- the published motions


@native
@pytest.mark.parametrize("method", ["auto", *FORWARD, "collocation"])
def test_line(method):
    """2.2 m in 0.3 s, in the forms of index 3, 2 and 1, by steps of any length, and by collocation: one motion."""
    plan, run = planned("line", method)
    assert plan.method == ("bdf" if method == "auto" else method)
    asked = "" if method == "auto" else f"method {method!r} was asked for; "
    assert plan.why == f"{asked}all zeros along the path are stable"
    assert (plan.status.zeros.real < 0.0).all()
    # backward differences of order 6 at 1 ms are good for micrometres, collocation for less than a nanometre
    assert np.abs(run.tool_error).max() < (1e-8 if method == "collocation" else 0.1 * PUBLISHED)
    truth = planned("line", "collocation")[0]
    assert np.abs(truth.q[0, :, 2]).max() > 0.1
    assert np.abs(plan.q[0] - truth.q[0]).max() < 1e-6
    assert np.abs(plan.tau_m - truth.tau_m).max() < 1e-5 * np.abs(truth.tau_m).max()
    # joint 3 has no motor
    assert (plan.tau_m[:, 2] == 0.0).all()
    assert_close(plan.theta[:, :, 2], plan.q[:3, :, 2])
    # nothing happens before the path begins
    assert np.abs(plan.tau_m[plan.t < 0.049]).max() < 1e-6 * np.abs(plan.tau_m).max()


@native
@pytest.mark.parametrize(
    ("method", "error", "share"),
    [
        ("collocation", 5e-9, 1e-12),
        ("least-squares", 1e-7, 5e-5),  # differences of order 6 at 1 ms
        ("constrained", 5e-7, 5e-5),  # the same, with what IPOPT leaves
        ("basis", 1e-5, 1e-3),  # as many terms as leave basis.SHARE = 1 % of the first guess's accelerations
    ],
)
def test_diagonal(method, error, share):
    """Open loop, along an unstable zero: published 5e-5 m. The motors move the arm before its tool moves, and after."""
    if method == "constrained":
        pytest.importorskip("casadi")
    plan, run = planned("diagonal", method)
    assert plan.method == method
    reason = "there is an unstable zero at 171.1 rad/s, so the motors act before the tool moves"
    assert plan.why == f"method {method!r} was asked for; {reason}"
    assert np.abs(run.tool_error).max() < error < PUBLISHED
    # the same motion, whatever the method
    truth = planned("diagonal", "auto")[0]
    assert (truth.method, truth.why) == ("collocation", reason)
    for found, expected in ((plan.tau_m, truth.tau_m), *zip(plan.q[:2], truth.q[:2])):
        assert np.abs(found - expected).max() <= share * np.abs(expected).max()
    # the torque dies out as e^(171 t) backwards in time, and as e^(-146 t) after the end
    torque = np.linalg.norm(plan.tau_m, axis=1)
    assert torque[plan.t < 0.099].max() > 0.05 * torque.max()
    slow, unstable = sorted(jn.zero_dynamics(NMP, plan.q[0, 0]).zeros.real)[-2:]
    assert abs(unstable - 171.1) < 0.1
    seen = torque > 30.0 * share * torque.max()
    before, after = (plan.t > 0.03) & (plan.t < 0.09) & seen, (plan.t > 0.205) & (plan.t < 0.25) & seen
    assert min(before.sum(), after.sum()) > 5
    assert abs(np.polyfit(plan.t[before], np.log(torque[before]), 1)[0] / unstable - 1) < 0.02
    assert abs(np.polyfit(plan.t[after], np.log(torque[after]), 1)[0] / slow - 1) < 0.02


@native
def test_more_terms_are_a_better_series(monkeypatch):
    """The truth lies outside of the series; twice the terms come more than ten times nearer."""
    truth = planned("diagonal", "auto")[0]
    errors, terms = [], []
    for share in (1e-2, 1e-3):
        monkeypatch.setattr(basis, "SHARE", share)
        plan = jn.feedforward(NMP, DIAGONAL, truth.t, "basis")
        terms.append(plan.status.terms)
        errors.append(np.abs(plan.tau_m - truth.tau_m).max() / np.abs(truth.tau_m).max())
    assert terms[1] > 1.5 * terms[0]
    assert errors[1] < 5e-5
    assert errors[1] < 0.1 * errors[0]


@native
def test_lines_and_corners_over_seconds():
    """Up to 1.5 m/s and 40 m/s^2; published: 0.3 mm."""
    corners = [[1.2, -1.2], [1.8, -1.2], [1.8, -1.8], [1.4, -2.0], [1.2, -1.2]]
    path = jn.trajectory.polyline(corners, 4.5, 0.1, start_time=0.2)
    plan = jn.feedforward(NMP, path, np.arange(0.0, 5.0, 1e-3))
    speed, acceleration = (np.linalg.norm(part, axis=1).max() for part in path(plan.t, 2)[1:])
    assert 1.4 < speed < 1.5
    assert 35.0 < acceleration < 50.0
    assert np.abs(jn.simulate(NMP, plan).tool_error).max() < 1e-7


@native
@pytest.mark.parametrize(
    "method", ["least-squares", *(pytest.param(name, marks=pytest.mark.slow) for name in ("constrained", "basis"))]
)
def test_whole_methods_on_an_arm_with_slow_stable_zeros(method):
    """The arm swings on for seconds after the path: what rests before it must rest in the plan, or it is refused."""
    try:
        plan, run = planned("line", method)
    except (ConvergenceError, InputError):
        return
    assert np.abs(plan.q[1, 0]).max() < 1e-6 * np.abs(plan.q[1]).max()
    assert np.abs(run.tool_error).max() < PUBLISHED


@native
@pytest.mark.parametrize("method", ["collocation", "least-squares"])
def test_ten_thousand_instants(method):
    """As many Newton steps for ten times the motion at the same speed: each is banded, so time grows with the instants."""
    found = []
    for seconds in (1, 10):
        points = [[1.5 + 0.1 * (k % 2), -1.5] for k in range(3 * seconds + 1)]
        path = jn.trajectory.polyline(points, 0.9 * seconds, 0.02, start_time=0.05)
        plan = jn.feedforward(NMP, path, np.arange(1000 * seconds) * 1e-3, method=method)
        assert plan.q.shape[1] == 1000 * seconds
        found.append(plan.status.iterations)
        tool = jn.tool_pose(NMP, plan.q[0])[0][:, [0, 2]]
        assert np.abs(tool - path(plan.t)[0]).max() < 1e-9
    assert found[0] == found[1] <= 5


# ---------------------------------------------------------------- drives of all kinds

SHORT = jn.trajectory.line([0.9, -1.2], [1.2, -0.9], 0.4, start_time=0.05)
DRIVES = {
    "undamped": with_drives(MP, damping=0.0),
    "hardening": with_drives(MP, damping=0.0, stiffness=HardeningSpring(1e5, 1e8)),
    "rigid": MP.with_rigid_joints(),
    "one rigid": MP.with_drives(stiffness=[np.inf, 1e5], rotor_inertia=100.0, damping=[0.0, 250.0]),
    "viscous": with_drives(MP, viscous_friction=300.0),
    "coulomb": with_drives(MP, coulomb_friction=500.0, coulomb_speed=0.1),
    "geared": MP.with_drives(stiffness=1e5, rotor_inertia=0.01, gear_ratio=-100.0, damping=250.0),
    "gravity": MP.with_gravity((3.0, 0.0, -9.81)),
}


@native
@pytest.mark.parametrize("kind", DRIVES)
def test_drives_of_all_kinds(kind):
    robot = DRIVES[kind]
    plan = jn.feedforward(robot, SHORT, np.arange(0.0, 0.6, 2e-3), method="collocation")
    run = jn.simulate(robot, plan)
    assert np.abs(run.tool_error).max() < 1e-9
    assert np.abs(run.energy_balance).max() < 1e-9 * np.ptp(run.energy)
    # the motor's equation, (1d), typed
    inertia, friction = 100.0, {"viscous": lambda w: 300.0 * w, "coulomb": lambda w: 500.0 * w / np.sqrt(w**2 + 0.1**2)}
    theta = plan.theta[:, :, :2]
    rubbing = friction.get(kind, lambda w: 0.0 * w)(theta[1])
    assert_close(plan.tau_m[:, :2], inertia * theta[2] + plan.tau_j[0, :, :2] + rubbing, 1e-10)
    bend, slip = theta[0] - plan.q[0, :, :2], theta[1] - plan.q[1, :, :2]
    if kind == "rigid":
        assert (bend == 0.0).all()
    elif kind == "hardening":
        assert_close(plan.tau_j[0, :, :2], 1e5 * bend + 1e8 * bend**3, 1e-9)
        assert np.abs(1e8 * bend**3).max() > 0.5 * np.abs(1e5 * bend).max()
    elif kind != "one rigid":
        damping = 0.0 if kind == "undamped" else 250.0
        assert_close(plan.tau_j[0, :, :2], 1e5 * bend + damping * slip, 1e-9)


@native
def test_drives_in_a_forward_method():
    """Undamped drives, whose equation has index 4 with them and 3 without."""
    plan = jn.feedforward(DRIVES["undamped"], SHORT, np.arange(0.0, 0.6, 2e-3))
    assert plan.method == "bdf"
    assert np.abs(jn.simulate(plan.robot, plan).tool_error).max() < 1e-9


@native
@pytest.mark.parametrize(("outputs", "kind"), [(("x", "pitch"), "bdf"), (("z", "pitch"), "collocation")])
def test_an_arm_that_holds_an_angle(outputs, kind):
    """The paper's arm with one position and the pitch of its last link; x is stable and z is not."""
    robot = MP.with_tool("link3", xyz=(0.2, 0.0, 0.0), outputs=outputs)
    q = np.array([0.5, 1.0, 0.0])
    y = np.array([jn.tool_pose(robot, q)[0]["xyz".index(outputs[0])], 1.5])
    plan = jn.feedforward(
        robot, jn.trajectory.line(y, y + [0.04, 0.05], 0.4, start_time=0.05), np.arange(0.0, 0.6, 1e-3), guess=q
    )
    assert plan.method == kind
    run = jn.simulate(robot, plan)
    assert np.abs(run.tool_error).max() < 1e-6  # backward differences, along a zero that swings at 194 rad/s
    pitch = run.q.sum(axis=1)
    assert np.abs(pitch - plan.path(run.t)[0][:, 1]).max() < 1e-6


# ---------------------------------------------------------------- what is refused

T = np.arange(0.0, 0.3, 1e-3)
LOOSE = [
    jn.Link("base"),
    jn.Link("arm", 5.0, (0.5, 0.0, 0.0), (0.1, 0.1, 0.1, 0.0, 0.0, 0.0)),
    jn.Link("end", 2.0, (0.0, 0.0, 0.0), (0.1, 0.1, 0.1, 0.0, 0.0, 0.0)),
]


def balanced():
    """A last link that is balanced on its spring: turning it is all that the pitch is."""
    drive = jn.Drive(1.0, 1.0, 1e4, damping=1.0)
    joints = [
        jn.Joint("motor", "revolute", "base", "arm", axis=(0.0, 1.0, 0.0), drive=drive),
        jn.Joint(
            "spring", "revolute", "arm", "end", jn.placement((1.0, 0.0, 0.0)), axis=(0.0, 1.0, 0.0), spring=jn.Spring(1e3, 1.0)
        ),
    ]
    return jn.Robot.build("balanced", LOOSE, joints, gravity=(0.0, 0.0, 0.0), tool=jn.robot.Tool("end", outputs=("pitch",)))


def test_a_balanced_link_is_turned():
    """Two differentiations do not determine how its spring accelerates; three do, and the tool stays where it is to be."""
    plan = jn.feedforward(balanced(), line([0.0], [0.2]), T)
    assert (plan.method, plan.status.differentiations) == ("derivative-array", 3)
    assert jn.verify(plan).tool_error < 1e-6


def line(*ends, **more):
    return jn.trajectory.line(*ends, 0.1, **more)


ENDLESS = jn.trajectory.harmonic([0.1, 0.1], [1.0, 1.0], offset=[0.9, -1.2]).in_tool_space()
ENOUGH = "has 2 motors and {} outputs of its tool"
BAD = {
    **{
        m: (lambda m=m: jn.feedforward(NMP, DIAGONAL, T, m), InputError, "'moberg_5dof_nmp'.*171.1 rad/s.*method='collocation'")
        for m in FORWARD
    },
    "unknown": (
        lambda: jn.feedforward(MP, LINE, T, "horizon"),
        InputError,
        "one of auto, bdf, .*basis, spline, derivative-array for a tool path, got 'horizon'",
    ),
    "out of reach": (
        lambda: jn.feedforward(MP, line([9, 9], [9, 8]), T),
        ConvergenceError,
        r"position \[9. 9.\].*within reach.*guess=q",
    ),
    "leaves": (lambda: jn.feedforward(NMP, line([1.5, -1.5], [4.0, -1.5]), T), SingularityError, "t = 0.05.* joint2 = -?0.00"),
    "stretched": (lambda: jn.feedforward(MP, line([2.0, 0.0], [2.2, 0.0]), T), SingularityError, "t = 0.0.*joint2 = "),
    "through the base": (
        lambda: jn.feedforward(MP, line([0.9, 0.0], [-0.9, 0.0]), T),
        SingularityError,
        "t = 0.04.*joint2 = -?3.1",
    ),
    "not smooth": (
        lambda: jn.feedforward(MP, line([1, 1], [1, 0.9], degree=5), T),
        SmoothnessError,
        "derivative 3 jumps.*to order 3",
    ),
    "one coordinate": (lambda: jn.feedforward(MP, line([1], [2]), T), InputError, "1 coordinates.* x, z"),
    "more outputs": (
        lambda: jn.feedforward(MP.with_tool("link3", outputs=["x", "y", "z"]), LINE, T),
        InputError,
        ENOUGH.format(3),
    ),
    "fewer outputs": (lambda: jn.feedforward(MP.with_tool("link3", outputs=["x"]), LINE, T), InputError, ENOUGH.format(1)),
    "endless": (lambda: jn.feedforward(MP, ENDLESS, T), InputError, "begins and ends at rest; this one has no end"),
    "joint path": (
        lambda: jn.feedforward(MP, jn.trajectory.rest_to_rest([0] * 3, [1] * 3, 0.5), T),
        InputError,
        "'joint3'.*spring and no motor",
    ),
    "guess of two": (lambda: jn.feedforward(MP, LINE, T, guess=[0.1, 0.2]), InputError, "guess: expected 3 finite"),
    "guess nan": (lambda: jn.feedforward(MP, LINE, T, guess=[0.1, np.nan, 0.0]), InputError, "nan"),
    "guess text": (lambda: jn.feedforward(MP, LINE, T, guess="up"), InputError, "guess"),
    "negative stiffness": (lambda: jn.Joint("j", "revolute", "a", "b", spring=jn.Spring(-1.0)), ModelError, "zero or more"),
}


@native
@pytest.mark.parametrize("case", BAD)
def test_refused(case):
    call, kind, words = BAD[case]
    with pytest.raises(kind, match=words):
        call()


@native
def test_a_plan_ends_where_the_springs_are_known():
    plan = planned("line", "bdf")[0]
    with pytest.raises(InputError, match="ends at 0.6 s.*known until 0.499 s"):
        plan.at([0.1, 0.6])
    with pytest.raises(InputError, match="begins at -0.1 s, before the plan"):
        plan.at([-0.1, 0.1])
    again = plan.at(plan.t[::7])
    assert_close(again.tau_m, plan.tau_m[::7], 1e-9)
    with pytest.raises(InputError, match="ends at 0.6 s"):
        planned("diagonal", "collocation")[0].at([0.1, 0.6])


# ---------------------------------------------------------------- zeros at the edge


@native
def test_zeros_on_the_imaginary_axis():
    """A spring without damping swings on for ever: no more unstable than rounding, so nothing waits for it to die out."""
    joints = [replace(joint, spring=jn.Spring(1e5)) if joint.spring else joint for joint in MP.joints]
    robot = replace(MP, joints=tuple(joints))
    path = jn.trajectory.line([0.9, -1.2], [1.1, -1.0], 0.4, start_time=0.05)
    plan = jn.feedforward(robot, path, np.arange(0.0, 0.6, 1e-3))
    assert plan.method == "bdf"
    assert plan.status.acts_until == np.inf
    assert np.abs(jn.simulate(robot, plan).tool_error).max() < 1e-9
    with pytest.raises(InputError, match="takes inf s to die out.*'collocation'"):
        jn.feedforward(robot, path, plan.t, method="least-squares")


@native
def test_an_unstable_zero_that_is_slow(monkeypatch):
    """A solver that begins too late for all that the motors do before the path still finds what they do from there on."""
    monkeypatch.setattr("jounce.flexible.solver_choice.LONGEST", 0.02)
    plan = jn.feedforward(NMP, DIAGONAL, np.arange(0.09, 0.3, 1e-3))
    assert plan.motion.start_time == pytest.approx(0.08)
    assert plan.status.acts_from == pytest.approx(0.1 - 25 / 171.1, abs=1e-4)  # four digits of the zero
    assert np.abs(jn.simulate(NMP, plan).tool_error).max() < 1e-8
    whole = planned("diagonal", "collocation")[0]
    assert_close(plan.tau_m, whole.at(plan.t).tau_m, 1e-5)  # the end conditions are those of small deviations


@native
def test_a_zero_runs_through_infinity():
    """Where the forearm is level, the springs' accelerations are not determined; the error says when the path gets there."""
    robot = jn.load("flexible_3axis")
    q = np.zeros(robot.n)
    start = jn.tool_pose(robot, q)[0]
    path = jn.trajectory.line(start, start + [0.1, 0.0, 0.0], 0.4)
    with pytest.raises(SingularityError, match=r"a zero runs through infinity there. At t = 0\.1\d+ s, with joints at"):
        jn.feedforward(robot, path, np.arange(0.0, 0.5, 1e-3), "collocation", guess=q)
    plan = jn.feedforward(robot, path, np.arange(0.0, 0.5, 1e-3), guess=q)
    assert plan.method == "nearest"
    assert np.abs(jn.simulate(robot, plan).tool_error).max() < 1e-7
