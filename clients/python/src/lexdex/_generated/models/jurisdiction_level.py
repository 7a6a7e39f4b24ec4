from typing import Literal, TypeAlias

JurisdictionLevel: TypeAlias = Literal["district", "federal", "state", "territory"]
