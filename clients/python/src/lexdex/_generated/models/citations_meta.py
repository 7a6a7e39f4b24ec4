from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.citations_meta_statuses import CitationsMetaStatuses


@dataclass(frozen=True, kw_only=True, slots=True)
class CitationsMeta:
    """The number of citations, and the context of the next part."""

    total: int
    """The number of citations in the text."""
    statuses: CitationsMetaStatuses
    """The number of citations of each status."""
    context: str | None = None
    """The authorities to which the next part of the text may refer, for the request with that part. Absent if
    no later reference depends on the text."""

    NAMES: ClassVar[dict[str, str]] = {
        "total": "total",
        "statuses": "statuses",
        "context": "context",
    }
    """The name of each field in JSON."""
