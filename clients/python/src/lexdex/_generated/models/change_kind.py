from typing import Literal, TypeAlias

ChangeKind: TypeAlias = Literal["added", "changed", "removed"]
