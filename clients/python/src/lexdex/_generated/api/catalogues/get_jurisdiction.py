"""`GET /api/v1/jurisdictions/{id}`."""

from __future__ import annotations

from typing_extensions import TypedDict

PATH = "/api/v1/jurisdictions/{id}"


class GetJurisdictionParams(TypedDict, total=False):
    """The optional query parameters."""

    build: str
    """The build of the index that is to answer, as `Lexdex-Build` of an earlier response names it. If the server
    does not have it any more, or not yet, the response is 412."""
