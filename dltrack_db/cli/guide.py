"""The text of `dltrack` without arguments: loaded data, next steps, and three ways to use dltrack."""

from __future__ import annotations

import shlex
from pathlib import Path

from dltrack_db.errors import UsageError

_EMPTY = """\
dltrack: the TREC Deep Learning Track (2019-2023) as one validated DuckDB file.

{where}. Start with a small synthetic sample, or with a real edition:

  dltrack ingest sample{db}
  dltrack ingest trec2021 --dry-run{db}
"""

_NEXT = """\
Next:

  dltrack leaderboard {collection}{db}
  dltrack report {edition} -o report.html{db}
  dltrack eval my_run.txt -c {collection}{db}
  dltrack ingest runs my_run.txt -c {collection}{db}
"""

_WITHOUT_RUNS = """\
No runs are loaded. Submitted runs are not public: ask NIST for them, or start
with your own run:

  dltrack eval my_run.txt -c {collection}{db}
  dltrack ingest runs my_run.txt -c {collection}{db}
  dltrack ingest {edition} --runs ~/trec-runs{db}
"""

_WAYS = """\
Three ways to use dltrack, all with the same views:

  command line     dltrack views                 list all views
                   dltrack describe leaderboard  explain its columns

  SQL              dltrack sql "from systems.leaderboard limit 5"
                   dltrack shell                 DuckDB's shell on the database

  Python           import dltrack_db as dl
                   db = dl.open("{path}")
                   db.leaderboard("{collection}")   # a polars frame
                   dl.evaluate(run, qrels, ["nDCG@10"])  # frames in and out

dltrack --help lists all commands; --install-completion completes them."""


def show(db: Path, *, is_named: bool = False) -> None:
    """Print the loaded collections and the next steps; `is_named` is True if --db was given."""
    from dltrack_db.show import print_rows, print_text, printable_lines, table

    columns, rows = _holdings(db)
    option = f" --db {shlex.quote(str(db))}" if is_named else ""
    if rows:
        fit = table.Fit(
            keys=["collection"],
            point=["runs", "loaded"],
            expendable=["best_run", "ndcg_cut_10", "labels", "edition"],
            has_formats=False,
        )
        print_rows(columns, rows, title=f"Loaded into {db}", fit=fit)
        with_runs = [row for row in rows if row[2]]
        edition, collection = (with_runs or rows)[-1][:2]
        next_steps = _NEXT if with_runs else _WITHOUT_RUNS
        # unwrapped, so that the commands can be copied
        print(printable_lines(next_steps.format(edition=edition, collection=collection, db=option)))
    else:
        collection = "sample-passages"
        print_text(_EMPTY.format(where=f"{db} is empty" if db.is_file() else f"There is no {db} yet", db=option))
    print_text(_WAYS.format(path=db, collection=collection))
    if is_named:
        print_text("Commands without --db read dltrack.duckdb; to make this database the default:")
        print(printable_lines(f"  export DLTRACK_DB={shlex.quote(str(db))}"))


def _holdings(db: Path) -> tuple[list[str], list[tuple[object, ...]]]:
    """Return the columns and rows of `catalog.holdings`; empty lists if there is no database."""
    if not db.is_file():
        return [], []
    import duckdb

    from dltrack_db.store import database

    con = database.open_readonly(db)
    try:
        result = con.execute("from catalog.holdings")
        return [column[0] for column in result.description or []], result.fetchall()
    except duckdb.CatalogException as error:
        raise UsageError(
            f"{db} has the views of another release; update them with: dltrack build --db {shlex.quote(str(db))}"
        ) from error
    finally:
        con.close()
