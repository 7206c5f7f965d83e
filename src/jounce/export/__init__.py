"""WHAT LEAVES PYTHON: compiled kernels, C projects, FMUs, reference generators."""

from jounce.export.c_project import write_c
from jounce.export.compiled_kernel import Kernel, compile
from jounce.export.reference_generator import ReferenceGenerator, reference

__all__ = [
    "Kernel",
    "ReferenceGenerator",
    "compile",
    "reference",
    "write_c",
]
