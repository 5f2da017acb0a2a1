"""Generate docs/exhibits.md: the view of each table, figure and statement of the papers."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import duckdb

NAME = "docs/exhibits.md"

INTRODUCTION = """# From exhibit to view

For every table, figure and numeric statement of the papers that can be computed, schema `exhibits` has a view with the
same rows and columns: Table 3 of paper D is `exhibits.d_t3`. Query it with `dltrack sql` or in any DuckDB shell.

`dltrack reproduce` compares the printed numbers with your database; `dltrack reproduce D-T3` shows each cell of an
exhibit. A printed number has one of seven statuses (`published.comparison`):

| status | meaning |
|---|---|
| match | equal to the number computed from complete official files |
| agrees with NIST | the runs are not loaded, but the number follows from the means that NIST published |
| agrees in print | follows from other printed numbers, because the files are not loaded or not public |
| known misprint | differs from the computed number, which is known to be right |
| needs data | data is not loaded, not complete, or not verified as the official data |
| not reproducible | needs data that is not published, or a file that was replaced after print |
| mismatch | differs from the computed number without an explanation |

A submitted run is verified if its file has the md5 that NIST published, or reproduces NIST's official scores to four
decimals (`published.run_identity`). Labels are verified if their file has the md5 of the recipe
(`published.complete_labels`), scores per topic if their md5 is in a recipe or they reproduce at least three of NIST's
means (`published.score_identity`). `published.known_runs` lists the verified runs. Counts by category, subtask or
listing in an overview come from print (`published.printed_facts`).

The counts below are those of a database without data; numbers that need data are computed once it is loaded. This page
is generated from `published.exhibit_guide` and `published.exhibit_status`.
"""

_COUNTS = {
    "agrees_with_nist": "agree with NIST",
    "agrees_in_print": "agree in print",
    "known_misprints": "known misprints",
    "needs_data": "need data",
    "not_reproducible": "not reproducible",
}


def render(con: duckdb.DuckDBPyConnection) -> str:
    """Return the page as Markdown, from a database without files of the track."""
    counts = {row["exhibit"]: row for row in _rows(con, "from published.exhibit_status")}
    rows = _rows(con, "from published.exhibit_guide order by position")
    parts = [INTRODUCTION]
    for (paper, title), exhibits in groupby(rows, key=lambda row: (row["paper"], row["paper_title"])):
        parts.append(f"\n## {paper}: {title}\n")
        parts += [_section(exhibit, counts[exhibit["exhibit"]]) for exhibit in exhibits]
    return "".join(parts)


def _rows(con: duckdb.DuckDBPyConnection, query: str) -> list[dict[str, Any]]:
    result = con.execute(query)
    columns = [column[0] for column in result.description or []]
    return [dict(zip(columns, row, strict=True)) for row in result.fetchall()]


def _section(exhibit: dict[str, Any], counts: dict[str, Any]) -> str:
    lines = [f"\n### {exhibit['exhibit']} ({exhibit['place']}): {exhibit['title']}\n", exhibit["definition"]]
    if exhibit["view"]:
        lines += ["\n```sql", exhibit["query"], "```"]
    else:
        lines.append(f"\nNot reproducible: {exhibit['not_reproducible']}. There is no view of it.")
    if exhibit["needs"]:
        lines.append(f"\nNeeds: {exhibit['needs']}.")
    if exhibit["cells"]:
        parts = ", ".join(f"{counts[column]} {text}" for column, text in _COUNTS.items() if counts[column])
        lines.append(f"\nPrinted numbers: {exhibit['cells']} ({parts}).")
    if exhibit["misprints"]:
        lines.append(f"\nKnown misprints: {exhibit['misprints']}.")
    return "\n".join(lines) + "\n"
