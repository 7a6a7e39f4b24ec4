from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import ClassVar

from ..models.record_meta import RecordMeta
from ..models.statute_status import StatuteStatus


@dataclass(frozen=True, kw_only=True, slots=True)
class Statute:
    """A section of a federal or state code."""

    id: str
    """Unique identifier, such as `federal-usc-18-1341`."""
    jurisdiction: str
    """The full name of the jurisdiction."""
    jurisdiction_id: str
    """The identifier of the jurisdiction."""
    title: str
    """The heading or popular name of the section."""
    status: StatuteStatus
    """Whether a statute is in force."""
    meta: RecordMeta
    """Provenance and license of a record."""
    effective_date: datetime.date | None = None
    """The date on which the statute took effect."""
    section_number: str | None = None
    """A section number: a section sign, a space and the number as printed in the code."""
    summary: str | None = None
    """A summary in plain English."""
    title_number: str | None = None
    """The title of the U.S. Code, or the corresponding division of a state's code."""
    topics: list[str] | None = None
    """Topic tags."""

    NAMES: ClassVar[dict[str, str]] = {
        "id": "id",
        "jurisdiction": "jurisdiction",
        "jurisdiction_id": "jurisdictionId",
        "title": "title",
        "status": "status",
        "meta": "meta",
        "effective_date": "effectiveDate",
        "section_number": "sectionNumber",
        "summary": "summary",
        "title_number": "titleNumber",
        "topics": "topics",
    }
    """The name of each field in JSON."""
