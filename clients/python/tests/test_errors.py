"""Errors, each as its exception."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from conftest import Recorder

from lexdex import (
    ApiError,
    AsyncLexdex,
    BadRequest,
    BuildChanged,
    Lexdex,
    LexdexError,
    NotFound,
    RateLimited,
    TransportError,
    Unavailable,
    UnexpectedResponse,
)

ROE = "scotus-410-us-113"


def test_every_problem_of_a_request_is_in_the_details(client: Lexdex) -> None:
    with pytest.raises(BadRequest) as caught:
        client.bills.list(status="vetoed", limit=101)  # type: ignore[arg-type]
    error = caught.value
    assert (error.status, [one["parameter"] for one in error.details["problems"]]) == (400, ["status", "limit"])
    assert "limit must be between 1 and 100" in str(error) and str(error).startswith("400: ")
    assert error.request_id and error.retry_after is None


def test_filter_without_a_value_is_refused_and_not_left_out(client: Lexdex) -> None:
    values: list[dict[str, Any]] = [{"topic": []}, {"fields": []}, {"topic": ""}]
    for parameters in values:
        with pytest.raises(BadRequest) as caught:
            client.cases.list(**parameters)
        assert [one["parameter"] for one in caught.value.details["problems"]] == list(parameters)
    assert client.cases.list(topic=None).meta.total > 1000  # type: ignore[call-overload]


def test_unknown_id_is_not_found_with_the_nearest(client: Lexdex) -> None:
    for find in (client.cases.get, client.cases.similar):
        with pytest.raises(NotFound) as caught:
            find("scotus-410-us-114")
        assert caught.value.details["nearest"][0] == "scotus-410-us-113"


@pytest.mark.parametrize(
    "id", ["a/b", "...", "../bills", "%2e", "é", " ", f"{ROE}?fields=id", f"{ROE}#b", f"{ROE}/similar"]
)
def test_malformed_ids_lead_to_no_other_endpoint(client: Lexdex, id: str) -> None:
    with pytest.raises((NotFound, BadRequest)):
        client.cases.get(id)


@pytest.mark.parametrize(
    "id, problem", [("", "the id is empty"), (".", "no id of a record"), ("..", "no id of a record")]
)
def test_impossible_id_is_refused_before_anything_is_sent(server: str, id: str, problem: str) -> None:
    recorder = Recorder()
    with pytest.raises(ValueError, match=problem):
        Lexdex(server, http_client=recorder.client()).cases.get(id)
    assert recorder.urls == []


def test_unknown_build_is_named_with_the_one_served(client: Lexdex) -> None:
    with pytest.raises(BuildChanged) as caught:
        client.topics(build="0" * 64)
    assert caught.value.build == "0" * 64
    assert caught.value.served == client.cases.list().build


def test_status_without_a_class_is_an_api_error(client: Lexdex) -> None:
    with pytest.raises(ApiError) as caught:
        client.cases.get("x" * 9000)
    assert (type(caught.value), caught.value.status) == (ApiError, 414)


@pytest.mark.anyio
async def test_async_client_raises_the_same(server: str) -> None:
    async with AsyncLexdex(server) as client:
        with pytest.raises(NotFound):
            await client.cases.get("nobody")
        with pytest.raises(BadRequest):
            await client.cases.list(cuort="ca9")  # type: ignore[call-overload]


def test_response_of_another_service_is_unexpected() -> None:
    for response in (
        httpx.Response(200, text="<html>"),
        httpx.Response(200, text="<html>", headers={"Lexdex-Build": "b"}),
        httpx.Response(200, json={"data": [{"id": "a"}]}, headers={"Lexdex-Build": "b"}),
        httpx.Response(200, json=[], headers={"Lexdex-Build": "b"}),
        httpx.Response(304),
    ):
        transport = httpx.MockTransport(lambda _, response=response: response)
        with pytest.raises(LexdexError):
            Lexdex("http://fake", http_client=httpx.Client(transport=transport)).courts()


def test_response_without_a_build_is_unexpected() -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json={"data": [], "meta": {"total": 0}}))
    with pytest.raises(UnexpectedResponse, match="http://fake/api/v1/courts answers without the header Lexdex-Build"):
        Lexdex("http://fake", http_client=httpx.Client(transport=transport)).courts()


def test_error_of_a_proxy_is_an_api_error_with_its_status() -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(502, text="<html>"))
    with pytest.raises(ApiError, match="502: Bad Gateway"):
        Lexdex("http://fake", http_client=httpx.Client(transport=transport)).courts()


def test_every_error_is_a_lexdex_error() -> None:
    for kind in (ApiError, TransportError, UnexpectedResponse):
        assert issubclass(kind, LexdexError)
    for kind in (BadRequest, BuildChanged, NotFound, RateLimited, Unavailable):
        assert issubclass(kind, ApiError)
