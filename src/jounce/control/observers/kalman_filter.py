"""The extended Kalman filter on the exact model: links, motors and external torque from noisy sensors.

    x- = x + W^-1 h f(x),    P- = F P F^T + sum g g^T,    F = 2 W^-1 - 1              the midpoint rule (`implicit_midpoint`)
    x+ = x- + k (y - H x-),    P+ = P- - k S k^T,    S = H P- H^T + r^2,    k = P- H^T / S    one measured scalar after the other

[Jazwinski1970], section 8.3; one scalar after the other is the same as all at once where their noise is independent
([BarShalom2001], section 7.2). g: change of the state by a disturbance of one standard deviation, held for the period. The upper
half of P- is mirrored and the update subtracts a product of a vector with itself, so that P stays symmetric to the last digit.

x = (p, v) as in `state_model`, and external joint torques (n) where these are estimated. Disturbances are torques of motors and
of joints, each held for a period, and the random walk of estimated external torques.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from jounce.codegen.program import Slot
from jounce.control.observer_arguments import by_name, live_form, positive
from jounce.control.protocol import Estimate
from jounce.dynamics.implicit_midpoint import dot, midpoint
from jounce.dynamics.innovation_gate import beyond, outcome, retained
from jounce.dynamics.readings import chosen, implausible, judged
from jounce.dynamics.statics import statics as settled
from jounce.dynamics.statics import unbent
from jounce.errors import InputError
from jounce.functions.arguments import Parameters, check_robot
from jounce.functions.backends.native import Kernel
from jounce.functions.call import call
from jounce.functions.elastic_forward_dynamics import FORWARD
from jounce.functions.equation import Equation, Inputs, Output
from jounce.functions.kalman_loops import kalman_loop
from jounce.functions.state_model import Row, Rows, motors_of, seen, size, state_model
from jounce.functions.statics import prepare as prepare_statics
from jounce.functions.statics import statics
from jounce.numbers import Number, sqrt
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Plant, plant_of
from jounce.robot import Robot


def predicted(F: Rows, P: Rows, G: Sequence[Sequence[Number]]) -> Rows:
    """F P F^T + sum g g^T over the rows g of G."""
    N = len(F)
    T = [[dot(P[k], F[j]) for j in range(N)] for k in range(N)]
    found: Rows = [[0.0] * N for _ in range(N)]
    for i in range(N):
        for j in range(i, N):
            total = dot(F[i], [T[k][j] for k in range(N)])
            for g in G:
                total = total + g[i] * g[j]
            found[i][j] = found[j][i] = total
    return found


def updated(x: Row, P: Rows, H: Rows, error: Sequence[Number], noise: Sequence[Number]) -> tuple[Row, Rows, Number]:
    """(x+, P+, gated). error: what is measured less what x says; noise: its standard deviations; gated: 1 or more where a reading
    was beyond the gate."""
    change: Row = [0.0] * len(x)
    gated: Number = 0.0
    for row, e, r in zip(H, error, noise):
        Ph = [dot(row, column) for column in P]
        w = 1.0 / sqrt(r * r + dot(row, Ph))
        g = [w * each for each in Ph]
        share = w * (e - dot(row, change))
        gated = gated + beyond(share)
        change = [c + each * share for c, each in zip(change, g)]
        P = [[entry - a * b for entry, b in zip(line, g)] for line, a in zip(P, g)]
    return [a + c for a, c in zip(x, change)], P, gated


MEASURED = ("q", "qd", "tau_j", "theta", "thetad")
"""Those of joints, then those of motors; tau_m follows."""
OF_JOINTS = 3
LARGEST_STRAIGHT = 12
"""Numbers in x up to which a step is straight-line code."""


def numbers(robot: Robot, wandering: bool) -> int:
    """In x."""
    return 2 * size(plant_of(robot)) + robot.n * wandering


def measured_numbers(robot: Robot, measured: tuple[str, ...]) -> int:
    """That noise is stated of."""
    there = len(plant_of(robot).driven)
    return sum(robot.n if name in MEASURED[:OF_JOINTS] else there for name in measured)


def disturbances(robot: Robot, wandering: bool) -> int:
    """Torques of motors that are there, of joints, and how these wander."""
    return len(plant_of(robot).driven) + robot.n * (1 + wandering)


class Predicted(NamedTuple):
    """What a period needs of the model."""

    x: Row
    F: Rows
    G: Rows
    """A row for each disturbance."""
    H: Rows
    error: Row
    rejected: Number
    """1 or more where what is measured was rejected; else 0."""
    lost: Number
    """The same of tau_m, without which there is no prediction."""


def prediction(plant: Plant, measured: tuple[str, ...], wandering: bool, x: Inputs) -> Predicted:
    """x a period later, and all that its covariance needs."""
    readings: dict[str, Sequence[Number]] = dict(zip((*measured, "tau_m"), x.motion))
    torques, lost = judged(plant.tree, {"tau_m": readings.pop("tau_m")})
    rows, rejected = judged(plant.tree, readings)
    rows |= torques
    for i in plant.passive if "tau_j" in rows else ():
        rows["tau_j"][i] = 0.0  # no drive, no sensor: as `seen` has it
    s, n = size(plant), plant.tree.freedoms
    state, h = x.held["state"][0], x.held["period"][0][0]
    p, v, d = state[:s], state[s : 2 * s], state[2 * s : 2 * s + n] if wandering else []
    here = state_model(plant, p, v, rows["tau_m"], d)
    step = midpoint(here.by_p, here.by_v, h, n)
    dp, dv = step.solve([h * each for each in v], [h * each for each in here.a])
    p, v = [a + b for a, b in zip(p, dp)], [a + b for a, b in zip(v, dv)]
    F = step.transition()
    none: Row = [0.0] * s
    pushed = [[*a, *b] for a, b in (step.solve(none, [h * row[j] for row in here.by_external]) for j in range(n))]
    driven = [[*a, *b] for a, b in (step.solve(none, [h * row[j] for row in here.by_motor]) for j in range(len(plant.driven)))]
    deviation = x.held["disturbance"][0]
    G = [[sigma * each for each in g] for sigma, g in zip(deviation, (*driven, *pushed))]
    look = seen(plant, measured, p, v)
    H = [[*a, *b] for a, b in zip(look.by_p, look.by_v)]
    error = [y - own for y, own in zip(_given(plant, measured, rows), look.y)]
    if wandering:
        N = 2 * s + n
        F = [*([*row, *(g[i] for g in pushed)] for i, row in enumerate(F)), *(_unit(2 * s + j, N) for j in range(n))]
        G = [[*g, *[0.0] * n] for g in G]
        G += [[sqrt(h) * sigma * each for each in _unit(2 * s + j, N)] for j, sigma in enumerate(deviation[-n:])]
        H = [[*row, *[0.0] * n] for row in H]
    return Predicted([*p, *v, *d], F, G, H, error, rejected, lost)


def _unit(k: int, count: int) -> Row:
    return [1.0 if i == k else 0.0 for i in range(count)]


def _given(plant: Plant, measured: tuple[str, ...], rows: dict[str, Row]) -> Row:
    """What is measured, in the order in which it is seen."""
    joints = MEASURED[:OF_JOINTS]
    return [x for name in measured for x in (rows[name] if name in joints else [rows[name][i] for i in plant.driven])]


@lru_cache(maxsize=64)
def kalman_filter(measured: tuple[str, ...], wandering: bool) -> Equation:
    """The equation for what is measured, names in the order of MEASURED. wandering: external torques are estimated."""

    def text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        made = prediction(plant, measured, wandering, x)
        N = len(made.x)
        known = x.held["covariance"][0]
        P = predicted(made.F, [list(known[i * N : (i + 1) * N]) for i in range(N)], made.G)
        after, Q, gated = updated(made.x, P, made.H, made.error, x.held["noise"][0])
        flags = made.lost + implausible(after), made.rejected, gated
        found = [outcome(*flags, then, each, new) for then, each, new in zip(x.held["state"][0], made.x, after)]
        before = [known[i * N : (i + 1) * N] for i in range(N)]
        P = [[retained(*flags, *entries) for entries in zip(*rows)] for rows in zip(before, P, Q)]
        s, n = size(plant), plant.tree.freedoms
        q, qd = found[:n], found[s : s + n]
        external = found[2 * s :] if wandering else [0.0] * n
        return found, P, q, qd, *_motors(plant, found), external, chosen(sum(flags, 0.0), 1.0, 0.0)

    def first(plant: Plant, x: Inputs) -> tuple[Any, ...]:
        (theta,) = x.motion
        s, n = size(plant), plant.tree.freedoms
        at_rest = [*settled(plant, unbent(plant, theta), theta)[0], *(theta[i] for i in plant.elastic)]
        deviation = x.held["deviation"][0]
        squares = [[d * d if i == j else 0.0 for j in range(len(deviation))] for i, d in enumerate(deviation)]
        return [*at_rest, *[0.0] * (s + n * wandering)], squares

    return Equation(
        "kalman_filter",
        (*measured, "tau_m"),
        text,
        lambda robot: (
            Output("next_state", (numbers(robot, wandering),), 0),
            Output("next_covariance", (numbers(robot, wandering) ** 2,), 0),
            Output("q_hat", (robot.n,), 0),
            Output("qd_hat", (robot.n,), 0),
            Output("theta_hat", (robot.m,), 0),
            Output("thetad_hat", (robot.m,), 0),
            Output("external", (robot.n,), 0),
            Output("rejected", (), 0),
        ),
        prepare=FORWARD.prepare,
        of_motors=1 + sum(name in MEASURED[OF_JOINTS:] for name in measured),
        held=lambda robot: (
            Slot("state", 1, numbers(robot, wandering)),
            Slot("covariance", 1, numbers(robot, wandering) ** 2),
            Slot("noise", 1, measured_numbers(robot, measured), (0.0,) * measured_numbers(robot, measured)),
            Slot("disturbance", 1, disturbances(robot, wandering), (0.0,) * disturbances(robot, wandering)),
            Slot("period", 1, 1, (0.0,)),
        ),
        loop=lambda form, robot: kalman_loop(form, robot, lambda plant, x: prediction(plant, measured, wandering, x)),
        loops=lambda form, robot: numbers(robot, wandering) > LARGEST_STRAIGHT,
        judges=True,
        begin=Equation(
            "kalman_filter_begin",
            ("theta",),
            first,
            lambda robot: (
                Output("next_state", (numbers(robot, wandering),), 0),
                Output("next_covariance", (numbers(robot, wandering) ** 2,), 0),
            ),
            prepare=prepare_statics,
            of_motors=1,
            held=lambda robot: (Slot("deviation", 1, numbers(robot, wandering)),),
        ),
    )


def _motors(plant: Plant, x: Row) -> tuple[Row, Row]:
    s, n = size(plant), plant.tree.freedoms
    return motors_of(plant, x[:n], x[n:s]), motors_of(plant, x[s : s + n], x[s + n : 2 * s])


DISTURBED = ("tau_m", "external", "wander")


@by_value
class KalmanFilter:
    """The most likely state of a robot, and how well it is known, from noisy sensors and motor torques.

    noise: standard deviations of what is measured, {'theta': 1e-5}, of 'q', 'qd', 'tau_j', 'theta' and 'thetad', one number or
    one each; what stands there is what `step` takes, by name or in this order. disturbance: standard deviations of torques
    that nobody knows and that change from sample to sample, 'tau_m' at motors and 'external' at joints [Nm or N]; with
    'wander' [Nm or N per root of a second] external torques are estimated, too, as `Estimate.external`: what pushes the
    robot, from whatever is measured. rate: samples a second. Rigid joints, springs of any law and springs without motors,
    transmissions, carried rotors.

    The state moves on by the midpoint rule, linear in its change, with exact slopes (`elastic_forward_dynamics_derivatives`):
    W dx = h f, W = 1 - h/2 A, F = 2 W^-1 - 1. The covariance is that of a system that is linear near the estimate.

        filter = jn.control.KalmanFilter(robot, {"theta": 1e-5}, {"tau_m": 0.1, "wander": 20.0})
        state = filter.begin(theta)
        state, estimate = filter.step(state, theta, tau_m)
    """

    def __init__(self, robot: Robot, noise: Mapping[str, Any], disturbance: Mapping[str, Any], rate: float = 1000.0) -> None:
        self.robot = check_robot(robot)
        self.rate = positive(rate, "rate", "1/s")
        self.noise, self.disturbance = _named(noise, MEASURED, "noise"), _named(disturbance, DISTURBED, "disturbance")
        self.measured = tuple(name for name in MEASURED if name in self.noise)
        self._ambiguous = _ambiguous([name for name in noise if name in self.noise], self.measured)
        self._wandering = "wander" in self.disturbance
        self.size = numbers(robot, self._wandering)
        """N, numbers in the state of the robot: q, theta of motors behind springs, their speeds, external torques."""
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
        assert len(self._noise) == measured_numbers(robot, self.measured)
        assert len(self._disturbance) == disturbances(robot, self._wandering)

    @property
    def _equation(self) -> Equation:
        return kalman_filter(self.measured, self._wandering)

    def begin(self, theta: Any, deviation: Any = 1e-3, *, parameters: Parameters = None) -> Array:
        """The filter's state (N + N N,) for a robot at rest whose motors are at theta (m,), where springs let the links hang.

        deviation: how well x is known, one number or (N,): rad or m, rad/s or m/s, Nm or N.
        """
        rest = statics(self.robot, theta, parameters=parameters)
        motors = np.asarray(theta, dtype=np.float64)[plant_of(self.robot).elastic]
        x = np.zeros(self.size)
        x[: len(rest.q) + len(motors)] = np.concatenate([rest.q, motors])
        return np.concatenate([x, np.diag(_row(deviation, self.size, "deviation") ** 2).ravel()])

    def step(self, state: Array, *measured: Any, parameters: Parameters = None, **named: Any) -> tuple[Array, Estimate]:
        """Return (state, estimate) a period later.

        measured: what `noise` names, and tau_m, the mean torque since the last sample. By name, step(state, theta=theta,
        tau_j=tau_j, tau_m=tau_m) or step(state, {"theta": theta, ...}); or one after the other as in q, qd, tau_j, theta,
        thetad, tau_m, where `noise` names them in this order, too. A reading with a number that is nan, infinite or above 1e6
        is rejected: the state stays, and `estimate.rejected` is true. parameters: live numbers of the robot, {"payload": ten
        numbers} say.
        """
        rows = by_name((*self.measured, "tau_m"), measured, named, self._ambiguous)
        x, P = state[..., : self.size], state[..., self.size :]
        readings = tuple(rows[name] for name in (*self.measured, "tau_m"))
        found = call(self._equation, self.robot, (*readings, x, P, *self._numbers), parameters=parameters)
        q, qd, theta, thetad, external, rejected = found[2:]
        estimate = Estimate(q, qd, theta, thetad, external if self._wandering else None, rejected > 0.5)
        return np.concatenate(found[:2], axis=-1), estimate

    def covariance(self, state: Array) -> Array:
        """(..., N, N) of x = (q, theta of motors behind springs, qd, thetad, external torque)."""
        return state[..., self.size :].reshape(*state.shape[:-1], self.size, self.size)

    def compile(self, parameters: Sequence[str] = ()) -> Kernel:
        """Return a step as a kernel, for `write_c(folder)`: what is measured, tau_m, then x, P, noise, disturbance and period
        [s].

        In C there is `kalman_filter_begin`, too: x and P of a robot at rest whose motors are at theta. parameters: names of the
        robot's numbers that are arguments, ("payload",) say.
        """
        numbers = {"noise": self._noise, "disturbance": self._disturbance}
        return Kernel(live_form(self._equation, parameters), self.robot, None, (), numbers)

    @property
    def _numbers(self) -> tuple[Array, Array, Array]:
        return self._noise, self._disturbance, np.array([1.0 / self.rate])


def _ambiguous(stated: list[str], measured: tuple[str, ...]) -> str:
    """Return why readings in order are refused: `noise` names them in another order than kernels take them."""
    if tuple(stated) == measured:
        return ""
    return (
        f"noise names {', '.join(stated)} in this order, and readings one after the other are {', '.join(measured)}, tau_m: say "
        f"which is which, step(state, {', '.join(f'{name}={name}' for name in (*stated, 'tau_m'))})."
    )


def _named(given: Any, known: tuple[str, ...], what: str) -> dict[str, Any]:
    if not isinstance(given, Mapping) or not given or any(name not in known for name in given):
        raise InputError(f"{what}: expected {{name: standard deviation}} with some of {', '.join(known)}, got {given!r}.")
    return {name: given[name] for name in known if name in given}


def _row(given: Any, width: int, what: str, least: bool = False) -> Array:
    """Standard deviations; least: above zero."""
    try:
        found = np.broadcast_to(np.asarray(given, dtype=np.float64), (width,))
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{what}: expected one number or {width}, got {given!r}.") from None
    if not np.isfinite(found).all() or (found < 0.0).any() or (least and (found == 0.0).any()):
        raise InputError(f"{what}: expected numbers {'above' if least else 'from'} 0, got {given!r}.")
    return found
