"""The page that leads from each table, figure and statement of the papers to its view: `docs/exhibits.md`.

Run as `python -m dltrack_db.exhibit_guide docs/exhibits.md` to write it.
"""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db.store import database, reference, sqlfiles

INTRODUCTION = """# From exhibit to view

Every table, figure and statement with numbers of the four papers, the view that computes it and the query to type
in `dltrack sql` or any DuckDB shell. `dltrack reproduce` holds the printed numbers against your database,
`dltrack reproduce D-T3` cell by cell. This page is generated from the view `published.exhibit_guide`.
"""


def render(con: duckdb.DuckDBPyConnection) -> str:
    """The page as Markdown, from a database with the printed numbers."""
    result = con.execute("select * from published.exhibit_guide order by position")
    columns = [column[0] for column in result.description or []]
    rows = [dict(zip(columns, row, strict=True)) for row in result.fetchall()]
    parts = [INTRODUCTION]
    for (paper, title), exhibits in groupby(rows, key=lambda row: (row["paper"], row["paper_title"])):
        parts.append(f"\n## {paper}: {title}\n")
        parts += [_section(exhibit) for exhibit in exhibits]
    return "".join(parts)


def _section(exhibit: dict[str, Any]) -> str:
    lines = [f"\n### {exhibit['exhibit']} ({exhibit['place']}): {exhibit['title']}\n", exhibit["definition"]]
    if exhibit["view"]:
        lines += [f"\nView `{exhibit['view']}`:\n", "```sql", exhibit["query"], "```"]
    if exhibit["needs"]:
        lines.append(f"\nNeeds: {exhibit['needs']}.")
    if exhibit["cells"]:
        lines.append(f"\nPrinted numbers compared: {exhibit['cells']}.")
    if exhibit["misprints"]:
        lines.append(f"\nKnown misprints: {exhibit['misprints']}.")
    return "\n".join(lines) + "\n"


def build() -> str:
    """The page from the files of the project alone."""
    con = duckdb.connect()
    try:
        database.build(con, sqlfiles.all_objects())
        reference.load(con)
        return render(con)
    finally:
        con.close()


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(build(), encoding="utf-8")
