from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import ClassVar

from ..models.code_titles import CodeTitles
from ..models.completeness import Completeness
from ..models.resource import Resource
from ..models.source import Source


@dataclass(frozen=True, kw_only=True, slots=True)
class Coverage:
    """The records of one jurisdiction in one list."""

    resource: Resource
    """The list."""
    jurisdiction: str
    """The name of the jurisdiction."""
    jurisdiction_id: str
    """The id of the jurisdiction."""
    records: int
    """The number of records, which may be 0."""
    completeness: Completeness
    """How much of a jurisdiction's law a list contains, in ascending order."""
    sources: list[Source]
    """The sources of the records."""
    lexdex_summaries: int
    """The number of records of these sources whose summary the lexdex project wrote, because the source has none."""
    with_topics: int
    """The number of records with a topic. A filter by topic never finds the others."""
    inferred_topics: int
    """The number of records whose topics were inferred from their words, because the source has none."""
    first_date: datetime.date | None = None
    """The earliest date of a record."""
    last_date: datetime.date | None = None
    """The latest date of a record."""
    last_updated: datetime.date | None = None
    """The latest `last_updated` of a record."""
    titles: list[str] | None = None
    """The numbers of the titles that the index has of a code, unless the list is complete."""
    titles_of: CodeTitles | None = None
    """The number of titles of a code."""

    NAMES: ClassVar[dict[str, str]] = {
        "resource": "resource",
        "jurisdiction": "jurisdiction",
        "jurisdiction_id": "jurisdictionId",
        "records": "records",
        "completeness": "completeness",
        "sources": "sources",
        "lexdex_summaries": "lexdexSummaries",
        "with_topics": "withTopics",
        "inferred_topics": "inferredTopics",
        "first_date": "firstDate",
        "last_date": "lastDate",
        "last_updated": "lastUpdated",
        "titles": "titles",
        "titles_of": "titlesOf",
    }
    """The name of each field in JSON."""
