from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.counts import Counts


@dataclass(frozen=True, kw_only=True, slots=True)
class Topic:
    """A topic, from the catalogue or only from records."""

    tag: str
    """The tag, as in `topics` of a record."""
    aliases: list[str]
    """Other tags that the filter `topic` accepts for this topic."""
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
