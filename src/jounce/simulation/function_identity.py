"""Digest of a user's function and of all that the function reads, by which a sweep recognises stored values of the function.

The digest is equal in every process. It covers the function's code and all that the code reads: closure, defaults, attributes,
globals of the function's module and, recursively, the functions and classes among these. Other objects are represented by their
class and pickled state, packages by name and version. An object without such a representation, for example an open file, is
refused: a folder of stored values might otherwise belong to another function.
"""

import copyreg
import dis
import functools
import hashlib
import pickle
import sys
import sysconfig
import threading
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, GetSetDescriptorType, MemberDescriptorType, MethodType, ModuleType
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.kernel.fingerprint import Fingerprint, texts
from jounce.robot.validation import short

PROTOCOL = 2
"""Version of the pickle protocol: the lowest in which the pickled state of an object of any Python class has its attributes."""
PACKAGES = ("site-packages", "dist-packages")
"""Names of the folders of installed packages, whose files do not change unless the package's version changes."""
SYNCHRONISATION = (
    *(type(threading.Lock()), type(threading.RLock()), threading.Condition, threading.Event, threading.Semaphore),
    *(threading.Barrier, threading.local),
)
"""Types of synchronisation primitives, whose state has no influence on computed values."""
READS = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
"""Bytecode instructions that read a global of the module."""
HEAP_TYPE = 1 << 9
"""Flag of classes that a class statement created: tells user classes whose `__module__` is `builtins` from real built-ins."""
# fmt: off
UNREAD = frozenset({
    "__dict__", "__weakref__", "__doc__", "__module__", "__qualname__", "__annotations__", "__annotate__", "__annotate_func__",
    "__annotations_cache__", "__static_attributes__", "__firstlineno__", "__orig_bases__", "__parameters__",
    "__dataclass_fields__", "__dataclass_params__", "__match_args__", "__abstractmethods__", "_abc_impl",
})
# fmt: on
"""Class attributes that do not influence what methods compute."""


def identity(x: Any, what: str) -> str:
    """Return a digest by which a function, a robot or samples can be recognised in every process.

    what: noun for x in messages, such as "the robot". Raise InputError if x, or an object that x reads, cannot be identified.
    """
    try:
        return hashlib.sha256(Identity()(x).encode("utf-8", "surrogatepass")).hexdigest()
    except UnidentifiedError as error:
        raise InputError(
            f"folder: {what} cannot be told from another one, since it reads {error}; old values in the folder might not be its "
            "own. Hand over data that can be pickled instead, or leave folder= out."
        ) from None
    except RecursionError:
        raise InputError(
            f"folder: {what} cannot be told from another one: it reads objects that are nested too deeply."
        ) from None


class UnidentifiedError(Exception):
    """Raised for an object that cannot be identified by its class and pickled state."""


class Identity(Fingerprint):
    """Fingerprint of one function and of all that the function reads; an object that is read repeatedly is represented once."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        """{id of an object: index in order of the first visit}; at later visits the index represents the object."""
        self.alive: list[Any] = []
        """All visited objects: a reference to an object prevents Python from giving its id to another object."""

    def __call__(self, x: Any) -> str:
        """Return the text that represents an object, as `Fingerprint`; of an object visited before, its index."""
        users = not isinstance(x, (FunctionType, ModuleType)) and _is_users_class(type(x))
        if users or isinstance(x, (list, dict, set, FunctionType, type, MethodType, functools.partial)):
            if id(x) in self.numbers:
                return f"again {self.numbers[id(x)]}"
            self.numbers[id(x)] = len(self.numbers)
            self.alive.append(x)
        return self.other(x) if users else super().__call__(x)

    def bound(self, function: FunctionType) -> list[Any]:
        """Return all objects that a function reads.

        For a function of an installed package, the version of the package stands for the function's attributes and globals.
        """
        inside = super().bound(function)
        if _is_installed(function.__code__.co_filename):
            return [_version(function.__module__), *inside]
        values, attributes = function.__globals__, frozenset(_names(function.__code__))
        names = sorted({name for name in _global_names(function.__code__) if name in values})
        return [*inside, vars(function), {name: _read(values[name], attributes, frozenset()) for name in names}]

    def other(self, x: Any) -> str:
        """Return the text that represents an object by its class and state; raise UnidentifiedError if there is no such text."""
        if isinstance(x, type):
            return self._class(x)
        if isinstance(x, ModuleType):
            return f"module {x.__name__} {_contents(x)}"
        if isinstance(x, SYNCHRONISATION):
            return f"{type(x).__module__}.{type(x).__qualname__}"
        if isinstance(x, MethodType):
            return f"method {self(x.__func__)} of {self(x.__self__)}"
        if isinstance(x, (staticmethod, classmethod)):
            return f"{type(x).__qualname__} {self(x.__func__)}"
        if isinstance(x, property):
            return f"property {self([x.fget, x.fset])}"
        if isinstance(x, functools._lru_cache_wrapper):
            return f"cached {self(x.__wrapped__)}"
        if isinstance(x, BuiltinFunctionType) and isinstance(x.__self__, (ModuleType, type(None))):
            return f"{x.__module__}.{x.__qualname__} {_version(x.__module__ or 'builtins')}"
        if isinstance(x, (GetSetDescriptorType, MemberDescriptorType)):
            return f"{type(x).__qualname__} {x.__qualname__}"
        if isinstance(x, np.ndarray) and not x.dtype.hasobject and type(x).__module__.startswith("numpy"):
            mask = np.ma.getmaskarray(x) if isinstance(x, np.ma.MaskedArray) else None
            return f"{type(x).__qualname__} {self(np.array(x.data if mask is not None else x))} {self(mask)}"
        return self._state(x)

    def _class(self, x: type) -> str:
        """Return the text that represents a class: version for a class of a package, attributes and bases for a user's class."""
        name = f"class {x.__module__}.{x.__qualname__}"
        if not _is_users_class(x):
            return f"{name} {_version(x.__module__)}"
        return f"{name} {self(list(x.__bases__))} {self({key: value for key, value in vars(x).items() if key not in UNREAD})}"

    def _state(self, x: Any) -> str:
        """Return the text that represents an object by its pickled state; raise UnidentifiedError if pickling fails."""
        try:
            reducer = copyreg.dispatch_table.get(type(x))
            state = x.__reduce_ex__(PROTOCOL) if reducer is None else reducer(x)
            if isinstance(state, str):
                return self._named(x, state)
        except Exception as error:
            raise UnidentifiedError(f"{short(x)} ({type(x).__module__}.{type(x).__qualname__}: {error})") from None
        return f"{self(type(x))} {self([list(item) if isinstance(item, Iterator) else item for item in state])}"

    def _named(self, x: Any, name: str) -> str:
        """Return the text that represents an object that pickle stores by name, such as a ufunc of NumPy."""
        module = pickle.whichmodule(x, name)  # type: ignore[attr-defined]
        if getattr(sys.modules.get(module), name, None) is not x or _is_users_module(module):
            raise ValueError(f"no package has it under the name {name!r}")
        return f"{self(type(x))} {module}.{name} {_version(module)}"


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and all code objects nested in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _global_names(code: CodeType) -> Iterable[str]:
    """Return the names of the globals that a code object and its nested code objects read."""
    return [x.argval for inner in _codes(code) for x in dis.get_instructions(inner) if x.opname in READS]


def _names(code: CodeType) -> Iterable[str]:
    """Return all names that a code object and its nested code objects mention, names of attributes included."""
    return [name for inner in _codes(code) for name in inner.co_names]


def _read(x: Any, names: frozenset[str], above: frozenset[str]) -> Any:
    """Return the representation of a global x: x itself, or for a user's module the name and the attributes in `names`.

    above: names of the modules that are being read, which are not read again.
    """
    if not isinstance(x, ModuleType) or x.__name__ in above or not _is_users_module(x.__name__):
        return x
    inside = above | {x.__name__}
    return [x.__name__, {name: _read(value, names, inside) for name, value in vars(x).items() if name in names}]


def _is_users_class(x: type) -> bool:
    """Return True unless the class is fixed by its name and its package's version (conservative: True if unknown)."""
    return _is_users_module(x.__module__) or (x.__module__ == "builtins" and bool(x.__flags__ & HEAP_TYPE))


def _is_users_module(name: Any) -> bool:
    """Return True unless the module is fixed by its name and version (conservative: True if unknown)."""
    module = sys.modules.get(name) if isinstance(name, str) else None
    if name == "__main__" or module is None:
        return True
    file = getattr(module, "__file__", None)
    return bool(file and not _is_installed(file))


@lru_cache(maxsize=1024)
def _is_installed(file: str) -> bool:
    """Return True if a source file belongs to Python's standard library, to jounce or to an installed package."""
    if file.startswith("<frozen "):
        return True
    path = Path(file).resolve()
    ours = Path(__file__).resolve().parents[1]
    standard = Path(sysconfig.get_paths()["stdlib"]).resolve()
    return path.is_relative_to(ours) or path.is_relative_to(standard) or any(folder in path.parts for folder in PACKAGES)


def _version(module: str | None) -> str:
    """Return the version of the package that contains a module; for jounce a digest of its sources; '' if unknown."""
    top = (module or "").partition(".")[0]
    return texts() if top == "jounce" else str(getattr(sys.modules.get(top), "__version__", ""))


def _contents(module: ModuleType) -> str:
    """Return the package version for a module of a package, or the digest of the source file for a user's module."""
    if not _is_users_module(module.__name__):
        return _version(module.__name__)
    try:
        return hashlib.sha256(Path(str(module.__file__)).read_bytes()).hexdigest()
    except (AttributeError, OSError) as error:
        raise UnidentifiedError(f"module {module.__name__!r} ({error})") from None
