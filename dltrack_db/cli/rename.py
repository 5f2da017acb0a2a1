"""`dltrack rename`: rename a loaded run or set of labels."""

from __future__ import annotations

from typing import Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database
from dltrack_db.errors import UsageError
from dltrack_db.show import printable_lines


def rename(
    name: Annotated[str, typer.Argument(help="A loaded run; with --labels, a set of labels.")],
    new_name: Annotated[str, typer.Argument(metavar="NEW", help="The new name.")],
    collection: Annotated[
        str | None, typer.Option("--collection", "-c", help="The collection of the run or labels.")
    ] = None,
    labels: Annotated[bool, typer.Option("--labels", help="Rename a set of labels, not a run.")] = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Rename a loaded run or set of labels; submitted runs and official labels cannot be renamed.

    Example: dltrack rename output my_bm25 --collection trec2021-passages

    Example: dltrack rename --labels judged gpt4 --collection trec2021-passages
    """
    from dltrack_db.store import removal

    if labels and collection is None:
        raise UsageError(
            "--labels needs the collection of the labels; write: dltrack rename --labels NAME NEW --collection C"
        )
    if labels:
        home = removal.rename_labels(db, str(collection), name, new_name)
    else:
        home = removal.rename_run(db, name, new_name, collection)
    kind, verb = ("labels", "are") if labels else ("run", "is")
    print(printable_lines(f"{kind} {name} of {home} {verb} now called {new_name}"))
