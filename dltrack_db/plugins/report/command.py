"""`dltrack report`: a page about an edition, or one figure for a paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.base.progress import working
from dltrack_db.cli import completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Database
from dltrack_db.errors import UsageError
from dltrack_db.show import print_text


def _complete_figures(incomplete: str) -> list[str]:
    """Return the names of figures that begin with `incomplete`."""
    from dltrack_db.plugins.report.figures import FIGURES

    return [figure.name for figure in FIGURES if figure.name.startswith(incomplete)]


def report(
    name: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="An edition or a collection; for a figure, a collection.",
            autocompletion=completion.editions_and_collections,
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="File to write. [default: report.html, or ID-FIGURE.html]"),
    ] = None,
    figure: Annotated[
        str,
        typer.Option(
            "--figure",
            metavar="NAME",
            help="Write only this figure, as .png, .svg, .pdf, .html or .json.",
            autocompletion=_complete_figures,
        ),
    ] = "",
    highlight: Annotated[
        list[str] | None,
        typer.Option(
            "--highlight",
            metavar="RUN",
            help="A loaded run to highlight in tables and charts; may be repeated. With --figure, the figure must draw "
            "the run.",
            autocompletion=completion.runs,
        ),
    ] = None,
    settings: Annotated[
        Path | None,
        typer.Option("--settings", metavar="FILE", help="A site.toml with title, official measures, colours."),
    ] = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write a page with the leaderboard and all figures, or a single figure.

    Example: dltrack report trec2021 -o trec2021.html

    The page is one HTML file that works without a network, with sortable
    tables, interactive charts, a dark mode and a print layout. To list all
    figures, pass an unknown name: --figure x.

    Example: dltrack report trec2021 --highlight my_run

    Example: dltrack report trec2021-passages --figure ndcg-by-type -o figure2.pdf
    """
    from dltrack_db import api
    from dltrack_db.plugins.report import check_place

    if figure and settings:
        raise UsageError("--settings applies to the whole page and cannot be combined with --figure")
    if output is None:
        output = Path(f"{name}-{figure}.html" if figure else "report.html")
    check_place(output)
    with working(f"drawing {figure or name}"), api.open(db) as opened:
        if figure:
            from dltrack_db.plugins.report import vega

            written = vega.save(opened.figure(figure, name, highlight or []), output)
        else:
            written = opened.report(name, output, highlight or [], settings)
    print_text(f"{written}: {written.stat().st_size / 1e6:.1f} MB")
