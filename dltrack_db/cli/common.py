"""Options that several commands share."""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from dltrack_db.base.config import DEFAULT_NAME
from dltrack_db.errors import UsageError
from dltrack_db.show import Format, print_text
from dltrack_db.show.text import cut_values


def collect_garbage() -> None:
    """Enable garbage collection, but exclude the objects that imports created (see `cli.main`)."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


def database_place(value: str) -> Path:
    """Return the path given by `--db`; for the URL of a frozen lake, return its local file."""
    if not str(value).startswith(("http://", "https://")):
        return Path(value)
    from dltrack_db.store import states

    return states.local_path(value)


Database = Annotated[
    Path,
    typer.Option(
        "--db",
        help=f"Database file or URL [$DLTRACK_DB, {DEFAULT_NAME}]",
        envvar="DLTRACK_DB",
        show_envvar=False,
        show_default=False,
        metavar="FILE",
        parser=database_place,
    ),
]


def whole_number(*names: str, least: int, most: int, help: str, hint: str = "") -> Any:
    """Return an option for a whole number from `least` to `most`; `hint` ends the error about other texts."""

    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise typer.BadParameter(f"'{text}' is not a whole number{hint and '; '}{hint}.") from None
        if not least <= number <= most:
            raise typer.BadParameter(f"{number} is not in the range {least}<=x<={most}.")
        return number

    return typer.Option(*names, metavar="N", parser=parse, help=help)


OutputFormat = Annotated[Format, typer.Option("--format", "-f", metavar="FORMAT", help=f"One of {', '.join(Format)}.")]
Cluster = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="Ray: ray://HOST:PORT, auto, or N local workers.")
]

DEFAULT_DATABASE = Path(DEFAULT_NAME)
# A comma between two measures: not inside parentheses, and not before a number, as in P.5,10.
_BETWEEN_MEASURES = re.compile(r",(?![^(]*\))\s*(?=[A-Za-z])")


def measure_names(texts: list[str] | None) -> list[str]:
    """Split the values of `-m a,b -m c` into measures, in the order given."""
    if not texts:  # typer before 0.19 does not accept None from a callback
        return []
    names = (name.strip(", ") for text in texts for name in _BETWEEN_MEASURES.split(text))
    return [name for name in names if name]


def check_slices(by: str, format: Format) -> None:
    """Raise UsageError for a LaTeX table of slices: it would mark the best values over all slices, not per slice."""
    if by and format.is_latex:
        raise UsageError(
            "--by cannot be printed as LaTeX; choose another format, or print one table per slice with --topics"
        )


def topics_option() -> Any:
    """Return the option --topics."""
    text = "Topics to use: file of ids, ids, or SQL condition."
    return typer.Option("--topics", metavar="FILE|ID,ID|SQL", help=text, callback=_read_topics)


def _read_topics(value: str) -> str:
    if not value:
        return value
    from dltrack_db.ask import slices

    return slices.read_ids(value)


def measures_option(help: str = "Measures as trec_eval or ir_measures write them.") -> Any:
    """Return the repeatable option -m, whose value is a list separated by commas."""
    return typer.Option("--measures", "-m", metavar="LIST", callback=measure_names, help=help)


def _names(texts: list[str] | None) -> list[str]:
    return [name for text in texts or [] for part in text.split(",") if (name := part.strip())]


FILL = typer.Option("--fill", metavar="LIST", callback=_names, help="With --labels: labels that fill its gaps.")
Measures = Annotated[list[str], measures_option()]
DEFAULT_MEASURE = ["ndcg_cut_10"]
CollectionOfRuns = Annotated[
    str | None, typer.Option("--collection", "-c", help="The collection, if several contain the runs.")
]


def check_number_of_results(format: Format, measures: Sequence[str]) -> None:
    """Raise UsageError if several measures are requested and the format can contain only one result."""
    if len(measures) > 1 and not (format.is_for_people or format.is_latex):
        raise UsageError(
            f"-m names {len(measures)} measures, but {format} can contain only one result; run the command once per "
            "measure"
        )


def note(text: str) -> None:
    """Print a note on stderr."""
    print_text(f"dltrack: note: {cut_values(text)}", sys.stderr)


def at_a_snapshot(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return the command with the option --at, which selects a snapshot of a shared database."""
    import inspect

    option = typer.Option("--at", metavar="SNAPSHOT", help="Snapshot of a shared database: number or name.")
    kind = Annotated[str, option]

    @wraps(command)
    def reading(*arguments: Any, at: str = "", **options: Any) -> Any:
        from dltrack_db.store import states

        with states.reading_at(at or None), states.reading():
            return command(*arguments, **options)

    # most releases of typer do not evaluate annotations given as texts in a signature
    own = inspect.signature(command, eval_str=True)
    at = inspect.Parameter("at", inspect.Parameter.KEYWORD_ONLY, default="", annotation=kind)
    reading.__dict__["__signature__"] = own.replace(parameters=[*own.parameters.values(), at])
    reading.__annotations__ = {**{name: one.annotation for name, one in own.parameters.items()}, "at": kind}
    return reading
