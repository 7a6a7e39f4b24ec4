"""The exceptions of the client. Each of them is a `LexdexError`."""

from __future__ import annotations

from typing import Any


class LexdexError(Exception):
    """Any failure of a request."""


class TransportError(LexdexError):
    """The server could not be reached, or the connection broke. The cause is the error of httpx."""


class UnexpectedResponse(LexdexError):
    """A response that is not from lexdex: the base URL may be that of another service."""


class ApiError(LexdexError):
    """An error response. Each status that a program may want to handle has its own class."""

    status: int
    """The status code."""
    message: str
    """The error, in a sentence."""
    details: dict[str, Any]
    """The parts of the error, as the API describes them; empty if it has none."""
    retry_after: int | None
    """The seconds to wait before another attempt, if the server names them."""
    request_id: str | None
    """The id of the request in the server's log."""

    def __init__(
        self, status: int, message: str, details: dict[str, Any], retry_after: int | None, request_id: str | None
    ) -> None:
        super().__init__(f"{status}: {message}")
        self.status = status
        self.message = message
        self.details = details
        self.retry_after = retry_after
        self.request_id = request_id


class BadRequest(ApiError):
    """400: a parameter is unknown or invalid. `details["problems"]` has an entry for each of them."""


class NotFound(ApiError):
    """404: no record has this id. `details` has the nearest ids."""


class Gone(ApiError):
    """410: the history of changes does not go back so far. `details["oldestBuild"]` names its oldest build."""


class BuildChanged(ApiError):
    """412: the server no longer has the build that the request names, because its index was replaced."""

    @property
    def build(self) -> str:
        """The build that the request named."""
        return str(self.details["build"])

    @property
    def served(self) -> str:
        """The build that the server has now."""
        return str(self.details["served"])


class RateLimited(ApiError):
    """429: the rate limit is used up, and the wait would be longer than `max_wait`."""


class Unavailable(ApiError):
    """503: the server has no capacity now, and the wait would be longer than `max_wait`."""


CLASSES: dict[int, type[ApiError]] = {
    400: BadRequest,
    404: NotFound,
    410: Gone,
    412: BuildChanged,
    429: RateLimited,
    503: Unavailable,
}
"""The exception class by status."""
