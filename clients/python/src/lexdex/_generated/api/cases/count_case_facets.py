"""`GET /api/v1/cases/facets`."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from typing_extensions import TypedDict

from ...models.match_rule import MatchRule

PATH = "/api/v1/cases/facets"


class CountCaseFacetsParams(TypedDict, total=False):
    """The optional query parameters."""

    jurisdiction: str | Sequence[str]
    """A jurisdiction, by its id (`ca`), abbreviation (`CA`), slug (`new-york`), name or another common name. An
    unknown name is an error. May be repeated to match any of the values."""

    topic: str | Sequence[str]
    """A topic, by its tag (`landlord-tenant`, also with spaces or underscores) or one of its other names (`tenant`).
    May be repeated to match any of the values. Not every record has topics: `withTopics` of the coverage is the
    number of those that do."""

    topic_all: str | Sequence[str]
    """A topic, as in `topic`. May be repeated: a record must match all of the values, and one of `topic` if both are
    given."""

    court: str | Sequence[str]
    """A court, by its id (`scotus`, `ca9`), name or words of its name; or a level of courts, which includes the
    levels below it (`supreme`, `appellate`, `circuit`, `trial`, `district`, `bankruptcy`, `special`). May be
    repeated to match any of the values."""

    q: str
    """A full-text search over titles, names, summaries, citations, numbers, topics, courts, jurisdictions and
    sessions, and over texts that are not served. Other forms and synonyms of a word match, too; words in
    quotation marks match exactly and in this order. `AND`, `OR`, `NOT` and `-` before a word are operators. A
    citation also finds the records that have it. At most 32 words count, the rarest; more that must count
    (quoted, excluded, beside operators, or with `match=all`) are an error. `meta` shows how the words were read:
    `match`, `corrected`, `hint`."""

    match: MatchRule
    """Whether a record must have `all` words of `q`, or `any` of them. Stop words do not count. `auto`, the default,
    requires enough of the words: all if three records or more have them, otherwise the rarest. A word that no
    record has is replaced by the nearest one, unless `all` are required."""

    citation: str
    """A citation, in any usual spelling; a case name or a subsection in it is allowed. A text that is not a citation
    is an error; a citation that no record has matches nothing."""

    decided_from: datetime.date | str
    """The earliest date of decision, inclusive."""

    decided_to: datetime.date | str
    """The latest date of decision, inclusive."""

    id: str | Sequence[str]
    """The id of a record. May be repeated up to 100 times to match any of the values; `limit=100` returns them all
    on one page. An unknown id matches nothing."""

    build: str
    """The build of the index that must answer, from `Lexdex-Build` of an earlier response. If the server does not
    serve this build, the response is 412."""
