"""The deflection at which a spring law has a given torque, where nobody wrote the inverse of the law.

A law rises, so there is one deflection at most: it is bracketed from rest outwards, and found inside by Newton's method,
safe-guarded by bisection as by Press et al., Numerical Recipes, section 9.4, for all torques of a batch together.
"""

from collections.abc import Callable

import numpy as np

from jounce.errors import SingularityError
from jounce.numbers import Jet, Number
from jounce.numbers.packing import Array

DOUBLINGS = 64
"""Of the deflection that a linear spring would have. A law that does not reach the torque by then saturates below it."""
STEPS = 200
"""Enough for bisection alone, Newton's step between any two."""
ROUNDING = 4.0 * float(np.finfo(np.float64).eps)
SOLVED = 1e-12
"""What is left, of the torques at the deflection and of that at one radian (or metre) of a linear spring, when it was found."""


def invert_law(law: Callable[[Number], Number], torque: Number) -> Number:
    """delta with law(delta) = torque, on floats and arrays of any shape. Raises `SingularityError` where there is none."""
    wanted = np.asarray(torque, dtype=np.float64)
    start, stiffness = law(Jet([0.0, 1.0])).coeffs
    side = np.where(wanted < start, -1.0, 1.0)

    def excess(u: Array) -> tuple[Array, Array]:
        """How far the torque at side * u is beyond the wanted one, and its slope. Behind a pole, where it fell, it is beyond."""
        value, slope = law(Jet([side * u, 1.0])).coeffs
        fell = side * (value - start) < -SOLVED * stiffness
        return np.where(fell, np.inf, side * (value - wanted)), np.broadcast_to(slope, u.shape)

    with np.errstate(all="ignore"):  # beyond its range a law may overflow, or be no number
        low, high = np.zeros(wanted.shape), np.asarray(np.abs(wanted - start) / stiffness)
        for _ in range(DOUBLINGS):
            short = excess(high)[0] < 0.0
            if not short.any():
                break
            low, high = np.where(short, high, low), np.where(short, 2.0 * high, high)
        u = 0.5 * (low + high)
        moved, done = high - low, np.zeros(wanted.shape, dtype=bool)
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
        found = np.abs(error) <= SOLVED * (np.abs(wanted) + abs(start) + stiffness)
    if not found.all():
        raise SingularityError(
            f"spring function: no deflection was found that carries a torque of {_first(wanted, ~found)}; the law was followed "
            f"to a deflection of {_first(side * u, ~found)}. Keep the torque within what the law reaches, or give its inverse."
        )
    delta = side * u
    return delta if np.ndim(torque) else float(delta)


def _first(values: Array, mask: Array) -> str:
    return f"{np.atleast_1d(values)[np.atleast_1d(mask)][0]:.6g}"
