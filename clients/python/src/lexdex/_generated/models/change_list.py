from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.list_meta import ListMeta
from ..models.record_change import RecordChange


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangeList:
    """A page of changes."""

    data: list[RecordChange]
    meta: ListMeta
    """The position of the page."""

    NAMES: ClassVar[dict[str, str]] = {
        "data": "data",
        "meta": "meta",
    }
    """The name of each field in JSON."""
