from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.court_level import CourtLevel


@dataclass(frozen=True, kw_only=True, slots=True)
class Court:
    """A court, from the catalogue or only from cases."""

    name: str
    """The full name, as in `court` of a case."""
    jurisdiction: str
    """The name of its jurisdiction."""
    jurisdiction_id: str
    """The id of its jurisdiction."""
    cases: int
    """The number of cases that the court decided."""
    id: str | None = None
    """The id that the filter `court` accepts. Absent if the catalogue does not have the court."""
    level: CourtLevel | None = None
    """The level of the court. Absent if its name does not show it."""

    NAMES: ClassVar[dict[str, str]] = {
        "name": "name",
        "jurisdiction": "jurisdiction",
        "jurisdiction_id": "jurisdictionId",
        "cases": "cases",
        "id": "id",
        "level": "level",
    }
    """The name of each field in JSON."""
