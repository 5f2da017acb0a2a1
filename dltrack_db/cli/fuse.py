"""`dltrack fuse`: several runs as one."""

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
    to: Annotated[str, typer.Option("--to", help="The name of the fused run.")],
    collection: CollectionOfRuns = None,
    method: Annotated[str, typer.Option(help="rrf, combsum, combmnz or borda.")] = "rrf",
    k: Annotated[int, typer.Option(help="The constant of rrf, which adds 1 / (k + rank).")] = 60,
    depth: Annotated[
        int | None, typer.Option(help="Items kept per topic; as many as the track allows where it is not given.")
    ] = None,
    db: Database = DEFAULT_DATABASE,
    *,
    loading: RunLoadingOptions,
) -> None:
    """Fuse loaded runs into one, which is loaded too: by reciprocal ranks, by scores, or by votes.

    Example: dltrack fuse p_bm25 p_tct --to bm25_tct

    Scores are brought to 0 to 1 topic by topic first (combsum, combmnz). The fused run is validated as every run is,
    and never counts as submitted. In SQL: from systems.fused('COLLECTION', ['RUN', 'RUN'], method := 'rrf').
    """
    collection_name = run_collections.find_in_file(db, runs, collection)
    with tempfolder.folder() as folder:
        with closing(database.open_readonly(db)) as con:
            run = fusion.fuse(con, collection_name, runs, method, k, depth)
            plan = fusion.plan(con, collection_name, run, to, folder, f"{method} of {', '.join(runs)}")
        loading.load(plan, db)
