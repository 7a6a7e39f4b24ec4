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
    """The difference between two builds in one record."""
    resource: Resource
    """A list of the service, by its name in URL paths and in the corpus."""
    id: str
    """The id of the record."""
    published_at: datetime.datetime
    """The time at which the build was published that changed the record last."""

    NAMES: ClassVar[dict[str, str]] = {
        "change": "change",
        "resource": "resource",
        "id": "id",
        "published_at": "publishedAt",
    }
    """The name of each field in JSON."""
