"""`GET /api/v1/changes`."""

from __future__ import annotations

from typing_extensions import TypedDict

from ...models.resource import Resource

PATH = "/api/v1/changes"


class ListChangesParams(TypedDict, total=False):
    """The optional query parameters, without those of the position."""

    resource: Resource
    """The list whose changes are listed. Without it: all of them."""

    build: str
    """The build of the index that is to answer, as `Lexdex-Build` of an earlier response names it. If the server
    does not have it any more, or not yet, the response is 412."""


class ListChangesPageParams(ListChangesParams, total=False):
    """The optional query parameters, with those of the position."""

    limit: int
    """The maximum number of records on the page."""

    offset: int
    """The number of records before the page."""
