"""The requests that are not about one list."""

from __future__ import annotations

import datetime

from ._call import Call, target
from ._calls import Parameters, data, pages, whole
from ._decode import converter, list_converter
from ._generated.api.catalogues import get_jurisdiction, list_courts, list_coverage, list_jurisdictions, list_topics
from ._generated.api.changes import list_changes
from ._generated.api.suggestions import suggest as suggest_endpoint
from ._generated.models import (
    Court,
    CoverageList,
    Jurisdiction,
    RecordChange,
    SuggestionList,
    Topic,
)
from ._walk import PageAt


def jurisdictions(parameters: Parameters) -> Call[list[Jurisdiction]]:
    """The catalogue of jurisdictions."""
    return Call("GET", target(list_jurisdictions.PATH, parameters), data(list_converter(Jurisdiction)))


def jurisdiction(id: str, parameters: Parameters) -> Call[Jurisdiction]:
    """A jurisdiction."""
    return Call("GET", target(get_jurisdiction.PATH, parameters, id=id), data(converter(Jurisdiction)))


def courts(parameters: Parameters) -> Call[list[Court]]:
    """The courts."""
    return Call("GET", target(list_courts.PATH, parameters), data(list_converter(Court)))


def topics(parameters: Parameters) -> Call[list[Topic]]:
    """The topics."""
    return Call("GET", target(list_topics.PATH, parameters), data(list_converter(Topic)))


def coverage(parameters: Parameters) -> Call[CoverageList]:
    """The coverage of the index."""
    return Call("GET", target(list_coverage.PATH, parameters), whole(CoverageList))


def suggest(q: str, parameters: Parameters) -> Call[SuggestionList]:
    """Completions of what a person types."""
    return Call("GET", target(suggest_endpoint.PATH, {"q": q, **parameters}), whole(SuggestionList))


def changes(since: datetime.date | str, page_size: int, parameters: Parameters) -> PageAt[RecordChange]:
    """The pages of the changes since a build or a time."""
    return pages(list_changes.PATH, RecordChange, page_size, {"since": since, **parameters})
