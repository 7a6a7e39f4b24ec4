from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import ClassVar

from ..models.record_meta import RecordMeta


@dataclass(frozen=True, kw_only=True, slots=True)
class PartialCase:
    """The fields selected by `fields` that the record has."""

    case_name: str | None = None
    """The short name of the case."""
    citation: str | None = None
    """The official reporter citation."""
    court: str | None = None
    """The full name of the deciding court."""
    decision_date: datetime.date | None = None
    """The day of the decision."""
    id: str | None = None
    """Unique identifier, such as `scotus-410-us-113`."""
    jurisdiction: str | None = None
    """The full name of the jurisdiction."""
    jurisdiction_id: str | None = None
    """The identifier of the jurisdiction."""
    meta: RecordMeta | None = None
    """Provenance and license of a record."""
    summary: str | None = None
    """A summary of the holding in plain English."""
    topics: list[str] | None = None
    """Topic tags."""

    NAMES: ClassVar[dict[str, str]] = {
        "case_name": "caseName",
        "citation": "citation",
        "court": "court",
        "decision_date": "decisionDate",
        "id": "id",
        "jurisdiction": "jurisdiction",
        "jurisdiction_id": "jurisdictionId",
        "meta": "meta",
        "summary": "summary",
        "topics": "topics",
    }
    """The name of each field in JSON."""
