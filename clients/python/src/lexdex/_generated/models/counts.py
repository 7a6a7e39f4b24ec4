from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, kw_only=True, slots=True)
class Counts:
    """The number of records in each list."""

    statutes: int
    """The number of statutes."""
    cases: int
    """The number of cases."""
    bills: int
    """The number of bills."""

    NAMES: ClassVar[dict[str, str]] = {
        "statutes": "statutes",
        "cases": "cases",
        "bills": "bills",
    }
    """The name of each field in JSON."""
