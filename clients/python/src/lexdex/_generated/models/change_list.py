from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.change import Change
from ..models.list_meta import ListMeta


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangeList:
    """A page of changes."""

    data: list[Change]
    meta: ListMeta
    """The position of the page."""

    NAMES: ClassVar[dict[str, str]] = {
        "data": "data",
        "meta": "meta",
    }
    """The name of each field in JSON."""
