"""What `dltrack` alone says: the three ways of use, and what to type first."""

from __future__ import annotations

import sys
from pathlib import Path

_GUIDE = """\
dltrack: the TREC Deep Learning Track (2019-2023) as one validated DuckDB file.

{first}

Three ways to use it, all reading the same views:

  the command      dltrack leaderboard {collection}
                   dltrack report {edition} -o report.html
                   dltrack views                 what can be asked
                   dltrack describe leaderboard  what its columns mean

  SQL              dltrack shell                 the DuckDB shell on the database
                   dltrack sql "from labels.kappa"

  Python           import dltrack_db as dl
                   dl.open("{db}").leaderboard("{collection}")   # a polars frame
                   dl.evaluate(run, qrels, ["nDCG@10"])          # frames in, scores out

dltrack --help lists all commands; dltrack --install-completion completes them."""


def show(db: Path) -> None:
    """Print the guide, with the names of what the database at hand holds."""
    collection, edition = _held(db)
    if collection:
        first = f"{db} holds {collection}{' and more' if edition else ''}: see dltrack status"
    else:
        first = "Begin with the sample, or with the real thing:\n\n" + "\n".join(
            ("  dltrack ingest sample", "  dltrack ingest trec2021 --dry-run")
        )
    print(
        _GUIDE.format(first=first, db=db, collection=collection or "sample-passages", edition=edition or "sample"),
        file=sys.stdout,
    )


def _held(db: Path) -> tuple[str, str]:
    """A collection with runs and its edition, empty when there is no database."""
    if not db.is_file():
        return "", ""
    from dltrack_db.store import database

    con = database.open_readonly(db)
    try:
        row = con.execute(
            "select collection, edition from main.collections order by collection not in "
            "(select collection from main.runs where source_file is not null), year desc, collection desc limit 1"
        ).fetchone()
    finally:
        con.close()
    return (str(row[0]), str(row[1])) if row else ("", "")
