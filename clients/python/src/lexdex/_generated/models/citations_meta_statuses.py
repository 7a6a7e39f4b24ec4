from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, kw_only=True, slots=True)
class CitationsMetaStatuses:
    """The number of citations of each status."""

    ambiguous: int
    cannot_exist: int
    found: int
    not_a_citation: int
    not_checkable: int
    not_in_index: int
    unresolved: int

    NAMES: ClassVar[dict[str, str]] = {
        "ambiguous": "ambiguous",
        "cannot_exist": "cannot_exist",
        "found": "found",
        "not_a_citation": "not_a_citation",
        "not_checkable": "not_checkable",
        "not_in_index": "not_in_index",
        "unresolved": "unresolved",
    }
    """The name of each field in JSON."""
