"""Which programs have their registers allocated, for one sample and for batches."""

import shutil
import subprocess

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


@pytest.mark.parametrize(("parts", "fused"), [("6", False), ("14", True)])
def test_contractions_where_doubles_have_them(parts, fused):
    """Cortex-M4 has fused operations on floats (2 and 4 of __ARM_FP), Cortex-M7 on doubles too (8)."""
    if not shutil.which("gcc"):
        pytest.skip("no gcc")
    command = ["gcc", "-U__FMA__", "-U__FP_FAST_FMA", "-D__ARM_FEATURE_FMA=1", f"-D__ARM_FP={parts}", "-E", "-xc", "-"]
    text = scalar_source(random_program(0, 400))
    found = subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout
    assert ("__builtin_fma" in found) == fused
