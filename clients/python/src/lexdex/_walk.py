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
"""The reaction of a walk when the server no longer has its build: raise an error, or start again."""

PageAt: TypeAlias = "Callable[[int, str | None], Call[Page[R]]]"
"""Makes the request for the page at an offset, for a build or for the current one."""

MAX_RESTARTS = 10
"""The maximum number of restarts of a walk. Without it, replicas with different builds could restart a walk forever."""


class _Position(Generic[R]):
    """The state of a walk: its last page and its next one."""

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
        """The build of the index from which all pages come."""
        return self._current().build

    @property
    def match(self) -> Match | None:
        """With `q`: whether the records have all of its words, or any."""
        return self._current().meta.match

    @property
    def corrected(self) -> ListMetaCorrected:
        """With `q`: the words that no record has, each with its correction."""
        return self._current().meta.corrected or {}

    @property
    def n_restarts(self) -> int:
        """The number of restarts because the build changed."""
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
        """Restarts the walk, or raises the error."""
        # The first page is refused only if the caller named a build, and another build must not replace that.
        if self._on_build_change == "raise" or self._page is None or self._n_restarts == MAX_RESTARTS:
            raise error
        self._page = None
        self._n_restarts += 1


class Walk(_Position[R], Iterator[R]):
    """Iterates over all records of a list, all of the same build of the index.

    Pages are requested when they are needed. After an error, iteration continues at the page that failed.
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

    Pages are requested when they are needed. `await` the iterator to get the first page, and so the total, before the
    first record. After an error, iteration continues at the page that failed.
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
