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
    """A citation in the text, and its records in this index."""

    text: str
    """The citation as written, without the name before it and the year after it."""
    span: CitationSpan
    """A range of the text, in Unicode code points."""
    kind: CitationKind
    """The form of a citation in a text."""
    normalized: str
    """The citation in its normalized form, which is looked up in the index."""
    status: CitationStatus
    """The result of the look-up of a citation in the index. A law that is not in the index may still exist."""
    total: int
    """The number of records that have the citation."""
    records: list[CitedRecord]
    """The cited record, or the first ten candidates. Empty if they do not fit into the body."""
    complete: bool | None = None
    """Whether this index is complete for the cases, statutes or bills of the jurisdiction that the citation names.
    Only with `not_in_index`; absent if the jurisdiction is unknown."""
    court: str | None = None
    """The court in the parenthesis after the citation, as written."""
    name: WrittenName | None = None
    """The name beside a citation."""
    pin_cite: str | None = None
    """The cited page, paragraph or subsection, as written."""
    same_name: list[CitedRecord] | None = None
    """The cases with the name beside a citation that no record has, if there are at most three."""
    year: WrittenYear | None = None
    """The year beside a citation."""

    NAMES: ClassVar[dict[str, str]] = {
        "text": "text",
        "span": "span",
        "kind": "kind",
        "normalized": "normalized",
        "status": "status",
        "total": "total",
        "records": "records",
        "complete": "complete",
        "court": "court",
        "name": "name",
        "pin_cite": "pinCite",
        "same_name": "sameName",
        "year": "year",
    }
    """The name of each field in JSON."""
