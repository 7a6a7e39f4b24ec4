"""The client as a whole: every endpoint, both clients, their addresses and connections."""

from __future__ import annotations

import datetime
import importlib
import inspect
import pkgutil
import re
from typing import Any

import httpx
import pytest
from conftest import LISTS, Recorder

import lexdex._generated.api
from lexdex import AsyncLexdex, Lexdex, NotFound, __version__


def endpoints() -> set[str]:
    """The path of each endpoint of the OpenAPI document."""
    paths = set()
    for module in pkgutil.walk_packages(lexdex._generated.api.__path__, "lexdex._generated.api."):
        if not module.ispkg:
            paths.add(importlib.import_module(module.name).PATH)
    return paths


def ask_everything(client: Lexdex) -> None:
    for name, id in zip(LISTS, ("federal-usc-18-1341", "scotus-410-us-113", "federal-117-hr-3684"), strict=True):
        records = getattr(client, name)
        assert records.get(id).id == id
        assert records.get(id, fields=["topics"]).id is None
        assert len(records.similar(id)) == len(records.similar(id, fields=["id"])) > 0
        assert records.list(limit=3).data == list(records.list(limit=3)) == list(records.iter())[:3]
        assert len(records.list(offset=10, limit=5)) == 5
        assert records.facets(topic="privacy").meta.total == records.iter(topic="privacy").total > 0
        assert len(records.export(topic="privacy")) == records.iter(topic="privacy").total
    assert [one.id for one in client.jurisdictions()][:2] == ["federal", "al"]
    assert client.jurisdiction("Calif.").name == "California"
    assert {"ca9", "scotus"} < {court.id for court in client.courts()}
    assert "privacy" in {topic.tag for topic in client.topics()}
    assert client.coverage().meta.records.cases == client.cases.iter().total
    assert client.suggest("plessy v f", limit=1).data[0].text == "Plessy v. Ferguson"
    assert client.check_citations("410 U.S. 113").meta.total == 1
    with pytest.raises(NotFound):
        list(client.changes("2026-01-01"))


def test_every_endpoint_of_the_document_has_a_method(server: str) -> None:
    recorder = Recorder()
    ask_everything(Lexdex(server, http_client=recorder.client()))
    asked = {url.path for url in recorder.urls}
    unasked = {
        path for path in endpoints() if not any(re.fullmatch(path.replace("{id}", "[^/]+"), one) for one in asked)
    }
    assert unasked == set()


def public(kind: type) -> dict[str, Any]:
    return {name: member for name, member in inspect.getmembers(kind, callable) if not name.startswith("_")}


@pytest.mark.parametrize("path", ["", "statutes", "cases", "bills"])
def test_both_clients_have_the_same_methods_and_parameters(path: str) -> None:
    client, async_client = Lexdex(), AsyncLexdex()
    kinds = [type(getattr(one, path)) if path else type(one) for one in (client, async_client)]
    methods, async_methods = (public(kind) for kind in kinds)
    assert methods.keys() == async_methods.keys()
    for name, method in methods.items():
        parameters, async_parameters = (inspect.signature(one).parameters for one in (method, async_methods[name]))
        assert parameters == async_parameters, name
        assert inspect.iscoroutinefunction(async_methods[name]) or name in ("changes", "iter"), name


@pytest.mark.anyio
async def test_async_client_gives_the_same_results(server: str, client: Lexdex) -> None:
    text = "Smith v. Jones, 410 U.S. 113 (1999); 18 U.S.C. § 1341"
    async with AsyncLexdex(server) as one:
        assert await one.jurisdictions() == client.jurisdictions()
        assert await one.jurisdiction("ny") == client.jurisdiction("ny")
        assert await one.courts() == client.courts()
        assert await one.topics() == client.topics()
        assert await one.coverage() == client.coverage()
        assert await one.suggest("roe", limit=3) == client.suggest("roe", limit=3)
        assert await one.check_citations(text) == client.check_citations(text)
        assert await one.cases.list(court="ca9") == client.cases.list(court="ca9")
        assert await one.cases.facets(court="ca9") == client.cases.facets(court="ca9")
        assert await one.cases.get("scotus-410-us-113") == client.cases.get("scotus-410-us-113")
        assert await one.cases.similar("scotus-410-us-113") == client.cases.similar("scotus-410-us-113")


def test_base_path_and_slash_of_the_address_are_kept() -> None:
    recorder = Recorder()
    transport = httpx.MockTransport(
        lambda _: httpx.Response(200, headers={"Lexdex-Build": "b"}, json={"data": [], "meta": {"total": 0}})
    )
    client = Lexdex("http://host/law/", http_client=recorder.client(transport=transport))
    assert client.topics() == []
    assert str(recorder.urls[0]) == "http://host/law/api/v1/topics"


def test_values_of_parameters_arrive_as_they_are() -> None:
    recorder = Recorder()
    page = {"data": [], "meta": {"total": 0, "limit": 1, "offset": 0, "hasMore": False}}
    transport = httpx.MockTransport(lambda _: httpx.Response(200, headers={"Lexdex-Build": "b"}, json=page))
    client = Lexdex("http://host", http_client=recorder.client(transport=transport))
    client.cases.list(
        q='a&b=c "ñ" +1%',
        topic=("x", "y"),
        decided_from=datetime.date(1970, 1, 1),
        limit=5,
        court="Señor & Söhne",
        fields=["id", "topics"],
    )
    assert recorder.urls[0].params.multi_items() == [
        ("q", 'a&b=c "ñ" +1%'),
        ("topic", "x"),
        ("topic", "y"),
        ("decided_from", "1970-01-01"),
        ("limit", "5"),
        ("court", "Señor & Söhne"),
        ("fields", "id,topics"),
    ]


def test_client_names_itself_and_closes_only_its_own_connections(server: str) -> None:
    with Lexdex(server) as client:
        own = client._http
        assert own.headers["User-Agent"] == f"lexdex-python/{__version__}"
    assert own.is_closed
    given = httpx.Client()
    with Lexdex(server, http_client=given) as client:
        client.topics()
    assert not given.is_closed
