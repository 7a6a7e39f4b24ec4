"""Makes the dataclasses of the generated core from JSON.

A field that a newer server adds is ignored, and a new word of an enumeration is passed on as a string.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from .errors import UnexpectedResponse

T = TypeVar("T")


def decode(body: bytes, read: Callable[[Any], T]) -> T:
    """Reads a body of JSON."""
    try:
        return read(json.loads(body))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnexpectedResponse(f"the body of the response is not that of lexdex: {error!r}") from error


def converter(hint: Any) -> Callable[[Any], Any]:
    """The function that makes a value of a type from parsed JSON."""
    if hint is datetime.date:
        return datetime.date.fromisoformat
    if hint is datetime.datetime:
        # Python 3.10 does not read the Z.
        return lambda value: datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
    inner = without_none(hint)
    if inner is not hint:
        convert = converter(inner)
        return lambda value: None if value is None else convert(value)
    if get_origin(hint) is list:
        return list_converter(get_args(hint)[0])
    if hasattr(hint, "NAMES"):
        return _dataclass_converter(hint)
    return _unchanged


def list_converter(hint: Any) -> Callable[[Any], list[Any]]:
    """The function that makes values of a type from a parsed array."""
    item = converter(hint)
    return lambda values: [item(value) for value in values]


def without_none(hint: Any) -> Any:
    """The type without `None`, of an optional type."""
    arguments = get_args(hint)
    if type(None) not in arguments:
        return hint
    (inner,) = (one for one in arguments if one is not type(None))
    return inner


@cache
def _dataclass_converter(kind: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)
    members = [(name, json_name, converter(hints[name])) for name, json_name in kind.NAMES.items()]

    def convert(value: Any) -> Any:
        # If a required field is missing, the constructor raises TypeError.
        known = {name: make(value[json_name]) for name, json_name, make in members if json_name in value}
        return kind(**known)

    return convert


def _unchanged(value: Any) -> Any:
    return value
