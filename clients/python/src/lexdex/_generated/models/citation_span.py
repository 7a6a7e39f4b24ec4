from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, kw_only=True, slots=True)
class CitationSpan:
    """A place in the text, in Unicode characters (code points)."""

    start: int
    """The number of characters before it."""
    end: int
    """The number of characters up to its end."""

    NAMES: ClassVar[dict[str, str]] = {
        "start": "start",
        "end": "end",
    }
    """The name of each field in JSON."""
