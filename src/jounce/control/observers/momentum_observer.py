"""Momentum observer of external joint torque: no acceleration is measured or computed.

    p = M(q) qd + S(q) thetad,    pd = tau + beside + pushed - c(q, qd, thetad) - g(q) + Md qd + Sd thetad + external

S: rotors that links carry along; tau: drives and motorless springs; beside: parallel springs, link friction, coupled springs;
pushed: known wrenches. With b = pd - external, which is known, and e = p - int b dt, the residual is a filter of first order of
the external torque,

    rd = gain (ed - r) = gain (external - r)

Between two samples e is approximated by a straight line, b by the mean of its ends:

    r' = a r + (1 - a) / h (p' - p - h/2 (b + b')),    a = exp(-gain h)

which is exact for that line, whatever the gain, and integrates nothing that could drift. [DeLucaMattone2005] have the observer.

The set of readings decides how link positions and drive torques are computed:

    'q', 'tau_j'        encoders at the links, joint torque sensors
    'theta', 'tau_j'    q = theta less the deflection of the springs under tau_j
    'q', 'theta'        tau_j by the spring laws
    'theta', 'tau_m'    motors and their current: joints are taken for rigid, friction and the motors' inertia are the model's

Speeds 'qd' and 'thetad' are differences of positions where they are not measured: the residual is then that of half a period ago.
A reading that no sensor can mean (`dynamics/readings`) leaves the state as it is, but for its last scalar.
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
    """Momentum of the links at one instant."""

    p: Row
    """Momentum, one scalar per DOF."""
    b: Row
    """Rate of the momentum without external torque."""


def sample(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    thetad: Sequence[Number],
    tau: Sequence[Number],
    reflected_inertia: Sequence[Sequence[Number]] = (),
    loads: Loads = (),
) -> Sample:
    """Return the momentum of the links and its rate without external torque, in O(n) operations.

    reflected_inertia (n, n): inertia of motors that move with the links.
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
    """Return the momentum M qd + S thetad, computed as the torques of a weightless robot at rest with accelerations qd,
    thetad."""
    weightless = plant.tree._replace(gravity=(0.0, 0.0, 0.0))
    still: Row = [0.0] * plant.tree.freedoms
    if not plant.rotors:
        return newton_euler(weightless, q, still, qd)
    none: Row = [0.0] * len(thetad)
    return gyrostat.torques(plant._replace(tree=weightless), q, still, qd, none, thetad)[0]


def _bias(
    plant: Plant, q: Sequence[Number], qd: Sequence[Number], qdd: Sequence[Number], thetad: Sequence[Number], loads: Loads
) -> Row:
    """Return the bias torque c + g - J^T W (plus M qdd, if qdd is not zero) under known wrenches W."""
    if not plant.rotors:
        return newton_euler(plant.tree, q, qd, qdd, loads)
    none: Row = [0.0] * len(thetad)
    return gyrostat.torques(plant, q, qd, qdd, thetad, none, loads)[0]


def residual(
    before: Sample, r: Sequence[Number], now: Sample, gain: Sequence[Number], h: Number, between: Sequence[Number] = ()
) -> Row:
    """Return the residual r one step h [s] later; gain [1/s]; between (n): part of b that is sampled halfway in the step."""
    after: Row = []
    for i, rate in enumerate(gain):
        decay = exp(-(rate * h))
        e = now.p[i] - before.p[i] - 0.5 * h * (before.b[i] + now.b[i])
        if between:
            e = e - h * between[i]
        after.append(decay * r[i] + (1.0 - decay) / h * e)
    return after


MEASURED = ("q", "qd", "tau_j", "theta", "thetad", "tau_m")
"""Names of all readings, in the order of kernels: first readings at joints, then readings at motors."""
OF_MOTORS = 3
"""Index in MEASURED of the first reading at motors."""
SETS = (("q", "tau_j"), ("theta", "tau_j"), ("q", "theta"), ("theta", "tau_m"))
"""Accepted sets of readings, optional speeds qd and thetad left out."""


def takes_differences(measured: tuple[str, ...]) -> bool:
    """Return True if the observer requires a speed that is not measured, so that positions are differenced."""
    links = "qd" not in measured and "tau_m" not in measured
    return links or ("theta" in measured and "thetad" not in measured)


def _stored(measured: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of last-sample rows in the state: readings and link positions if speeds are differenced, else none."""
    if not takes_differences(measured):
        return ()
    return measured if "q" in measured or "tau_m" in measured else ("q", *measured)


def state_size(plant: Plant, measured: tuple[str, ...]) -> int:
    """Return the size of the state.

    The state is: residual, momentum and its rate without external torque (n each); the last sample, where speeds are differences;
    the count of samples, up to 2; and 1 if the last reading was rejected, else 0.
    """
    n, m = plant.tree.freedoms, len(plant.motors)
    widths = {"q": n + len(plant.tree.chains), "qd": n, "tau_j": n}  # a quaternion has one scalar more than DOFs
    return 3 * n + sum(widths.get(name, m) for name in _stored(measured)) + 2


class _Motion(NamedTuple):
    """Motion of links and motors, and the torque between them."""

    q: Row
    qd: Row
    thetad: Row
    tau: Row
    """Torque of drives and motorless springs on the joints."""
    reflected_inertia: Sequence[Sequence[Number]] = ()
    """Inertia of the motors that move with the links (n, n)."""


class Observed(NamedTuple):
    """Outputs of one step of the observer."""

    state: Row
    residual: Row
    q: Row
    qd: Row
    starting: Number
    """1 if there is no earlier momentum, and so no residual yet; else 0."""
    rejected: Number
    """1 or more if the reading was rejected; else 0."""


def observed(plant: Plant, measured: tuple[str, ...], x: Inputs, state: Sequence[Number]) -> Observed:
    """Return the outputs of one observer step from a state; x.auxiliary has rows 'gain' and 'period'.

    Where speeds are differences, (q' - q) / h is the speed half a period ago: momentum and its rate are computed at that instant,
    from means of both samples; torques of one sample lie midway between two such instants. Computed at the sample itself, momenta
    miss M times half the change of speed: on `planar_2r`, in a motion of 0.5 s, 0.52 Nm of phantom torque against 0.0014 Nm.
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
    """Return the mean of the present and the last sample; speeds that are not measured are differences of positions."""
    middle = {name: [0.5 * (a + b) for a, b in zip(row, last[name])] for name, row in rows.items()}
    if "q" in rows:
        middle["q"] = midpoint(plant.tree, rows["q"], last["q"])
        if "qd" not in rows:
            middle["qd"] = [2.0 * way / h for way in displacement(plant.tree, rows["q"], middle["q"])]
    if "theta" in rows and "thetad" not in rows:
        middle["thetad"] = [(now - then) / h for now, then in zip(rows["theta"], last["theta"])]
    return middle


def _elastic(plant: Plant, rows: dict[str, Row]) -> _Motion:
    """Return the motion of links whose drives may deflect; motors without a measured speed move with their links."""
    moving = _Motion(rows["q"], rows["qd"], rows.get("thetad") or list(plant.transmission.to_motors(rows["qd"])), [])
    return moving._replace(tau=_drive_torque(plant, rows, moving))


def _links(plant: Plant, rows: dict[str, Row]) -> Row:
    """Return q as measured, or theta less the deflection of the springs under tau_j."""
    if "q" in rows:
        return rows["q"]
    return _to_joints(
        plant, _without_deflection(plant, rows["theta"], plant.transmission.torques_at_motors(rows["tau_j"], plant.preload))
    )


def _drive_torque(plant: Plant, rows: dict[str, Row], moving: _Motion) -> Row:
    """Return the torque (n) of drives and motorless springs on the joints: measured, or by the spring laws.

    A joint without a motor has no torque sensor, so its spring law takes the place of the reading.
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
    """Return the drive torques at the joints (n), measured or by the spring laws at zero speed: no damping, no friction."""
    still: Row = [0.0] * len(plant.motors)
    if "tau_m" in rows:
        return list(plant.transmission.torques_at_joints(rows["tau_m"]))
    return _drive_torque(plant, rows, _Motion(rows["q"], [0.0] * plant.tree.freedoms, still, []))


def _rigid(plant: Plant, rows: dict[str, Row]) -> _Motion:
    """Return the motion of links with rigid joints, with the inertia of their motors."""
    drives, thetad = plant.transmission, rows["thetad"]
    tau = [t - friction(motor, v) for motor, t, v in zip(plant.motors, rows["tau_m"], thetad)]
    inertia = [motor.inertia for motor in plant.motors]
    n = plant.tree.freedoms
    diagonal: list[list[Number]] = [[inertia[i] if i == j else 0.0 for j in range(n)] for i in range(n)]
    reflected_inertia = drives.inertia_at_joints(inertia) if drives.N else diagonal
    q, qd = _to_joints(plant, rows["theta"]), _to_joints(plant, thetad)
    return _Motion(q, qd, thetad, list(drives.torques_at_joints(tau)), reflected_inertia)


def _without_deflection(plant: Plant, theta: Row, carried: Sequence[Number]) -> Row:
    """Return motor positions less the deflection of their springs under torques `carried` at the motors."""
    return [
        th - m.spring.deflection_rows([t])[0] if m.elastic and m.spring is not None else th
        for m, th, t in zip(plant.motors, theta, carried)
    ]


def _to_joints(plant: Plant, theta: Row) -> Row:
    """Return positions or speeds of joints from those of motors, for rigid joints."""
    inverse = plant.transmission.inverse
    return [sum((w * x for w, x in zip(row, theta) if w != 0.0), 0.0) for row in inverse] if inverse else list(theta)


def beginning(plant: Plant) -> dict[str, list[Row]]:
    """Return arbitrary gain and period for the first step from a state of zeros, whose result depends on neither."""
    return {"gain": [[1.0] * plant.tree.freedoms], "period": [[1.0]]}


RUNNING = (2.0, 0.0)
"""Last two scalars of the state in operation: count of samples, at most 2; and 0, as the last reading was not rejected."""


@lru_cache(maxsize=64)
def observer(measured: tuple[str, ...]) -> Equation:
    """Return the observer's equation for a set of readings; measured: names in the order of MEASURED."""

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
    """Estimate external joint torque by a filter of first order, rd = gain (external - r), from encoders and torques or currents.

    With 'tau_j', or 'q' and 'theta', motor torque and friction of the motors play no part. With 'theta' and 'tau_m' friction has
    to be the model's, and joints are taken for rigid: the oscillation of links against motors, M deltadd, appears as external
    torque. Springs of joints without motors act by the model; 'tau_j' is not read there.

    A known payload is no external torque: step(state, theta, tau_j, parameters={"payload": (10,)}). A payload that changes while
    the robot moves changes the momentum: begin anew with the sample at which the load is grasped or released.

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
        """Check that the readings determine the momentum of the robot.

        Parameters
        ----------
        robot : Robot
            The model that the observer computes with.
        gain : float or (n,)
            Bandwidth of the filter [1/s].
        measured : tuple of str
            ('theta', 'tau_j'), ('q', 'tau_j'), ('q', 'theta') or ('theta', 'tau_m'), in the order in which `step` takes readings;
            with 'qd' and 'thetad' where speeds are measured. Other speeds are differences to the last sample: the external torque
            is then that of half a period ago.
        rate : float
            Samples per second.
        """
        self.robot = check_robot(robot)
        self.measured = _checked(robot, measured)
        self.gain = _gains(robot, gain)
        self.rate = positive(rate, "rate", "samples a second")
        self.names = tuple(name for name in MEASURED if name in self.measured)
        """Names of the readings, in the order in which kernels take them."""

    @property
    def _equation(self) -> Equation:
        return observer(self.names)

    def begin(self, *measured: ArrayLike | Mapping[str, ArrayLike], parameters: Parameters = None, **named: ArrayLike) -> Array:
        """Return the state after the first sample, for zero external torque.

        Parameters
        ----------
        *measured, **named
            Readings in the order of `measured`, or by name, as of `step`.
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
        """Return (state, external torque (n,) [Nm or N]) a period later.

        A reading with a scalar that is nan, infinite or above 1e6 is rejected: the state and the external torque stay, and
        `rejected(state)` is true.

        Parameters
        ----------
        state : (size,)
            The state that `begin` or the last `step` returned.
        *measured, **named
            Readings in the order of `measured`, or by name: step(state, theta=theta, tau_j=tau_j), step(state, {"theta": theta,
            ...}).
        parameters : mapping, optional
            Live parameters of the robot, for example {"payload": (10,)}.

        Returns
        -------
        (state, array (n,))
            External joint torque [Nm or N].

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
        """Return True if the last reading was rejected, one bool for each state (..., size).

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
        """Return the wrench (moment, force) (..., 6) [Nm, N] at a link or frame that best explains an external torque (..., n).

        Of all best-fitting wrenches this is the smallest: fewer than six joints do not determine every wrench. `external_wrench`
        also returns the number of observable directions.

        Parameters
        ----------
        q : (..., nq)
            Positions of the joints [rad or m].
        external : (..., n)
            External joint torque [Nm or N].
        link : optional
            Link or frame at which the wrench acts, and in whose axes it is stated; the tool by default.

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

        The C function `momentum_observer_begin` returns the first state from the first sample.

        Parameters
        ----------
        parameters : sequence of str
            Names of parameters of the robot that are arguments of the kernel, for example ("payload",).

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
    """Return the names of the readings; raise InputError unless they determine the momentum of the robot."""
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
    """Return positive gains (n,); raise InputError for other values."""
    try:
        gains = np.array(
            np.broadcast_to(np.asarray(gain, dtype=np.float64), (robot.n,))
        )  # contiguous: short cuts take no other array
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"gain: expected a number, or one per joint of robot {robot.name!r}, got {gain!r}.") from None
    if not (np.isfinite(gains).all() and (gains > 0.0).all()):
        raise InputError(f"gain: expected numbers above 0 [1/s], got {gain!r}.")
    return gains
