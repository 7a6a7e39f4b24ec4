"""Iterators over all records of a list, page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Generator, Iterator
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from ._call import Call
from ._generated.models import ListMetaCorrected, Match
from ._page import Page
from ._transport import AsyncTransport, Transport
from .errors import BuildChanged

R = TypeVar("R")

OnBuildChange: TypeAlias = Literal["raise", "restart"]
"""The end of a walk whose build the server does not have any more: an error, or a new beginning."""

PageAt: TypeAlias = "Callable[[int, str | None], Call[Page[R]]]"
"""Makes the request for the page at an offset, of a build or of the one served."""

MAX_RESTARTS = 10
"""How often a walk begins again. Servers that serve different builds side by side would send it back forever."""


class _Position(Generic[R]):
    """The place of a walk: the page that came last, and the one that comes next."""

    def __init__(self, page_at: PageAt[R], on_build_change: OnBuildChange) -> None:
        self._page_at = page_at
        self._on_build_change = on_build_change
        self._page: Page[R] | None = None
        self._n_restarts = 0

    @property
    def total(self) -> int:
        """The number of matching records in the build that is walked through."""
        return self._current().meta.total

    @property
    def build(self) -> str:
        """The build of the index that all pages are of."""
        return self._current().build

    @property
    def match(self) -> Match | None:
        """With `q`: whether the records have all of its words, or any."""
        return self._current().meta.match

    @property
    def corrected(self) -> ListMetaCorrected:
        """With `q`: the words that no record has, each with the word that it was read as."""
        return self._current().meta.corrected or {}

    @property
    def n_restarts(self) -> int:
        """How often the walk began again because the build changed."""
        return self._n_restarts

    def _current(self) -> Page[R]:
        if self._page is None:
            raise RuntimeError("there is no page yet: `await` the iterator for the first one")
        return self._page

    def _next_call(self) -> Call[Page[R]] | None:
        """The request for the next page, if there is one."""
        if self._page is None:
            return self._page_at(0, None)
        meta = self._page.meta
        return self._page_at(meta.offset + meta.limit, self._page.build) if meta.has_more else None

    def _restart(self, error: BuildChanged) -> None:
        """Goes back to the beginning, or raises the error."""
        # A first page is only refused if the caller names a build, which is not to be replaced by another.
        if self._on_build_change == "raise" or self._page is None or self._n_restarts == MAX_RESTARTS:
            raise error
        self._page = None
        self._n_restarts += 1


class Walk(_Position[R], Iterator[R]):
    """Iterates over all records of a list, all of the same build of the index.

    Pages are asked for when they are needed. After an error, iteration goes on at the page that failed.
    """

    def __init__(self, transport: Transport, page_at: PageAt[R], on_build_change: OnBuildChange) -> None:
        super().__init__(page_at, on_build_change)
        self._transport = transport
        self._records: Iterator[R] = iter(())

    def __next__(self) -> R:
        while True:
            for record in self._records:
                return record
            if not self._advance():
                raise StopIteration

    def _current(self) -> Page[R]:
        while self._page is None:
            self._advance()
        return self._page

    def _advance(self) -> bool:
        """Takes the next page. Returns whether there may be more records."""
        call = self._next_call()
        if call is None:
            return False
        try:
            self._page = self._transport.run(call)
        except BuildChanged as error:
            self._restart(error)
        else:
            self._records = iter(self._page.data)
        return True


class AsyncWalk(_Position[R], AsyncIterator[R]):
    """Iterates over all records of a list, all of the same build of the index.

    Pages are asked for when they are needed; `await` the iterator for the first one, to know the total before the
    first record. After an error, iteration goes on at the page that failed.
    """

    def __init__(self, transport: AsyncTransport, page_at: PageAt[R], on_build_change: OnBuildChange) -> None:
        super().__init__(page_at, on_build_change)
        self._transport = transport
        self._records: Iterator[R] = iter(())

    def __await__(self) -> Generator[Any, Any, AsyncWalk[R]]:
        return self._begin().__await__()

    async def __anext__(self) -> R:
        while True:
            for record in self._records:
                return record
            if not await self._advance():
                raise StopAsyncIteration

    async def _begin(self) -> AsyncWalk[R]:
        while self._page is None:
            await self._advance()
        return self

    async def _advance(self) -> bool:
        """Takes the next page. Returns whether there may be more records."""
        call = self._next_call()
        if call is None:
            return False
        try:
            self._page = await self._transport.run(call)
        except BuildChanged as error:
            self._restart(error)
        else:
            self._records = iter(self._page.data)
        return True
