"""A cached property without a lock."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class ComputedOnce(Generic[T]):
    """Cached property as `functools.cached_property` of Python 3.12: two threads may both compute the value.

    The version of Python 3.11 has one lock for all objects of a class; if another thread holds that lock at a fork, the child
    process waits for ever.
    """

    def __init__(self, function: Callable[[Any], T]) -> None:
        self.function, self.__doc__ = function, function.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type | None = None) -> T:
        """Return the value and store it in the instance, where it hides this descriptor."""
        if instance is None:
            return self  # type: ignore[return-value]
        value = instance.__dict__[self.name] = self.function(instance)
        return value
