"""`dltrack cite`: print citations of the data behind a paper's numbers."""

from __future__ import annotations

from typing import Annotated

import typer

from dltrack_db.cli import completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Database
from dltrack_db.export import cite as citing
from dltrack_db.show import printable_lines
from dltrack_db.store import database


def cite(
    collection: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A collection (trec2021-passages), an edition (trec2021), or an exhibit of a paper (D-T3).",
            autocompletion=completion.editions_and_collections,
        ),
    ],
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Print a fingerprint of a collection's loaded data, with BibTeX for the track's paper and for dltrack.

    Example: dltrack cite trec2021-passages

    The same topics, labels, runs, scores and conventions always give the same fingerprint. Tables in LaTeX and Markdown
    contain the fingerprint as a comment; CSV and JSON have no comments. For an exhibit (a table, figure or statement of
    a paper), the command cites the paper.

    Example: dltrack cite D-T3
    """
    con = database.open_readonly(db)
    try:
        print(printable_lines(citing.text(con, collection, db)))
    finally:
        con.close()
