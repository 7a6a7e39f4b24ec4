from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import ClassVar

from ..models.change_kind import ChangeKind
from ..models.resource import Resource


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordChange:
    """A record that differs between two builds."""

    change: ChangeKind
    """The kind of difference between two versions of a record."""
    resource: Resource
    """A list of the service, named as in URL paths and in the corpus."""
    id: str
    """The id of the record."""
    published_at: datetime.datetime
    """The publication time of the build with the record's last change."""

    NAMES: ClassVar[dict[str, str]] = {
        "change": "change",
        "resource": "resource",
        "id": "id",
        "published_at": "publishedAt",
    }
    """The name of each field in JSON."""
