"""`dltrack mcp`: the database for assistants."""

from __future__ import annotations

from typing import Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database
from dltrack_db.errors import DltrackError


def mcp(
    db: Database = DEFAULT_DATABASE,
    rows: Annotated[int, typer.Option("--rows", metavar="N", help="Rows of one answer at most.")] = 200,
    most_bytes: Annotated[int, typer.Option("--bytes", metavar="N", help="Bytes of one answer at most.")] = 64_000,
    seconds: Annotated[float, typer.Option("--seconds", metavar="S", help="Time for one question.")] = 60.0,
    memory: Annotated[
        str, typer.Option("--memory", metavar="SIZE", help="Memory for one question, and as much of the disk.")
    ] = "4GB",
) -> None:
    """Serve the database to assistants, read-only, over the Model Context Protocol.

    Example: dltrack mcp --db dltrack.duckdb

    Speaks on standard input and output with the program that started it. Its
    tools are query, describe and catalogue, and one for each question, such as
    leaderboard, compare and topics; each answer says which views it comes from,
    and the fingerprint of the data, as dltrack cite has it. Needs the extra
    `mcp`. The file is open only while a question is answered, by a process that
    is ended where it takes more time or memory than it may.
    """
    from dltrack_db.plugins.mcp.bounded import Bounded

    try:
        from dltrack_db.plugins.mcp.server import server
    except ImportError as error:
        raise DltrackError(
            "the server needs version 2 of the Python SDK of the Model Context Protocol, which is not installed; get "
            "it with: pip install 'dltrack[mcp]'"
        ) from error
    with Bounded(db, rows=rows, seconds=seconds, memory=memory, most_bytes=most_bytes) as answers:
        server(answers).run("stdio")
