"""A property that is computed when it is first asked for, without a lock."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class ComputedOnce(Generic[T]):
    """As `functools.cached_property` is since Python 3.12: two threads may both compute the value.

    That of 3.11 has one lock for all objects of the class; if another thread has it at a fork, the child waits for it for ever.
    """

    def __init__(self, function: Callable[[Any], T]) -> None:
        self.function, self.__doc__ = function, function.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type | None = None) -> T:
        """Return the value; from now on the attribute of the same name is the value itself."""
        if instance is None:
            return self  # type: ignore[return-value]
        value = instance.__dict__[self.name] = self.function(instance)
        return value
