"""`python -m docs.generate`: write the generated pages."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from dltrack_db import api
from dltrack_db.base import recipes, resources
from dltrack_db.load import loader
from docs.generate import (
    commands,
    cookbook,
    drawings,
    errors,
    exhibits,
    gallery,
    library,
    manpage,
    notebooks,
    picture,
    questions,
    reference,
)


def pages(sample: Path) -> Iterator[tuple[str, str]]:
    """Yield path and text of every page; `sample` is a database with the sample edition."""
    with api.open(sample) as db:
        yield from reference.pages(db.duckdb)
        tables = picture.render(db.duckdb)
        yield "docs/reference/tables.svg", tables
        yield "docs/reference/tables-dark.svg", drawings.dark(tables)
        yield "docs/cookbook.md", cookbook.render(db.duckdb, resources.ROOT / "docs" / "cookbook")
        yield exhibits.NAME, exhibits.render(db.duckdb)
        yield from gallery.render(db.duckdb)
    yield "docs/reference/commands.md", commands.render()
    yield "docs/reference/library.md", library.render()
    yield questions.NAME, questions.render()
    yield manpage.NAME, manpage.render()
    yield errors.NAME, errors.page()
    yield from notebooks.render(resources.ROOT / "examples")


def main() -> None:
    """Write all pages, and remove old pages of the reference."""
    shutil.rmtree(resources.ROOT / "docs" / "reference", ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="dltrack-docs-") as folder:
        sample = Path(folder) / "sample.duckdb"
        loader.load_edition(recipes.load("sample"), sample, loader.LoadOptions(say=lambda text: None))
        for name, text in pages(sample):
            path = resources.ROOT / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
