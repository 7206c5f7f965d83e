"""The gate of a live flexible arm: options, checks that refuse a tick, and the safe torque after a refusal.

The gate refuses a tick if its rows (outputs and derivatives) jump, if the pose is nearly singular, if Newton's method does not
converge, or if the torque or its rate exceed their bounds. The fault then persists until the arm begins anew. gate.c has the
same algorithm in C.
"""

from functools import lru_cache
from itertools import accumulate
from math import comb, factorial, inf, isfinite, nan, pi, remainder
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError, JounceError, ModelError
from jounce.flexible.dae import Dae
from jounce.flexible.live.fault import Fault
from jounce.flexible.live.live_inputs import TickInputs, TickLayout
from jounce.functions.inverse_dynamics import inverse_dynamics
from jounce.functions.rigid_rotors import carried_mass_matrix
from jounce.inverse.motor_motion import without_springs
from jounce.kernel.backends.backend_selection import backend
from jounce.numbers.packing import Array
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.robot.validation import short

DISTANCE = 0.1
"""Default of the least distance from a singular pose, see `distance`. An arm of two equal links has this distance with the elbow
bent by about 6 degrees; towards the stretched pose the torque grows with up to the seventh power of the inverse distance."""
JUMP = 1.0
"""Default of the largest jump of the tool's acceleration from tick to tick that the gate accepts [m/s^2 or rad/s^2]."""
UNBOUNDED = 1e300
"""Value in place of infinity, which has no literal in C."""
FASTEST = 0.2
"""Largest cut-off frequency of the reference filter [rad per tick]: the filter must be slow against a tick."""


class GateOptions(NamedTuple):
    """Checked options of the gate, from the arguments of `live`."""

    robot: Robot
    """Robot whose limits are the bounds of torque and torque rate."""
    distance: float
    jump: float
    brake: float
    """Time in which the joints are stopped after a fault [s]; 0: the torque holds the joints at once."""
    shape: float
    """Cut-off frequency of the reference filter [rad/s]; 0: no filter."""

    def bounds(self, layout: TickLayout, h: float, lag: float, inertia: Array) -> Array:
        """Return the fields of `Gate` from `limit` to `filter`, concatenated, for ticks of h [s].

        lag: result of the function `lag` [s^2]. inertia: absolute motor torque (m, driven) per unit acceleration of each driven
        joint, at rest and without springs.
        """
        limits, m = self.robot.limits, layout.robot.m
        numbers = np.concatenate(
            [
                *(np.where(np.isfinite(x[:m]), x[:m], 0.0) for x in (limits.motor_torque, limits.torque_rate * h)),
                [self.distance, self.jump, np.ceil(self.brake / h), float(self.shape > 0.0), lag],
                *jacobian_size(layout.robot),
                inertia.reshape(-1),
                critically_damped(self.shape, h, layout.order + 1).reshape(-1),
            ]
        )
        return np.array(np.clip(numbers, -UNBOUNDED, UNBOUNDED))


def gate_options(
    robot: Robot, rate: float, torque: Any, torque_rate: Any, singularity: Any, jump: Any, brake: Any, shape: Any
) -> GateOptions:
    """Check the gate options of `live` and raise `InputError` if one is wrong. rate: ticks a second."""
    for name, option, value in (("torque", "motor_torque", torque), ("torque_rate", "torque_rate", torque_rate)):
        if value is not None:
            try:
                robot = robot.with_limits(**{option: value})
            except ModelError as error:
                raise InputError(f"{name}: {error}") from None
    frequency = 0.0 if shape is None else _number(shape, "shape", "rad/s", 0.0, FASTEST * rate)
    stop = 0.0 if brake is None else _number(brake, "brake", "s", 0.0, inf)
    if shape is not None and frequency == 0.0:
        raise InputError("shape: expected a cut-off frequency above zero [rad/s], got 0.")
    least = _number(singularity, "singularity", "distance", 0.0, 1.0)
    return GateOptions(robot, least, _number(jump, "jump", "m/s^2 or rad/s^2", 0.0, inf), stop, frequency)


def _number(x: Any, name: str, unit: str, least: float, most: float) -> float:
    """Return x as a float; check that least <= x <= most. name, unit: words of the message."""
    value = _float(x)
    if not least <= value <= most:
        until = f"from {least:g} to {most:g}" if most < inf else f"of at least {least:g}"
        raise InputError(f"{name}: expected a number {until} [{unit}], got {short(x)}.")
    return value


def share(x: Any) -> float:
    """Return a tolerance as a float; check that it is above 0 and below 1."""
    value = positive(x, "tolerance", "share")
    if value >= 1.0:
        raise InputError(f"tolerance: expected a number between 0 and 1, got {short(x)}.")
    return value


def positive(x: Any, name: str, unit: str) -> float:
    """Return x as a float; check that x is finite and above zero. name, unit: words of the message."""
    value = _float(x)
    if not 0.0 < value < inf:
        raise InputError(f"{name}: expected a finite number above zero [{unit}], got {short(x)}.")
    return value


def _float(x: Any) -> float:
    """Convert x to a float; NaN if that is impossible or x is a bool."""
    try:
        return nan if isinstance(x, bool) else float(x)
    except (TypeError, ValueError, OverflowError):
        return nan


PLAUSIBLE = 10.0
"""Bound of a motor torque without a stated limit, as a multiple of the largest torque that the rows required so far."""
RISE = 2e-3
"""Shortest time in which a motor torque without a stated rate limit may rise from zero to its bound [s]."""
POSES = 300
"""Number of random poses from which `jacobian_size` computes the scales of the tool's Jacobian."""
ROUNDED = 1e-6
"""Fraction of a bound by which a torque may exceed this bound through rounding: it is then clipped and not refused."""


def critically_damped(a: float, h: float, count: int) -> Array:
    """Return the transition matrix (count, count) of (y, yd, ...) over h [s] for (d/dt + a)^count y = 0; zeros if a = 0.

    In the unit of time 1 / a the system matrix A is -1 plus a nilpotent matrix: exp(A t) = e^-t sum_j (A + 1)^j t^j / j!.
    """
    if a == 0.0:
        return np.zeros((count, count))
    A = np.eye(count, k=1)
    A[-1] = [-comb(count, k) for k in range(count)]
    t, nilpotent, power = a * h, A + np.eye(count), np.eye(count)
    out = np.zeros((count, count))
    for j in range(count):
        out += power * t**j / factorial(j)
        power = power @ nilpotent
    k = np.arange(count)
    return np.array(np.exp(-t) * out * float(a) ** (k[:, None] - k))


def gate_sizes(layout: TickLayout) -> tuple[int, ...]:
    """Return the number of scalars of each field of `Gate`."""
    m, rows = layout.robot.m, layout.order + 1
    bounds = (m, m, 1, 1, 1, 1, 1, layout.outputs, layout.outputs, m * layout.outputs, rows * rows)
    return (*bounds, layout.size, m, m, m, m, m, m, 1, 1, 1)


@lru_cache(maxsize=16)
def rigid_machine(robot: Robot) -> Robot:
    """Return the robot with rigid drives and without the springs of motorless joints, for `resting`."""
    return without_springs(robot).with_rigid_joints()


def resting(robot: Robot, q: Array, qdd: Array, now: TickInputs) -> Array:
    """Return the motor torques (..., m) at zero velocity in q (n,) under accelerations qdd (..., n).

    now: wrenches and live parameters. The torque of motorless joints is zero.
    """
    machine, still = rigid_machine(robot), np.zeros_like(qdd)
    more: dict[str, Any] = {"wrench": {link: (W[0],) for link, W in now.wrench.items()}} if now.wrench else {}
    more |= {"parameters": now.parameters} if now.parameters else {}
    with backend("python"):
        tau = np.array(inverse_dynamics(machine, q + still, still, qdd, **more).tau_m)
    tau[..., list(plant_of(robot).passive)] = 0.0
    return tau


def lag(dae: Dae, q: Array) -> float:
    """Return the largest ratio of inertia to stiffness among elastic drives and motorless springs, in the pose q (n,) [s^2].

    The inertia of a drive is its reflected inertia, of a motorless joint the diagonal entry of the mass matrix. 0 if there is
    neither elastic drive nor spring.
    """
    soft = []
    for drive in dae.robot.motor_drives:
        if drive is not None and drive.elastic:
            k = drive.stiffness if drive.law is None else float(drive.law.stiffness(0.0))
            soft.append(drive.reflected_inertia / k if k > 0.0 else 0.0)  # type: ignore[operator]  # a number without a law
    mass, K = carried_mass_matrix(dae.robot, q)[dae.passive, dae.passive], np.diag(dae.K)
    return float(max([0.0, *soft, *(mass[K > 0.0] / K[K > 0.0])]))


@lru_cache(maxsize=16)
def jacobian_size(robot: Robot) -> tuple[Array, Array]:
    """Return scales of the rows (M,) and columns (M,) of the tool's Jacobian (M, M) by driven joints, over random poses.

    All rows of positions share one scale, the root mean square over the poses of the Frobenius norm of these rows; so do all
    rows of angles. The scale of a column is its largest norm over the poses, after the rows are divided by their scales. A row
    or column that vanishes in one pose is then small after scaling, too. Scales of zero are replaced by 1.
    """
    dae, rng = Dae(robot), np.random.default_rng(0)
    q = rng.uniform(-pi, pi, (POSES, robot.n))
    q[:, dae.passive] = 0.0
    J = dae.outputs.jacobians(q[None])[0][..., dae.driven]
    count, along = len(dae.outputs.tool.positions), np.ones(J.shape[-1])
    for block in (slice(None, count), slice(count, None)):
        along[block] = np.sqrt(np.square(J[:, block]).sum(axis=(1, 2)).mean()) if along[block].size else 1.0
    along = np.where(along > 0.0, along, 1.0)
    across = np.sqrt(np.square(J / along[:, None]).sum(axis=1)).max(axis=0)
    return along, np.where(across > 0.0, across, 1.0)


def distance(J: Array, along: Array, across: Array) -> float:
    """Return the distance of a pose from a singular one, from the tool's Jacobian J (M, M) by driven joints.

    The distance has no unit. It is the least distance of a column from the span of the other columns, after division by the
    scales `along` of rows and `across` of columns from `jacobian_size`: about 1 if columns are orthogonal, 0 if J is singular.
    """
    with np.errstate(all="ignore"):
        try:
            inverse = np.linalg.inv(J / np.multiply.outer(along, across))
        except np.linalg.LinAlgError:
            return 0.0
        away = 1.0 / np.linalg.norm(inverse, axis=1).max()
    return float(away) if np.isfinite(away) else 0.0


class Gate(NamedTuple):
    """Fields of the gate as views of a live arm's state, in the order of gate.c.

    The fields from `limit` to `filter` are constants, see `GateOptions.bounds`.
    """

    limit: Array
    change_limit: Array
    distance: Array
    jump: Array
    stop: Array
    shaped: Array
    lag: Array
    along: Array
    across: Array
    inertia: Array
    filter: Array
    inputs: Array
    """Packed inputs of the last successful tick (size,)."""
    tau: Array
    """Motor torque returned last (m,)."""
    peak: Array
    """Largest motor torque (m,) that the rows required so far, estimated for an arm far from singular poses."""
    torque: Array
    change: Array
    """`torque`, `change`: bounds of the motor torque and of its change in this tick, each (m,)."""
    still: Array
    slow: Array
    """`still`, `slow`: motor torque after a fault that holds the arm, and that brakes its joints, each (m,)."""
    stopping: Array
    """Remaining ticks of braking."""
    where: Array
    value: Array
    """`where`, `value`: place and value of the last fault.

    JUMP: index of the entry in the flattened rows, and its deviation from the continued motion. SINGULAR: 1 at the end of the
    preview, 0 now, and the distance from a singular pose. TORQUE, TORQUE_RATE: index of the motor, and its torque or rate."""

    @classmethod
    def of(cls, layout: TickLayout, numbers: Array) -> "Gate":
        """Return the gate with fields that are views of the array `numbers`, which holds all of them."""
        sizes = gate_sizes(layout)
        return cls(*(numbers[end - size : end] for size, end in zip(sizes, accumulate(sizes))))

    def shape(self, layout: TickLayout, numbers: Array) -> None:
        """Advance the reference filter by one step towards the outputs in `numbers`, the packed inputs of a tick.

        The state of the filter, outputs and derivatives, replaces the rows in `numbers`.
        """
        y, before = layout.parts(numbers).y, layout.parts(self.inputs).y
        goal, z = y[0].copy(), before.copy()
        angles = slice(layout.angles, None)
        goal[angles] = before[0, angles] - np.array([_remainder(x) for x in before[0, angles] - goal[angles]])
        z[0] -= goal
        y[:] = self.filter.reshape(len(y), len(y)) @ z
        y[0] += goal

    def is_jump(self, layout: TickLayout, h: float, window: int, numbers: Array) -> bool:
        """True if the rows in the packed inputs `numbers` jump by more than accepted from the motion of the last tick.

        h: length of a tick [s]; window: number of intervals of the preview.
        """
        y, before = layout.parts(numbers).y, layout.parts(self.inputs).y
        order = layout.order
        change = y[order] - before[order]
        spread = 2.0 * np.abs(change) + 0.1 * np.maximum(np.abs(y[order]), np.abs(before[order]))
        for i in range(layout.outputs):
            for k in range(order - 1, -1, -1):
                m = order - k
                x = before[order, i] + change[i] / (m + 1)
                for j in range(m, 0, -1):
                    x = before[k + j - 1, i] + x * h / j
                miss = y[k, i] - x
                if not window and k == 0 and i >= layout.angles:
                    miss = _remainder(miss)
                allowed = h**m / factorial(m) * spread[i] + self.jump[0] * h ** (2 - k) + 1e-13 * abs(y[k, i])
                if not abs(miss) <= allowed:
                    self.where[0], self.value[0] = k * layout.outputs + i, miss
                    return True
        return False

    def is_singular(self, J: Array, end: int) -> bool:
        """True if a pose with the tool's Jacobian J (M, M) by driven joints is nearer to a singular pose than accepted.

        end: 1 for the pose at the end of the preview, 0 for the pose now.
        """
        if not self.distance[0] > 0.0:
            return False
        x = distance(J, self.along, self.across)
        if x >= self.distance[0]:
            return False
        self.where[0], self.value[0] = end, x
        return True

    def start(self, layout: TickLayout, h: float, q: Array, numbers: Array) -> None:
        """Start the gate at rest in q (n,); numbers: packed inputs of a tick at rest; h: length of a tick [s]."""
        self.inputs[:] = numbers
        self.tau[:] = resting(layout.robot, q, np.zeros_like(q), layout.parts(numbers))
        inertia = self.inertia.reshape(len(self.tau), -1)
        self.peak[:] = (np.abs(self.tau)[:, None] + inertia).max(axis=1)
        self.expect(layout, h, q, numbers)

    def expect(self, layout: TickLayout, h: float, q: Array, numbers: Array) -> None:
        """Set this tick's bounds of torque and of its change: the stated limits, else multiples of the torque required so far.

        The required torque is estimated from the rows in `numbers`, and from gravity and wrenches in the pose q (n,).
        """
        now = layout.parts(numbers)
        v, a, snap = (float(np.linalg.norm(now.y[k] / self.along)) for k in (1, 2, 4))
        qdd = (a + self.lag[0] * snap) / self.across + np.square(v / self.across)
        inertia = self.inertia.reshape(len(self.tau), -1)
        x = np.abs(resting(layout.robot, q, np.zeros_like(q), now)) + inertia @ qdd
        self.peak[:] = np.where(np.isfinite(x), np.maximum(self.peak, x), self.peak)
        self.torque[:] = np.where(self.limit > 0.0, self.limit, PLAUSIBLE * self.peak)
        self.change[:] = np.where(self.change_limit > 0.0, self.change_limit, self.torque * h / RISE)

    def bounded(self, tau: Array, h: float) -> Fault:
        """Return NONE and store the torque tau (m,) if it is within this tick's bounds, else return the fault.

        A torque that exceeds its bound within rounding is clipped in place.
        """
        high = ~(np.abs(tau) <= self.torque * (1.0 + ROUNDED))
        change = tau - self.tau
        fast = ~(np.abs(change) <= self.change * (1.0 + ROUNDED))
        if (high | fast).any():
            i = int(np.argmax(high | fast))
            self.where[0], self.value[0] = i, tau[i] if high[i] else change[i] / h
            return Fault.TORQUE if high[i] else Fault.TORQUE_RATE
        tau[:] = np.clip(np.clip(tau, self.tau - self.change, self.tau + self.change), -self.torque, self.torque)
        self.tau[:] = tau
        return Fault.NONE

    def safe(self, tau: Array) -> None:
        """Write the safe torque after a fault into tau (m,): it brakes while joints are being stopped, then holds them."""
        goal = np.clip(self.slow if self.stopping[0] > 0.0 else self.still, -self.torque, self.torque)
        tau[:] = np.clip(goal, self.tau - self.change, self.tau + self.change)
        self.tau[:] = tau
        self.stopping[0] = max(0.0, self.stopping[0] - 1.0)

    def brake(self, layout: TickLayout, h: float, motion: Array, now: TickInputs) -> None:
        """Compute the holding and the braking torque for `safe` after a fault. motion: q and qd of all joints (2, n)."""
        robot, qdd = layout.robot, np.zeros((2, layout.robot.n))
        driven = list(plant_of(robot).driven)
        if self.stop[0] > 0.0:
            qdd[1, driven] = -motion[1, driven] / (self.stop[0] * h)
        try:
            still, slow = resting(robot, motion[0], qdd, now)
        except (JounceError, ArithmeticError):
            still, slow = np.full((2, robot.m), np.nan)
        self.still[:] = np.where(np.isfinite(still), still, self.tau)
        self.slow[:] = np.where(np.isfinite(slow), slow, self.still)
        self.stopping[0] = self.stop[0]


def _remainder(x: float) -> float:
    """Return x as an angle between -pi and pi; NaN if x is not finite."""
    return remainder(x, 2.0 * pi) if isfinite(x) else nan
