"""The defaults of both clients."""

from __future__ import annotations

from importlib.metadata import version

VERSION = version("lexdex")

USER_AGENT = {"User-Agent": f"lexdex-python/{VERSION}"}

TIMEOUT = 30.0
"""Seconds for each step of a request."""

# The rate limit never names more than 60 seconds, but other clients of the same address may come first.
MAX_WAIT = 180.0
"""Seconds that a request waits in all because of `Retry-After`."""

MAX_RETRIES = 2
"""How often a request is sent again when the connection fails."""

CACHE_BYTES = 16 * 1024 * 1024
"""The size of the cache of responses."""
