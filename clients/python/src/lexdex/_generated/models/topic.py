from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.counts import Counts


@dataclass(frozen=True, kw_only=True, slots=True)
class Topic:
    """A topic, of the catalogue or named by records only."""

    tag: str
    """The tag as records have it."""
    aliases: list[str]
    """Other tags that the filter accepts for it."""
    counts: Counts
    """The number of records in each list."""
    label: str | None = None
    """The display name. Absent if the catalogue does not have the topic."""

    NAMES: ClassVar[dict[str, str]] = {
        "tag": "tag",
        "aliases": "aliases",
        "counts": "counts",
        "label": "label",
    }
    """The name of each field in JSON."""
