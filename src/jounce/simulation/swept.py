"""What a sweep has found: values of samples, kept on disk if that is wanted, and what they say."""

import hashlib
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.functions.fingerprint import fingerprint
from jounce.numbers.notebook import html_table
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot
from jounce.robot.load.file import write_whole

TITLE = "sweep.json"
"""The file that says which sweep a folder is of."""


@by_value
class Worst(NamedTuple):
    """The sample with the largest value."""

    number: int
    """Which one, from 0."""
    value: float
    sample: Any
    """As it was given; None of an iterator's, and of seeds."""


@by_value
@dataclass(frozen=True)
class Sweep:
    """Values of all samples (count, ...), in their order, and what they say: over samples, for each value by itself."""

    values: Array
    """(count, ...)."""
    samples: Any = None
    """As they were given; None of an iterator's, and of seeds."""

    def __repr__(self) -> str:
        return f"<Sweep of {len(self.values)} samples, values {self.values.shape[1:]}>"

    def _repr_html_(self) -> str:
        columns = self.values.reshape(len(self.values), -1)[:, :8]
        rows = [
            (str(k), *(f"{x:.6g}" for x in (column.mean(), column.std(), *np.quantile(column, (0.05, 0.95)), column.max())))
            for k, column in enumerate(columns.T)
        ]
        return html_table(repr(self)[1:-1], ("value", "mean", "deviation", "5 %", "95 %", "largest"), rows)

    @property
    def mean(self) -> Array:
        """(...)."""
        return np.asarray(self.values.mean(axis=0))

    @property
    def deviation(self) -> Array:
        """Standard deviation (...)."""
        return np.asarray(self.values.std(axis=0))

    def quantile(self, share: Any) -> Array:
        """The value below which this share of the samples lies, 0 to 1; (...) or, of several shares, (len(share), ...)."""
        shares = np.asarray(share, dtype=np.float64)
        if not ((shares >= 0.0) & (shares <= 1.0)).all():
            raise InputError(f"quantile: expected shares from 0 to 1, got {share}.")
        return np.asarray(np.quantile(self.values, shares, axis=0))

    def worst(self, *index: int) -> Worst:
        """The sample with the largest value; index: which of the values, where a sample has several (default: any)."""
        here: Any = (slice(None), *index)
        values = self.values[here].reshape(len(self.values), -1)
        k = int(values.max(axis=1).argmax())
        sample: Any = None
        if isinstance(self.samples, Mapping):
            sample = {name: np.asarray(x)[k] for name, x in self.samples.items()}
        elif self.samples is not None:
            sample = np.asarray(self.samples)[k]
        return Worst(k, float(values[k].max()), sample)


class Kept:
    """Values by parts, as they come: in memory, and in a folder where one is given."""

    def __init__(self, folder: Path | None, function: Callable[..., Any], robot: Robot, samples: Any, count: int | None) -> None:
        self.folder, self.count = folder, count
        self.parts: dict[int, Array] = {}
        """By the first sample of each."""
        if folder is not None:
            text = fingerprint((robot, samples, getattr(function, "__qualname__", type(function).__qualname__), count))
            self._open(folder, {"sweep": hashlib.sha256(text.encode()).hexdigest()})

    def _open(self, folder: Path, title: dict[str, str]) -> None:
        """Begin a folder, or go on with the one of the same sweep."""
        folder.mkdir(parents=True, exist_ok=True)
        known = folder / TITLE
        if not known.exists():
            if any(folder.iterdir()):
                raise InputError(f"folder: {str(folder)!r} has files and no sweep in it; expected an empty folder, or none yet.")
            write_whole({known: lambda file: file.write(json.dumps(title).encode())})
        try:
            same = json.loads(known.read_text(encoding="utf-8")) == title
        except ValueError:
            same = False
        if not same:
            raise InputError(f"folder: {str(folder)!r} has another sweep in it: of another function, robot or samples.")
        for path in folder.glob("values_*.npy"):
            self.parts[int(path.stem.partition("_")[2])] = np.load(path, allow_pickle=False)

    @property
    def done(self) -> int:
        """Samples that have values."""
        return sum(map(len, self.parts.values()))

    def gap(self, at: int, size: int, workers: int) -> tuple[int, int]:
        """The next samples from `at` on without values, `size` at most; an empty range where there are none."""
        while at in self.parts:
            at += len(self.parts[at])
        end = at + size
        if self.count is not None:
            end = min(end, at + math.ceil((self.count - at) / workers), self.count)  # all have something to do to the end
        later = [begin for begin in self.parts if begin > at]
        return at, max(at, min([end, *later]))

    def add(self, begin: int, count: int, values: Array) -> None:
        """Values of samples from `begin` on."""
        if values.ndim == 0 or len(values) != count or values.dtype.kind not in "biuf":
            raise InputError(
                f"function: of {count} samples expected an array ({count}, ...) of numbers, got {values.dtype} {values.shape}."
            )
        first = next(iter(self.parts.values()), values)
        if first.shape[1:] != values.shape[1:]:
            raise InputError(f"function: values of a sample have shape {values.shape[1:]} once and {first.shape[1:]} before.")
        self.parts[begin] = values
        if self.folder is not None:
            written = BytesIO()
            np.save(written, values, allow_pickle=False)
            write_whole({self.folder / f"values_{begin:012d}.npy": lambda file: file.write(written.getvalue())})

    def values(self) -> Array:
        """All of them, in order."""
        parts = [self.parts[begin] for begin in sorted(self.parts)]
        return np.concatenate(parts) if parts else np.zeros((0,))
