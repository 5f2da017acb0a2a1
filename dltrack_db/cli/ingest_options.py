"""What the commands under `dltrack ingest` have in common: their options, and how a load is told."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dltrack_db import progress
from dltrack_db.errors import UsageError
from dltrack_db.output import printable_lines
from dltrack_db.store import waiting

if TYPE_CHECKING:
    from dltrack_db.corpus import CorpusOptions
    from dltrack_db.loading.loader import LoadOptions, LoadReport
    from dltrack_db.loading.plan import Plan

Replace = Annotated[bool, typer.Option("--replace", help="Put changed files in the place of loaded ones.")]
Dedup = Annotated[
    str, typer.Option("--dedup", metavar="first", help="Keep the first of documents a run repeats for a topic.")
]
DataDocs = Annotated[
    Path | None, typer.Option("--data-docs", metavar="DIR", help="Also write Great Expectations' HTML report there.")
]
Memory = Annotated[
    str, typer.Option("--memory", metavar="SIZE", help="Most memory DuckDB may use.", envvar="DLTRACK_MEMORY")
]
Wait = Annotated[
    float,
    typer.Option(
        "--wait",
        metavar="SECONDS",
        envvar=waiting.VARIABLE,
        help="How long to wait for others to close the database file.",
    ),
]
Profile = Annotated[
    str,
    typer.Option("--profile", help="How much of a corpus: full, ids (no text), judged (what qrels and runs name)."),
]
Subset = Annotated[
    bool, typer.Option("--subset", help="The corpus files hold only some lines: skip checks of places and totals.")
]
OnError = Annotated[
    str, typer.Option("--on-error", metavar="stop|reject-file", help="What to do with a damaged corpus file.")
]
Restart = Annotated[bool, typer.Option("--restart", help="Forget an unfinished load of a corpus and begin anew.")]


def say(text: str) -> None:
    """Tell what a load is doing, on standard error; nothing under --quiet."""
    if not progress.is_silent():
        print(printable_lines(text), file=sys.stderr)


def load_options(dedup: str = "", *, wait: float, **options: Any) -> LoadOptions:
    """How to load, as the options of a command say.

    Raises:
        UsageError: an option has a value that is none of its own.
    """
    from dltrack_db.loading.loader import LoadOptions

    if dedup not in ("", "first"):
        raise UsageError(f"--dedup knows only «first», not «{dedup}»")
    return LoadOptions(first_of_duplicates=dedup == "first", wait=waiting.check(wait), say=say, **options)


def load(plan: Plan, db: Path, **options: Any) -> None:
    """Load and tell; `options` as in `load_options`."""
    from dltrack_db.loading import loader

    tell(loader.load(plan, db, load_options(**options)), db)


def tell(report: LoadReport, db: Path) -> None:
    """Print what was loaded."""
    from dltrack_db.loading.summary import summarize

    for line in summarize(report, db):
        print(printable_lines(line))


@contextmanager
def corpus_options(
    profile: str,
    memory: str,
    subset: bool,
    on_error: str,
    restart: bool,
    replace: bool,
    wait: float,
    cluster: str | None,
) -> Iterator[CorpusOptions]:
    """How to load corpora, with a progress bar on terminals as long as the block lasts."""
    from dltrack_db.corpus import CorpusOptions
    from dltrack_db.progress import corpus_progress

    if on_error not in ("stop", "reject-file"):
        raise UsageError(f"--on-error knows stop and reject-file, not «{on_error}»")
    with corpus_progress() as show:
        yield CorpusOptions(
            profile=profile,
            memory_limit=memory,
            is_subset=subset,
            reject_files=on_error == "reject-file",
            restart=restart,
            replace=replace,
            cluster=cluster,
            wait=waiting.check(wait),
            say=say,
            on_progress=show,
        )
