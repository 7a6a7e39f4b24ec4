"""`GET /api/v1/changes`."""

from __future__ import annotations

from typing_extensions import TypedDict

from ...models.resource import Resource

PATH = "/api/v1/changes"


class ListChangesParams(TypedDict, total=False):
    """The optional query parameters, without those of the position."""

    resource: Resource
    """The list whose changes are returned. The default is all lists."""

    build: str
    """The build of the index that must answer, from `Lexdex-Build` of an earlier response. If the server does not
    serve this build, the response is 412."""


class ListChangesPageParams(ListChangesParams, total=False):
    """The optional query parameters, with those of the position."""

    limit: int
    """The maximum number of records on the page."""

    offset: int
    """The number of records before the page."""
