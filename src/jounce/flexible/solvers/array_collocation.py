"""Collocation of the strangeness-free form of a flexible arm's equation over the whole motion, for arms of any index.

    sd = f(t, s),    s: the states that the derivative array leaves free, see `jounce.flexible.reduced_ode`

The method is that of `jounce.flexible.solvers.collocation`, with the derivative array in place of two differentiations. An arm
without zeros has no states: all its joints follow from derivatives of the path, instant by instant.
"""

from dataclasses import replace
from functools import partial
from typing import final

import numpy as np

from jounce.errors import ConvergenceError, SingularityError
from jounce.flexible.dae import load_under
from jounce.flexible.joint_motion import KNOWN, ArrayMotion
from jounce.flexible.reduced_ode import ReducedOde
from jounce.flexible.solvers.newton_damping import FARTHEST, NEWTON_STEPS, NewtonDamping
from jounce.flexible.solvers.problem import Problem, Solution, Solver
from jounce.functions.rigid_rotors import carried_rnea
from jounce.inverse.status import Status
from jounce.numbers.packing import Array
from jounce.numerics.gauss_collocation import condensed, eliminated_rates, gauss_times
from jounce.numerics.two_point_boundary import Ends, bidiagonal, stable_rows, unstable_rows


@final
class ArrayCollocation(Solver):
    """Collocation of a `ReducedOde` at Gauss points, with boundary conditions from the zeros at both ends of the motion."""

    def solve(self, problem: Problem) -> Solution:
        """Return the motion from problem.begin to problem.end that solves the problem; see `Solver`."""
        form = problem.form
        assert form is not None
        grid, path, outputs = problem.aligned, problem.path, problem.dae.outputs
        s, status = _collocated(problem, form, grid) if form.size else (np.zeros((len(grid), 0)), Status())
        order = KNOWN if form.size else 2
        target = outputs.target(path, grid, order + form.more)
        jets = form.jet(_guess(problem, form, grid, order), s, target, order)
        status = replace(status, differentiations=2 + form.more)
        return Solution(grid, jets[0], jets[1], status, ArrayMotion(form, path, grid, jets))


def _guess(problem: Problem, form: ReducedOde, t: Array, order: int) -> Array:
    """Return a first guess of the jet (k, T, n), k > order, at times t (T,), from `problem.near` or else `problem.flat`.

    Static deflections under the load of `flat` are added to `flat`, with the stiffness of springs and gravity together: a crane's
    rope has no spring.
    """
    dae, last = problem.dae, order + form.more
    if problem.near is not None:
        return problem.near(t, order)
    Z: Array = problem.flat(t, last).copy()
    target = dae.outputs.target(problem.path, t, last)
    load = load_under(dae.robot, carried_rnea(dae.robot, *Z, wrench=target.wrench(last - 2)), Z[: last - 1], Z[1:last])
    Z[: last - 1, :, dae.passive] -= np.linalg.solve(dae.stiffness(Z[0], target), load[..., None])[..., 0]
    return Z


def _collocated(problem: Problem, form: ReducedOde, grid: Array) -> tuple[Array, Status]:
    """Return the states at the times grid (T,) as an array (T, d), and the status of Newton's method."""
    between = gauss_times(grid)
    targets = problem.dae.outputs.target(problem.path, between, 2 + form.more)
    at = _ends(problem, form)
    s = form.state(_guess(problem, form, grid, 2))[0]
    jet = _guess(problem, form, between, 2)
    h, size = np.diff(grid), form.size
    stages = form.state(jet)[0].reshape(-1, 3, size)
    steps = NewtonDamping(near=problem.near is not None)
    while steps.count < NEWTON_STEPS:
        jet, f, jacobian = form.rate(jet, stages.reshape(-1, size), targets)
        eliminate = partial(eliminated_rates, jacobian.reshape(-1, 3, size, size), h)
        onward, moved, gap = condensed(f.reshape(-1, 3, size), s, stages, h, eliminate)
        ds, condition = bidiagonal(np.eye(size) + onward[..., :-1], onward[..., -1] - gap, at, s)
        dstages = np.einsum("ijuv,iv->iju", moved[..., :-1], ds[:-1]) + moved[..., -1]
        share = steps.take(float(max(np.abs(ds).max(), np.abs(dstages).max())))
        s, stages = s + share * ds, stages + share * dstages
        if not np.isfinite(stages).all() or np.abs(stages).max() > FARTHEST:
            break
        largest = float(np.abs(s).max())
        if steps.enough(largest):
            left = float(np.abs(gap).max()) * steps.shrinking(largest)
            return s, Status(iterations=steps.count, residual=left, condition=condition)
    raise ConvergenceError(
        f"inverse dynamics of robot {problem.dae.robot.name!r} over the whole motion did not converge in {steps.count} Newton "
        f"steps of {len(h)} intervals: the springs may bend too far along this path, or the spacing of {h.max():.3g} s be too "
        "long."
    )


def _ends(problem: Problem, form: ReducedOde) -> Ends:
    """Return the boundary conditions from the zeros at rest before and after the path."""
    stable = stable_rows(form.jacobian_at_rest(problem.start, problem.at_start), problem.margin)
    unstable = unstable_rows(form.jacobian_at_rest(problem.last, problem.at_end), problem.margin)
    if len(stable) + len(unstable) != form.size:
        raise SingularityError(
            f"robot {problem.dae.robot.name!r} has {form.size - len(stable)} unstable zeros where the path begins and "
            f"{len(unstable)} where it ends: a zero changes its kind on the way, and there is no bounded motion that is one for "
            "all times."
        )
    first, last = (form.state(np.array([q, np.zeros_like(q)]))[0] for q in (problem.start, problem.last))
    return Ends(stable, first, unstable, last)
