"""`dltrack cite`: what a paper says of the data behind its numbers."""

from __future__ import annotations

from typing import Annotated

import typer

from dltrack_db.cli import completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Database
from dltrack_db.exports import cite as citing
from dltrack_db.output import printable_lines
from dltrack_db.store import database


def cite(
    collection: Annotated[
        str, typer.Argument(help="A judged task, e.g. trec2021-passages.", autocompletion=completion.collections)
    ],
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Print a fingerprint of the data loaded of a collection, with BibTeX of the track's paper and of dltrack.

    The fingerprint is the same for everybody who loaded the same topics, labels, runs and scores under the same
    conventions. Tables in LaTeX and Markdown carry it as a comment; CSV and JSON have no comments.

    Example: dltrack cite trec2021-passages
    """
    con = database.open_readonly(db)
    try:
        print(printable_lines(citing.text(con, collection, db)))
    finally:
        con.close()
