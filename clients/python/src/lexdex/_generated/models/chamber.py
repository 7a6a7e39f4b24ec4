from typing import Literal, TypeAlias

Chamber: TypeAlias = Literal["house", "senate"]
