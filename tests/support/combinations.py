"""Small random robots that have two features at once, and the checks that the table of combinations is made of."""

import ctypes
import dataclasses
import subprocess
from typing import Any, NamedTuple

import mpmath
import numpy as np
from mpmath import mpf
from scipy.integrate import solve_ivp
from scipy.linalg import expm

import jounce as jn
from jounce.numerics.chebyshev_signal import ChebyshevSignal
from support.motor_tree import MotorTree, with_random_drives
from support.random_robots import random_robot
from support.several_freedoms import random_tree

END = 0.5
"""Of all motions [s]."""
HELD = 1e-8
"""Largest error of a motion that is simulated open loop [rad or m]."""
EXACT = 1e-11
"""Of the inverse, against the largest torque."""


class Case(NamedTuple):
    """A robot on its way."""

    robot: Any
    path: Any
    acting: dict
    """stiffness and wrench, as `feedforward` takes them."""

    @property
    def plan(self):
        count = 51 if any(drive is not None and drive.damping for drive in self.robot.motor_drives) else 6
        return jn.feedforward(self.robot, self.path, np.linspace(0.0, END, 10 * (count - 1) + 1), **self.acting)

    def wrenches(self, t, *_):
        return {link: path(t)[0] for link, path in self.acting.get("wrench", {}).items()}

    @property
    def witness(self):
        K = self.acting.get("stiffness")
        return MotorTree(self.robot, None if K is None else lambda t: K(t)[0])

    def instant(self, t=0.2):
        """(Q, wrench, stiffness) at one instant, as `inverse_dynamics` takes them."""
        order = self.robot.motion_order
        Q = jn.trajectory.motion(self.robot, self.path, t, order)
        more = {}
        if "wrench" in self.acting:
            more["wrench"] = {link: tuple(path(t, order - 2)) for link, path in self.acting["wrench"].items()}
        if "stiffness" in self.acting:
            more["stiffness"] = tuple(self.acting["stiffness"](t, order - 2))
        return list(Q), more


def laws(robot):
    """The same robot with springs that are not linear, one of each kind in turn, as stiff at rest."""
    joints = []
    for i, joint in enumerate(robot.joints):
        if joint.drive is None or not joint.drive.elastic:
            joints.append(joint)
            continue
        K = joint.drive.stiffness
        x = np.array([-1.0, -0.5, -0.2, 0.0, 0.2, 0.5, 1.0])
        law = (
            jn.robot.HardeningSpring(K, 3.0 * K),
            jn.robot.TabulatedSpring(tuple(x), tuple(K * (x + 0.4 * x**3))),
            jn.robot.SpringFunction(_stiffening(K)),
        )[i % 3]
        joints.append(dataclasses.replace(joint, drive=dataclasses.replace(joint.drive, stiffness=law)))
    return dataclasses.replace(robot, joints=tuple(joints))


def _stiffening(K):
    return lambda d: K * d * (1.0 + 0.5 * d * d)


def case(features, seed=3):
    """A robot with these features: of F, D, N, K, W, B."""
    rng = np.random.default_rng(seed)
    if "B" in features:
        robot = random_tree(2 * (seed // 2), 3, floating=True)
    else:
        robot = random_robot(seed, 3, ("revolute", "prismatic"))
    robot = with_random_drives(robot, seed, rigid=0.0, coupling="full" if "F" in features else "spong")
    if "D" in features:
        damping = {joint.name: 0.02 * joint.drive.stiffness for joint in robot.joints if joint.drive is not None}
        robot = robot.with_drives(damping=damping)
    acting = {}
    degree = 2 * robot.motion_order - 1
    if "K" in features:
        K = np.array([1.0 if drive is None else drive.stiffness for drive in robot.motor_drives])
        acting["stiffness"] = jn.trajectory.rest_to_rest(K, K * rng.uniform(1.2, 1.6, len(K)), END, degree=degree)
    if "W" in features:
        ways = [jn.trajectory.rest_to_rest(np.zeros(6), 3.0 * rng.normal(size=6), END, degree=degree) for _ in range(2)]
        acting["wrench"] = {robot.links[0].name: ways[0], robot.links[-1].name: ways[1]}
    if "N" in features:
        robot = laws(robot)
    path = jn.trajectory.rest_to_rest(0.2 * rng.normal(size=robot.n), 0.5 * rng.normal(size=robot.n), END, degree=degree)
    return Case(robot, path, acting)


# ---------------------------------------------------------------- checks


def inverted(this):
    """The plan fulfils the equations of the tree with motors, and moves it open loop as planned."""
    plan, tree = this.plan, this.witness
    scale = np.abs(plan.tau_m).max()
    for k in range(0, len(plan.t), max(1, len(plan.t) // 7)):
        state = [row[k] for row in plan.q[:3]]
        found = tree.missing(plan.t[k], *state, *plan.theta[:, k], plan.tau_m[k], this.wrenches(plan.t[k]))
        assert max(np.abs(x).max() for x in found) <= EXACT * scale
    torque = ChebyshevSignal(lambda s: plan.at(s).tau_m, [0.0, END])
    start = plan.q[0][0], plan.q[1][0], plan.theta[0, 0], plan.theta[1, 0]
    q, _, theta, _ = tree.run([0.0, END], *start, torque, this.wrenches, 1e-10)
    assert np.abs(q[-1] - plan.q[0][-1]).max() <= HELD
    elastic = tree.elastic
    assert np.abs(theta[-1] - plan.theta[0, -1])[elastic].max() <= HELD


def simulated(this):
    """`simulate` agrees with the tree with motors, away from the plan: the robot begins beside it."""
    plan, tree = this.plan, this.witness
    nudge = 1e-2 * np.random.default_rng(0).normal(size=plan.q[0].shape[1])
    start = [plan.q[0][0] + nudge, plan.q[1][0], plan.theta[0, 0], plan.theta[1, 0]]
    run = jn.simulate(this.robot, plan, start=start, tolerance=1e-11)
    torque = ChebyshevSignal(lambda s: plan.at(s).tau_m * (run.tau_m != 0.0).any(axis=0), [0.0, END])
    q, qd, theta, _ = tree.run([0.0, END], *start, torque, this.wrenches)
    assert np.abs(run.q[-1] - q[-1]).max() <= HELD * (1.0 + np.abs(q[-1]).max())
    assert np.abs(run.qd[-1] - qd[-1]).max() <= 100 * HELD
    assert np.abs(run.theta[-1] - theta[-1])[tree.elastic].max() <= HELD
    assert np.abs(run.energy_balance).max() <= 1e-8 * max(np.abs(run.energy).max(), 1.0)


def in_casadi(this):
    """SX and MX give what numbers give."""
    import casadi

    Q, more = this.instant()
    expected = jn.inverse_dynamics(this.robot, *Q, **more)
    for kind in (casadi.SX, casadi.MX):
        symbols = [kind.sym(f"q{k}", len(row)) for k, row in enumerate(Q)]
        inputs, values, given = [*symbols], [*Q], {}
        for name, rows in more.items():
            pieces = rows.items() if name == "wrench" else [(None, rows)]
            made = {}
            for link, entries in pieces:
                made[link] = tuple(kind.sym(f"{name}{k}", len(row)) for k, row in enumerate(entries))
                inputs, values = [*inputs, *made[link]], [*values, *entries]
            given[name] = made if name == "wrench" else made[None]
        found = jn.inverse_dynamics(this.robot, *symbols, **given)
        function = casadi.Function("f", inputs, [found.tau_m, casadi.vertcat(*found.theta)])
        tau_m, theta = function(*values)
        close(tau_m.full().ravel(), expected.tau_m)
        close(theta.full().ravel(), np.ravel(expected.theta))


def in_c(this, folder):
    """The exported C, compiled by the C compiler and called, gives what Python gives."""
    Q, more = this.instant()
    expected = jn.inverse_dynamics(this.robot, *Q, **more)
    options = {"outputs": ("tau_m",)}
    arrays = [np.concatenate(Q)] if this.robot.nq == this.robot.n else [Q[0], np.concatenate(Q[1:])]
    if "wrench" in more:
        options["wrench"] = tuple(more["wrench"])
        order = sorted(more["wrench"], key=lambda name: this.robot.locate(name)[0])
        arrays += [np.concatenate(more["wrench"][link]) for link in order]
    if "stiffness" in more:
        options["parameters"] = {"stiffness": len(more["stiffness"]) - 1}
        arrays.append(np.concatenate(more["stiffness"]))
    kernel = jn.compile(jn.inverse_dynamics, this.robot, **options)
    kernel.write_c(folder, name="robot")
    build = ["gcc", "-std=c99", "-O1", "-ffp-contract=off", "-fPIC", "-shared", "robot.c", "-o", "robot.so", "-lm"]
    subprocess.run(build, cwd=folder, check=True)
    tau_m = np.zeros(this.robot.m)
    kept = [np.ascontiguousarray(x) for x in arrays]
    pointers = [*(ctypes.c_void_p(x.ctypes.data) for x in kept), ctypes.c_void_p(tau_m.ctypes.data)]
    ctypes.CDLL(str(folder / "robot.so")).robot(*pointers)
    close(tau_m, expected.tau_m)


def close(found, expected, tolerance=1e-12):
    """Against the largest number that is expected."""
    found, expected = np.asarray(found, dtype=float), np.asarray(expected, dtype=float)
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() <= tolerance * (np.abs(expected).max() or 1.0)


def moved(robot, q, along, h):
    """q displaced by h along a direction of the velocities: quaternions are turned in the child's axes."""
    out, at, begin = [mpf(x) for x in q], 0, 0
    for joint in robot.joints:
        d = [mpf(x) * h for x in along[begin : begin + joint.freedoms]]
        if joint.freedoms == 1:
            out[at] += d[0]
        else:
            x, y, z, s = out[at : at + 4]
            a, b, c = (u / 2 for u in d[:3])
            turned = [x + s * a + y * c - z * b, y + s * b + z * a - x * c, z + s * c + x * b - y * a, s - x * a - y * b - z * c]
            if joint.type == "floating":
                n = x * x + y * y + z * z + s * s
                R = [
                    [1 - 2 * (y * y + z * z) / n, 2 * (x * y - z * s) / n, 2 * (x * z + y * s) / n],
                    [2 * (x * y + z * s) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - x * s) / n],
                    [2 * (x * z - y * s) / n, 2 * (y * z + x * s) / n, 1 - 2 * (x * x + y * y) / n],
                ]
                for i in range(3):
                    out[at + 4 + i] += sum(R[i][k] * d[3 + k] for k in range(3))
            out[at : at + 4] = turned
        at, begin = at + joint.positions, begin + joint.freedoms
    return np.array(out, dtype=object)


def differentiated(this):
    """Partial derivatives along random directions, against differences with 40 digits."""
    Q, more = this.instant()
    exact = {name: rows for name, rows in more.items() if name == "wrench"}
    slopes = dict(exact)
    if "stiffness" in more:
        slopes["parameters"] = exact["parameters"] = {"stiffness": jn.numbers.Jet.from_derivatives(list(more["stiffness"]))}
    rows = jn.inverse_dynamics_derivatives(this.robot, *Q, **slopes)
    rng = np.random.default_rng(1)
    with jn.backend("python"), mpmath.workdps(40):
        for _ in range(2):
            d = rng.normal(size=(len(Q), this.robot.n))
            h = mpf(10) ** -12
            ends = []
            for step in (h, -h):
                there = [moved(this.robot, Q[0], d[0], step)]
                there += [np.array([mpf(x) + step * mpf(u) for x, u in zip(*pair)], dtype=object) for pair in zip(Q[1:], d[1:])]
                ends.append(jn.inverse_dynamics(this.robot, *there, **exact).tau_m)
            expected = [float(x) for x in (ends[0] - ends[1]) / (2 * h)]
            close(np.einsum("kij,kj->i", rows, d), expected, EXACT)


def forward_differentiated(this):
    """Partial derivatives of accelerations along random directions, against differences with 40 digits."""
    robot = this.robot
    Q, more = this.instant()
    exact = {}
    if "wrench" in more:
        exact["wrench"] = {link: rows[:1] for link, rows in more["wrench"].items()}
    if "stiffness" in more:
        exact["parameters"] = {"stiffness": more["stiffness"][0]}
    rng = np.random.default_rng(2)
    motors = [Q_free(robot, Q[0]) + 0.1 * rng.normal(size=robot.m), *rng.normal(size=(2, robot.m))]
    slopes = jn.elastic_forward_dynamics_derivatives(robot, *Q[:2], *motors, **exact)
    with jn.backend("python"), mpmath.workdps(40):
        for _ in range(2):
            d = [rng.normal(size=len(row)) for row in (Q[1], Q[1], *motors)]
            h, ends = mpf(10) ** -12, []
            for step in (h, -h):
                there = [moved(robot, Q[0], d[0], step)]
                there += [
                    np.array([mpf(x) + step * mpf(u) for x, u in zip(*pair)], dtype=object)
                    for pair in zip((Q[1], *motors), d[1:])
                ]
                ends.append(np.concatenate(jn.elastic_forward_dynamics(robot, *there, **exact)))
            expected = [float(x) for x in (ends[0] - ends[1]) / (2 * h)]
            close(sum(slope @ u for slope, u in zip(slopes, d)), expected, EXACT)


def Q_free(robot, q):
    """One number a freedom."""
    return MotorTree(robot).freedoms(q)


class Measured(NamedTuple):
    """A state as controllers see it."""

    q: Any
    qd: Any
    theta: Any
    thetad: Any
    tau_j: Any = None
    tau_jd: Any = None


POLES = (-6.0, -8.0, -9.0, -11.0)


def controller(this):
    """Static feedback, or dynamic where rotors are carried along."""
    known = {"wrench": this.acting.get("wrench"), "stiffness": this.acting.get("stiffness")}
    if any(this.robot.rotors):
        return jn.control.DynamicFeedbackLinearization(
            this.robot, poles=-np.linspace(6.0, 11.0, this.robot.motion_order), **known
        )
    return jn.control.FeedbackLinearization(this.robot, poles=POLES, sensors="motor", **known)


def state_of(this, t=0.2, size=0.05):
    """Somewhere beside the plan, and what is wanted there."""
    plan = jn.feedforward(this.robot, this.path, np.linspace(0.0, END, 101), **this.acting).at(t)
    rng = np.random.default_rng(5)
    rows = plan.q[0][0], plan.q[1][0], plan.theta[0, 0], plan.theta[1, 0]
    state = Measured(*(row + size * rng.normal(size=row.shape) for row in rows))
    return jn.control.Reference(t, np.stack([row[0] for row in plan.q]), plan.theta[:, 0], plan.tau_m[0]), state


def linearised(this):
    """Every link does what its gains say."""
    linearised_dynamically(this) if any(this.robot.rotors) else linearised_statically(this)


def linearised_dynamically(this):
    """Under the law, whose states are integrated with those of the tree with motors, the errors are those of linear chains."""
    law, (reference, state) = controller(this), state_of(this)
    tree, n, t = this.witness, this.robot.n, reference.t
    own = law.start(reference, state)

    def at(s):
        return reference._replace(t=s, q=this.path(s, this.robot.motion_order))

    def rate(s, y):
        parts = y[: 4 * n].reshape(4, n)
        found = law.law(at(s), Measured(*parts), y[4 * n :])
        qdd, thetadd = tree.accelerations(s, *parts, found.tau_m, this.wrenches(s))
        return np.concatenate([parts[1], qdd, parts[3], thetadd, found.rate])

    first = law.law(reference, state, own)
    close(first.q[2], tree.accelerations(t, *state[:4], first.tau_m, this.wrenches(t))[0], 1e-10)
    end = t + 0.1
    y = solve_ivp(rate, (t, end), np.concatenate([*state[:4], own]), "DOP853", rtol=1e-10, atol=1e-12).y[:, -1]
    expected = []
    for i, k in enumerate(law.chains):
        A = np.eye(k, k=1)
        A[-1] = -law.gains[:k, i]
        expected.append((expm((end - t) * A) @ (reference.q[:k] - first.q[:k])[:, i])[0])
    close(at(end).q[0] - y[:n], expected, 1e-6)


def linearised_statically(this):
    """Under the law's torque every link has the jerk or snap that its gains say, by differences along the tree with motors."""
    law, (reference, state) = controller(this), state_of(this)
    torque, tree, h = law(reference, state), this.witness, 2e-3
    times = reference.t + h * np.arange(-3, 4)
    found = {}
    for way in (1, -1):
        part = times[3:] if way > 0 else times[3::-1]
        rows = tree.run(list(part), *state[:4], lambda _: torque, this.wrenches, 1e-13)
        for t, *y in zip(part, *rows):
            found[t] = tree.accelerations(t, *y, torque, this.wrenches(t))[0]
    a = np.array([found[t] for t in times])
    jerk = np.array([-1, 9, -45, 0, 45, -9, 1]) @ a / (60 * h)
    snap = np.array([2, -27, 270, -490, 270, -27, 2]) @ a / (180 * h * h)
    now, wanted, gains = (state.q, state.qd, a[3], jerk), reference.q, law.gains
    damped = np.array([drive.damping > 0.0 for drive in this.robot.drives])
    told = wanted[3] + sum(k * (d - x) for k, d, x in zip(gains[:3], wanted, now[:3]))
    close(jerk[damped], told[damped], 1e-6) if damped.any() else None
    told = wanted[4] + sum(k * (d - x) for k, d, x in zip(gains, wanted, now))
    close(snap[~damped], told[~damped], 1e-5) if not damped.all() else None


# ---------------------------------------------------------------- flexible arms


def flexible(features):
    """An arm with a spring that no motor holds, along a line of its tool: of F, D, N, K, W."""
    robot = jn.load("moberg_5dof")
    acting = {}
    if "D" in features:
        robot = robot.with_drives(damping={j.name: 0.01 * j.drive.stiffness for j in robot.joints if j.drive is not None})
    if "K" in features:
        K = np.array([1.0 if drive is None else drive.stiffness for drive in robot.motor_drives])
        acting["stiffness"] = jn.trajectory.rest_to_rest(K, 1.5 * K, 0.3, degree=9, start_time=0.05)
    if "W" in features:
        acting["wrench"] = {"tool": jn.trajectory.rest_to_rest(np.zeros(6), [0, 2.0, 0, 50.0, 0, 80.0], 0.3, degree=9)}
    if "N" in features:
        robot = laws(robot)
    if "F" in features:  # the first link then contains the second rotor
        links = [dataclasses.replace(link, inertia=(100.0, 105.0, 105.0, 0.0, 0.0, 0.0)) for link in robot.links[:1]]
        robot = dataclasses.replace(robot.with_drives(coupling="full"), links=(*links, *robot.links[1:]))
    degree = 15 if "F" in features else 11
    return Case(robot, jn.trajectory.line([0.5, -1.2], [0.5, 0.2], 0.3, degree=degree, start_time=0.05), acting)


def tool_held(this):
    """The tree with motors follows the plan and the line open loop."""
    plan, tree = jn.feedforward(this.robot, this.path, np.arange(0.0, 0.4001, 2.5e-4), **this.acting), this.witness
    torque = ChebyshevSignal(lambda s: plan.at(s).tau_m, [0.0, 0.05, 0.35, 0.4])
    start = plan.q[0][0], plan.q[1][0], plan.theta[0, 0], plan.theta[1, 0]
    times = [0.0, 0.05, 0.2, 0.35, 0.4]
    q, *_ = tree.run(times, *start, torque, this.wrenches, 1e-11)
    assert np.abs(q - plan.at(times).q[0]).max() <= HELD
    place = jn.tool_pose(this.robot, q)[0][:, [0, 2]]
    assert np.abs(place - this.path(np.array(times))[0]).max() <= HELD


def run_own_test(folder):
    """Exported C has a program that compares it with plain Python, built and run."""
    sources = [path.name for path in folder.glob("*.c")]
    subprocess.run(["gcc", "-std=c99", "-O1", *sources, "-o", "program", "-lm"], cwd=folder, check=True)
    subprocess.run(["./program"], cwd=folder, check=True, capture_output=True)


def on_floating_base():
    """What is refused: a flexible arm on a base that floats."""
    robot = jn.load("moberg_5dof")
    base = jn.Joint("free", "floating", "world", robot.base)
    joints = [base, *robot.joints]
    links = [jn.Link("world"), jn.Link(robot.base, 50.0, inertia=(5.0, 5.0, 5.0, 0, 0, 0)), *robot.links]
    robot = jn.Robot.build("adrift", links, joints)
    path = jn.trajectory.line([0.5, -1.2], [0.5, 0.2], 0.3)
    return jn.feedforward(robot.with_tool(robot.links[-1].name, outputs=("x", "z")), path, np.linspace(0.0, 0.3, 31))


def step_differentiated(this):
    """Of `inverse_dynamics_step`: torque and state by motion and state, along a random direction."""
    robot, (Q, _) = this.robot, this.instant()
    state = np.asarray(jn.dynamics.steady_state(robot, *[x + 0.01 for x in Q]))
    rng = np.random.default_rng(3)
    d = [rng.normal(size=(len(Q), robot.n)), rng.normal(size=state.shape) * np.abs(state).max()]
    slopes = {
        of: jn.dynamics.inverse_dynamics_step_derivatives(robot, state, 0.003, *Q, of=of, by=("motion", "state"))
        for of in ("tau_m", "state")
    }
    with jn.backend("python"), mpmath.workdps(40):
        h, ends = mpf(10) ** -12, []
        for step in (h, -h):
            rows = [
                [np.array([mpf(x) + step * mpf(u) for x, u in zip(*p)], dtype=object) for p in zip(*pair)]
                for pair in zip((Q, state), d)
            ]
            ends.append(jn.dynamics.inverse_dynamics_step(robot, rows[1], mpf("0.003"), *rows[0]))
        torque = [float(x) for x in (ends[0].tau_m - ends[1].tau_m) / (2 * h)]
        after = [[float(x) for x in row] for row in (ends[0].state - ends[1].state) / (2 * h)]
    close(sum(np.einsum("kij,kj->i", slopes["tau_m"][name], u) for name, u in zip(("motion", "state"), d)), torque, EXACT)
    close(sum(np.einsum("rkij,kj->ri", slopes["state"][name], u) for name, u in zip(("motion", "state"), d)), after, EXACT)
