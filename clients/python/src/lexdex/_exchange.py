"""Runs a request: sends it, waits and repeats it, until there is a response or an error.

It is a generator without I/O: it yields actions, and receives their results. The blocking and the asynchronous client
each perform the actions in their own way.
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
"""The seconds between a failed connection and the second attempt; each further pause is twice the previous one."""


@dataclass(frozen=True)
class Policy:
    """The limits on repeated attempts at a request."""

    max_wait: float
    """The maximum seconds that a request waits in all because of `Retry-After`."""
    max_retries: int
    """The maximum number of repeats after a failed connection."""


@dataclass(frozen=True)
class Send:
    """The action to send the request."""

    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Pause:
    """The action to wait."""

    seconds: float


Exchange: TypeAlias = Generator[Send | Pause, httpx.Response | httpx.RequestError | None, Answer]


def exchange(call: Call[Any], policy: Policy, cache: ResponseCache) -> Exchange:
    """Runs a request. It receives a response or an error for `Send`, and nothing for `Pause`."""
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
            # lexdex never sends 0, but a proxy may, and requests must not follow without a pause.
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
    if call.body is not None:
        headers["Content-Type"] = call.body.media_type
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
    """The exception for an error response."""
    status = response.status_code
    try:
        body = json.loads(response.content)
        message, details = str(body["error"]), dict(body.get("details") or {})
    except (ValueError, KeyError, TypeError, AttributeError):
        # The body comes from a proxy or from the HTTP library.
        message, details = response.reason_phrase or "no reason given", {}
    seconds = response.headers.get("Retry-After", "")
    retry_after = int(seconds) if seconds.isdecimal() else None
    kind = CLASSES.get(status, ApiError)
    return kind(status, message, details, retry_after, response.headers.get("X-Request-Id"))
