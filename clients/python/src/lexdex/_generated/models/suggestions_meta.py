from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.suggestions_meta_corrected import SuggestionsMetaCorrected


@dataclass(frozen=True, kw_only=True, slots=True)
class SuggestionsMeta:
    """How the beginning was read."""

    corrected: SuggestionsMetaCorrected | None = None
    """The words that were read as others, each with the word that it was read as. Absent if no word was."""

    NAMES: ClassVar[dict[str, str]] = {
        "corrected": "corrected",
    }
    """The name of each field in JSON."""
