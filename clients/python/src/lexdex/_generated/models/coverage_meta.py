from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.completeness import Completeness
from ..models.counts import Counts


@dataclass(frozen=True, kw_only=True, slots=True)
class CoverageMeta:
    """CoverageMeta"""

    total: int
    """The number of entries, one for each list and jurisdiction."""
    build: str
    """The build id of the index."""
    records: Counts
    """The number of records in each list."""
    completeness: Completeness | None = None
    """How much of a jurisdiction's law a list contains, in ascending order."""

    NAMES: ClassVar[dict[str, str]] = {
        "total": "total",
        "build": "build",
        "records": "records",
        "completeness": "completeness",
    }
    """The name of each field in JSON."""
