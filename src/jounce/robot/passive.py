"""Springs on which no motor acts: of one joint, and of several at once as in a bearing, a foundation or a tool."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import ModelError
from jounce.numbers.value import by_value
from jounce.robot.drive import not_negative
from jounce.robot.springs import SpringLaw
from jounce.robot.validation import entries, identifier, number, numbers, short

SYMMETRIC = 1e-9
"""How far a matrix in a file may be from symmetric, against its largest entry."""


@by_value
class SpringCoupling(NamedTuple):
    """What a spring and that of another joint do to each other: tau = - stiffness q - damping qd of the other, both ways."""

    joint: str
    """The other one."""
    stiffness: float
    """[Nm/rad, N/m or N/rad]."""
    damping: float = 0.0


@dataclass(frozen=True, slots=True)
class Spring:
    """A joint that bends and has no motor: tau = -stiffness q - damping qd."""

    stiffness: float
    """[Nm/rad or N/m]; zero where gravity alone holds the joint, as it holds the load of a crane."""
    damping: float = 0.0
    """[Nm s/rad or N s/m]."""
    cross: tuple[SpringCoupling, ...] = ()
    """Other joints with springs that this one is coupled to; stated at one of the two. `Bushing` writes them."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        if isinstance(self.stiffness, SpringLaw):
            raise ModelError("stiffness of a spring without motor: expected a number; a law of its own is for drives.")
        if isinstance(self.stiffness, Real) and self.stiffness == math.inf:
            raise ModelError("stiffness of a spring: expected a finite number; a joint that cannot move is a fixed joint.")
        stiffness = number(self.stiffness, "stiffness of a spring without motor")
        if stiffness < 0.0:
            raise ModelError(f"stiffness: expected zero or more, got {stiffness}; zero where gravity alone holds the joint.")
        put(self, "stiffness", stiffness)
        put(self, "damping", not_negative(self.damping, "damping"))
        if not isinstance(self.cross, Sequence) or isinstance(self.cross, str):
            raise ModelError(f"cross: expected entries (joint, stiffness, damping), got {short(self.cross)}.")
        put(self, "cross", tuple(map(_cross, self.cross)))


@dataclass(frozen=True, slots=True)
class Bushing:
    """A joint that gives way in several directions at once, (moment, force) = - stiffness x - damping xd.

    x: the three angles rx, ry, rz of the child against the parent, turned one after the other [rad]; in a 6x6 spring then the
    shifts x, y, z along the turned axes [m]. A row of 3 or 6 numbers stands for a diagonal. A joint of type "bushing" carries
    it, and `Robot.build` makes 3 or 6 joints of that, NAME_rx to NAME_z, with springs that are coupled where the matrices are.
    """

    stiffness: tuple[tuple[float, ...], ...]
    """3x3 or 6x6, symmetric and positive definite [Nm/rad, N/m, and N/rad = Nm/m between them]."""
    damping: tuple[tuple[float, ...], ...] = ()
    """The same size, symmetric, not negative; nothing if there is none."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        K = _matrix(self.stiffness, "stiffness of a bushing")
        size = len(K)
        given = (0.0,) * size if isinstance(self.damping, tuple) and not self.damping else self.damping
        D = _matrix(given, "damping of a bushing")
        if len(D) != size:
            raise ModelError(f"damping of a bushing: expected {size}x{size} as its stiffness, got {len(D)}x{len(D)}.")
        check_definite(np.array(K), np.array(D), "bushing")
        put(self, "stiffness", K)
        put(self, "damping", D)

    def springs(self, names: Sequence[str]) -> list[Spring]:
        """One a joint, coupled to those before it."""
        return [
            Spring(
                self.stiffness[i][i],
                self.damping[i][i],
                tuple(
                    SpringCoupling(names[j], self.stiffness[i][j], self.damping[i][j])
                    for j in range(i)
                    if self.stiffness[i][j] or self.damping[i][j]
                ),
            )
            for i in range(len(names))
        ]


def spring_couplings(names: Sequence[str], springs: Sequence[Spring | None]) -> list[tuple[int, int, float, float]]:
    """(i, j, stiffness, damping) of all springs that are coupled, checked: partners exist and the whole holds every joint."""
    found: dict[tuple[int, int], tuple[float, float]] = {}
    for i, spring in enumerate(springs):
        for other, stiffness, damping in spring.cross if spring is not None else ():
            j = names.index(other) if other in names else -1
            if j < 0 or j == i or springs[j] is None:
                raise ModelError(
                    f"joint {names[i]!r}: its spring is coupled to {other!r}, which is no other joint with a spring."
                )
            if (min(i, j), max(i, j)) in found:
                raise ModelError(f"joints {names[i]!r} and {other!r}: their springs are coupled twice.")
            found[min(i, j), max(i, j)] = stiffness, damping
    if found:
        K, D = (np.diag([0.0 if s is None else getattr(s, key) for s in springs]) for key in ("stiffness", "damping"))
        for (i, j), (k, d) in found.items():
            K[i, j] = K[j, i] = k
            D[i, j] = D[j, i] = d
        held = [i for i, s in enumerate(springs) if s is not None]
        coupled = ", ".join(names[i] for i in sorted({i for pair in found for i in pair}))
        check_definite(K[np.ix_(held, held)], D[np.ix_(held, held)], f"coupled springs of joints {coupled}")
    return [(i, j, k, d) for (i, j), (k, d) in found.items()]


def check_definite(K: Any, D: Any, what: str) -> None:
    """Refuse a stiffness that is not positive definite, or a damping that feeds energy in."""
    lowest = np.linalg.eigvalsh(K).min()
    if not lowest > 0.0:
        raise ModelError(
            f"{what}: the stiffness is not positive definite (smallest eigenvalue {lowest:.4g}): nothing would hold it."
        )
    lowest = np.linalg.eigvalsh(D).min()
    if lowest < -SYMMETRIC * np.abs(D).max():
        raise ModelError(f"{what}: the damping has the negative eigenvalue {lowest:.4g}: it would feed energy in.")


def _cross(given: Any) -> SpringCoupling:
    other, stiffness, damping = entries(given, 3, "cross", "entries (joint, stiffness, damping)")
    return SpringCoupling(
        identifier(other, "cross, joint"), number(stiffness, "cross, stiffness"), number(damping, "cross, damping")
    )


def _matrix(given: Any, what: str) -> tuple[tuple[float, ...], ...]:
    rows = given.tolist() if isinstance(given, np.ndarray) else given
    if not isinstance(rows, Sequence) or isinstance(rows, str) or len(rows) not in (3, 6):
        raise ModelError(f"{what}: expected a matrix of 3x3 or 6x6, or its diagonal; got {short(given)}.")
    size = len(rows)
    if not any(isinstance(row, Sequence) for row in rows):
        diagonal = numbers(rows, size, what)
        return tuple(tuple(x if i == j else 0.0 for j in range(size)) for i, x in enumerate(diagonal))
    full = tuple(numbers(row, size, what) for row in rows)
    largest = max(abs(x) for row in full for x in row)
    if any(abs(full[i][j] - full[j][i]) > SYMMETRIC * largest for i in range(size) for j in range(i)):
        raise ModelError(f"{what}: expected a symmetric matrix.")
    return tuple(tuple(0.5 * (full[i][j] + full[j][i]) for j in range(size)) for i in range(size))
