"""The rate limit, and other reasons to send a request again."""

from __future__ import annotations

import itertools
import time

import httpx
import pytest
from conftest import Recorder, address, citing

from lexdex import AsyncLexdex, Lexdex, RateLimited, TransportError, Unavailable

OK = {"Lexdex-Build": "b"}


def refusal(status: int, seconds: int | None) -> httpx.Response:
    headers = {} if seconds is None else {"Retry-After": str(seconds)}
    return httpx.Response(status, headers=headers, json={"error": "later"})


def fake(responses: list[httpx.Response | Exception]) -> httpx.MockTransport:
    """A server that has these responses, one after the other."""

    def handle(request: httpx.Request) -> httpx.Response:
        response = responses.pop(0)
        if isinstance(response, Exception):
            raise response
        return response

    return httpx.MockTransport(handle)


def topics() -> httpx.Response:
    return httpx.Response(200, headers=OK, json={"data": [], "meta": {"total": 0}})


class OtherClient:
    """A sleep after which the server sees another client, whose limit is unused, as it would after the wait."""

    addresses = itertools.count(1)

    def __init__(self, headers: httpx.Headers) -> None:
        self.headers = headers
        self.waits: list[float] = []
        self.appear()

    def appear(self) -> None:
        self.headers["X-Forwarded-For"] = f"198.51.100.{next(self.addresses)}"

    def __call__(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.appear()


def test_walk_waits_at_the_rate_limit_and_continues() -> None:
    recorder = Recorder()
    http = recorder.client()
    sleep = OtherClient(http.headers)
    walk = Lexdex(address("LIMITED"), http_client=http, sleep=sleep).cases.iter(page_size=100)
    walked = [case.id for case in walk]
    assert len(walked) == len(set(walked)) == walk.total > 1000
    # The limit of these tests is five requests.
    n_pages = (walk.total + 99) // 100
    n_waits = (n_pages - 1) // 5
    assert recorder.statuses.count(200) == n_pages
    assert recorder.statuses.count(429) == len(sleep.waits) == n_waits > 1
    assert all(1 <= seconds <= 60 for seconds in sleep.waits)


@pytest.mark.anyio
async def test_async_walk_waits_at_the_rate_limit_and_continues() -> None:
    http = httpx.AsyncClient()
    sleep = OtherClient(http.headers)

    async def async_sleep(seconds: float) -> None:
        sleep(seconds)

    async with http:
        walk = AsyncLexdex(address("LIMITED"), http_client=http, sleep=async_sleep).bills.iter(page_size=40)
        walked = [bill.id async for bill in walk]
        assert len(walked) == len(set(walked)) == walk.total > 500
        assert len(sleep.waits) == ((walk.total + 39) // 40 - 1) // 5 > 1


def test_walk_without_waiting_raises_and_continues_later() -> None:
    http = httpx.Client()
    other = OtherClient(http.headers)
    walk = Lexdex(address("LIMITED"), http_client=http, max_wait=0).cases.iter(page_size=100)
    walked = [next(walk).id for _ in range(500)]
    with pytest.raises(RateLimited) as caught:
        next(walk)
    assert caught.value.retry_after is not None and 1 <= caught.value.retry_after <= 60
    other.appear()
    walked += [case.id for _, case in zip(range(500), walk, strict=False)]
    assert len(walked) == len(set(walked)) == 1000


def test_long_text_waits_at_the_rate_limit_and_continues(client: Lexdex) -> None:
    recorder = Recorder()
    http = recorder.client()
    sleep = OtherClient(http.headers)
    text = citing(400_000)
    checked = Lexdex(address("LIMITED"), http_client=http, sleep=sleep).check_citations(text)
    assert checked == client.check_citations(text)
    assert recorder.statuses.count(200) == 7
    assert recorder.statuses.count(429) == len(sleep.waits) == 1


def test_real_sleep_takes_the_time_that_the_response_names() -> None:
    http = httpx.Client(transport=fake([refusal(429, 1), topics()]))
    start = time.monotonic()
    assert Lexdex("http://fake", http_client=http).topics() == []
    assert 1 <= time.monotonic() - start < 10


@pytest.mark.parametrize(("status", "error"), [(429, RateLimited), (503, Unavailable)])
def test_waits_add_up_to_max_wait_at_most(status: int, error: type[Exception]) -> None:
    waits: list[float] = []
    http = httpx.Client(transport=fake([refusal(status, 20), refusal(status, 40), topics()]))
    assert Lexdex("http://fake", http_client=http, sleep=waits.append, max_wait=60).topics() == []
    assert waits == [20, 40]
    http = httpx.Client(transport=fake([refusal(status, 20), refusal(status, 41), topics()]))
    with pytest.raises(error):
        Lexdex("http://fake", http_client=http, sleep=waits.append, max_wait=60).topics()
    assert waits == [20, 40, 20]


def test_zero_seconds_mean_a_wait_too() -> None:
    waits: list[float] = []
    http = httpx.Client(transport=fake([refusal(503, 0)] * 10))
    with pytest.raises(Unavailable):
        Lexdex("http://fake", http_client=http, sleep=waits.append, max_wait=3).topics()
    assert waits == [1, 1, 1]


def test_unavailable_without_a_time_is_raised_at_once() -> None:
    http = httpx.Client(transport=fake([refusal(503, None)]))
    with pytest.raises(Unavailable, match="503: later") as caught:
        Lexdex("http://fake", http_client=http, sleep=never).topics()
    assert caught.value.retry_after is None


def test_failed_connection_is_tried_again_after_growing_pauses() -> None:
    waits: list[float] = []
    failure = httpx.ConnectError("refused")
    http = httpx.Client(transport=fake([failure, failure, topics()]))
    assert Lexdex("http://fake", http_client=http, sleep=waits.append).topics() == []
    assert waits == [0.5, 1.0]
    http = httpx.Client(transport=fake([failure] * 3))
    with pytest.raises(TransportError, match="GET /api/v1/topics: refused") as caught:
        Lexdex("http://fake", http_client=http, sleep=waits.append).topics()
    assert caught.value.__cause__ is failure


def test_unreachable_server_is_a_transport_error() -> None:
    with pytest.raises(TransportError):
        Lexdex("http://127.0.0.1:9", max_retries=0, sleep=never).topics()


def test_export_that_breaks_off_is_an_error_and_not_a_short_list() -> None:
    broken = httpx.RemoteProtocolError("peer closed connection without sending complete message body")
    http = httpx.Client(transport=fake([broken]))
    with pytest.raises(TransportError, match="peer closed"):
        Lexdex("http://fake", http_client=http, max_retries=0).cases.export()


def never(seconds: float) -> None:
    raise AssertionError(f"a wait of {seconds} seconds")
