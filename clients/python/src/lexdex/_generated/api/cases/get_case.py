"""`GET /api/v1/cases/{id}`."""

from __future__ import annotations

from typing_extensions import TypedDict

PATH = "/api/v1/cases/{id}"


class GetCaseParams(TypedDict, total=False):
    """The optional query parameters."""

    build: str
    """The build of the index that must answer, from `Lexdex-Build` of an earlier response. If the server does not
    serve this build, the response is 412."""
