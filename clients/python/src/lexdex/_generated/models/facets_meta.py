from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.facets_meta_corrected import FacetsMetaCorrected
from ..models.match import Match


@dataclass(frozen=True, kw_only=True, slots=True)
class FacetsMeta:
    """The number of matching records."""

    total: int
    """The number of matching records."""
    corrected: FacetsMetaCorrected | None = None
    """Only with `q`: the corrected words, each with its replacement."""
    hint: str | None = None
    """Only with `q`: a sentence for a person on what was not read as typed."""
    match: Match | None = None
    """Only with `q`: whether the records have all of its words, enough of them (`most`), or any."""

    NAMES: ClassVar[dict[str, str]] = {
        "total": "total",
        "corrected": "corrected",
        "hint": "hint",
        "match": "match",
    }
    """The name of each field in JSON."""
