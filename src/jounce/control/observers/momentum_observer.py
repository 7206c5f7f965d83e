"""Momentum observer: estimate of external joint torque without measured or computed accelerations.

The generalised momentum p of the links and its time derivative are

    p = M(q) qd + S(q) thetad,    pd = tau + beside + pushed - c(q, qd, thetad) - g(q) + Md qd + Sd thetad + external

S: inertia of rotors that links carry along; tau: torques of drives and motorless springs; beside: torques of parallel springs,
link friction and coupled springs; pushed: torques of known wrenches; Md, Sd: time derivatives of M and S. With the known part
b = pd - external and e = p - int b dt, the residual r is the external torque behind a first-order low-pass filter,

    rd = gain (ed - r) = gain (external - r)

Over a period h, e is approximated by a straight line and the integral of b by the trapezoidal rule; primes mark the new sample:

    r' = a r + (1 - a) / h (p' - p - h/2 (b + b')),    a = exp(-gain h)

The step is exact for the straight line, for every gain, and nothing is integrated that could drift. [DeLucaMattone2005]

The set of readings decides how link positions and drive torques are computed:

    'q', 'tau_j'        both are measured
    'theta', 'tau_j'    q is theta less the deflection of the springs under tau_j
    'q', 'theta'        tau_j follows from the spring laws
    'theta', 'tau_m'    joints are assumed rigid; motor inertia and motor friction are those of the model

Velocities 'qd' and 'thetad' that are not measured are differences of positions; the residual is then that of half a period ago.
An implausible reading (`dynamics/readings`) changes only the last scalar of the state, which marks the rejection.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.codegen.program import Slot
from jounce.control.observer_arguments import by_name, check_finite, live_form, positive
from jounce.control.observers.external_wrench import external_wrench
from jounce.dynamics import gyrostat
from jounce.dynamics.drive import friction, motorless_torques
from jounce.dynamics.elastic_joints import drive_torques, with_forces_beside
from jounce.dynamics.newton_euler import Loads, newton_euler
from jounce.dynamics.readings import chosen, judged
from jounce.errors import InputError
from jounce.export.compiled_kernel import Kernel
from jounce.kernel.arguments import Link, Parameters, check_names, check_robot
from jounce.kernel.dispatch import call
from jounce.kernel.equation import Auxiliary, Equation, Inputs, Output
from jounce.numbers import Number, derivatives, exp, select
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.multi_dof_joints import displacement, midpoint, position_series
from jounce.plant.plant import Plant, plant_of, with_motors
from jounce.plant.tree import along_freedoms
from jounce.robot import Robot

Row = list[Number]


class Sample(NamedTuple):
    """Generalised momentum of the links at one instant, and its rate without external torque."""

    p: Row
    """Momentum, one scalar per DOF [kg m^2/s or kg m/s]."""
    b: Row
    """Time derivative of the momentum for zero external torque [Nm or N], one scalar per DOF."""


def sample(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    thetad: Sequence[Number],
    tau: Sequence[Number],
    reflected_inertia: Sequence[Sequence[Number]] = (),
    loads: Loads = (),
) -> Sample:
    """Return the generalised momentum of the links and its rate for zero external torque, in O(n) operations.

    tau (n): torques of drives and motorless springs on the joints; reflected_inertia (n, n): inertia of motors that move with
    the links; loads: known wrenches.
    """
    n = plant.tree.freedoms
    still: Row = [0.0] * n
    moved = position_series(plant.tree, [list(q), list(qd)], 1)
    momentum = _momentum(plant, moved, qd, thetad)
    bias = _bias(plant, q, qd, still, thetad, loads)
    acting = with_forces_beside(plant, along_freedoms(plant.tree, q), qd, tau)
    p, b = [], []
    for i, series in enumerate(momentum):
        now, rate = [*derivatives(series), 0.0][:2]
        p.append(now + sum((x * v for x, v in zip(reflected_inertia[i], qd)), 0.0) if reflected_inertia else now)
        b.append(acting[i] - bias[i] + rate)
    return Sample(p, b)


def _momentum(plant: Plant, q: Sequence[Number], qd: Sequence[Number], thetad: Sequence[Number]) -> Row:
    """Return the momentum M qd + S thetad (n), as the torque of a weightless robot at rest with accelerations qd and thetad."""
    weightless = plant.tree._replace(gravity=(0.0, 0.0, 0.0))
    still: Row = [0.0] * plant.tree.freedoms
    if not plant.rotors:
        return newton_euler(weightless, q, still, qd)
    none: Row = [0.0] * len(thetad)
    return gyrostat.torques(plant._replace(tree=weightless), q, still, qd, none, thetad)[0]


def _bias(
    plant: Plant, q: Sequence[Number], qd: Sequence[Number], qdd: Sequence[Number], thetad: Sequence[Number], loads: Loads
) -> Row:
    """Return the torque M qdd + c + g - J^T W (n) under known wrenches W, including carried rotors at speeds thetad."""
    if not plant.rotors:
        return newton_euler(plant.tree, q, qd, qdd, loads)
    none: Row = [0.0] * len(thetad)
    return gyrostat.torques(plant, q, qd, qdd, thetad, none, loads)[0]


def residual(
    before: Sample, r: Sequence[Number], now: Sample, gain: Sequence[Number], h: Number, between: Sequence[Number] = ()
) -> Row:
    """Return the residual one period h [s] after the residual r (n), from the samples at both ends of the period.

    gain (n) [1/s]; between (n): part of the rate b that was sampled in the middle of the period instead; () for none.
    """
    after: Row = []
    for i, rate in enumerate(gain):
        decay = exp(-(rate * h))
        e = now.p[i] - before.p[i] - 0.5 * h * (before.b[i] + now.b[i])
        if between:
            e = e - h * between[i]
        after.append(decay * r[i] + (1.0 - decay) / h * e)
    return after


MEASURED = ("q", "qd", "tau_j", "theta", "thetad", "tau_m")
"""Names of all sensor readings, in the order of kernel arguments: first readings at joints, then readings at motors."""
OF_MOTORS = 3
"""Index in MEASURED of the first reading at motors."""
SETS = (("q", "tau_j"), ("theta", "tau_j"), ("q", "theta"), ("theta", "tau_m"))
"""Accepted sets of readings; the optional velocities qd and thetad may be added."""


def takes_differences(measured: tuple[str, ...]) -> bool:
    """Return True if a required velocity is not measured, so that the observer takes differences of positions."""
    links = "qd" not in measured and "tau_m" not in measured
    return links or ("theta" in measured and "thetad" not in measured)


def _stored(measured: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the rows of the last sample that the state contains; () if no differences of positions are taken."""
    if not takes_differences(measured):
        return ()
    return measured if "q" in measured or "tau_m" in measured else ("q", *measured)


def state_size(plant: Plant, measured: tuple[str, ...]) -> int:
    """Return the number of scalars in the state of the observer.

    The state has residual, momentum and rate of the momentum (n each); the last sample, if differences of positions are taken;
    the count of samples, up to 2; and the flag 1 if the last reading was rejected, else 0.
    """
    n, m = plant.tree.freedoms, len(plant.motors)
    widths = {"q": n + len(plant.tree.chains), "qd": n, "tau_j": n}  # a quaternion has one scalar more than DOFs
    return 3 * n + sum(widths.get(name, m) for name in _stored(measured)) + 2


class _Motion(NamedTuple):
    """Motion of links and motors at one instant, and the torque between motors and links."""

    q: Row
    qd: Row
    thetad: Row
    tau: Row
    """Torques of drives and motorless springs on the joints (n)."""
    reflected_inertia: Sequence[Sequence[Number]] = ()
    """Inertia of motors that move with the links (n, n); () for elastic joints."""


class Observed(NamedTuple):
    """Outputs of one step of the momentum observer."""

    state: Row
    """State after the step."""
    residual: Row
    """Estimated external torque (n)."""
    q: Row
    """Link positions at which the momentum was computed."""
    qd: Row
    """Link velocities at which the momentum was computed (n)."""
    starting: Number
    """1 if there is no earlier momentum, so that the residual is zero; else 0."""
    rejected: Number
    """At least 1 if the reading was rejected; else 0."""


def observed(plant: Plant, measured: tuple[str, ...], x: Inputs, state: Sequence[Number]) -> Observed:
    """Return the outputs of one observer step; x.motion has the readings, x.auxiliary the rows 'gain' and 'period'.

    If velocities are differences, (q' - q) / h is the velocity half a period ago. Momentum and its rate are then computed at that
    instant, from the means of two samples, and the torque of a sample is in the middle between two such instants. Momenta at the
    sample itself would be wrong by M times half the change of velocity: on `planar_2r`, in a motion of 0.5 s, the error of the
    external torque was 0.52 Nm instead of 0.0014 Nm.
    """
    gain, h = x.auxiliary["gain"][0], x.auxiliary["period"][0][0]
    rows, rejected = judged(plant.tree, dict(zip(measured, map(list, x.motion))))
    n = plant.tree.freedoms
    r, before = list(state[:n]), Sample(list(state[n : 2 * n]), list(state[2 * n : 3 * n]))
    samples = state[-2]
    if "tau_m" not in rows:
        rows["q"] = _links(plant, rows)
    names, enough = _stored(measured), 1.0
    between: Row = []
    after = [x for name in names for x in rows[name]]
    if names:
        enough = 2.0
        fresh = select(samples - 0.5, 1.0, 0.0)
        pairs = iter(zip(after, state[3 * n : -2]))
        last = {name: [chosen(fresh, now, then) for now, then in (next(pairs) for _ in rows[name])] for name in names}
        between = _driven(plant, last)
        rows = _half_a_period_ago(plant, rows, last, h)
    moving = _rigid(plant, rows) if "tau_m" in rows else _elastic(plant, rows)
    if names:  # damping and friction are left, at the instant of the speeds
        moving = moving._replace(tau=[a - b for a, b in zip(moving.tau, _driven(plant, rows))])
    now = sample(plant, moving.q, moving.qd, moving.thetad, moving.tau, moving.reflected_inertia, x.loads)
    starting = select(samples - enough + 0.5, 1.0, 0.0)
    r = [chosen(starting, 0.0, each) for each in residual(before, r, now, gain, h, between)]
    count = select(samples - enough + 0.5, samples + 1.0, enough)
    new = [chosen(rejected, then, each) for then, each in zip(state, [*r, *now.p, *now.b, *after, count])]
    return Observed([*new, chosen(rejected, 1.0, 0.0)], new[:n], moving.q, moving.qd, starting, rejected)


def _half_a_period_ago(plant: Plant, rows: dict[str, Row], last: dict[str, Row], h: Number) -> dict[str, Row]:
    """Return the readings half a period ago: means of the present and the last sample; missing velocities are differences.

    rows, last: {name: reading} at the present and at the last sample; h: period [s].
    """
    middle = {name: [0.5 * (a + b) for a, b in zip(row, last[name])] for name, row in rows.items()}
    if "q" in rows:
        middle["q"] = midpoint(plant.tree, rows["q"], last["q"])
        if "qd" not in rows:
            middle["qd"] = [2.0 * way / h for way in displacement(plant.tree, rows["q"], middle["q"])]
    if "theta" in rows and "thetad" not in rows:
        middle["thetad"] = [(now - then) / h for now, then in zip(rows["theta"], last["theta"])]
    return middle


def _elastic(plant: Plant, rows: dict[str, Row]) -> _Motion:
    """Return the motion and joint torques for elastic joints; without a measured thetad, motors move with their links."""
    moving = _Motion(rows["q"], rows["qd"], rows.get("thetad") or list(plant.transmission.to_motors(rows["qd"])), [])
    return moving._replace(tau=_drive_torque(plant, rows, moving))


def _links(plant: Plant, rows: dict[str, Row]) -> Row:
    """Return the link positions: the measured q, else theta less the deflection of the springs under tau_j."""
    if "q" in rows:
        return rows["q"]
    return _to_joints(
        plant, _without_deflection(plant, rows["theta"], plant.transmission.torques_at_motors(rows["tau_j"], plant.preload))
    )


def _drive_torque(plant: Plant, rows: dict[str, Row], moving: _Motion) -> Row:
    """Return the torques (n) of drives and motorless springs on the joints: the measured tau_j, else those of the spring laws.

    A joint without a motor has no torque sensor, so the torque of its spring law replaces the reading.
    """
    if "tau_j" in rows:
        if not plant.passive:
            return list(rows["tau_j"])
        springs = motorless_torques(plant, along_freedoms(plant.tree, moving.q), moving.qd)
        return [springs[i] if i in plant.passive else t for i, t in enumerate(rows["tau_j"])]
    none: Row = [0.0] * len(plant.motors)
    carried = drive_torques(plant, along_freedoms(plant.tree, moving.q), moving.qd, rows["theta"], moving.thetad, none)
    return list(plant.transmission.torques_at_joints(carried))


def _driven(plant: Plant, rows: dict[str, Row]) -> Row:
    """Return the drive torques at the joints (n): from the measured tau_m or tau_j, else of the spring laws without damping."""
    still: Row = [0.0] * len(plant.motors)
    if "tau_m" in rows:
        return list(plant.transmission.torques_at_joints(rows["tau_m"]))
    return _drive_torque(plant, rows, _Motion(rows["q"], [0.0] * plant.tree.freedoms, still, []))


def _rigid(plant: Plant, rows: dict[str, Row]) -> _Motion:
    """Return motion, joint torques and reflected motor inertia for rigid joints, from theta, thetad and tau_m."""
    drives, thetad = plant.transmission, rows["thetad"]
    tau = [t - friction(motor, v) for motor, t, v in zip(plant.motors, rows["tau_m"], thetad)]
    inertia = [motor.inertia for motor in plant.motors]
    n = plant.tree.freedoms
    diagonal: list[list[Number]] = [[inertia[i] if i == j else 0.0 for j in range(n)] for i in range(n)]
    reflected_inertia = drives.inertia_at_joints(inertia) if drives.N else diagonal
    q, qd = _to_joints(plant, rows["theta"]), _to_joints(plant, thetad)
    return _Motion(q, qd, thetad, list(drives.torques_at_joints(tau)), reflected_inertia)


def _without_deflection(plant: Plant, theta: Row, carried: Sequence[Number]) -> Row:
    """Return theta (m) less the deflection of the drives' springs under the spring torques `carried` (m)."""
    return [
        th - m.spring.deflection_rows([t])[0] if m.elastic and m.spring is not None else th
        for m, th, t in zip(plant.motors, theta, carried)
    ]


def _to_joints(plant: Plant, theta: Row) -> Row:
    """Return joint positions or velocities (n) from those of the motors (m), for rigid joints."""
    inverse = plant.transmission.inverse
    return [sum((w * x for w, x in zip(row, theta) if w != 0.0), 0.0) for row in inverse] if inverse else list(theta)


def beginning(plant: Plant) -> dict[str, list[Row]]:
    """Return an arbitrary gain and period for the first step, whose result depends on neither because the state is zero."""
    return {"gain": [[1.0] * plant.tree.freedoms], "period": [[1.0]]}


RUNNING = (2.0, 0.0)
"""Last two scalars of the state after two accepted samples: sample count 2, rejection flag 0."""


@lru_cache(maxsize=64)
def observer(measured: tuple[str, ...]) -> Equation:
    """Return the equation of the observer for a set of readings; measured: names in the order of MEASURED."""

    def text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        after = observed(plant, measured, x, x.auxiliary["state"][0])
        return after.state, after.residual, after.state[-1]

    def first(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        return (observed(plant, measured, x._replace(auxiliary=beginning(plant)), [0.0] * state_size(plant, measured)).state,)

    of_motors = sum(name in MEASURED[OF_MOTORS:] for name in measured)

    def state(robot: Robot) -> Output:
        return Output("next_state", (state_size(plant_of(robot), measured),), 0)

    return Equation(
        "momentum_observer",
        measured,
        text,
        lambda robot: (state(robot), Output("external", (robot.n,), 0), Output("rejected", (), 0)),
        takes="wrench",
        prepare=with_motors,
        motor_arguments=of_motors,
        auxiliary=Auxiliary(
            lambda robot: (
                Slot("state", 1, state_size(plant_of(robot), measured)),
                Slot("gain", 1, robot.n, (0.0,) * robot.n),
                Slot("period", 1, 1, (0.0,)),
            ),
            any_motion=True,
            flags={"state": RUNNING},
            begin=Equation(
                "momentum_observer_begin",
                measured,
                first,
                lambda robot: (state(robot),),
                takes="wrench",
                prepare=with_motors,
                motor_arguments=of_motors,
                auxiliary=Auxiliary(any_motion=True),
            ),
        ),
    )


@by_value
class MomentumObserver:
    """Observer of external joint torque from positions and torques, by the momentum of the links, without accelerations.

    The estimate r is the external torque behind a first-order low-pass filter, rd = gain (external - r).

    With the readings 'tau_j', or 'q' and 'theta', motor torque and motor friction have no influence. With 'theta' and 'tau_m',
    motor friction must be known by the model and joints are assumed rigid, so that oscillations of links against motors,
    M deltadd, appear as external torque. At joints without motors the spring torque is that of the model; 'tau_j' is not read.

    A known payload does not count as external torque if it is stated: step(state, theta, tau_j, parameters={"payload": (10,)}).
    If a payload is grasped or released while the robot moves, the momentum jumps: call `begin` with that sample.

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> rest = jn.dynamics.motor_statics(robot, [0.1, 0.2])
    >>> observer = jn.control.MomentumObserver(robot, 50.0, measured=("theta", "tau_j"))
    >>> state = observer.begin(rest.theta, rest.tau_j)
    >>> state, external = observer.step(state, rest.theta, rest.tau_j)
    >>> bool(np.abs(external).max() < 1e-9)
    True
    """

    def __init__(
        self, robot: Robot, gain: ArrayLike, measured: tuple[str, ...] = ("theta", "tau_j"), rate: float = 1000.0
    ) -> None:
        """Check that the readings determine the momentum of the links.

        Parameters
        ----------
        robot : Robot
            The model that the observer computes with.
        gain : float or (n,)
            Bandwidth of the filter [1/s], for all joints or per joint.
        measured : tuple of str
            Names of the readings in the order in which `step` takes them: ('theta', 'tau_j'), ('q', 'tau_j'), ('q', 'theta') or
            ('theta', 'tau_m'), plus 'qd' and 'thetad' if these velocities are measured. Other velocities are differences to the
            last sample, and the estimated external torque is then that of half a period ago.
        rate : float
            Samples per second [Hz].
        """
        self.robot = check_robot(robot)
        self.measured = _checked(robot, measured)
        self.gain = _gains(robot, gain)
        self.rate = positive(rate, "rate", "samples a second")
        self.names = tuple(name for name in MEASURED if name in self.measured)
        """Names of the readings in the order of kernel arguments."""

    @property
    def _equation(self) -> Equation:
        return observer(self.names)

    def begin(self, *measured: ArrayLike | Mapping[str, ArrayLike], parameters: Parameters = None, **named: ArrayLike) -> Array:
        """Return the state of the observer after the first sample, with zero external torque.

        Parameters
        ----------
        *measured, **named
            Readings in the order of `measured`, or by name, as in `step`.
        parameters : mapping, optional
            Live parameters of the robot, for example {"payload": (10,)}.

        Returns
        -------
        array (size,)

        Raises
        ------
        InputError
            If a reading is missing, not finite, or has another shape.
        """
        rows = by_name(self.measured, measured, named)
        check_finite(rows)
        begin = self._equation.begin
        assert begin is not None
        state: Array = call(begin, self.robot, tuple(rows[name] for name in self.names), parameters=parameters)
        return state

    def step(
        self, state: Array, *measured: ArrayLike | Mapping[str, ArrayLike], parameters: Parameters = None, **named: ArrayLike
    ) -> tuple[Array, Array]:
        """Return (state, external torque) at the present sample, from the state at the last sample and the present readings.

        A reading with a scalar that is nan, infinite or above 1e6 in magnitude is rejected: the external torque is unchanged, and
        `rejected(state)` is true.

        Parameters
        ----------
        state : (size,)
            The state that `begin` or the last `step` returned.
        *measured, **named
            Readings in the order of `measured`, or by name: step(state, theta=theta, tau_j=tau_j) or step(state, {"theta":
            theta, ...}).
        parameters : mapping, optional
            Live parameters of the robot, for example {"payload": (10,)}.

        Returns
        -------
        (state, array (n,))
            State of the observer, and external joint torque [Nm or N].

        Raises
        ------
        InputError
            If a reading is missing or has another shape.
        """
        rows = by_name(self.measured, measured, named)
        readings = tuple(rows[name] for name in self.names)
        inner = (state, self.gain, np.array([1.0 / self.rate]))
        after: tuple[Array, Array, Array] = call(self._equation, self.robot, (*readings, *inner), parameters=parameters)
        return after[0], after[1]

    def rejected(self, state: Array) -> Any:
        """Return True if the last reading was rejected; an array of bool for a batch of states.

        Parameters
        ----------
        state : (..., size)
            State of the observer from `begin` or `step`.

        Returns
        -------
        bool or array (...)
        """
        flag = np.asarray(state)[..., -1] > 0.5
        return bool(flag) if flag.ndim == 0 else flag

    def wrench(self, q: ArrayLike, external: ArrayLike, link: Link = None) -> Array:
        """Return the wrench at a link or frame that best explains an external joint torque, by least squares.

        Of all best-fitting wrenches the one with the smallest norm is returned, because fewer than six joints do not
        determine every wrench. `external_wrench` also returns the number of observable directions.

        Parameters
        ----------
        q : (..., nq)
            Positions of the joints [rad or m].
        external : (..., n)
            External joint torque [Nm or N].
        link : optional
            Link or frame at which the wrench acts (default: the tool); the wrench is in the axes of this link or frame.

        Returns
        -------
        array (..., 6)
            Moment [Nm], then force [N].

        Raises
        ------
        InputError
            If an argument has another shape or is not finite.
        """
        return external_wrench(self.robot, q, external, link).wrench

    def compile(self, parameters: Sequence[str] = ()) -> Kernel:
        """Return one step as a kernel for `write_c(folder)`; arguments: readings, state, gain [1/s], period [s].

        The C function `momentum_observer_begin` returns the initial state from the first sample.

        Parameters
        ----------
        parameters : sequence of str
            Names of robot parameters that become arguments of the kernel, for example ("payload",).

        Returns
        -------
        Kernel

        Raises
        ------
        InputError
            If a parameter is unknown.
        """
        return Kernel(live_form(self._equation, parameters), self.robot, None, (), {"gain": self.gain})


def _checked(robot: Robot, measured: Any) -> tuple[str, ...]:
    """Return the names of the readings; raise InputError unless these readings determine the momentum of the links."""
    names = check_names(measured, "measured")
    bare = {name for name in names if name not in ("qd", "thetad")}
    if len(set(names)) != len(names) or not any(bare == set(readings) for readings in SETS):
        shown = ", ".join(str(readings) for readings in SETS)
        raise InputError(f"measured: expected one of {shown}, with 'qd' and 'thetad' where they are measured; got {names}.")
    if "qd" in names and "q" not in names:
        raise InputError("measured: 'qd' goes with 'q', as the speed of links that are measured.")
    for joint in robot.joints:
        if joint.freedoms > 1 and "q" not in names:
            raise InputError(f"measured: joint {joint.name!r} of robot {robot.name!r} has several freedoms, so 'q' is needed.")
        if joint.spring is not None and "q" not in names:
            raise InputError(f"measured: joint {joint.name!r} of robot {robot.name!r} has no motor, so 'q' is needed.")
    for joint, motor in zip(robot.motor_joints, plant_of(robot).motors):
        if bare == {"q", "theta"} and joint.freedoms == 1 and not (motor.elastic or motor.absent):
            raise InputError(
                f"measured: joint {joint.name!r} of robot {robot.name!r} is rigid, so 'q' and 'theta' do not tell its torque. "
                "Measure 'tau_j', or 'theta' and 'tau_m'."
            )
    if "tau_m" in names and any(plant_of(robot).rotors):
        raise InputError(
            f"measured: rotors of robot {robot.name!r} are carried along by links; with 'tau_m' alone they are not known. "
            "Measure 'tau_j', or 'q' and 'theta'."
        )
    return names


def _gains(robot: Robot, gain: Any) -> Array:
    """Return the gains (n,) [1/s] from one value or n values; raise InputError unless all are positive and finite."""
    try:
        gains = np.array(
            np.broadcast_to(np.asarray(gain, dtype=np.float64), (robot.n,))
        )  # contiguous: short cuts take no other array
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"gain: expected a number, or one per joint of robot {robot.name!r}, got {gain!r}.") from None
    if not (np.isfinite(gains).all() and (gains > 0.0).all()):
        raise InputError(f"gain: expected numbers above 0 [1/s], got {gain!r}.")
    return gains
