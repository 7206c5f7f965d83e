"""What `import jounce as jn` offers, by dotted name."""

import inspect

import jounce as jn


def members(module):
    """{name: object} of `__all__`."""
    return {name: getattr(module, name) for name in module.__all__}


def public():
    """{dotted name below jounce: object}; what is public by itself is not listed again under its submodule."""
    names = {name: value for name, value in members(jn).items() if not inspect.ismodule(value)}
    flat = list(names.values())
    for room in jn.SUBMODULES:
        inner = members(getattr(jn, room)).items()
        names |= {f"{room}.{name}": value for name, value in inner if not any(value is other for other in flat)}
    return names


def equation_functions():
    """{last name: function} of all public functions of an equation; controllers make theirs of the robot."""
    found = {name.rpartition(".")[2]: value for name, value in public().items()}
    return {name: value for name, value in found.items() if inspect.isfunction(value) and hasattr(value, "equation")}
