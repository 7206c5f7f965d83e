"""A plan put to the test: the robot under the planned torque, or under a controller that follows the plan."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from jounce.control.protocol import Controller
from jounce.errors import InputError
from jounce.functions.arguments import Parameters, check_robot
from jounce.functions.inverse_dynamics import drive, joint_torque, with_stiffness
from jounce.inverse.acting import Acting
from jounce.inverse.along import joined
from jounce.inverse.dry_friction import has_dry_friction, resolved
from jounce.inverse.feedforward import feedforward
from jounce.inverse.plan import Plan
from jounce.numbers.packing import Array
from jounce.plant.plant import at_freedoms, plant_of
from jounce.robot import Robot
from jounce.robot.values import short
from jounce.simulation.actuator import IDEAL, ActuatedMotors, Actuator
from jounce.simulation.chebyshev_signal import Signal
from jounce.simulation.control_loop import ControlLoop
from jounce.simulation.external_inputs import Push, Surroundings
from jounce.simulation.integrate import Integration, integration
from jounce.simulation.machine import Dynamics
from jounce.simulation.motor_signal import motor_signal
from jounce.simulation.progress import Progress
from jounce.simulation.record import Run
from jounce.simulation.sensors import Readout, Sensors
from jounce.trajectory.path import Path, positive

CONTROL_RATE = 1000.0
"""[Hz], unless said."""
MOST_TICKS = 1e9
"""Of a controller along a plan: eleven days at 1 kHz."""
KNOWN = 1e-2
"""Share of the estimated error of a plan's torque down to which the torque is followed."""
PIECE = 1.0
"""Change of asinh(v / s) of a link with dry friction, which changes its sign over a speed s, over a piece of the torque."""
LOOKS = 1001
"""Instants at which speeds of links with dry friction are looked at."""
UNSEEN = 0.01
"""Longest step where functions push [s]: a blow that lasts less might come and go within a step of a robot at rest."""
TURN = 4.5
"""How far the fastest oscillation turns in a step at most [rad]. Beyond 5.9 steps of the method excite it, and while it is
smaller than the tolerance the estimate of the error does not always tell; here a step takes 7 % of it away."""
POSES = 6
"""Along the plan, at which the fastest oscillation is looked for."""
APART = 1e-9
"""How far a rigid joint may be from its motor where the motion of motors is given [rad or m]."""


def simulate(
    robot: Robot,
    plan: Plan,
    controller: Controller | None = None,
    *,
    plant: Robot | None = None,
    sensors: Sensors | None = None,
    actuator: Actuator | None = None,
    motor_motion: Path | Plan | None = None,
    wrench: Mapping[Any, Push] | None = None,
    start: Sequence[Any] | None = None,
    rate: float | None = None,
    jitter: float = 0.0,
    seed: int = 0,
    tolerance: float = 1e-10,
    parameters: Parameters = None,
) -> Run:
    """What `robot` does, from the first to the last time of the plan. It need not be the robot that the plan was made for.

    Without a controller the plan's torque acts as a continuous function of time. With a controller, with `rate` [Hz], `sensors`,
    an `actuator` or `jitter`, torque is sampled and held at `rate` (default 1000 Hz). Either way the motion is integrated with
    adaptive steps (Dormand-Prince 8(5,3), relative and absolute `tolerance`), by compiled code where there is a compiler.

    plant: what moves, if that is not `robot` but another one with as many joints: `robot.with_payload(2.0)`. sensors: what the
    controller gets to see, and how well (default: the state as it is). actuator: what motors make of the torque they are asked
    for. jitter [s]: each tick comes up to so much late, and the controller does not know. seed: of noise and jitter; the same
    seed gives the same run. motor_motion: a path of the motors (m coordinates), or a plan whose motors are followed: motors move
    so, whatever torque it takes, and the links swing behind.

    start: (q, qd) or (q, qd, theta, thetad); unsaid, the plan's own first instant on this robot. wrench: {link or frame: path of
    6 coordinates, or function of (t, q, qd)}, (moment, force) [Nm, N] in its frame: a blow, a wall, a spring to the ground;
    unsaid, those of the plan. Where functions push, steps are 10 ms at most. A plan with a stiffness K(t) is simulated with it.
    Joints of several freedoms have no motor: what the plan says is missing there does not act. A motion that takes long shows a
    line of progress on a terminal. parameters: {name: array (size,)}, other numbers of the robot's own: what moves is
    `robot.with_parameters(parameters)`.
    """
    if not isinstance(plan, Plan):
        check_robot(robot)
        raise InputError(f"plan: expected what jn.feedforward(robot, path, t) gives, got {type(plan).__name__}.")
    robot = _plant(robot, plant, plan, parameters)
    if controller is not None and not callable(controller):
        raise InputError(f"controller: expected a function of (reference, state), as in jn.control, got {controller!r}.")
    if len(plan.t) < 2:
        raise InputError("plan: expected at least two times to simulate between.")
    rate = None if rate is None else positive(rate, "rate [Hz]")
    tolerance = positive(tolerance, "tolerance")
    continuous = controller is None and rate is None and sensors is None and actuator is None and _is_zero(jitter)
    _check(sensors, Sensors, "sensors")
    _check(actuator, Actuator, "actuator")
    if not continuous and (plan.t[-1] - plan.t[0]) * (rate or CONTROL_RATE) > MOST_TICKS:
        raise InputError(
            f"rate [Hz]: {rate or CONTROL_RATE:g} gives more than {MOST_TICKS:g} ticks along the plan; expected fewer."
        )
    late = _late(jitter, rate or CONTROL_RATE, np.random.default_rng(_seed(seed)))
    if motor_motion is not None and not continuous:
        raise InputError(
            "motor_motion says what the motors do: with it there is no controller, rate, sensors, actuator or jitter."
        )
    outside = Surroundings(robot, plan.wrench if wrench is None else wrench, plan.stiffness)
    dynamics = Dynamics(robot, outside, _motion(robot, plan, motor_motion))
    y = dynamics.at_rest(*_start(robot, plan, start, dynamics))
    progress = Progress(f"simulating {robot.name}")
    first, last = float(plan.t[0]), float(plan.t[-1])

    def reached(t: float) -> None:
        progress((t - first) / (last - first))

    longest = min(UNSEEN if outside.functions else np.inf, _stable(dynamics, plan))
    motion = integration(dynamics, first, y, last, tolerance, longest, reached)
    measured = None
    try:
        if continuous:
            moved = [x.path if isinstance(x, Plan) else x for x in (motor_motion,) if x is not None]
            states, torques = _continuous(dynamics, plan, motion, moved)
        else:
            random = np.random.default_rng([_seed(seed), 1])  # noise does not depend on whether there is jitter
            motors = ActuatedMotors(actuator or IDEAL, robot, dynamics.moved, plan.tau_m[0])
            readout = None if sensors is None else Readout(sensors, robot, rate or CONTROL_RATE, random)
            loop = ControlLoop(dynamics, plan, controller, rate or CONTROL_RATE, late, motors, readout)
            states, torques, measured = loop.run(motion, reached)
    finally:
        progress.close()
    q, qd, theta, thetad = dynamics.parts(states)
    if dynamics.signal is not None:
        theta[:], thetad[:] = np.array([dynamics.motion(t)[:2] for t in plan.t]).swapaxes(0, 1)
    still = [i for i, m in enumerate(dynamics.motors) if not m.elastic]
    theta[:, still], thetad[:, still] = (dynamics.turned(x)[:, still] for x in (at_freedoms(robot, q), qd))
    flows = dynamics.flows(states)
    return Run(robot, plan, plan.t, q, qd, theta, thetad, torques * dynamics.moved, *flows, dynamics.evaluations, measured)


def _stable(dynamics: Dynamics, plan: Plan) -> float:
    """The longest step [s] that excites no oscillation."""
    poses = np.linspace(0, len(plan.t) - 1, min(POSES, len(plan.t))).astype(int)
    fastest = dynamics.fastest(plan.q[0][poses], plan.theta[0, poses])
    return TURN / fastest if fastest > 0.0 else np.inf


def _plant(robot: Robot, plant: Robot | None, plan: Plan, parameters: Parameters) -> Robot:
    """What moves."""
    check_robot(robot)
    if plant is not None and not isinstance(plant, Robot):
        raise InputError(f"plant: expected a robot, as robot.with_payload(2.0) gives it, got {short(plant)}.")
    moving = check_robot(robot if plant is None else plant, parameters)
    for what, count in (("joints", "n"), ("motors", "m"), ("numbers in a position", "nq")):
        ours, planned = getattr(moving, count), getattr(plan.robot, count)
        if ours != planned:
            raise InputError(f"robot {moving.name!r} has {ours} {what}, but the plan was made for {planned}.")
    return moving


def _check(given: Any, kind: type, name: str) -> None:
    if given is not None and not isinstance(given, kind):
        raise InputError(f"{name}: expected jn.{kind.__name__}(...), got {short(given)}.")


def _is_zero(jitter: Any) -> bool:
    return isinstance(jitter, (int, float)) and not jitter


def _seed(seed: Any) -> int:
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise InputError(f"seed: expected a whole number from 0, got {short(seed)}.")
    return int(seed)


def _late(jitter: Any, rate: float, random: np.random.Generator) -> Callable[[int], Array]:
    """How late so many ticks come [s]."""
    if isinstance(jitter, bool) or not isinstance(jitter, (int, float)) or not 0.0 <= jitter < 1.0 / rate:
        raise InputError(
            f"jitter [s]: expected from 0 to less than a period of the controller, {1.0 / rate:.6g} s, got {short(jitter)}."
        )
    return lambda count: jitter * random.random(count) if jitter else np.zeros(count)


def _motion(robot: Robot, plan: Plan, given: Any) -> Signal | None:
    """theta, thetad and thetadd (3 m,) in time, where they are given."""
    if given is None:
        return None
    if isinstance(given, Plan) and given.robot.m != robot.m:
        raise InputError(f"motor_motion: the plan is for {given.robot.m} motors, robot {robot.name!r} has {robot.m}.")
    if not isinstance(given, Plan) and (not isinstance(given, Path) or given.space != "joint" or given.n != robot.m):
        raise InputError(f"motor_motion: expected a path of the {robot.m} motors, or a plan, got {short(given)}.")
    return motor_signal(given, plan.t)


def _start(robot: Robot, plan: Plan, start: Sequence[Any] | None, dynamics: Dynamics) -> list[Array]:
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
    if dynamics.signal is not None:
        rows[2:] = dynamics.motion(float(plan.t[0]))[:2]
        apart = np.abs(np.where(bends, 0.0, rows[2] - moved @ turns) * dynamics.moved)
        if apart.max(initial=0.0) > APART:
            name = robot.motor_names[int(apart.argmax())]
            raise InputError(
                f"motor_motion: motor {name!r} is rigid and begins {apart.max():.3g} rad or m away from its joint; its motion "
                "must begin where the joint is, see start=."
            )
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
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"start, {name}: expected {count} numbers: {error}.") from None
    if not np.isfinite(array).all():
        raise InputError(f"start, {name}: expected finite numbers.")
    return array


def _continuous(dynamics: Dynamics, plan: Plan, motion: Integration, moved: list[Path]) -> tuple[Array, Array]:
    """States and torques at plan.t, the torque exact at every instant; no step goes over the ends of a path, where it may jump,
    over one that begins and ends while the robot rests, or over a kink that a path knows of."""
    paths = [plan.path, *plan.wrench.values(), *dynamics.outside.paths, *moved]
    first, last = float(plan.t[0]), float(plan.t[-1])
    ends = sorted({x for path in paths for x in (path.start_time, path.end_time, *path.kinks) if first < x < last})
    if dynamics.signal is None:
        # where dry friction turns round, the largest error of the torque lasts for an instant and says nothing of the rest
        known = 0.0 if has_dry_friction(plan.robot) else KNOWN * (plan.status.torque_error or 0.0)
        even = np.linspace(first, last, LOOKS)
        sharp = np.setdiff1d(resolved(plan.robot, plan.motion or plan.path, even, PIECE), even)
        breaks = joined(np.array([first, *ends, last]), sharp).tolist()
        motion.under(Signal(lambda t: plan.at(t).tau_m * dynamics.moved, breaks, known))
    else:
        motion.under(dynamics.signal)
    out = np.empty((len(plan.t), len(motion.y)))
    out[0] = motion.y
    done = 1
    for end in [*ends, last]:
        reached = int(np.searchsorted(plan.t, end, side="right"))
        out[done:reached] = motion.advance(end, plan.t[done:reached])
        done = reached
    if dynamics.signal is None:
        return out, plan.tau_m
    return out, np.array([dynamics.torque(t, y) for t, y in zip(plan.t, out)])
