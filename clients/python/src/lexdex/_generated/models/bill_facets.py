from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.bill_facets_data import BillFacetsData
from ..models.facets_meta import FacetsMeta


@dataclass(frozen=True, kw_only=True, slots=True)
class BillFacets:
    """The counts of the facets."""

    data: BillFacetsData
    """The facets, each with its values."""
    meta: FacetsMeta
    """The number of matching records."""

    NAMES: ClassVar[dict[str, str]] = {
        "data": "data",
        "meta": "meta",
    }
    """The name of each field in JSON."""
