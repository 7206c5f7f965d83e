"""The text with allocated registers has the bits of the plain text, with any number of registers and any compiler."""

import ctypes
import shutil
import subprocess

import numpy as np
import pytest

from jounce.codegen.build.compiler import BASE
from jounce.codegen.print import one_sample
from jounce.codegen.print.one_sample import REGISTERS, allocated, scalar_source
from support.random_programs import INPUTS, OUTPUTS, random_program

FLAGS = [flag for flag in BASE if flag not in ("-fvect-cost-model=dynamic", "-fno-tree-slp-vectorize")]
COMPILERS = [
    pytest.param(name, marks=pytest.mark.skipif(not shutil.which(name), reason=f"no {name}")) for name in ("gcc", "clang")
]
pytestmark = pytest.mark.native


def plain(program, monkeypatch):
    with monkeypatch.context() as other:
        other.setattr(one_sample, "LONGEST", -1)
        return scalar_source(program)


def with_registers(program, registers):
    return scalar_source(program).replace(allocated(program, REGISTERS), allocated(program, registers))


def run(text, folder, name, command):
    """Compile a text and return its outputs on random samples, some with far angles."""
    (folder / f"{name}.c").write_text(text)
    subprocess.run([*command, f"{name}.c", "-o", f"{name}.so", "-lm"], cwd=folder, check=True)
    function = ctypes.CDLL(str(folder / f"{name}.so")).mixed
    rng = np.random.default_rng(0)
    samples = rng.normal(size=(200, INPUTS))
    samples[:20, 7:] *= 1e7
    out = np.zeros((len(samples), OUTPUTS))
    for x, y in zip(samples, out):
        function(ctypes.c_void_p(x.ctypes.data), ctypes.c_void_p(y.ctypes.data))
    assert np.isfinite(out).all()
    return out


@pytest.mark.parametrize("seed", range(4))
def test_allocated_text_has_the_bits_of_plain_text(seed, tmp_path, monkeypatch):
    """As gcc contracts the plain text for this processor."""
    if not shutil.which("gcc"):
        pytest.skip("no gcc")
    program = random_program(seed)
    command = ["gcc", "-O2", "-march=native", *FLAGS]
    expected = run(plain(program, monkeypatch), tmp_path, "plain", command)
    for registers in (4, 8, 15, 31):
        text = with_registers(program, registers)
        assert run(text, tmp_path, f"allocated_{registers}", command).tobytes() == expected.tobytes()


@pytest.mark.parametrize("compiler", COMPILERS)
def test_without_contraction_all_compilers_agree(compiler, tmp_path, monkeypatch):
    program = random_program(9)
    flags = ["-O1", "-ffp-contract=off", *(flag for flag in FLAGS if "contract" not in flag)]
    expected = run(plain(program, monkeypatch), tmp_path, "plain", [compiler, *flags])
    assert run(scalar_source(program), tmp_path, "allocated", [compiler, *flags]).tobytes() == expected.tobytes()


def test_other_compilers_see_plain_c(tmp_path):
    """With the words of GNU hidden: C99 of any compiler, and libm's sine."""
    if not shutil.which("gcc"):
        pytest.skip("no gcc")
    program = random_program(10)
    command = ["gcc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1", "-fPIC", "-shared", "-ffp-contract=off"]
    expected = run(scalar_source(program), tmp_path, "gnu", command)
    strange = run(scalar_source(program).replace("<math.h>", "<math.h>\n#undef __GNUC__", 1), tmp_path, "other", command)
    np.testing.assert_allclose(strange, expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_sines_where_the_compiler_may_reassociate(compiler, tmp_path):
    """Without a macro that tells it: clang has none, older gcc neither. -Ofast would change denormals in this process."""
    text = scalar_source(random_program(11))
    expected = run(text, tmp_path, "exact", [compiler, "-O2", "-fPIC", "-shared"])
    loose = ["-fassociative-math", "-fno-signed-zeros", "-fno-trapping-math", "-U__ASSOCIATIVE_MATH__"]
    flags = ["-O2", *loose, "-fPIC", "-shared"]
    np.testing.assert_allclose(run(text, tmp_path, "loose", [compiler, *flags]), expected, rtol=1e-9, atol=1e-10)


def test_polynomials_on_processors_with_half_precision(tmp_path):
    """gcc -std=gnu99 has an evaluation method of its own there, which concerns _Float16 alone."""
    if not shutil.which("gcc"):
        pytest.skip("no gcc")
    (tmp_path / "kernel.c").write_text(scalar_source(random_program(12)))
    command = ["gcc", "-std=gnu99", "-D__FLT_EVAL_METHOD__=16", "-E", "kernel.c"]
    found = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert "sincos_near" in found


@pytest.mark.parametrize("compiler", COMPILERS)
def test_no_check_at_each_access(compiler, tmp_path):
    """Of undefined behaviour, with which compilers take a minute for a long program."""
    (tmp_path / "kernel.c").write_text(scalar_source(random_program(13)))
    command = [compiler, "-O1", "-fsanitize=undefined", "-S", "kernel.c"]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert (tmp_path / "kernel.s").read_text().count("__ubsan_handle") < 100
