"""Access to GPU arrays of CuPy, PyTorch and JAX: address and strides, and new arrays of the same library.

None of these libraries is imported by this module: an array of a library exists only once that library has been imported.
"""

import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from jounce.errors import InputError
from jounce.kernel.arguments import Row
from jounce.numbers.elementary import library_of
from jounce.robot.validation import short

LIBRARIES = ("cupy", "torch", "jax")
LONGEST = 200
"""Number of characters after which the message of an array library is cut off where an InputError quotes it."""


class OnDevice(NamedTuple):
    """Address, type, shape and strides of an array on a GPU."""

    name: str
    array: Any
    address: int
    dtype: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    """Stride along each axis, in scalars."""
    device: int

    def step(self, batch: tuple[int, ...]) -> int | None:
        """Return the stride between samples, in scalars, after broadcasting to a batch shape; None if it is not constant."""
        sizes = self.shape[:-1]
        steps = [0] * (len(batch) - len(sizes))
        steps += [0 if size == 1 else step for size, step in zip(sizes, self.strides)]
        stride, reach = 0, None
        for size, step in zip(reversed(batch), reversed(steps)):
            if size == 1:
                continue
            if reach is None:
                stride = step
            elif step != reach:
                return None
            reach = step * size
        return stride


def common_library(rows: Sequence[Row]) -> str:
    """Return the library of all arrays, 'cupy', 'torch' or 'jax'; raise InputError for arrays of several or other libraries."""
    names = [_library(row) for row in rows]
    for row, name in zip(rows, names):
        if name != names[0]:
            raise InputError(f"{row.name} is an array of {name}, {rows[0].name} one of {names[0]}; expected all of one library.")
    return names[0]


def _library(row: Row) -> str:
    name = library_of(row.values)
    if name not in LIBRARIES:
        raise InputError(
            f"{row.name} is {short(row.values)}, of type {type(row.values).__name__}; expected an array of CuPy, PyTorch or JAX "
            "on a GPU."
        )
    return name


def on_device(row: Row, library: str) -> OnDevice:
    """Return the `OnDevice` of a GPU array; raise InputError for other arrays and for tensors that require gradients.

    An array of JAX is waited for. Values of CuPy and PyTorch may still be computed by earlier work on the library's stream.
    """
    x, torch = row.values, sys.modules.get("torch")
    if library == "torch" and torch is not None and x.requires_grad and torch.is_grad_enabled():
        raise InputError(f"{row.name} asks for gradients, which a CUDA kernel does not give: {row.name}.detach().")
    try:
        ready = x.detach() if library == "torch" else x.block_until_ready() if library == "jax" else x
        about = ready.__cuda_array_interface__
    except Exception as error:  # each library has reasons of its own: traced, on a processor, spread over several devices
        reason = (str(error).strip() or type(error).__name__).splitlines()[0].removesuffix(".")
        raise InputError(f"{row.name} is no array of numbers on one GPU: {reason[:LONGEST]}.") from None
    itemsize = int(about["typestr"][2:])
    shape = tuple(int(size) for size in about["shape"])
    strides, reach = [], itemsize
    for size in reversed(shape):
        strides.append(reach)
        reach *= size
    byte_strides = about.get("strides") or tuple(reversed(strides))
    steps = tuple(int(step) // itemsize for step in byte_strides)
    return OnDevice(row.name, x, int(about["data"][0]), about["typestr"][1:], shape, steps, _device(x, library))


def _device(x: Any, library: str) -> int:
    if library == "torch":
        return int(x.device.index or 0)
    if library == "cupy":
        return int(x.device.id)
    (device,) = x.devices()
    return int(device.local_hardware_id or 0)


def stream_of(library: str, device: int) -> int:
    """Return the handle of a library's current stream; 0 for JAX, whose stream is not accessible: the caller waits."""
    if library == "torch":
        return int(sys.modules["torch"].cuda.current_stream(device).cuda_stream)
    if library == "cupy":
        return int(sys.modules["cupy"].cuda.get_current_stream(device).ptr)
    return 0


def empty(like: OnDevice, library: str, shape: tuple[int, ...]) -> Any:
    """Return a new uninitialised array of a shape, on the device and of the dtype of `like`."""
    if library == "torch":
        return like.array.new_empty(shape)
    if library == "cupy":
        cupy = sys.modules["cupy"]
        with cupy.cuda.Device(like.device):
            return cupy.empty(shape, dtype=like.array.dtype)
    jax = sys.modules["jax"]
    return jax.numpy.empty(shape, dtype=like.array.dtype, device=like.array.sharding)


def spread(x: OnDevice, library: str, batch: tuple[int, ...]) -> OnDevice:
    """Return a copy (count, width) of a GPU array, broadcast to the batch shape of `count` samples."""
    space: Any = sys.modules["jax"].numpy if library == "jax" else sys.modules[library]
    whole = space.broadcast_to(x.array, (*batch, x.shape[-1])).reshape(-1, x.shape[-1])
    return on_device(Row(x.name, whole), library)


def turned(array: Any, library: str, axes: Sequence[int]) -> Any:
    """Return a view of a GPU array with permuted axes."""
    return array.permute(tuple(axes)) if library == "torch" else array.transpose(tuple(axes))
