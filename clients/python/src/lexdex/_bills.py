# Generated from _cases.py by clients/python/generate. Do not edit.
"""The bills."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from typing_extensions import Unpack

from ._calls import ListCalls, Paths
from ._generated.api.bills import (
    count_bill_facets,
    export_bills,
    get_bill,
    list_bills,
    list_similar_bills,
)
from ._generated.api.bills.count_bill_facets import CountBillFacetsParams
from ._generated.api.bills.export_bills import ExportBillsParams
from ._generated.api.bills.list_bills import ListBillsPageParams, ListBillsParams
from ._generated.fields import BillField
from ._generated.models import Bill, BillFacets, PartialBill
from ._lists import AsyncRecordList, RecordList
from ._page import Page
from ._transport import AsyncTransport, Transport
from ._walk import AsyncWalk, OnBuildChange, Walk

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

PATHS = Paths(
    list=list_bills.PATH,
    record=get_bill.PATH,
    similar=list_similar_bills.PATH,
    facets=count_bill_facets.PATH,
    export=export_bills.PATH,
)
CALLS = ListCalls(PATHS, Bill, PartialBill, BillField)


class Bills(RecordList[Bill, PartialBill, BillField]):
    """The bills."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport, CALLS)

    @overload
    def list(self, *, fields: None = None, **parameters: Unpack[ListBillsPageParams]) -> Page[Bill]: ...
    @overload
    def list(self, *, fields: Sequence[BillField], **parameters: Unpack[ListBillsPageParams]) -> Page[PartialBill]: ...
    def list(
        self, *, fields: Sequence[BillField] | None = None, **parameters: Unpack[ListBillsPageParams]
    ) -> Page[Bill] | Page[PartialBill]:
        """One page, at most 100 bills."""
        return self._transport.run(self._calls.page(fields, parameters))

    @overload
    def iter(
        self,
        *,
        fields: None = None,
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListBillsParams],
    ) -> Walk[Bill]: ...
    @overload
    def iter(
        self,
        *,
        fields: Sequence[BillField],
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListBillsParams],
    ) -> Walk[PartialBill]: ...
    def iter(
        self,
        *,
        fields: Sequence[BillField] | None = None,
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListBillsParams],
    ) -> Walk[Bill] | Walk[PartialBill]:
        """All bills that match, page by page, of one build of the index.

        If the server no longer has that build, the walk raises `BuildChanged`. With `on_build_change="restart"` it
        starts again with the current build, and bills may then come a second time.
        """
        return Walk(self._transport, self._calls.pages(fields, page_size, parameters), on_build_change)

    def facets(self, **parameters: Unpack[CountBillFacetsParams]) -> BillFacets:
        """The number of matching bills for each value of each facet."""
        return self._transport.run(self._calls.facets(BillFacets, parameters))

    @overload
    def export(
        self, *, to: Literal["records"] = "records", fields: None = None, **parameters: Unpack[ExportBillsParams]
    ) -> builtins.list[Bill]: ...
    @overload
    def export(
        self,
        *,
        to: Literal["records"] = "records",
        fields: Sequence[BillField],
        **parameters: Unpack[ExportBillsParams],
    ) -> builtins.list[PartialBill]: ...
    @overload
    def export(
        self,
        *,
        to: Literal["polars"],
        fields: Sequence[BillField] | None = None,
        **parameters: Unpack[ExportBillsParams],
    ) -> polars.DataFrame: ...
    @overload
    def export(
        self,
        *,
        to: Literal["pandas"],
        fields: Sequence[BillField] | None = None,
        **parameters: Unpack[ExportBillsParams],
    ) -> pandas.DataFrame: ...
    @overload
    def export(
        self,
        *,
        to: Literal["arrow"],
        fields: Sequence[BillField] | None = None,
        **parameters: Unpack[ExportBillsParams],
    ) -> pyarrow.Table: ...
    def export(
        self,
        *,
        to: Literal["records", "polars", "pandas", "arrow"] = "records",
        fields: Sequence[BillField] | None = None,
        **parameters: Unpack[ExportBillsParams],
    ) -> Any:
        """All bills that match, in one request: as records, or in a frame with the columns of the CSV export."""
        return self._transport.run(self._calls.export(to, fields, parameters))


class AsyncBills(AsyncRecordList[Bill, PartialBill, BillField]):
    """The bills, asynchronously."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport, CALLS)

    @overload
    async def list(self, *, fields: None = None, **parameters: Unpack[ListBillsPageParams]) -> Page[Bill]: ...
    @overload
    async def list(
        self, *, fields: Sequence[BillField], **parameters: Unpack[ListBillsPageParams]
    ) -> Page[PartialBill]: ...
    async def list(
        self, *, fields: Sequence[BillField] | None = None, **parameters: Unpack[ListBillsPageParams]
    ) -> Page[Bill] | Page[PartialBill]:
        """One page, at most 100 bills."""
        return await self._transport.run(self._calls.page(fields, parameters))

    @overload
    def iter(
        self,
        *,
        fields: None = None,
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListBillsParams],
    ) -> AsyncWalk[Bill]: ...
    @overload
    def iter(
        self,
        *,
        fields: Sequence[BillField],
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListBillsParams],
    ) -> AsyncWalk[PartialBill]: ...
    def iter(
        self,
        *,
        fields: Sequence[BillField] | None = None,
        page_size: int = 100,
        on_build_change: OnBuildChange = "raise",
        **parameters: Unpack[ListBillsParams],
    ) -> AsyncWalk[Bill] | AsyncWalk[PartialBill]:
        """All bills that match, page by page, of one build of the index.

        If the server no longer has that build, the walk raises `BuildChanged`. With `on_build_change="restart"` it
        starts again with the current build, and bills may then come a second time.
        """
        return AsyncWalk(self._transport, self._calls.pages(fields, page_size, parameters), on_build_change)

    async def facets(self, **parameters: Unpack[CountBillFacetsParams]) -> BillFacets:
        """The number of matching bills for each value of each facet."""
        return await self._transport.run(self._calls.facets(BillFacets, parameters))

    @overload
    async def export(
        self, *, to: Literal["records"] = "records", fields: None = None, **parameters: Unpack[ExportBillsParams]
    ) -> builtins.list[Bill]: ...
    @overload
    async def export(
        self,
        *,
        to: Literal["records"] = "records",
        fields: Sequence[BillField],
        **parameters: Unpack[ExportBillsParams],
    ) -> builtins.list[PartialBill]: ...
    @overload
    async def export(
        self,
        *,
        to: Literal["polars"],
        fields: Sequence[BillField] | None = None,
        **parameters: Unpack[ExportBillsParams],
    ) -> polars.DataFrame: ...
    @overload
    async def export(
        self,
        *,
        to: Literal["pandas"],
        fields: Sequence[BillField] | None = None,
        **parameters: Unpack[ExportBillsParams],
    ) -> pandas.DataFrame: ...
    @overload
    async def export(
        self,
        *,
        to: Literal["arrow"],
        fields: Sequence[BillField] | None = None,
        **parameters: Unpack[ExportBillsParams],
    ) -> pyarrow.Table: ...
    async def export(
        self,
        *,
        to: Literal["records", "polars", "pandas", "arrow"] = "records",
        fields: Sequence[BillField] | None = None,
        **parameters: Unpack[ExportBillsParams],
    ) -> Any:
        """All bills that match, in one request: as records, or in a frame with the columns of the CSV export."""
        return await self._transport.run(self._calls.export(to, fields, parameters))
