"""Public names of a package that are imported at their first use (PEP 562).

A package may thus export objects of modules that themselves import the package, and `import jounce` stays fast.
"""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the functions `__getattr__` and `__dir__` for a package; homes: {public name: module that defines the object}.

    The home of a public submodule is the submodule itself.
    """

    def imported(name: str) -> Any:
        """Import a public name and store the object as an attribute of the package, so that the name is imported once."""
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(home)
        value = module if home == f"{package}.{name}" else getattr(module, name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        """Return the public names of the package and the dunder names of its module, for `dir`."""
        attributes = vars(sys.modules[package])
        return sorted({*(name for name in attributes if name.startswith("__")), *attributes["__all__"]})

    return imported, names
