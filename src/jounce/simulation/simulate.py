"""A plan put to the test: the robot under the planned torque, or under a controller that follows the plan."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jounce.control.protocol import Controller, Reference
from jounce.errors import ConvergenceError, InputError
from jounce.functions.arguments import Parameters, check_robot
from jounce.functions.inverse_dynamics import drive, joint_torque, with_stiffness
from jounce.inverse.acting import Acting
from jounce.inverse.feedforward import feedforward
from jounce.inverse.motion import at_instants
from jounce.inverse.plan import Plan
from jounce.numbers.packing import Array
from jounce.plant.plant import at_freedoms, plant_of
from jounce.robot import Robot
from jounce.simulation.machine import Dynamics
from jounce.simulation.progress import Progress
from jounce.simulation.record import Run
from jounce.simulation.signal import Signal
from jounce.simulation.surroundings import Push, Surroundings
from jounce.trajectory.path import positive

CONTROL_RATE = 1000.0
"""[Hz], unless said."""
TURN_PER_STEP = 0.2
"""How far the fastest oscillation turns in one Runge-Kutta step [rad]."""
POSES = 12
"""Along the plan, at which the fastest oscillation is looked for."""
KNOWN = 1e-2
"""Share of the estimated error of a plan's torque down to which the torque is followed."""
UNSEEN = 0.01
"""Longest step where functions push [s]: a blow that lasts less might come and go within a step of a robot at rest."""
DIVERGED = 1e6
"""A state this large [rad or m, per s] is no robot's."""


def simulate(
    robot: Robot,
    plan: Plan,
    controller: Controller | None = None,
    *,
    wrench: Mapping[Any, Push] | None = None,
    start: Sequence[Any] | None = None,
    rate: float | None = None,
    tolerance: float = 1e-10,
    parameters: Parameters = None,
) -> Run:
    """What `robot` does, from the first to the last time of the plan. It need not be the robot that the plan was made for.

    Without a controller the plan's torque acts as a continuous function of time, and the motion is integrated with adaptive steps
    (Dormand-Prince 8(5,3), relative and absolute `tolerance`). With a controller, or with `rate` [Hz] alone, torque is sampled
    and held at `rate` (default 1000 Hz with a controller), and the motion between is integrated by Runge-Kutta steps of order 4
    that resolve the robot's fastest oscillation. start: (q, qd) or (q, qd, theta, thetad); unsaid, the plan's own first instant
    on this robot. wrench: {link or frame: path of 6 coordinates, or function of (t, q, qd)}, (moment, force) [Nm, N] in its
    frame: a blow, a wall, a spring to the ground; unsaid, those of the plan. Where functions push, adaptive steps are 10 ms at
    most. A plan with a stiffness K(t) is simulated with it. Joints of several freedoms have no motor: what the plan says is
    missing there does not act. A motion that takes long shows a line of progress on a terminal. parameters: {name: array
    (size,)}, other numbers of the robot's own: what moves is `robot.with_parameters(parameters)`.
    """
    robot = check_robot(robot, parameters)
    if not isinstance(plan, Plan):
        raise InputError(f"plan: expected what jn.feedforward(robot, path, t) gives, got {type(plan).__name__}.")
    if controller is not None and not callable(controller):
        raise InputError(f"controller: expected a function of (reference, state), as in jn.control, got {controller!r}.")
    for what, count in (("joints", "n"), ("motors", "m"), ("numbers in a position", "nq")):
        ours, planned = getattr(robot, count), getattr(plan.robot, count)
        if ours != planned:
            raise InputError(f"robot {robot.name!r} has {ours} {what}, but the plan was made for {planned}.")
    if len(plan.t) < 2:
        raise InputError("plan: expected at least two times to simulate between.")
    rate = None if rate is None else positive(rate, "rate [Hz]")
    tolerance = positive(tolerance, "tolerance")
    outside = Surroundings(robot, plan.wrench if wrench is None else wrench, plan.stiffness)
    dynamics = Dynamics(robot, outside)
    y = dynamics.at_rest(*_start(robot, plan, start))
    progress = Progress(f"simulating {robot.name}")
    try:
        if controller is None and rate is None:
            states, torques = _continuous(dynamics, plan, y, tolerance, progress), plan.tau_m
        else:
            states, torques = _held(dynamics, plan, y, controller, rate or CONTROL_RATE, progress)
    finally:
        progress.close()
    q, qd, theta, thetad = dynamics.parts(states)
    still = [i for i, m in enumerate(dynamics.motors) if not m.elastic]
    theta[:, still], thetad[:, still] = (dynamics.turned(x)[:, still] for x in (at_freedoms(robot, q), qd))
    flows = dynamics.flows(states)
    return Run(robot, plan, plan.t, q, qd, theta, thetad, torques * dynamics.moved, *flows, dynamics.evaluations)


def _start(robot: Robot, plan: Plan, start: Sequence[Any] | None) -> list[Array]:
    """q, qd, theta, thetad; motors of joints that are not elastic turn with them."""
    names = ("q", "qd", "theta", "thetad")
    if start is not None and not (isinstance(start, (Sequence, np.ndarray)) and len(start) in (2, 4)):
        raise InputError(f"start: expected (q, qd) or (q, qd, theta, thetad), got {start!r}.")
    turns = plant_of(robot).transmission.matrix(robot.n).T
    sizes = (robot.nq, robot.n, robot.m, robot.m)
    rows = [] if start is None else [_vector(x, sizes[k], names[k]) for k, x in enumerate(start)]
    if len(rows) < 4:
        theta, thetad = _motors(robot, plan)
        first = [plan.q[0][0], plan.q[1][0]]
        q, qd = rows or first
        moved = at_freedoms(robot, q) - at_freedoms(robot, first[0])
        rows = [q, qd, theta + moved @ turns, thetad + (qd - first[1]) @ turns]
    bends = np.array([m.elastic for m in plant_of(robot).motors])
    moved = at_freedoms(robot, rows[0])
    return [*rows[:2], np.where(bends, rows[2], moved @ turns), np.where(bends, rows[3], rows[1] @ turns)]


def _motors(robot: Robot, plan: Plan) -> tuple[Array, Array]:
    """theta and thetad with which this robot follows the plan at its first instant."""
    if robot == plan.robot:
        return plan.theta[0, 0], plan.theta[1, 0]
    if plan.t[0] > plan.path.start_time:
        own = feedforward(robot, plan.path, plan.t[:1], stiffness=plan.stiffness, preload=plan.preload, wrench=plan.wrench)
        return own.theta[0, 0], own.theta[1, 0]
    still = np.zeros(robot.n)  # whatever the path's smoothness, that the robot may ask more of
    tau = joint_torque(robot, plan.q[0][0], *[still] * 4, wrench=Acting(wrench=plan.wrench).wrenches(plan.t[0], 2))
    stiffness = () if plan.stiffness is None else tuple(plan.stiffness(plan.t[0], max(2, robot.motion_order - 2)))
    rest = np.stack([at_freedoms(robot, plan.q[0][0]), still, still])
    return drive(*with_stiffness(robot, None, stiffness), rest, tau).theta[0], still


def _vector(x: Any, count: int, name: str) -> Array:
    try:
        array = np.broadcast_to(np.asarray(x, dtype=np.float64), (count,))
    except (TypeError, ValueError) as error:
        raise InputError(f"start, {name}: expected {count} numbers: {error}.") from None
    if not np.isfinite(array).all():
        raise InputError(f"start, {name}: expected finite numbers.")
    return array


def _continuous(dynamics: Dynamics, plan: Plan, y: Array, tolerance: float, progress: Progress) -> Array:
    """States at plan.t, the torque exact at every instant; no step goes over the ends of a path, where it may jump, over one that
    begins and ends while the robot rests, or over a kink that a path knows of."""
    from scipy.integrate import DOP853

    paths = [plan.path, *plan.wrench.values(), *dynamics.outside.paths]
    ends = sorted({x for path in paths for x in (path.start_time, path.end_time, *path.kinks) if plan.t[0] < x < plan.t[-1]})
    torque = Signal(lambda t: plan.at(t).tau_m, [plan.t[0], *ends, plan.t[-1]], KNOWN * (plan.status.torque_error or 0.0))

    def rate(t: float, y: Array) -> Array:
        if not np.isfinite(y).all():
            _refuse_divergence(dynamics, t, y)
        return dynamics.rate(t, y, torque(t))

    longest = UNSEEN if dynamics.outside.functions else np.inf
    out = np.empty((len(plan.t), len(y)))
    out[0] = y
    done = 1
    for begin, end in zip([plan.t[0], *ends], [*ends, plan.t[-1]]):
        solver = DOP853(rate, begin, y, end, rtol=tolerance, atol=tolerance, max_step=longest)
        while solver.status == "running":
            solver.step()
            _refuse_divergence(dynamics, solver.t, solver.y if solver.status != "failed" else y * np.inf)
            reached = done
            while reached < len(plan.t) and plan.t[reached] <= solver.t:
                reached += 1
            if reached > done:
                between = solver.dense_output()
                out[done:reached] = between(plan.t[done:reached]).T
                done = reached
            progress((solver.t - plan.t[0]) / (plan.t[-1] - plan.t[0]))
        y = solver.y
    return out


def _held(
    dynamics: Dynamics, plan: Plan, y: Array, controller: Controller | None, rate: float, progress: Progress
) -> tuple[Array, Array]:
    """States and held torques at plan.t."""
    robot, m = dynamics.robot, dynamics.m
    first, last = plan.t[0], plan.t[-1]
    ticks = first + np.arange(math.floor((last - first) * rate + 1e-9) + 1) / rate
    wanted = plan.at(ticks)
    poses = np.linspace(0, len(plan.t) - 1, min(POSES, len(plan.t))).astype(int)
    largest_step = TURN_PER_STEP / max(dynamics.fastest(plan.q[0][poses], plan.theta[0, poses]), 1e-9)
    out, torques = np.empty((len(plan.t), len(y))), np.empty((len(plan.t), m))
    done, torque = 0, wanted.tau_m[0]
    for k, tick in enumerate(ticks):
        reference = Reference(float(tick), at_instants(wanted.q, k), wanted.theta[:, k], wanted.tau_m[k])
        if controller is None:
            torque = reference.tau_m
        else:
            torque = _asked(robot, float(tick), controller(reference, dynamics.measured(float(tick), y, torque)))
        until = min(tick + 1.0 / rate, last) if k + 1 < len(ticks) else last
        t = float(tick)
        while done < len(plan.t) and plan.t[done] <= until + 1e-12:
            if plan.t[done] >= until - 1e-12 and k + 1 < len(ticks):
                break  # it belongs to the next tick, whose torque acts from there on
            y = _runge_kutta(dynamics, t, y, torque, plan.t[done] - t, largest_step)
            t, out[done], torques[done] = plan.t[done], y, torque
            done += 1
        y = _runge_kutta(dynamics, t, y, torque, until - t, largest_step)
        _refuse_divergence(dynamics, until, y)
        progress((until - first) / (last - first))
    return out, torques


def _asked(robot: Robot, t: float, given: Any) -> Array:
    """What a controller answered, checked."""
    try:
        torque = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        torque = np.zeros(0)
    if torque.shape != (robot.m,):
        raise InputError(f"the controller gave torque {given!r} at t = {t:.6g} s; expected {robot.m} numbers.")
    if not np.isfinite(torque).all():
        raise ConvergenceError(f"the controller gave torque {torque} at t = {t:.6g} s; expected finite numbers.")
    return torque


def _runge_kutta(dynamics: Dynamics, t: float, y: Array, tau: Array, duration: float, largest: float) -> Array:
    """The classical scheme of order 4, in equal steps."""
    if duration <= 0.0:
        return y
    count = math.ceil(duration / largest)
    h = duration / count
    for i in range(count):
        begin = t + i * h
        k1 = dynamics.rate(begin, y, tau)
        k2 = dynamics.rate(begin + 0.5 * h, y + 0.5 * h * k1, tau)
        k3 = dynamics.rate(begin + 0.5 * h, y + 0.5 * h * k2, tau)
        k4 = dynamics.rate(begin + h, y + h * k3, tau)
        y = y + h / 6.0 * (k1 + 2.0 * (k2 + k3) + k4)
        if not np.abs(y).max() < DIVERGED:
            break
    return y


def _refuse_divergence(dynamics: Dynamics, t: float, y: Array) -> None:
    if not np.abs(y[: dynamics.size]).max() < DIVERGED:
        raise ConvergenceError(
            f"the simulation of robot {dynamics.robot.name!r} runs away at t = {t:.6g} s: the closed loop is unstable, or the "
            "torque does not fit the robot."
        )
