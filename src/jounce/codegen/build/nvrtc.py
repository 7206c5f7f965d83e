"""NVIDIA's compiler for CUDA at run time: found, described, and asked for code of a GPU. It needs neither a GPU nor a toolkit.

It is a library, `libnvrtc`, of the wheel `nvidia-cuda-nvrtc` (PyTorch brings it, too) or of a CUDA toolkit. It runs in a process
of its own, `nvrtc_main.py`, within the limits of time and memory that hold for C compilers; what it makes is kept like theirs.
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
"""What is not said to be for the processor at hand is for the GPU, so that C for one sample is CUDA as it stands."""
LIBRARY = re.compile(r"(libnvrtc\.so\.(\d+)(\.\d+)*|libnvrtc\.so)$")
ARCHITECTURE = re.compile(r"sm_\d{2,3}[af]?")
TOOLKITS, ROOTS = ("CUDA_HOME", "CUDA_PATH"), ("/usr/local/cuda",)
"""Where a toolkit is: variables of the environment, and the usual folder."""


@lru_cache(maxsize=8)
def _find(places: tuple[str, ...]) -> Path:
    for place in places:
        try:
            found = [path for path in Path(place).iterdir() if LIBRARY.fullmatch(path.name)]
        except OSError:
            continue
        if found:
            return max(found, key=lambda path: [int(x) for x in re.findall(r"\d+", path.name)])
    raise CompilerError("no libnvrtc was found, NVIDIA's compiler at run time: pip install 'jounce[cuda]'")


def nvrtc() -> Path:
    """The library: of the wheel, else of a toolkit (CUDA_HOME, CUDA_PATH, /usr/local/cuda)."""
    package = find_spec("nvidia")
    wheels = [] if package is None else [Path(x) for x in package.submodule_search_locations or ()]
    places = [str(path) for wheel in wheels for path in sorted(wheel.glob("*/lib"), reverse=True)]
    roots = [os.environ[name] for name in TOOLKITS if os.environ.get(name)] + [*ROOTS]
    places += [str(Path(root) / lib) for root in roots for lib in ("lib64", "targets/x86_64-linux/lib", "lib")]
    return _find(tuple(places))


def recall(recipe: str, architecture: str) -> bytes | None:
    """The code that this recipe was built to before, by the same compiler for the same kind of GPU."""
    try:
        path = cache.recall(_key(nvrtc(), architecture, recipe))
        return None if path is None else cache.content(path)
    except OSError:
        return None


def build(source: str, architecture: str, label: str, recipe: str | None = None) -> bytes:
    """Code of a GPU such as 'sm_90' from CUDA C++: from the cache, or from the compiler. `CompilerError` where it fails.

    recipe: says all that the text depends on; `recall` then finds the code without the text being written again.
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
    """Compile in a folder of its own, then give the result its name."""
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
    """What a file should be: source (or the recipe for it), compiler, flags and kind of GPU."""
    path = library.resolve()
    stamp = path.stat()
    identity = ("nvrtc", str(path), str(stamp.st_mtime_ns), str(stamp.st_size), architecture, *FLAGS, source)
    return hashlib.sha256("\0".join(identity).encode()).hexdigest()[:40]
