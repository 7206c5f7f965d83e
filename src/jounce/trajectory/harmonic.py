"""Harmonic paths: sums of cosines in joint space, for excitation and test motions."""

import math

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.trajectory.path import Floats, Path, coordinates, frozen, real


class Harmonic(Path):
    """Path offset + sum over harmonics of amplitude cos(frequency t + phase), without start or end."""

    def __init__(self, amplitude: Floats, frequency: Floats, phase: Floats, offset: Floats) -> None:
        self.amplitude, self.frequency, self.phase, self.offset = amplitude, frequency, phase, offset
        self.n = offset.size
        self.start_time, self.end_time = -math.inf, math.inf
        self.smoothness = self.max_order = math.inf

    def derivatives(self, t: Floats, order: int) -> Floats:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; each derivative advances the phase by 90
        deg."""
        angle = t[..., None, None] * self.frequency + self.phase
        sine, cosine = np.sin(angle), np.cos(angle)
        turned = (cosine, -sine, -cosine, sine)
        terms = [(self.amplitude * self.frequency**k * turned[k % 4]).sum(axis=-2) for k in range(order + 1)]
        terms[0] = terms[0] + self.offset
        return np.stack(terms)


def harmonic(amplitude: ArrayLike, frequency: ArrayLike, phase: ArrayLike = 0.0, offset: ArrayLike = 0.0) -> Harmonic:
    """Return the joint motion q_i(t) = offset_i + sum_h amplitude_hi cos(frequency_hi t + phase_hi), for all times.

    Parameters
    ----------
    amplitude : array_like (n,) or (H, n)
        Amplitudes [rad or m] of one harmonic, or of several.
    frequency, phase : array_like
        Angular frequencies [rad/s] and phases [rad], broadcast against the amplitudes.
    offset : array_like (n,) or scalar
        Mean positions [rad or m].

    Returns
    -------
    Harmonic
        Path in joint space without start or end.

    Raises
    ------
    InputError
        If shapes do not match or values are not finite.

    Examples
    --------
    >>> import jounce as jn
    >>> path = jn.trajectory.harmonic([0.2, 0.1], frequency=3.0)
    >>> path(0.0)[0]
    array([0.2, 0.1])
    """
    try:
        A, w, ph = (real(x) for x in (amplitude, frequency, phase))
        A, w, ph = np.broadcast_arrays(np.atleast_1d(A), w, ph)
    except (TypeError, ValueError) as error:
        raise InputError(f"amplitude, frequency and phase do not fit together: {error}.") from None
    if A.ndim > 2 or A.size == 0 or not all(np.isfinite(x).all() for x in (A, w, ph)):
        raise InputError(f"amplitude, frequency and phase: expected finite numbers, (n,) or (H, n), got shape {A.shape}.")
    A, w, ph = (x.reshape(-1, x.shape[-1]) for x in (A, w, ph))
    shift = coordinates(offset, "offset")
    if shift.size not in (1, A.shape[-1]):
        raise InputError(f"offset has {shift.size} values, but there are {A.shape[-1]} coordinates.")
    return Harmonic(frozen(A), frozen(w), frozen(ph), frozen(np.broadcast_to(shift, (A.shape[-1],))))
