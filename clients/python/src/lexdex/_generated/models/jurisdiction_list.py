from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.catalogue_meta import CatalogueMeta
from ..models.jurisdiction import Jurisdiction


@dataclass(frozen=True, kw_only=True, slots=True)
class JurisdictionList:
    """The jurisdictions."""

    data: list[Jurisdiction]
    meta: CatalogueMeta

    NAMES: ClassVar[dict[str, str]] = {
        "data": "data",
        "meta": "meta",
    }
    """The name of each field in JSON."""
