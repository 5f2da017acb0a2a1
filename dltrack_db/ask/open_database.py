"""The database argument of questions."""

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
    """A connection for a question; messages contain the `path`, and `option`, the option that names a collection."""

    duckdb: duckdb.DuckDBPyConnection
    path: Path
    option: str = "collection="

    def ask(
        self, query: str, parameters: Mapping[str, object] | None = None, notes: Sequence[str] = (), title: str = ""
    ) -> Answer:
        """Return the rows of a query as an answer.

        Args:
            query: a query with parameters written as `$name`. The answer contains it with the values filled in, so that
                it can be run in any DuckDB shell.
            parameters: values of the parameters.
            notes: notes of the answer.
            title: title of the answer.

        Raises:
            UsageError: a parameter has no value.
        """
        try:
            text = sql_text.fill_values(query, parameters or {})
        except KeyError as error:
            raise UsageError(f"parameter ${error.args[0]} of the query has no value; add it to parameters") from error
        return Answer.ask(self.duckdb, text, notes, title)

    def find_collection(self, name: str, *, labels: str | None = None, is_ranked: bool = False) -> str:
        """Return the collection for the name of a collection or edition; see `store.collections.find_collection`."""
        return collections.find_collection(self.duckdb, name, self.path, labels=labels, is_ranked=is_ranked)

    def find_collection_of(self, runs: Sequence[str], scope: str | None, *, allows_scores: bool) -> str:
        """Return the only collection in `scope` that contains all runs; see `score.run_collections.find`."""
        return run_collections.find(
            self.duckdb, self.path, runs, scope, allows_scores=allows_scores, option=self.option
        )
