"""`GET /api/v1/suggest`."""

from __future__ import annotations

from typing_extensions import TypedDict

PATH = "/api/v1/suggest"


class SuggestParams(TypedDict, total=False):
    """The optional query parameters."""

    limit: int
    """The maximum number of suggestions."""

    build: str
    """The build of the index that must answer, from `Lexdex-Build` of an earlier response. If the server does not
    serve this build, the response is 412."""
