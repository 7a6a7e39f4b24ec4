from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import ClassVar

from ..models.record_meta import RecordMeta


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """A decision of a court."""

    id: str
    """Unique identifier, such as `scotus-410-us-113`."""
    case_name: str
    """The short name of the case."""
    citation: str
    """The official reporter citation."""
    court: str
    """The full name of the deciding court."""
    jurisdiction: str
    """The full name of the jurisdiction."""
    jurisdiction_id: str
    """The identifier of the jurisdiction."""
    meta: RecordMeta
    """Provenance and license of a record."""
    decision_date: datetime.date | None = None
    """The day of the decision."""
    summary: str | None = None
    """A summary of the holding in plain English."""
    topics: list[str] | None = None
    """Topic tags."""

    NAMES: ClassVar[dict[str, str]] = {
        "id": "id",
        "case_name": "caseName",
        "citation": "citation",
        "court": "court",
        "jurisdiction": "jurisdiction",
        "jurisdiction_id": "jurisdictionId",
        "meta": "meta",
        "decision_date": "decisionDate",
        "summary": "summary",
        "topics": "topics",
    }
    """The name of each field in JSON."""
