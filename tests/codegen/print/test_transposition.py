"""Blocks cover every row without leaving it, and what is moved in and out again is the same, with any vectors."""

import numpy as np
import pytest

from jounce.codegen.build.library import Library
from jounce.codegen.print.transposition import BLOCK, blocks
from jounce.codegen.program import Sheet, Slot

WIDTHS = [*range(1, 10), 15, 30, 37, 49]
SETS = ["x86-64", "x86-64-v3", "x86-64-v4"]


@pytest.mark.parametrize("width", range(100))
def test_blocks_cover_a_row_and_nothing_else(width):
    covered = {i + k for size, i in blocks(width) for k in range(size)}
    assert covered == set(range(width))
    assert {size for size, _ in blocks(width)} <= {1, 2, BLOCK}
    assert sum(size for size, _ in blocks(width)) <= width + 1


def flags(march):
    """Return what /proc/cpuinfo calls the instruction set."""
    return {"x86-64": "sse2", "x86-64-v3": "avx2", "x86-64-v4": "avx512vl"}[march]


@pytest.fixture(params=[*SETS, "native"])
def instruction_set(request, monkeypatch):
    if request.param != "native":
        try:
            with open("/proc/cpuinfo") as info:
                text = info.read()
        except OSError:
            text = ""
        if flags(request.param) not in text.split():
            pytest.skip(f"this processor has no {flags(request.param)}")
    monkeypatch.setenv("JOUNCE_MARCH", request.param)
    return request.param


@pytest.mark.native
def test_samples_come_back_as_they_went_in(instruction_set):
    """A program that hands its rows through, on samples with gaps between them; the gaps stay as they were."""
    slots = [Slot(f"x{width}", 2, width) for width in WIDTHS]
    outputs = [Slot(f"y{width}", 2, width) for width in WIDTHS]
    sheet = Sheet(slots)
    name = "hand_through_" + instruction_set.replace("-", "_")
    program = sheet.program(name, outputs, sheet.slots)
    library = Library(name, slots, outputs, name)
    library.build("batch", program)
    rng = np.random.default_rng(0)
    widths = [slot.width for slot in slots for _ in range(slot.rows)]
    for count in (1, 2, 3, 4, 5, 7, 8, 9, 31):
        rows = [rng.normal(size=(count, width + 3))[:, :width] for width in widths]
        memory = [np.full((count, width + 5), np.nan) for width in widths]
        assert library.fill(rows, [row[:, 2 : 2 + width] for row, width in zip(memory, widths)], 1)
        for row, target, width in zip(rows, memory, widths):
            assert np.array_equal(target[:, 2 : 2 + width], row)
            assert np.isnan(target[:, :2]).all()
            assert np.isnan(target[:, 2 + width :]).all()


@pytest.mark.native
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_numbers_that_are_not_finite_are_seen_wherever_they_stand(bad):
    slots, outputs = [Slot(f"x{width}", 1, width) for width in WIDTHS], [Slot("y", 1, 1)]
    sheet = Sheet(slots)
    library = Library("look", slots, outputs, "look")
    library.build("batch", sheet.program("look", outputs, [[[sheet.rows[0][0]]]]))
    rows = [np.ones((3, slot.width)) for slot in slots]
    assert library.fill(rows, [np.empty((3, 1))], 1)
    for row in rows:
        for sample, i in np.ndindex(row.shape):
            row[sample, i] = bad
            assert not library.fill(rows, [np.empty((3, 1))], 1)
            row[sample, i] = 1e308
            assert library.fill(rows, [np.empty((3, 1))], 1)
            row[sample, i] = 1.0
