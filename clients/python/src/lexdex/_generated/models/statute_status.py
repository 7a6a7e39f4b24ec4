from typing import Literal, TypeAlias

StatuteStatus: TypeAlias = Literal["active", "amended", "repealed"]
