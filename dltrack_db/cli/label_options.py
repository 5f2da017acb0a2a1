"""Options of commands that score files: the labels, of a loaded collection or in a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.cli import completion
from dltrack_db.cli.common import whole_number
from dltrack_db.errors import DltrackError, UsageError
from dltrack_db.store import collections


@dataclass(frozen=True)
class LabelOptions:
    """Labels that runs are judged by."""

    collection: Annotated[
        str | None,
        typer.Option(
            "--collection",
            "-c",
            help="A loaded judged task.",
            autocompletion=completion.collections,
        ),
    ] = None
    qrels: Annotated[
        Path | None, typer.Option("--qrels", metavar="FILE", help="A file of labels; no database is needed then.")
    ] = None
    labels: Annotated[str | None, typer.Option(help="Labels other than the official ones.")] = None
    min_relevance: Annotated[
        int | None,
        whole_number("--min-relevance", least=0, most=32767, help="With --qrels: grade that is relevant. [1]"),
    ] = None

    def check(self, db: Path, *, has_file: bool) -> None:
        """Check that the options name one set of labels; `db` is the database that `collection` would be in."""
        if self.qrels is not None:
            if self.collection is not None or self.labels is not None:
                raise UsageError(
                    "--qrels names the labels, so leave out --collection and --labels, or leave out --qrels"
                )
            return
        if self.min_relevance is not None:
            raise UsageError(
                "--min-relevance is for --qrels; a collection has its own level, and AP(rel=2) names another"
            )
        if self.collection is None and has_file:
            names = collections.names(db) if db.exists() else []
            hint = f"; {db} has {', '.join(names)}: add -c with one of them" if names else ""
            raise UsageError(f"name the labels of a file with --qrels FILE, or a loaded task with --collection{hint}")

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Hint at --qrels if the labels that --labels names are not found and a file has this name."""
        try:
            yield
        except DltrackError as error:
            if self.labels is not None and Path(self.labels).is_file():
                error.args = (f"{error}; '{self.labels}' is a file: judge by it with --qrels {self.labels} alone",)
            raise
