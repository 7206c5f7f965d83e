"""NVRTC and the driver: found or not, what they say, and what is kept."""

import ctypes
import subprocess
from pathlib import Path

import pytest

import jounce as jn
from jounce.codegen.build import cache, cuda, nvrtc
from jounce.codegen.build.compiler import compiler
from jounce.kernel.backends import cuda as backend
from support.random_robots import random_robot

TEXT = 'extern "C" __global__ void nothing() {}'


def test_code_is_kept_and_found_again_without_being_written(monkeypatch, tmp_path):
    monkeypatch.setenv("JOUNCE_CACHE", str(tmp_path))
    robot = random_robot(41, n=1)
    first = jn.compile(jn.rnea, robot).cuda().code("sm_90")
    monkeypatch.setattr(backend, "cuda_source", None)
    assert jn.compile(jn.rnea, robot).cuda().code("sm_90") == first
    (kept,) = tmp_path.glob("*.so")
    kept.write_bytes(first[:-1] + b"?")
    kept.chmod(0o700)
    with pytest.raises(TypeError):  # what is not what its name says is not taken: the text would be written anew
        jn.compile(jn.rnea, robot).cuda().code("sm_90")


def test_each_kind_of_gpu_has_its_own_code(monkeypatch, tmp_path):
    monkeypatch.setenv("JOUNCE_CACHE", str(tmp_path))
    assert nvrtc.build(TEXT, "sm_90", "nothing") != nvrtc.build(TEXT, "sm_80", "nothing")
    assert cache.cache_info().files == 2


def test_older_gpus_have_code_too():
    kernel = jn.compile(jn.rnea, random_robot(42, n=2)).cuda()
    assert all(kernel.code(kind)[:4] == b"\x7fELF" for kind in ("sm_75", "sm_80"))


@pytest.mark.parametrize("wrong", ["sm_1", "compute_90", "", "sm_90 --include-path=/"])
def test_architectures_that_are_none(wrong):
    with pytest.raises(jn.errors.CompilerError, match="expected one such as 'sm_90'"):
        nvrtc.build(TEXT, wrong, "nothing")
    with pytest.raises(jn.errors.CompilerError, match="nvrtc failed on nothing: .*architecture"):
        nvrtc.build(TEXT, "sm_10", "nothing")


def test_what_the_compiler_says():
    with pytest.raises(jn.errors.CompilerError, match=r"nvrtc failed on rubbish: kernel\.cu\(1\): error: "):
        nvrtc.build("this is no C", "sm_90", "rubbish")


def test_no_compiler(monkeypatch, tmp_path):
    monkeypatch.setattr(nvrtc, "find_spec", lambda name: None)
    monkeypatch.setattr(nvrtc, "TOOLKITS", ("JOUNCE_TEST_TOOLKIT",))
    monkeypatch.setattr(nvrtc, "ROOTS", (str(tmp_path),))
    with pytest.raises(jn.errors.CompilerError, match=r"no libnvrtc was found.*pip install 'jounce\[cuda\]'"):
        nvrtc.nvrtc()
    folder = tmp_path / "lib64"
    folder.mkdir()
    for name in ("libnvrtc.so", "libnvrtc.so.9", "libnvrtc.so.13", "libnvrtc.alt.so.13", "libnvrtc-builtins.so.13"):
        (folder / name).touch()
    nvrtc._find.cache_clear()
    assert nvrtc.nvrtc() == folder / "libnvrtc.so.13"
    nvrtc._find.cache_clear()


@pytest.fixture
def driver(monkeypatch, tmp_path):
    """A driver that writes down what it is asked for."""
    library = tmp_path / "libcuda.so"
    source = Path(__file__).parents[1] / "support" / "libcuda.c"
    subprocess.run([*compiler(), "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    monkeypatch.setattr(cuda, "NAMES", (str(library),))
    kept = (cuda.driver, cuda.architecture, cuda._context)
    for function in kept:
        function.cache_clear()
    yield cuda.driver()
    for function in kept:
        function.cache_clear()


def test_a_launch(driver):
    assert cuda.architecture(0) == "sm_90"
    function = cuda.Function(b"\x7fELF ...", "there", 0)
    function.launch(1000, 128, 77, [1000, 2**40, 3, -4, 5], (ctypes.c_double(1e-3), ctypes.c_int(7)), wait=True)
    seen = (ctypes.c_longlong * 16).in_dll(driver, "seen")
    blocks, context = 8, 1  # 8 blocks of 128 threads hold 1000 samples; in the device's own context
    assert list(seen[:11]) == [blocks, 128, 77, context, 1000, 2**40, 3, -4, 1_000_000, 7, 1]
    function.launch(1, 128, 0, [1, 0, 0, 0], (ctypes.c_double(0.0), ctypes.c_int(0)), wait=False)
    assert (seen[0], seen[10]) == (1, 1)  # nobody waited


def test_what_the_driver_says(driver):
    with pytest.raises(jn.errors.CompilerError, match="there is no device 3: CUDA error 101"):
        cuda.architecture(3)
    with pytest.raises(jn.errors.CompilerError, match="there cannot be loaded: CUDA error 200"):
        cuda.Function(b"rubbish", "there", 0)
    with pytest.raises(jn.errors.CompilerError, match="elsewhere is not in its code: CUDA error 500: named symbol not found"):
        cuda.Function(b"\x7fELF", "elsewhere", 0)
    function = cuda.Function(b"\x7fELF", "there", 0)
    driver.fail(2)
    with pytest.raises(jn.errors.CompilerError, match="the GPU does not start the kernel: CUDA error 2"):
        function.launch(1, 128, 0, [1, 0, 0, 0], (), wait=False)


def test_no_driver(monkeypatch):
    monkeypatch.setattr(cuda, "NAMES", ("libno_such_thing.so",))
    cuda.driver.cache_clear()
    try:
        with pytest.raises(jn.errors.CompilerError, match="no driver of an NVIDIA GPU was found"):
            cuda.driver()
    finally:
        cuda.driver.cache_clear()
