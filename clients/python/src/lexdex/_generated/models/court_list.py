from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.catalogue_meta import CatalogueMeta
from ..models.court import Court


@dataclass(frozen=True, kw_only=True, slots=True)
class CourtList:
    """The courts."""

    data: list[Court]
    meta: CatalogueMeta

    NAMES: ClassVar[dict[str, str]] = {
        "data": "data",
        "meta": "meta",
    }
    """The name of each field in JSON."""
