"""Blocks of free parameters: parameter values as functions of search coordinates, and prior distributions.

The sum of squares of the rows of a prior is -2 log(probability density) of the prior, up to a constant. Derivatives are exact.

The search coordinates of a body are log-Cholesky coordinates of its pseudo-inertia P; every point in these coordinates is a
physically consistent rigid body.

    P = [[S, h], [h^T, m]],    S = int r r^T dm,    P = L0 C C^T L0^T,    C lower triangular with exp(a) on its diagonal

P is positive definite if and only if a body of finite density has these ten parameters. L0 is the Cholesky factor of the
pseudo-inertia P0 of the prior. The coordinates x are the four a and the six entries of C below the diagonal, so x = 0 is the
prior, and the entropic divergence of [Lee2020] is

    d(P || P0) = tr(P0^-1 P) - log det(P0^-1 P) - 4 = sum_i (exp(2 a_i) - 2 a_i - 1) + sum_(i>j) C_ij^2

References: [Rucker2022] for the coordinates, [Lee2020] for the divergence, [Wensing2018] for the pseudo-inertia.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from jounce.robot.parameters import TEN
from jounce.trajectory.path import Floats

THINNEST = 1e-2
"""[m]: lower bound of the prior's radius of gyration in every direction; the P0 of a point mass would be singular."""
DIAGONAL, BELOW = np.diag_indices(4), np.tril_indices(4, -1)
"""Indices of the entries of C on the diagonal and below the diagonal."""


def _basis() -> Floats:
    """Return the derivatives (10, 4, 4) of the pseudo-inertia P by m, hx, hy, hz, Ixx, Iyy, Izz, Ixy, Ixz, Iyz."""
    E = np.zeros((10, 4, 4))
    E[0, 3, 3] = 1.0
    for k in range(3):
        E[1 + k, k, 3] = E[1 + k, 3, k] = 1.0
        E[4 + k, :3, :3] = np.diag([0.5 - (i == k) for i in range(3)])
    for k, (i, j) in enumerate(((0, 1), (0, 2), (1, 2))):
        E[7 + k, i, j] = E[7 + k, j, i] = -1.0
    return E


BASIS = _basis()
"""Derivatives (10, 4, 4) of the pseudo-inertia by the ten inertial parameters of a body."""


def pseudo_inertia(ten: Floats) -> Floats:
    """Return the pseudo-inertia P (4, 4) of m, m c, Ixx, Iyy, Izz, Ixy, Ixz, Iyz (10,) about the frame's origin."""
    return np.tensordot(ten, BASIS, 1)


def ten_parameters(P: Floats) -> Floats:
    """Return the ten inertial parameters (..., 10) of pseudo-inertias P (..., 4, 4): the inverse of `pseudo_inertia`."""
    S = P[..., :3, :3]
    trace = np.trace(S, axis1=-2, axis2=-1)
    moments = [trace - S[..., k, k] for k in range(3)]
    products = [-S[..., 0, 1], -S[..., 0, 2], -S[..., 1, 2]]
    return np.stack([P[..., 3, 3], *(P[..., k, 3] for k in range(3)), *moments, *products], axis=-1)


def nearest_body(ten: Floats, thinnest: float = THINNEST) -> Floats:
    """Return the Cholesky factor (4, 4) of the pseudo-inertia of ten parameters (10,), with mass m > 0.

    Radii of gyration below `thinnest` [m] are raised to `thinnest`, so that the pseudo-inertia is positive definite.
    """
    P = pseudo_inertia(ten)
    m, h = P[3, 3], P[:3, 3]
    w, V = np.linalg.eigh(P[:3, :3] - np.outer(h, h) / m)
    central = (V * np.maximum(w, m * thinnest**2)) @ V.T
    P[:3, :3] = central + np.outer(h, h) / m
    return np.asarray(np.linalg.cholesky(P))


def factor(x: Floats) -> Floats:
    """Return the lower triangular C (4, 4) of coordinates x (10,): exp(x[:4]) on the diagonal, x[4:] below the diagonal."""
    C = np.zeros((4, 4))
    C[DIAGONAL] = np.exp(x[:4])
    C[BELOW] = x[4:]
    return C


def body(L0: Floats, x: Floats) -> tuple[Floats, Floats]:
    """Return the ten parameters (10,) of a body at coordinates x (10,), and their derivatives (10, 10) by x.

    L0 (4, 4): Cholesky factor of the pseudo-inertia of the prior.
    """
    C = factor(x)
    root = L0 @ C
    dC = np.zeros((10, 4, 4))
    for k in range(4):
        dC[k, k, k] = C[k, k]
    for k, (i, j) in enumerate(zip(*BELOW)):
        dC[4 + k, i, j] = 1.0
    half = L0 @ dC @ root.T
    return ten_parameters(root @ root.T), ten_parameters(half + half.swapaxes(1, 2)).T


def divergence_rows(x: Floats) -> tuple[Floats, Floats]:
    """Return rows (10,) at coordinates x whose squares sum to d(P || P0), and the diagonal (10,) of their Jacobian by x."""
    a = x[:4]
    with np.errstate(divide="ignore", invalid="ignore"):
        size = np.where(np.abs(a) < 1e-4, np.sqrt(2.0) * np.abs(a) * (1.0 + a / 3.0), np.sqrt(np.expm1(2.0 * a) - 2.0 * a))
        derivative = np.where(np.abs(a) < 1e-4, np.sqrt(2.0) * (1.0 + 2.0 * a / 3.0), np.expm1(2.0 * a) / (np.sign(a) * size))
    return np.concatenate([np.sign(a) * size, x[4:]]), np.concatenate([derivative, np.ones(6)])


def divergence(ten: Floats, L0: Floats) -> float:
    """Return the entropic divergence d(P || P0) of ten parameters (10,) from its definition, with P0 = L0 L0^T."""
    M = np.linalg.solve(L0, np.linalg.solve(L0, pseudo_inertia(ten)).T)
    return float(np.trace(M) - np.linalg.slogdet(M)[1] - 4.0)


class ParameterBlock(Protocol):
    """One block of free parameters (for example all joint stiffnesses)."""

    @property
    def name(self) -> str:
        """Return the name of the kind of parameter, as in `free`."""

    @property
    def labels(self) -> Sequence[str]:
        """Return the label of each parameter value in a report."""

    @property
    def coordinates(self) -> int:
        """Return the number of search coordinates."""

    @property
    def lower(self) -> Floats:
        """Return the lower bounds of the coordinates (coordinates,); -inf for a coordinate without a bound."""

    def values(self, x: Floats) -> tuple[Floats, Floats]:
        """Return the parameter values (size,) at search coordinates x, and their derivatives (size, coordinates)."""

    def prior(self, x: Floats) -> tuple[Floats, Floats]:
        """Return the rows of the prior at search coordinates x, and their derivatives (rows, coordinates)."""


@dataclass(frozen=True, eq=False)
class BodyBlock:
    """Block of inertial parameters, ten per body, physically consistent; the prior is the entropic divergence from `mean`."""

    name: str
    """Kind of parameter: 'inertia' or 'payload'."""
    owners: tuple[str, ...]
    """Names of the bodies."""
    mean: Floats
    """(10 bodies,): inertial parameters at the prior; parameters of bodies without mass are not free."""
    spread: float
    """Relative prior standard deviation of the mass of a body."""

    def __post_init__(self) -> None:
        rows = self.mean.reshape(-1, 10)
        object.__setattr__(self, "there", tuple(i for i, row in enumerate(rows) if row[0] > 0.0))
        object.__setattr__(self, "roots", tuple(nearest_body(rows[i].copy()) for i in self.there))

    there: tuple[int, ...] = ()
    """Indices of the bodies with mass, whose parameters are free."""
    roots: tuple[Floats, ...] = ()
    """Cholesky factor L0 of the prior's pseudo-inertia, one per body with mass."""

    @property
    def labels(self) -> list[str]:
        """Return the label of each value, for example 'link1 m'."""
        return [f"{owner} {what}" for owner in self.owners for what in TEN]

    @property
    def coordinates(self) -> int:
        """Return the number of search coordinates: ten per body with mass."""
        return 10 * len(self.there)

    @property
    def lower(self) -> Floats:
        """Return -inf for all coordinates, because every point is a physically consistent body."""
        return np.full(self.coordinates, -np.inf)

    def values(self, x: Floats) -> tuple[Floats, Floats]:
        """Return the values (size,) at coordinates x and their derivatives (size, coordinates); see `ParameterBlock`."""
        values, jacobian = self.mean.copy(), np.zeros((len(self.mean), self.coordinates))
        for k, (i, root) in enumerate(zip(self.there, self.roots)):
            rows, columns = slice(10 * i, 10 * i + 10), slice(10 * k, 10 * k + 10)
            values[rows], jacobian[rows, columns] = body(root, x[columns])
        return values, jacobian

    def prior(self, x: Floats) -> tuple[Floats, Floats]:
        """Return rows whose squares sum to divergence / (2 spread^2), and their derivatives by x.

        For a body m / m0 times as dense as the prior, the norm of the rows is about (m / m0 - 1) / spread.
        """
        bodies = [divergence_rows(x[k : k + 10]) for k in range(0, self.coordinates, 10)]
        size = np.sqrt(0.5) / self.spread
        rows, slopes = (
            (np.concatenate([np.zeros(0), *arrays]) for arrays in zip(*bodies)) if bodies else (np.zeros(0), np.zeros(0))
        )
        return size * rows, size * np.diag(slopes)


@dataclass(frozen=True, eq=False)
class ScalarBlock:
    """Block of independent scalar parameters with normal priors; the search coordinates are x = (value - mean) / spread."""

    name: str
    """Kind of parameter, as in `free`."""
    labels: tuple[str, ...]
    """Label of each value in a report."""
    mean: Floats
    """Prior means (size,)."""
    spread: Floats
    """Prior standard deviations (size,), in the units of the values; zero for a value that is not free."""
    least: float = -np.inf
    """Lower bound of all values."""

    @property
    def free(self) -> NDArray[np.int64]:
        """Return the indices of the free values, which have spread > 0."""
        return np.flatnonzero(self.spread > 0.0)

    @property
    def coordinates(self) -> int:
        """Return the number of search coordinates, one per free value."""
        return len(self.free)

    @property
    def lower(self) -> Floats:
        """Return the lower bounds of the coordinates, at which the free values equal `least`."""
        return np.asarray((self.least - self.mean[self.free]) / self.spread[self.free])

    def values(self, x: Floats) -> tuple[Floats, Floats]:
        """Return the values (size,) at coordinates x and their derivatives (size, coordinates); see `ParameterBlock`."""
        jacobian = np.zeros((len(self.mean), self.coordinates))
        jacobian[self.free, np.arange(self.coordinates)] = self.spread[self.free]
        return self.mean + jacobian @ x, jacobian

    def prior(self, x: Floats) -> tuple[Floats, Floats]:
        """Return the rows of the standard normal prior, which are x, and their derivatives, the identity matrix."""
        return x, np.eye(self.coordinates)
