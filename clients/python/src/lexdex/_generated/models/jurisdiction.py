from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.jurisdiction_level import JurisdictionLevel
from ..models.record_meta import RecordMeta


@dataclass(frozen=True, kw_only=True, slots=True)
class Jurisdiction:
    """An entry of the jurisdiction catalogue."""

    id: str
    """`federal`, or the postal code in lower case."""
    name: str
    """The full name."""
    abbreviation: str
    """`US`, or the postal code."""
    slug: str
    """The name in the form for URLs."""
    level: JurisdictionLevel
    """The kind of a jurisdiction."""
    meta: RecordMeta
    """Provenance and license of a record."""
    capital: str | None = None
    """The capital city."""
    population: int | None = None
    """The population according to the most recent census."""

    NAMES: ClassVar[dict[str, str]] = {
        "id": "id",
        "name": "name",
        "abbreviation": "abbreviation",
        "slug": "slug",
        "level": "level",
        "meta": "meta",
        "capital": "capital",
        "population": "population",
    }
    """The name of each field in JSON."""
