"""Kernels for PyTorch tensors on the CPU: compiled code, with exact first derivatives for autograd."""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import Any

from jounce.codegen.build.library import Library
from jounce.errors import InputError
from jounce.kernel.arguments import NOTHING, Parameters, Wrenches
from jounce.kernel.backends.backend_selection import check_threads
from jounce.kernel.backends.native import NativeKernel
from jounce.kernel.backends.operator import Operator


class TorchKernel:
    """Kernel for PyTorch tensors in double precision, like a `NativeKernel`; supports autograd, `torch.func.vmap`, `jacrev`."""

    def __init__(self, kernel: NativeKernel, threads: int | None = None) -> None:
        """threads: largest number of threads for a batch; None: one per processor."""
        self.kernel, self.threads = kernel, check_threads(threads)
        self._operator = Operator(kernel)

    def __repr__(self) -> str:
        return f"<TorchKernel {repr(self.kernel)[8:]}"

    def __reduce__(self) -> Any:
        return TorchKernel, (self.kernel, self.threads)

    def __call__(self, *motion: Any, wrench: Wrenches = NOTHING, parameters: Parameters = None) -> Any:
        """Return the results of the public function for tensors (..., n); axis 0: time derivatives, if order > 0."""
        return self._operator.call("torch", self._apply, motion, wrench, parameters)

    def _apply(self, rows: Sequence[Any]) -> list[Any]:
        import torch

        if any(x.dtype != torch.float64 or x.device.type != "cpu" for x in rows):
            x = next(x for x in rows if x.dtype != torch.float64 or x.device.type != "cpu")
            raise InputError(f"kernel.torch() takes tensors of float64 on the processor, got {x.dtype} on {x.device}.")
        y = _registered(self._operator, self.threads)(torch.cat(tuple(rows), -1))
        sizes = [rows * width for rows, width in self._operator.outputs]
        return [y[..., end - size : end] for size, end in zip(sizes, accumulate(sizes))]


@cache  # PyTorch knows a name once
def _registered(operator: Operator, threads: int) -> Any:
    """Return the PyTorch function from tensors (..., inputs) to tensors (..., outputs), with forward and reverse derivatives.

    inputs, outputs: number of scalars in all input rows and in all outputs, one after the other.
    """
    import torch

    total = sum(rows * width for rows, width in operator.outputs)

    def compiled(kind: str, library: Any, shape: tuple[int, ...]) -> Any:
        @torch.library.custom_op(f"jounce::{kind}_{operator.name}_{threads}", mutates_args=(), device_types="cpu")  # type: ignore[untyped-decorator]
        def evaluate(x: torch.Tensor) -> torch.Tensor:
            return _run(library(), operator, x, threads).reshape((*x.shape[:-1], *shape))

        evaluate.register_fake(lambda x: x.new_empty((*x.shape[:-1], *shape)))
        evaluate.register_vmap(lambda info, dims, x: (evaluate(x.movedim(dims[0], 0)), 0))
        return evaluate

    values = compiled("values", lambda: operator.values, (total,))
    slopes = compiled("slopes", lambda: operator.slopes, (total, sum(operator.inputs)))

    class Differentiable(torch.autograd.Function):  # type: ignore[misc]
        """Autograd function of the custom operators, since `torch.func` cannot differentiate these directly."""

        generate_vmap_rule = True

        @staticmethod
        def forward(x: Any) -> Any:
            return values(x)

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(*inputs)
            ctx.save_for_forward(*inputs)

        @staticmethod
        def backward(ctx: Any, cotangent: Any) -> Any:
            return torch.einsum("...o,...oi->...i", cotangent, slopes(ctx.saved_tensors[0]))

        @staticmethod
        def jvp(ctx: Any, tangent: Any) -> Any:
            return torch.einsum("...oi,...i->...o", slopes(ctx.saved_tensors[0]), tangent)

    return Differentiable.apply


def _run(library: Library, operator: Operator, x: Any, threads: int) -> Any:
    """Return all outputs (count, outputs) of a compiled library for the `count` samples of x (..., inputs)."""
    import numpy as np
    import torch

    samples = np.ascontiguousarray(x.detach().numpy()).reshape(-1, x.shape[-1])
    ends = list(accumulate(operator.inputs))
    rows = [samples[:, end - width : end] for width, end in zip(operator.inputs, ends)]
    y = np.empty((len(samples), sum(slot.size for slot in library.outputs)))
    widths = [slot.width for slot in library.outputs for _ in range(slot.rows)]
    if len(samples):
        library.fill(rows, [y[:, end - width : end] for width, end in zip(widths, accumulate(widths))], threads)
    return torch.from_numpy(y)
