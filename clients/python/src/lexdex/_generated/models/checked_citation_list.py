from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.checked_citation import CheckedCitation
from ..models.citations_meta import CitationsMeta


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckedCitationList:
    """The citations of a text."""

    data: list[CheckedCitation]
    meta: CitationsMeta
    """The number of citations, and the context of the next part."""

    NAMES: ClassVar[dict[str, str]] = {
        "data": "data",
        "meta": "meta",
    }
    """The name of each field in JSON."""
