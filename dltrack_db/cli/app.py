"""The `dltrack` application: its global options and commands."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from dltrack_db import __version__
from dltrack_db.cli import common
from dltrack_db.cli.lazy import SETTINGS, LazyGroup

app = typer.Typer(
    name="dltrack",
    cls=LazyGroup,
    help="The TREC Deep Learning Track (2019-2023) as one validated DuckDB file, analysed in SQL.",
    **SETTINGS,
)


def _leave_out_plugins(is_wanted: bool) -> bool:
    """Disable plug-ins before the command is looked up, because a plug-in can define a command."""
    if is_wanted:
        from dltrack_db.base import plugins

        os.environ[plugins.OFF] = "1"
    return is_wanted


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Print the version and exit.", is_eager=True)
    ] = False,
    db: Annotated[
        Path | None,
        typer.Option(
            "--db",
            metavar="FILE",
            help="The database file; accepted by every command.",
            show_default=False,
            parser=common.database_place,
        ),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Print only results and errors, no progress or notes.")
    ] = False,
    no_plugins: Annotated[
        bool, typer.Option("--no-plugins", help="Run without plug-ins.", is_eager=True, callback=_leave_out_plugins)
    ] = False,
) -> None:
    """The TREC Deep Learning Track (2019-2023) as one validated DuckDB file, analysed in SQL."""
    if version:
        print(f"dltrack {__version__}")
        raise typer.Exit
    from dltrack_db.base import config, plugins, progress

    if db:
        os.environ["DLTRACK_DB"] = str(db)
    config.into_environment()
    if quiet:
        progress.silence()
    elif context.invoked_subcommand != "plugins":
        for fault in plugins.faults():
            common.note(f"{fault}; see: dltrack plugins")
    if context.invoked_subcommand is None:
        from dltrack_db.cli import guide

        common.collect_garbage()
        guide.show(Path(os.environ.get("DLTRACK_DB", config.DEFAULT_NAME)), is_named=db is not None)
