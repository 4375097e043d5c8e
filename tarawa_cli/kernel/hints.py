"""What `typing` and `collections.abc` give, without importing them; without `typing` alone 6 ms of 39 are saved.

The type checker sees `typing` itself, and so does an interpreter that the tests do not run on. Elsewhere a hint is
whatever can stand in an annotation, and a named tuple has the same fields, defaults and methods as one of `typing`.
"""

import sys

TESTED = ((3, 11), (3, 12), (3, 13))
"""CPython's versions in `make test`, as pyproject.toml lists them."""
IS_TESTED = sys.implementation.name == "cpython" and sys.version_info[:2] in TESTED
"""Whether the tests run on this interpreter; on any other nothing private of the standard library is used."""
TYPE_CHECKING = False
if TYPE_CHECKING or not IS_TESTED:
    from collections.abc import (
        Callable,
        Collection,
        Container,
        Generator,
        Hashable,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )
    from contextlib import AbstractContextManager
    from typing import (
        Annotated,
        Any,
        Concatenate,
        Final,
        Generic,
        Literal,
        NamedTuple,
        NewType,
        NoReturn,
        ParamSpec,
        Protocol,
        Self,
        TypeVar,
        dataclass_transform,
        get_args,
    )
else:
    from _collections import _tuplegetter
    from _collections_abc import (
        Callable,
        Collection,
        Container,
        Generator,
        Hashable,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )

    GenericAlias = type(list[int])

    class Any:
        __slots__ = ()
        __class_getitem__ = classmethod(GenericAlias)

    class Annotated:
        def __class_getitem__(cls, given):
            hint = cls()
            hint.__origin__, *hint.__metadata__ = given
            return hint

    class Generic(Any):
        __slots__ = ()

    class Protocol(Any):
        __slots__ = ()

    AbstractContextManager = Concatenate = Final = Literal = NoReturn = Self = Any

    class TypeVar:
        def __init__(self, name, **_):
            self.__name__ = name

        def __typing_subst__(self, hint):
            return hint

        def __or__(self, other):
            return self

    ParamSpec = TypeVar

    def NewType(name, kind):
        return kind

    def get_args(hint):
        return hint.__args__

    def dataclass_transform(**_):
        return lambda made: made

    class _Naming(type):
        """Makes the classes that are derived from NamedTuple; what is derived from those is an ordinary class."""

        def __new__(meta, name, bases, body):
            if bases[0].__base__ is not tuple:
                return super().__new__(meta, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body[field] for field in fields if field in body}
            getters = {field: _tuplegetter(place, "") for place, field in enumerate(fields)}
            own = {"__slots__": (), "_fields": fields, "__match_args__": fields, "_field_defaults": defaults}
            return super().__new__(meta, name, bases, {**body, **own, **getters})

    class NamedTuple(tuple, metaclass=_Naming):
        __slots__ = ()

        def __new__(cls, /, *values, **named):
            """Called once for each class: gives it a constructor of its own."""
            cls.__new__ = staticmethod(_constructor(cls))
            return cls(*values, **named)

        def _replace(self, /, **changed):
            made = tuple.__new__(type(self), map(changed.pop, self._fields, self))
            if changed:
                raise ValueError(f"Got unexpected field names: {list(changed)!r}")
            return made

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._asdict().items())})"

        def __getnewargs__(self):
            return tuple(self)

    def _constructor(cls):
        """A function that takes the fields of a named tuple by place and by name."""
        fields = "".join(f"{field}, " for field in cls._fields)
        new = eval(f"lambda _cls, {fields}: made(_cls, ({fields}))", {"made": tuple.__new__})
        new.__defaults__ = tuple(cls._field_defaults.values())
        new.__qualname__ = f"{cls.__qualname__}.__new__"
        return new


__all__ = [
    "TYPE_CHECKING",
    "AbstractContextManager",
    "Annotated",
    "Any",
    "Callable",
    "Collection",
    "Concatenate",
    "Container",
    "Final",
    "Generator",
    "Generic",
    "Hashable",
    "Iterable",
    "Iterator",
    "Literal",
    "Mapping",
    "NamedTuple",
    "NewType",
    "NoReturn",
    "ParamSpec",
    "Protocol",
    "Self",
    "Sequence",
    "TypeVar",
    "dataclass_transform",
    "get_args",
]
