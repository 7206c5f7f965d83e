"""What a course asks of each joint and what it costs, and how both change with it.

Unknown are the coefficients c of q(x), x = t/T, and log T. Limited quantities f are functions of q and its time derivatives, so

    df = sum_j D_j dq^(j),    dq^(j) = T^-j B^(j) dc + (T^-j B^(j) dc/dlogT - j q^(j)) dlogT,    D_j = df / dq^(j)

with exact partial derivatives D_j, B the B-splines; dc/dlogT is of the coefficients that velocities at the ends fix. The torque
rate at a sample is the difference of torques at the sample and at a twin close by: a mean between two samples misses the rate at
the very end of a motion that ends moving, 1.56 times the limit in a throw whose means were within it.

The energy of motors is what their windings turn into heat,

    E = sum_i integral (tau_m_i / k_i)^2 dt    [J],    k_i the constant of motor i as seen at its joint [Nm/sqrt(W) or N/sqrt(W)],

by Boole's rule on every piece. Its second derivative is taken from the first ones of tau_m [Gauss and Newton].
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from jounce.errors import SingularityError
from jounce.inverse.feedforward import feedforward
from jounce.numbers.packing import Array
from jounce.timing.course import Course, Ends, graded
from jounce.timing.demand import KINEMATIC, PARTIALS, Demand, largest
from jounce.timing.move import Move
from jounce.timing.shape import samples

SAMPLES = 4
"""For each piece of the spline."""
HALVINGS = 2
"""Of the piece next to an end at rest."""
TWIN = 2.5e-5
"""Distance of a sample from its twin, as a fraction of the shortest piece."""
BOOLE = np.array([14.0, 64.0, 24.0, 64.0]) / 180.0
"""Weights of the first four of five samples of a piece; the fifth has that of the first."""


class Task(NamedTuple):
    """What is wanted: the least of time T + energy E."""

    demand: Demand
    ends: Ends
    points: Array
    """(k, n): to be passed [rad or m]."""
    time: float
    """What a second costs."""
    energy: float
    """What a joule costs."""
    constants: Array
    """(m,): of motors [Nm / sqrt(W)]."""
    shortest: float
    """[s]."""
    longest: float
    """[s]; the same where the duration is given."""
    sharp: bool = True
    """Whether splines are made for the shortest times; those of least energy have a lower degree, and pieces of one length."""
    places: Array = np.zeros(0)
    """Fractions of the duration (k,) of further samples."""
    margin: float = 0.0
    """Fraction by which limits are tightened; of velocity, acceleration and jerk not at the ends, where they may be given."""

    @property
    def moving(self) -> tuple[bool, bool]:
        """Whether joints move at the start and at the goal."""
        start, goal = (len(rows) < self.demand.order or bool(rows[1:].any()) for rows in self.ends)
        return start, goal

    @property
    def stretches(self) -> bool:
        """Whether the whole motion may be slowed down."""
        return self.longest > self.shortest and not any(self.moving)

    @property
    def constant(self) -> bool:
        """Whether all motions cost the same, so that limits are all that counts."""
        return self.shortest == self.longest and not self.energy

    @property
    def bisects(self) -> bool:
        """Whether the least time is looked for, and the motion cannot be slowed down as a whole."""
        return any(self.moving) and not self.energy

    @property
    def degree(self) -> int:
        """Degree of the splines: one more than limits need, and another one where the shortest times are wanted.

        Between switches the higher degree is closer to the motion of least time: one joint whose motor turns at its largest speed
        exceeds that speed by 1.5e-6 instead of 4e-5 with 36 pieces.
        """
        return self.demand.order + (2 if self.sharp else 1)

    def inner_knots(self, pieces: int) -> Array:
        """Return the knots of a course: so many pieces, and shorter ones next to rest, where the held derivatives cost time."""
        first, last = (HALVINGS if self.sharp and not moving else 0 for moving in self.moving)
        return graded(pieces, (first, last))

    def path(self, course: Course) -> Move:
        """A course as a path."""
        return Move(course.knots, course.coefficients, course.duration, self.moving, self.demand.order)


class View(NamedTuple):
    """A course looked at, at shares x (N,) of its duration."""

    course: Course
    x: Array
    Q: Array
    """q and its time derivatives (k, N, n); (k, 2 N, n), with those at the twins of samples, where torque rates are limited."""
    shares: dict[str, Array]
    """Of limits (N, n) or (N, m)."""
    roots: Array
    """Square roots of the watts of every motor (N, m)."""
    worst: float
    """The largest share, infinite where one is not a number."""
    energy: float
    """E [J]."""
    cost: float


def look(task: Task, course: Course) -> View:
    """Sample a course, as the limits and the energy need."""
    demand, T = task.demand, course.duration
    own = samples(course.knots, SAMPLES)
    x = np.concatenate([own, task.places])
    instants = np.concatenate([x, _twins(course, x)]) if demand.rate else x
    Q = course.motion(instants, demand.order)
    try:
        values = _values(task, course, instants, Q)
    except SingularityError:  # a spring would have to carry more than it can
        return View(course, x, Q, {}, np.zeros((0, 0)), np.inf, np.inf, np.inf)
    N = len(x)
    shares = {name: values[name][:N] / _allowed(task, name, x) for name in demand.names}
    if demand.rate:
        torque = values["motor_torque"]
        rise = (torque[N:] - torque[:N]) / (T * (instants[N:] - x))[:, None]
        shares["torque_rate"] = rise / _allowed(task, "torque_rate", x)
    worst = largest(shares) if shares else 0.0
    if not task.energy:
        return View(course, x, Q, shares, np.zeros((0, 0)), worst, np.nan, task.time * T)
    roots = values["motor_torque"][: len(own)] / task.constants
    energy = T * float(_weights(course) @ (roots**2).sum(axis=1))
    return View(course, x, Q, shares, roots, worst, energy, task.time * T + task.energy * energy)


def dense_shares(task: Task, course: Course, x: Array) -> dict[str, Array]:
    """Return the shares of limits at rising fractions x (N,) of the duration, (N, n) or (N, m); of the torque rate its means
    between two samples (N-1, m)."""
    demand = task.demand
    values = _values(task, course, x, course.motion(x, demand.order))
    shares = {name: values[name] / demand.limits[name] for name in demand.names}
    if demand.rate:
        rise = np.diff(values["motor_torque"], axis=0) / (course.duration * np.diff(x)[:, None])
        shares["torque_rate"] = rise / demand.limits["torque_rate"]
    return shares


def _values(task: Task, course: Course, x: Array, Q: Array) -> dict[str, Array]:
    """Return every quantity at fractions x (N,) of the duration in any order, from q and its time derivatives Q (k, N, n)."""
    demand = task.demand
    if not demand.damped:
        return demand.values(Q)
    order, back = np.unique(x, return_inverse=True)
    along = demand.values(Q[:, :1], lambda: feedforward(demand.robot, task.path(course), course.duration * order))
    return {**dict(zip(KINEMATIC, Q[1:])), **{name: row[back] for name, row in along.items() if name not in KINEMATIC}}


def _twins(course: Course, x: Array) -> Array:
    """Return instants close to samples x (N,): after them, before the last."""
    apart = TWIN * float(np.diff(np.unique(course.knots)).min())
    return np.where(x + apart <= 1.0, x + apart, x - apart)


def _allowed(task: Task, name: str, x: Array) -> Array:
    """Return limits (N, n) or (N, m) at fractions x (N,) of the duration, tightened by the margin."""
    fixed = ((x == 0.0) | (x == 1.0)) & (name in KINEMATIC)
    return task.demand.limits[name] * np.where(fixed, 1.0, 1.0 - task.margin)[:, None]


def _weights(course: Course) -> Array:
    """Of a course's own samples (N,) in an integral over x."""
    long = np.diff(np.unique(course.knots))
    found = np.append((long[:, None] * BOOLE).ravel(), 0.0)
    found[SAMPLES::SAMPLES] += long * BOOLE[0]
    return found


class Local(NamedTuple):
    """How a view changes with coefficients, those of a joint n apart, and the logarithm of the duration: c n + 1 unknowns."""

    rows: Array
    """Of shares (r, c n + 1)."""
    here: Array
    """These shares (r,)."""
    gradient: Array
    """Of the cost (c n + 1,)."""
    hessian: Array | None
    """Of the energy's cost; none where energy costs nothing."""


def local(task: Task, view: View) -> Local:
    """Return the slopes of a view; damped joints as if they were not."""
    demand, course, x, T = task.demand, view.course, view.x, view.course.duration
    n, size, N = demand.robot.n, course.coefficients.size + 1, len(view.x)
    instants = np.concatenate([x, _twins(course, x)]) if demand.rate else x
    scale = T ** -np.arange(demand.order + 1, dtype=np.float64)[:, None, None]
    B = course.design(instants, demand.order) * scale
    by_T = B @ course.grown(task.ends) - np.arange(len(B))[:, None, None] * view.Q

    def carried(D: Array) -> Array:
        """(N, r, c n + 1) from D (J+1, N, r, n), r rows."""
        count = D.shape[1]
        by_c = np.einsum("jsra,jsc->srca", D, B[: len(D), :count], optimize=True)
        more = np.einsum("jsra,jsa->sr", D, by_T[: len(D), :count])
        return np.concatenate([by_c.reshape(*by_c.shape[:2], -1), more[..., None]], axis=-1)

    @cache
    def slopes(name: str) -> Array:
        """Of a quantity at samples; of the torque at twins too."""
        if name in KINEMATIC:
            j = KINEMATIC.index(name) + 1
            D = np.zeros((j + 1, N, n, n))
            D[j] = np.eye(n)
        else:
            D = PARTIALS[name](demand.undamped, *view.Q[: demand.robot.motion_order + 1, : None if name == "motor_torque" else N])
        return carried(D)

    rows, here = [np.zeros((0, size))], [np.zeros(0)]
    for name in demand.quantities:
        share = view.shares[name]
        if name == "torque_rate":
            torque = slopes("motor_torque")
            block = (torque[N:] - torque[:N]) / (T * (instants[N:] - x))[:, None, None] / _allowed(task, name, x)[..., None]
            block[..., -1] -= share
        else:
            block = slopes(name)[:N] / _allowed(task, name, x)[..., None]
        limited = np.isfinite(demand.limits[name])
        rows.append(block[:, limited].reshape(-1, size))
        here.append(share[:, limited].ravel())
    gradient, hessian = np.zeros(size), None
    gradient[-1] = task.time * T
    if task.energy:
        weight = np.sqrt(task.energy * T * _weights(course))[:, None]
        r = (weight * view.roots).ravel()
        J = (weight[..., None] * slopes("motor_torque")[: len(weight)] / task.constants[:, None]).reshape(-1, size)
        J[:, -1] += 0.5 * r
        gradient += 2.0 * J.T @ r
        hessian = 2.0 * J.T @ J
    return Local(np.concatenate(rows), np.concatenate(here), gradient, hessian)
