"""An open database, for questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from dltrack_db.base import sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.errors import UsageError
from dltrack_db.score import run_collections
from dltrack_db.store import collections


@dataclass(frozen=True)
class OpenDatabase:
    """A connection for a question; `path` and `option`, which names a collection, are for messages."""

    duckdb: duckdb.DuckDBPyConnection
    path: Path
    option: str = "collection="

    def ask(
        self, query: str, parameters: Mapping[str, object] | None = None, notes: Sequence[str] = (), title: str = ""
    ) -> Answer:
        """Answer with a query whose parameters are written `$name`; the answer's query runs in any DuckDB shell."""
        try:
            text = sql_text.fill_values(query, parameters or {})
        except KeyError as error:
            raise UsageError(f"the query has a parameter ${error.args[0]}, but no value is given for it") from error
        return Answer.ask(self.duckdb, text, notes, title)

    def find_collection(self, name: str, *, labels: str | None = None, is_ranked: bool = False) -> str:
        """Return the collection with this name, or of this edition; see `store.collections.find_collection`."""
        return collections.find_collection(self.duckdb, name, self.path, labels=labels, is_ranked=is_ranked)

    def find_collection_of(self, runs: Sequence[str], scope: str | None, *, allows_scores: bool) -> str:
        """Return the only collection in `scope` with all runs; see `score.run_collections.find`."""
        return run_collections.find(
            self.duckdb, self.path, runs, scope, allows_scores=allows_scores, option=self.option
        )
