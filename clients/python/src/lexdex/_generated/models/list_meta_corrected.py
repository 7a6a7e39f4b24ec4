from typing import TypeAlias

ListMetaCorrected: TypeAlias = dict[str, str]
