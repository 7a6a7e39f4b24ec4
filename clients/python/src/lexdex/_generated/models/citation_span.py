from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, kw_only=True, slots=True)
class CitationSpan:
    """A range of the text, in Unicode code points."""

    start: int
    """The position of the first character, counted from 0."""
    end: int
    """The position after the last character."""

    NAMES: ClassVar[dict[str, str]] = {
        "start": "start",
        "end": "end",
    }
    """The name of each field in JSON."""
