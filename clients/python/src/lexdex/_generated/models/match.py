from typing import Literal, TypeAlias

Match: TypeAlias = Literal["all", "any", "most"]
