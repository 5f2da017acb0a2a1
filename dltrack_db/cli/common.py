"""Options that several commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from dltrack_db.base.config import DEFAULT_NAME
from dltrack_db.show import Format, print_text
from dltrack_db.show.text import cut_values


def database_place(value: str) -> Path:
    """The file that `--db` names, or that stands for the address of a frozen lake."""
    if not str(value).startswith(("http://", "https://")):
        return Path(value)
    from dltrack_db.store import lake

    return lake.place(value)


Database = Annotated[
    Path,
    typer.Option(
        "--db",
        help="The database file, or the address of a frozen lake.",
        envvar="DLTRACK_DB",
        show_default=True,
        metavar="FILE",
        parser=database_place,
    ),
]
OutputFormat = Annotated[Format, typer.Option("--format", "-f", help="How to print the result.")]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Work on a Ray cluster: ray://HOST:PORT, auto, or a number of local workers.",
    ),
]

DEFAULT_DATABASE = Path(DEFAULT_NAME)


def note(text: str) -> None:
    """Say something beside the answer, on stderr."""
    print_text(f"dltrack: note: {cut_values(text)}", sys.stderr)


def at_a_snapshot(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with the option --at, which lets it read an earlier state of a shared database."""
    import inspect

    option = typer.Option("--at", metavar="SNAPSHOT", help="Read this state of a shared database: a number or a name.")
    kind = Annotated[str, option]

    @wraps(command)
    def reading(*given: Any, at: str = "", **options: Any) -> Any:
        from dltrack_db.store.lake import session

        with session.reading_at(at or None), session.reading():
            return command(*given, **options)

    # Evaluated, because most releases of typer do not do it behind a signature that is given.
    own = inspect.signature(command, eval_str=True)
    at = inspect.Parameter("at", inspect.Parameter.KEYWORD_ONLY, default="", annotation=kind)
    reading.__dict__["__signature__"] = own.replace(parameters=[*own.parameters.values(), at])
    reading.__annotations__ = {**{name: one.annotation for name, one in own.parameters.items()}, "at": kind}
    return reading
