"""Walks during which the server's index is replaced."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from conftest import Builds, Recorder, citing

from lexdex import AsyncLexdex, BuildChanged, Lexdex, Statute


def ids(statutes: list[Statute]) -> set[str]:
    return {statute.id for statute in statutes}


def test_walk_stays_on_its_build_while_the_server_keeps_it(builds: Builds) -> None:
    client = Lexdex(builds.keeping)
    walk = client.statutes.iter(page_size=20)
    total, build = walk.total, walk.build
    walked = [next(walk) for _ in range(30)]
    builds.swap()
    walked += walk
    assert (walk.total, walk.build, walk.n_restarts) == (total, build, 0)
    assert len(walked) == len(ids(walked)) == total
    after = client.statutes.iter()
    assert after.build != build and after.total != total


def test_walk_ends_in_an_error_if_its_build_is_gone(builds: Builds) -> None:
    walk = Lexdex(builds.swapped).statutes.iter(page_size=20)
    build = walk.build
    for _ in range(30):
        next(walk)
    builds.swap()
    # The rest of the page was already received.
    for _ in range(10):
        next(walk)
    for _ in range(2):
        with pytest.raises(BuildChanged) as caught:
            next(walk)
        assert caught.value.build == build != caught.value.served
    assert Lexdex(builds.swapped).statutes.iter().build == caught.value.served


def test_walk_begins_again_on_request(builds: Builds) -> None:
    walk = Lexdex(builds.swapped).statutes.iter(page_size=20, on_build_change="restart")
    total, build = walk.total, walk.build
    first = [next(walk) for _ in range(30)]
    builds.swap()
    walked = list(walk)
    assert walk.n_restarts == 1
    assert walk.build != build and walk.total != total
    # The rest of a page of the old build, and then all records of the new build.
    assert len(walked) == 10 + walk.total
    assert len(ids(walked[10:])) == walk.total
    assert ids(first) <= ids(walked[10:]), "records come a second time"


def test_walk_of_a_named_build_never_begins_again(builds: Builds) -> None:
    client = Lexdex(builds.swapped)
    build = client.statutes.iter().build
    walk = client.statutes.iter(page_size=20, on_build_change="restart", build=build)
    next(walk)
    builds.swap()
    with pytest.raises(BuildChanged):
        list(walk)
    assert walk.n_restarts == 1, "one attempt to begin again with that build"


def test_check_begins_again_with_the_new_build(builds: Builds) -> None:
    recorder = Recorder()
    http = recorder.client()
    text = citing(100_000)

    def swap(_: httpx.Response) -> None:
        if len(recorder.statuses) == 1:
            builds.swap()

    http.event_hooks["response"].append(swap)
    checked = Lexdex(builds.swapped, http_client=http).check_citations(text)
    assert recorder.statuses == [200, 412, 200, 200]
    assert checked == Lexdex(builds.swapped).check_citations(text)
    assert checked.meta.total == len(checked.data) > 500


def test_check_with_a_named_build_never_begins_again(builds: Builds) -> None:
    recorder = Recorder()
    client = Lexdex(builds.swapped, http_client=recorder.client())
    build = client.statutes.iter().build
    builds.swap()
    with pytest.raises(BuildChanged) as caught:
        client.check_citations(citing(100_000), build=build)
    assert caught.value.build == build
    assert recorder.statuses == [200, 412]


def always_rebuilt(body: Any) -> tuple[Lexdex, list[httpx.Request]]:
    """A client of a server that has lost each build by the next request, and the requests so far."""
    requests: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        assert len(requests) < 100
        if "build" in request.url.params:
            return httpx.Response(412, json={"error": "gone", "details": {"build": "a", "served": "b"}})
        return httpx.Response(200, headers={"Lexdex-Build": "a"}, json=body)

    return Lexdex("http://fake", http_client=httpx.Client(transport=httpx.MockTransport(handle))), requests


def test_check_between_different_builds_ends() -> None:
    statuses = ("ambiguous", "cannot_exist", "found", "not_a_citation", "not_checkable", "not_in_index", "unresolved")
    checked = {"data": [], "meta": {"total": 0, "statuses": dict.fromkeys(statuses, 0)}}
    client, requests = always_rebuilt(checked)
    with pytest.raises(BuildChanged, match="412: gone"):
        client.check_citations(citing(100_000))
    assert len(requests) == 22


def test_walk_between_different_builds_ends() -> None:
    record = {"id": "s-0", "jurisdiction": "United States", "jurisdictionId": "federal", "title": "t"}
    meta = {"source": "s", "jurisdiction": "federal", "last_updated": "2024-02-29", "license": "CC0 1.0"}
    statute = {**record, "status": "active", "meta": {**meta, "citation": None}}
    page = {"data": [statute], "meta": {"total": 2, "limit": 1, "offset": 0, "hasMore": True}}
    client, requests = always_rebuilt(page)
    walk = client.statutes.iter(page_size=1, on_build_change="restart")
    with pytest.raises(BuildChanged, match="412: gone"):
        list(walk)
    assert (walk.n_restarts, len(requests)) == (10, 22)


@pytest.mark.anyio
async def test_async_walk_ends_in_an_error_or_begins_again(builds: Builds) -> None:
    async with AsyncLexdex(builds.swapped) as client:
        ending = await client.statutes.iter(page_size=20)
        restarting = await client.statutes.iter(page_size=20, on_build_change="restart")
        builds.swap()
        with pytest.raises(BuildChanged):
            _ = [statute async for statute in ending]
        walked = [statute async for statute in restarting]
        assert (restarting.n_restarts, len(walked)) == (1, 20 + restarting.total)
        assert len(ids(walked[20:])) == restarting.total
