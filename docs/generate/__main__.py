"""`python -m docs.generate [--check]`: write the generated pages, or tell which are out of date."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from dltrack_db import api, recipes, resources
from dltrack_db.loading import loader
from docs.generate import (
    commands,
    cookbook,
    errors,
    exhibits,
    library,
    manpage,
    picture,
    reference,
)


def pages(folder: Path) -> Iterator[tuple[str, str]]:
    """Every generated file: its path below the project, and its text. `folder` is for a sample database."""
    path = folder / "sample.duckdb"
    loader.load_edition(recipes.load("sample"), path, loader.LoadOptions(say=lambda text: None))
    with api.open(path) as db:
        yield from reference.pages(db.duckdb)
        yield "docs/reference/tables.svg", picture.render(db.duckdb)
        yield "docs/cookbook.md", cookbook.render(db.duckdb, resources.ROOT / "docs" / "cookbook")
    yield "docs/reference/commands.md", commands.render()
    yield "docs/reference/library.md", library.render()
    yield manpage.NAME, manpage.render()
    yield errors.NAME, errors.page()
    yield exhibits.NAME, exhibits.page()


def main(arguments: list[str]) -> int:
    """Write or check; the exit code is 1 when `--check` finds a page out of date."""
    is_check = "--check" in arguments
    stale = []
    with tempfile.TemporaryDirectory(prefix="dltrack-docs-") as folder:
        for name, text in pages(Path(folder)):
            path = resources.ROOT / name
            if path.is_file() and path.read_text(encoding="utf-8") == text:
                continue
            stale.append(name)
            if not is_check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"{name} is out of date; run: python -m docs.generate" if is_check else f"wrote {name}")
    return int(is_check and bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
