"""The types that a type checker sees; mypy reads this file with the other tests."""

from __future__ import annotations

import pandas
import polars
import pytest
from typing_extensions import assert_type

from lexdex import (
    AsyncLexdex,
    AsyncWalk,
    BadRequest,
    Bill,
    BillFacets,
    Case,
    Lexdex,
    Page,
    PartialBill,
    PartialCase,
    PartialStatute,
    Statute,
    Walk,
)


def test_fields_decide_the_type_of_the_records(client: Lexdex) -> None:
    assert_type(client.cases.iter(), Walk[Case])
    assert_type(client.cases.iter(fields=["id", "topics"]), Walk[PartialCase])
    assert_type(client.bills.list(), Page[Bill])
    assert_type(client.bills.list(fields=["billNumber"]), Page[PartialBill])
    assert_type(client.statutes.get("federal-usc-18-1341"), Statute)
    assert_type(client.statutes.get("federal-usc-18-1341", fields=["title"]), PartialStatute)
    assert_type(client.cases.similar("scotus-410-us-113"), list[Case])
    assert_type(client.cases.similar("scotus-410-us-113", fields=["id"]), list[PartialCase])
    assert_type(client.bills.facets(), BillFacets)


def test_frame_decides_the_type_of_an_export(client: Lexdex) -> None:
    assert_type(client.cases.export(court="ca9"), list[Case])
    assert_type(client.cases.export(court="ca9", fields=["id"]), list[PartialCase])
    assert_type(client.cases.export(court="ca9", to="polars"), polars.DataFrame)
    assert_type(client.cases.export(court="ca9", to="pandas", fields=["id"]), pandas.DataFrame)


@pytest.mark.anyio
async def test_async_client_has_the_same_types(server: str) -> None:
    async with AsyncLexdex(server) as client:
        assert_type(client.cases.iter(fields=["id"]), AsyncWalk[PartialCase])
        assert_type(await client.cases.iter(q="roe"), AsyncWalk[Case])
        assert_type(await client.cases.list(), Page[Case])
        assert_type(await client.cases.export(court="ca9", to="polars"), polars.DataFrame)


def test_unknown_words_are_errors_of_the_type_checker(client: Lexdex) -> None:
    with pytest.raises(BadRequest):
        client.bills.list(chamber="upper")  # type: ignore[arg-type]
    with pytest.raises(BadRequest):
        client.bills.iter(fields=["bill_number"]).total  # type: ignore[list-item]  # noqa: B018
    with pytest.raises(BadRequest):
        client.statutes.facets(effective_from=1970)  # type: ignore[arg-type]
    with pytest.raises(BadRequest):
        client.topics(limit=5)  # type: ignore[call-arg]
