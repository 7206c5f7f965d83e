"""NVIDIA's run-time compiler for CUDA, NVRTC: lookup, flags, and compilation for a GPU. Neither a GPU nor a toolkit is required.

NVRTC is the library `libnvrtc` of the wheel `nvidia-cuda-nvrtc` (a dependency of PyTorch) or of a CUDA toolkit. It runs in a
process of its own, `nvrtc_main.py`, within the time and memory limits of C compilers; its code is cached like theirs.
"""

import hashlib
import os
import re
import shutil
import sys
from functools import lru_cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path

from jounce.codegen.build import cache
from jounce.codegen.build.compiler import run
from jounce.errors import CompilerError

FLAGS = ("--std=c++20", "--device-as-default-execution-space")
"""Compiler flags: functions without a qualifier are device functions, so that C text for one sample compiles unchanged."""
LIBRARY = re.compile(r"(libnvrtc\.so\.(\d+)(\.\d+)*|libnvrtc\.so)$")
ARCHITECTURE = re.compile(r"sm_\d{2,3}[af]?")
TOOLKITS, ROOTS = ("CUDA_HOME", "CUDA_PATH"), ("/usr/local/cuda",)
"""Where a CUDA toolkit is searched: environment variables, then the usual folder."""


@lru_cache(maxsize=8)
def _find(places: tuple[str, ...]) -> Path:
    for place in places:
        try:
            libraries = [path for path in Path(place).iterdir() if LIBRARY.fullmatch(path.name)]
        except OSError:
            continue
        if libraries:
            return max(libraries, key=lambda path: [int(x) for x in re.findall(r"\d+", path.name)])
    raise CompilerError("no libnvrtc was found, NVIDIA's compiler at run time: pip install 'jounce[cuda]'")


def nvrtc() -> Path:
    """Return the path of the library: of the wheel, else of a toolkit (CUDA_HOME, CUDA_PATH, /usr/local/cuda)."""
    package = find_spec("nvidia")
    wheels = [] if package is None else [Path(x) for x in package.submodule_search_locations or ()]
    places = [str(path) for wheel in wheels for path in sorted(wheel.glob("*/lib"), reverse=True)]
    roots = [os.environ[name] for name in TOOLKITS if os.environ.get(name)] + [*ROOTS]
    places += [str(Path(root) / lib) for root in roots for lib in ("lib64", "targets/x86_64-linux/lib", "lib")]
    return _find(tuple(places))


def recall(recipe: str, architecture: str) -> bytes | None:
    """Return the code built from this recipe by the same compiler for the same architecture; None if there is none."""
    try:
        path = cache.recall(_key(nvrtc(), architecture, recipe))
        return None if path is None else cache.content(path)
    except OSError:
        return None


def build(source: str, architecture: str, label: str, recipe: str | None = None) -> bytes:
    """Compile CUDA C++ for an architecture such as 'sm_90', or take the code from the cache; raise `CompilerError` on failure.

    recipe: description of everything the text depends on, by which `recall` finds the code without generating the text.
    """
    if not ARCHITECTURE.fullmatch(architecture):
        raise CompilerError(f"architecture: expected one such as 'sm_90', got {architecture!r}")
    library = nvrtc()
    try:
        key = _key(library, architecture, source)
        path = cache.find(key) or _compile(library, architecture, source, key, label)
        if recipe is not None:
            cache.note(_key(library, architecture, recipe), key)
        return cache.content(path)
    except OSError as error:
        raise CompilerError(f"{label} could not be compiled: {error}") from None


def _compile(library: Path, architecture: str, source: str, key: str, label: str) -> Path:
    """Compile CUDA C++ in a new build folder and move the code into the cache; return its path."""
    main = (resources.files("jounce.codegen.build") / "nvrtc_main.py").read_text(encoding="utf-8")
    folder = cache.build_folder()
    try:
        (folder / "nvrtc").write_text(main)
        (folder / "kernel.cu").write_text(source)
        options = (f"--gpu-architecture={architecture}", *FLAGS)
        command = [sys.executable, "-I", "-S", "nvrtc", str(library), "kernel.cu", "kernel.cubin", *options]
        run(command, folder, label, "nvrtc")
        return cache.keep(key, folder / "kernel.cubin")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _key(library: Path, architecture: str, source: str) -> str:
    """Return the key of compiled code: a hash of source (or its recipe), compiler, flags and architecture."""
    path = library.resolve()
    stamp = path.stat()
    identity = ("nvrtc", str(path), str(stamp.st_mtime_ns), str(stamp.st_size), architecture, *FLAGS, source)
    return hashlib.sha256("\0".join(identity).encode()).hexdigest()[:40]
