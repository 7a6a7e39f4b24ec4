from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.facets_meta import FacetsMeta
from ..models.statute_facets_data import StatuteFacetsData


@dataclass(frozen=True, kw_only=True, slots=True)
class StatuteFacets:
    """The counts of the facets."""

    data: StatuteFacetsData
    """The facets, each with its values."""
    meta: FacetsMeta
    """The number of matching records."""

    NAMES: ClassVar[dict[str, str]] = {
        "data": "data",
        "meta": "meta",
    }
    """The name of each field in JSON."""
