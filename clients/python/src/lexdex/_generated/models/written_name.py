from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, kw_only=True, slots=True)
class WrittenName:
    """The name beside a citation."""

    written: str
    """The name as written."""
    agrees: bool | None = None
    """Whether the name agrees with the record, or with one of several. Absent if that is undecidable."""

    NAMES: ClassVar[dict[str, str]] = {
        "written": "written",
        "agrees": "agrees",
    }
    """The name of each field in JSON."""
