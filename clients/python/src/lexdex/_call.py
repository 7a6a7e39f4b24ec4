"""A request to the API as a value, before it is sent."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import quote, urlencode

T = TypeVar("T")


@dataclass(frozen=True)
class Answer:
    """A successful response."""

    body: bytes
    build: str


@dataclass(frozen=True)
class Body:
    """The body of a request."""

    content: str
    media_type: str = "text/plain; charset=utf-8"


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request, and the function that reads its response."""

    method: str
    target: str
    """Path and query."""
    read: Callable[[Answer], T]
    body: Body | None = None
    is_cached: bool = True
    """Whether the response is cached and revalidated by its `ETag`."""


def target(path: str, parameters: Mapping[str, object], *, id: str | None = None) -> str:
    """The path and the query of a request.

    A parameter that is `None` is left out. An empty list is sent as an empty value, so that the server rejects it:
    without the filter, the request would match everything. Several values of `fields` are joined by commas; other
    parameters are repeated for each value.
    """
    if id is not None:
        if not id:
            raise ValueError("the id is empty")
        if id in (".", ".."):
            raise ValueError(f"{id!r} is no id of a record: an address cannot have it")
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
