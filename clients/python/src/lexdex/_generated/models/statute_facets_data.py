from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.facet_value import FacetValue


@dataclass(frozen=True, kw_only=True, slots=True)
class StatuteFacetsData:
    """The facets, each with its values."""

    jurisdiction: list[FacetValue]
    status: list[FacetValue]
    topic: list[FacetValue]
    year: list[FacetValue]

    NAMES: ClassVar[dict[str, str]] = {
        "jurisdiction": "jurisdiction",
        "status": "status",
        "topic": "topic",
        "year": "year",
    }
    """The name of each field in JSON."""
