from typing import Literal, TypeAlias

MatchRule: TypeAlias = Literal["all", "any", "auto"]
