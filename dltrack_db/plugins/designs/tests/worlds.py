"""Generated scores as tables of a database, and the closed forms that SQL is compared with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import duckdb
import numpy as np
from mini_track import insert
from scipy import stats


def add_scores(
    con: duckdb.DuckDBPyConnection,
    name: str,
    scores: Mapping[str, Sequence[float | None]],
    *,
    measure: str = "ndcg_cut_10",
    decimals: int | None = None,
    is_new: bool = True,
) -> None:
    """Insert a collection with scores of runs on topics 1, 2, …; None leaves a topic out."""
    if is_new:
        row = {"collection": name, "edition": name, "task": "passages", "query_set": name, "qrels_variant": "nist"}
        insert(con, "main.collections", [row])
    table = "main.query_scores" if decimals is None else "main.stand_in_scores"
    rows: list[dict[str, object]] = [
        {"collection": name, "run_id": run, "query_id": str(topic), "measure": measure, "value": value}
        | ({} if decimals is None else {"decimals": decimals})
        for run, values in scores.items()
        for topic, value in enumerate(values, 1)
        if value is not None
    ]
    insert(con, table, rows)
    topics = max(map(len, scores.values()))
    if is_new:
        add_labels(con, name, topics)


def add_labels(con: duckdb.DuckDBPyConnection, name: str, num_topics: int) -> None:
    """Judge a document of each topic, so that the topics are those of the collection."""
    rows: list[dict[str, object]] = [
        {"collection": name, "variant": "nist", "query_id": str(topic), "doc_id": "d", "relevance": 1}
        for topic in range(1, num_topics + 1)
    ]
    insert(con, "main.qrels", rows)


def add_facet(
    con: duckdb.DuckDBPyConnection, name: str, facet: str, values: Sequence[str | None], source: str = "notes"
) -> None:
    """Insert a note on topics 1, 2, …; None leaves a topic without one."""
    rows: list[dict[str, object]] = [
        {"query_set": name, "query_id": str(topic), "source": source, "attribute": facet, "value": value}
        for topic, value in enumerate(values, 1)
        if value is not None
    ]
    insert(con, "main.query_attributes", rows)


def add_systems(con: duckdb.DuckDBPyConnection, name: str, systems: Mapping[str, tuple[str, str | None]]) -> None:
    """Insert notes on the system and seed of runs, as one load."""
    rows = [
        {"collection": name, "run_id": run, "source": "notes", "key": key, "value": value}
        for run, noted in systems.items()
        for key, value in zip(("system", "seed"), noted, strict=True)
        if value is not None
    ]
    insert(con, "main.run_metadata", list(rows))


def answers(con: duckdb.DuckDBPyConnection, query: str) -> list[dict[str, object]]:
    """The rows of a query by column."""
    result = con.execute(query)
    names = [column[0] for column in result.description or []]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


def interaction(scores: np.ndarray, slices: Sequence[str]) -> tuple[float, float, Callable[[np.ndarray], float]]:
    """The statistic of the slices, the sum of all squared deviations, and the function that computes the first."""
    deviations = scores - scores.mean(1, keepdims=True) - scores.mean(0, keepdims=True) + scores.mean()

    def statistic(names: np.ndarray) -> float:
        return float(
            sum((names == s).sum() * (deviations[:, names == s].mean(1) ** 2).sum() for s in sorted({*names.tolist()}))
        )

    return statistic(np.array([*slices])), float((deviations**2).sum()), statistic


@dataclass(frozen=True)
class Design:
    """Mean squares of systems by seeds by topics, and what follows from them."""

    scores: np.ndarray

    @property
    def squares(self) -> tuple[float, float, float]:
        """Mean squares of seeds, systems by topics, and the residual."""
        y = self.scores
        a, s, t = y.shape
        system, run, topic, cell = y.mean((1, 2)), y.mean(2), y.mean((0, 1)), y.mean(1)
        seeds = t * ((run - system[:, None]) ** 2).sum() / (a * (s - 1))
        topics = s * ((cell - system[:, None] - topic + y.mean()) ** 2).sum() / ((a - 1) * (t - 1))
        residual = ((y - run[:, :, None] - cell[:, None, :] + system[:, None, None]) ** 2).sum()
        return seeds, topics, residual / (a * (s - 1) * (t - 1))

    @property
    def df(self) -> tuple[int, int, int]:
        """Degrees of freedom of the three."""
        a, s, t = self.scores.shape
        return a * (s - 1), (a - 1) * (t - 1), a * (s - 1) * (t - 1)

    def difference(self) -> float:
        """Difference of the systems' means."""
        return float(self.scores[0].mean() - self.scores[1].mean())

    def test(self) -> tuple[float, float, float]:
        """Standard error, degrees of freedom and p-value, if no variance is below 0."""
        _, s, t = self.scores.shape
        seeds, topics, residual = self.squares
        total = seeds + topics - residual
        error = float(np.sqrt(2 / (s * t) * total))
        df = total**2 / sum(m**2 / f for m, f in zip(self.squares, self.df, strict=True))
        return error, float(df), float(2 * stats.t.sf(abs(self.difference() / error), df))

    def p_of_runs(self) -> float:
        """p-value of the t-test over topics of the means over seeds."""
        return float(stats.ttest_rel(self.scores[0].mean(0), self.scores[1].mean(0)).pvalue)


def world(
    seed: int, seeds: int, topics: int, *, of_seeds: float = 0.03, by_topics: float = 0.05, rest: float = 0.04
) -> Design:
    """Scores of two systems with random effects of topics, seeds and systems by topics."""
    rng = np.random.default_rng(seed)
    return Design(
        0.5
        + rng.normal(0, 0.3, (1, 1, topics))
        + np.array([0.05, 0])[:, None, None]
        + rng.normal(0, of_seeds, (2, seeds, 1))
        + rng.normal(0, by_topics, (2, 1, topics))
        + rng.normal(0, rest, (2, seeds, topics))
    )
