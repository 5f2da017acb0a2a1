"""Commands that look at a database: sql."""

from __future__ import annotations

from typing import Annotated

import duckdb
import typer

from dltrack_db import database
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.errors import UsageError
from dltrack_db.output import Format, print_result


def sql(
    query: Annotated[str, typer.Argument(help="A query, in DuckDB's SQL.")],
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Run a query, read-only.

    Example: dltrack sql "from systems.leaderboard limit 5" --format csv
    """
    con = database.open_readonly(db)
    try:
        result = con.execute(query)
        print_result(result, format)
    except duckdb.Error as error:
        raise UsageError(str(error)) from error
    finally:
        con.close()
