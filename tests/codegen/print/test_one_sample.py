"""Which programs have their registers allocated, for one sample and for batches."""

import pytest

from jounce.codegen.print.allocated import LONGEST
from jounce.codegen.print.one_sample import scalar_source
from jounce.codegen.print.simd import batch_source
from support.random_programs import random_program


@pytest.mark.parametrize("source", [scalar_source, batch_source])
def test_long_programs_are_plain(source):
    assert "STAYS" in source(random_program(0, 400))
    assert "STAYS" not in source(random_program(0, LONGEST + 500))


def test_single_precision_is_plain():
    assert "STAYS" not in scalar_source(random_program(0, 400), real="float")
