from typing import Literal, TypeAlias

CitationStatus: TypeAlias = Literal[
    "ambiguous", "cannot_exist", "found", "not_a_citation", "not_checkable", "not_in_index", "unresolved"
]
