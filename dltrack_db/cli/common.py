"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.database import DEFAULT_NAME
from dltrack_db.output import Format

Database = Annotated[
    Path,
    typer.Option("--db", help="The database file.", envvar="DLTRACK_DB", show_default=True, metavar="FILE"),
]
OutputFormat = Annotated[Format, typer.Option("--format", "-f", help="How to print the result.")]

DEFAULT_DATABASE = Path(DEFAULT_NAME)
