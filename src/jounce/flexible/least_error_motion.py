"""The bounded motion with the least tool error, for tool paths that no bounded motion follows exactly.

    min sum |e|^2 + weight^2 |q_g'''' - flat''''|^2    over splines q_g(t) of the driven joints,
    (M qdd + C qd + g)_e + K_e q_e + D_e qd_e = 0    for the motorless joints

with e the tool error and flat(t) the motion of the driven joints at constant deflections. For any motion of the driven joints,
the motorless joints follow from their equation forward in time: their mass matrix M_ee is always regular, and while the driven
joints rest no motion grows. So every such motion is bounded, even where a zero is unstable or runs through infinity.
Gauss-Newton on the splines' coefficients minimises the tool error. The equation of the motorless joints is solved by
collocation at the Gauss points of the same grid.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from jounce.errors import ConvergenceError
from jounce.flexible.dae import Dae, load_under
from jounce.flexible.joint_motion import SPLINE_DEGREE, HermitePieces, spline_functions
from jounce.flexible.solvers.problem import Problem
from jounce.flexible.tool_targets import Target
from jounce.functions.rigid_rotors import carried_rnea
from jounce.inverse.status import Status
from jounce.numbers.packing import Array
from jounce.numerics.gauss_collocation import LAST, MATRIX, NODES, WEIGHTS, eliminated
from jounce.trajectory.path import Path

INTERVALS = 40
"""Initial number of spline intervals over the path."""
MORE = 2.0
"""Factor by which the number of spline intervals grows while the tool error exceeds `ENOUGH`."""
ENOUGH = 1e-7
"""Tool error below which the number of intervals is not increased [m or rad]."""
LESS = 0.7
"""Largest ratio of the tool error of a finer spline to that of the preceding spline at which the finer spline is accepted."""
MOST = 900
"""Largest number of coefficients of all driven joints: computing time grows with its third power."""
STEPS = 15
TOLERANCE = 1e-10
"""Gauss-Newton ends when its largest change of a joint at the grid is at most this, relative to 1 + the largest spline
coefficient [rad or m]."""
SNAP = 4
"""Order of the time derivative in the cost: the torque of motors behind springs follows from the snap."""
SAVED = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7)
"""Weights of the snap in the cost, from large to small; a weight is the tool error [m or rad] that costs as much as the largest
snap of the driven joints at constant deflections. The smallest weight is tried first."""
WILD = 30.0
"""A motion is rejected if the largest snap of its driven joints exceeds this multiple of their largest snap at constant
deflections."""
CLAMPED = (SPLINE_DEGREE + 1) // 2
"""Number of coefficients at either end that equal the rest position, so that CLAMPED - 1 derivatives vanish at this end."""
FARTHEST = 10.0
"""A deflection beyond this means that Gauss-Newton diverges [rad or m]."""
CUT = 1e-13
"""Singular values below this fraction of the largest count as zero in the least squares of Gauss-Newton."""


class DrivenMotion(Path):
    """Motion q(t) of all joints: splines of the driven joints, and the response of the motorless joints.

    Between grid points the motorless joints are polynomials through position and three derivatives at both ends; second and
    higher derivatives follow from their equation. The robot rests before the grid in its first pose, after it in its last.
    """

    def __init__(self, dae: Dae, path: Path, grid: Array, splines: tuple[Array, Array], s: Array) -> None:
        """Create the motion; splines: knots, and coefficients (columns, driven); s: (q_e, qd_e) at the grid (T, 2 passive)."""
        self.dae, self.path, self.grid, self.splines = dae, path, grid, splines
        self.n = dae.n
        self.start_time, self.end_time = float(grid[0]), float(grid[-1])
        self.smoothness, self.max_order = SPLINE_DEGREE - 1, SPLINE_DEGREE
        count = len(dae.passive)
        deflections = self._rows(grid, s[:, :count], s[:, count:], 3)[..., dae.passive]
        self.bend, self.rate = HermitePieces(grid, deflections), HermitePieces(grid, deflections[1:])

    def _rows(self, t: Array, bend: Array, rate: Array, order: int) -> Array:
        """Return q and derivatives (order+1, T, n) at times t (T,) from positions and velocities of the motorless joints."""
        dae = self.dae
        out = np.zeros((max(order, 1) + 1, len(t), dae.n))
        knots, coefficients = self.splines
        out[..., dae.driven] = spline_functions(knots, t, len(out) - 1) @ coefficients
        out[0][..., dae.passive], out[1][..., dae.passive] = bend, rate
        targets = dae.outputs.target(self.path, t, max(order, 2))
        inertia = None
        for k in range(2, order + 1):
            tau = carried_rnea(dae.robot, *out[: k + 1], wrench=targets.wrench(k - 2))[k - 2]
            load = load_under(dae.robot, tau, *out[k - 2 : k])
            if inertia is None:
                inertia = dae.load_jacobians(out[0], out[1], out[2], targets).a[..., dae.passive]
            out[k][..., dae.passive] = -np.linalg.solve(inertia, load[..., None])[..., 0]
        return out[: order + 1]

    def derivatives(self, t: Array, order: int) -> Array:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; see `Path`."""
        at = np.clip(t.reshape(-1), self.start_time, self.end_time)
        still = (t.reshape(-1) < self.start_time) | (t.reshape(-1) > self.end_time)
        out = self._rows(at, self.bend(at)[0], self.rate(at)[0], order)
        out[1:, still] = 0.0
        return out.reshape(order + 1, *t.shape, self.n)


class Linearised(NamedTuple):
    """Linearisation of all intervals of a grid about a motion: d s' = onward d s + gap + pushed d c.

    s, s': (q_e, qd_e) at the beginning and end of an interval; c: coefficients of the splines that are nonzero in the interval.
    """

    onward: Array
    gap: Array
    pushed: Array
    moved: Array
    """Change of the stages (intervals, 3, size, size + 1 + coefficients): derivatives by s, constant part, derivatives by c."""


def least_error_motion(problem: Problem) -> tuple[DrivenMotion, Status]:
    """Return the motion with the least tool error, and its status; the number of spline intervals grows while the error falls.

    Raises `ConvergenceError` if Gauss-Newton does not converge for the initial number of intervals.
    """
    most = MOST / len(problem.dae.driven)
    intervals = INTERVALS * (problem.end - problem.begin) / (problem.path.end_time - problem.path.start_time)
    best, weight = _with_smallest_weight(problem, int(np.ceil(min(intervals, most - SPLINE_DEGREE))))
    off = best[1].path or 0.0
    while off > ENOUGH and (intervals := MORE * intervals) + SPLINE_DEGREE <= most:
        try:
            finer = _fitted(replace(problem, near=best[0]), int(np.ceil(intervals)), weight)
        except ConvergenceError:
            break
        if (finer[1].path or 0.0) > LESS * off:
            break
        best, off = finer, finer[1].path or 0.0
    return best


def _with_smallest_weight(problem: Problem, intervals: int) -> tuple[tuple[DrivenMotion, Status], float]:
    """Return the motion with the smallest weight on the snap that converges, and that weight.

    The smallest weight of `SAVED` is tried first. If it fails, all weights are tried from large to small, each from the motion
    of the preceding weight.
    """
    try:
        return _fitted(problem, intervals, SAVED[-1]), SAVED[-1]
    except ConvergenceError:
        best, last = _fitted(problem, intervals, SAVED[0]), SAVED[0]
    for weight in SAVED[1:]:
        try:
            best, last = _fitted(replace(problem, near=best[0]), intervals, weight), weight
        except ConvergenceError:
            break
    return best, last


def _fitted(problem: Problem, intervals: int, weight: float) -> tuple[DrivenMotion, Status]:
    """Return the least-error motion and its status, for a number of spline intervals and a weight of the snap."""
    dae, m = problem.dae, len(problem.dae.driven)
    grid, knots, first = _grid(problem, intervals)
    between = (grid[:-1, None] + np.diff(grid)[:, None] * NODES).ravel()
    targets, inner = (dae.outputs.target(problem.path, t, 2) for t in (grid, between))
    functions, rows = spline_functions(knots, grid, SNAP), spline_functions(knots, between, 2)
    columns, count = functions.shape[-1], len(dae.passive)
    seen = (first[:, None] + np.arange(SPLINE_DEGREE + 1))[None, :, None]
    local = np.take_along_axis(rows.reshape(3, -1, 3, columns), seen, axis=-1)
    flat = problem.flat(grid, SNAP)[-1][:, dae.driven]
    c = np.linalg.lstsq(functions[0], problem.warm(grid)[:, dae.driven], rcond=None)[0]
    c[:CLAMPED], c[-CLAMPED:] = problem.start[dae.driven], problem.last[dae.driven]
    rest = np.concatenate([problem.start[dae.passive], np.zeros(count)])
    s = np.tile(rest, (len(grid), 1))
    if problem.near is not None:
        s = np.concatenate(list(problem.near(grid, 1)[..., dae.passive]), axis=-1)
        s[0] = rest
    stages = s[:-1, None] + NODES[:, None] * (s[1:] - s[:-1])[:, None]
    free = np.arange(columns)[CLAMPED:-CLAMPED]
    weight = weight / max(np.abs(flat).max(), 1e-300)
    smooth = weight * np.einsum("ic,gk->igck", functions[SNAP][:, free], np.eye(m)).reshape(-1, len(free) * m)
    for iteration in range(1, STEPS + 1):
        at = _linearised(dae, rows @ c, local, s, stages, np.diff(grid), inner)
        q = np.empty((len(grid), dae.n))
        q[:, dae.driven], q[:, dae.passive] = functions[0] @ c, s[:, :count]
        A, off = _tool(dae, at, q, functions[0], first, targets)
        A = A[..., free, :].reshape(off.size, -1)
        if not (np.isfinite(A).all() and np.isfinite(off).all()):
            break
        rough = weight * (functions[SNAP] @ c - flat)
        step = -np.linalg.lstsq(np.vstack([A, smooth]), np.concatenate([off.ravel(), rough.ravel()]), rcond=CUT)[0]
        dc = np.zeros_like(c)
        dc[free] = step.reshape(len(free), m)
        ds, dstages = _propagated(at, dc, first)
        c, s, stages = c + dc, s + ds, stages + dstages
        last = max(np.abs(functions[0] @ dc).max(), np.abs(ds[:, :count]).max())
        done = last <= TOLERANCE * (1.0 + np.abs(c).max())
        wild = done and np.abs(functions[SNAP] @ c).max() > WILD * np.abs(flat).max()
        if wild or not np.abs(s[:, :count]).max() < FARTHEST:
            break
        if done:
            status = Status(iterations=iteration, path=float(np.abs(off).max()), unknowns=int(dc[free].size))
            return DrivenMotion(dae, problem.path, grid, (knots, c), s), status
    raise ConvergenceError(
        f"robot {dae.robot.name!r}: no motion near the path was found either, in {iteration} Gauss-Newton steps. Is the path "
        "within reach? Move more slowly."
    )


def _grid(problem: Problem, intervals: int) -> tuple[Array, Array, Array]:
    """Return equally spaced times (T,), the knots among these times, and the index of the first nonzero spline in each step."""
    per = int(np.ceil((problem.end - problem.begin) / intervals / problem.h - 1e-9))
    grid = np.linspace(problem.begin, problem.end, per * intervals + 1)
    edges = grid[::per]
    knots = np.concatenate([[edges[0]] * SPLINE_DEGREE, edges, [edges[-1]] * SPLINE_DEGREE])
    return grid, knots, np.repeat(np.arange(intervals), per)


def _linearised(dae: Dae, Q_driven: Array, local: Array, s: Array, stages: Array, h: Array, inner: Target) -> Linearised:
    """Linearise the equation of the motorless joints in all intervals about s (T, size) and stages (T-1, 3, size).

    The stages, values of s at the Gauss points, are eliminated.

    Q_driven: positions, velocities and accelerations of the driven joints at the stages (3, 3 intervals, driven). local:
    nonzero splines and two derivatives at the stages (3, intervals, 3, splines). h: steps [s]. inner: targets at the stages.
    """
    count, size = len(dae.passive), s.shape[1]
    Q = np.zeros((3, stages.shape[0] * 3, dae.n))
    Q[..., dae.driven] = Q_driven
    Q[0][:, dae.passive], Q[1][:, dae.passive] = np.split(stages.reshape(-1, size), 2, axis=1)
    load = dae.load(Q[0], Q[1], Q[2], inner)
    inertia = dae.load_jacobians(Q[0], Q[1], Q[2], inner).a[..., dae.passive]
    Q[2][:, dae.passive] = -np.linalg.solve(inertia, load[..., None])[..., 0]
    by = dae.load_jacobians(Q[0], Q[1], Q[2], inner)
    columns = [by.q[..., dae.passive], by.v[..., dae.passive], *(matrix[..., dae.driven] for matrix in (by.q, by.v, by.a))]
    slopes = -np.linalg.solve(inertia, np.concatenate(columns, axis=-1)).reshape(len(h), 3, count, -1)
    F, G = slopes[..., :size], slopes[..., size:].reshape(len(h), 3, count, 3, -1)
    by_c = np.einsum("ijukg,kijc->ijucg", G, local).reshape(len(h), 3, count, -1)
    f = np.concatenate([Q[1][:, dae.passive], Q[2][:, dae.passive]], axis=1).reshape(-1, 3, size)
    step = h[:, None, None]
    r = s[:-1, None] + step * np.einsum("jl,ilu->iju", MATRIX, f) - stages
    sides = np.zeros((len(h), 3, size, size + 1 + by_c.shape[-1]))
    sides[..., :size], sides[..., size] = np.eye(size), r
    sides[:, :, count:, size + 1 :] = step[..., None] * np.einsum("jl,ilup->ijup", MATRIX, by_c)
    moved = eliminated(F, h, sides)
    change = np.einsum("j,ijup->iup", LAST, moved)
    change[..., size] -= np.einsum("j,iju->iu", LAST, r)
    onward = change[..., :size] + (1.0 - LAST.sum()) * np.eye(size)
    gap = s[1:] - s[:-1] - step[:, 0] * np.einsum("j,iju->iu", WEIGHTS, f)
    return Linearised(onward, change[..., size] - gap, change[..., size + 1 :], moved)


def _tool(dae: Dae, at: Linearised, q: Array, functions: Array, first: Array, targets: Target) -> tuple[Array, Array]:
    """Return the Jacobian of the tool error by the coefficients (T, m, columns, driven), and the tool error (T, m).

    Both include the linearised response of the motorless joints, which also closes the gaps between intervals. q: poses at the
    grid (T, n); functions: B-splines at the grid (T, columns); first: see `_grid`.
    """
    count, size = len(dae.passive), at.onward.shape[-1]
    J, e = dae.outputs.jacobians(q[None])[0], dae.outputs.errors(q[None], targets)[0]
    m, columns, wide = len(dae.driven), functions.shape[1], SPLINE_DEGREE + 1
    A = np.einsum("img,ic->imcg", J[..., dae.driven], functions)
    by, value = np.zeros((size, columns, m)), np.zeros(size)
    bent = J[..., dae.passive]
    for i, step in enumerate(at.onward):
        some = slice(first[i] + wide)
        by[:, some] = np.tensordot(step, by[:, some], axes=1)
        by[:, first[i] : first[i] + wide] += at.pushed[i].reshape(size, wide, m)
        value = step @ value + at.gap[i]
        A[i + 1][:, some] += np.tensordot(bent[i + 1], by[:count, some], axes=1)
        e[i + 1] += bent[i + 1] @ value[:count]
    return A, e


def _propagated(at: Linearised, dc: Array, first: Array) -> tuple[Array, Array]:
    """Return the changes of s (T, size) and of the stages (T-1, 3, size) that follow from a change of the spline coefficients.

    dc: change of the coefficients (columns, driven). first: see `_grid`.
    """
    size, wide = at.onward.shape[-1], SPLINE_DEGREE + 1
    local = dc[first[:, None] + np.arange(wide)].reshape(len(first), -1)
    push = np.einsum("iup,ip->iu", at.pushed, local) + at.gap
    ds = np.zeros((len(first) + 1, size))
    for i, step in enumerate(at.onward):
        ds[i + 1] = step @ ds[i] + push[i]
    with_value = np.concatenate([ds[:-1], np.ones((len(first), 1)), local], axis=1)
    return ds, np.einsum("ijup,ip->iju", at.moved, with_value)
