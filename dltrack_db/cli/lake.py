"""`dltrack lake`: looking after the files of a shared database."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database
from dltrack_db.cli.lazy import SETTINGS
from dltrack_db.output import printable, printable_lines

app = typer.Typer(no_args_is_help=True, **SETTINGS)


@app.callback()
def lake() -> None:
    """Look after the data files of a shared database.

    Example: dltrack lake maintain --db group.duckdb
    """


@app.command("maintain")
def maintain(
    keep: Annotated[int, typer.Option("--keep", metavar="DAYS", min=0, help="Remove older unnamed states.")] = 90,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Merge small data files, let go of old states that have no name, remove what killed writers left.

    Beside writers and readers: writers wait meanwhile, and files stay an hour for those who read them.

    Example: dltrack lake maintain --keep 365 --db group.duckdb
    """
    from dltrack_db.store.lake import snapshots

    done = snapshots.maintain(db, keep, say=lambda text: print(printable_lines(text), file=sys.stderr))
    print(
        f"{printable(db)} has {done.files_after:,} data files ({done.bytes_after / 1e6:,.1f} MB); it had "
        f"{done.files_before:,}; removed {done.num_expired:,} states"
    )
