"""Exports as data frames. The columns are those of the CSV export without `url`: each member of `meta` has its own."""

from __future__ import annotations

import datetime
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args, get_type_hints

from ._decode import without_none
from ._generated.fields import MetaField
from ._generated.models import RecordMeta
from .errors import LexdexError

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Frame: TypeAlias = Literal["polars", "pandas", "arrow"]

MODULES: dict[Frame, str] = {"polars": "polars", "pandas": "pandas", "arrow": "pyarrow"}


class MissingExtra(LexdexError, ImportError):
    """An export needs a package that is not installed."""


@dataclass(frozen=True)
class Column:
    """A column of a frame."""

    field: str
    """The field of a record."""
    member: str | None
    """The member of the field, if it is an object."""
    kind: Literal["text", "date", "texts"]

    @property
    def name(self) -> str:
        """The name of the column in the CSV export."""
        return self.field if self.member is None else f"{self.field}.{self.member}"

    def cell(self, record: dict[str, Any]) -> Any:
        """The value of a record, as in JSON; `None` if the record does not have it."""
        value = record.get(self.field)
        return value if self.member is None or value is None else value.get(self.member)


def columns(record: type, fields: Sequence[str]) -> list[Column]:
    """The columns of some fields of a kind of record, in the order given."""
    hints = _hints(record)
    members = _hints(RecordMeta)
    of_record = []
    for field in fields:
        if hints[field] is RecordMeta:
            of_record += [Column(field, member, _kind(members[member])) for member in get_args(MetaField)]
        else:
            of_record.append(Column(field, None, _kind(hints[field])))
    return of_record


def _hints(model: Any) -> dict[str, Any]:
    """The type of each field of a generated class, by its name in JSON."""
    names: dict[str, str] = model.NAMES
    return {names[name]: without_none(hint) for name, hint in get_type_hints(model).items() if name in names}


def _kind(hint: Any) -> Literal["text", "date", "texts"]:
    if hint is datetime.date:
        return "date"
    return "texts" if hint == list[str] else "text"


def require(frame: Frame) -> None:
    """Imports the package of a kind of frame, so that a missing one is an error before the request."""
    try:
        import_module(MODULES[frame])
    except ImportError as error:
        message = f"to={frame!r} needs the package {MODULES[frame]}, which the extra lexdex[{frame}] installs"
        raise MissingExtra(message) from error


def polars_frame(body: bytes, columns: Sequence[Column]) -> polars.DataFrame:
    """Reads JSON Lines into a frame of Polars."""
    import polars as pl

    texts = {"text": pl.String(), "date": pl.String(), "texts": pl.List(pl.String())}
    schema: dict[str, Any] = {}
    expressions = []
    for column in columns:
        expression = pl.col(column.field)
        if column.member is None:
            schema[column.field] = texts[column.kind]
        else:
            schema.setdefault(column.field, {})[column.member] = texts[column.kind]
            expression = expression.struct.field(column.member)
        expression = expression.str.to_date("%Y-%m-%d") if column.kind == "date" else expression
        expressions.append(expression.alias(column.name))
    schema = {name: pl.Struct(kind) if isinstance(kind, dict) else kind for name, kind in schema.items()}
    return pl.read_ndjson(io.BytesIO(body), schema=schema).select(expressions)


def arrow_table(body: bytes, columns: Sequence[Column]) -> pyarrow.Table:
    """Reads JSON Lines into a table of Arrow."""
    import pyarrow as pa
    import pyarrow.json

    types = {"text": pa.string(), "date": pa.date32(), "texts": pa.list_(pa.string())}
    if not body:
        return pa.schema([(column.name, types[column.kind]) for column in columns]).empty_table()
    members: dict[str, list[Any]] = {}
    fields: dict[str, Any] = {}
    # Arrow's reader of JSON supports timestamps but not dates.
    texts = {**types, "date": pa.timestamp("s")}
    for column in columns:
        if column.member is None:
            fields[column.field] = texts[column.kind]
        else:
            members.setdefault(column.field, []).append((column.member, texts[column.kind]))
            fields[column.field] = pa.struct(members[column.field])
    options = pyarrow.json.ParseOptions(explicit_schema=pa.schema(list(fields.items())))
    table = pyarrow.json.read_json(io.BytesIO(body), parse_options=options).flatten()
    table = table.select([column.name for column in columns])
    return table.cast(pa.schema([(column.name, types[column.kind]) for column in columns]))


def pandas_frame(body: bytes, columns: Sequence[Column]) -> pandas.DataFrame:
    """Reads JSON Lines into a frame of pandas. Dates are `datetime64[s]`, topics lists."""
    import numpy as np
    import pandas as pd

    records = [json.loads(line) for line in body.splitlines()]
    series: dict[str, Any] = {}
    for column in columns:
        cells = [column.cell(record) for record in records]
        if column.kind == "date":
            # pandas 2.0 itself would read them as nanoseconds, which begin in 1677.
            series[column.name] = np.array(cells, dtype="datetime64[s]")
        else:
            series[column.name] = pd.Series(cells, dtype="string" if column.kind == "text" else "object")
    return pd.DataFrame(series)


def read_frame(frame: Frame, body: bytes, columns: Sequence[Column]) -> Any:
    """Reads JSON Lines into a frame of this kind."""
    readers = {"polars": polars_frame, "pandas": pandas_frame, "arrow": arrow_table}
    return readers[frame](body, columns)
