"""What is computed when it is first asked for, and kept with its object."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class made_once(Generic[T]):
    """functools.cached_property without its lock, which Python 3.11 shares between all objects of a class.

    With it everybody's answers wait while one visitor's is searched, and grading a short answer takes a sixth longer.
    Two threads may both compute a value, which is the same value.

    >>> class Number:
    ...     @made_once
    ...     def half(self):
    ...         print("computed")
    ...         return 21
    >>> number = Number()
    >>> number.half, number.half
    computed
    (21, 21)
    """

    def __init__(self, make: Callable[[Any], T]):
        self.make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type) -> T:
        value = instance.__dict__[self.name] = self.make(instance)  # and there it is found from now on
        return value
