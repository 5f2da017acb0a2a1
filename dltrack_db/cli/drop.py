"""`dltrack drop`: remove loaded data."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database, note
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.errors import UsageError
from dltrack_db.show import printable_lines

if TYPE_CHECKING:
    from dltrack_db.store import removal
    from dltrack_db.store.removal import Dropped


@partial(with_option_groups, more="drop")
def drop(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME...", help="Editions, collections, simulations, corpora or runs.")
    ] = None,
    collection: Annotated[
        str | None, typer.Option("--collection", "-c", help="The collection of the runs or labels to drop.")
    ] = None,
    labels: Annotated[str, typer.Option("--labels", help="Drop this set of labels of --collection.")] = "",
    plugin: Annotated[str, typer.Option("--plugin", metavar="NAME", help="Drop the tables of this plug-in.")] = "",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Remove editions, collections, simulations, corpora, runs or sets of labels, with all their data.

    Example: dltrack drop trec2019

    Everything named is removed in one transaction. On a terminal, the command first lists the data and asks.

    Example: dltrack drop my_run --collection trec2021-passages

    Example: dltrack drop --labels gpt4 --collection trec2021-passages

    Example: dltrack drop --plugin weak --yes

    The tables of a plug-in can be dropped only if the plug-in is not installed (or with dltrack --no-plugins). If the
    tables have rows, confirm the drop on the terminal or with --yes.
    """
    from dltrack_db.store import removal

    if plugin:
        if names or collection or labels:
            raise UsageError("--plugin cannot be combined with names, --collection or --labels; leave those out")
        _drop_plugin(plugin, db, yes=yes)
        return
    if labels and (names or collection is None):
        raise UsageError("--labels drops labels of one collection; write: dltrack drop --labels NAME --collection C")
    if not labels and not names:
        raise UsageError(
            "nothing to drop was named; name an edition, a collection or a run, or use --plugin, or --labels with "
            "--collection"
        )
    drop_data(removal.DropRequest(tuple(names or ()), collection, name=labels), db, yes=yes)


def drop_data(request: removal.DropRequest, db: Path, *, yes: bool) -> None:
    """Drop data and print what was dropped; on a terminal, ask for confirmation unless `yes` is set."""
    from dltrack_db.store import leftovers, removal

    removal_result = removal.drop(db, request, allow=_ask if not yes and _is_on_terminal() else None, say=note)
    for one in removal_result.things:
        print(printable_lines(f"dropped {one}"))
    if removal_result.state_before is not None:
        number = removal_result.state_before
        note(
            f"the state before the drop is snapshot {number}: read it with --at {number}, or restore it with: "
            f"dltrack snapshots --restore {number} --db {quote(str(db))}"
        )
    if any(one.home is None for one in removal_result.things):
        leftovers.tidy(db)


def _drop_plugin(name: str, db: Path, *, yes: bool) -> None:
    """Drop the tables of a plug-in that is not installed; ask for confirmation if the tables have rows."""
    from dltrack_db.load import publish
    from dltrack_db.store import removal

    tables = removal.find_plugin(db, name)
    if tables.num_rows and not yes:
        if not _is_on_terminal():
            raise UsageError(f"this drops {tables}, which cannot be restored; to confirm the drop, add --yes")
        _ask([tables])
    publish.rebuild(db, leaving=[name])
    print(printable_lines(f"dropped {tables}"))


def _is_on_terminal() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _ask(things: list[Dropped]) -> None:
    for one in things:
        print(printable_lines(f"drops {one}"), file=sys.stderr)
    if not typer.confirm("drop it?" if len(things) == 1 else "drop all of it?", err=True):
        print("nothing was changed", file=sys.stderr)
        raise typer.Exit(1)
