from typing import Literal, TypeAlias

Sort: TypeAlias = Literal["newest", "oldest", "relevance"]
