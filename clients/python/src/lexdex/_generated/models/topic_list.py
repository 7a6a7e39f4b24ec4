from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.catalogue_meta import CatalogueMeta
from ..models.topic import Topic


@dataclass(frozen=True, kw_only=True, slots=True)
class TopicList:
    """The topics."""

    data: list[Topic]
    meta: CatalogueMeta

    NAMES: ClassVar[dict[str, str]] = {
        "data": "data",
        "meta": "meta",
    }
    """The name of each field in JSON."""
