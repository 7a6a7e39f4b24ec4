from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import ClassVar, Literal


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordMeta:
    """Provenance and license of a record."""

    source: str
    """The originating data source."""
    jurisdiction: str
    """The identifier of the record's jurisdiction."""
    last_updated: datetime.date
    """The date of the last refresh of the data."""
    citation: None | str
    """The formal legal citation; `null` if the record has no citation."""
    license: Literal["CC0 1.0"]
    """The license, which is the same for every record."""

    NAMES: ClassVar[dict[str, str]] = {
        "source": "source",
        "jurisdiction": "jurisdiction",
        "last_updated": "last_updated",
        "citation": "citation",
        "license": "license",
    }
    """The name of each field in JSON."""
