"""Options for the labels that score a run file: labels of a loaded collection, or a qrels file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.cli import completion
from dltrack_db.cli.common import FILL, topics_option, whole_number
from dltrack_db.errors import DltrackError, UsageError
from dltrack_db.store import collections


@dataclass(frozen=True)
class LabelOptions:
    """The labels and topics for scoring runs."""

    collection: Annotated[
        str | None,
        typer.Option("--collection", "-c", help="A loaded collection.", autocompletion=completion.collections),
    ] = None
    qrels: Annotated[
        Path | None, typer.Option("--qrels", metavar="FILE", help="Labels from a file; then no database is needed.")
    ] = None
    labels: Annotated[str | None, typer.Option(help="Labels other than the official ones.")] = None
    fill: Annotated[Sequence[str], FILL] = ()
    min_relevance: Annotated[
        int | None,
        whole_number("--min-relevance", least=0, most=32767, help="With --qrels: lowest relevant grade. [1]"),
    ] = None
    topics: Annotated[str, topics_option()] = ""

    def check(self, db: Path, *, has_file: bool) -> None:
        """Raise UsageError unless the options name exactly one set of labels.

        `db` is the database with `collection`. `has_file` is True if one of the runs is a file.
        """
        if self.qrels is not None:
            if self.collection is not None or self.labels is not None or self.fill:
                raise UsageError(
                    "--qrels cannot be combined with --collection, --labels or --fill; leave out --qrels, or the other "
                    "options"
                )
            if self.topics:
                raise UsageError(
                    "--topics needs a loaded collection (-c); with --qrels, remove the other topics from the qrels file"
                )
            return
        if self.min_relevance is not None:
            raise UsageError(
                "--min-relevance works only with --qrels; for a collection, set the level in the measure: AP(rel=2)"
            )
        if self.collection is None and has_file:
            names = collections.names(db) if db.exists() else []
            hint = f" (in {db}: {', '.join(names)})" if names else ""
            raise UsageError(
                f"a run file needs labels; add --qrels FILE, or a loaded collection with --collection{hint}"
            )

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Suggest --qrels if --labels names a file."""
        try:
            yield
        except DltrackError as error:
            if self.labels is not None and Path(self.labels).is_file():
                error.args = (f"{error}; '{self.labels}' is a file: replace --labels and -c by --qrels {self.labels}",)
            raise
