"""Collocation of a flexible arm's internal dynamics over the whole motion, as a two-point boundary-value problem.

    sd = f(t, s),    s = (q_e, qd_e), positions and velocities of the motorless joints

The motion along a stable zero decays forward in time, the motion along an unstable zero backward in time. So one part of s is
prescribed at the beginning and the other part at the end. At both ends the robot is near rest, and the zeros of the arm at rest
split the deviation s - rest in two components. The component along the stable zeros is set to zero at the beginning, the
component along the unstable zeros at the end. These conditions leave one solution, which is bounded for all times
([Moberg2010], section 10).

Collocation at three Gauss points per interval has order 6 at the grid. Newton's method treats all intervals at once. The stages
of each interval (values at its Gauss points) are eliminated, which leaves a banded system of the grid values: the cost is
linear in the number of instants.

Compiled code (collocation.c) eliminates the same unknowns in another order. Its stages store positions, velocities and
accelerations of all joints. Newton's method changes all of these together; it does not solve for the driven joints in every
step. In place of a band matrix, the rows of the unstable boundary condition are propagated backward, orthonormal, from the end
to the beginning. Then d s is propagated forward with these rows satisfied at every instant: each component is propagated in the
direction in which it decays.
"""

from typing import NamedTuple, final

import numpy as np

from jounce.codegen.build.library import allocated
from jounce.errors import ConvergenceError, SingularityError
from jounce.flexible.dae import Dae
from jounce.flexible.joint_motion import KNOWN, JointMotion
from jounce.flexible.native_solvers import Arm, arm, jacobian_at_rest, motion
from jounce.flexible.solvers.newton_damping import FARTHEST, NEWTON_STEPS, NewtonDamping
from jounce.flexible.solvers.problem import Problem, Solution, Solver
from jounce.flexible.tool_targets import Target
from jounce.inverse.status import Status
from jounce.numbers.packing import Array
from jounce.numerics.gauss_collocation import NODES, condensed, eliminated, gauss_times
from jounce.numerics.two_point_boundary import Ends, bidiagonal, stable_rows, unstable_rows
from jounce.trajectory.path import Path


class NewtonStep(NamedTuple):
    """Sizes of one Newton step of the compiled collocation."""

    size: float
    """Largest change of a deflection, at the grid or at a stage [rad or m]; nan if a matrix is singular."""
    residual: float
    """Largest gap in s between the end of an interval and the beginning of the next, before the step."""
    condition: float
    """Lower bound of the condition number of the linear system."""


class Intervals:
    """Unknowns of the compiled collocation: s = (q_e, qd_e) at the grid (T, size), and motion at the stages (T-1, 3, 3, n).

    The motion is q, v and a of all joints at the three Gauss points of each interval.
    """

    def __init__(self, arm: Arm, h: Array, inputs: Array, s: Array, stages: Array, at: Ends) -> None:
        """Set up the unknowns for steps h (T-1,) [s] and boundary conditions `at`; s and stages are changed in place.

        inputs: targets at the Gauss points, see `Arm.solver_inputs`.
        """
        self.arm, self.h, self.inputs, self.s, self.stages = arm, h, inputs, s, stages
        self.at = Ends(*(np.ascontiguousarray(array) for array in at))
        self.ds = np.zeros((*s.shape, 2))
        count, size, rows = len(h), s.shape[1], len(at.unstable)
        self.work = np.empty((count + 1) * rows * (size + 2) + count * 2 * size)
        self.sizes = np.zeros(3)
        self.factors = np.empty(0)
        (self.factors,) = allocated([(count * self._run(0),)])  # not cleared: clearing tens of megabytes takes long

    def _run(self, what: int, share: float = 0.0) -> int:
        """Run one operation of the C function `flexible_arm_collocation`: 1 if a matrix is singular, else 0.

        what: 0: return the number of scalars stored per interval; 1: linearise all intervals; 2: compute the Newton step and
        apply it, times `share`; 3: apply the last step again, times `share`.
        """
        at = self.at
        ends = (at.stable, len(at.stable), at.first, at.unstable, at.last)
        unknowns = (len(self.h), self.h, self.inputs, self.s, self.stages)
        return self.arm.solver("collocation", what, *unknowns, *ends, self.ds, self.factors, self.work, share, self.sizes)

    def step(self) -> NewtonStep:
        """Linearise all intervals, take the next full Newton step and return its sizes."""
        if self._run(1):
            return NewtonStep(np.nan, np.nan, np.inf)
        residual = float(self.sizes[0])
        if self._run(2, 1.0):
            return NewtonStep(np.nan, residual, np.inf)
        return NewtonStep(float(self.sizes[0]), residual, float(self.sizes[1]))

    def damp(self, share: float) -> float:
        """Reduce the last step to the fraction `share`; return the largest deflection at a stage afterwards [rad or m]."""
        if share != 1.0:
            self._run(3, share - 1.0)
        return float(self.sizes[2])


ROOM = 400_000
"""Number of stage derivatives in a chunk of intervals that is linearised at once: they fit into the processor's cache."""


@final
class Collocation(Solver):
    """Collocation of the internal dynamics at Gauss points, with boundary conditions from the zeros at both ends."""

    def solve(self, problem: Problem) -> Solution:
        """Return the motion from problem.begin to problem.end that solves the problem; see `Solver`."""
        dae, grid = problem.dae, problem.aligned
        targets, between = dae.outputs.target(problem.path, grid, KNOWN), dae.outputs.target(problem.path, gauss_times(grid), 2)
        at = _ends(problem)
        near = None if problem.near is None else problem.near(grid, 1)
        guess = problem.warm(grid) if near is None else near[0]
        rates = np.gradient(guess, grid, axis=0) if near is None else near[1]
        count, size = len(dae.passive), 2 * len(dae.passive)
        h = np.diff(grid)
        s = np.concatenate([guess[:, dae.passive], rates[:, dae.passive]], axis=1)
        stages = s[:-1, None] + NODES[:, None] * (s[1:] - s[:-1])[:, None]  # (T-1, 3, size)
        q = np.repeat(guess[:-1], 3, axis=0)
        every = None if problem.near is None else _nearly(problem.near, gauss_times(grid))
        if every is not None:
            q = every[0]
            stages = np.concatenate([q[:, dae.passive], every[1][:, dae.passive]], axis=1).reshape(stages.shape)
        compiled = arm(dae, "collocation")
        if compiled is not None:
            intervals = Intervals(
                compiled, h, compiled.solver_inputs(between), s.copy(), _motion(dae, every, guess, grid, stages), at
            )
            solution = _natively(intervals, NewtonDamping(near=problem.near is not None))
            if solution is not None:
                start = np.array(guess)
                start[:, dae.passive] = solution[0][:, :count]
                pose, rate = motion(dae, start, solution[0][:, count:], targets, 1)
                return Solution(grid, pose, rate, solution[1], targets=targets)
        onward, moved = np.empty((len(h), size, size + 1)), np.empty((len(h), 3, size, size + 1))
        gap = np.empty((len(h), size))
        steps, chunk = NewtonDamping(near=problem.near is not None), 1 + ROOM // moved[0].size
        while steps.count < NEWTON_STEPS:
            for i in range(0, len(h), chunk):
                some, points = slice(i, i + chunk), slice(3 * i, 3 * (i + chunk))
                q[points], onward[some], moved[some], gap[some] = _condensed(
                    dae, q[points], between.at(points), s[i : i + chunk + 1], stages[some], h[some]
                )
            ds, condition = bidiagonal(np.eye(size) + onward[..., :-1], onward[..., -1] - gap, at, s)
            dstages = np.einsum("ijuv,iv->iju", moved[..., :-1], ds[:-1]) + moved[..., -1]
            share = steps.take(float(max(np.abs(ds[:, :count]).max(), np.abs(dstages[..., :count]).max())))
            s, stages = s + share * ds, stages + share * dstages
            if not np.isfinite(stages).all() or np.abs(stages[..., :count]).max() > FARTHEST:
                break
            largest = float(np.abs(s[:, :count]).max())
            if steps.enough(largest):
                start = np.array(guess)
                start[:, dae.passive] = s[:, :count]
                pose = dae.pose(start, targets)
                left = float(np.abs(gap).max()) * steps.shrinking(largest)
                status = Status(iterations=steps.count, residual=left, condition=condition)
                return Solution(grid, pose, dae.motion(pose, s[:, count:], targets, 1)[1], status, targets=targets)
        raise ConvergenceError(
            f"inverse dynamics of robot {dae.robot.name!r} over the whole motion did not converge in {steps.count} Newton steps "
            f"of {len(h)} intervals: the springs may bend too far along this path, or the spacing of {h.max():.3g} s be too long."
        )


def _nearly(near: Path, t: Array) -> Array:
    """Return a nearby motion with two derivatives (3, T, n) at times t (T,), as a first guess that need not be accurate."""
    return near.polynomials(t, 2) if isinstance(near, JointMotion) else near(t, 2)


def _motion(dae: Dae, every: Array | None, guess: Array, grid: Array, stages: Array) -> Array:
    """Return a first guess of the motion of all joints at the stages (T-1, 3, 3, n).

    every: a nearby motion at the stages (3, 3 (T-1), n); None: the poses `guess` (T, n) at the grid are interpolated, with the
    motorless joints from `stages` (T-1, 3, size).
    """
    passive, count = dae.passive, stages.shape[-1] // 2
    if every is not None:
        return np.ascontiguousarray(np.moveaxis(every, 0, 1)).reshape(len(stages), 3, 3, -1)
    v = np.gradient(guess, grid, axis=0)
    rows = np.stack([guess, v, np.gradient(v, grid, axis=0)], axis=1)  # (T, 3, n)
    stage_rows: Array = rows[:-1, None] + NODES[:, None, None] * (rows[1:] - rows[:-1])[:, None]
    stage_rows[:, :, 0, passive], stage_rows[:, :, 1, passive] = stages[..., :count], stages[..., count:]
    return stage_rows


def _natively(intervals: Intervals, steps: NewtonDamping) -> tuple[Array, Status] | None:
    """Return s = (q_e, qd_e) at the grid (T, size) and the status, by compiled Newton steps; None if they do not converge."""
    count = intervals.s.shape[1] // 2
    while steps.count < NEWTON_STEPS:
        step, residual, condition = intervals.step()
        if not intervals.damp(steps.take(step)) <= FARTHEST:
            return None
        largest = float(np.abs(intervals.s[:, :count]).max())
        if steps.enough(largest):
            left = residual * steps.shrinking(largest)
            return intervals.s, Status(iterations=steps.count, residual=left, condition=condition)
    return None


def _condensed(dae: Dae, q: Array, between: Target, s: Array, stages: Array, h: Array) -> tuple[Array, Array, Array, Array]:
    """Linearise the collocation equations of some intervals about s (grid values) and stages, and eliminate the stages.

        (1 - h A x F) d stages = d s + r,    d s' = d s + sum h b F d stages - gap

    Returns poses q (3 intervals, n) at the stages, sum h b F d stages (intervals, size, size + 1), d stages (intervals, 3,
    size, size + 1), and gap (intervals, size). In arrays with size + 1 columns the first `size` columns are derivatives by d s,
    and the last column is the value at d s = 0; see `jounce.numerics.gauss_collocation`.
    """
    count = s.shape[1] // 2
    size = 2 * count
    rate = dae.rate(q, stages.reshape(-1, size), between)
    f = np.concatenate([rate.v[:, dae.passive], rate.a[:, dae.passive]], axis=1).reshape(-1, 3, size)
    F = rate.jacobian[:, count:].reshape(-1, 3, count, size)
    return rate.q, *condensed(f, s, stages, h, lambda right: eliminated(F, h, right))


def _ends(problem: Problem) -> Ends:
    """Return the boundary conditions from the zeros at rest before and after the path."""
    dae, margin = problem.dae, problem.margin
    targets = dae.outputs.target(problem.path, np.array([problem.begin, problem.end]), 0)
    before, after = jacobian_at_rest(dae, np.array([problem.start, problem.last]), targets)
    stable, start = stable_rows(before, margin), _state(dae, problem.start)
    unstable, finish = unstable_rows(after, margin), _state(dae, problem.last)
    if len(stable) + len(unstable) != len(start):
        raise SingularityError(
            f"robot {dae.robot.name!r} has {len(start) - len(stable)} unstable zeros where the path begins and {len(unstable)} "
            "where it ends: a zero changes its kind on the way, and there is no bounded motion that is one for all times."
        )
    return Ends(stable, start, unstable, finish)


def _state(dae: Dae, q: Array) -> Array:
    """Return s = (q_e, 0) (size,) at rest in the pose q (n,)."""
    return np.concatenate([q[dae.passive], np.zeros(len(dae.passive))])
