"""State observer of robots with elastic joints: link motion from motor positions and torques, with prescribed error poles.

    xd^ = f(x^, tau_m) + L (theta - C x^),    x = (q, theta, qd, thetad),    ed = (A - L C) e

x^ is the estimate, f the exact model, A = df/dx, theta = C x, and e = x - x^ a small error. Every motor moves its link through a
spring, so theta and its derivatives to order 3 determine q and qd. The matrix S with C S = C A S = C A^2 S = 0 and C A^3 S = 1
makes the columns of (S, A S, A^2 S, A^3 S) a basis, and

    L = A^4 S + A^3 S c1 + A^2 S c2 + A S c3 + S c4

gives A - L C the matrix characteristic polynomial s^4 + c1 s^3 + c2 s^2 + c3 s + c4 with coefficients (n, n), by Ackermann's
formula for blocks ([Kailath1980], section 7.1). The coefficients are those of

    (s + w)^2 ((s + w)^2 + a),    a similar to M^-1 K

The poles are -w and -w +- i sqrt(eigenvalues of M^-1 K), because a has the eigenvalues of a symmetric positive matrix. So at
every state the errors of motors decay as e^(-w t), and the errors of links oscillate, damped by e^(-w t), at the natural
frequencies of the links on their springs with the motors held. Other frequencies at stiff joints with light links would require
gains that grow with the square of the natural frequency and would amplify encoder noise too much.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.codegen.program import Slot
from jounce.control.observer_arguments import by_name, live_form, positive
from jounce.control.protocol import Estimate
from jounce.dynamics.factorization import lu, lu_solve
from jounce.dynamics.implicit_midpoint import Midpoint, dot, midpoint
from jounce.dynamics.readings import chosen, implausible, judged
from jounce.dynamics.statics import statics as settled
from jounce.dynamics.statics import unbent
from jounce.errors import InputError
from jounce.export.compiled_kernel import Kernel
from jounce.functions.state_model import Row, Rows, state_model
from jounce.functions.statics import statics
from jounce.kernel.arguments import Parameters, check_robot
from jounce.kernel.dispatch import call
from jounce.kernel.equation import Auxiliary, Equation, Inputs, Output
from jounce.numbers import Number, select
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Plant, plant_of, with_motors
from jounce.robot import Robot


def gains(by_p: Rows, by_v: Rows, by_external: Rows, stiffness: Rows, w: Number) -> tuple[Rows, Rows]:
    """Return the observer gain L as (rows of positions, rows of velocities), (2n, n) each; w: bandwidth.

    by_p, by_v (2n, 2n): derivatives of the accelerations of links and motors by positions and velocities; by_external (n, n):
    derivatives of link accelerations by joint torques, M^-1; stiffness (n, n): N^T f' N with the spring stiffness f'.
    """
    n = len(stiffness)
    links, motors, some = range(n), range(n, 2 * n), range(n)
    Pqq, Vqq = _part(by_p, links, links), _part(by_v, links, links)
    X, Y = _part(by_p, motors, links), _part(by_v, motors, links)
    one = [[1.0 if i == j else 0.0 for j in some] for i in some]
    none = [[0.0] * n for _ in some]
    bent = _solved(X, Y)
    E = _sum(X, _product(Y, _sum(Vqq, _product(Pqq, bent), -1.0)))
    s = _solved(E, one)
    a = _product(E, _product(_product(by_external, stiffness), s))
    S = [*_product(bent, s, -1.0), *none], [*s, *none]
    square = w * w
    coefficients = (
        _sum(none, one, 4.0 * w),
        _sum(a, one, 6.0 * square),
        _sum(_scaled(2.0 * w, a), one, 4.0 * w * square),
        _sum(_scaled(square, a), one, square * square),
    )
    p, v = S
    for c in coefficients:  # Horner: L = A (A (A (A S + S c1) + S c2) + S c3) + S c4
        p, v = v, _sum(_product(by_p, p), _product(by_v, v))
        p, v = _sum(p, _product(S[0], c)), _sum(v, _product(S[1], c))
    return p, v


def corrected(
    step: Midpoint, p: Sequence[Number], v: Sequence[Number], a: Sequence[Number], L: tuple[Rows, Rows], error: Sequence[Number]
) -> tuple[Row, Row]:
    """Return the positions p and velocities v (2n) one period later, from (W + h/2 L C) dx = h (f + L error), W = 1 - h/2 A.

    The equation is solved with the factorised W in `step` and one matrix (n, n). a (2n): accelerations; error (n): measured theta
    half a period later, less the theta in p.
    """
    h, n = step.h, len(error)
    right = [[h * (x + dot(row, error)) for x, row in zip(rate, rows)] for rate, rows in zip((v, a), L)]
    free = step.solve(right[0], right[1])
    by_gain = [step.solve([row[j] for row in L[0]], [row[j] for row in L[1]]) for j in range(n)]
    half = 0.5 * h
    inner = [[(1.0 if i == j else 0.0) + half * by_gain[j][0][n + i] for j in range(n)] for i in range(n)]
    less = lu_solve(lu(inner), free[0][n:])
    changes = []
    for k, change in enumerate(free):
        changes.append([x - half * dot([column[k][i] for column in by_gain], less) for i, x in enumerate(change)])
    return [x + d for x, d in zip(p, changes[0])], [x + d for x, d in zip(v, changes[1])]


def _part(A: Rows, rows: range, columns: range) -> Rows:
    return [[A[i][j] for j in columns] for i in rows]


def _product(A: Rows, B: Rows, sign: float = 1.0) -> Rows:
    columns = list(zip(*B))
    return [[sign * dot(row, column) for column in columns] for row in A]


def _sum(A: Rows, B: Rows, share: Number = 1.0) -> Rows:
    return [[x + share * y for x, y in zip(*rows)] for rows in zip(A, B)]


def _scaled(share: Number, A: Rows) -> Rows:
    return [[share * x for x in row] for row in A]


def _solved(A: Rows, B: Rows) -> Rows:
    """Return A^-1 B for matrices as lists of rows, by LU factorisation."""
    factors = lu(A)
    return [list(row) for row in zip(*(lu_solve(factors, list(column)) for column in zip(*B)))]


FASTEST = 1e3
"""Largest plausible motor speed between two readings [rad/s or m/s]. On `planar_2r` at 1 kHz the estimate diverged after one
reading that was wrong by 10 rad, and recovered after one that was wrong by 1 rad."""


def _text(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    """Return the outputs of one observer step: (next state, q, qd, theta, thetad, 1 if the reading was rejected else 0)."""
    rows, rejected = judged(plant.tree, dict(zip(("theta", "tau_m"), x.motion)))
    theta, tau_m = rows["theta"], rows["tau_m"]
    n = plant.tree.freedoms
    state, w, h = x.auxiliary["state"][0], x.auxiliary["bandwidth"][0][0], x.auxiliary["period"][0][0]
    p, v, before = state[: 2 * n], state[2 * n : 4 * n], state[4 * n :]
    model = state_model(plant, p, v, tau_m)
    smooth = state_model(_without_dry_friction(plant), p, v, tau_m)
    L = gains(smooth.by_p, smooth.by_v, smooth.by_external[:n], _stiffness(plant, p[:n], p[n:]), w)
    error = [0.5 * (now + last) - x for now, last, x in zip(theta, before, p[n:])]
    p, v = corrected(midpoint(model.by_p, model.by_v, h, n), p, v, model.a, L, error)
    jumped: Number = 0.0
    for now, last in zip(theta, before):
        jumped = jumped + select(FASTEST * h - abs(now - last), 1.0, 0.0)
    either = rejected + jumped + implausible([*p, *v])
    after = [chosen(either, then, each) for then, each in zip(state, [*p, *v])]
    last = [chosen(rejected, then, each) for then, each in zip(before, theta)]
    rows_of = [after[k * n : (k + 1) * n] for k in range(4)]
    return [*after, *last], rows_of[0], rows_of[2], rows_of[1], rows_of[3], chosen(either, 1.0, 0.0)


def _first(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    """Return (state of the observer,) for a robot at rest with its motors at theta."""
    (theta,) = x.motion
    still: Row = [0.0] * plant.tree.freedoms
    return ([*settled(plant, unbent(plant, theta), theta)[0], *theta, *still, *still, *theta],)


def _stiffness(plant: Plant, q: Row, theta: Row) -> Rows:
    """Return the joint stiffness N^T f' N (n, n), where f' is the stiffness of each drive's spring at its deflection."""
    slopes = []
    for m, th, x in zip(plant.motors, theta, plant.transmission.to_motors(q)):
        assert m.spring is not None
        slopes.append(m.spring.stiffness(th - x))
    if plant.transmission.N:
        return [list(row) for row in plant.transmission.inertia_at_joints(slopes)]
    return [[k if i == j else 0.0 for j in range(len(q))] for i, k in enumerate(slopes)]


def _without_dry_friction(plant: Plant) -> Plant:
    """Return the plant without dry friction, because its derivative near standstill would make the observer gain jump."""
    return plant._replace(
        motors=tuple(m._replace(coulomb=0.0, stribeck=0.0) for m in plant.motors),
        beside=tuple(
            joint._replace(rubbing=tuple(rub._replace(coulomb=0.0, stribeck=0.0) for rub in joint.rubbing))
            for joint in plant.beside
        ),
    )


def _prepare(robot: Robot, plant: Plant) -> Plant:
    """Return the plant; raise InputError unless every joint has one DOF, an elastic drive and exactly one motor."""
    for joint, m in zip(robot.motor_joints, plant.motors):
        if joint.freedoms > 1 or m.absent or not m.elastic:
            raise InputError(
                f"joint {joint.name!r} of robot {robot.name!r} is not driven through a spring: this observer knows robots whose "
                "joints all are. jounce.control.KalmanFilter takes rigid joints and springs without motors."
            )
    if robot.m != robot.n:
        raise InputError(
            f"robot {robot.name!r} has {robot.m} motors at {robot.n} joints: this observer knows one motor a joint. Take "
            "jounce.control.KalmanFilter."
        )
    return with_motors(robot, plant)


BEGIN = Equation(
    "state_observer_begin",
    ("theta",),
    _first,
    lambda robot: (Output("next_state", (5 * robot.n,), 0),),
    prepare=_prepare,
    motor_arguments=1,
)
OBSERVER = Equation(
    "state_observer",
    ("theta", "tau_m"),
    _text,
    lambda robot: (
        Output("next_state", (5 * robot.n,), 0),
        *(Output(name, (robot.n,), 0) for name in ("q", "qd", "theta_hat", "thetad_hat")),
        Output("rejected", (), 0),
    ),
    prepare=_prepare,
    motor_arguments=2,
    auxiliary=Auxiliary(
        lambda robot: (
            Slot("state", 1, 5 * robot.n),
            Slot("bandwidth", 1, 1, (0.0,)),
            Slot("period", 1, 1, (0.0,)),
        ),
        any_motion=True,
        begin=BEGIN,
    ),
)


@by_value
class StateObserver:
    """Observer of q, qd, theta and thetad of a robot with elastic joints, from motor positions and motor torques.

        xd^ = f(x^, tau_m) + L (theta - C x^)

    x^ is the estimate of x = (q, theta, qd, thetad), f the model, and C x = theta. The gain L is computed at every sample such
    that small errors decay as e^(-w t) with the bandwidth w: errors of motors without oscillation, errors of links with
    oscillations at the natural frequencies of the links on their springs. Convergence is local, so the initial state must be near
    the true one. The model includes dry friction, but L is computed without it. The midpoint rule integrates between samples, so
    w / rate must be well below 1. External torque that is not in the model biases q and qd; for robots under external torque take
    `KalmanFilter` or `MomentumObserver`, which estimate this torque.

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> rest = jn.dynamics.motor_statics(robot, [0.1, 0.2])
    >>> observer = jn.control.StateObserver(robot, bandwidth=60.0)
    >>> state = observer.begin(rest.theta)
    >>> state, estimate = observer.step(state, rest.theta, rest.tau_m)
    >>> np.round(estimate.q, 6)
    array([0.1, 0.2])
    """

    def __init__(self, robot: Robot, bandwidth: float, rate: float = 1000.0) -> None:
        """Check that motor positions determine the link motion of the robot.

        Parameters
        ----------
        robot : Robot
            The model that the observer computes with: every joint elastic, with one motor.
        bandwidth : float
            Rate w at which errors decay [rad/s].
        rate : float
            Samples per second [Hz].
        """
        self.robot = check_robot(robot)
        OBSERVER.prepare(robot, plant_of(robot))
        self.bandwidth, self.rate = positive(bandwidth, "bandwidth", "rad/s"), positive(rate, "rate", "1/s")

    def begin(self, theta: ArrayLike, *, parameters: Parameters = None) -> Array:
        """Return the state of the observer for a robot at rest with its motors at theta.

        Parameters
        ----------
        theta : (n,)
            Motor positions [rad or m].
        parameters : mapping, optional
            Live parameters of the robot, for example {"payload": (10,)}.

        Returns
        -------
        array (5n,)
            q, theta, qd, thetad and the last reading of theta, n each.
        """
        links = statics(self.robot, theta, parameters=parameters).q
        still = np.zeros(self.robot.n)
        return np.concatenate([links, theta, still, still, theta])

    def step(
        self, state: Array, *measured: ArrayLike | Mapping[str, ArrayLike], parameters: Parameters = None, **named: ArrayLike
    ) -> tuple[Array, Estimate]:
        """Return (state, Estimate) at the present sample, from the state at the last sample and the present readings.

        A reading is rejected if a scalar of it or of the resulting estimate is nan, infinite or above 1e6 in magnitude, or if
        theta moved faster than 1000 rad/s or m/s since the last sample. The estimate is then unchanged, and `estimate.rejected`
        is true.

        Parameters
        ----------
        state : (5n,)
            The state that `begin` or the last `step` returned.
        *measured, **named
            theta (n,) at the present sample and tau_m (n,), the mean motor torque since the last one; in this order or by name.
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
        rows = by_name(("theta", "tau_m"), measured, named)
        inner = (state, np.array([self.bandwidth]), np.array([1.0 / self.rate]))
        outputs = call(OBSERVER, self.robot, (rows["theta"], rows["tau_m"], *inner), parameters=parameters)
        q, qd, motors, speeds, rejected = outputs[1:]
        return outputs[0], Estimate(q, qd, motors, speeds, None, rejected > 0.5)

    def compile(self, parameters: Sequence[str] = ()) -> Kernel:
        """Return one step as a kernel for `write_c(folder)`; arguments: theta, tau_m, state, bandwidth [rad/s], period [s].

        The C function `state_observer_begin` returns the initial state for a robot at rest with its motors at theta.

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
        return Kernel(live_form(OBSERVER, parameters), self.robot, None, (), {"bandwidth": self.bandwidth})
