"""The page `docs/exhibits.md`: the view of each table, figure and statement of the papers."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import duckdb

NAME = "docs/exhibits.md"

INTRODUCTION = """# Tables and figures of the papers

Every table, figure and statement of the papers with numbers that can be computed is a view in the schema `exhibits`,
with the same columns as in print: Table 3 of paper D is `exhibits.d_t3`. Query it in `dltrack sql` or any DuckDB shell.

`dltrack reproduce` compares the printed numbers with your database, `dltrack reproduce D-T3` cell by cell. Each has one
of seven statuses (`published.comparison`):

| status | meaning |
|---|---|
| match | computed from complete files and equal to print; for runs, from rankings or scores per topic |
| agrees with NIST | the runs are not loaded, but the number equals, or follows from, their published means by NIST |
| agrees in print | follows from other printed numbers; the files are not loaded or not public |
| known misprint | differs from the computed number, which is known to be correct |
| needs data | some of its data are not loaded, incomplete, or not identified |
| not reproducible | needs data that are not available, or a file that was replaced after print |
| mismatch | differs from the computed number without an explanation |

A loaded run is accepted as the submitted one if its file has NIST's md5, or if it reproduces NIST's official scores to
four decimals (`published.run_identity`). Labels are accepted if their file has the md5 of the recipe
(`published.complete_labels`), scores per topic if their md5 is in a recipe or they reproduce at least three of NIST's
means (`published.score_identity`). The views of the exhibits, the statuses and `reproduce` all use the result
(`published.known_runs`). Numbers of runs by category, subtask or rank in an overview follow from print
(`published.printed_facts`).

The numbers below are those of a database without data; statuses change when data are loaded. This page is generated
from `published.exhibit_guide` and `published.exhibit_status`.
"""

_COUNTS = {
    "agrees_with_nist": "agree with NIST",
    "agrees_in_print": "agree in print",
    "known_misprints": "known misprints",
    "needs_data": "need data",
    "not_reproducible": "not reproducible",
}


def render(con: duckdb.DuckDBPyConnection) -> str:
    """Return the page as Markdown; a database without files of the track is enough, as it has the printed numbers."""
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
        lines.append(f"\nNot reproducible: {exhibit['not_reproducible']}. There is no view for it.")
    if exhibit["needs"]:
        lines.append(f"\nNeeds: {exhibit['needs']}.")
    if exhibit["cells"]:
        parts = ", ".join(f"{counts[column]} {text}" for column, text in _COUNTS.items() if counts[column])
        lines.append(f"\nPrinted numbers: {exhibit['cells']} ({parts}).")
    if exhibit["misprints"]:
        lines.append(f"\nKnown misprints: {exhibit['misprints']}.")
    return "\n".join(lines) + "\n"
