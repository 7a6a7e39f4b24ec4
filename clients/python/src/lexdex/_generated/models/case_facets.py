from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.case_facets_data import CaseFacetsData
from ..models.facets_meta import FacetsMeta


@dataclass(frozen=True, kw_only=True, slots=True)
class CaseFacets:
    """The counts of the facets."""

    data: CaseFacetsData
    """The facets, each with its values."""
    meta: FacetsMeta
    """The number of matching records."""

    NAMES: ClassVar[dict[str, str]] = {
        "data": "data",
        "meta": "meta",
    }
    """The name of each field in JSON."""
