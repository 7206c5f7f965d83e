"""A canonical order of the eigenvalues of real matrices that rounding does not change.

Real parts that are equal in exact arithmetic, such as those of undamped modes, differ by rounding, and rounding differs between
processors. Sorting by plain comparison would give poles and zeros another order on another machine.
"""

import numpy as np

from jounce.numbers.packing import Array

EQUAL = 1e-8
"""Tolerance for equal real parts, relative to the largest eigenvalue: the square root of machine epsilon, the perturbation of a
double eigenvalue."""


def sort_eigenvalues(values: Array) -> Array:
    """Sort eigenvalues (..., s) of real matrices by increasing real part, complex (..., s).

    Eigenvalues whose real parts are equal within `EQUAL` are sorted by increasing absolute imaginary part. Conjugates stand next
    to each other, the eigenvalue with the negative imaginary part first, and are conjugate to the last bit.
    """
    rows = np.asarray(values, dtype=complex)
    if not rows.size:
        return rows
    return np.array([_row(row) for row in rows.reshape(-1, rows.shape[-1])]).reshape(rows.shape)


def _row(row: Array) -> Array:
    """Sort the eigenvalues (s,) of one matrix."""
    size = float(np.abs(row[np.isfinite(row)]).max(initial=0.0))  # a massless part has poles at infinity
    units = _units(row, EQUAL * size)
    units.sort(key=lambda unit: (unit[0].real, abs(unit[0].imag)))
    real = np.array([unit[0].real for unit in units])
    group = np.concatenate([[0], np.cumsum(np.diff(real) > EQUAL * size)])
    order = sorted(range(len(units)), key=lambda i: (group[i], abs(units[i][0].imag), units[i][0].real))
    return np.array([value for i in order for value in units[i]])


def _units(row: Array, near: float) -> list[tuple[complex, ...]]:
    """Group eigenvalues (s,) into conjugate pairs, negative imaginary part first, and single values.

    near: largest difference of a value from the conjugate of another at which the two form a pair.
    """
    units: list[tuple[complex, ...]] = [(complex(value),) for value in row[row.imag == 0.0]]
    below = list(row[row.imag < 0.0])
    for value in row[row.imag > 0.0]:
        apart = [abs(value - other.conjugate()) for other in below]
        k = int(np.argmin(apart)) if apart else -1
        if k < 0 or apart[k] > near:
            units.append((complex(value),))
            continue
        mean = 0.5 * (complex(value) + complex(below.pop(k)).conjugate())
        units.append((mean.conjugate(), mean))
    return units + [(complex(value),) for value in below]
