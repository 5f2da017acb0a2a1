"""Generate docs/gallery.md: the figures of the report, drawn from the sample, with their commands."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import duckdb

from dltrack_db.plugins import report
from dltrack_db.plugins.report import vega
from dltrack_db.plugins.report.figure import read_rows
from dltrack_db.plugins.report.figures import FIGURES
from docs.generate import drawings

NAME = "docs/gallery.md"
COLLECTION = "sample-passages"
INTRODUCTION = """# Figures

Every figure of the report that the synthetic sample has data for, with the command that draws it. Replace
`sample-passages` by your collection; the output may be `.png`, `.svg`, `.pdf` or `.html`.
"""


def render(con: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, str]]:
    """Yield path and text of the pictures as SVG, and of the page that shows them."""
    parts = [INTRODUCTION]
    with tempfile.TemporaryDirectory(prefix="dltrack-gallery-") as folder:
        for figure in FIGURES:
            if not read_rows(con, figure, COLLECTION).rows:
                continue
            picture = vega.save(report.draw(con, figure.name, COLLECTION), Path(folder) / f"{figure.name}.svg")
            drawing = picture.read_text(encoding="utf-8")
            yield f"docs/reference/figure-{figure.name}.svg", drawing
            yield f"docs/reference/figure-{figure.name}-dark.svg", drawings.dark(drawing)
            parts += [
                f"\n## {figure.title}\n\n{figure.look}\n",
                f"\n{drawings.picture(figure.title, f'reference/figure-{figure.name}')}\n",
                f"\n```sh\ndltrack report {COLLECTION} --figure {figure.name} -o {picture.name}\n```\n",
            ]
    yield NAME, "".join(parts)
