from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import ClassVar

from ..models.record_meta import RecordMeta
from ..models.statute_status import StatuteStatus


@dataclass(frozen=True, kw_only=True, slots=True)
class PartialStatute:
    """The fields selected by `fields` that the record has."""

    effective_date: datetime.date | None = None
    """The date on which the statute took effect."""
    id: str | None = None
    """Unique identifier, such as `federal-usc-18-1341`."""
    jurisdiction: str | None = None
    """The full name of the jurisdiction."""
    jurisdiction_id: str | None = None
    """The identifier of the jurisdiction."""
    meta: RecordMeta | None = None
    """Provenance and license of a record."""
    section_number: str | None = None
    """A section number: a section sign, a space and the number as printed in the code."""
    status: StatuteStatus | None = None
    """Whether a statute is in force."""
    summary: str | None = None
    """A summary in plain English."""
    title: str | None = None
    """The heading or popular name of the section."""
    title_number: str | None = None
    """The title of the U.S. Code, or the corresponding division of a state's code."""
    topics: list[str] | None = None
    """Topic tags."""

    NAMES: ClassVar[dict[str, str]] = {
        "effective_date": "effectiveDate",
        "id": "id",
        "jurisdiction": "jurisdiction",
        "jurisdiction_id": "jurisdictionId",
        "meta": "meta",
        "section_number": "sectionNumber",
        "status": "status",
        "summary": "summary",
        "title": "title",
        "title_number": "titleNumber",
        "topics": "topics",
    }
    """The name of each field in JSON."""
