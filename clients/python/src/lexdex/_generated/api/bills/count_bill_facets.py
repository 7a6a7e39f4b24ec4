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
    """An id (`ca`), abbreviation (`CA`), slug (`new-york`), name or other usual name of a jurisdiction. One that is
    not in the catalogue is refused. Repeated: any of them."""

    topic: str | Sequence[str]
    """A topic's tag (`landlord-tenant`), with spaces or underscores in place of hyphens if you like, or one of its
    other names (`tenant`). Repeated: any of them."""

    topic_all: str | Sequence[str]
    """A topic, given as in `topic`. Repeated: every one of them. With `topic`: one of those as well."""

    status: BillStatus | Sequence[BillStatus]
    """The status of the record. Repeated: any of them."""

    chamber: Chamber | Sequence[Chamber]
    """The chamber a bill began in. Repeated: any of them."""

    session: str | Sequence[str]
    """The session of a legislature, as the ids of its bills begin: the id of the jurisdiction, a hyphen and the
    session (`wy-2025`, `ca-2017-2018`), or the number of a Congress (`federal-117`). Repeated: any of them. The
    facet `session` has them all."""

    congress: int
    """The number of a Congress: its federal bills. No bill of another jurisdiction matches."""

    q: str
    """Words of the title or name, the summary, the citations, the numbers, the topics, the court or the
    jurisdiction, or of the text behind the record, which is not served, in any form and with their synonyms;
    quoted words in exactly these forms, adjacent and in order. `AND`, `OR`, `NOT` and `-` before a word are
    operators. A citation, in any form that `citation` takes, also finds the records with that citation. At least
    one letter or digit, at most 32 words, those of phrases among them, and no quotation mark without another one.
    `meta.match` and `meta.corrected` of the response say how the words were read."""

    match: MatchRule
    """Which of the words of `q` a record must have: `all`, or `any` of those that are no stop words. Without it, or
    with `auto`: all if any record has them all, otherwise any, and a word that no record has is read as the
    nearest one that records do have."""

    citation: str
    """One citation, spelled as you like: of the law that a bill became (`Public Law 117-159`), or of a federal bill
    by its number and Congress (`H.R. 3684, 117th Cong.`), also with its name, a session or a section. A text that
    cannot be one is refused; a citation that no record has matches nothing."""

    introduced_from: datetime.date | str
    """The first day of the date of introduction."""

    introduced_to: datetime.date | str
    """The last day of the date of introduction."""

    id: str | Sequence[str]
    """The id of a record. Repeated, at most 100 times: any of them; `limit=100` has them all on one page. An id that
    no record has selects nothing."""

    build: str
    """The build of the index that is to answer, as `Lexdex-Build` of an earlier response names it. If the server
    does not have it any more, or not yet, the response is 412."""
