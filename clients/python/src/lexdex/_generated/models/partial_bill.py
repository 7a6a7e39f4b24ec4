from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import ClassVar

from ..models.bill_status import BillStatus
from ..models.chamber import Chamber
from ..models.record_meta import RecordMeta


@dataclass(frozen=True, kw_only=True, slots=True)
class PartialBill:
    """The fields selected by `fields` that the record has."""

    bill_number: str | None = None
    """The official number, such as `H.R. 3684`."""
    chamber: Chamber | None = None
    """The originating chamber of a bill."""
    id: str | None = None
    """Unique identifier, such as `federal-117-hr-3684`."""
    introduced_date: datetime.date | None = None
    """The day of introduction."""
    jurisdiction: str | None = None
    """The full name of the jurisdiction."""
    jurisdiction_id: str | None = None
    """The identifier of the jurisdiction."""
    meta: RecordMeta | None = None
    """Provenance and license of a record."""
    status: BillStatus | None = None
    """The legislative status of a bill."""
    summary: str | None = None
    """A summary of the bill's purpose in plain English."""
    title: str | None = None
    """The title of the bill."""
    topics: list[str] | None = None
    """Topic tags."""

    NAMES: ClassVar[dict[str, str]] = {
        "bill_number": "billNumber",
        "chamber": "chamber",
        "id": "id",
        "introduced_date": "introducedDate",
        "jurisdiction": "jurisdiction",
        "jurisdiction_id": "jurisdictionId",
        "meta": "meta",
        "status": "status",
        "summary": "summary",
        "title": "title",
        "topics": "topics",
    }
    """The name of each field in JSON."""
