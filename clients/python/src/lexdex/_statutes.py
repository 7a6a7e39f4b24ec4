# Generated from _cases.py by clients/python/generate. Do not edit.
"""The statutes."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from typing_extensions import Unpack

from ._calls import ListCalls, Paths
from ._generated.api.statutes import (
    count_statute_facets,
    export_statutes,
    get_statute,
    list_similar_statutes,
    list_statutes,
)
from ._generated.api.statutes.count_statute_facets import CountStatuteFacetsParams
from ._generated.api.statutes.export_statutes import ExportStatutesParams
from ._generated.api.statutes.list_statutes import (
    ListStatutesPageParams,
    ListStatutesParams,
)
from ._generated.fields import StatuteField
from ._generated.models import PartialStatute, Statute, StatuteFacets
from ._lists import AsyncRecordList, RecordList
from ._page import Page
from ._transport import AsyncTransport, Transport
from ._walk import AsyncWalk, OnBuildChange, Walk

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

PATHS = Paths(
    list=list_statutes.PATH,
    record=get_statute.PATH,
    similar=list_similar_statutes.PATH,
    facets=count_statute_facets.PATH,
    export=export_statutes.PATH,
)
CALLS = ListCalls(PATHS, Statute, PartialStatute, StatuteField)


class Statutes(RecordList[Statute, PartialStatute, StatuteField]):
    """The statutes."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport, CALLS)

    @overload
    def list(self, *, fields: None = None, **parameters: Unpack[ListStatutesPageParams]) -> Page[Statute]: ...
    @overload
    def list(
        self, *, fields: Sequence[StatuteField], **parameters: Unpack[ListStatutesPageParams]
    ) -> Page[PartialStatute]: ...
    def list(
        self, *, fields: Sequence[StatuteField] | None = None, **parameters: Unpack[ListStatutesPageParams]
    ) -> Page[Statute] | Page[PartialStatute]:
        """One page, at most 100 statutes."""
        return self._transport.run(self._calls.page(fields, parameters))

    @overload
    def iter(
        self,
        *,
        fields: None = None,
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListStatutesParams],
    ) -> Walk[Statute]: ...
    @overload
    def iter(
        self,
        *,
        fields: Sequence[StatuteField],
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListStatutesParams],
    ) -> Walk[PartialStatute]: ...
    def iter(
        self,
        *,
        fields: Sequence[StatuteField] | None = None,
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListStatutesParams],
    ) -> Walk[Statute] | Walk[PartialStatute]:
        """All statutes that match, page by page, of one build of the index.

        If the server no longer has that build, the walk raises `BuildChanged`. With `on_build_change="restart"` it
        starts again with the current build, and statutes may then come a second time.
        """
        return Walk(self._transport, self._calls.pages(fields, page_size, parameters), on_build_change)

    def facets(self, **parameters: Unpack[CountStatuteFacetsParams]) -> StatuteFacets:
        """The number of matching statutes for each value of each facet."""
        return self._transport.run(self._calls.facets(StatuteFacets, parameters))

    @overload
    def export(
        self, *, to: Literal["records"] = "records", fields: None = None, **parameters: Unpack[ExportStatutesParams]
    ) -> builtins.list[Statute]: ...
    @overload
    def export(
        self,
        *,
        to: Literal["records"] = "records",
        fields: Sequence[StatuteField],
        **parameters: Unpack[ExportStatutesParams],
    ) -> builtins.list[PartialStatute]: ...
    @overload
    def export(
        self,
        *,
        to: Literal["polars"],
        fields: Sequence[StatuteField] | None = None,
        **parameters: Unpack[ExportStatutesParams],
    ) -> polars.DataFrame: ...
    @overload
    def export(
        self,
        *,
        to: Literal["pandas"],
        fields: Sequence[StatuteField] | None = None,
        **parameters: Unpack[ExportStatutesParams],
    ) -> pandas.DataFrame: ...
    @overload
    def export(
        self,
        *,
        to: Literal["arrow"],
        fields: Sequence[StatuteField] | None = None,
        **parameters: Unpack[ExportStatutesParams],
    ) -> pyarrow.Table: ...
    def export(
        self,
        *,
        to: Literal["records", "polars", "pandas", "arrow"] = "records",
        fields: Sequence[StatuteField] | None = None,
        **parameters: Unpack[ExportStatutesParams],
    ) -> Any:
        """All statutes that match, in one request: as records, or in a frame with the columns of the CSV export."""
        return self._transport.run(self._calls.export(to, fields, parameters))


class AsyncStatutes(AsyncRecordList[Statute, PartialStatute, StatuteField]):
    """The statutes, asynchronously."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport, CALLS)

    @overload
    async def list(self, *, fields: None = None, **parameters: Unpack[ListStatutesPageParams]) -> Page[Statute]: ...
    @overload
    async def list(
        self, *, fields: Sequence[StatuteField], **parameters: Unpack[ListStatutesPageParams]
    ) -> Page[PartialStatute]: ...
    async def list(
        self, *, fields: Sequence[StatuteField] | None = None, **parameters: Unpack[ListStatutesPageParams]
    ) -> Page[Statute] | Page[PartialStatute]:
        """One page, at most 100 statutes."""
        return await self._transport.run(self._calls.page(fields, parameters))

    @overload
    def iter(
        self,
        *,
        fields: None = None,
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListStatutesParams],
    ) -> AsyncWalk[Statute]: ...
    @overload
    def iter(
        self,
        *,
        fields: Sequence[StatuteField],
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListStatutesParams],
    ) -> AsyncWalk[PartialStatute]: ...
    def iter(
        self,
        *,
        fields: Sequence[StatuteField] | None = None,
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListStatutesParams],
    ) -> AsyncWalk[Statute] | AsyncWalk[PartialStatute]:
        """All statutes that match, page by page, of one build of the index.

        If the server no longer has that build, the walk raises `BuildChanged`. With `on_build_change="restart"` it
        starts again with the current build, and statutes may then come a second time.
        """
        return AsyncWalk(self._transport, self._calls.pages(fields, page_size, parameters), on_build_change)

    async def facets(self, **parameters: Unpack[CountStatuteFacetsParams]) -> StatuteFacets:
        """The number of matching statutes for each value of each facet."""
        return await self._transport.run(self._calls.facets(StatuteFacets, parameters))

    @overload
    async def export(
        self, *, to: Literal["records"] = "records", fields: None = None, **parameters: Unpack[ExportStatutesParams]
    ) -> builtins.list[Statute]: ...
    @overload
    async def export(
        self,
        *,
        to: Literal["records"] = "records",
        fields: Sequence[StatuteField],
        **parameters: Unpack[ExportStatutesParams],
    ) -> builtins.list[PartialStatute]: ...
    @overload
    async def export(
        self,
        *,
        to: Literal["polars"],
        fields: Sequence[StatuteField] | None = None,
        **parameters: Unpack[ExportStatutesParams],
    ) -> polars.DataFrame: ...
    @overload
    async def export(
        self,
        *,
        to: Literal["pandas"],
        fields: Sequence[StatuteField] | None = None,
        **parameters: Unpack[ExportStatutesParams],
    ) -> pandas.DataFrame: ...
    @overload
    async def export(
        self,
        *,
        to: Literal["arrow"],
        fields: Sequence[StatuteField] | None = None,
        **parameters: Unpack[ExportStatutesParams],
    ) -> pyarrow.Table: ...
    async def export(
        self,
        *,
        to: Literal["records", "polars", "pandas", "arrow"] = "records",
        fields: Sequence[StatuteField] | None = None,
        **parameters: Unpack[ExportStatutesParams],
    ) -> Any:
        """All statutes that match, in one request: as records, or in a frame with the columns of the CSV export."""
        return await self._transport.run(self._calls.export(to, fields, parameters))
