"""The cookbook: questions, their SQL, and its result on the sample.

A recipe is a file `docs/cookbook/NN-name.sql`: a comment with the question on its first line and an explanation, and
one query.
"""

from __future__ import annotations

import io
from pathlib import Path

import duckdb

from dltrack_db.show import Format, print_rows
from docs.generate.markdown import code

MAX_ROWS = 10

_INTRODUCTION = """\
# Cookbook

Common questions about the track, with their queries and results on the sample (`dltrack ingest sample`). For a real
edition, replace `sample-passages` by its collection. Every query runs in `dltrack sql`, `dltrack shell`, any DuckDB
shell, and `db.sql(…)` in Python.
"""


def render(con: duckdb.DuckDBPyConnection, folder: Path) -> str:
    """Return the page."""
    parts = [_INTRODUCTION]
    for number, file in enumerate(sorted(folder.glob("*.sql")), 1):
        question, explanation, query = split(file.read_text(encoding="utf-8"))
        parts.append(f"## {number}. {question}\n")
        if explanation:
            parts.append(explanation + "\n")
        parts.append(code("sql", query))
        parts.append(_answer(con, query))
    return "\n".join(parts)


def split(text: str) -> tuple[str, str, str]:
    """Return question, explanation and query of a recipe."""
    lines = text.splitlines()
    end = next(i for i, line in enumerate(lines) if not line.startswith("--"))
    comment = [line.removeprefix("--").strip() for line in lines[:end]]
    return comment[0], " ".join(comment[1:]).strip(), "\n".join(lines[end:]).strip()


def _answer(con: duckdb.DuckDBPyConnection, query: str) -> str:
    result = con.execute(query)
    columns, rows = [column[0] for column in result.description or []], result.fetchall()
    out = io.StringIO()
    print_rows(columns, rows[:MAX_ROWS], Format.markdown, file=out)
    more = f"\n… and {len(rows) - MAX_ROWS} more rows.\n" if len(rows) > MAX_ROWS else ""
    return out.getvalue().replace("<", "&lt;") + more
