"""`dltrack export`: a collection's data as Parquet, CSV or TREC files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.cli import completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, working


def export(
    name: Annotated[
        str,
        typer.Argument(
            metavar="ID", help="An edition, or one collection.", autocompletion=completion.editions_and_collections
        ),
    ],
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="Folder to write into; created if missing.")],
    form: Annotated[str, typer.Option("--format", "-f", metavar="parquet|csv|trec", help="Kind of files.")] = "parquet",
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write a collection's topics, labels, runs and scores to files.

    trec gives the files that NIST gives out (topics, qrels, input.RUN), which
    score the same and which `dltrack ingest` reads back. Corpus text is not
    exported. Remember the terms of the data: submitted runs are not public.

    Example: dltrack export trec2021-passages --to runs --format trec
    """
    from dltrack_db import api
    from dltrack_db.store import export

    with working(f"writing {name}"), api.open(db) as opened:
        files = list(export.export(opened.duckdb, name, to, form))
    size = sum(path.stat().st_size for path in files)
    print(f"{len(files)} files, {size / 1e6:.1f} MB, in {to}")
