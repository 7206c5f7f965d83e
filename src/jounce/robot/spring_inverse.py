"""Numerical inverse of a spring law: the deflection at a torque, for laws without an inverse in closed form.

A law is increasing, so there is at most one deflection for each torque. The deflection is bracketed from zero outwards and then
computed by Newton's method safeguarded by bisection (Press et al., Numerical Recipes, section 9.4), for all torques of a batch
together.
"""

from collections.abc import Callable

import numpy as np

from jounce.errors import SingularityError
from jounce.numbers import Jet, Number
from jounce.numbers.packing import Array

DOUBLINGS = 64
"""Largest number of doublings of the bracket, which begins with the deflection of a linear spring of stiffness f'(0).

If the law does not reach the torque within these doublings, `invert_law` raises `SingularityError`.
"""
STEPS = 200
"""Largest number of iterations in `invert_law`: enough to bisect to rounding even if every second one is a Newton step."""
ROUNDING = 4.0 * float(np.finfo(np.float64).eps)
SOLVED = 1e-12
"""Largest error f(delta) - torque of an accepted deflection, relative to |torque| + |f(0)| + f'(0) times 1 rad or 1 m."""


def invert_law(law: Callable[[Number], Number], torque: Number) -> Number:
    """Return the deflections delta with law(delta) = torque, in the shape of `torque`, a float or an array.

    Raise `SingularityError` if no deflection is found, because the law does not reach a torque.
    """
    target = np.asarray(torque, dtype=np.float64)
    start, stiffness = law(Jet([0.0, 1.0])).coeffs
    side = np.where(target < start, -1.0, 1.0)

    def excess(u: Array) -> tuple[Array, Array]:
        """Return (excess, its derivative by u) with excess = side (law(side u) - target), u >= 0: the deflection's magnitude.

        The excess is positive beyond the target torque, and inf behind a pole of the law.
        """
        value, slope = law(Jet([side * u, 1.0])).coeffs
        fell = side * (value - start) < -SOLVED * stiffness
        return np.where(fell, np.inf, side * (value - target)), np.broadcast_to(slope, u.shape)

    with np.errstate(all="ignore"):  # beyond its range a law may overflow, or be no number
        low, high = np.zeros(target.shape), np.asarray(np.abs(target - start) / stiffness)
        for _ in range(DOUBLINGS):
            short = excess(high)[0] < 0.0
            if not short.any():
                break
            low, high = np.where(short, high, low), np.where(short, 2.0 * high, high)
        u = 0.5 * (low + high)
        moved, done = high - low, np.zeros(target.shape, dtype=bool)
        for _ in range(STEPS):
            error, slope = excess(u)
            low, high = np.where(error <= 0.0, u, low), np.where(error <= 0.0, high, u)
            new = u - error / slope
            good = (new >= low) & (new <= high) & (np.abs(new - u) <= 0.5 * moved)
            new = np.where(good, new, 0.5 * (low + high))
            moved = np.abs(new - u)
            u = np.where(done, u, new)
            done |= (moved <= ROUNDING * np.abs(u)) | (error == 0.0)
            if done.all():
                break
        error = excess(u)[0]
        solved = np.abs(error) <= SOLVED * (np.abs(target) + abs(start) + stiffness)
    if not solved.all():
        raise SingularityError(
            f"spring function: no deflection was found that carries a torque of {_first(target, ~solved)}; the law was followed "
            f"to a deflection of {_first(side * u, ~solved)}. Keep the torque within what the law reaches, or give its inverse."
        )
    delta = side * u
    return delta if np.ndim(torque) else float(delta)


def _first(values: Array, mask: Array) -> str:
    return f"{np.atleast_1d(values)[np.atleast_1d(mask)][0]:.6g}"
