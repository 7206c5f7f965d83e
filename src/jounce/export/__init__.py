"""Export of equations and motions from Python: compiled kernels and their cache, C projects, FMUs, reference generators."""

from jounce.codegen.build.cache import cache_info, clear_cache
from jounce.export.c_project import write_c
from jounce.export.compiled_kernel import Kernel, compile
from jounce.export.reference_generator import ReferenceGenerator, reference
from jounce.kernel.backends.cuda import CudaKernel

__all__ = [
    "CudaKernel",
    "Kernel",
    "ReferenceGenerator",
    "cache_info",
    "clear_cache",
    "compile",
    "reference",
    "write_c",
]
