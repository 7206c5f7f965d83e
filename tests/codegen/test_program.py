"""Writing down, ordering, differentiating."""

import pytest

import jounce as jn
from jounce.codegen.gradient import gradient
from jounce.codegen.program import Sheet, Slot
from jounce.export.compiled_kernel import Kernel
from jounce.functions.rigid import RNEA
from jounce.kernel.equation import Form

LIMITS = [(0, 760), (1, 1850), (2, 3350)]


@pytest.mark.parametrize(("order", "limit"), LIMITS)
def test_operations_after_elimination(order, limit):
    assert Kernel(Form(RNEA, order), jn.load("kuka_lwr")).program.operations <= limit


def test_a_result_may_be_a_constant_of_the_graph():
    """As the slope of 3 x is: it has no instruction of its own, and is handed out all the same."""
    sheet = Sheet([Slot("x", 1, 1)])
    ((x,),) = sheet.rows
    program = sheet.program("f", [Slot("y", 1, 2)], [[[*gradient(sheet.graph, 3.0 * x, [x]), sheet.graph.constant(7.0)]]])
    assert program.results == ((3.0, 7.0),)
    assert program.instructions == []


def test_outputs_are_checked():
    sheet = Sheet([Slot("x", 1, 1)])
    with pytest.raises(AssertionError, match="has 1 numbers, expected 2"):
        sheet.program("f", [Slot("y", 1, 2)], [sheet.rows])
