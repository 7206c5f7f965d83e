"""A motion that Newton's method does not find at once, found along a way: the same path, slower at first.

Where the path is slow, springs bend little and the first guess is good. The solution there, at its own pace, is the guess for the
same path less slow, and so on to the path as it was asked for. Poses at rest, and which zeros are stable, do not change on the
way.
"""

from dataclasses import replace

from jounce.errors import ConvergenceError
from jounce.flexible.array_motion import ArrayMotion
from jounce.flexible.dae import Dae
from jounce.flexible.joint_motion import JointMotion, SplineMotion
from jounce.flexible.solvers.problem import Problem
from jounce.flexible.solvers.solver import Solution, Solver
from jounce.numbers.packing import Array
from jounce.trajectory.path import Path

SLOWEST = 8.0
"""Times slower than asked for at which it begins at the latest."""
FASTER = 1.6
"""By how much the pace is changed at first."""
NEARING = 0.6
"""A motion nears a pose where accelerations are not determined if they are by less than this share of what it is at rest."""
FINEST = 1.01
"""Smallest change of pace; what takes less is not there."""


class Slowed(Path):
    """The same path, so many times slower, from an instant on that stays where it is."""

    def __init__(self, path: Path, times: float, still: float) -> None:
        self.path, self.times, self.still = path, times, still
        self.n, self.space = path.n, path.space
        self.smoothness, self.max_order = path.smoothness, path.max_order
        self.start_time, self.end_time = self.moment(path.start_time), self.moment(path.end_time)

    def moment(self, t: float) -> float:
        """When what was at time t is now."""
        return self.still + self.times * (t - self.still)

    def derivatives(self, t: Array, order: int) -> Array:
        """See `Path`."""
        out = self.path.derivatives(self.still + (t - self.still) / self.times, order)
        for k in range(1, order + 1):
            out[k] /= self.times**k
        return out

    def remedy(self, order: int) -> str:
        """See `Path`."""
        return self.path.remedy(order)


def continued(solver: Solver, problem: Problem) -> Solution:
    """The solution of a problem, by way of slower ones if it is not found at once; `ConvergenceError` if that fails too."""
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
            found = solver.solve(replace(this, near=guess))
        except ConvergenceError:
            change **= 0.5
            if change < FINEST:
                raise ConvergenceError(
                    f"robot {problem.dae.robot.name!r}: the motion is found for the same path {pace:.3g} times slower, and no "
                    f"further: {_why(near)}. Move more slowly."
                ) from None
            continue
        if ahead == 1.0:
            return found
        near, pace = _motion(this, found), ahead


def _why(near: Path) -> str:
    """What is about to happen beyond a motion."""
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
    """The same problem, slower, with as many instants."""
    still = problem.path.start_time
    path, flat = Slowed(problem.path, pace, still), Slowed(problem.flat, pace, still)
    pushes = problem.dae.outputs.pushes
    slow = {link: Slowed(push, pace, still) for link, push in pushes.items()}
    dae = Dae(problem.dae.robot, slow) if slow else problem.dae
    begin, end, *asked = (path.moment(x) for x in (problem.begin, problem.end, *problem.asked))
    return replace(problem, dae=dae, path=path, flat=flat, begin=begin, end=end, h=pace * problem.h, asked=tuple(asked))


def _motion(problem: Problem, found: Solution) -> JointMotion | SplineMotion | ArrayMotion:
    return found.motion or JointMotion(problem.dae, problem.path, found.times, found.q, found.v, found.targets)
