from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.facet_value import FacetValue


@dataclass(frozen=True, kw_only=True, slots=True)
class BillFacetsData:
    """The facets, each with its values."""

    chamber: list[FacetValue]
    jurisdiction: list[FacetValue]
    session: list[FacetValue]
    status: list[FacetValue]
    topic: list[FacetValue]
    year: list[FacetValue]

    NAMES: ClassVar[dict[str, str]] = {
        "chamber": "chamber",
        "jurisdiction": "jurisdiction",
        "session": "session",
        "status": "status",
        "topic": "topic",
        "year": "year",
    }
    """The name of each field in JSON."""
