from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.jurisdiction import Jurisdiction


@dataclass(frozen=True, kw_only=True, slots=True)
class JurisdictionAnswer:
    """A jurisdiction."""

    data: Jurisdiction
    """An entry of the jurisdiction catalogue."""

    NAMES: ClassVar[dict[str, str]] = {
        "data": "data",
    }
    """The name of each field in JSON."""
