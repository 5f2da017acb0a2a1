"""Options and output shared by the commands of `dltrack ingest`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dltrack_db.base import progress
from dltrack_db.base.config import DEFAULT_MEMORY
from dltrack_db.cli.common import Cluster
from dltrack_db.errors import UsageError
from dltrack_db.show import printable_lines
from dltrack_db.store import patience

if TYPE_CHECKING:
    from dltrack_db.load.corpus import CorpusOptions
    from dltrack_db.load.ledger import Ledger
    from dltrack_db.load.loader import LoadOptions, LoadReport
    from dltrack_db.load.plan import Plan

GREATEST_GRADE = 32_767  # smallint, as in `main.qrels`
GREATEST_DEPTH = 2**31 - 1
Replace = Annotated[bool, typer.Option("--replace", help="Replace loaded files that have changed.")]
NotSubmitted = Annotated[bool, typer.Option("--not-submitted", help="Do not treat the runs as submissions.")]
Dedup = Annotated[str, typer.Option("--dedup", metavar="first", help="Keep only the first of repeated documents.")]
DataDocs = Annotated[
    Path | None, typer.Option("--data-docs", metavar="DIR", help="Write Great Expectations' HTML report to DIR.")
]
Memory = Annotated[
    str,
    typer.Option(
        "--memory",
        metavar="SIZE",
        help="Memory limit. [min(1.4GB, RAM/4); corpora 4GB]",
        envvar="DLTRACK_MEMORY",
        show_envvar=False,
        show_default=False,
    ),
]
Wait = Annotated[
    float,
    typer.Option(
        "--wait",
        metavar="SECONDS",
        envvar=patience.VARIABLE,
        show_envvar=False,
        show_default=False,
        help=f"Wait for other commands. [${patience.VARIABLE} or {patience.DEFAULT:g}]",
    ),
]
Profile = Annotated[
    str, typer.Option("--profile", metavar="NAME", help="Texts to store: full, ids or judged.", show_default=False)
]
Subset = Annotated[bool, typer.Option("--subset", help="The corpus files are incomplete: skip some checks.")]
OnError = Annotated[str, typer.Option("--on-error", metavar="WAY", help="For damaged files: stop or reject-file.")]
Restart = Annotated[bool, typer.Option("--restart", help="Discard an unfinished load and start over.")]


def say(text: str) -> None:
    """Print a progress message of a load on standard error, except with --quiet."""
    if not progress.is_silent():
        print(printable_lines(text), file=sys.stderr)


@dataclass(frozen=True)
class LoadingOptions:
    """Options of every load."""

    replace: Replace = False
    data_docs: DataDocs = None
    wait: Wait = patience.DEFAULT

    @property
    def patience(self) -> patience.Patience:
        """How long to wait while another process uses the database."""
        return patience.Patience(self.wait)

    def options(self, **more: Any) -> LoadOptions:
        """Return the options for the library; `more` are further fields of LoadOptions."""
        from dltrack_db.load.loader import LoadOptions

        return LoadOptions(
            replace=self.replace, data_docs=self.data_docs, wait=patience.check_seconds(self.wait), say=say, **more
        )

    def load(self, plan: Plan, db: Path, ledger: Ledger | None = None) -> None:
        """Load the plan and print a report; `ledger` is passed to `loader.load`."""
        from dltrack_db.load import loader

        print_report(loader.load(plan, db, self.options(), ledger), db)


@dataclass(frozen=True)
class RunLoadingOptions(LoadingOptions):
    """Options of loads with runs."""

    dedup: Dedup = ""
    memory: Memory = ""
    cluster: Cluster = None

    def options(self, **more: Any) -> LoadOptions:
        """Return the options for the library; `more` are further fields of LoadOptions."""
        if self.dedup not in ("", "first"):
            raise UsageError(f"--dedup must be 'first', not '{self.dedup}'")
        is_first = self.dedup == "first"
        return super().options(
            first_of_duplicates=is_first, memory_limit=self.memory or None, cluster=self.cluster, **more
        )


@dataclass(frozen=True)
class TextOptions:
    """Options that select the texts of a corpus."""

    profile: Profile = "full"
    subset: Subset = False


@dataclass(frozen=True)
class CorpusLoadingOptions(TextOptions):
    """Options of loads with corpora."""

    on_error: OnError = "stop"
    restart: Restart = False


@dataclass(frozen=True)
class CorpusSource:
    """Options for the source of a corpus, official or your own."""

    source: Annotated[
        str, typer.Option("--from", metavar="SOURCE", help="The tar, a folder of its members, a file, or a URL.")
    ] = ""
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Name for your own texts.")] = ""
    mapping: Annotated[
        Path | None,
        typer.Option("--mapping", metavar="FILE", help="File of passage and document ids: TSV, JSON or Parquet."),
    ] = None
    collection: Annotated[
        str, typer.Option("--collection", "-c", metavar="NAME", help="The collection that uses your texts.")
    ] = ""
    task: Annotated[str, typer.Option("--task", metavar="docs|passages", help="Type of your texts.")] = ""


def print_report(report: LoadReport, db: Path) -> None:
    """Print the report of a load."""
    from dltrack_db.cli.load_summary import summarize

    for line in summarize(report, db):
        print(printable_lines(line))


@contextmanager
def corpus_options(
    text: TextOptions, *, memory: str, wait: float, replace: bool, cluster: str | None
) -> Iterator[CorpusOptions]:
    """Yield options for loading corpora, and show a progress bar on terminals until the block ends."""
    from dltrack_db.base.progress import corpus_progress
    from dltrack_db.load.corpus import CorpusOptions

    corpora = text if isinstance(text, CorpusLoadingOptions) else CorpusLoadingOptions(text.profile, text.subset)
    if corpora.on_error not in ("stop", "reject-file"):
        raise UsageError(f"--on-error must be stop or reject-file, not '{corpora.on_error}'")
    with corpus_progress() as show:
        yield CorpusOptions(
            profile=corpora.profile,
            memory_limit=memory or DEFAULT_MEMORY,
            is_subset=corpora.subset,
            reject_files=corpora.on_error == "reject-file",
            restart=corpora.restart,
            replace=replace,
            cluster=cluster,
            wait=patience.check_seconds(wait),
            say=say,
            on_progress=show,
        )
