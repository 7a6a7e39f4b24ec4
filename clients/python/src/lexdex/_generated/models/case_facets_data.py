from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.facet_value import FacetValue


@dataclass(frozen=True, kw_only=True, slots=True)
class CaseFacetsData:
    """The facets, each with its values."""

    court: list[FacetValue]
    jurisdiction: list[FacetValue]
    level: list[FacetValue]
    topic: list[FacetValue]
    year: list[FacetValue]

    NAMES: ClassVar[dict[str, str]] = {
        "court": "court",
        "jurisdiction": "jurisdiction",
        "level": "level",
        "topic": "topic",
        "year": "year",
    }
    """The name of each field in JSON."""
