"""Small data files next to a page, from which it draws runs, topics and teams without starting DuckDB."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from dltrack_db.base import resources, sql_text


@dataclass(frozen=True)
class _Kind:
    """A kind of subject (runs, topics or teams) with its scripts in `plugins/site/scripts/pages.sql`.

    Attributes:
        folder: folder of the data files.
        tables: scripts that create tables, executed first.
        names: script that returns each subject and a second run (the rival, or the best run of the team), in the
            order of the page's facts.
        parts: scripts with the content of a file; the first column of their rows is the subject.
    """

    folder: str
    tables: Sequence[str]
    names: str
    parts: Sequence[str]


_KINDS = (
    _Kind(
        "runs", ("topic_spreads", "topic_scores", "rivals"), "runs", ("described", "places", "comparisons", "topics")
    ),
    _Kind(
        "topics",
        (),
        "topics_of_page",
        ("topic_answers", "topic_fields", "topic_spread", "topic_labels", "topic_runs", "topic_items"),
    ),
    _Kind("teams", ("teams",), "teams_of_page", ("team_runs", "team_better", "team_worse")),
)


def scores(
    con: duckdb.DuckDBPyConnection, collection: str, measures: Sequence[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield path and content of a data file for each measure of the leaderboards: scores by run and topic."""
    script = resources.script("plugins/site/pages/scores")
    result = con.execute(sql_text.written_out(script, {"collection": collection, "shown": list(measures)}))
    for number, (measure, topics, decimals, runs) in enumerate(result.fetchall()):
        content = {"measure": measure, "topics": topics, "decimals": decimals, "runs": runs}
        yield f"data/{collection}/scores/{number}.json", content
    query = sql_text.written_out(resources.script("plugins/report/report/answer_boards"), {"collection": collection})
    script = resources.script("plugins/site/pages/answer_scores")
    for number, (bank, judge, measure) in enumerate(con.execute(query).fetchall(), 1):
        values = {"collection": collection, "bank": bank, "judge": judge, "measure": measure}
        for topics, runs in con.execute(sql_text.written_out(script, values)).fetchall():
            content = {"measure": measure, "topics": topics, "decimals": 12, "runs": runs}
            yield f"data/{collection}/scores/answers{number}.json", content


def as_bytes(content: Mapping[str, Any]) -> bytes:
    """Return the content of a data file as JSON bytes."""
    return f"{json.dumps(content, default=str, ensure_ascii=False, separators=(',', ':'))}\n".encode()


def files(
    con: duckdb.DuckDBPyConnection, collection: str, measures: Sequence[str], topics: Sequence[str]
) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of the data file of each run, topic and team of a collection.

    `measures` are the stored names of the leaderboard's measures. The tables of `page.make_tables` must be filled.
    """
    values: dict[str, Any] = {"collection": collection, "shown": list(measures), "topics": list(topics)}

    def execute(name: str) -> duckdb.DuckDBPyConnection:
        return con.execute(sql_text.written_out(resources.script(f"plugins/site/pages/{name}"), values))

    for kind in _KINDS:
        for table in kind.tables:
            execute(table)
        names: dict[str, str | None] = dict(execute(kind.names).fetchall())
        values["rivals"] = sorted({other for other in names.values() if other is not None})
        answers: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for part in kind.parts if names else ():
            result = execute(part)
            columns = [column for column, *_ in result.description[1:]]
            rows: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
            for name, *row in result.fetchall():
                rows[name].append(tuple(row))
            for name in names:
                answers[name].append({"columns": columns, "rows": rows[name]})
        for number, (name, other) in enumerate(names.items()):
            content = {"name": name, "other": other, "answers": answers[name]}
            yield f"data/{collection}/{kind.folder}/{number}.json", as_bytes(content)
