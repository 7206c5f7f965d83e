"""Values of a sweep by parts, in memory and in a folder."""

import math
from collections.abc import Iterator

import numpy as np

from jounce.errors import InputError
from jounce.numbers.packing import Array
from jounce.simulation.sweep_folder import SweepFolder


class SweepParts:
    """Values by the index of their first sample; no two parts overlap."""

    def __init__(self, folder: SweepFolder | None, count: int | None) -> None:
        """Read the values of an earlier call from the folder; count: of all samples, None if unknown."""
        self.folder, self.count = folder, count
        stored = {} if folder is None else folder.read()
        self.parts = {begin: stored_part.values for begin, stored_part in stored.items()}
        self.samples = {begin: stored_part.samples for begin, stored_part in stored.items()}
        """Digests of the samples of the parts read from the folder."""
        if folder is None:
            return
        for begin, values in self.parts.items():
            if count is not None and begin + len(values) > count:
                raise InputError(
                    f"folder: {str(folder.path)!r} has values of samples {begin} to {begin + len(values) - 1}, but there are "
                    f"{count} samples."
                )
            self._check_shape(values)

    @property
    def done(self) -> int:
        """Return the number of samples that have values."""
        return sum(map(len, self.parts.values()))

    def gap(self, at: int, size: int, workers: int) -> tuple[int, int]:
        """Return the next range of samples from `at` on without values, `size` at most; an empty range if there are none."""
        while at in self.parts:
            at += len(self.parts[at])
        end = at + size
        if self.count is not None:
            end = min(end, at + math.ceil((self.count - at) / workers), self.count)  # no worker idles at the end
        later = [begin for begin in self.parts if begin > at]
        return at, max(at, min([end, *later]))

    def between(self, begin: int, end: int) -> Iterator[tuple[int, int, str]]:
        """Yield the parts of the folder that make up a range: first sample, end, and digest of the samples."""
        while begin < end:
            until = begin + len(self.parts[begin])
            yield begin, until, self.samples[begin]
            begin = until

    def _check_shape(self, values: Array) -> None:
        """Raise InputError if values have another shape than those of other parts."""
        first = next(iter(self.parts.values()), values)
        if first.shape[1:] != values.shape[1:]:
            where = f" (in {str(self.folder.path)!r})" if self.folder is not None else ""
            raise InputError(
                f"function: values of a sample have shape {values.shape[1:]} once and {first.shape[1:]} before{where}."
            )

    def add(self, begin: int, count: int, values: Array, samples: str) -> None:
        """Store values of samples from `begin` on; samples: the digest of an iterator's samples."""
        if values.ndim == 0 or len(values) != count or values.dtype.kind not in "biuf":
            raise InputError(
                f"function: of {count} samples expected an array ({count}, ...) of numbers, got {values.dtype} {values.shape}."
            )
        self._check_shape(values)
        self.parts[begin] = values
        if self.folder is not None:
            self.folder.write(begin, values, samples)

    def values(self, count: int) -> Array:
        """Return the values of all `count` samples in order."""
        parts = [self.parts[begin] for begin in sorted(self.parts)]
        if self.done != count:
            raise InputError(f"samples: expected those that the folder has values of, {self.done}, got {count}.")
        return np.concatenate(parts) if parts else np.zeros((0,))
