"""Feedback gains from poles for one chain of integrators per joint, and checks of gain arguments."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.validation import LARGEST, short

REST = 2.0
"""Magnitude of the real poles of a chain, besides the pair of poles, relative to the bandwidth."""


def pair(bandwidth: Any, damping: Any) -> tuple[complex, complex]:
    """Return the two roots of s^2 + 2 damping bandwidth s + bandwidth^2; raise InputError unless the arguments are positive."""
    for value, what in ((bandwidth, "bandwidth [rad/s]"), (damping, "damping")):
        if not (
            isinstance(value, (int, float, np.number)) and np.isreal(value) and 0.0 < value < LARGEST
        ):  # compared before it is made a float
            raise InputError(f"{what}: expected a number above 0, got {short(value)}.")
    w, z = float(bandwidth), float(damping)
    root = np.sqrt(complex(z * z - 1.0))
    return complex(w * (-z + root)), complex(w * (-z - root))


def chain_poles(order: int, poles: Any, gains: Any, bandwidth: Any, damping: Any) -> Any:
    """Return `order` poles for a bandwidth [rad/s], or `poles` unchanged if bandwidth is None.

    The first two are a pair with the given damping ratio, the others are real at -2 bandwidth. InputError is raised if poles or
    gains are given in addition to a bandwidth.
    """
    if bandwidth is None:
        return poles
    if poles is not None or gains is not None:
        raise InputError("expected poles, gains or bandwidth, one of them.")
    return [*pair(bandwidth, damping), *[complex(-REST * bandwidth)] * (order - 2)]


def chain_gains(robot: Robot, order: int, poles: Any, gains: Any, lengths: Sequence[int] = ()) -> Array:
    """Return gains (order, n), K_0 to K_(order-1), such that s^order + ... + K_1 s + K_0 is Hurwitz for every joint.

    Either poles, `order` values [rad/s] for all joints or (n, order), or gains, `order` values for all joints or (order, n), are
    given. lengths: length of each joint's chain of integrators (default: `order`). A shorter chain uses the first poles, and its
    last gains are zero. If all chains are shorter than `order`, as many poles or gains as the longest chain suffice.
    """
    lengths = lengths or [order] * robot.n
    longest = max(lengths)
    if longest < order:
        coefficients = chain_gains(robot, longest, _first(poles, order, longest, -1), _first(gains, order, longest, 0), lengths)
        return np.concatenate([coefficients, np.zeros((order - longest, robot.n))])
    if (poles is None) == (gains is None):
        raise InputError("expected either poles or gains.")
    if poles is not None:
        try:
            poles_per_joint = np.broadcast_to(np.asarray(poles, dtype=np.complex128), (robot.n, order))
        except (TypeError, ValueError, OverflowError):
            raise InputError(f"poles: expected {order} numbers, or ({robot.n}, {order}) of them, got {poles!r}.") from None
        rows = [np.append(np.poly(row[:k])[:0:-1], np.zeros(order - k)) for row, k in zip(poles_per_joint, lengths)]
        for name, row in zip(robot.joint_names, rows):
            if np.abs(np.imag(row)).max() > 1e-9 * max(np.abs(row).max(), 1.0):
                raise InputError(f"poles of joint {name!r}: complex ones must come in conjugate pairs.")
        coefficients = np.real(np.array(rows)).T
    else:
        try:
            values = np.asarray(gains, dtype=np.float64)
            coefficients = np.broadcast_to(values[:, None] if values.ndim == 1 else values, (order, robot.n)).copy()
        except (TypeError, ValueError, IndexError, OverflowError):
            raise InputError(f"gains: expected {order} numbers, or ({order}, {robot.n}) of them, got {gains!r}.") from None
        for i, k in enumerate(lengths):
            coefficients[k:, i] = 0.0
    if not np.isfinite(coefficients).all():
        raise InputError("poles or gains: expected finite numbers.")
    for i, (name, k) in enumerate(zip(robot.joint_names, lengths)):
        roots = np.roots([1.0, *coefficients[:k, i][::-1]])
        if not (np.real(roots) < 0.0).all():
            worst = roots[np.real(roots).argmax()]
            raise InputError(f"gains of joint {name!r} leave a pole at {worst:.6g} rad/s; all must have a negative real part.")
    return np.ascontiguousarray(coefficients)


def _first(values: Any, order: int, count: int, axis: int) -> Any:
    """Return the first `count` of `order` values along an axis; `values` unchanged if there are not `order` values."""
    try:
        array = np.asarray(values)
    except ValueError:  # rows of different lengths: refused by the caller with the values
        return values
    if array.dtype == object or array.ndim == 0:
        return values
    along = axis if array.ndim > 1 else 0
    return array.take(range(count), axis=along) if array.shape[along] == order else values


def per_motor(robot: Robot, values: Any, what: str) -> Array:
    """Return one nonnegative value per motor (m,) from one value or m values; what: name of the argument in error messages."""
    try:
        row = np.broadcast_to(np.asarray(values, dtype=np.float64), (robot.m,))
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{what}: expected one number, or {robot.m}, got {values!r}.") from None
    if not ((row >= 0.0) & (row <= LARGEST)).all():
        raise InputError(f"{what}: expected finite numbers of zero or more, {LARGEST:g} at most, got {short(values)}.")
    return row


def per_motor_or_matrix(robot: Robot, values: Any, what: str) -> Array:
    """Return one nonnegative value per motor (m,) from one value or m values; a matrix (m, m) if a matrix is given.

    what: name of the argument in error messages.
    """
    try:
        is_matrix = np.ndim(values) == 2
    except ValueError:  # rows of different lengths: refused by the caller with the values
        is_matrix = False
    return motor_matrix(robot, values, what) if is_matrix else per_motor(robot, values, what)


def gained(gain: Array, error: Array) -> Array:
    """Return gain times error (m,), where the gain is diagonal (m,) or a matrix (m, m)."""
    torque: Array = gain @ error if gain.ndim == 2 else gain * error
    return torque


def motor_matrix(robot: Robot, values: Any, what: str) -> Array:
    """Return a symmetric positive semidefinite matrix (m, m) from one value, one value per motor, or a matrix.

    what: name of the argument in error messages.
    """
    return symmetric_matrix(values, what, robot.m)


def joint_matrix(robot: Robot, values: Any, what: str) -> Array:
    """Return a symmetric positive semidefinite matrix (n, n) from one value, one value per joint, or a matrix.

    what: name of the argument in error messages.
    """
    return symmetric_matrix(values, what, robot.n)


def symmetric_matrix(values: Any, what: str, size: int) -> Array:
    """Return a symmetric positive semidefinite matrix (size, size) from one value, its diagonal, or a matrix; else InputError.

    what: name of the argument in error messages.
    """
    expected = f"{what}: expected one number of zero or more, or {size}, or a matrix ({size}, {size}), symmetric and not negative"
    try:
        array = np.asarray(values, dtype=np.float64)
        matrix = array if array.shape == (size, size) else np.diag(np.broadcast_to(array, (size,)))
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{expected}, got {values!r}.") from None
    if not (np.abs(matrix) <= LARGEST).all():
        raise InputError(f"{expected}, got {values!r}.")
    largest = np.abs(matrix).max()
    if np.abs(matrix - matrix.T).max() > 1e-9 * largest or np.linalg.eigvalsh(matrix)[0] < -1e-9 * largest:
        raise InputError(f"{expected}, got {values!r}.")
    return np.ascontiguousarray(0.5 * (matrix + matrix.T))
