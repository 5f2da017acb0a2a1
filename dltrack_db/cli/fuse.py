"""`dltrack fuse`: combine loaded runs into a new one."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer

from dltrack_db.base.files import tempfolder
from dltrack_db.cli.common import DEFAULT_DATABASE, CollectionOfRuns, Database
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.cli.ingest_options import RunLoadingOptions
from dltrack_db.load import fusion
from dltrack_db.score import run_collections
from dltrack_db.store import database


@with_option_groups
def fuse(
    runs: Annotated[list[str], typer.Argument(help="Two or more loaded runs of one collection.")],
    to: Annotated[str, typer.Option("--to", help="Name of the fused run.")],
    collection: CollectionOfRuns = None,
    method: Annotated[str, typer.Option(help="rrf, combsum, combmnz or borda.")] = "rrf",
    k: Annotated[int, typer.Option(help="Constant k of rrf, which adds up 1 / (k + rank).")] = 60,
    depth: Annotated[int | None, typer.Option(help="Maximum items per topic. [default: the track's maximum]")] = None,
    db: Database = DEFAULT_DATABASE,
    *,
    loading: RunLoadingOptions,
) -> None:
    """Fuse loaded runs into a new one and load it: by reciprocal ranks, scores or votes.

    Example: dltrack fuse p_bm25 p_tct --to bm25_tct

    combsum and combmnz first scale the scores of each topic to the range 0 to 1. The fused run is validated like any
    other run, and is never a submitted run. In SQL: from systems.fused('COLLECTION', ['RUN', 'RUN'], method := 'rrf').
    """
    collection_name = run_collections.find_in_file(db, runs, collection)
    with tempfolder.folder() as folder:
        with closing(database.open_readonly(db)) as con:
            run = fusion.fuse(con, collection_name, runs, method, k, depth)
            plan = fusion.plan(con, collection_name, run, to, folder, f"{method} of {', '.join(runs)}")
        loading.load(plan, db)
