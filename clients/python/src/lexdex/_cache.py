"""A cache of responses by their address, revalidated with `If-None-Match`."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock


@dataclass(frozen=True)
class CachedResponse:
    """A cached response, which a 304 confirms."""

    etag: str
    build: str
    body: bytes


class ResponseCache:
    """Keeps the most recently used responses, up to a number of bytes. Threads may share it."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._n_bytes = 0
        self._responses: OrderedDict[str, CachedResponse] = OrderedDict()
        self._lock = Lock()

    def get(self, url: str) -> CachedResponse | None:
        """The cached response for an address."""
        with self._lock:
            if url in self._responses:
                self._responses.move_to_end(url)
            return self._responses.get(url)

    def put(self, url: str, response: CachedResponse) -> None:
        """Caches a response, and evicts the least recently used ones to make room."""
        with self._lock:
            former = self._responses.pop(url, None)
            if former is not None:
                self._n_bytes -= _cost(url, former)
            if _cost(url, response) > self._max_bytes:
                return
            self._responses[url] = response
            self._n_bytes += _cost(url, response)
            while self._n_bytes > self._max_bytes:
                self._n_bytes -= _cost(*self._responses.popitem(last=False))


def _cost(url: str, response: CachedResponse) -> int:
    """The bytes of an entry, with a kibibyte for the objects around them."""
    return len(url) + len(response.body) + 1024
