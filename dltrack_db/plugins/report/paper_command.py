"""`dltrack paper`: a folder with the evaluation section of a paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.cli import across, completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, Measures, note
from dltrack_db.score import requests
from dltrack_db.show import print_text

DEFAULT_MEASURES = list(requests.DEFAULT_MEASURES)


def paper(
    runs: Annotated[list[str], typer.Argument(metavar="RUN...", help="Run files, or ids of loaded runs.")],
    collection: Annotated[
        list[str],
        typer.Option(
            "--collection",
            "-c",
            help="A judged task, e.g. trec2021-passages; may be repeated, for one block of the table each.",
            autocompletion=completion.collections,
        ),
    ],
    baseline: Annotated[
        list[str], typer.Option("--baseline", metavar="RUN", help="A loaded run to compare with; may be repeated.")
    ],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="DIR", help="A new folder, or a folder that the same command wrote."),
    ],
    measures: Measures = DEFAULT_MEASURES,
    joined: Annotated[
        list[str] | None,
        typer.Option("--as", metavar="NAME=RUN,RUN", help="Runs of one system in several collections."),
    ] = None,
    names: Annotated[
        list[str] | None,
        typer.Option("--names", metavar="NAME='SHORT NAME'", help="Short name of a collection or row in the paper."),
    ] = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write a folder for a paper: table, figures, their values, methods, BibTeX, commands.

    Example: dltrack paper my_run.txt -c trec2021-passages --baseline p_bm25 -o paper

    Letters in the table mark significant differences, corrected for all
    comparisons in the table. The caption explains test, family and provenance.
    `paper.tex` compiles without changes, and `make.sh` writes the folder again.
    Run files are scored in a private copy, so the database does not change. With
    several collections, each collection is a block of columns and a family of
    tests. Rows and baselines are then systems: runs with the same name, or runs
    joined by --as.

    Example: dltrack paper my20.txt my21.txt --as mine=my20,my21 -c trec2020-passages -c trec2021-passages
    --baseline p_bm25 -o paper
    """
    from dltrack_db.plugins.report import paper as papers

    named = across.systems(joined or [])
    short = across.short_names(names or [])
    written = papers.write(
        db, runs, collection, output, baselines=baseline, measures=measures, named=named, names=short
    )
    for sentence in written.notes:
        note(sentence)
    for path in written.files:
        print_text(str(path))
