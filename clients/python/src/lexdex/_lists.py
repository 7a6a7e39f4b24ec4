"""The methods that are the same for all lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar, overload

from ._calls import ListCalls
from ._transport import AsyncTransport, Transport

Record = TypeVar("Record")
Partial = TypeVar("Partial")
Field = TypeVar("Field", bound=str)


class RecordList(Generic[Record, Partial, Field]):
    """The records of a list by id."""

    def __init__(self, transport: Transport, calls: ListCalls) -> None:
        self._transport = transport
        self._calls = calls

    @overload
    def get(self, id: str, *, fields: None = None, build: str | None = None) -> Record: ...
    @overload
    def get(self, id: str, *, fields: Sequence[Field], build: str | None = None) -> Partial: ...
    def get(self, id: str, *, fields: Sequence[Field] | None = None, build: str | None = None) -> Any:
        """The record with this id, whole or with some fields. The id may also have a parallel citation of the case."""
        return self._transport.run(self._calls.record(id, fields, build))

    @overload
    def similar(self, id: str, *, fields: None = None, build: str | None = None) -> list[Record]: ...
    @overload
    def similar(self, id: str, *, fields: Sequence[Field], build: str | None = None) -> list[Partial]: ...
    def similar(self, id: str, *, fields: Sequence[Field] | None = None, build: str | None = None) -> Any:
        """The records most like the one with this id, at most 20."""
        return self._transport.run(self._calls.similar(id, fields, build))


class AsyncRecordList(Generic[Record, Partial, Field]):
    """The records of a list by id."""

    def __init__(self, transport: AsyncTransport, calls: ListCalls) -> None:
        self._transport = transport
        self._calls = calls

    @overload
    async def get(self, id: str, *, fields: None = None, build: str | None = None) -> Record: ...
    @overload
    async def get(self, id: str, *, fields: Sequence[Field], build: str | None = None) -> Partial: ...
    async def get(self, id: str, *, fields: Sequence[Field] | None = None, build: str | None = None) -> Any:
        """The record with this id, whole or with some fields. The id may also have a parallel citation of the case."""
        return await self._transport.run(self._calls.record(id, fields, build))

    @overload
    async def similar(self, id: str, *, fields: None = None, build: str | None = None) -> list[Record]: ...
    @overload
    async def similar(self, id: str, *, fields: Sequence[Field], build: str | None = None) -> list[Partial]: ...
    async def similar(self, id: str, *, fields: Sequence[Field] | None = None, build: str | None = None) -> Any:
        """The records most like the one with this id, at most 20."""
        return await self._transport.run(self._calls.similar(id, fields, build))
