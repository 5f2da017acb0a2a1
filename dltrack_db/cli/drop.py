"""`dltrack drop`: what was loaded, taken out again."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database
from dltrack_db.errors import UsageError
from dltrack_db.output import printable_lines


def drop(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME...", help="Editions, collections, simulations, corpora or runs.")
    ] = None,
    collection: Annotated[
        str | None, typer.Option("--collection", "-c", help="The collection of the runs or labels to drop.")
    ] = None,
    variant: Annotated[
        str, typer.Option("--variant", "--labels", help="Drop this set of labels of --collection.")
    ] = "",
    judge: Annotated[
        str, typer.Option("--judge", help="Drop the leaderboard that this judge made of --collection.")
    ] = "",
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Remove editions, collections, simulations, corpora, runs, sets of labels or judges, with all that is theirs.

    Example: dltrack drop trec2019

    Example: dltrack drop my_run --collection trec2021-passages

    Example: dltrack drop --variant gpt4 --collection trec2021-passages
    """
    from dltrack_db.simulation import progress
    from dltrack_db.store import collections, database, removal

    if variant and (names or collection is None):
        raise UsageError("--variant drops labels of one collection; write: dltrack drop --variant NAME --collection C")
    if judge and (names or variant or collection is None):
        raise UsageError("--judge drops the leaderboard of one judge; write: dltrack drop --judge NAME --collection C")
    if not variant and not judge and not names:
        raise UsageError("say what to drop: an edition, a collection, a run, or --variant or --judge with --collection")
    if judge and collection:
        rows = removal.drop_judge(db, collection, judge)
        print(printable_lines(f"dropped the leaderboard of {judge} on {collection}: {rows:,} scores"))
    if variant and collection:
        rows = removal.drop_labels(db, collection, variant)
        print(printable_lines(f"dropped labels {variant} of {collection}: {rows:,} rows"))
    for name in names or []:
        if collection is None and collections.is_known(db, name):
            for dropped, rows in collections.drop(db, name):
                print(printable_lines(f"dropped {dropped}: {rows:,} rows"))
            with closing(database.open_readonly(db)) as con:
                progress.tidy(con, db)
        else:
            home, rows = removal.drop_run(db, name, collection)
            print(printable_lines(f"dropped run {name} of {home}: {rows:,} rows"))
