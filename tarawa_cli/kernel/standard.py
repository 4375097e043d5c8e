"""What collections, functools, contextlib, operator, importlib and hashlib give, without importing them.

The compiled parts that they are made of are private, so an interpreter that the tests do not run on gets the real ones.
"""

import sys

from tarawa_cli.kernel.hints import IS_TESTED, TYPE_CHECKING, Any, Callable

if TYPE_CHECKING or not IS_TESTED:
    from collections import deque
    from contextlib import contextmanager, suppress
    from functools import cache, cached_property, lru_cache, partial
    from importlib import import_module
    from operator import attrgetter, is_not, itemgetter, ne
else:
    from _collections import deque
    from _functools import _lru_cache_wrapper, partial
    from _operator import attrgetter, is_not, itemgetter, ne

    def cache(function):
        return lru_cache(None)(function)

    def lru_cache(maxsize):
        def remembering(function):
            made = _lru_cache_wrapper(function, maxsize, False, lambda *counts: counts)
            return _named(made, function)

        return remembering

    def _named(made, function):
        """A function made of another, with its text, and its name unless it is a `partial`, which has none."""
        made.__wrapped__, made.__doc__ = function, function.__doc__
        if hasattr(function, "__name__"):
            made.__name__ = function.__name__
        return made

    class cached_property:
        """A property that is worked out once for each instance, which keeps it in its `__dict__`."""

        def __init__(self, function):
            self.func, self.__doc__ = function, function.__doc__

        def __set_name__(self, owner, name):
            self.attrname = name

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            value = instance.__dict__[self.attrname] = self.func(instance)
            return value

    def import_module(name):
        __import__(name)
        return sys.modules[name]

    class suppress:
        """A block that ends at the first of these errors."""

        def __init__(self, *errors):
            self._errors = errors

        def __enter__(self):
            pass

        def __exit__(self, kind, error, trace):
            return kind is not None and issubclass(kind, self._errors)

    class _Manager:
        """A block that a generator begins and ends."""

        def __init__(self, generator):
            self._generator = generator

        def __enter__(self):
            return next(self._generator)

        def __exit__(self, kind, error, trace):
            try:
                if kind is None:
                    next(self._generator)
                else:
                    self._generator.throw(error)
            except StopIteration as end:
                return end is not error
            except BaseException as raised:
                if raised is error or (isinstance(error, StopIteration) and raised.__cause__ is error):
                    return False
                raise
            raise RuntimeError("generator didn't stop")

    def contextmanager(function):
        return _named(lambda *plain, **named: _Manager(function(*plain, **named)), function)


def _find_sha256() -> Callable[[bytes], Any]:
    """The interpreter's own SHA-256 (Python 3.12 on, or Python 3.11), else hashlib's.

    Without OpenSSL, 2 ms of the 35 are saved that a command would take.
    """
    for module in ("_sha2", "_sha256") if IS_TESTED else ():
        with suppress(ImportError):
            found: Callable[[bytes], Any] = import_module(module).sha256
            return found
    from hashlib import sha256  # start-up

    return sha256


_sha256 = _find_sha256()


def sha256(data: bytes) -> bytes:
    digest: bytes = _sha256(data).digest()
    return digest


def short_digest(text: str) -> str:
    """Enough of a digest to tell two texts apart."""
    return sha256(text.encode("utf-8")).hex()[:16]


__all__ = [
    "attrgetter",
    "cache",
    "cached_property",
    "contextmanager",
    "deque",
    "import_module",
    "is_not",
    "itemgetter",
    "lru_cache",
    "ne",
    "partial",
    "suppress",
]
