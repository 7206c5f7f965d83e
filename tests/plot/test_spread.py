"""The distribution of a sweep: median, band and worst sample."""

import matplotlib
import numpy as np
import pytest

import jounce as jn
from jounce.plot.spread import spread
from jounce.simulation import Sweep
from support.tolerances import assert_close

matplotlib.use("Agg")
T = np.linspace(0.0, 1.0, 5)


def swept(values):
    return Sweep(np.asarray(values))


def test_curves():
    """Of 101 samples that are parallel lines, the quantiles are known."""
    ax = spread(swept(np.arange(101.0)[:, None] + T), T, "error [mm]", unit=0.1)
    median, worst = ax.lines
    assert_close(median.get_ydata(), (50.0 + T) / 0.1)
    assert_close(worst.get_ydata(), (100.0 + T) / 0.1)
    assert worst.get_label() == "worst of 101"
    (band,) = ax.collections
    box = band.get_paths()[0].get_extents()
    assert_close([box.y0, box.y1], [5.0 / 0.1, 96.0 / 0.1])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("time [s]", "error [mm]")


@pytest.mark.parametrize("shape", [(3,), (3, 4), (0, 5), (3, 5, 2)])
def test_refused(shape):
    with pytest.raises(jn.errors.InputError, match=r"spread: expected values \(count, 5\), one for each time"):
        spread(swept(np.zeros(shape)), T)
