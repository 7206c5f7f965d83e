"""Extended Kalman filter with the exact robot model: state of links and motors, and external torque, from noisy sensors.

    prediction:    x- = x + W^-1 h f(x),    P- = F P F^T + sum g g^T,    F = 2 W^-1 - 1          (`implicit_midpoint`)
    update:        x+ = x- + k (y - H x-),    P+ = P- - k S k^T,    S = H P- H^T + r^2,    k = P- H^T / S

x is the state with d/dt x = f(x), P its covariance, h the period, W = 1 - h/2 df/dx, and g the change of x by a
disturbance of one standard deviation that is held for a period. y is one measured scalar with standard deviation r and derivative
H by x. The update is done for one scalar after the other, which equals an update with all scalars at once if their noise is
independent ([BarShalom2001], section 7.2). The filter is that of [Jazwinski1970], section 8.3. The upper half of P- is mirrored,
and the update subtracts the product of a vector with itself, so P stays exactly symmetric.

x = (p, v) as in `state_model`, plus external joint torques (n) if these are estimated. Disturbances are torques of motors and of
joints, each held for a period, and the random walk of the estimated external torques.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.codegen.program import Slot
from jounce.control.observer_arguments import by_name, live_form, positive
from jounce.control.protocol import Estimate
from jounce.dynamics.implicit_midpoint import midpoint
from jounce.dynamics.innovation_gate import beyond, outcome, retained
from jounce.dynamics.readings import chosen, implausible, judged
from jounce.dynamics.statics import statics as settled
from jounce.dynamics.statics import unbent
from jounce.errors import InputError
from jounce.export.compiled_kernel import Kernel
from jounce.functions.elastic_forward_dynamics import FORWARD
from jounce.functions.state_model import Row, Rows, seen, state_model
from jounce.functions.statics import prepare as prepare_statics
from jounce.functions.statics import statics
from jounce.kernel.arguments import Parameters, check_robot
from jounce.kernel.dispatch import call
from jounce.kernel.equation import Auxiliary, Equation, Inputs, Loop, Output
from jounce.kernel.evaluation import record
from jounce.numbers import Number, sqrt
from jounce.numbers.elementary import is_constant
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Plant, plant_of
from jounce.robot import Robot
from jounce.spatial.traversal import Entries, Traversal


class ConstantZeros(NamedTuple):
    """Masks of the entries of F (N, N), G (disturbances, N) and H (readings, N) that are the constant zero.

    True: the entry is zero, and products with it are omitted.
    """

    F: list[list[bool]]
    G: list[list[bool]]
    H: list[list[bool]]


Matrix = Any
"""Matrix in the representation of a `Traversal`, for straight-line code or for loops."""
Spans = list[tuple[int, int, int]]
"""(row, first column, number of columns) of consecutive entries of a matrix."""


def predicted(over: Traversal, zero: ConstantZeros, P: Matrix, across: Matrix, G: Matrix) -> tuple[Matrix, Matrix]:
    """Return two copies of the predicted covariance F P F^T + G^T G, exactly symmetric.

    zero: entries that are the constant zero; P: last covariance; across: F^T; G: a disturbance per row, see `Predicted`.
    """
    N = len(zero.F)
    every = [(k, m) for k in range(N) for m in range(N)]
    T = _add_rows(over, over.matrix(N, N), [(k, 0, N) for k, _ in every], (P, every), (across, [(m, 0) for _, m in every]))
    moved = [(i, k) for i in range(N) for k in range(N) if not zero.F[i][k]]
    upper = [(i, i, N - i) for i, _ in moved]
    C = _add_rows(over, over.matrix(N, N), upper, (across, [(k, i) for i, k in moved]), (T, [(k, i) for i, k in moved]))
    pushed = [(c, i) for i in range(N) for c in range(len(zero.G)) if not zero.G[c][i]]
    C = _add_rows(over, C, [(i, i, N - i) for _, i in pushed], (G, pushed), (G, pushed))
    half = [(i, j) for i in range(N) for j in range(i, N)]
    values = over.entries(C, half)
    one, other = (over.matrix(N, N, (half, values), ([(j, i) for i, j in half], values)) for _ in range(2))
    return one, other


def updated(
    over: Traversal, zero: ConstantZeros, P: Matrix, H: Matrix, error: Matrix, noise: Matrix
) -> tuple[Matrix, Matrix, Matrix]:
    """Return (x+ - x-, P+, gated) of the update with all readings; gated is at least 1 if a reading was beyond the gate (1000
    standard deviations from its expectation), else 0.

    zero: masks of constant zeros; P: predicted covariance; H (readings, N): derivative of the readings; error: readings less the
    expectation at x-, and noise: standard deviations of the readings, (1, readings).
    """
    count, N = len(zero.H), len(zero.F)
    change, gated, w = over.matrix(1, N), over.matrix(1, 1), over.matrix(1, count)
    S, Ph, g = over.matrix(1, count), over.matrix(count, N), over.matrix(count, N)
    S = over.update(lambda s, r: s + r * r, S, [(0, 0, count)], (noise, [(0, 0)], True))
    for i in range(count):
        scalar, seen = [(0, i)], [(i, k) for k in range(N) if not zero.H[i][k]]
        Ph = _add_rows(over, Ph, [(i, 0, N)] * len(seen), (H, seen), (P, [(k, 0) for _, k in seen]))
        S = _add_rows(over, S, [(0, i, 1)] * len(seen), (H, seen), (Ph, seen))
        w = over.update(lambda _, s: 1.0 / sqrt(s), w, [(0, i, 1)], (S, scalar, False))
        g = over.update(lambda _, w, x: w * x, g, [(i, 0, N)], (w, scalar, False), (Ph, [(i, 0)], True))
        at = [(0, k) for _, k in seen]
        error = over.update(lambda e, h, c: e - h * c, error, [(0, i, 1)] * len(seen), (H, seen, False), (change, at, False))
        innovation = (w, scalar, False), (error, scalar, False)
        gated = over.update(lambda n, w, e: n + beyond(w * e), gated, [(0, 0, 1)], *innovation)
        change = over.update(lambda c, w, e, g: c + g * (w * e), change, [(0, 0, N)], *innovation, (g, [(i, 0)], True))
        rows, column, row = [(k, 0, N) for k in range(N)], [(i, k) for k in range(N)], [(i, 0)] * N
        P = over.update(lambda p, a, b: p - a * b, P, rows, (g, column, False), (g, row, True))
    return change, P, gated


def _add_rows(over: Traversal, X: Matrix, spans: Spans, factors: tuple[Matrix, Entries], rows: tuple[Matrix, Entries]) -> Matrix:
    """Return X with a factor times a row added to each span of entries of X.

    factors: (matrix, entries of the factors), one per span; rows: (matrix, entries at which the added rows begin), one per span.
    """
    return over.update(lambda x, a, y: x + a * y, X, spans, (*factors, False), (*rows, True)) if spans else X


MEASURED = ("q", "qd", "tau_j", "theta", "thetad")
"""Names of sensor readings in the order of kernel arguments: at joints, then at motors; tau_m follows as the last argument."""
OF_JOINTS = 3
"""Index in MEASURED of the first reading at motors."""
LARGEST_STRAIGHT = 12
"""Largest size N of x for which the generated code of a step is straight-line code; above this size it has loops."""


def state_length(robot: Robot, wandering: bool) -> int:
    """Return the size N of x: positions, velocities, and external torques if these are estimated (wandering)."""
    return 2 * plant_of(robot).size + robot.n * wandering


def reading_length(robot: Robot, measured: tuple[str, ...]) -> int:
    """Return the total number of scalars in the readings `measured`, without tau_m."""
    there = len(plant_of(robot).driven)
    return sum(robot.n if name in MEASURED[:OF_JOINTS] else there for name in measured)


def disturbances(robot: Robot, wandering: bool) -> int:
    """Return the number of disturbances: motor torques, joint torques, and random walks of external torques (if wandering)."""
    return len(plant_of(robot).driven) + robot.n * (1 + wandering)


class Predicted(NamedTuple):
    """Predicted state at the present sample, the linear model for its covariance, and the errors of the readings."""

    x: Row
    """Predicted x- (N)."""
    F: Rows
    """Derivative of the predicted x by the last x (N, N)."""
    G: Rows
    """Change of x by each disturbance of one standard deviation (disturbances, N)."""
    H: Rows
    """Derivative of the readings by the predicted x (readings, N)."""
    error: Row
    """Readings less their expectation at the predicted x (readings)."""
    rejected: Number
    """At least 1 if a reading other than tau_m is implausible; else 0."""
    lost: Number
    """At least 1 if tau_m is implausible, so that there is no prediction; else 0."""


def prediction(plant: Plant, measured: tuple[str, ...], wandering: bool, x: Inputs) -> Predicted:
    """Return the prediction of x over one period, with F, G, H and the errors of the readings.

    x.motion has the readings `measured` and tau_m; x.auxiliary has 'state', 'period' and 'disturbance'. wandering: True if
    external torques are part of x.
    """
    readings: dict[str, Sequence[Number]] = dict(zip((*measured, "tau_m"), x.motion))
    torques, lost = judged(plant.tree, {"tau_m": readings.pop("tau_m")})
    rows, rejected = judged(plant.tree, readings)
    rows |= torques
    for i in plant.passive if "tau_j" in rows else ():
        rows["tau_j"][i] = 0.0  # a joint without a drive has no torque sensor, as in `seen`
    s, n = plant.size, plant.tree.freedoms
    state, h = x.auxiliary["state"][0], x.auxiliary["period"][0][0]
    p, v, d = state[:s], state[s : 2 * s], state[2 * s : 2 * s + n] if wandering else []
    model = state_model(plant, p, v, rows["tau_m"], d)
    step = midpoint(model.by_p, model.by_v, h, n)
    dp, dv = step.solve([h * each for each in v], [h * each for each in model.a])
    p, v = [a + b for a, b in zip(p, dp)], [a + b for a, b in zip(v, dv)]
    F = step.transition()
    none: Row = [0.0] * s
    pushed = [[*a, *b] for a, b in (step.solve(none, [h * row[j] for row in model.by_external]) for j in range(n))]
    driven = [[*a, *b] for a, b in (step.solve(none, [h * row[j] for row in model.by_motor]) for j in range(len(plant.driven)))]
    deviation = x.auxiliary["disturbance"][0]
    G = [[sigma * each for each in g] for sigma, g in zip(deviation, (*driven, *pushed))]
    expected = seen(plant, measured, p, v)
    H = [[*a, *b] for a, b in zip(expected.by_p, expected.by_v)]
    error = [y - expectation for y, expectation in zip(_readings(plant, measured, rows), expected.y)]
    if wandering:
        N = 2 * s + n
        F = [*([*row, *(g[i] for g in pushed)] for i, row in enumerate(F)), *(_unit(2 * s + j, N) for j in range(n))]
        G = [[*g, *[0.0] * n] for g in G]
        G += [[sqrt(h) * sigma * each for each in _unit(2 * s + j, N)] for j, sigma in enumerate(deviation[-n:])]
        H = [[*row, *[0.0] * n] for row in H]
    return Predicted([*p, *v, *d], F, G, H, error, rejected, lost)


def _unit(k: int, count: int) -> Row:
    return [1.0 if i == k else 0.0 for i in range(count)]


def _readings(plant: Plant, measured: tuple[str, ...], rows: dict[str, Row]) -> Row:
    """Return all readings as one list, in the order of `measured`; joints without a motor have no reading at the motor."""
    joints = MEASURED[:OF_JOINTS]
    return [x for name in measured for x in (rows[name] if name in joints else [rows[name][i] for i in plant.driven])]


@lru_cache(maxsize=64)
def kalman_filter(measured: tuple[str, ...], wandering: bool) -> Equation:
    """Return the equation of the filter; measured: readings in the order of MEASURED; wandering: estimate external torques."""

    def text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        over, plant = plant.tree.over, plant._replace(tree=plant.tree._replace(recorder=None))
        ahead = prediction(plant, measured, wandering, x)
        state, covariance = x.auxiliary["state"][0], x.auxiliary["covariance"][0]
        N, readings = len(ahead.x), len(ahead.error)
        across_rows = [list(column) for column in zip(*ahead.F)]
        rows: list[Rows] = [[ahead.x], across_rows, ahead.G, ahead.H, [ahead.error], [[ahead.lost]], [[ahead.rejected]]]
        numbers = [each for matrix in rows for row in matrix for each in row]
        ahead_x, across, G, H, error, lost, rejected = over.matrices(numbers, *((len(X), len(X[0])) for X in rows))
        (before,), (noise,) = over.matrices(covariance, (N, N)), over.matrices(x.auxiliary["noise"][0], (1, readings))

        zero = ConstantZeros(*([[is_constant(each, 0.0) for each in row] for row in X] for X in (ahead.F, ahead.G, ahead.H)))
        expected, P = predicted(over, zero, before, across, G)
        change, P, gated = updated(over, zero, P, H, error, noise)
        line, every = [(0, k) for k in range(N)], [(i, j) for i in range(N) for j in range(N)]
        after = over.each(lambda x, dx: x + dx, over.entries(ahead_x, line), over.entries(change, line))
        wrong = over.matrix(1, N, (line, after))
        lost = over.update(lambda n, each: n + implausible([each]), lost, [(0, 0, 1)] * N, (wrong, line, False))

        flags = [over.entries(flag, [(0, 0)]) for flag in (lost, rejected, gated)]
        next_x = over.each(outcome, *(over.at(flag, [0] * N) for flag in flags), state, over.entries(ahead_x, line), after)
        next_P = over.each(
            retained,
            *(over.at(flag, [0] * N * N) for flag in flags),
            covariance,
            *(over.entries(X, every) for X in (expected, P)),
        )
        refused = over.each(lambda *flags: chosen(sum(flags, 0.0), 1.0, 0.0), *flags)
        s, n, estimate = plant.size, plant.tree.freedoms, list(next_x)
        q, qd = estimate[:n], estimate[s : s + n]
        external = estimate[2 * s :] if wandering else [0.0] * n
        return next_x, next_P, q, qd, *_motors(plant, estimate), external, refused[0]

    def first(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        (theta,) = x.motion
        s, n = plant.size, plant.tree.freedoms
        at_rest = [*settled(plant, unbent(plant, theta), theta)[0], *(theta[i] for i in plant.elastic)]
        deviation = x.auxiliary["deviation"][0]
        squares = [[d * d if i == j else 0.0 for j in range(len(deviation))] for i, d in enumerate(deviation)]
        return [*at_rest, *[0.0] * (s + n * wandering)], squares

    return Equation(
        "kalman_filter",
        (*measured, "tau_m"),
        text,
        lambda robot: (
            Output("next_state", (state_length(robot, wandering),), 0),
            Output("next_covariance", (state_length(robot, wandering) ** 2,), 0),
            Output("q_hat", (robot.n,), 0),
            Output("qd_hat", (robot.n,), 0),
            Output("theta_hat", (robot.m,), 0),
            Output("thetad_hat", (robot.m,), 0),
            Output("external", (robot.n,), 0),
            Output("rejected", (), 0),
        ),
        prepare=FORWARD.prepare,
        motor_arguments=1 + sum(name in MEASURED[OF_JOINTS:] for name in measured),
        auxiliary=Auxiliary(
            lambda robot: (
                Slot("state", 1, state_length(robot, wandering)),
                Slot("covariance", 1, state_length(robot, wandering) ** 2),
                Slot("noise", 1, reading_length(robot, measured), (0.0,) * reading_length(robot, measured)),
                Slot("disturbance", 1, disturbances(robot, wandering), (0.0,) * disturbances(robot, wandering)),
                Slot("period", 1, 1, (0.0,)),
            ),
            any_motion=True,
            begin=Equation(
                "kalman_filter_begin",
                ("theta",),
                first,
                lambda robot: (
                    Output("next_state", (state_length(robot, wandering),), 0),
                    Output("next_covariance", (state_length(robot, wandering) ** 2,), 0),
                ),
                prepare=prepare_statics,
                motor_arguments=1,
                auxiliary=Auxiliary(lambda robot: (Slot("deviation", 1, state_length(robot, wandering)),)),
            ),
        ),
        loop=Loop(record, is_used=lambda form, robot: state_length(robot, wandering) > LARGEST_STRAIGHT),
    )


def _motors(plant: Plant, x: Row) -> tuple[Row, Row]:
    """Return (theta, thetad) of all motors from the state x; motors of rigid joints move with their joints."""
    s, n = plant.size, plant.tree.freedoms
    return plant.motors_of(x[:n], x[n:s]), plant.motors_of(x[s : s + n], x[s + n : 2 * s])


DISTURBED = ("tau_m", "external", "wander")
"""Names of the standard deviations in the argument `disturbance`."""


@by_value
class KalmanFilter:
    """Observer: extended Kalman filter for the state of a robot, with covariance, from noisy sensors and motor torques.

    Joints may be rigid, elastic with any spring law, or have a spring and no motor; transmissions and carried rotors are
    supported. The state is predicted over a period h by the linearly implicit midpoint rule, with exact derivatives A = df/dx,

        W dx = h f,    W = 1 - h/2 A,    F = 2 W^-1 - 1

    and the covariance is propagated by the linear model F near the estimate.

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> rest = jn.dynamics.motor_statics(robot, [0.1, 0.2])
    >>> filter = jn.control.KalmanFilter(robot, {"theta": 1e-5}, {"tau_m": 0.1, "wander": 20.0})
    >>> state = filter.begin(rest.theta)
    >>> state, estimate = filter.step(state, rest.theta, rest.tau_m)
    >>> np.round(estimate.q, 6)
    array([0.1, 0.2])
    """

    def __init__(
        self, robot: Robot, noise: Mapping[str, ArrayLike], disturbance: Mapping[str, ArrayLike], rate: float = 1000.0
    ) -> None:
        """Check the readings and the standard deviations for the robot.

        Parameters
        ----------
        robot : Robot
            The model that the filter computes with.
        noise : mapping
            Standard deviations of the sensor readings, for example {'theta': 1e-5}; names are 'q', 'qd', 'tau_j', 'theta' and
            'thetad', values are one float for all, or one per joint or motor. `step` takes the readings that are named here.
            'tau_j' of joints without motors is not read.
        disturbance : mapping
            Standard deviations of unknown torques that change from sample to sample: 'tau_m' at motors and 'external' at joints
            [Nm or N]. If 'wander' [Nm or N per root of a second] is given, external torques are estimated as a random walk; see
            `Estimate.external`.
        rate : float
            Samples per second [Hz].
        """
        self.robot = check_robot(robot)
        self.rate = positive(rate, "rate", "1/s")
        self.noise, self.disturbance = _named(noise, MEASURED, "noise"), _named(disturbance, DISTURBED, "disturbance")
        self.measured = tuple(name for name in MEASURED if name in self.noise)
        self._ambiguous = _ambiguous([name for name in noise if name in self.noise], self.measured)
        self._wandering = "wander" in self.disturbance
        self.size = state_length(robot, self._wandering)
        """Size N of x = (q, theta of motors behind springs, qd, thetad, external torques if estimated)."""
        for joint in robot.joints:
            if joint.freedoms > 1:
                raise InputError(
                    f"joint {joint.name!r} of robot {robot.name!r} has several freedoms, which this filter does not know. Lock "
                    "it (robot.locked), or take MomentumObserver."
                )
        plant = plant_of(robot)
        for i in plant.driven:
            if "tau_j" in self.noise and not plant.motors[i].elastic:
                raise InputError(
                    f"noise: 'tau_j' is what springs carry, and joint {robot.motor_names[i]!r} of robot {robot.name!r} is rigid. "
                    "Give its drive a stiffness, or leave 'tau_j' out."
                )
        self._equation.prepare(robot, plant)
        there = len(plant.driven)
        widths = {"theta": there, "thetad": there, "tau_m": there}
        rows = [_row(self.noise[name], widths.get(name, robot.n), f"noise[{name!r}]", least=True) for name in self.measured]
        self._noise = np.concatenate(rows)
        acting = [
            _row(self.disturbance.get(name, 0.0), widths.get(name, robot.n), f"disturbance[{name!r}]")
            for name in DISTURBED[: 2 + self._wandering]
        ]
        self._disturbance = np.concatenate(acting)
        assert len(self._noise) == reading_length(robot, self.measured)
        assert len(self._disturbance) == disturbances(robot, self._wandering)

    @property
    def _equation(self) -> Equation:
        return kalman_filter(self.measured, self._wandering)

    def begin(self, theta: ArrayLike, deviation: ArrayLike = 1e-3, *, parameters: Parameters = None) -> Array:
        """Return the state of the filter for a robot at rest, with springs deflected by gravity.

        Parameters
        ----------
        theta : (m,)
            Motor positions [rad or m].
        deviation : float or (N,)
            Initial standard deviations of x [rad or m, rad/s or m/s, Nm or N].
        parameters : mapping, optional
            Live parameters of the robot, for example {"payload": (10,)}.

        Returns
        -------
        array (N + N N,)
            x, followed by its covariance row after row.

        Raises
        ------
        InputError
            If an argument has another shape or is not finite.
        """
        rest = statics(self.robot, theta, parameters=parameters)
        motors = np.asarray(theta, dtype=np.float64)[plant_of(self.robot).elastic]
        x = np.zeros(self.size)
        x[: len(rest.q) + len(motors)] = np.concatenate([rest.q, motors])
        return np.concatenate([x, np.diag(_row(deviation, self.size, "deviation") ** 2).ravel()])

    def step(
        self, state: Array, *measured: ArrayLike | Mapping[str, ArrayLike], parameters: Parameters = None, **named: ArrayLike
    ) -> tuple[Array, Estimate]:
        """Return (state, Estimate) at the present sample, from the state at the last sample and the present readings.

        `estimate.rejected` is true if a reading is rejected. If a sensor reading has a scalar that is nan, infinite or above 1e6
        in magnitude, the estimate is the prediction; if tau_m or the new x has such a scalar, the state is unchanged. If a
        reading is more than 1000 standard deviations from its expectation, x is unchanged and P is multiplied by 100.

        Parameters
        ----------
        state : (N + N N,)
            The state that `begin` or the last `step` returned.
        *measured, **named
            The readings that `noise` names, and tau_m, the mean motor torque since the last sample. Readings are given by name,
            step(state, theta=theta, tau_j=tau_j, tau_m=tau_m) or step(state, {"theta": theta, ...}), or as positional arrays in
            the order q, qd, tau_j, theta, thetad, tau_m, if `noise` names the readings in this order.
        parameters : mapping, optional
            Live parameters of the robot, for example {"payload": (10,)}.

        Returns
        -------
        (state, Estimate)

        Raises
        ------
        InputError
            If a reading is missing or has another shape.
        """
        rows = by_name((*self.measured, "tau_m"), measured, named, self._ambiguous)
        x, P = state[..., : self.size], state[..., self.size :]
        readings = tuple(rows[name] for name in (*self.measured, "tau_m"))
        inner = (x, P, self._noise, self._disturbance, np.array([1.0 / self.rate]))
        outputs = call(self._equation, self.robot, (*readings, *inner), parameters=parameters)
        q, qd, theta, thetad, external, rejected = outputs[2:]
        estimate = Estimate(q, qd, theta, thetad, external if self._wandering else None, rejected > 0.5)
        return np.concatenate(outputs[:2], axis=-1), estimate

    def covariance(self, state: Array) -> Array:
        """Return the covariance of x = (q, theta of motors behind springs, qd, thetad, external torque).

        Parameters
        ----------
        state : (..., N + N N)
            State of the filter from `begin` or `step`.

        Returns
        -------
        array (..., N, N)
        """
        return state[..., self.size :].reshape(*state.shape[:-1], self.size, self.size)

    def compile(self, parameters: Sequence[str] = ()) -> Kernel:
        """Return one step as a kernel for `write_c(folder)`; arguments: readings, tau_m, x, P, noise, disturbance, period [s].

        The C function `kalman_filter_begin` returns the initial x and P for a robot at rest with its motors at theta.

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
        deviations = {"noise": self._noise, "disturbance": self._disturbance}
        return Kernel(live_form(self._equation, parameters), self.robot, None, (), deviations)


def _ambiguous(stated: list[str], measured: tuple[str, ...]) -> str:
    """Return the error message for positional readings, if `noise` names readings in another order than MEASURED; else ''."""
    if tuple(stated) == measured:
        return ""
    return (
        f"noise names {', '.join(stated)} in this order, and readings one after the other are {', '.join(measured)}, tau_m: say "
        f"which is which, step(state, {', '.join(f'{name}={name}' for name in (*stated, 'tau_m'))})."
    )


def _named(deviations: Any, names: tuple[str, ...], what: str) -> dict[str, Any]:
    """Return {name: standard deviations} in the order of `names`; raise InputError for unknown names or an empty mapping.

    what: argument in error messages.
    """
    if not isinstance(deviations, Mapping) or not deviations or any(name not in names for name in deviations):
        raise InputError(f"{what}: expected {{name: standard deviation}} with some of {', '.join(names)}, got {deviations!r}.")
    return {name: deviations[name] for name in names if name in deviations}


def _row(values: Any, width: int, what: str, least: bool = False) -> Array:
    """Return standard deviations (width,) from one value or (width,); raise InputError for others.

    what: argument in error messages; least: True to refuse zero.
    """
    try:
        row = np.broadcast_to(np.asarray(values, dtype=np.float64), (width,))
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{what}: expected one number or {width}, got {values!r}.") from None
    if not np.isfinite(row).all() or (row < 0.0).any() or (least and (row == 0.0).any()):
        raise InputError(f"{what}: expected numbers {'above' if least else 'from'} 0, got {values!r}.")
    return row
