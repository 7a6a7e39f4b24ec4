"""Walks through whole lists."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from conftest import LISTS, Recorder, to_json

from lexdex import AsyncLexdex, BadRequest, Case, Lexdex, PartialBill

Corpus = dict[str, dict[str, dict[str, Any]]]


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("page_size", [100, 7])
def test_walk_has_every_record_of_the_corpus_once(client: Lexdex, corpus: Corpus, name: str, page_size: int) -> None:
    walk = getattr(client, name).iter(page_size=page_size)
    total = walk.total
    walked = [to_json(record) for record in walk]
    assert len(walked) == total == len(corpus[name])
    assert {record["id"]: record for record in walked} == corpus[name]


@pytest.mark.anyio
@pytest.mark.parametrize("name", LISTS)
async def test_async_walk_is_the_same(server: str, client: Lexdex, name: str) -> None:
    async with AsyncLexdex(server) as async_client:
        walk = await getattr(async_client, name).iter()
        total = walk.total
        walked = [record async for record in walk]
    assert len(walked) == total
    assert walked == list(getattr(client, name).iter())


def test_walk_with_filters_has_the_records_that_match_all(client: Lexdex, corpus: Corpus) -> None:
    walk = client.cases.iter(
        topic=["privacy", "abortion"], decided_from=datetime.date(1970, 1, 1), decided_to="1999-12-31", sort="oldest"
    )
    walked = [case.id for case in walk]
    expected = {
        id
        for id, case in corpus["cases"].items()
        if {"privacy", "abortion"} & set(case["topics"]) and "1970" <= case.get("decisionDate", "") < "2000"
    }
    assert len(walked) == walk.total > 10
    assert set(walked) == expected
    assert walked != [case.id for case in client.cases.iter(id=walked)], "the list's own order is by the newest"


def test_pages_are_requested_when_they_are_needed_and_by_build(server: str) -> None:
    recorder = Recorder()
    walk = Lexdex(server, http_client=recorder.client()).cases.iter(court="scotus", page_size=10)
    assert recorder.urls == []
    total, build = walk.total, walk.build
    assert len(recorder.urls) == 1
    for _ in range(11):
        next(walk)
    assert [dict(url.params) for url in recorder.urls] == [
        {"court": "scotus", "limit": "10", "offset": "0"},
        {"court": "scotus", "limit": "10", "offset": "10", "build": build},
    ]
    assert len(list(walk)) == total - 11
    assert list(walk) == []


def test_walk_says_how_words_were_read(client: Lexdex) -> None:
    walk = client.cases.iter(q="privcy search")
    assert (walk.match, walk.corrected) == ("all", {"privcy": "privacy"})
    assert walk.total == len(list(walk)) > 0
    assert client.cases.iter(q="student speech school banner").match == "most"
    plain = client.cases.iter(court="scotus")
    assert (plain.match, plain.corrected) == (None, {})


def test_walk_with_fields_has_partial_records(client: Lexdex, corpus: Corpus) -> None:
    walked = list(client.bills.iter(fields=["id", "introducedDate"]))
    assert all(type(bill) is PartialBill for bill in walked)
    for bill in walked:
        record = corpus["bills"][bill.id or ""]
        assert to_json(bill) == {name: record[name] for name in ("id", "introducedDate") if name in record}


def test_walk_without_a_match_is_empty(client: Lexdex) -> None:
    walk = client.statutes.iter(q="qqqzzz", match="all")
    assert (walk.total, list(walk)) == (0, [])


def test_unknown_filter_is_refused_by_type_checker_and_server(client: Lexdex) -> None:
    with pytest.raises(BadRequest) as caught:
        list(client.cases.iter(cuort="ca9"))  # type: ignore[call-overload]
    (problem,) = caught.value.details["problems"]
    assert (problem["parameter"], problem["nearest"]) == ("cuort", "court")


@pytest.mark.anyio
async def test_async_walk_has_no_total_before_its_first_page(server: str) -> None:
    async with AsyncLexdex(server) as client:
        walk = client.cases.iter(court="ca9")
        with pytest.raises(RuntimeError, match="await"):
            _ = walk.total
        first = await anext(walk)
        assert isinstance(first, Case) and walk.total > 1
