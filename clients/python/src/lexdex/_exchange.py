"""The course of a request: sending, waiting, sending again, until there is an answer or an error.

It is a generator that does no I/O: it yields what is to be done, and gets back what came of it. The client and the
asynchronous client carry it out, each in its own way.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import httpx

from ._cache import CachedResponse, ResponseCache
from ._call import Answer, Call
from .errors import CLASSES, ApiError, TransportError, UnexpectedResponse

FIRST_PAUSE = 0.5
"""The seconds between a failed connection and the second attempt; each further pause is twice the one before."""


@dataclass(frozen=True)
class Policy:
    """How long and how often a request is tried again."""

    max_wait: float
    """The seconds that a request may wait in all because of `Retry-After`."""
    max_retries: int
    """How often a request is sent again after a failure of the connection."""


@dataclass(frozen=True)
class Send:
    """The request is to be sent."""

    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Pause:
    """Seconds are to pass."""

    seconds: float


Exchange: TypeAlias = Generator[Send | Pause, httpx.Response | httpx.RequestError | None, Answer]


def exchange(call: Call[Any], policy: Policy, cache: ResponseCache) -> Exchange:
    """Carries out a request. It gets a response or an error for `Send`, and nothing for `Pause`."""
    cached = cache.get(call.target) if call.is_cached else None
    send = Send(_headers(call, cached))
    waited, n_failures = 0.0, 0
    while True:
        result = yield send
        if isinstance(result, httpx.Response):
            if result.status_code == 304 and cached is not None:
                return Answer(cached.body, cached.build)
            if result.is_success:
                return _answer(call, result, cache)
            error = api_error(result)
            if error.status not in (429, 503) or error.retry_after is None:
                raise error
            # lexdex never says 0, but a proxy may, and must not be asked without a pause.
            seconds = max(error.retry_after, 1)
            waited += seconds
            if waited > policy.max_wait:
                raise error
            yield Pause(seconds)
        else:
            n_failures += 1
            if n_failures > policy.max_retries:
                raise TransportError(f"{call.method} {call.target}: {result}") from result
            yield Pause(FIRST_PAUSE * 2 ** (n_failures - 1))


def _headers(call: Call[Any], cached: CachedResponse | None) -> dict[str, str]:
    headers = {}
    if call.text is not None:
        headers["Content-Type"] = "text/plain; charset=utf-8"
    if cached is not None:
        headers["If-None-Match"] = cached.etag
    return headers


def _answer(call: Call[Any], response: httpx.Response, cache: ResponseCache) -> Answer:
    build = response.headers.get("Lexdex-Build")
    if build is None:
        raise UnexpectedResponse(f"{response.url} answers without the header Lexdex-Build; is it a lexdex server?")
    etag = response.headers.get("ETag")
    if call.is_cached and etag is not None:
        cache.put(call.target, CachedResponse(etag, build, response.content))
    return Answer(response.content, build)


def api_error(response: httpx.Response) -> ApiError:
    """The exception of a response with an error."""
    status = response.status_code
    try:
        body = json.loads(response.content)
        message, details = str(body["error"]), dict(body.get("details") or {})
    except (ValueError, KeyError, TypeError, AttributeError):
        # Of a proxy, or of the HTTP library.
        message, details = response.reason_phrase or "no reason given", {}
    seconds = response.headers.get("Retry-After", "")
    retry_after = int(seconds) if seconds.isdecimal() else None
    kind = CLASSES.get(status, ApiError)
    return kind(status, message, details, retry_after, response.headers.get("X-Request-Id"))
