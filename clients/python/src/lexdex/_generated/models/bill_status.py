from typing import Literal, TypeAlias

BillStatus: TypeAlias = Literal["in_committee", "passed_chamber", "signed"]
