from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..models.citation_kind import CitationKind
from ..models.citation_span import CitationSpan
from ..models.citation_status import CitationStatus
from ..models.cited_record import CitedRecord
from ..models.written_name import WrittenName
from ..models.written_year import WrittenYear


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckedCitation:
    """A citation of the text, and what this index has of it."""

    text: str
    """The citation as it is written, without the name before it and the year after it."""
    span: CitationSpan
    """A place in the text, in Unicode characters (code points)."""
    kind: CitationKind
    """The form of a citation in a text."""
    normalized: str
    """The citation in the usual form, by which it is looked up."""
    status: CitationStatus
    """The result of looking a citation up in the index. It says nothing about what the index does not have."""
    total: int
    """The number of records that have the citation."""
    records: list[CitedRecord]
    """The record that is meant, or the first ten of those that may be. Empty once the body has 4,000 records."""
    court: str | None = None
    """The court in the parenthesis after it, as it is written."""
    name: WrittenName | None = None
    """The name that is written beside a citation."""
    pin_cite: str | None = None
    """The page, paragraph or subsection that is cited, as it is written."""
    year: WrittenYear | None = None
    """The year that is written beside a citation."""

    NAMES: ClassVar[dict[str, str]] = {
        "text": "text",
        "span": "span",
        "kind": "kind",
        "normalized": "normalized",
        "status": "status",
        "total": "total",
        "records": "records",
        "court": "court",
        "name": "name",
        "pin_cite": "pinCite",
        "year": "year",
    }
    """The name of each field in JSON."""
