"""What a course asks of each joint and what it costs, and how both change with it.

Unknown are the coefficients c of q(x), x = t/T, and log T. Limited quantities f are functions of q and its time derivatives, so

    df = sum_j D_j dq^(j),    dq^(j) = T^-j B^(j) dc + (T^-j B^(j) dc/dlogT - j q^(j)) dlogT,    D_j = df / dq^(j)

with exact partial derivatives D_j, B the B-splines; dc/dlogT is of the coefficients that velocities at the ends fix.

The energy of motors is what their windings turn into heat,

    E = sum_i integral (tau_m_i / k_i)^2 dt    [J],    k_i the constant of motor i as seen at its joint [Nm/sqrt(W) or N/sqrt(W)],

by Boole's rule on every piece. Its second derivative is taken from the first ones of tau_m [Gauss and Newton].
"""

from typing import NamedTuple

import numpy as np

from jounce.errors import SingularityError
from jounce.inverse.feedforward import feedforward
from jounce.numbers.packing import Array
from jounce.timing.course import Course, Ends
from jounce.timing.demand import KINEMATIC, PARTIALS, Demand, largest
from jounce.timing.move import Move
from jounce.timing.shape import samples

SAMPLES = 4
"""For each piece of the spline, or a multiple of it."""
NEAR = 0.3
"""Shares below this one are not looked at in a step."""
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
    each: int = SAMPLES
    """Samples for each piece."""

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

    def path(self, course: Course) -> Move:
        """A course as a path."""
        return Move(course.knots, course.coefficients, course.duration, self.moving, self.demand.order)


class View(NamedTuple):
    """A course looked at, at shares x (N,) of its duration."""

    course: Course
    x: Array
    Q: Array
    """q and its time derivatives (k, N, n)."""
    shares: dict[str, Array]
    """Of limits (N, n); of the torque rate its mean between two samples (N-1, n)."""
    roots: Array
    """Square roots of the watts of every motor (N, m)."""
    worst: float
    """The largest share, infinite where one is not a number."""
    energy: float
    """E [J]."""
    cost: float


def look(task: Task, course: Course, x: Array | None = None) -> View:
    """A course at shares x (N,) of its duration; at its own samples unless said, as the energy needs."""
    demand, T = task.demand, course.duration
    x, own = (samples(course.knots, task.each), True) if x is None else (x, False)
    Q = course.motion(x, demand.order)
    try:
        values = demand.values(Q, lambda: feedforward(demand.robot, task.path(course), T * x))
    except SingularityError:  # a spring would have to carry more than it can
        return View(course, x, Q, {}, np.zeros((0, 0)), np.inf, np.inf, np.inf)
    shares = {name: values[name] / demand.limits[name] for name in demand.names}
    if demand.rate:
        rise = np.diff(values["motor_torque"], axis=0) / (T * np.diff(x)[:, None])
        shares["torque_rate"] = rise / demand.limits["torque_rate"]
    worst = largest(shares) if shares else 0.0
    if not (own and task.energy):
        return View(course, x, Q, shares, np.zeros((0, 0)), worst, np.nan, task.time * T)
    roots = values["motor_torque"] / task.constants
    energy = T * float(_weights(task, course) @ (roots**2).sum(axis=1))
    return View(course, x, Q, shares, roots, worst, energy, task.time * T + task.energy * energy)


def _weights(task: Task, course: Course) -> Array:
    """Of a course's own samples (N,) in an integral over x."""
    long = np.diff(samples(course.knots, task.each)[::SAMPLES])
    found = np.append((long[:, None] * BOOLE).ravel(), 0.0)
    found[SAMPLES::SAMPLES] += long * BOOLE[0]
    return found


class Local(NamedTuple):
    """How a view changes with coefficients, those of a joint n apart, and the logarithm of the duration: c n + 1 unknowns."""

    rows: Array
    """Of shares near their limits (r, c n + 1)."""
    here: Array
    """These shares (r,)."""
    gradient: Array
    """Of the cost (c n + 1,)."""
    hessian: Array | None
    """Of the energy's cost; none where energy costs nothing."""


def local(task: Task, view: View) -> Local:
    """Slopes of a view; damped joints as if they were not."""
    demand, course, x, T = task.demand, view.course, view.x, view.course.duration
    n, size = demand.robot.n, course.coefficients.size + 1
    scale = T ** -np.arange(demand.order + 1, dtype=np.float64)[:, None, None]
    B = course.design(x, demand.order) * scale
    by_T = B @ course.grown(task.ends) - np.arange(len(B))[:, None, None] * view.Q

    def carried(D: Array) -> Array:
        """(N, r, c n + 1) from D (J+1, N, r, n), r rows."""
        by_c = np.einsum("jsra,jsc->srca", D, B[: len(D)], optimize=True)
        more = np.einsum("jsra,jsa->sr", D, by_T[: len(D)])
        return np.concatenate([by_c.reshape(*by_c.shape[:2], -1), more[..., None]], axis=-1)

    def partials(name: str) -> Array:
        if name in KINEMATIC:
            j = KINEMATIC.index(name) + 1
            found = np.zeros((j + 1, len(x), n, n))
            found[j] = np.eye(n)
            return found
        return PARTIALS[name](demand.undamped, *view.Q[: demand.robot.motion_order + 1])

    rows, here = [np.zeros((0, size))], [np.zeros(0)]
    for name in demand.quantities:
        share = view.shares[name]
        block = carried(partials(name)) / demand.limits[name][:, None]
        if name == "torque_rate":
            block = np.diff(block, axis=0) / (T * np.diff(x)[:, None, None])
            block[..., -1] -= share
        near = np.abs(share) > NEAR
        rows.append(block[near])
        here.append(share[near])
    gradient, hessian = np.zeros(size), None
    gradient[-1] = task.time * T
    if task.energy:
        weight = np.sqrt(task.energy * T * _weights(task, course))[:, None]
        r = (weight * view.roots).ravel()
        J = (weight[..., None] * carried(partials("motor_torque")) / task.constants[:, None]).reshape(-1, size)
        J[:, -1] += 0.5 * r
        gradient += 2.0 * J.T @ r
        hessian = 2.0 * J.T @ J
    return Local(np.concatenate(rows), np.concatenate(here), gradient, hessian)
