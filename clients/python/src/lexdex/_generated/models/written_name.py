from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, kw_only=True, slots=True)
class WrittenName:
    """The name that is written beside a citation."""

    written: str
    """The name as it is written."""
    agrees: bool | None = None
    """Whether it may be the name of the record, or of one of several. Absent if that cannot be said."""

    NAMES: ClassVar[dict[str, str]] = {
        "written": "written",
        "agrees": "agrees",
    }
    """The name of each field in JSON."""
