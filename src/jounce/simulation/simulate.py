"""Simulation of a plan: the robot under the planned torque, or under a controller that follows the plan."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.control.protocol import Controller
from jounce.errors import InputError
from jounce.flexible.feedforward import feedforward
from jounce.functions.inverse_dynamics import drive, joint_torque, with_stiffness
from jounce.inverse.motor_motion import merge_times
from jounce.inverse.plan import Plan
from jounce.inverse.sampling import TimeVaryingInputs, has_dry_friction, resolve_dry_friction
from jounce.kernel.arguments import Parameters, check_robot
from jounce.numbers.packing import Array
from jounce.numerics.chebyshev_signal import ChebyshevSignal
from jounce.plant.plant import at_freedoms, plant_of
from jounce.robot import Robot
from jounce.robot.validation import positive, short
from jounce.simulation.actuator import IDEAL, ActuatedMotors, Actuator
from jounce.simulation.control_loop import ControlLoop
from jounce.simulation.integrate import Integration, integration
from jounce.simulation.motor_signal import motor_signal
from jounce.simulation.plant_dynamics import Dynamics, ExternalInputs, Push
from jounce.simulation.record import Run
from jounce.simulation.sensors import Readout, Sensors
from jounce.terminal import Progress
from jounce.trajectory.path import Path

CONTROL_RATE = 1000.0
"""Default rate of a controller [Hz]."""
MOST_TICKS = 1e9
"""Largest accepted number of controller ticks along a plan: eleven days at 1 kHz."""
KNOWN = 1e-2
"""Tolerance of the interpolation of a plan's torque, as a fraction of the plan's estimated torque error."""
PIECE = 1.0
"""Largest change of asinh(v / s) in one piece of the interpolated torque; v: link speed, s: speed scale of dry friction."""
LOOKS = 1001
"""Number of instants along the plan at which link speeds are sampled, to resolve sign changes of dry friction."""
UNSEEN = 0.01
"""Longest step with wrenches that are functions [s]: a longer step of a robot at rest could miss a short impact."""
TURN = 4.5
"""Largest phase by which the fastest oscillation advances in one step [rad]. Above 5.9 rad the method is unstable, and the error
estimate may miss the growth of an oscillation smaller than the tolerance; at 4.5 rad a step damps the oscillation by 7 %."""
POSES = 6
"""Number of poses along the plan at which the fastest oscillation is computed."""
APART = 1e-9
"""Largest accepted distance between a rigid joint and its motor at the start of a prescribed motor motion [rad or m]."""


def simulate(
    robot: Robot,
    plan: Plan,
    controller: Controller | None = None,
    *,
    plant: Robot | None = None,
    sensors: Sensors | None = None,
    actuator: Actuator | None = None,
    motor_motion: Path | Plan | None = None,
    wrench: Mapping[str, Push] | None = None,
    start: Sequence[ArrayLike] | None = None,
    rate: float | None = None,
    jitter: float = 0.0,
    seed: int = 0,
    tolerance: float = 1e-10,
    parameters: Parameters = None,
) -> Run:
    """Simulate a robot under the torque of a plan, or under a controller that follows the plan.

    The simulation runs from the first to the last time of the plan, which may have been made for another robot. Without a
    controller the plan's torque acts as a continuous function of time. If `controller`, `rate`, `sensors`, `actuator` or `jitter`
    is set, the torque is updated at `rate` and held in between. The motion is integrated with adaptive steps (Dormand-Prince
    8(5,3), relative and absolute `tolerance`), by compiled code if a compiler is installed.

    Parameters
    ----------
    robot : Robot
        The robot to simulate, unless `plant` is set.
    plan : Plan
        Result of `feedforward`. The plan's times (T,) are the output times; a stiffness K(t) of the plan acts in the simulation.
    controller : callable, optional
        Function of (reference, state) that returns motor torques (m,) [Nm or N], as in `jn.control`.
    plant : Robot, optional
        The robot to simulate in place of `robot`, with as many joints and motors, for example `robot.with_payload(2.0)`.
    sensors : Sensors, optional
        Sensors between robot and controller; default: the true state.
    actuator : Actuator, optional
        Torque limit, lag and ripple of the motors; default: ideal.
    motor_motion : Path or Plan, optional
        Prescribed motion of the motors: a path with m coordinates, or a plan whose motor motion is taken. The motors then give
        the torque that this motion requires.
    wrench : dict, optional
        External wrenches {link or frame: path of 6 coordinates, or function of (t, q, qd)}, each (moment, force) [Nm, N] in the
        frame of the link; default: the wrenches of the plan. With functions the integration steps are 10 ms at most.
    start : sequence of arrays, optional
        Initial state (q, qd) or (q, qd, theta, thetad); default: the state with which the simulated robot follows the plan at
        its first instant.
    rate : float, optional
        Rate of the controller [Hz], default 1000.
    jitter : float
        Largest delay of a tick [s]; delays are uniformly distributed from 0 and unknown to the controller.
    seed : int
        Seed of noise and jitter; equal seeds give equal runs.
    tolerance : float
        Relative and absolute tolerance of a step.
    parameters : dict, optional
        {name: array (size,)}: parameters to replace in the simulated robot, as in `robot.with_parameters(parameters)`.

    Returns
    -------
    Run
        States, torques, energies and errors at the plan's times.

    Raises
    ------
    InputError
        For arguments that do not fit the robot or exclude each other.
    ConvergenceError
        If the state diverges.

    Notes
    -----
    Joints of several DOFs have no motor: the torque that the plan requires at such joints does not act. A long simulation shows
    a line of progress on a terminal.

    Examples
    --------
    >>> robot = jn.load("planar_2r").with_drives(stiffness=200.0, rotor_inertia=0.02)
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, 0.5], 1.0)
    >>> plan = jn.feedforward(robot, path, np.linspace(0.0, 1.0, 101))
    >>> run = jn.simulate(robot, plan)
    >>> bool(run.tracking_error < 1e-6)
    True
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
    outside = ExternalInputs(robot, plan.wrench if wrench is None else wrench, plan.stiffness)
    dynamics = Dynamics(robot, outside, _motion(robot, plan, motor_motion))
    y = dynamics.at_rest(*_start(robot, plan, start, dynamics))
    progress = Progress(f"simulating {robot.name}")
    first, last = float(plan.t[0]), float(plan.t[-1])

    def reached(t: float) -> None:
        """Report progress: the fraction of the time span that the integration has reached."""
        progress((t - first) / (last - first))

    longest = min(UNSEEN if outside.functions else np.inf, _stable(dynamics, plan))
    motion = integration(dynamics, first, y, last, tolerance, longest, reached)
    measured = None
    try:
        if continuous:
            moved = [x.path if isinstance(x, Plan) else x for x in (motor_motion,) if x is not None]
            states, torques = _continuous(dynamics, plan, motion, moved)
        else:
            random = np.random.default_rng([_seed(seed), 1])  # noise is the same with and without jitter
            motors = ActuatedMotors(actuator or IDEAL, robot, dynamics.moved, plan.tau_m[0])
            readout = None if sensors is None else Readout(sensors, robot, rate or CONTROL_RATE, random)
            loop = ControlLoop(dynamics, plan, controller, rate or CONTROL_RATE, late, motors, readout)
            states, torques, measured = loop.run(motion, reached)
    finally:
        progress.close()
    q, qd, theta, thetad = dynamics.parts(states)
    if dynamics.signal is not None:
        theta[:], thetad[:] = np.array([dynamics.motion(t)[:2] for t in plan.t]).swapaxes(0, 1)
    rigid = [i for i, m in enumerate(dynamics.motors) if not m.elastic]
    theta[:, rigid], thetad[:, rigid] = (dynamics.turned(x)[:, rigid] for x in (at_freedoms(robot, q), qd))
    flows, pushes = dynamics.flows(states), outside.along(plan.t, q, qd)
    return Run(
        robot, plan, plan.t, q, qd, theta, thetad, torques * dynamics.moved, *flows, dynamics.evaluations, measured, pushes
    )


def _stable(dynamics: Dynamics, plan: Plan) -> float:
    """Return the longest integration step [s] for which no undamped oscillation of the plant grows; inf without oscillations."""
    poses = np.linspace(0, len(plan.t) - 1, min(POSES, len(plan.t))).astype(int)
    fastest = dynamics.fastest(plan.q[0][poses], plan.theta[0, poses])
    return TURN / fastest if fastest > 0.0 else np.inf


def _plant(robot: Robot, plant: Robot | None, plan: Plan, parameters: Parameters) -> Robot:
    """Return the robot to simulate; raise InputError unless it has as many joints, motors and positions as the plan's robot."""
    check_robot(robot)
    if plant is not None and not isinstance(plant, Robot):
        raise InputError(f"plant: expected a robot, as robot.with_payload(2.0) gives it, got {short(plant)}.")
    moving = check_robot(robot if plant is None else plant, parameters)
    for what, count in (("joints", "n"), ("motors", "m"), ("numbers in a position", "nq")):
        size, planned = getattr(moving, count), getattr(plan.robot, count)
        if size != planned:
            raise InputError(f"robot {moving.name!r} has {size} {what}, but the plan was made for {planned}.")
    return moving


def _check(argument: Any, kind: type, name: str) -> None:
    """Raise InputError, which names the argument `name`, unless its value is None or an instance of `kind`."""
    if argument is not None and not isinstance(argument, kind):
        raise InputError(f"{name}: expected jn.{kind.__name__}(...), got {short(argument)}.")


def _is_zero(jitter: Any) -> bool:
    """Return True if jitter is the number zero; False for other numbers and for all other types."""
    return isinstance(jitter, (int, float)) and not jitter


def _seed(seed: Any) -> int:
    """Return the seed as an int; raise InputError unless it is an integer from 0."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise InputError(f"seed: expected a whole number from 0, got {short(seed)}.")
    return int(seed)


def _late(jitter: Any, rate: float, random: np.random.Generator) -> Callable[[int], Array]:
    """Return a function that draws delays (count,) [s] of `count` ticks, uniform from 0 to `jitter`; rate: of the ticks [Hz]."""
    if isinstance(jitter, bool) or not isinstance(jitter, (int, float)) or not 0.0 <= jitter < 1.0 / rate:
        raise InputError(
            f"jitter [s]: expected from 0 to less than a period of the controller, {1.0 / rate:.6g} s, got {short(jitter)}."
        )
    return lambda count: jitter * random.random(count) if jitter else np.zeros(count)


def _motion(robot: Robot, plan: Plan, motor_motion: Any) -> ChebyshevSignal | None:
    """Return the prescribed theta, thetad and thetadd (3 m,) as a signal of time; None without motor_motion."""
    if motor_motion is None:
        return None
    if isinstance(motor_motion, Plan) and motor_motion.robot.m != robot.m:
        raise InputError(f"motor_motion: the plan is for {motor_motion.robot.m} motors, robot {robot.name!r} has {robot.m}.")
    if not isinstance(motor_motion, Plan) and (
        not isinstance(motor_motion, Path) or motor_motion.space != "joint" or motor_motion.n != robot.m
    ):
        raise InputError(f"motor_motion: expected a path of the {robot.m} motors, or a plan, got {short(motor_motion)}.")
    return motor_signal(motor_motion, plan.t)


def _start(robot: Robot, plan: Plan, start: Sequence[Any] | None, dynamics: Dynamics) -> list[Array]:
    """Return the initial q, qd, theta and thetad; motors of rigid joints get the positions and velocities of their joints."""
    names = ("q", "qd", "theta", "thetad")
    if start is not None and not (isinstance(start, (Sequence, np.ndarray)) and len(start) in (2, 4)):
        raise InputError(f"start: expected (q, qd) or (q, qd, theta, thetad), got {start!r}.")
    to_motors = plant_of(robot).transmission.matrix(robot.n).T
    sizes = (robot.nq, robot.n, robot.m, robot.m)
    rows = [] if start is None else [_vector(x, sizes[k], names[k]) for k, x in enumerate(start)]
    if len(rows) < 4:
        theta, thetad = _motors(robot, plan)
        first = [plan.q[0][0], plan.q[1][0]]
        q, qd = rows or first
        moved = at_freedoms(robot, q) - at_freedoms(robot, first[0])
        rows = [q, qd, theta + moved @ to_motors, thetad + (qd - first[1]) @ to_motors]
    is_elastic = np.array([m.elastic for m in plant_of(robot).motors])
    moved = at_freedoms(robot, rows[0])
    if dynamics.signal is not None:
        rows[2:] = dynamics.motion(float(plan.t[0]))[:2]
        apart = np.abs(np.where(is_elastic, 0.0, rows[2] - moved @ to_motors) * dynamics.moved)
        if apart.max(initial=0.0) > APART:
            name = robot.motor_names[int(apart.argmax())]
            raise InputError(
                f"motor_motion: motor {name!r} is rigid and begins {apart.max():.3g} rad or m away from its joint; its motion "
                "must begin where the joint is, see start=."
            )
    return [*rows[:2], np.where(is_elastic, rows[2], moved @ to_motors), np.where(is_elastic, rows[3], rows[1] @ to_motors)]


def _motors(robot: Robot, plan: Plan) -> tuple[Array, Array]:
    """Return theta and thetad (m,) with which `robot` follows the link motion of the plan at the plan's first instant."""
    if robot == plan.robot:
        return plan.theta[0, 0], plan.theta[1, 0]
    if plan.t[0] > plan.path.start_time:
        first = feedforward(robot, plan.path, plan.t[:1], stiffness=plan.stiffness, preload=plan.preload, wrench=plan.wrench)
        return first.theta[0, 0], first.theta[1, 0]
    zeros = np.zeros(robot.n)  # at rest no derivative is needed, even if the robot needs more than the path has
    tau = joint_torque(robot, plan.q[0][0], *[zeros] * 4, wrench=TimeVaryingInputs(wrench=plan.wrench).wrenches(plan.t[0], 2))
    stiffness = () if plan.stiffness is None else tuple(plan.stiffness(plan.t[0], max(2, robot.motion_order - 2)))
    preload = None if plan.preload is None else {"preload": plan.preload(plan.t[0])[0]}
    rest = np.stack([at_freedoms(robot, plan.q[0][0]), zeros, zeros])
    return drive(*with_stiffness(robot, preload, stiffness), rest, tau).theta[0], np.zeros(robot.m)


def _vector(x: Any, count: int, name: str) -> Array:
    """Return an initial value, a scalar or (count,), as an array (count,); raise InputError for other shapes, nan and inf."""
    try:
        array = np.broadcast_to(np.asarray(x, dtype=np.float64), (count,))
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"start, {name}: expected {count} numbers: {error}.") from None
    if not np.isfinite(array).all():
        raise InputError(f"start, {name}: expected finite numbers.")
    return array


def _continuous(dynamics: Dynamics, plan: Plan, motion: Integration, motor_paths: list[Path]) -> tuple[Array, Array]:
    """Integrate without a controller, under the plan's torque or a prescribed motor motion; return states and torques at plan.t.

    The states are (T, size), the motor torques (T, m). motor_paths: paths of a prescribed motor motion. No step crosses a start,
    an end or a kink of a path: the path may jump there, and a long step could miss an input that acts on a robot at rest.
    """
    paths = [plan.path, *plan.wrench.values(), *dynamics.outside.paths, *motor_paths]
    first, last = float(plan.t[0]), float(plan.t[-1])
    ends = sorted({x for path in paths for x in (path.start_time, path.end_time, *path.kinks) if first < x < last})
    if dynamics.signal is None:
        # where dry friction changes sign, the largest torque error lasts for an instant and is not typical
        torque_error = 0.0 if has_dry_friction(plan.robot) else KNOWN * (plan.status.torque_error or 0.0)
        grid = np.linspace(first, last, LOOKS)
        of_friction = np.setdiff1d(resolve_dry_friction(plan.robot, plan.motion or plan.path, grid, PIECE), grid)
        breaks = merge_times(np.array([first, *ends, last]), of_friction).tolist()
        motion.under(ChebyshevSignal(lambda t: plan.at(t).tau_m * dynamics.moved, breaks, torque_error))
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
