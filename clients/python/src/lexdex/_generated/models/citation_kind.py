from typing import Literal, TypeAlias

CitationKind: TypeAlias = Literal[
    "bill", "full", "id", "journal", "lookalike", "other", "session_law", "short", "statute", "supra"
]
