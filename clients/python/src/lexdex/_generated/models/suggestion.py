from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.suggestion_kind import SuggestionKind


@dataclass(frozen=True, kw_only=True, slots=True)
class Suggestion:
    """A suggestion."""

    kind: SuggestionKind
    """The target of a suggestion: a record, or the records that a filter selects. For a filter, the word is the name
    of its parameter."""
    text: str
    """The title or name in the record or the catalogue."""
    url: str
    """The path of the record, or of the list with the filter."""
    count: int | None = None
    """The number of records that the filter selects. Absent for a record."""
    found_by: str | None = None
    """The other name that matched: a popular name, a citation, a bill's number or an alias. Absent if `text`
    matched."""

    NAMES: ClassVar[dict[str, str]] = {
        "kind": "kind",
        "text": "text",
        "url": "url",
        "count": "count",
        "found_by": "foundBy",
    }
    """The name of each field in JSON."""
