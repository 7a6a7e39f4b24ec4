"""`GET /api/v1/bills/facets`."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from typing_extensions import TypedDict

from ...models.bill_status import BillStatus
from ...models.chamber import Chamber
from ...models.match_rule import MatchRule

PATH = "/api/v1/bills/facets"


class CountBillFacetsParams(TypedDict, total=False):
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

    status: BillStatus | Sequence[BillStatus]
    """The status of the record. May be repeated to match any of the values."""

    chamber: Chamber | Sequence[Chamber]
    """The chamber in which the bill was introduced. May be repeated to match any of the values."""

    session: str | Sequence[str]
    """A session of a legislature: the id of the jurisdiction, a hyphen, and the session (`wy-2025`, `ca-2017-2018`)
    or the number of the Congress (`federal-117`). The facet `session` lists all sessions. May be repeated to
    match any of the values."""

    congress: int
    """The number of a Congress. Only federal bills match."""

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
    """A citation, in any usual spelling: of the law that a bill became (`Public Law 117-159`), or of a federal bill
    by number and Congress (`H.R. 3684, 117th Cong.`); its name, a session or a section is allowed. A text that is
    not a citation is an error; a citation that no record has matches nothing."""

    introduced_from: datetime.date | str
    """The earliest date of introduction, inclusive."""

    introduced_to: datetime.date | str
    """The latest date of introduction, inclusive."""

    id: str | Sequence[str]
    """The id of a record. May be repeated up to 100 times to match any of the values; `limit=100` returns them all
    on one page. An unknown id matches nothing."""

    build: str
    """The build of the index that must answer, from `Lexdex-Build` of an earlier response. If the server does not
    serve this build, the response is 412."""
