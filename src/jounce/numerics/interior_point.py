"""A primal-dual interior-point method with predictor and corrector [Mehrotra1992] for convex quadratic programs.

    min c x + 1/2 x H x   s.t.   F x + f >= 0,   V x = v

The slacks z = F x + f, with multipliers y >= 0, and the equations, with multipliers nu, are solved together with

    c + H x - F^T y + V^T nu = 0,    z y = 0

by Newton steps towards z y = target. Each step solves

    (H + F^T W F) dx + V^T dnu = r,    V dx = r_V,    W = diag(y / z)

twice with one factorisation. A `ConvexProgram` supplies products with F and solves these equations itself, so that it can use
bands, borders and blocks. F may have several blocks of rows; slacks and multipliers are lists with one array for each block.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np

from jounce.numbers.packing import Array

Blocks = list[Array]
"""One array for each block of rows of F, of any shape."""
Solver = Callable[[Array, Array], tuple[Array, Array]]
"""Map from right-hand sides (r, r_V) to steps (dx, dnu)."""


class Residuals(NamedTuple):
    """Residuals of the optimality conditions at an iterate."""

    gap: float
    """Product z . y, the duality gap if the other residuals vanish."""
    stationarity: Array
    """Residual c + H x - F^T y + V^T nu of stationarity, of the shape of x."""
    slacks: Blocks
    """Residual F x + f - z of the slacks."""
    equations: Array
    """Residual V x - v of the equations, of the shape of nu."""


class ConvexProgram(Protocol):
    """Interface of a convex quadratic program for `interior_point`: min c x + 1/2 x H x s.t. F x + f >= 0, V x = v.

    The unknowns x are a vector. y: multipliers of the slacks F x + f. nu: multipliers of the equations V x = v.
    """

    def slacks(self, x: Array) -> Blocks:
        """Return the slacks F x + f, one array for each block of rows."""

    def slack_steps(self, dx: Array) -> Blocks:
        """Return F dx, the change of the slacks for a step dx of the unknowns."""

    def transposed(self, y: Blocks) -> Array:
        """Return F^T y, of the shape of x, from the multipliers y of the slacks."""

    def stationarity(self, x: Array, nu: Array, y: Blocks) -> Array:
        """Return c + H x - F^T y + V^T nu, the gradient of the Lagrangian, of the shape of x."""

    def equations(self, x: Array) -> Array:
        """Return V x - v, the residual of the equations, of the shape of nu."""

    def factorized(self, w: Blocks) -> Solver:
        """Factorise the Newton equations with the weights w = y / z and return their solver."""

    def is_solved(self, residuals: Residuals) -> bool:
        """Return True if the residuals are within the tolerances of the program."""


class Iterate(NamedTuple):
    """Iterate of `interior_point`: unknowns x, multipliers nu of the equations, slacks z and their multipliers y."""

    x: Array
    nu: Array
    z: Blocks
    """Slacks, above zero; in a first iterate the slacks need not equal F x + f."""
    y: Blocks
    """Multipliers of the slacks, above zero."""


class Settings(NamedTuple):
    """Options of `interior_point`: number and length of the steps."""

    iterations: int
    """Largest number of factorisations."""
    boundary: float
    """Largest length of a step, as a fraction of the largest length that keeps z and y above zero."""
    common_step: bool
    """True if slacks z and multipliers y take the shorter of their two step lengths, since H couples x to y. False: each takes
    its step length, for H that is zero or small."""


def interior_point(program: ConvexProgram, start: Iterate, settings: Settings) -> Iterate:
    """Return the iterate that solves a program, or the last iterate if the iterations do not suffice.

    Exceptions of the program's solver at a singular matrix pass through. Each iteration costs one factorisation.
    """
    x, nu, z, y = start
    count = sum(a.size for a in z)
    for _ in range(settings.iterations):
        missing = [a - b for a, b in zip(program.slacks(x), z)]
        residual = program.stationarity(x, nu, y)
        gap, off = _inner(z, y), program.equations(x)
        if program.is_solved(Residuals(gap, residual, missing, off)):
            break
        w = [b / a for a, b in zip(z, y)]
        solver = program.factorized(w)
        target = [a * b for a, b in zip(z, y)]
        for is_corrector in (False, True):
            push = [c / a + v * m for a, c, v, m in zip(z, target, w, missing)]
            dx, dnu = solver(-residual - program.transposed(push), -off)
            dz = [a + b for a, b in zip(program.slack_steps(dx), missing)]
            dy = [-c / a - v * b for a, b, c, v in zip(z, dz, target, w)]
            primal, dual = (min(1.0, settings.boundary * _largest_step(a, b)) for a, b in ((z, dz), (y, dy)))
            if settings.common_step:
                primal = dual = min(primal, dual)
            if is_corrector:
                break
            ahead = _inner(_stepped(z, primal, dz), _stepped(y, dual, dy))
            centre = (ahead / gap) ** 3 * gap / count
            target = [c + b * d - centre for b, c, d in zip(dz, target, dy)]
        x, nu, z, y = x + primal * dx, nu + dual * dnu, _stepped(z, primal, dz), _stepped(y, dual, dy)
    return Iterate(x, nu, z, y)


def _stepped(values: Blocks, length: float, steps: Blocks) -> Blocks:
    """Return values + length steps, block by block."""
    return [a + length * b for a, b in zip(values, steps)]


def _inner(a: Blocks, b: Blocks) -> float:
    """Return the inner product of two lists of blocks."""
    return sum(float(x.ravel() @ y.ravel()) for x, y in zip(a, b))


def _largest_step(values: Blocks, steps: Blocks) -> float:
    """Return the smallest length at which an entry of values + length steps vanishes; inf if no entry does."""
    inverse = max(float((-step / value).max(initial=0.0)) for value, step in zip(values, steps))
    return 1.0 / inverse if inverse > 0.0 else np.inf
