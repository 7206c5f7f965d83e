"""Blocks of free parameters: their values as functions of search coordinates, and their priors.

The squares of a prior's rows sum to minus twice the logarithm of its probability density, up to a constant. Derivatives are
exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from jounce.identification import pseudo_inertia
from jounce.robot.parameters import TEN
from jounce.trajectory.path import Floats


class ParameterBlock(Protocol):
    """One block of free parameters (for example all joint stiffnesses)."""

    @property
    def name(self) -> str:
        """Return the name of the kind, as in `free`."""

    @property
    def labels(self) -> Sequence[str]:
        """Return the name of each value in a report."""

    @property
    def coordinates(self) -> int:
        """Return the number of search coordinates."""

    @property
    def lower(self) -> Floats:
        """Return lower bounds of the coordinates, -inf where there is none."""

    def values(self, x: Floats) -> tuple[Floats, Floats]:
        """Return the values (size,) at coordinates x and their derivatives (size, coordinates)."""

    def prior(self, x: Floats) -> tuple[Floats, Floats]:
        """Return the rows of the prior at coordinates x and their derivatives (rows, coordinates)."""


@dataclass(frozen=True, eq=False)
class BodyBlock:
    """Inertial parameters, ten a body, kept physically consistent; the prior is the entropic divergence from `mean`."""

    name: str
    owners: tuple[str, ...]
    """Names of the bodies."""
    mean: Floats
    """(10 bodies,): parameters of the prior; bodies without mass stay as they are."""
    spread: float

    def __post_init__(self) -> None:
        rows = self.mean.reshape(-1, 10)
        object.__setattr__(self, "there", tuple(i for i, row in enumerate(rows) if row[0] > 0.0))
        object.__setattr__(self, "roots", tuple(pseudo_inertia.nearest_body(rows[i].copy()) for i in self.there))

    there: tuple[int, ...] = ()
    """Indices of the bodies that have mass."""
    roots: tuple[Floats, ...] = ()
    """Cholesky factor L0 of each body that has mass."""

    @property
    def labels(self) -> list[str]:
        """Return the label of each value: 'link1 m', ..."""
        return [f"{owner} {what}" for owner in self.owners for what in TEN]

    @property
    def coordinates(self) -> int:
        """Return ten coordinates for each body that has mass."""
        return 10 * len(self.there)

    @property
    def lower(self) -> Floats:
        """Return -inf: every point is a physically consistent body."""
        return np.full(self.coordinates, -np.inf)

    def values(self, x: Floats) -> tuple[Floats, Floats]:
        """See `ParameterBlock`."""
        values, jacobian = self.mean.copy(), np.zeros((len(self.mean), self.coordinates))
        for k, (i, root) in enumerate(zip(self.there, self.roots)):
            rows, columns = slice(10 * i, 10 * i + 10), slice(10 * k, 10 * k + 10)
            values[rows], jacobian[rows, columns] = pseudo_inertia.body(root, x[columns])
        return values, jacobian

    def prior(self, x: Floats) -> tuple[Floats, Floats]:
        """Return sqrt(divergence / 2) / spread as rows: for a uniformly heavier body, close to (m / m0 - 1) / spread."""
        bodies = [pseudo_inertia.divergence_rows(x[k : k + 10]) for k in range(0, self.coordinates, 10)]
        size = np.sqrt(0.5) / self.spread
        rows, slopes = (
            (np.concatenate([np.zeros(0), *arrays]) for arrays in zip(*bodies)) if bodies else (np.zeros(0), np.zeros(0))
        )
        return size * rows, size * np.diag(slopes)


@dataclass(frozen=True, eq=False)
class ScalarBlock:
    """Independent scalars with a normal prior each: x = (value - mean) / spread."""

    name: str
    labels: tuple[str, ...]
    mean: Floats
    spread: Floats
    """Prior standard deviations, in the units of the values; zero where a value is not free."""
    least: float = -np.inf

    @property
    def free(self) -> NDArray[np.int64]:
        """Return the indices of the free values."""
        return np.flatnonzero(self.spread > 0.0)

    @property
    def coordinates(self) -> int:
        """Return the number of free values."""
        return len(self.free)

    @property
    def lower(self) -> Floats:
        """Return the coordinates at which each value is the least allowed."""
        return np.asarray((self.least - self.mean[self.free]) / self.spread[self.free])

    def values(self, x: Floats) -> tuple[Floats, Floats]:
        """See `ParameterBlock`."""
        jacobian = np.zeros((len(self.mean), self.coordinates))
        jacobian[self.free, np.arange(self.coordinates)] = self.spread[self.free]
        return self.mean + jacobian @ x, jacobian

    def prior(self, x: Floats) -> tuple[Floats, Floats]:
        """Return x itself as rows: a standard normal prior."""
        return x, np.eye(self.coordinates)
