"""Options that several commands share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.output import Format
from dltrack_db.store.database import DEFAULT_NAME

Database = Annotated[
    Path,
    typer.Option("--db", help="The database file.", envvar="DLTRACK_DB", show_default=True, metavar="FILE"),
]
OutputFormat = Annotated[Format, typer.Option("--format", "-f", help="How to print the result.")]

DEFAULT_DATABASE = Path(DEFAULT_NAME)


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show on a terminal that something takes its time; elsewhere say nothing."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield
