from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.suggestion import Suggestion
from ..models.suggestions_meta import SuggestionsMeta


@dataclass(frozen=True, kw_only=True, slots=True)
class SuggestionList:
    """Suggestions."""

    data: list[Suggestion]
    meta: SuggestionsMeta
    """How the query was interpreted."""

    NAMES: ClassVar[dict[str, str]] = {
        "data": "data",
        "meta": "meta",
    }
    """The name of each field in JSON."""
