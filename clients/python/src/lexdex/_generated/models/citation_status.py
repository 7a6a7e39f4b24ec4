from typing import Literal, TypeAlias

CitationStatus: TypeAlias = Literal["ambiguous", "found", "not_a_citation", "not_in_index", "unresolved"]
