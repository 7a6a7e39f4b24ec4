from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """A source of records."""

    name: str
    """The name, as in `meta.source` of a record."""
    records: int
    """The number of records from this source."""

    NAMES: ClassVar[dict[str, str]] = {
        "name": "name",
        "records": "records",
    }
    """The name of each field in JSON."""
