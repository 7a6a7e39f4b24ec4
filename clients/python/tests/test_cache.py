"""Responses that are confirmed by their ETag."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import Builds, Recorder

from lexdex import AsyncLexdex, Lexdex
from lexdex._cache import CachedResponse, ResponseCache


def test_second_answer_is_confirmed_and_the_same(server: str) -> None:
    recorder = Recorder()
    client = Lexdex(server, http_client=recorder.client())
    first = list(client.cases.iter(court="scotus"))
    n_pages = len(recorder.statuses)
    assert list(client.cases.iter(court="scotus")) == first
    assert recorder.statuses == [200] * n_pages + [304] * n_pages
    # The same filter in another spelling has a different address.
    assert client.cases.list(court="SCOTUS").meta.total == len(first)
    assert recorder.statuses[-1] == 200


def test_alias_of_a_case_is_confirmed_through_its_redirect(server: str) -> None:
    recorder = Recorder()
    client = Lexdex(server, http_client=recorder.client())
    cases = [client.cases.get("scotus-93-sct-705") for _ in range(2)]
    assert [case.id for case in cases] == ["scotus-410-us-113"] * 2
    assert recorder.statuses == [308, 200, 308, 304]


@pytest.mark.anyio
async def test_async_client_has_the_same_cache(server: str) -> None:
    recorder = Recorder()
    async with recorder.async_client() as http:
        client = AsyncLexdex(server, http_client=http)
        assert await client.courts() == await client.courts()
    assert recorder.statuses == [200, 304]


def test_without_a_cache_every_response_is_whole(server: str) -> None:
    recorder = Recorder()
    client = Lexdex(server, http_client=recorder.client(), cache_bytes=0)
    assert client.topics() == client.topics()
    assert recorder.statuses == [200, 200]


def test_exports_are_not_cached(server: str) -> None:
    recorder = Recorder()
    client = Lexdex(server, http_client=recorder.client())
    assert client.cases.export(court="ca9") == client.cases.export(court="ca9")
    assert recorder.statuses == [200, 200]


def test_other_build_is_never_answered_from_the_cache(builds: Builds) -> None:
    client = Lexdex(builds.swapped)
    totals = []
    for _ in range(3):
        page = client.statutes.list(limit=1)
        totals.append(page.meta.total)
        builds.swap()
    assert totals[0] == totals[2] != totals[1]


def test_cache_keeps_the_last_used_responses_within_its_bytes() -> None:
    def response(size: int) -> CachedResponse:
        return CachedResponse('"e"', "b", bytes(size))

    # Each entry costs a kibibyte in addition to its body and the one byte of its address.
    cache = ResponseCache(3 * (1024 + 100 + 1))
    for name in "abc":
        cache.put(name, response(100))
    assert cache.get("a") is not None
    cache.put("d", response(100))
    assert [name for name in "abcd" if cache.get(name)] == ["a", "c", "d"]
    cache.put("a", response(101))
    assert [name for name in "abcd" if cache.get(name)] == ["a", "d"], "one byte too many"
    cache.put("e", response(10_000))
    assert [name for name in "ade" if cache.get(name)] == ["a", "d"], "too large by itself"


def test_threads_share_a_client(server: str) -> None:
    with Lexdex(server, cache_bytes=100_000) as client, ThreadPoolExecutor(8) as threads:
        courts = [court.id for court in client.courts() if court.id and court.cases][:40]
        expected = [client.cases.list(court=court).meta.total for court in courts]
        got = threads.map(lambda court: client.cases.list(court=court).meta.total, courts * 5)
        assert list(got) == expected * 5
