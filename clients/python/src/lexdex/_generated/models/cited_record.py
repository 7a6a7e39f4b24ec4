from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import ClassVar

from ..models.resource import Resource


@dataclass(frozen=True, kw_only=True, slots=True)
class CitedRecord:
    """A record that a citation refers to."""

    resource: Resource
    """A list of the service, named as in URL paths and in the corpus."""
    id: str
    """The record's id."""
    url: str
    """The path of the record."""
    name: str
    """The name of the case, or the title."""
    citation: str | None = None
    """The record's own citation. Absent if it has none."""
    date: datetime.date | None = None
    """The date of decision, effect or introduction. Absent if it is unknown."""

    NAMES: ClassVar[dict[str, str]] = {
        "resource": "resource",
        "id": "id",
        "url": "url",
        "name": "name",
        "citation": "citation",
        "date": "date",
    }
    """The name of each field in JSON."""
