"""Exports, as records and in frames."""

from __future__ import annotations

import csv
import datetime
import io
import sys
from typing import Any, Literal

import httpx
import pandas
import polars
import pyarrow
import pytest
from conftest import LISTS, Recorder

from lexdex import AsyncLexdex, Case, CaseField, Lexdex, MissingExtra, PartialCase

Frame = Literal["polars", "pandas", "arrow"]
FRAMES: tuple[Frame, ...] = ("polars", "pandas", "arrow")


def rows(frame: Any) -> list[dict[str, Any]]:
    """The rows of a data frame of any library, with Python's None and dates."""
    if isinstance(frame, polars.DataFrame):
        return frame.to_dicts()
    if isinstance(frame, pyarrow.Table):
        return list(frame.to_pylist())
    assert isinstance(frame, pandas.DataFrame)
    return [{str(name): _cell(cell) for name, cell in row.items()} for row in frame.to_dict("records")]


def _cell(cell: Any) -> Any:
    if isinstance(cell, list):
        return cell
    return None if pandas.isna(cell) else cell.date() if isinstance(cell, pandas.Timestamp) else cell


def row(record: Any) -> dict[str, Any]:
    """A record as a row."""
    meta = {f"meta.{name}": getattr(record.meta, name) for name in record.meta.NAMES}
    fields = {json: getattr(record, name) for name, json in record.NAMES.items() if json != "meta"}
    return fields | meta


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("to", FRAMES)
def test_frame_has_the_records_of_the_walk_in_one_request(server: str, name: str, to: Frame) -> None:
    recorder = Recorder()
    frame = getattr(Lexdex(server, http_client=recorder.client()), name).export(to=to)
    assert recorder.statuses == [200]
    walked = [row(record) for record in getattr(Lexdex(server), name).iter()]
    exported = rows(frame)
    assert len(exported) == len(walked) > 500
    assert exported == walked


@pytest.mark.parametrize("name", LISTS)
def test_columns_are_those_of_the_csv_export(server: str, client: Lexdex, name: str) -> None:
    text = httpx.get(f"{server}/api/v1/{name}/export", params={"format": "csv", "q": "privacy"}).text
    header = next(csv.reader(io.StringIO(text)))
    for to in FRAMES:
        frame = getattr(client, name).export(to=to, q="privacy")
        assert [*columns(frame), "url"] == header


def columns(frame: Any) -> list[str]:
    return list(frame.column_names if isinstance(frame, pyarrow.Table) else frame.columns)


@pytest.mark.parametrize("to", FRAMES)
def test_empty_frame_has_the_same_columns_and_types(client: Lexdex, to: Frame) -> None:
    full, empty = (client.cases.export(to=to, court="ca9", topic=topic) for topic in ("privacy", "no-such-topic"))
    assert len(full) == 10 and len(empty) == 0
    assert columns(full) == columns(empty)
    schema = "dtypes" if to == "pandas" else "schema"
    assert str(getattr(full, schema)) == str(getattr(empty, schema))


def test_types_of_the_columns(client: Lexdex) -> None:
    frame = client.cases.export(to="polars", court="ca9", fields=["meta", "topics", "decisionDate", "id"])
    assert dict(frame.schema) == {
        "id": polars.String(),
        "decisionDate": polars.Date(),
        "topics": polars.List(polars.String()),
        "meta.source": polars.String(),
        "meta.jurisdiction": polars.String(),
        "meta.last_updated": polars.Date(),
        "meta.citation": polars.String(),
        "meta.license": polars.String(),
    }
    table = client.cases.export(to="arrow", court="ca9", fields=["decisionDate", "topics"])
    assert table.schema.equals(
        pyarrow.schema([("decisionDate", pyarrow.date32()), ("topics", pyarrow.list_(pyarrow.string()))])
    )
    dtypes = client.cases.export(to="pandas", court="ca9", fields=["id", "decisionDate", "topics"]).dtypes
    assert [str(kind) for kind in dtypes] == ["string", "datetime64[s]", "object"]


def test_records_are_those_of_the_walk(client: Lexdex) -> None:
    cases = client.cases.export(court="ca9", q="privacy")
    assert [type(case) for case in cases] == [Case] * len(cases)
    assert {case.id for case in cases} == {case.id for case in client.cases.iter(court="ca9", q="privacy")}
    names = client.cases.export(court="ca9", fields=["caseName"])
    assert all(type(case) is PartialCase and case.case_name and case.id is None for case in names)
    assert client.cases.export(court="ca9", topic="no-such-topic") == []


@pytest.mark.anyio
async def test_async_export(server: str, client: Lexdex) -> None:
    async with AsyncLexdex(server) as async_client:
        frame = await async_client.bills.export(to="polars", congress=117)
        records = await async_client.bills.export(congress=117)
    assert rows(frame) == [row(bill) for bill in records] == [row(bill) for bill in client.bills.iter(congress=117)]


@pytest.mark.parametrize(("to", "module"), [("polars", "polars"), ("pandas", "pandas"), ("arrow", "pyarrow")])
def test_missing_package_is_an_error_before_anything_is_sent(
    server: str, monkeypatch: pytest.MonkeyPatch, to: Frame, module: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    recorder = Recorder()
    with pytest.raises(MissingExtra, match=rf"needs the package {module}, which the extra lexdex\[{to}\]"):
        Lexdex(server, http_client=recorder.client()).cases.export(to=to)
    assert recorder.urls == []


def test_early_and_unknown_dates_fit_into_every_frame() -> None:
    lines = '{"id":"a","decisionDate":"0001-01-01"}\n{"id":"b"}\n'
    transport = httpx.MockTransport(lambda _: httpx.Response(200, headers={"Lexdex-Build": "b"}, text=lines))
    client = Lexdex("http://fake", http_client=httpx.Client(transport=transport))
    expected = [{"id": "a", "decisionDate": datetime.date(1, 1, 1)}, {"id": "b", "decisionDate": None}]
    fields: list[CaseField] = ["id", "decisionDate"]
    for to in FRAMES:
        assert rows(client.cases.export(to=to, fields=fields)) == expected
