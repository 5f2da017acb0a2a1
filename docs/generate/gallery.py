"""The page `docs/gallery.md`: the figures of the report, drawn from the sample, with their commands."""

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

The figures of the report that can be drawn from the synthetic sample, with their commands. Use the name of your
collection to draw its figures. Files may be `.png`, `.svg`, `.pdf` or `.html`.
"""


def render(con: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, str]]:
    """Yield the pictures as SVG and the page that shows them, with their paths."""
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
