"""A request of the API as a value, before anything is sent."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import quote, urlencode

T = TypeVar("T")


@dataclass(frozen=True)
class Answer:
    """A response of success."""

    body: bytes
    build: str


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request, and how its answer is read."""

    method: str
    target: str
    """Path and query."""
    read: Callable[[Answer], T]
    text: str | None = None
    """The body, as plain text."""
    is_cached: bool = True
    """Whether the answer is kept to be confirmed by its `ETag`."""


def target(path: str, parameters: Mapping[str, object], *, id: str | None = None) -> str:
    """The path and the query of a request.

    A parameter that is `None` is left out. One without any value is sent without one, so that the server refuses it: to
    leave out a filter would answer another question. Several values of `fields` are joined by commas, those of other
    parameters repeat it.
    """
    if id is not None:
        if not id:
            raise ValueError("the id is empty")
        path = path.replace("{id}", quote(id, safe=""))
    pairs = []
    for name, value in parameters.items():
        if value is not None:
            values = [_text(one) for one in _values(value)]
            pairs += [(name, one) for one in ([",".join(values)] if name == "fields" else values or [""])]
    return f"{path}?{urlencode(pairs)}" if pairs else path


def _values(value: object) -> Iterable[object]:
    return value if isinstance(value, Iterable) and not isinstance(value, str) else [value]


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime.date) else str(value)
