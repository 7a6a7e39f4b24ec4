"""The servers of the tests, which tests/system/clients/python.rs starts, and the corpus that they serve."""

from __future__ import annotations

import dataclasses
import datetime
import json
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from lexdex import Lexdex

ROOT = Path(__file__).resolve().parents[3]

LISTS = ("statutes", "cases", "bills")


def address(name: str) -> str:
    """A setting of the run."""
    value = os.environ.get(f"LEXDEX_TEST_{name}")
    if value is None:
        pytest.exit(
            "cargo test --workspace --test system clients::python starts the servers that these tests need",
            returncode=1,
        )
    return value


@pytest.fixture(scope="session")
def server() -> str:
    """A server of the bundled corpus, without a rate limit."""
    return address("SERVER")


@pytest.fixture
def client(server: str) -> Iterator[Lexdex]:
    with Lexdex(server) as client:
        yield client


@pytest.fixture(params=["asyncio", "trio"])
def anyio_backend(request: pytest.FixtureRequest) -> str:
    """The loops that the asynchronous tests run in."""
    return str(request.param)


@pytest.fixture(scope="session")
def corpus() -> dict[str, dict[str, dict[str, Any]]]:
    """The records of the bundled corpus by list and id, read without the client."""
    return {name: dict(_records(ROOT / "corpus" / name)) for name in LISTS}


def _records(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for file in folder.glob("*.jsonl"):
        for line in file.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            yield record["id"], record


CITING = (
    "See Roe v. Wade, 410 U.S. 113, 153, 93 S. Ct. 705 (1973).",
    "Brown v. Board of Education, 347 U.S. 483 (1954) (citing Plessy v. Ferguson, 163 U.S. 537 (1896)).",
    "The court agreed with “Señor Muñoz” 🏛 on that point.",
    "The act, 42 U.S.C. § 1983, and 18 U.S.C. §§ 1341, 1343 apply.",
    "Id. § 1985.",
    "It was cited in H.R. 3684, 117th Cong. (2021), and in 12 Fict. Rep. 345.",
    "Loving v. Virginia, 388 U.S. 1 (1967), is the later case — and a well-known one.",
    "Id. at 7.",
    "Nothing is cited in this sentence, which is one of many such sentences in this text.",
    "Roe, 410 U.S. at 120.",
    "Brown, supra, at 490.",
    "Doe, supra.",
)


def citing(n_bytes: int, ends: tuple[str, ...] = (" ", "\n\n")) -> str:
    """A text of at least some size that cites records of the bundled corpus."""
    sentences: list[str] = []
    while n_bytes > 0:
        idx = len(sentences)
        sentences.append(CITING[(idx + idx // 13) % len(CITING)] + ends[idx // 5 % len(ends)])
        n_bytes -= len(sentences[-1].encode())
    return "".join(sentences)


def to_json(value: Any) -> Any:
    """A record as the API has it, without the fields that it does not have."""
    if dataclasses.is_dataclass(value):
        names: dict[str, str] = getattr(value, "NAMES")  # noqa: B009
        fields = {json_name: to_json(getattr(value, name)) for name, json_name in names.items()}
        # A record's meta always has a citation, which may be null.
        return {name: field for name, field in fields.items() if field is not None or "license" in fields}
    if isinstance(value, list):
        return [to_json(one) for one in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


def checked_by_command(server: str, text: str) -> Any:
    """The citations of a text as the command `lexdex check` prints them."""
    command = [address("PROGRAM"), "check", "--server", server, "--format", "json"]
    done = subprocess.run(command, input=text.encode(), capture_output=True)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


class Recorder:
    """Counts the requests and responses of an HTTP client."""

    def __init__(self) -> None:
        self.urls: list[httpx.URL] = []
        self.statuses: list[int] = []

    def client(self, **options: Any) -> httpx.Client:
        hooks: dict[str, list[Any]] = {"request": [self._request], "response": [self._response]}
        return httpx.Client(event_hooks=hooks, **options)

    def async_client(self) -> httpx.AsyncClient:
        async def request(request: httpx.Request) -> None:
            self._request(request)

        async def response(response: httpx.Response) -> None:
            self._response(response)

        return httpx.AsyncClient(event_hooks={"request": [request], "response": [response]})

    def _request(self, request: httpx.Request) -> None:
        self.urls.append(request.url)

    def _response(self, response: httpx.Response) -> None:
        self.statuses.append(response.status_code)


class Builds:
    """The folder of published indexes that two servers watch."""

    def __init__(self) -> None:
        self.folder = Path(address("BUILDS"))
        self.swapped = address("SWAPPED")
        self.keeping = address("KEEPING")

    def swap(self) -> None:
        """Makes the other index the current one, and waits until both servers serve it."""
        current = self.folder / "current"
        served = current.read_text().strip()
        (other,) = (build.name for build in (self.folder / "builds").iterdir() if build.name != served)
        replacement = self.folder / "next"
        replacement.write_text(f"{other}\n")
        replacement.replace(current)
        deadline = time.monotonic() + 60
        for server in (self.swapped, self.keeping):
            while httpx.get(f"{server}/readyz").headers["Lexdex-Build"] != other:
                assert time.monotonic() < deadline, "the other index is not served"
                time.sleep(0.02)


@pytest.fixture(scope="session")
def builds() -> Builds:
    return Builds()
