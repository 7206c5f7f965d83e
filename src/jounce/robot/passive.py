"""Passive springs of joints without a motor: springs of single joints, and coupled springs such as bearings and foundations."""

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
"""Tolerance, relative to the largest entry of a matrix, of its asymmetry and of negative eigenvalues of a damping matrix."""


@by_value
class SpringCoupling(NamedTuple):
    """Coupling of the passive springs of two joints, an off-diagonal entry of the stiffness and of the damping matrix.

    The position q' of either joint adds the torque -stiffness q' - damping qd' at the other joint.

    Examples
    --------
    >>> import jounce as jn
    >>> jn.Spring(100.0, cross=(jn.robot.SpringCoupling("sway", 20.0),)).cross[0].joint
    'sway'
    """

    joint: str
    """Name of the joint whose spring is coupled to the spring that contains this coupling."""
    stiffness: float
    """Off-diagonal entry of the stiffness matrix [Nm/rad, N/m or N/rad]."""
    damping: float = 0.0


@dataclass(frozen=True, slots=True)
class Spring:
    """Passive spring of a joint without a motor, with the torque tau = -stiffness q - damping qd on the joint.

    Examples
    --------
    >>> import jounce as jn
    >>> jn.Spring(stiffness=2e4, damping=15.0).cross
    ()
    """

    stiffness: float
    """Stiffness [Nm/rad or N/m]; zero if gravity alone stabilises the joint, as for the load of a crane."""
    damping: float = 0.0
    """Damping coefficient [Nm s/rad or N s/m]."""
    cross: tuple[SpringCoupling, ...] = ()
    """Couplings to springs of other joints; the coupling of two joints is stated at one of them. `Bushing` creates couplings."""

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
    """Elastic bearing with a stiffness matrix, for a joint of type "bushing": (moment, force) = -stiffness x - damping xd.

    x are the angles rx, ry, rz of successive rotations of the child relative to the parent [rad]; for 6x6 matrices the
    translations x, y, z along the rotated axes [m] follow. A row of 3 or 6 numbers stands for a diagonal matrix. `Robot.build`
    expands the joint into 3 or 6 joints, NAME_rx to NAME_z, whose springs are coupled by the off-diagonal entries.

    Examples
    --------
    >>> import jounce as jn
    >>> jn.robot.Bushing((2e5, 2e5, 3e5)).stiffness[2]
    (0.0, 0.0, 300000.0)
    """

    stiffness: tuple[tuple[float, ...], ...]
    """Stiffness matrix (3, 3) or (6, 6), symmetric and positive definite [Nm/rad and N/m, off-diagonal blocks N/rad = Nm/m]."""
    damping: tuple[tuple[float, ...], ...] = ()
    """Damping matrix of the size of `stiffness`, symmetric and positive semidefinite [stiffness unit times s]; () for zero."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        K = _matrix(self.stiffness, "stiffness of a bushing")
        size = len(K)
        damping = (0.0,) * size if isinstance(self.damping, tuple) and not self.damping else self.damping
        D = _matrix(damping, "damping of a bushing")
        if len(D) != size:
            raise ModelError(f"damping of a bushing: expected {size}x{size} as its stiffness, got {len(D)}x{len(D)}.")
        check_definite(np.array(K), np.array(D), "bushing")
        put(self, "stiffness", K)
        put(self, "damping", D)

    def springs(self, names: Sequence[str]) -> list[Spring]:
        """Return one `Spring` for each joint in `names`, coupled to all preceding springs by the off-diagonal entries."""
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
    """Return the list of (i, j, stiffness, damping), the off-diagonal entries between the springs of joints i and j.

    names, springs: one entry per joint, None for a joint without a spring. Raise `ModelError` if a coupled joint has no spring, a
    pair is coupled twice, or the stiffness matrix is not positive definite.
    """
    pairs: dict[tuple[int, int], tuple[float, float]] = {}
    for i, spring in enumerate(springs):
        for other, stiffness, damping in spring.cross if spring is not None else ():
            j = names.index(other) if other in names else -1
            if j < 0 or j == i or springs[j] is None:
                raise ModelError(
                    f"joint {names[i]!r}: its spring is coupled to {other!r}, which is no other joint with a spring."
                )
            if (min(i, j), max(i, j)) in pairs:
                raise ModelError(f"joints {names[i]!r} and {other!r}: their springs are coupled twice.")
            pairs[min(i, j), max(i, j)] = stiffness, damping
    if pairs:
        K, D = (np.diag([0.0 if s is None else getattr(s, key) for s in springs]) for key in ("stiffness", "damping"))
        for (i, j), (k, d) in pairs.items():
            K[i, j] = K[j, i] = k
            D[i, j] = D[j, i] = d
        sprung = [i for i, s in enumerate(springs) if s is not None]
        coupled = ", ".join(names[i] for i in sorted({i for pair in pairs for i in pair}))
        check_definite(K[np.ix_(sprung, sprung)], D[np.ix_(sprung, sprung)], f"coupled springs of joints {coupled}")
    return [(i, j, k, d) for (i, j), (k, d) in pairs.items()]


def check_definite(K: Any, D: Any, what: str) -> None:
    """Raise `ModelError` unless the stiffness matrix K is positive definite and the damping matrix D positive semidefinite."""
    lowest = np.linalg.eigvalsh(K).min()
    if not lowest > 0.0:
        raise ModelError(
            f"{what}: the stiffness is not positive definite (smallest eigenvalue {lowest:.4g}): nothing would hold it."
        )
    lowest = np.linalg.eigvalsh(D).min()
    if lowest < -SYMMETRIC * np.abs(D).max():
        raise ModelError(f"{what}: the damping has the negative eigenvalue {lowest:.4g}: it would feed energy in.")


def _cross(entry: Any) -> SpringCoupling:
    """Return the coupling of springs from an entry (joint name, stiffness, damping); raise `ModelError` if it is invalid."""
    other, stiffness, damping = entries(entry, 3, "cross", "entries (joint, stiffness, damping)")
    return SpringCoupling(
        identifier(other, "cross, joint"), number(stiffness, "cross, stiffness"), number(damping, "cross, damping")
    )


def _matrix(matrix: Any, what: str) -> tuple[tuple[float, ...], ...]:
    """Return a symmetric 3x3 or 6x6 matrix from rows or from its diagonal; raise `ModelError` otherwise."""
    rows = matrix.tolist() if isinstance(matrix, np.ndarray) else matrix
    if not isinstance(rows, Sequence) or isinstance(rows, str) or len(rows) not in (3, 6):
        raise ModelError(f"{what}: expected a matrix of 3x3 or 6x6, or its diagonal; got {short(matrix)}.")
    size = len(rows)
    if not any(isinstance(row, Sequence) for row in rows):
        diagonal = numbers(rows, size, what)
        return tuple(tuple(x if i == j else 0.0 for j in range(size)) for i, x in enumerate(diagonal))
    full = tuple(numbers(row, size, what) for row in rows)
    largest = max(abs(x) for row in full for x in row)
    if any(abs(full[i][j] - full[j][i]) > SYMMETRIC * largest for i in range(size) for j in range(i)):
        raise ModelError(f"{what}: expected a symmetric matrix.")
    return tuple(tuple(0.5 * (full[i][j] + full[j][i]) for j in range(size)) for i in range(size))
