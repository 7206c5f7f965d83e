"""CUDA kernels: an equation on arrays of CuPy, PyTorch or JAX on a GPU, one thread per sample."""

import ctypes
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from jounce.codegen.build import nvrtc
from jounce.codegen.build.cuda import Function, architecture
from jounce.codegen.print.cuda import BOUNDS, BOUNDS_OF_STEPS, cuda_source, steps_source
from jounce.errors import InputError
from jounce.kernel.arguments import NOTHING, Parameters, Row, Wrenches, sort
from jounce.kernel.backends.device_arrays import OnDevice, common_library, empty, on_device, spread, stream_of, turned
from jounce.kernel.backends.native import NativeKernel
from jounce.robot.validation import positive, short

DTYPES = {"float64": ("f8", ctypes.c_double), "float32": ("f4", ctypes.c_float)}
PLANTS = {"forward_dynamics": ("qdd",), "elastic_forward_dynamics": ("qdd", "thetadd")}
"""{name of an equation that `advance` can integrate: names of all its outputs, the accelerations}."""
MOST_ROWS = 160
"""Largest number of input and output rows, else InputError: their addresses and strides must fit into 4 kB of arguments."""


class CudaKernel:
    """GPU kernel of an equation, called like the `Kernel` it is created from, with arrays of CuPy, PyTorch or JAX on the GPU.

    Arrays are read in place, with any strides, on the current stream of their library; results are arrays of the same library,
    in the memory layout of `q`: one row per sample or, if neighbouring samples of `q` are adjacent in memory (`q = x.T`), one
    array per scalar, which a GPU writes fastest. Batch axes broadcast without a copy if samples have a constant stride. Values
    are not checked for nan or bounds. Calls return before the GPU has finished, like those of CuPy
    and PyTorch; calls on JAX arrays wait.
    """

    def __init__(self, kernel: NativeKernel, dtype: DTypeLike = "float64") -> None:
        """kernel: result of `jounce.compile`; dtype: float64 or float32, for all scalars."""
        try:
            self.dtype = np.dtype(dtype).name
        except TypeError:
            self.dtype = short(dtype)
        if self.dtype not in DTYPES:
            raise InputError(f"dtype: expected float64 or float32, got {self.dtype}.")
        self.kernel = kernel
        rows = sum(slot.rows for slot in (*kernel.inputs, *kernel.outputs))
        if rows > MOST_ROWS:
            raise InputError(f"{kernel!r} has {rows} rows of numbers, in and out; a CUDA kernel has {MOST_ROWS} at most.")
        self._functions: dict[tuple[str, int], Function] = {}

    def __repr__(self) -> str:
        return f"<CudaKernel {repr(self.kernel).removeprefix('<Kernel ').removesuffix('>')}, {self.dtype}>"

    def __reduce__(self) -> Any:
        return CudaKernel, (self.kernel, self.dtype)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CudaKernel) and self.kernel == other.kernel and self.dtype == other.dtype

    def __hash__(self) -> int:
        return hash((self.kernel, self.dtype))

    # ---------------------------------------------------------------- code

    @property
    def source(self) -> str:
        """Return the CUDA C++ source of a call."""
        return cuda_source(self.kernel.program, self.dtype)

    @property
    def steps_source(self) -> str:
        """Return the CUDA C++ source of `advance`."""
        self._plant()
        return steps_source(self.kernel.program, self.dtype)

    def code(self, architecture: str, steps: bool = False) -> bytes:
        """Return the machine code of the kernel, compiled without a GPU and cached on disk.

        Parameters
        ----------
        architecture : str
            Architecture of the GPU, such as 'sm_90'.
        steps : bool
            True for the code of `advance`, False for that of a call.

        Returns
        -------
        bytes

        Raises
        ------
        CompilerError
            If NVRTC is missing or fails.
        """
        recipe = f"cuda {self.dtype} {steps} {self.kernel.recipe}"
        machine_code = nvrtc.recall(recipe, architecture)
        if machine_code is not None:
            return machine_code
        source = self.steps_source if steps else self.source
        return nvrtc.build(source, architecture, f"{self.kernel.form.equation.name} for {architecture}", recipe)

    def _function(self, device: int, steps: bool) -> Function:
        name = f"{self.kernel.form.equation.name}{'_steps' * steps}"
        if (name, device) not in self._functions:
            self._functions[name, device] = Function(self.code(architecture(device), steps), name, device)
        return self._functions[name, device]

    # ---------------------------------------------------------------- called

    def __call__(self, *motion: ArrayLike, wrench: Wrenches = NOTHING, parameters: Parameters = None) -> Any:
        """Return the results of the kernel for arrays (..., n) of one library on one GPU."""
        arrays, library, batch = self._device_arrays(motion, wrench, parameters)
        form = self.kernel.form
        outputs, rows = [], list[int]()
        for slot, (lead, shape) in zip(self.kernel.outputs, self.kernel.shapes):
            array, where = _new(arrays[0], library, batch, lead, shape, slot.rows)
            outputs.append(array)
            rows += where
        self._launch(arrays, library, batch, rows, False)
        if form.only or form.equation.partials is not None:
            return form.finish(self.kernel.robot, motion[0], tuple(outputs), {})
        result = form.equation.result.kind
        return result(*outputs) if result is not None else outputs[0] if len(outputs) == 1 else tuple(outputs)

    def advance(
        self, *motion: ArrayLike, step: float, steps: int = 1, wrench: Wrenches = NOTHING, parameters: Parameters = None
    ) -> tuple[Any, ...]:
        """Integrate the equations of motion under constant torque by Runge-Kutta steps of order 4, all in one launch.

        Kernels of `elastic_forward_dynamics`: advance(q, qd, theta, thetad, tau_m, step=...) -> (q, qd, theta, thetad); kernels
        of `forward_dynamics`: advance(q, qd, tau, step=...) -> (q, qd). The error over a fixed time falls with step^4, and the
        method is stable if w * step < 2.8 for the robot's fastest oscillation w [rad/s].

        Parameters
        ----------
        *motion : (..., n) or (..., m)
            State and torque, arrays of one library on one GPU; theta, thetad and tau_m have one entry per motor (m).
        step : float
            Duration of a step [s].
        steps : int
            Number of steps.
        wrench, parameters
            As of a call, constant during the steps.

        Returns
        -------
        tuple of arrays
            The state after all steps.

        Raises
        ------
        InputError
            If the kernel is not one of forward dynamics, or an argument is invalid.
        """
        self._plant()
        step = positive(step, "step [s]")
        if isinstance(steps, bool) or not isinstance(steps, (int, np.integer)) or not 0 < steps < 2**31:
            raise InputError(f"steps: expected a whole number from 1, got {short(steps)}.")
        arrays, library, batch = self._device_arrays(motion, wrench, parameters)
        outputs, rows = [], list[int]()
        for x in arrays[: 2 * len(PLANTS[self.kernel.form.equation.name])]:
            array, where = _new(arrays[0], library, batch, (), x.shape[-1:], 1)
            outputs.append(array)
            rows += where
        number = DTYPES[self.dtype][1]
        self._launch(arrays, library, batch, rows, True, (number(step), ctypes.c_int(int(steps))))
        return tuple(outputs)

    def _plant(self) -> None:
        """Raise InputError unless the kernel is one of forward dynamics that can be integrated."""
        form, robot = self.kernel.form, self.kernel.robot
        accelerations = PLANTS.get(form.equation.name)
        if accelerations is None or form.only != accelerations:
            supported = " or ".join(f"{name} with all its outputs" for name in PLANTS)
            raise InputError(f"advance: expected a kernel of {supported}, not {self.kernel!r}.")
        if robot.nq != robot.n:
            raise InputError(f"advance: robot {robot.name!r} has joints of several freedoms; expected one freedom a joint.")

    def _device_arrays(
        self, motion: Sequence[Any], wrench: Wrenches, parameters: Parameters
    ) -> tuple[list[OnDevice], str, tuple[int, ...]]:
        """Return all rows as arrays on one device, their library, and their common batch shape."""
        kernel = self.kernel
        form = kernel.form
        try:
            motion = form.equation.arrange(kernel.robot, motion)
        except (TypeError, RuntimeError) as error:
            raise InputError(f"{form.equation.name} does not take arrays on a GPU: {short(str(error))}.") from None
        arguments = sort(form.equation, kernel.robot, motion, wrench, kernel.link, parameters, form.by)
        if arguments.form._replace(only=form.only, place=form.place) != form:
            raise InputError(f"this kernel takes {form.takes}; got {arguments.form.takes}.")
        library = common_library(arguments.rows)
        arrays = [on_device(row, library) for row in arguments.rows]
        widths = [slot.width for slot in kernel.inputs for _ in range(slot.rows)]
        kind = DTYPES[self.dtype][0]
        for x, width in zip(arrays, widths):
            if x.dtype != kind:
                raise InputError(f"{x.name} has numbers of type {x.dtype}, expected {kind} ({self.dtype}): convert it before.")
            if x.shape[-1:] != (width,):
                raise InputError(f"{x.name} has shape {x.shape}; expected (..., {width}), the joint axis last.")
            if x.device != arrays[0].device:
                raise InputError(f"{x.name} is on device {x.device}, {arrays[0].name} on {arrays[0].device}; expected one.")
        try:
            return arrays, library, np.broadcast_shapes(*(x.shape[:-1] for x in arrays))
        except ValueError:
            shown = ", ".join(f"{x.name} {x.shape}" for x in arrays)
            raise InputError(f"the batch axes do not fit together: {shown}.") from None

    def _launch(
        self,
        arrays: Sequence[OnDevice],
        library: str,
        batch: tuple[int, ...],
        out: Sequence[int],
        steps: bool,
        more: Sequence[Any] = (),
    ) -> None:
        """Launch the kernel on a batch; arrays: input rows.

        out: address, stride between samples and stride between scalars of each output row, one row after the other; steps: True
        for the code of `advance`; more: further arguments of that code as C values.
        """
        count = math.prod(batch)
        if count == 0:
            return
        rows, copies = [count], []
        for x in arrays:
            step = x.step(batch)
            if step is None:
                x = spread(x, library, batch)
                copies.append(x)  # held until the kernel is on the stream, where memory is not given to others before it
                step = x.strides[0]
            rows += [x.address, step, x.strides[-1]]
        device = arrays[0].device
        function = self._function(device, steps)
        threads, _ = BOUNDS_OF_STEPS if steps else BOUNDS[self.dtype]
        function.launch(count, threads, stream_of(library, device), [*rows, *out], more, wait=library == "jax")


def _new(
    like: OnDevice, library: str, batch: tuple[int, ...], lead: tuple[int, ...], shape: tuple[int, ...], rows: int
) -> tuple[Any, list[int]]:
    """Return a new array (*lead, *batch, *shape), and address and strides (samples, scalars) of each of its `rows` rows.

    Device, dtype and memory layout are those of `like`.
    """
    count, width = math.prod(batch), math.prod(shape)
    columns = count > 1 and like.step(batch) == 1 and like.strides[-1] != 1
    if columns:
        array = empty(like, library, (*lead, *shape, *batch))
        first, last = len(lead), len(lead) + len(shape)
        axes = [*range(first), *range(last, last + len(batch)), *range(first, last)]
        array = turned(array, library, axes)
    else:
        array = empty(like, library, (*lead, *batch, *shape))
    at = on_device(Row("result", array), library).address
    size = int(like.dtype[1:])
    steps = (1, count) if columns else (width, 1)
    return array, [x for r in range(rows) for x in (at + r * count * width * size, *steps)]
