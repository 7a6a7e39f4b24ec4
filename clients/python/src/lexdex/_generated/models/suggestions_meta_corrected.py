from typing import TypeAlias

SuggestionsMetaCorrected: TypeAlias = dict[str, str]
