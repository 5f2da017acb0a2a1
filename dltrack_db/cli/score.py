"""`dltrack score`: recompute the scores of loaded runs."""

from __future__ import annotations

from typing import Annotated

import typer

from dltrack_db.cli import completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Cluster, Database
from dltrack_db.cli.ingest_options import Wait, say
from dltrack_db.store import patience
from dltrack_db.store.patience import Patience


def score(
    collections: Annotated[
        list[str] | None,
        typer.Argument(help="Collections. [default: all loaded]", autocompletion=completion.collections),
    ] = None,
    cluster: Cluster = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="Use --cluster even if one machine is faster.")] = False,
    db: Database = DEFAULT_DATABASE,
    wait: Wait = patience.DEFAULT,
) -> None:
    """Recompute all scores of loaded runs, on one machine or on a Ray cluster.

    Example: dltrack score --cluster auto

    Each worker reads the database itself, so it must be able to open the file by the same path, or connect to the
    shared database. The database is changed only after all scores are computed.
    """
    from dltrack_db.cluster import rescore

    rows = rescore.score(
        db, collections or [], cluster, patience=Patience(patience.check_seconds(wait), say), anyway=anyway
    )
    print(f"{rows:,} scores recomputed")
