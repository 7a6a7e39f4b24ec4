"""A request of the API as a value, before anything is sent."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
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
    """The path and the query of a request. A parameter that is `None` is left out.

    Several values of `fields` are joined by commas, those of other parameters repeat it.
    """
    if id is not None:
        if not id:
            raise ValueError("the id is empty")
        path = path.replace("{id}", quote(id, safe=""))
    pairs = []
    for name, value in parameters.items():
        values = [_text(one) for one in _values(value)]
        pairs += [(name, ",".join(values))] if name == "fields" and values else [(name, one) for one in values]
    return f"{path}?{urlencode(pairs)}" if pairs else path


def _values(value: object) -> Sequence[object]:
    if value is None:
        return []
    return value if isinstance(value, Sequence) and not isinstance(value, str) else [value]


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime.date) else str(value)
