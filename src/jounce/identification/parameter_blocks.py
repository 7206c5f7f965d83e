"""Free numbers of one kind: values as functions of the coordinates they are sought in, and what is known of them before.

The rows of a prior are such that their squares are minus twice the logarithm of its probability. Derivatives are exact.
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
    """Free numbers of one kind."""

    @property
    def name(self) -> str:
        """As in `free`."""

    @property
    def labels(self) -> Sequence[str]:
        """What each value is called in a report."""

    @property
    def coordinates(self) -> int:
        """How many there are."""

    @property
    def lower(self) -> Floats:
        """Bounds of the coordinates, -inf where there is none."""

    def values(self, x: Floats) -> tuple[Floats, Floats]:
        """Values (size,) and their derivatives (size, coordinates)."""

    def prior(self, x: Floats) -> tuple[Floats, Floats]:
        """Rows of the prior and their derivatives (rows, coordinates)."""


@dataclass(frozen=True, eq=False)
class BodyBlock:
    """Inertial parameters, ten a body, each body one that can exist; the prior is the divergence from its own numbers."""

    name: str
    owners: tuple[str, ...]
    """Names of the bodies."""
    own: Floats
    """(10 bodies,): the prior's numbers; bodies without mass stay as they are."""
    spread: float

    def __post_init__(self) -> None:
        rows = self.own.reshape(-1, 10)
        object.__setattr__(self, "there", tuple(i for i, row in enumerate(rows) if row[0] > 0.0))
        object.__setattr__(self, "roots", tuple(pseudo_inertia.nearest_body(rows[i].copy()) for i in self.there))

    there: tuple[int, ...] = ()
    """Bodies that have mass."""
    roots: tuple[Floats, ...] = ()
    """L0 of each of them."""

    @property
    def labels(self) -> list[str]:
        """'link1 m', ..."""
        return [f"{owner} {what}" for owner in self.owners for what in TEN]

    @property
    def coordinates(self) -> int:
        """Ten a body."""
        return 10 * len(self.there)

    @property
    def lower(self) -> Floats:
        """None: every point is a body."""
        return np.full(self.coordinates, -np.inf)

    def values(self, x: Floats) -> tuple[Floats, Floats]:
        """See `ParameterBlock`."""
        values, slopes = self.own.copy(), np.zeros((len(self.own), self.coordinates))
        for k, (i, root) in enumerate(zip(self.there, self.roots)):
            own, here = slice(10 * i, 10 * i + 10), slice(10 * k, 10 * k + 10)
            values[own], slopes[own, here] = pseudo_inertia.body(root, x[here])
        return values, slopes

    def prior(self, x: Floats) -> tuple[Floats, Floats]:
        """The divergence over 2 spread^2: (m / m0 - 1) / spread, squared, for a body that is heavier throughout."""
        found = [pseudo_inertia.divergence_rows(x[k : k + 10]) for k in range(0, self.coordinates, 10)]
        size = np.sqrt(0.5) / self.spread
        rows, slopes = (np.concatenate([np.zeros(0), *part]) for part in zip(*found)) if found else (np.zeros(0), np.zeros(0))
        return size * rows, size * np.diag(slopes)


@dataclass(frozen=True, eq=False)
class ScalarBlock:
    """Numbers one by one, each with what is expected of it and how far from that it may be; x = (value - own) / spread."""

    name: str
    labels: tuple[str, ...]
    own: Floats
    spread: Floats
    """Standard deviations before the fit, in the units of the values; zero where a value is not free."""
    least: float = -np.inf

    @property
    def free(self) -> NDArray[np.int64]:
        """Which values are."""
        return np.flatnonzero(self.spread > 0.0)

    @property
    def coordinates(self) -> int:
        """As many as are free."""
        return len(self.free)

    @property
    def lower(self) -> Floats:
        """Where a value is the least that it may be."""
        return np.asarray((self.least - self.own[self.free]) / self.spread[self.free])

    def values(self, x: Floats) -> tuple[Floats, Floats]:
        """See `ParameterBlock`."""
        slopes = np.zeros((len(self.own), self.coordinates))
        slopes[self.free, np.arange(self.coordinates)] = self.spread[self.free]
        return self.own + slopes @ x, slopes

    def prior(self, x: Floats) -> tuple[Floats, Floats]:
        """x itself: a normal distribution."""
        return x, np.eye(self.coordinates)
