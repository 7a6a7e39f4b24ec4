from typing import Literal, TypeAlias

Resource: TypeAlias = Literal["bills", "cases", "statutes"]
