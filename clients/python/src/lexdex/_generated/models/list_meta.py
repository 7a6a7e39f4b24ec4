from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.list_meta_corrected import ListMetaCorrected
from ..models.match import Match


@dataclass(frozen=True, kw_only=True, slots=True)
class ListMeta:
    """The position of the page."""

    has_more: bool
    """Whether more records follow this page."""
    limit: int
    """The maximum number of records on the page."""
    offset: int
    """The number of records before this page."""
    total: int
    """The number of matching records."""
    corrected: ListMetaCorrected | None = None
    """Only with `q`: the corrected words, each with its replacement."""
    hint: str | None = None
    """Only with `q`: a sentence for a person on what was not read as typed."""
    match: Match | None = None
    """Only with `q`: whether the records have all of its words, enough of them (`most`), or any."""

    NAMES: ClassVar[dict[str, str]] = {
        "has_more": "hasMore",
        "limit": "limit",
        "offset": "offset",
        "total": "total",
        "corrected": "corrected",
        "hint": "hint",
        "match": "match",
    }
    """The name of each field in JSON."""
