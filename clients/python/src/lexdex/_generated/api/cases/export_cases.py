"""`GET /api/v1/cases/export`."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from typing_extensions import TypedDict

from ...models.match_rule import MatchRule

PATH = "/api/v1/cases/export"


class ExportCasesParams(TypedDict, total=False):
    """The optional query parameters."""

    jurisdiction: str | Sequence[str]
    """An id (`ca`), abbreviation (`CA`), slug (`new-york`), name or other usual name of a jurisdiction. One that is
    not in the catalogue is refused. Repeated: any of them."""

    topic: str | Sequence[str]
    """A topic's tag (`landlord-tenant`), with spaces or underscores in place of hyphens if you like, or one of its
    other names (`tenant`). Repeated: any of them."""

    topic_all: str | Sequence[str]
    """A topic, given as in `topic`. Repeated: every one of them. With `topic`: one of those as well."""

    court: str | Sequence[str]
    """A level (`supreme`, `appellate`, `circuit`, `trial`, `district`, `bankruptcy`, `special`) with those below it,
    a court's id or other name (`scotus`, `ca9`), or words of its name. Repeated: any of them."""

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
    """One citation, spelled as you like, also in full or with a subsection. A text that cannot be one is refused; a
    citation that no record has matches nothing."""

    decided_from: datetime.date | str
    """The first day of the decision's date."""

    decided_to: datetime.date | str
    """The last day of the decision's date."""

    id: str | Sequence[str]
    """The id of a record. Repeated, at most 100 times: any of them; `limit=100` has them all on one page. An id that
    no record has selects nothing."""

    build: str
    """The build of the index that is to answer, as `Lexdex-Build` of an earlier response names it. If the server
    does not have it any more, or not yet, the response is 412."""
