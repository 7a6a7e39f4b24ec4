from typing import TypeAlias

FacetsMetaCorrected: TypeAlias = dict[str, str]
