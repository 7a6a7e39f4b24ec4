from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import ClassVar

from ..models.bill_status import BillStatus
from ..models.chamber import Chamber
from ..models.record_meta import RecordMeta


@dataclass(frozen=True, kw_only=True, slots=True)
class Bill:
    """A bill or resolution."""

    id: str
    """Unique identifier, such as `federal-117-hr-3684`."""
    bill_number: str
    """The official number, such as `H.R. 3684`."""
    title: str
    """The title of the bill."""
    jurisdiction: str
    """The full name of the jurisdiction."""
    jurisdiction_id: str
    """The identifier of the jurisdiction."""
    chamber: Chamber
    """The originating chamber of a bill."""
    status: BillStatus
    """The legislative status of a bill."""
    meta: RecordMeta
    """Provenance and license of a record."""
    introduced_date: datetime.date | None = None
    """The day of introduction."""
    summary: str | None = None
    """A summary of the bill's purpose in plain English."""
    topics: list[str] | None = None
    """Topic tags."""

    NAMES: ClassVar[dict[str, str]] = {
        "id": "id",
        "bill_number": "billNumber",
        "title": "title",
        "jurisdiction": "jurisdiction",
        "jurisdiction_id": "jurisdictionId",
        "chamber": "chamber",
        "status": "status",
        "meta": "meta",
        "introduced_date": "introducedDate",
        "summary": "summary",
        "topics": "topics",
    }
    """The name of each field in JSON."""
