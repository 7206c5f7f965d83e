"""Values of a sweep, and their statistics over the samples."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.numbers.html_table import html_table
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot.validation import short


@by_value
class Worst(NamedTuple):
    """The sample of a sweep with the largest value, as `Sweep.worst` returns it."""

    number: int
    """Index of the sample, from 0."""
    value: float
    """Largest of the compared entries of the sample's values."""
    sample: Any
    """The sample itself; None if the samples were seeds or came from an iterator."""


@by_value
@dataclass(frozen=True)
class Sweep:
    """Result of `sweep`: the values of all samples, and statistics over the samples for each entry of the values.

    Samples with a NaN among their values are excluded from the statistics; `nan_count` is their number.
    """

    values: Array
    """Values of the function, one row per sample (count, ...)."""
    samples: Any = None
    """The samples as passed to `sweep`; None if they were seeds or came from an iterator."""

    def __repr__(self) -> str:
        nan = f", {self.nan_count} of them NaN and not in its statistics" if self.nan_count else ""
        return f"<Sweep of {len(self.values)} samples{nan}, values {self.values.shape[1:]}>"

    def _repr_html_(self) -> str:
        """Return an HTML table for notebooks: statistics over the samples of the first eight entries of the values."""
        valid = self.values[self._valid()]
        columns = valid.reshape(len(valid), int(np.prod(valid.shape[1:])))[:, :8] if len(valid) else np.zeros((0, 0))
        with np.errstate(invalid="ignore"):
            rows = [
                (str(k), *(f"{x:.6g}" for x in (column.mean(), column.std(), *np.quantile(column, (0.05, 0.95)), column.max())))
                for k, column in enumerate(columns.T)
            ]
        return html_table(repr(self)[1:-1], ("value", "mean", "deviation", "5 %", "95 %", "largest"), rows)

    def _valid(self) -> Array:
        """Return a mask (count,): True for samples without NaN."""
        return np.asarray(~np.isnan(self.values).any(axis=tuple(range(1, self.values.ndim))))

    def _statistics(self, name: str) -> Array:
        """Return the values of all samples without NaN; raise InputError, which begins with `name`, if there are none."""
        valid = self.values[self._valid()]
        if not valid.size:
            nothing = f"all {len(self.values)} samples are NaN" if self.values.size else "it has none"
            raise InputError(f"{name}: expected a sweep with values, but {nothing}.")
        return valid

    @property
    def nan_count(self) -> int:
        """Return the number of samples with a NaN among their values."""
        return len(self.values) - int(np.count_nonzero(self._valid()))

    @property
    def mean(self) -> Array:
        """Return the mean of each entry of the values over all samples without NaN (...)."""
        return np.asarray(self._statistics("mean").mean(axis=0))

    @property
    def deviation(self) -> Array:
        """Return the standard deviation of each entry of the values over all samples without NaN (...)."""
        with np.errstate(invalid="ignore"):  # samples that are infinite have none
            return np.asarray(self._statistics("deviation").std(axis=0))

    def quantile(self, share: ArrayLike) -> Array:
        """Return quantiles of each entry of the values over all samples without NaN.

        Parameters
        ----------
        share : float or array (k,)
            Fractions from 0 to 1.

        Returns
        -------
        array (...) or (k, ...)

        Raises
        ------
        InputError
            If a share is not from 0 to 1, or no sample is valid.
        """
        try:
            shares = np.asarray(share, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            shares = np.array(np.nan)
        if not ((shares >= 0.0) & (shares <= 1.0)).all():
            raise InputError(f"quantile: expected shares from 0 to 1, got {short(share)}.")
        with np.errstate(invalid="ignore"):  # between infinite samples
            return np.asarray(np.quantile(self._statistics("quantile"), shares, axis=0))

    def worst(self, *index: int) -> Worst:
        """Return the sample with the largest value, among the samples without NaN.

        Parameters
        ----------
        index : int or tuple of int
            Entry of a sample's values to compare (default: the largest of all entries).

        Returns
        -------
        Worst

        Raises
        ------
        InputError
            If there is no such entry, or no sample is valid.
        """
        self._statistics("worst")
        where: Any = (slice(None), *index)
        try:
            values = self.values[where].reshape(len(self.values), -1)
        except (IndexError, TypeError, ValueError):
            raise InputError(f"worst: expected an index into values {self.values.shape[1:]}, got {short(index)}.") from None
        if not values.size:
            raise InputError(f"worst: expected an index into values {self.values.shape[1:]}, got {short(index)}, which has none.")
        numbers = np.flatnonzero(self._valid())
        k = int(numbers[values[numbers].max(axis=1).argmax()])
        sample: Any = None
        if isinstance(self.samples, Mapping):
            sample = {name: np.asarray(x)[k] for name, x in self.samples.items()}
        elif self.samples is not None:
            sample = np.asarray(self.samples)[k]
        return Worst(k, float(values[k].max()), sample)
