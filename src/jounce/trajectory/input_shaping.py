"""Input shaping: convolution of a path with a few impulses that cancel vibrations of stated frequencies."""

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.trajectory.path import Floats, Path, check_path, coordinates

INSENSITIVE = 0.05
"""Fraction of the vibration that the EI shaper leaves at the stated frequency and does not exceed in a range around it."""
SHARES = {
    "ZV": (0.5, 0.5),
    "ZVD": (0.25, 0.5, 0.25),
    "EI": (0.25 * (1.0 + INSENSITIVE), 0.5 * (1.0 - INSENSITIVE), 0.25 * (1.0 + INSENSITIVE)),
}
"""{kind of shaper: amplitudes of its impulses, which are half a period apart}."""


class Shaped(Path):
    """Path convolved with impulses i, sum_i share_i path(t - delay_i): as smooth as the path, and longer by the last delay."""

    def __init__(self, path: Path, frequencies: Floats, kind: str) -> None:
        """Convolve the path with the impulses; frequencies: undamped angular frequencies [rad/s]; kind: a key of `SHARES`."""
        self.path, self.frequencies, self.kind = path, frequencies, kind
        shares, delays = np.ones(1), np.zeros(1)
        for frequency in frequencies:
            amplitudes = np.array(SHARES[kind])
            offsets = np.arange(len(amplitudes)) * np.pi / frequency
            shares, delays = np.outer(shares, amplitudes).ravel(), np.add.outer(delays, offsets).ravel()
        self.shares, self.delays = shares, delays
        self.n, self.space = path.n, path.space
        self.start_time, self.end_time = path.start_time, path.end_time + float(delays.max())
        self.smoothness, self.max_order = path.smoothness, path.max_order
        instants = [path.start_time, *path.kinks, path.end_time]
        self.kinks = np.unique(np.add.outer(delays, instants))[1:-1].tolist()

    def derivatives(self, t: Floats, order: int) -> Floats:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; see `Path`."""
        total = np.zeros((order + 1, *t.shape, self.n))
        for share, delay in zip(self.shares, self.delays):
            total += share * self.path(t - delay, order)
        return total


def shaped(path: Path, frequencies: ArrayLike, kind: str = "ZV") -> Shaped:
    """Return the path convolved with impulses such that it leaves no vibration ('EI': 5 %) at stated undamped frequencies.

    Input shaping has two faults that `feedforward` does not have. The shaped motion leaves the geometry of the path, since it
    averages over points of the path. A robot whose frequencies (see `eigenfrequencies`) change with its pose keeps vibrating.
    [Singer1990], [Singhose1994].

    Parameters
    ----------
    path : Path
        Path in joint or tool space.
    frequencies : float or array_like (k,)
        Undamped angular frequencies [rad/s].
    kind : str
        Kind of shaper. 'ZV': two impulses; the path is half a period longer for each frequency. 'ZVD': three impulses; a whole
        period longer, but robust against a wrong frequency (the residual vibration grows with the square of the error). 'EI':
        as long as 'ZVD'; leaves 5 % of the vibration at the frequency, and at most 5 % over a wider range.

    Returns
    -------
    Shaped
        Path in the same space.

    Raises
    ------
    InputError
        If a frequency is not positive, there are too many frequencies, or the kind is unknown.

    Examples
    --------
    >>> import math
    >>> import jounce as jn
    >>> path = jn.trajectory.rest_to_rest([0.0], [1.0], duration=1.0)
    >>> jn.trajectory.shaped(path, 10.0 * math.pi).end_time
    1.1
    """
    check_path(path)
    omega = coordinates(frequencies, "frequencies [rad/s]")
    if (omega <= 0.0).any():
        raise InputError(f"frequencies [rad/s]: expected numbers above zero, got {np.array2string(omega, threshold=8)}.")
    if kind not in SHARES:
        raise InputError(f"kind: expected one of {', '.join(SHARES)}, got {kind!r}.")
    if len(SHARES[kind]) ** len(omega) > 100_000:
        raise InputError(f"frequencies [rad/s]: {len(omega)} are too many, every one doubles or triples the impulses.")
    return Shaped(path, omega, kind)
