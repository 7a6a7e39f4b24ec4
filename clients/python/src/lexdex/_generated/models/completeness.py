from typing import Literal, TypeAlias

Completeness: TypeAlias = Literal["complete", "partial", "sample"]
