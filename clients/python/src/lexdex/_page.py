"""A page of a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from ._generated.models import ListMeta

R = TypeVar("R")


@dataclass(frozen=True)
class Page(Generic[R]):
    """A page of a list: its records, its position, and the build of the index that it is of."""

    data: list[R]
    meta: ListMeta
    build: str

    def __iter__(self) -> Iterator[R]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)
