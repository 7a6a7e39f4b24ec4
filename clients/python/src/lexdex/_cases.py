"""The cases."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from typing_extensions import Unpack

from ._calls import ListCalls, Paths
from ._generated.api.cases import count_case_facets, export_cases, get_case, list_cases, list_similar_cases
from ._generated.api.cases.count_case_facets import CountCaseFacetsParams
from ._generated.api.cases.export_cases import ExportCasesParams
from ._generated.api.cases.list_cases import ListCasesPageParams, ListCasesParams
from ._generated.fields import CaseField
from ._generated.models import Case, CaseFacets, PartialCase
from ._lists import AsyncRecordList, RecordList
from ._page import Page
from ._transport import AsyncTransport, Transport
from ._walk import AsyncWalk, OnBuildChange, Walk

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

PATHS = Paths(
    list=list_cases.PATH,
    record=get_case.PATH,
    similar=list_similar_cases.PATH,
    facets=count_case_facets.PATH,
    export=export_cases.PATH,
)
CALLS = ListCalls(PATHS, Case, PartialCase, CaseField)


class Cases(RecordList[Case, PartialCase, CaseField]):
    """The cases."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport, CALLS)

    @overload
    def list(self, *, fields: None = None, **parameters: Unpack[ListCasesPageParams]) -> Page[Case]: ...
    @overload
    def list(self, *, fields: Sequence[CaseField], **parameters: Unpack[ListCasesPageParams]) -> Page[PartialCase]: ...
    def list(
        self, *, fields: Sequence[CaseField] | None = None, **parameters: Unpack[ListCasesPageParams]
    ) -> Page[Case] | Page[PartialCase]:
        """One page, at most 100 cases."""
        return self._transport.run(self._calls.page(fields, parameters))

    @overload
    def iter(
        self,
        *,
        fields: None = None,
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListCasesParams],
    ) -> Walk[Case]: ...
    @overload
    def iter(
        self,
        *,
        fields: Sequence[CaseField],
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListCasesParams],
    ) -> Walk[PartialCase]: ...
    def iter(
        self,
        *,
        fields: Sequence[CaseField] | None = None,
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListCasesParams],
    ) -> Walk[Case] | Walk[PartialCase]:
        """All cases that match, page by page, of one build of the index.

        If the server no longer has that build, the walk raises `BuildChanged`. With `on_build_change="restart"` it
        starts again with the current build, and cases may then come a second time.
        """
        return Walk(self._transport, self._calls.pages(fields, page_size, parameters), on_build_change)

    def facets(self, **parameters: Unpack[CountCaseFacetsParams]) -> CaseFacets:
        """The number of matching cases for each value of each facet."""
        return self._transport.run(self._calls.facets(CaseFacets, parameters))

    @overload
    def export(
        self, *, to: Literal["records"] = "records", fields: None = None, **parameters: Unpack[ExportCasesParams]
    ) -> builtins.list[Case]: ...
    @overload
    def export(
        self,
        *,
        to: Literal["records"] = "records",
        fields: Sequence[CaseField],
        **parameters: Unpack[ExportCasesParams],
    ) -> builtins.list[PartialCase]: ...
    @overload
    def export(
        self,
        *,
        to: Literal["polars"],
        fields: Sequence[CaseField] | None = None,
        **parameters: Unpack[ExportCasesParams],
    ) -> polars.DataFrame: ...
    @overload
    def export(
        self,
        *,
        to: Literal["pandas"],
        fields: Sequence[CaseField] | None = None,
        **parameters: Unpack[ExportCasesParams],
    ) -> pandas.DataFrame: ...
    @overload
    def export(
        self,
        *,
        to: Literal["arrow"],
        fields: Sequence[CaseField] | None = None,
        **parameters: Unpack[ExportCasesParams],
    ) -> pyarrow.Table: ...
    def export(
        self,
        *,
        to: Literal["records", "polars", "pandas", "arrow"] = "records",
        fields: Sequence[CaseField] | None = None,
        **parameters: Unpack[ExportCasesParams],
    ) -> Any:
        """All cases that match, in one request: as records, or in a frame with the columns of the CSV export."""
        return self._transport.run(self._calls.export(to, fields, parameters))


class AsyncCases(AsyncRecordList[Case, PartialCase, CaseField]):
    """The cases, asynchronously."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport, CALLS)

    @overload
    async def list(self, *, fields: None = None, **parameters: Unpack[ListCasesPageParams]) -> Page[Case]: ...
    @overload
    async def list(
        self, *, fields: Sequence[CaseField], **parameters: Unpack[ListCasesPageParams]
    ) -> Page[PartialCase]: ...
    async def list(
        self, *, fields: Sequence[CaseField] | None = None, **parameters: Unpack[ListCasesPageParams]
    ) -> Page[Case] | Page[PartialCase]:
        """One page, at most 100 cases."""
        return await self._transport.run(self._calls.page(fields, parameters))

    @overload
    def iter(
        self,
        *,
        fields: None = None,
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListCasesParams],
    ) -> AsyncWalk[Case]: ...
    @overload
    def iter(
        self,
        *,
        fields: Sequence[CaseField],
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListCasesParams],
    ) -> AsyncWalk[PartialCase]: ...
    def iter(
        self,
        *,
        fields: Sequence[CaseField] | None = None,
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListCasesParams],
    ) -> AsyncWalk[Case] | AsyncWalk[PartialCase]:
        """All cases that match, page by page, of one build of the index.

        If the server no longer has that build, the walk raises `BuildChanged`. With `on_build_change="restart"` it
        starts again with the current build, and cases may then come a second time.
        """
        return AsyncWalk(self._transport, self._calls.pages(fields, page_size, parameters), on_build_change)

    async def facets(self, **parameters: Unpack[CountCaseFacetsParams]) -> CaseFacets:
        """The number of matching cases for each value of each facet."""
        return await self._transport.run(self._calls.facets(CaseFacets, parameters))

    @overload
    async def export(
        self, *, to: Literal["records"] = "records", fields: None = None, **parameters: Unpack[ExportCasesParams]
    ) -> builtins.list[Case]: ...
    @overload
    async def export(
        self,
        *,
        to: Literal["records"] = "records",
        fields: Sequence[CaseField],
        **parameters: Unpack[ExportCasesParams],
    ) -> builtins.list[PartialCase]: ...
    @overload
    async def export(
        self,
        *,
        to: Literal["polars"],
        fields: Sequence[CaseField] | None = None,
        **parameters: Unpack[ExportCasesParams],
    ) -> polars.DataFrame: ...
    @overload
    async def export(
        self,
        *,
        to: Literal["pandas"],
        fields: Sequence[CaseField] | None = None,
        **parameters: Unpack[ExportCasesParams],
    ) -> pandas.DataFrame: ...
    @overload
    async def export(
        self,
        *,
        to: Literal["arrow"],
        fields: Sequence[CaseField] | None = None,
        **parameters: Unpack[ExportCasesParams],
    ) -> pyarrow.Table: ...
    async def export(
        self,
        *,
        to: Literal["records", "polars", "pandas", "arrow"] = "records",
        fields: Sequence[CaseField] | None = None,
        **parameters: Unpack[ExportCasesParams],
    ) -> Any:
        """All cases that match, in one request: as records, or in a frame with the columns of the CSV export."""
        return await self._transport.run(self._calls.export(to, fields, parameters))
