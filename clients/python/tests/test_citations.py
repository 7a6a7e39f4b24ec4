"""Checks of citations: their positions, and texts that are longer than a request."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from conftest import Recorder, checked_by_command, citing, to_json

from lexdex import AsyncLexdex, BadRequest, CheckedCitationList, Lexdex, _citations


def without_context(checked: CheckedCitationList) -> Any:
    body = to_json(checked)
    body["meta"].pop("context", None)
    return body


def response_to_one_request(server: str, text: str) -> httpx.Response:
    headers = {"Content-Type": "text/plain; charset=utf-8"}
    return httpx.post(f"{server}/api/v1/citations", content=text.encode(), headers=headers)


def test_citations_have_their_positions_in_the_text(client: Lexdex) -> None:
    text = "“Señor” 🏛 Smith v. Jones, 410 U.S. 113 (1999); 18 U.S.C. § 1341; 999 U.S. 9999."
    checked = client.check_citations(text)
    assert [text[one.span.start : one.span.end] for one in checked.data] == [one.text for one in checked.data]
    assert [(one.kind, one.status) for one in checked.data] == [
        ("full", "found"),
        ("statute", "found"),
        ("full", "not_in_index"),
    ]
    case = checked.data[0]
    assert case.name and not case.name.agrees and case.year and not case.year.agrees
    assert [record.id for record in case.records] == ["scotus-410-us-113"]


def test_context_of_a_text_resolves_references_in_its_next_part(client: Lexdex) -> None:
    context = client.check_citations("See Roe v. Wade, 410 U.S. 113 (1973).\n\n").meta.context
    assert [one.status for one in client.check_citations("Id. at 120.", context=context).data] == ["found"]
    assert [one.status for one in client.check_citations("Id. at 120.").data] == ["unresolved"]


@pytest.mark.parametrize(
    ("ends", "n_requests"),
    [
        ((" ", "\n\n"), 4),
        ((" ", "\r\n\r\n"), 4),
        # Without paragraphs, a part is sent once to find its citations, and once up to its end.
        ((" ", "\n"), 7),
        ((" ", "\r\n"), 7),
        ((" ",), 7),
    ],
)
def test_long_text_has_the_citations_that_the_command_finds(
    server: str, ends: tuple[str, ...], n_requests: int
) -> None:
    text = citing(200_000, ends)
    recorder = Recorder()
    checked = Lexdex(server, http_client=recorder.client()).check_citations(text)
    assert without_context(checked) == checked_by_command(server, text)
    assert [text[one.span.start : one.span.end] for one in checked.data] == [one.text for one in checked.data]
    assert checked.meta.total == len(checked.data) > 2000
    assert {"id", "supra", "short"} < {one.kind for one in checked.data if one.records}
    assert len(recorder.urls) == n_requests


@pytest.mark.anyio
async def test_async_client_checks_a_long_text_with_the_same_result(server: str, client: Lexdex) -> None:
    text = citing(200_000)
    async with AsyncLexdex(server) as one:
        assert await one.check_citations(text) == client.check_citations(text)


@pytest.mark.parametrize("ends", [(" ", "\n\n"), (" ", "\r\n\r\n"), (" ", "\n"), (" ",)])
def test_parts_have_the_result_of_one_response(
    server: str, client: Lexdex, monkeypatch: pytest.MonkeyPatch, ends: tuple[str, ...]
) -> None:
    text = citing(60_000, ends)
    expected = response_to_one_request(server, text).json()
    assert to_json(client.check_citations(text)) == expected
    expected["meta"].pop("context")
    for max_bytes in (10_000, 17_000, 33_000):
        monkeypatch.setattr(_citations, "MAX_BYTES", max_bytes)
        assert without_context(client.check_citations(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "§" * 100_000,
        " " * 70_000 + "410 U.S. 113",
        "Roe v. Wade, 410 U.S. 113 (1973). " + "🏛" * 40_000 + " Id.",
        'Roe v. Wade, 410 U.S. 113 (1973).\r\n\r\n "\\\x01' + '"\\' * 60_000 + " Id.",
        "410 U.S. 113, " * 6000,
        "Roe v. Wade, 410 U.S. 113, 153, 93 S. Ct. 705 (1973), " * 2000,
        ("word " * 13_000 + "Planned Parenthood of Southeastern Pennsylvania v. Casey, 505 U.S. 833 (1992), ") * 3,
        "Roe v. Wade, 410 U.S. 113 (1973), " + "Roe v.\nWade,\n410 U.S. 113 (1973), " * 3000,
    ],
    ids=["empty", "no-space", "spaces", "emoji", "escapes", "commas", "parallel", "names", "broken-names"],
)
def test_text_without_sentences_is_divided_in_no_citation(server: str, client: Lexdex, text: str) -> None:
    assert without_context(client.check_citations(text)) == checked_by_command(server, text)


def test_text_whose_records_do_not_fit_a_response_is_divided(server: str, client: Lexdex) -> None:
    text = "Roe v. Wade, 410 U.S. 113 (1973). " * 1900
    body = response_to_one_request(server, text).json()
    assert len(body["data"]) == 1900 and body["data"][-1]["records"] == []
    assert without_context(client.check_citations(text)) == checked_by_command(server, text)


def test_text_whose_citations_do_not_fit_a_response_is_divided(server: str, client: Lexdex) -> None:
    text = "Roe v. Wade, 410 U.S. 113 (1973). " + "Id. " * 15_000
    assert response_to_one_request(server, text).status_code == 400
    checked = client.check_citations(text)
    assert (checked.meta.total, checked.meta.statuses.found) == (15_001, 15_001)


def test_context_is_that_after_the_last_part(client: Lexdex) -> None:
    text = citing(100_000)
    at = text.rindex("\n\n", 0, 90_000) + 2
    whole, first = client.check_citations(text), client.check_citations(text[:at])
    rest = client.check_citations(text[at:], context=first.meta.context)
    assert first.meta.context and rest.meta.context == whole.meta.context
    assert [one.status for one in first.data + rest.data] == [one.status for one in whole.data]


def test_text_without_authorities_has_no_context(client: Lexdex) -> None:
    checked = client.check_citations("Id. at 5.\n\n" * 10_000)
    assert (checked.meta.context, checked.meta.total, checked.meta.statuses.unresolved) == (None, 10_000, 10_000)


def test_reference_to_one_of_too_many_authorities_is_unresolved(server: str, client: Lexdex) -> None:
    others = "".join(f"Smith v. Doe, {n} F.3d {n} (1999).\n\n" for n in range(1, 200))
    text = f"Loving v. Virginia, 388 U.S. 1 (1967).\n\n{others}\n\n" + "Nothing.\n\n" * 7000
    text += "Smith, 199 F.3d at 200. Loving, supra."
    assert [one.status for one in client.check_citations(text).data[-2:]] == ["not_in_index", "unresolved"]
    assert [one["status"] for one in checked_by_command(server, text)["data"][-2:]] == ["not_in_index", "found"]


def test_wrong_parameter_is_sent_only_once(server: str) -> None:
    recorder = Recorder()
    with pytest.raises(BadRequest):
        Lexdex(server, http_client=recorder.client()).check_citations(citing(100_000), build="latest")
    assert recorder.statuses == [400]


def test_damaged_context_is_sent_only_once(server: str) -> None:
    recorder = Recorder()
    with pytest.raises(BadRequest):
        Lexdex(server, http_client=recorder.client()).check_citations(citing(100_000), context="none")
    assert recorder.statuses == [400]
