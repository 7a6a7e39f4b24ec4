from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, kw_only=True, slots=True)
class FacetValue:
    """A value of a facet."""

    value: str
    """A value that the filter of the same name accepts. A level is a value of the filter `court`; a year has four
    digits."""
    count: int
    """The number of records with this value."""
    label: str | None = None
    """The display name, if a catalogue has it. For a session, its jurisdiction and number in words."""

    NAMES: ClassVar[dict[str, str]] = {
        "value": "value",
        "count": "count",
        "label": "label",
    }
    """The name of each field in JSON."""
