"""`dltrack mcp`: serve the database to assistants."""

from __future__ import annotations

from typing import Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database
from dltrack_db.errors import DltrackError


def mcp(
    db: Database = DEFAULT_DATABASE,
    rows: Annotated[int, typer.Option("--rows", metavar="N", help="Maximum number of rows of an answer.")] = 200,
    max_bytes: Annotated[int, typer.Option("--bytes", metavar="N", help="Maximum bytes of an answer.")] = 64_000,
    seconds: Annotated[float, typer.Option("--seconds", metavar="S", help="Maximum time for one question.")] = 60.0,
    memory: Annotated[
        str, typer.Option("--memory", metavar="SIZE", help="Maximum memory, and maximum disk space, for one question.")
    ] = "4GB",
) -> None:
    """Serve the database to assistants, read-only, over the Model Context Protocol.

    Example: dltrack mcp --db dltrack.duckdb

    The server communicates over standard input and output. Its tools are query,
    describe and catalogue, and one tool for each question, such as leaderboard,
    compare and topics. Each answer names its views and the data's fingerprint
    (dltrack cite). The file is open only while a question is answered. A separate
    process answers the questions; it is killed if a question exceeds a limit.
    This command needs the extra `mcp`.
    """
    from dltrack_db.plugins.mcp.bounded import Bounded

    try:
        from dltrack_db.plugins.mcp.server import server
    except ImportError as error:
        raise DltrackError(
            "version 2 of the Python SDK of the Model Context Protocol is not installed; install it with: "
            "pip install 'dltrack[mcp]'"
        ) from error
    with Bounded(db, rows=rows, seconds=seconds, memory=memory, max_bytes=max_bytes) as answers:
        server(answers).run("stdio")
