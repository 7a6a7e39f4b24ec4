"""The asynchronous client."""

from __future__ import annotations

import datetime
from collections.abc import Awaitable, Callable
from types import TracebackType

import anyio
import httpx
from typing_extensions import Self, Unpack

from . import _catalogues, _citations
from ._bills import AsyncBills
from ._cache import ResponseCache
from ._cases import AsyncCases
from ._exchange import Policy
from ._generated.api.catalogues.get_jurisdiction import GetJurisdictionParams
from ._generated.api.catalogues.list_courts import ListCourtsParams
from ._generated.api.catalogues.list_coverage import ListCoverageParams
from ._generated.api.catalogues.list_jurisdictions import ListJurisdictionsParams
from ._generated.api.catalogues.list_topics import ListTopicsParams
from ._generated.api.changes.list_changes import ListChangesParams
from ._generated.api.citations.check_citations import CheckCitationsParams
from ._generated.api.suggestions.suggest import SuggestParams
from ._generated.models import (
    CheckedCitationList,
    Court,
    CoverageList,
    Jurisdiction,
    RecordChange,
    SuggestionList,
    Topic,
)
from ._settings import CACHE_BYTES, MAX_RETRIES, MAX_WAIT, TIMEOUT, USER_AGENT
from ._statutes import AsyncStatutes
from ._transport import AsyncTransport
from ._walk import AsyncWalk, OnBuildChange


class AsyncLexdex:
    """A client of a lexdex server for asyncio and trio.

    Parameters have the API's names, and only the server checks them: an unknown one, or a wrong value, raises
    `BadRequest`.
    """

    statutes: AsyncStatutes
    cases: AsyncCases
    bills: AsyncBills

    def __init__(
        self,
        base_url: str = "http://127.0.0.1:8080",
        *,
        timeout: float = TIMEOUT,
        max_wait: float = MAX_WAIT,
        max_retries: int = MAX_RETRIES,
        cache_bytes: int = CACHE_BYTES,
        sleep: Callable[[float], Awaitable[object]] = anyio.sleep,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """Makes a client of the server at an address, with its base path if it has one.

        - `timeout` is the maximum seconds for each step of a request: to connect, to send, to receive the next bytes.
        - `max_wait` is the maximum seconds that a request waits in all because of `Retry-After`. With 0, or if the wait
          would be longer, `RateLimited` or `Unavailable` is raised.
        - `max_retries` is the maximum number of repeats when the connection fails.
        - `cache_bytes` is the size of the response cache in bytes. Each cached response is revalidated by its `ETag`. 0
          turns the cache off.
        - `sleep` replaces `anyio.sleep`.
        - `http_client` replaces the client's own, for proxies or certificates. Its own timeout then applies, and the
          caller closes it.
        """
        self._http = http_client or httpx.AsyncClient(timeout=timeout, headers=USER_AGENT)
        self._is_own = http_client is None
        policy, cache = Policy(max_wait, max_retries), ResponseCache(cache_bytes)
        self._transport = AsyncTransport(self._http, base_url.rstrip("/"), policy, cache, sleep)
        self.statutes = AsyncStatutes(self._transport)
        self.cases = AsyncCases(self._transport)
        self.bills = AsyncBills(self._transport)

    async def jurisdictions(self, **parameters: Unpack[ListJurisdictionsParams]) -> list[Jurisdiction]:
        """The catalogue of jurisdictions."""
        return await self._transport.run(_catalogues.jurisdictions(parameters))

    async def jurisdiction(self, id: str, **parameters: Unpack[GetJurisdictionParams]) -> Jurisdiction:
        """A jurisdiction, by its id, abbreviation, slug or another name."""
        return await self._transport.run(_catalogues.jurisdiction(id, parameters))

    async def courts(self, **parameters: Unpack[ListCourtsParams]) -> list[Court]:
        """The courts, with the number of cases."""
        return await self._transport.run(_catalogues.courts(parameters))

    async def topics(self, **parameters: Unpack[ListTopicsParams]) -> list[Topic]:
        """The topics, with the number of records of each list."""
        return await self._transport.run(_catalogues.topics(parameters))

    async def coverage(self, **parameters: Unpack[ListCoverageParams]) -> CoverageList:
        """The number and dates of the records of each list and jurisdiction."""
        return await self._transport.run(_catalogues.coverage(parameters))

    async def suggest(self, q: str, **parameters: Unpack[SuggestParams]) -> SuggestionList:
        """Completions of what a person types."""
        return await self._transport.run(_catalogues.suggest(q, parameters))

    def changes(
        self,
        since: datetime.date | str,
        *,
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListChangesParams],
    ) -> AsyncWalk[RecordChange]:
        """All records that were added, changed or removed since a build, or since the build of a day or time.

        The next `since` is the `build` of the walk. If the history does not go back so far, it raises `Gone`.
        """
        pages = _catalogues.changes(since, page_size, parameters)
        return AsyncWalk(self._transport, pages, on_build_change)

    async def check_citations(
        self, text: str, *, context: str | None = None, **parameters: Unpack[CheckCitationsParams]
    ) -> CheckedCitationList:
        """The citations in a text of any length, each with its position and the record that it means.

        A text of more than 64 KiB is sent in parts, one after another, and the result is that of the whole text. A text
        without empty lines between its paragraphs takes about two requests a part. `meta` has the sums of all parts,
        and the `context` after the last one. A reference such as `Roe, supra` is `unresolved` if some 50 authorities
        were mentioned in the parts between it and its citation, though the command `lexdex check` resolves it.
        `context` is `meta.context` of the result for the text before this one.
        """
        return await self._transport.run_all(_citations.check(text, context, parameters))

    async def close(self) -> None:
        """Closes the connections."""
        if self._is_own:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()
