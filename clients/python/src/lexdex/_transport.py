"""Performs requests over httpx, blocking and asynchronously."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import TypeVar

import httpx

from ._cache import ResponseCache
from ._call import Answer, Call
from ._exchange import Pause, Policy, Send, exchange
from .errors import ApiError

T = TypeVar("T")
R = TypeVar("R")


class Transport:
    """Sends requests, and sleeps between attempts."""

    def __init__(
        self, http: httpx.Client, base_url: str, policy: Policy, cache: ResponseCache, sleep: Callable[[float], object]
    ) -> None:
        self._http, self._base_url, self._policy, self._cache, self._sleep = http, base_url, policy, cache, sleep

    def run(self, call: Call[T]) -> T:
        """Performs a request, and reads its response."""
        steps = exchange(call, self._policy, self._cache)
        step = next(steps)
        answer: Answer | None = None
        while answer is None:
            result = self._take(call, step)
            try:
                step = steps.send(result)
            except StopIteration as end:
                answer = end.value
        return call.read(answer)

    def run_all(self, calls: Generator[Call[T], T, R]) -> R:
        """Performs the requests of a generator, which receives what they return or raise, and returns its result."""
        try:
            call = next(calls)
            while True:
                try:
                    received = self.run(call)
                except ApiError as error:
                    call = calls.throw(error)
                else:
                    call = calls.send(received)
        except StopIteration as end:
            result: R = end.value
            return result

    def _take(self, call: Call[T], step: Send | Pause) -> httpx.Response | httpx.RequestError | None:
        if isinstance(step, Pause):
            self._sleep(step.seconds)
            return None
        try:
            return self._http.request(
                call.method,
                self._base_url + call.target,
                headers=step.headers,
                content=None if call.body is None else call.body.content,
                follow_redirects=True,
            )
        except httpx.RequestError as error:
            return error


class AsyncTransport:
    """Sends requests, and sleeps between attempts, asynchronously."""

    def __init__(
        self,
        http: httpx.AsyncClient,
        base_url: str,
        policy: Policy,
        cache: ResponseCache,
        sleep: Callable[[float], Awaitable[object]],
    ) -> None:
        self._http, self._base_url, self._policy, self._cache, self._sleep = http, base_url, policy, cache, sleep

    async def run(self, call: Call[T]) -> T:
        """Performs a request, and reads its response."""
        steps = exchange(call, self._policy, self._cache)
        step = next(steps)
        answer: Answer | None = None
        while answer is None:
            result = await self._take(call, step)
            try:
                step = steps.send(result)
            except StopIteration as end:
                answer = end.value
        return call.read(answer)

    async def run_all(self, calls: Generator[Call[T], T, R]) -> R:
        """Performs the requests of a generator, which receives what they return or raise, and returns its result."""
        try:
            call = next(calls)
            while True:
                try:
                    received = await self.run(call)
                except ApiError as error:
                    call = calls.throw(error)
                else:
                    call = calls.send(received)
        except StopIteration as end:
            result: R = end.value
            return result

    async def _take(self, call: Call[T], step: Send | Pause) -> httpx.Response | httpx.RequestError | None:
        if isinstance(step, Pause):
            await self._sleep(step.seconds)
            return None
        try:
            return await self._http.request(
                call.method,
                self._base_url + call.target,
                headers=step.headers,
                content=None if call.body is None else call.body.content,
                follow_redirects=True,
            )
        except httpx.RequestError as error:
            return error
