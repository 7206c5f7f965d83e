"""Interface to NVIDIA's driver `libcuda`: loads code into a device and launches it on a stream.

Arrays come from CuPy, PyTorch or JAX, which all use the device's primary context; this module uses it as well.
"""

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from jounce.errors import CompilerError

NAMES = ("libcuda.so.1", "libcuda.so", "nvcuda.dll")
MAJOR, MINOR = 75, 76
"""Driver's codes of the device attributes major and minor compute capability."""


@lru_cache(maxsize=1)
def driver() -> Any:
    """Load and initialise the driver library; raise `CompilerError` if there is none, or no GPU."""
    for name in NAMES:
        try:
            library = ctypes.CDLL(name)
        except OSError:
            continue
        _tried(library, library.cuInit(0), "the driver of the GPU does not start")
        return library
    raise CompilerError("no driver of an NVIDIA GPU was found (libcuda)")


def _tried(library: Any, code: int, what: str) -> None:
    if code:
        text = ctypes.c_char_p()
        library.cuGetErrorString(code, ctypes.byref(text))
        said = "" if text.value is None else f": {text.value.decode(errors='replace')}"
        raise CompilerError(f"{what}: CUDA error {code}{said}")


@lru_cache(maxsize=64)
def architecture(device: int) -> str:
    """Return the architecture of the device with this index, such as 'sm_90'."""
    library, handle, values = driver(), _handle(device), []
    for attribute in (MAJOR, MINOR):
        value = ctypes.c_int()
        code = library.cuDeviceGetAttribute(ctypes.byref(value), attribute, handle)
        _tried(library, code, f"device {device} does not say what it is")
        values.append(value.value)
    return f"sm_{values[0]}{values[1]}"


def _handle(device: int) -> ctypes.c_int:
    library, handle = driver(), ctypes.c_int()
    _tried(library, library.cuDeviceGet(ctypes.byref(handle), device), f"there is no device {device}")
    return handle


@lru_cache(maxsize=64)
def _context(device: int) -> ctypes.c_void_p:
    """Return the primary context of a device, retained for the life of the process."""
    library, context = driver(), ctypes.c_void_p()
    code = library.cuDevicePrimaryCtxRetain(ctypes.byref(context), _handle(device))
    _tried(library, code, f"device {device} has no context")
    return context


@contextmanager
def _current(device: int) -> Iterator[Any]:
    library = driver()
    _tried(library, library.cuCtxPushCurrent_v2(_context(device)), f"device {device} cannot be used")
    try:
        yield library
    finally:
        library.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p()))


class Function:
    """A kernel loaded into a device; loaded code stays for the life of the process."""

    def __init__(self, code: bytes, name: str, device: int) -> None:
        self.device = device
        module, self.handle = ctypes.c_void_p(), ctypes.c_void_p()
        with _current(device) as library:
            _tried(library, library.cuModuleLoadData(ctypes.byref(module), code), f"{name} cannot be loaded")
            status = library.cuModuleGetFunction(ctypes.byref(self.handle), module, name.encode())
            _tried(library, status, f"{name} is not in its code")

    def launch(self, count: int, threads: int, stream: int, numbers: Sequence[int], more: Sequence[Any], wait: bool) -> None:
        """Launch one thread per sample, `count` in all, on a stream; threads: number of threads per block.

        numbers: 64-bit entries of the kernel's first argument, a struct; more: the kernel's other arguments as C values. wait:
        True to return only when the kernel has finished.
        """
        first = (ctypes.c_longlong * len(numbers))(*numbers)
        references = [ctypes.byref(x) for x in (first, *more)]
        pointers = (ctypes.c_void_p * len(references))(*(ctypes.cast(x, ctypes.c_void_p) for x in references))
        blocks = -(-count // threads)
        where = ctypes.c_void_p(stream)
        with _current(self.device) as library:
            code = library.cuLaunchKernel(self.handle, blocks, 1, 1, threads, 1, 1, 0, where, pointers, None)
            _tried(library, code, "the GPU does not start the kernel")
            if wait:
                _tried(library, library.cuStreamSynchronize(where), "the GPU did not finish the kernel")
