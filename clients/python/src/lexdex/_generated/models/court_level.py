from typing import Literal, TypeAlias

CourtLevel: TypeAlias = Literal["appellate", "bankruptcy", "circuit", "district", "special", "supreme", "trial"]
