"""Copies derived from a struct's declaration, so that no game writes (and forgets) its own."""

import enum
import types
from collections.abc import Callable
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

Copier = Callable[[Any], Any]

PLAIN = (int, float, str, bytes, bool, type(None))


def copier(kind: Any, inside: tuple[type, ...] = ()) -> Copier | None:
    """How a value of this declared type is copied; None where it is immutable and may be shared.

    `inside` are the frozen structs that it is a part of: one that holds its own kind is asked once.
    """
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal or kind in PLAIN or (isinstance(kind, type) and issubclass(kind, enum.Enum)):
        return None
    if origin in (Union, types.UnionType):
        return union_copier(arguments, inside)
    if origin in (tuple, frozenset):
        if any(copier(inner, inside) for inner in arguments if inner is not Ellipsis):
            raise TypeError(f"{kind}: an immutable container must hold immutable things")
        return None
    if origin in (list, set):
        return list_copier(origin, copier(arguments[0]))
    if origin is dict:
        if arguments[0] is not str:
            raise TypeError(f"{kind}: a dict in a state has names as keys, or its bytes have no fixed order")
        return dict_copier(copier(arguments[1]))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind in inside:
            return None
        if kind.__struct_config__.frozen:
            for field, inner_kind in get_type_hints(kind).items():
                if field in kind.__struct_fields__ and copier(inner_kind, (*inside, kind)):
                    raise TypeError(f"{kind.__name__}.{field}: a frozen struct must hold immutable things")
            return None
        return struct_copier(kind)
    raise TypeError(f"{kind} cannot be part of a state: use numbers, names, lists, dicts and structs")


def list_copier(origin: Any, inner: Copier | None) -> Copier:
    """A list or set is copied item by item only where the items may change."""
    if inner is None:
        way: Copier = origin.copy
        return way
    return lambda value: list(map(inner, value))


def dict_copier(inner: Copier | None) -> Copier:
    """A dict is copied value by value only where the values may change."""
    if inner is None:
        return dict.copy
    return lambda value: {key: inner(item) for key, item in value.items()}


def union_copier(members: tuple[Any, ...], inside: tuple[type, ...]) -> Copier | None:
    """A union is copied by the class of the value at hand."""
    copiers = {get_origin(member) or member: copier(member, inside) for member in members}
    if not any(copiers.values()):
        return None

    def copy_member(value: Any) -> Any:
        way = copiers.get(type(value))
        return way(value) if way else value

    return copy_member


def struct_copier(kind: type[msgspec.Struct]) -> Copier:
    """A copy of a mutable struct: one shallow copy, then the fields that may change in place."""
    hints = get_type_hints(kind)
    shallow: Copier = kind.__copy__  # type: ignore[attr-defined]  # msgspec gives every struct one
    deep = [(field, way) for field in kind.__struct_fields__ if (way := copier(hints[field]))]
    if not deep:
        return shallow

    def copy_struct(value: Any) -> Any:
        twin = shallow(value)
        for field, way in deep:
            setattr(twin, field, way(getattr(twin, field)))
        return twin

    return copy_struct
