"""The generated code is that of the OpenAPI document, and the licences are those of the repository."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def files(package: Path) -> dict[str, str]:
    generated = [*package.glob("_generated/**/*.py"), package / "_statutes.py", package / "_bills.py"]
    return {str(file.relative_to(package)): file.read_text(encoding="utf-8") for file in generated}


def test_generating_the_code_again_changes_nothing(tmp_path: Path) -> None:
    subprocess.run([sys.executable, PACKAGE / "generate", tmp_path], check=True)
    committed, generated = files(PACKAGE / "src/lexdex"), files(tmp_path)
    changed = {name for name in committed | generated if committed.get(name) != generated.get(name)}
    assert changed == set(), "clients/python/generate writes them anew"
    assert len(generated) > 50


def test_licences_are_those_of_the_repository() -> None:
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        assert (PACKAGE / name).read_text() == (PACKAGE.parent.parent / name).read_text()
