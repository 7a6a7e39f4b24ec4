from typing import Literal, TypeAlias

SuggestionKind: TypeAlias = Literal["bill", "case", "court", "jurisdiction", "statute", "topic"]
