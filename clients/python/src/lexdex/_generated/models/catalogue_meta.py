from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, kw_only=True, slots=True)
class CatalogueMeta:
    """CatalogueMeta"""

    total: int
    """The number of entries."""

    NAMES: ClassVar[dict[str, str]] = {
        "total": "total",
    }
    """The name of each field in JSON."""
