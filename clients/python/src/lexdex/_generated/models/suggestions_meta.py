from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.suggestions_meta_corrected import SuggestionsMetaCorrected


@dataclass(frozen=True, kw_only=True, slots=True)
class SuggestionsMeta:
    """How the query was interpreted."""

    corrected: SuggestionsMetaCorrected | None = None
    """The corrected words, each with its replacement. Absent if no word was corrected."""

    NAMES: ClassVar[dict[str, str]] = {
        "corrected": "corrected",
    }
    """The name of each field in JSON."""
