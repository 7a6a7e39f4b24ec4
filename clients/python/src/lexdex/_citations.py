"""Checks the citations of a text of any length, in parts that each fit into a request.

It is a generator without I/O, as `_exchange` is: it yields requests, and receives their results.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from ._call import Answer, Body, Call, target
from ._calls import Parameters, whole
from ._generated.api.citations import check_citations
from ._generated.models import (
    CheckedCitation,
    CheckedCitationList,
    CitationsMeta,
    CitationsMetaStatuses,
    CitationSpan,
)
from ._walk import MAX_RESTARTS
from .errors import BadRequest, BuildChanged

T = TypeVar("T")

MAX_BYTES = 64 << 10
"""The maximum size of the body of a request, in bytes."""

MIN_CHARS = 4000
"""The length of a part that is not divided further, in characters."""

MARGIN = 1000
"""The number of characters before the end of a text in which a citation may be cut off."""

AFTER = 200
"""The number of characters after a citation in which its pin cite and its parenthesis are."""

PARAGRAPH_END = re.compile(r"\n\s*\n")
"""No citation continues after it."""

SENTENCE_END = re.compile(r"""(?:[a-z]{3}[.?!]|\)[.;])["”’)]*\s+(?=["“‘(]?[A-Z])""")
SPACE = re.compile(r"\s")


@dataclass(frozen=True)
class CheckedPart:
    """The response to a part, and the build of the index that it comes from."""

    citations: CheckedCitationList
    build: str


Steps: TypeAlias = Generator[Call[CheckedPart], CheckedPart, T]


def check(text: str, context: str | None, parameters: Parameters) -> Steps[CheckedCitationList]:
    """Checks a text, all of it with one build of the index.

    Begins again if the server no longer has the build of the first part.
    """
    for _ in range(MAX_RESTARTS):
        try:
            return (yield from _check_with_one_build(text, context, parameters))
        except BuildChanged:
            if parameters.get("build") is not None:
                raise
    return (yield from _check_with_one_build(text, context, parameters))


def _check_with_one_build(text: str, context: str | None, parameters: Parameters) -> Steps[CheckedCitationList]:
    data: list[CheckedCitation] = []
    metas: list[CitationsMeta] = []
    at = 0
    while at < len(text) or not metas:
        part, checked = yield from _check_part(text, at, context, parameters)
        data += [_moved(one, at) for one in checked.citations.data]
        metas.append(checked.citations.meta)
        at += len(part)
        context = metas[-1].context
        parameters = {**parameters, "build": checked.build}
    return CheckedCitationList(data=data, meta=_sum(metas))


def _check_part(text: str, at: int, context: str | None, parameters: Parameters) -> Steps[tuple[str, CheckedPart]]:
    """Checks the part of a text that begins at a position, as long a part as possible. Returns it with its response.

    A part whose citations do not fit into a response is divided. If no paragraph ends in the second half of the text
    that fits into a request, the response to that text shows where its citations are, and the part ends between them.
    """
    path = target(check_citations.PATH, parameters)
    window = text[at : at + MAX_BYTES]
    n_chars = bisect_right(range(len(window) + 1), MAX_BYTES, key=lambda n: _size(_body(window[:n], context))) - 1
    known: Sequence[CheckedCitation] | None = None
    while True:
        part = window[:n_chars]
        if at + len(part) == len(text):
            end: int | None = len(part)
        else:
            end = _last_end(PARAGRAPH_END, part, len(part))
            if end is None and known is not None:
                end = _end_between(known, part)
        sent = part[:end]
        try:
            checked = yield _call(path, _body(sent, context))
        except BadRequest as error:
            if not _is_of_long_part(error) or len(sent) <= MIN_CHARS:
                raise
            n_chars = len(sent) // 2
            continue
        known = checked.citations.data
        if len(sent) > MIN_CHARS and any(one.total > 0 and not one.records for one in known):
            n_chars = len(sent) // 2
        elif end is not None:
            return sent, checked


def _is_of_long_part(error: BadRequest) -> bool:
    """Whether a shorter part may be accepted: not with a wrong parameter or context, which the error then names."""
    return "problems" not in error.details and not error.message.startswith('"context"')


def _call(path: str, body: Body) -> Call[CheckedPart]:
    read = whole(CheckedCitationList)

    def read_part(answer: Answer) -> CheckedPart:
        return CheckedPart(read(answer), answer.build)

    return Call("POST", path, read_part, body=body, is_cached=False)


def _body(text: str, context: str | None) -> Body:
    if context is None:
        return Body(text)
    return Body(json.dumps({"text": text, "context": context}, ensure_ascii=False), "application/json")


def _size(body: Body) -> int:
    return len(body.content.encode())


def _last_end(
    gap: re.Pattern[str], text: str, limit: int, is_free: Callable[[int], bool] = lambda _: True
) -> int | None:
    """The end of the last gap in the second half of a text up to a limit."""
    ends = (match.end() for match in gap.finditer(text, limit // 2))
    return max((end for end in ends if end <= limit and is_free(end)), default=None)


def _end_between(citations: Sequence[CheckedCitation], text: str) -> int:
    """The position at which a text without paragraphs is divided: after a sentence or a word, and in no citation."""
    limit = len(text) - MARGIN
    inside = {position for one in citations if one.span.start < len(text) for position in _inside(one, text)}
    for gap in (SENTENCE_END, SPACE):
        end = _last_end(gap, text, limit, lambda end: end not in inside)
        if end is not None:
            return end
    return limit


def _inside(citation: CheckedCitation, text: str) -> range:
    """The positions within a citation, from the name before it to the pin cite and the parenthesis after it."""
    start, end = citation.span.start, citation.span.end
    if citation.name is not None and (found := text.rfind(citation.name.written, 0, start)) >= 0:
        start = found
    has_parenthesis = citation.year is not None or citation.court is not None
    for written in (citation.pin_cite, ")" if has_parenthesis else None):
        if written is not None and (found := text.find(written, end, end + AFTER)) >= 0:
            end = found + len(written)
    return range(start + 1, end)


def _moved(citation: CheckedCitation, by: int) -> CheckedCitation:
    span = CitationSpan(start=citation.span.start + by, end=citation.span.end + by)
    return replace(citation, span=span)


def _sum(metas: Sequence[CitationsMeta]) -> CitationsMeta:
    """The sums of the counts, and the context after the last part."""
    names = CitationsMetaStatuses.NAMES
    statuses = {name: sum(getattr(meta.statuses, name) for meta in metas) for name in names}
    total = sum(meta.total for meta in metas)
    return CitationsMeta(total=total, statuses=CitationsMetaStatuses(**statuses), context=metas[-1].context)
