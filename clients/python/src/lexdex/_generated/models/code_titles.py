from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, kw_only=True, slots=True)
class CodeTitles:
    """The number of titles of a code."""

    total: int
    """The number."""
    source: str
    """The publisher of the table."""

    NAMES: ClassVar[dict[str, str]] = {
        "total": "total",
        "source": "source",
    }
    """The name of each field in JSON."""
