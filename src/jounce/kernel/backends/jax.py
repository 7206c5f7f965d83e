"""Kernels for JAX arrays on the CPU: compiled code that XLA calls, with exact first derivatives."""

import ctypes
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from jounce.codegen.build.cache import loadable
from jounce.codegen.build.compiler import build
from jounce.codegen.build.library import SHARE, pool
from jounce.errors import InputError
from jounce.kernel.arguments import NOTHING, Parameters, Wrenches
from jounce.kernel.backends.backend_selection import check_threads
from jounce.kernel.backends.native import NativeKernel
from jounce.kernel.backends.operator import Operator


class JaxKernel:
    """Kernel for JAX arrays in double precision, called like the `NativeKernel`; supports `jit`, `vmap`, `grad` and `jacfwd`."""

    def __init__(self, kernel: NativeKernel, threads: int | None = None) -> None:
        """threads: largest number of threads for a batch; None: one per processor."""
        self.kernel, self.threads = kernel, check_threads(threads)
        self._operator = Operator(kernel)
        self._function = _differentiable(self._operator, self.threads)

    def __repr__(self) -> str:
        return f"<JaxKernel {repr(self.kernel)[8:]}"

    def __reduce__(self) -> Any:
        return JaxKernel, (self.kernel, self.threads)

    def __call__(self, *motion: Any, wrench: Wrenches = NOTHING, parameters: Parameters = None) -> Any:
        """Return the results of the public function for arrays (..., n); axis 0: time derivatives, if order > 0."""
        return self._operator.call("jax", lambda rows: self._function(*rows), motion, wrench, parameters)


def _differentiable(operator: Operator, threads: int) -> Any:
    """Return a JAX function from input rows (*batch, width) to outputs (*batch, rows, width), in double precision.

    The forward derivative of the function is the compiled Jacobian times the tangents.
    """
    import jax
    import jax.numpy as jnp

    shapes = operator.outputs
    across = [(rows, width * sum(operator.inputs)) for rows, width in shapes]

    @jax.custom_jvp
    def function(*rows: Any) -> Any:
        if any(x.dtype != jnp.float64 for x in rows):
            raise InputError('kernel.jax() computes in double precision; say jax.config.update("jax_enable_x64", True).')
        return _called(jax, _target(operator, False, threads), shapes, rows)

    @function.defjvp
    def derivative(rows: Sequence[Any], tangents: Sequence[Any]) -> Any:
        slopes = _called(jax, _target(operator, True, threads), across, rows)
        along = jnp.concatenate(tangents, -1)
        parts = [x.reshape((*x.shape[:-1], width, -1)) for x, (_, width) in zip(slopes, shapes)]
        return function(*rows), tuple(jnp.einsum("...rwi,...i->...rw", x, along) for x in parts)

    return function


def _called(jax: Any, target: str, shapes: Sequence[tuple[int, int]], rows: Sequence[Any]) -> Any:
    batch = rows[0].shape[:-1]
    results = [jax.ShapeDtypeStruct((*batch, *shape), rows[0].dtype) for shape in shapes]
    return tuple(jax.ffi.ffi_call(target, results, vmap_method="broadcast_all")(*rows))


@cache  # nothing is unloaded: XLA may call it at any time
def _target(operator: Operator, slopes: bool, threads: int) -> str:
    """Register the compiled values, or Jacobians if `slopes`, with XLA, and return the registered name."""
    import jax

    library = operator.slopes if slopes else operator.values
    name = f"jounce_{'slopes_' * slopes}{operator.name}_{threads}"
    outputs = library.outputs
    numbers = {
        "widths": operator.inputs,
        "out_rows": [slot.rows for slot in outputs],
        "out_widths": [slot.width for slot in outputs],
    }
    sizes = {"INPUTS": len(operator.inputs), "OUTPUTS": len(outputs), "OUTPUT_ROWS": sum(slot.rows for slot in outputs)}
    head = [f"/* {name} */", *(f"#define {key} {value}" for key, value in sizes.items())]
    head += [f"static const long long {key}[] = {{{', '.join(map(str, values))}}};" for key, values in numbers.items()]
    text = (resources.files("jounce.codegen.build") / "xla.c").read_text(encoding="utf-8")
    path = build("\n".join([*head, text]), f"{library.label}, for XLA", flags=(f"-I{jax.ffi.include_dir()}",))
    with loadable(path) as file:
        code = ctypes.CDLL(file)
    code.prepare(ctypes.c_void_p(library.batch_address), pool(), ctypes.c_longlong(threads), ctypes.c_longlong(SHARE))
    jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(code.handler), platform="cpu")  # type: ignore[no-untyped-call]
    return name
