from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.citations_meta_statuses import CitationsMetaStatuses


@dataclass(frozen=True, kw_only=True, slots=True)
class CitationsMeta:
    """The number of citations."""

    total: int
    """The number of citations in the text."""
    statuses: CitationsMetaStatuses
    """The number of citations of each status."""

    NAMES: ClassVar[dict[str, str]] = {
        "total": "total",
        "statuses": "statuses",
    }
    """The name of each field in JSON."""
