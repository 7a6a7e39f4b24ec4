from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, kw_only=True, slots=True)
class WrittenYear:
    """The year beside a citation."""

    written: int
    """The year."""
    agrees: bool | None = None
    """Whether the case, or one of several, was decided in that year. Absent for records other than cases, and for a
    case without a date."""

    NAMES: ClassVar[dict[str, str]] = {
        "written": "written",
        "agrees": "agrees",
    }
    """The name of each field in JSON."""
