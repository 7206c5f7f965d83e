"""Continuation in the speed of the path, for motions to which Newton's method does not converge at once.

On a slow path deflections are small and the first guess is good. The solution on the slow path, sped up, is the guess for the
same path at a higher speed, and so on to the requested path. Poses at rest and the stability of zeros do not depend on speed.
"""

from dataclasses import replace

from jounce.errors import ConvergenceError
from jounce.flexible.dae import Dae
from jounce.flexible.joint_motion import ArrayMotion, JointMotion, SplineMotion
from jounce.flexible.solvers.problem import Problem, Solution, Solver
from jounce.numbers.packing import Array
from jounce.trajectory.path import Path

SLOWEST = 8.0
"""Largest factor by which the path is slowed."""
FASTER = 1.6
"""Initial factor between two successive speeds."""
NEARING = 0.6
"""A motion nears a singular pose if the ratio of smallest to largest singular value, see `Dae.determined`, falls below this
fraction of the ratio at the start of the motion."""
FINEST = 1.01
"""Smallest factor between two successive speeds, below which the continuation has failed."""


class Slowed(Path):
    """A path slowed by a factor `times`: time is stretched about the instant `still` [s], which is mapped to itself."""

    def __init__(self, path: Path, times: float, still: float) -> None:
        self.path, self.times, self.still = path, times, still
        self.n, self.space = path.n, path.space
        self.smoothness, self.max_order = path.smoothness, path.max_order
        self.start_time, self.end_time = self.moment(path.start_time), self.moment(path.end_time)

    def moment(self, t: float) -> float:
        """Return the time on the slowed path that corresponds to time t on the original path [s]."""
        return self.still + self.times * (t - self.still)

    def derivatives(self, t: Array, order: int) -> Array:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; see `Path`."""
        out = self.path.derivatives(self.still + (t - self.still) / self.times, order)
        for k in range(1, order + 1):
            out[k] /= self.times**k
        return out

    def remedy(self, order: int) -> str:
        """Return advice, for error messages, on how to obtain a path with a continuous derivative of this order; see `Path`."""
        return self.path.remedy(order)


def continued(solver: Solver, problem: Problem) -> Solution:
    """Solve a problem at once, or else by continuation from a slower path; raise `ConvergenceError` if that fails too."""
    try:
        return solver.solve(problem)
    except ConvergenceError as error:
        first = error
    pace = FASTER
    while True:
        try:
            slow = _slower(problem, pace)
            near = _motion(slow, solver.solve(slow))
            break
        except ConvergenceError:
            pace *= FASTER
            if pace > SLOWEST:
                raise first from None
    change = FASTER
    while True:
        ahead = max(1.0, pace / change)
        this = problem if ahead == 1.0 else _slower(problem, ahead)
        guess = Slowed(near, ahead / pace, problem.path.start_time)
        try:
            solution = solver.solve(replace(this, near=guess))
        except ConvergenceError:
            change **= 0.5
            if change < FINEST:
                raise ConvergenceError(
                    f"robot {problem.dae.robot.name!r}: the motion is found for the same path {pace:.3g} times slower, and no "
                    f"further: {_why(near)}. Move more slowly."
                ) from None
            continue
        if ahead == 1.0:
            return solution
        near, pace = _motion(this, solution), ahead


def _why(near: Path) -> str:
    """Return the presumed reason why no motion faster than `near` is found, as words of an error message."""
    if isinstance(near, JointMotion):
        clear, _, _ = near.dae.determined(near.q)
        worst = int(clear.argmin())
        if clear[worst] < NEARING * clear[0]:
            return (
                f"at t = {near.grid[worst]:.4g} s of that motion the springs bend towards a pose in which the tool does not "
                "determine what they do, where a zero runs through infinity"
            )
    return "faster than that the springs bend so far that there is none near by"


def _slower(problem: Problem, pace: float) -> Problem:
    """Return the problem with its path, wrenches and times slowed by the factor `pace`, with the same number of instants."""
    still = problem.path.start_time
    path, flat = Slowed(problem.path, pace, still), Slowed(problem.flat, pace, still)
    pushes = problem.dae.outputs.pushes
    slow = {link: Slowed(push, pace, still) for link, push in pushes.items()}
    dae = Dae(problem.dae.robot, slow) if slow else problem.dae
    begin, end, *times = (path.moment(x) for x in (problem.begin, problem.end, *problem.plan_times))
    return replace(problem, dae=dae, path=path, flat=flat, begin=begin, end=end, h=pace * problem.h, plan_times=tuple(times))


def _motion(problem: Problem, solution: Solution) -> JointMotion | SplineMotion | ArrayMotion:
    """Return the motion of all joints of a solution as a `Path`."""
    return solution.motion or JointMotion(problem.dae, problem.path, solution.times, solution.q, solution.v, solution.targets)
