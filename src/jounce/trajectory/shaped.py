"""Input shaping: a motion convolved with a few impulses, so that known vibrations cancel."""

from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.trajectory.path import Floats, Path, check_path, coordinates

INSENSITIVE = 0.05
"""Share of the vibration that EI leaves at the frequency itself, to leave less than that about it."""
SHARES = {
    "ZV": (0.5, 0.5),
    "ZVD": (0.25, 0.5, 0.25),
    "EI": (0.25 * (1.0 + INSENSITIVE), 0.5 * (1.0 - INSENSITIVE), 0.25 * (1.0 + INSENSITIVE)),
}
"""Of the motion that each impulse carries, half a period after the one before."""


class Shaped(Path):
    """The sum over impulses i of share_i path(t - delay_i): as smooth as the path, longer by the last delay."""

    def __init__(self, path: Path, frequencies: Floats, kind: str) -> None:
        self.path, self.frequencies, self.kind = path, frequencies, kind
        shares, delays = np.ones(1), np.zeros(1)
        for frequency in frequencies:
            more = np.array(SHARES[kind])
            later = np.arange(len(more)) * np.pi / frequency
            shares, delays = np.outer(shares, more).ravel(), np.add.outer(delays, later).ravel()
        self.shares, self.delays = shares, delays
        self.n, self.space = path.n, path.space
        self.start_time, self.end_time = path.start_time, path.end_time + float(delays.max())
        self.smoothness, self.max_order = path.smoothness, path.max_order
        instants = [path.start_time, *path.kinks, path.end_time]
        self.kinks = np.unique(np.add.outer(delays, instants))[1:-1].tolist()

    def derivatives(self, t: Floats, order: int) -> Floats:
        """See `Path`."""
        found = np.zeros((order + 1, *t.shape, self.n))
        for share, delay in zip(self.shares, self.delays):
            found += share * self.path(t - delay, order)
        return found


def shaped(path: Path, frequencies: Any, kind: str = "ZV") -> Shaped:
    """The same motion, shaped so that it leaves no vibration at these undamped frequencies [rad/s], one or several.

    kind: 'ZV', two impulses, takes half a period longer for each frequency; 'ZVD', three, a whole period, and forgives a
    frequency that is not quite right (the vibration left grows with the square of its error); 'EI' as long as 'ZVD', leaves 5 %
    at the frequency and less than that over a wider range. The joints leave the curve of the path, between whose places they
    average, and a robot whose frequencies (see `eigenfrequencies`) change with its pose is left with vibrations: `feedforward`
    has neither fault. [Singer1990], [Singhose1994].
    """
    check_path(path)
    rows = coordinates(frequencies, "frequencies [rad/s]")
    if (rows <= 0.0).any():
        raise InputError(f"frequencies [rad/s]: expected numbers above zero, got {np.array2string(rows, threshold=8)}.")
    if kind not in SHARES:
        raise InputError(f"kind: expected one of {', '.join(SHARES)}, got {kind!r}.")
    if len(SHARES[kind]) ** len(rows) > 100_000:
        raise InputError(f"frequencies [rad/s]: {len(rows)} are too many, every one doubles or triples the impulses.")
    return Shaped(path, rows, kind)
