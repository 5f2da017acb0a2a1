"""The rows of a leaderboard: which measures, ranked by which, tested against which runs."""

from __future__ import annotations

import string
from typing import Any

import duckdb

from dltrack_db.errors import UsageError
from dltrack_db.scoring import stored
from dltrack_db.store import sqltext
from dltrack_db.suggest import did_you_mean

LETTERS = string.ascii_lowercase
DEFAULT_SORT = "ndcg_cut_10"
_DESCRIPTION = ("run_id", "team", "category")
"""What stands before measures that were asked for; the other columns of the leaderboard are for --where."""
_OVERVIEW = {"ap": "map", "rr": "recip_rank"}
"""Columns of the leaderboard that are stored under another name, at another depth where the overview cuts."""


class Board:
    """One leaderboard of a collection.

    `measures` are the columns that hold measures, `sort` is the one the rows
    are ranked by.

    Raises:
        UsageError: a measure or a baseline is unknown.
    """

    def __init__(
        self,
        con: duckdb.DuckDBPyConnection,
        collection: str,
        sort: str,
        measures: str,
        baselines: list[str],
        *,
        tested: bool,
    ) -> None:
        self._con = con
        self.collection = collection
        self._baselines = baselines
        self._held = [row[0] for row in con.execute("describe systems.leaderboard").fetchall()]
        self._asked = [self._stored(part.strip()) for part in measures.split(",") if part.strip()]
        self.sort = self._column(sort) if sort else (self._asked or [DEFAULT_SORT])[0]
        kinds = con.execute("describe systems.leaderboard").fetchall()
        self.measures = self._asked or [name for name, kind, *_ in kinds if kind == "DOUBLE"]
        self._is_family = bool(self._asked and baselines) or len(baselines) > 1
        self._is_tested = (tested or bool(baselines)) and not self._is_family
        if len(baselines) > len(LETTERS):
            raise UsageError(f"at most {len(LETTERS)} baselines can be compared, not {len(baselines)}")
        self._check_baselines()

    def read(self, where: str, limit: int) -> tuple[list[str], list[tuple[Any, ...]]]:
        """The columns and the rows, ranked; the run's id is the first column.

        Beside measures that were asked for stands where their values come from, when not all are of rankings.
        """
        self._con.execute(f"create temp view board as {self._query()}")
        narrowed = f" where {where}" if where else ""
        first = f" limit {limit}" if limit else ""
        told = ["provenance"] if self._has_submitted_scores() else []
        chosen = ", ".join([*_DESCRIPTION, *(f'"{name}"' for name in self._shown()), *told]) if self._asked else "*"
        result = self._con.execute(
            f'select {chosen} from board{narrowed} order by round("{self.sort}", 12) desc nulls last, run_id{first}'
        )
        return [column[0] for column in result.description or []], result.fetchall()

    def _has_submitted_scores(self) -> bool:
        query = "select 1 from board where provenance <> 'rankings' limit 1"
        return self._con.execute(query).fetchone() is not None

    def letters(self, runs: list[str]) -> tuple[dict[tuple[int, str], str], list[str]]:
        """Which baselines each run beats in each measure, by row and column, and what the letters mean.

        Both are empty where only one baseline and no measures were asked for:
        then columns tell more.
        """
        if not self._is_family:
            return {}, []
        asked = {self._stored(name): name for name in self._asked or [self.sort]}
        rows = self._con.execute(
            sqltext.filled(
                "select measure, run_id, place, num_tests, verdict from report.against_baselines($1, $2, $3) "
                "order by all",
                [self.collection, list(asked), self._baselines],
            )
        ).fetchall()
        found: dict[tuple[int, str], str] = {}
        for measure, run, place, _, verdict in rows:
            if verdict == "better" and run in runs:
                key = (runs.index(run), asked[measure])
                found[key] = found.get(key, "") + LETTERS[place - 1]
        tests = rows[0][3] if rows else 0
        meant = [f"{letter}: {run}" for letter, run in zip(LETTERS, self._baselines, strict=False)]
        return found, [
            "better than " + ", ".join(meant),
            f"paired t-test over topics, p < 0.05, corrected by Holm for all {tests} tests",
        ]

    def _shown(self) -> list[str]:
        return list(dict.fromkeys([*self._asked, *([] if self.sort in self._asked else [self.sort])]))

    def _query(self) -> str:
        """The whole table: the leaderboard, the measures asked for, the verdicts of the tests."""
        collection = sqltext.literal(self.collection)
        query, source = "select board.* exclude (collection)", " from systems.leaderboard as board"
        for place, name in enumerate(name for name in self._shown() if name not in self._held):
            query += f', scores_{place}.value as "{name}"'
            source += (
                f" left join metrics.run_scores as scores_{place} on scores_{place}.collection = board.collection "
                f"and scores_{place}.run_id = board.run_id and scores_{place}.measure = {sqltext.literal(name)}"
            )
        if self._is_tested:
            versus = sqltext.literal(self._baselines[0]) if self._baselines else "null"
            query += ", test.mean_difference as difference, test.p_value, test.verdict"
            source += (
                f" left join report.significance({collection}, {sqltext.literal(self._stored(self.sort))}, "
                f"baseline := {versus}) as test on test.run_id = board.run_id"
            )
        return f"{query}{source} where board.collection = {collection}"

    def _column(self, name: str) -> str:
        """The column meant by --sort: one of the leaderboard's own, or a stored measure."""
        return name if name in self._held else self._stored(name)

    def _stored(self, name: str) -> str:
        """The name under which per-topic values of a measure are kept, however it was written.

        Raises:
            UsageError: there is no such measure, or its values are not stored, or by another level of relevance.
        """
        return stored.name(self._con, self.collection, _OVERVIEW.get(name, name), self._held)

    def _check_baselines(self) -> None:
        for run in self._baselines:
            rows = self._con.execute(
                sqltext.filled(
                    "select distinct run_id from metrics.run_scores where collection = $1 order by all",
                    [self.collection],
                )
            ).fetchall()
            runs = [row[0] for row in rows]
            if run not in runs:
                meant = did_you_mean(run, runs) or f"; see: dltrack leaderboard {self.collection}"
                raise UsageError(f"{self.collection} has no run «{run}»{meant}")
