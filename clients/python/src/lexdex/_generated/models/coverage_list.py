from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.coverage import Coverage
from ..models.coverage_meta import CoverageMeta


@dataclass(frozen=True, kw_only=True, slots=True)
class CoverageList:
    """The coverage of the lists."""

    data: list[Coverage]
    meta: CoverageMeta

    NAMES: ClassVar[dict[str, str]] = {
        "data": "data",
        "meta": "meta",
    }
    """The name of each field in JSON."""
