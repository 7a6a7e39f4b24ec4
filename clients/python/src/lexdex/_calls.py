"""The requests of the API, and the functions that read their responses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from ._call import Answer, Call, target
from ._decode import converter, decode, list_converter
from ._export import Frame, columns, read_frame, require
from ._generated.models import ListMeta
from ._page import Page
from ._walk import PageAt

T = TypeVar("T")

Fields: TypeAlias = "Sequence[str] | None"
Parameters: TypeAlias = Mapping[str, object]


def whole(kind: type[T]) -> Callable[[Answer], T]:
    """Reads the whole body."""
    return lambda answer: decode(answer.body, converter(kind))


def data(make: Callable[[Any], T]) -> Callable[[Answer], T]:
    """Reads the member `data` of the body."""
    return lambda answer: decode(answer.body, lambda body: make(body["data"]))


def page(path: str, kind: type[T], parameters: Parameters) -> Call[Page[T]]:
    """A page of the list at a path."""
    rows, meta = list_converter(kind), converter(ListMeta)

    def read(answer: Answer) -> Page[T]:
        return decode(answer.body, lambda body: Page(rows(body["data"]), meta(body["meta"]), answer.build))

    return Call("GET", target(path, parameters), read)


def pages(path: str, kind: type[T], page_size: int, parameters: Parameters) -> PageAt[T]:
    """The pages of a walk through the list at a path."""

    def page_at(offset: int, build: str | None) -> Call[Page[T]]:
        position: dict[str, object] = {"limit": page_size, "offset": offset}
        if build is not None:
            position["build"] = build
        return page(path, kind, {**parameters, **position})

    return page_at


@dataclass(frozen=True)
class Paths:
    """The paths of the endpoints of a list."""

    list: str
    record: str
    similar: str
    facets: str
    export: str


class ListCalls:
    """Makes the requests of one list."""

    def __init__(self, paths: Paths, record: type, partial: type, field: Any) -> None:
        self._paths = paths
        self._record = record
        self._partial = partial
        self._fields: tuple[str, ...] = get_args(field)

    def page(self, fields: Fields, parameters: Parameters) -> Call[Page[Any]]:
        """A page."""
        return page(self._paths.list, self._kind(fields), {**parameters, "fields": fields})

    def pages(self, fields: Fields, page_size: int, parameters: Parameters) -> PageAt[Any]:
        """The pages of a walk."""
        return pages(self._paths.list, self._kind(fields), page_size, {**parameters, "fields": fields})

    def record(self, id: str, fields: Fields, build: str | None) -> Call[Any]:
        """A record."""
        query = {"fields": fields, "build": build}
        return Call("GET", target(self._paths.record, query, id=id), data(converter(self._kind(fields))))

    def similar(self, id: str, fields: Fields, build: str | None) -> Call[list[Any]]:
        """The records most like one."""
        query = {"fields": fields, "build": build}
        return Call("GET", target(self._paths.similar, query, id=id), data(list_converter(self._kind(fields))))

    def facets(self, kind: type[T], parameters: Parameters) -> Call[T]:
        """The counts by facet."""
        return Call("GET", target(self._paths.facets, parameters), whole(kind))

    def export(self, to: Literal["records"] | Frame, fields: Fields, parameters: Parameters) -> Call[Any]:
        """All records, as a list or in a frame."""
        if to == "records":
            read = self._read_records(fields)
        else:
            require(to)
            read = self._read_frame(to, fields)
        query = {**parameters, "fields": fields, "format": "ndjson"}
        return Call("GET", target(self._paths.export, query), read, is_cached=False)

    def _read_records(self, fields: Fields) -> Callable[[Answer], list[Any]]:
        make = list_converter(self._kind(fields))
        return lambda answer: decode(b"[" + b",".join(answer.body.splitlines()) + b"]", make)

    def _read_frame(self, frame: Frame, fields: Fields) -> Callable[[Answer], Any]:
        of_frame = columns(self._record, [name for name in self._fields if fields is None or name in fields])
        return lambda answer: read_frame(frame, answer.body, of_frame)

    def _kind(self, fields: Fields) -> type:
        return self._record if fields is None else self._partial
