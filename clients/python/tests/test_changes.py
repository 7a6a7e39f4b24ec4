"""Changes between the builds of a published index."""

from __future__ import annotations

import datetime

import pytest
from conftest import Builds

from lexdex import AsyncLexdex, Gone, Lexdex, NotFound


def newest(builds: Builds) -> tuple[Lexdex, str]:
    """A client of the server of the index published last, and the id of the previous build."""
    client = Lexdex(builds.keeping)
    if client.statutes.iter().total == 250:
        builds.swap()
    served = client.statutes.iter().build
    (before,) = (build.name for build in (builds.folder / "builds").iterdir() if build.name != served)
    return client, before


def test_changes_are_the_difference_between_the_lists(builds: Builds) -> None:
    client, before = newest(builds)
    expected = {f"s-{number}" for number in range(250, 340)}
    walk = client.changes(before, resource="statutes", page_size=40)
    changes = list(walk)
    assert len(changes) == walk.total == 90
    assert {change.id for change in changes} == expected
    assert {(change.change, change.resource) for change in changes} == {("added", "statutes")}
    age = datetime.datetime.now(datetime.timezone.utc) - changes[0].published_at
    assert datetime.timedelta(0) <= age < datetime.timedelta(hours=1)
    assert client.changes(before, resource="cases").total == 0
    assert list(client.changes(walk.build)) == []


def test_changes_since_a_time_before_the_history_are_gone(builds: Builds) -> None:
    client, before = newest(builds)
    with pytest.raises(Gone) as caught:
        list(client.changes(datetime.date(2000, 1, 1)))
    assert caught.value.details["oldestBuild"]["build"] == before


@pytest.mark.anyio
async def test_async_changes_are_the_same(builds: Builds) -> None:
    client, before = newest(builds)
    async with AsyncLexdex(builds.keeping) as async_client:
        assert [change async for change in async_client.changes(before)] == list(client.changes(before))


def test_index_without_a_history_is_an_error(client: Lexdex) -> None:
    with pytest.raises(NotFound, match="no history"):
        list(client.changes(datetime.datetime.now(datetime.timezone.utc)))
