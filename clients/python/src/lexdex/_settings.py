"""The defaults of both clients."""

from __future__ import annotations

from importlib.metadata import version

VERSION = version("lexdex")

USER_AGENT = {"User-Agent": f"lexdex-python/{VERSION}"}

TIMEOUT = 30.0
"""The timeout in seconds for each step of a request."""

# The rate limit never asks for more than 60 seconds, but other clients with the same address may use up the next
# window.
MAX_WAIT = 180.0
"""The maximum seconds that a request waits in all because of `Retry-After`."""

MAX_RETRIES = 2
"""The maximum number of repeats when the connection fails."""

CACHE_BYTES = 16 * 1024 * 1024
"""The size of the response cache in bytes."""
