"""The examples of the README print what they say."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")

EXAMPLES = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", README, re.DOTALL)


def test_every_example_has_an_output() -> None:
    assert len(EXAMPLES) == README.count("```python\n") == 5


def test_examples_print_what_the_readme_says(server: str) -> None:
    names: dict[str, object] = {}
    for code, expected in EXAMPLES:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code.replace("http://127.0.0.1:8080", server), names)
        assert printed.getvalue() == expected, code
