"""A GPU that is none: the very text of a kernel compiled as C++, and arrays that say they are on a device, called CuPy's."""

import ctypes
import hashlib
import subprocess
import sys
import types
from contextlib import nullcontext
from pathlib import Path

import numpy as np

import jounce.kernel.backends.cuda as backend

SHIM = Path(__file__).with_name("cuda.h")
TAIL = """
extern "C" void emulated(unsigned blocks, unsigned threads, const arguments *a{parameters})
{{
    run(blocks, threads, [&] {{ {name}(*a{names}); }});
}}
"""


class Array(np.ndarray):
    """NumPy's, under another name."""

    __module__ = "cupy"

    @property
    def device(self):
        return types.SimpleNamespace(id=0)

    @property
    def __cuda_array_interface__(self):
        return self.__array_interface__


def array(values, dtype=np.float64):
    return np.asarray(values, dtype=dtype).view(Array)


class Emulated:
    """In place of `jounce.codegen.build.cuda.Function`."""

    folder: Path

    def __init__(self, code, name, device):
        source = code.decode()
        steps = name.endswith("_steps")
        tail = TAIL.format(name=name, parameters=", real h, int steps" * steps, names=", h, steps" * steps)
        path = self.folder / hashlib.sha256(code).hexdigest()[:16]
        if not path.with_suffix(".so").exists():
            path.with_suffix(".cu").write_text(source)
            path.with_suffix(".cc").write_text(f'#include "{SHIM}"\n#include "{path.with_suffix(".cu")}"\n{tail}')
            flags = ["-std=c++20", "-O0", "-shared", "-fPIC", "-w", "-ffp-contract=off"]
            command = ["g++", *flags, "-o", str(path.with_suffix(".so")), str(path.with_suffix(".cc"))]
            subprocess.run(command, check=True)
        self.function = ctypes.CDLL(str(path.with_suffix(".so"))).emulated

    def launch(self, count, threads, stream, numbers, more, wait):
        given = (ctypes.c_longlong * len(numbers))(*numbers)
        self.function(ctypes.c_uint(-(-count // threads)), ctypes.c_uint(threads), given, *more)


def emulate(monkeypatch, folder):
    """Calls of CUDA kernels run here from now on."""
    cupy = types.ModuleType("cupy")
    cupy.empty = lambda shape, dtype: np.full(shape, np.nan, dtype).view(Array)
    cupy.broadcast_to = lambda x, shape: np.broadcast_to(x, shape, subok=True)
    cupy.cuda = types.SimpleNamespace(
        Device=lambda number: nullcontext(), get_current_stream=lambda device: types.SimpleNamespace(ptr=0)
    )
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    emulated = type("Emulated", (Emulated,), {"folder": folder})
    monkeypatch.setattr(backend, "Function", emulated)
    monkeypatch.setattr(backend, "architecture", lambda device: "sm_90")
    text = lambda self, architecture, steps=False: (self.steps_source if steps else self.source).encode()  # noqa: E731
    monkeypatch.setattr(backend.CudaKernel, "code", text)
