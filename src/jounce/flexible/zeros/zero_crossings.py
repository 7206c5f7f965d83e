"""Zeros of a flexible arm that change stability along a path, by crossing the imaginary axis or running through infinity.

The zeros at poses at rest are eigenvalues of d sd / d s, or come from `zero_dynamics` if the index is higher. From one pose to
the next the zeros are matched on Riemann's sphere, on which infinity is a regular point, by the assignment with the least sum
of chordal distances

    |a - b| / sqrt((r^2 + |a|^2) (r^2 + |b|^2)),    a, b: zeros of the two poses, r: median magnitude of the zeros of both
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jounce.errors import JounceError
from jounce.flexible.dae import Dae
from jounce.flexible.native_solvers import determines_accelerations
from jounce.flexible.tool_targets import Target
from jounce.flexible.zeros.zero_dynamics import zero_dynamics
from jounce.numbers.packing import Array
from jounce.trajectory.path import Path

POSES = 40
"""Number of poses at rest along the path at which zeros are computed."""
HALVINGS = 20
"""Number of bisections of the time between two poses, towards the crossing."""
MARGIN = 1e-9
"""A zero is unstable if its real part exceeds this fraction of the magnitude of the fastest zero."""


class ZeroCrossing(NamedTuple):
    """A zero that changes from stable to unstable, or back, at an instant of a path."""

    time: float
    """Time of the crossing [s]."""
    before: complex
    """The zero one pose earlier [rad/s]."""
    after: complex
    """The zero one pose later [rad/s]."""
    through_infinity: bool

    def __str__(self) -> str:
        way = "through infinity" if self.through_infinity else "across the imaginary axis"
        return f"a zero goes from {_text(self.before)} to {_text(self.after)} rad/s at t = {self.time:.4g} s, {way}"


def zero_crossings(dae: Dae, path: Path, flat: Path) -> list[ZeroCrossing]:
    """Return the crossings that change the number of unstable zeros between two of `POSES` poses along a path, by time.

    The list is empty if a pose at rest along the path, or the zeros in it, cannot be computed. flat: the motion of all joints
    with which the tool follows the path at constant deflections.
    """
    times = np.linspace(path.start_time, path.end_time, POSES)

    def at_rest(t: float) -> tuple[Array, Target]:
        at = np.array([t])
        target = dae.outputs.target(path, at, 0)
        return dae.settled(flat(at)[0, 0], target, at)[0], target.at(0)

    def of_jacobian(t: float) -> Array:
        return np.linalg.eigvals(dae.jacobian_at_rest(*at_rest(t)))

    def of_pencil(t: float) -> Array:
        return zero_dynamics(dae.robot, at_rest(t)[0]).zeros

    try:
        # if two differentiations suffice at one pose of the path, poses where they do not have a zero at infinity
        zeros = (
            of_jacobian if any(determines_accelerations(dae, at_rest(t)[0]) for t in times[[0, POSES // 2, -1]]) else of_pencil
        )
        values = [zeros(t) for t in times]
        return [change for i in range(POSES - 1) for change in _between(zeros, times[i : i + 2], values[i : i + 2])]
    except (JounceError, np.linalg.LinAlgError):
        return []


def _between(zeros: Callable[[float], Array], times: Array, pair: list[Array]) -> list[ZeroCrossing]:
    """Return the crossings between two neighbouring poses, at `times` and with zeros `pair`, one for each conjugate pair.

    The list is empty if both poses have equally many unstable zeros. zeros: function that returns the zeros at a time [s].
    """
    (a, b), (begin, end) = pair, times
    fastest = min(np.abs(a).max(initial=0.0), np.abs(b).max(initial=0.0))
    count = _unstable(a, fastest)
    if count == _unstable(b, fastest):
        return []
    early, late = begin, end
    for _ in range(HALVINGS):
        middle = 0.5 * (early + late)
        current = zeros(middle)
        early, late = (middle, late) if _unstable(current, fastest) == count else (early, middle)
    near = zeros(early)
    through = bool(np.abs(near).max() > 10.0 * max(np.abs(a).max(), np.abs(b).max()))
    pairs = [(x, y) for x, y in _matched(a, b) if (x.real > MARGIN * fastest) != (y.real > MARGIN * fastest)]
    return [ZeroCrossing(float(early), x, y, through) for x, y in pairs if x.imag >= -MARGIN * fastest]


def _unstable(zeros: Array, fastest: float) -> int:
    return int((zeros.real > MARGIN * fastest).sum())


def _matched(a: Array, b: Array) -> list[tuple[complex, complex]]:
    """Return pairs (a_i, b_j) that match the zeros a (z,) of one pose with the zeros b (z,) of the next."""
    from scipy.optimize import linear_sum_assignment

    r = float(np.median(np.abs(np.concatenate([a, b]))))
    size = np.sqrt(np.outer(r**2 + np.abs(a) ** 2, r**2 + np.abs(b) ** 2))
    rows, columns = linear_sum_assignment(np.abs(a[:, None] - b) / size)
    return [(complex(a[i]), complex(b[j])) for i, j in zip(rows, columns)]


def _text(zero: complex) -> str:
    if abs(zero.imag) <= MARGIN * abs(zero):
        return f"{zero.real:.4g}"
    return f"{zero.real:.4g} +- {abs(zero.imag):.4g}i"
