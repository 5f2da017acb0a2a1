"""The page that leads from each table, figure and statement of the papers to its view: `docs/exhibits.md`."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import duckdb

NAME = "docs/exhibits.md"

INTRODUCTION = """# From exhibit to view

Every table, figure and statement with numbers of the papers that can be computed has a view of its name in the schema
`exhibits`, shaped like the print: Table 3 of paper D is `exhibits.d_t3`. Ask for it in `dltrack sql` or any DuckDB
shell.

`dltrack reproduce` holds the printed numbers against your database, `dltrack reproduce D-T3` cell by cell. Each has one
of seven statuses (`published.comparison`):

| status | meaning |
|---|---|
| match | computed from complete files, and equal to print; of a run from its ranking, or scores per topic |
| agrees with NIST | neither is loaded, but NIST's published means of the runs are, or give, the printed number |
| agrees in print | follows from other printed numbers; the files are not loaded or not public |
| known misprint | differs from the computed number, which is the one known to be right |
| needs data | something it is computed from is not loaded, not complete, or not known to be what its name says |
| not reproducible | needs something that nobody can load, or a file that was replaced after print |
| mismatch | differs from the computed number without an explanation |

A submitted run counts as loaded when its file has the md5 that NIST names, or when NIST's official scores of the run
come out of it to four decimals (`published.run_identity`). A set of labels counts when its
file has the md5 of the recipe (`published.complete_labels`), scores per topic when theirs is in a recipe or at least
three of NIST's means come out of them (`published.score_identity`). One view, `published.known_runs`, says so for the
views of the exhibits, the statuses and `reproduce`. Counts by category, subtask or place in a table of
an overview follow from print (`published.printed_facts`).

The counts below are those of a database without data: what needs data there is computed once the data are loaded. This
page is made from `published.exhibit_guide` and `published.exhibit_status`.
"""

_COUNTS = {
    "agrees_with_nist": "agree with NIST",
    "agrees_in_print": "agree in print",
    "known_misprints": "known misprints",
    "needs_data": "need data",
    "not_reproducible": "not reproducible",
}


def render(con: duckdb.DuckDBPyConnection) -> str:
    """The page as Markdown, from a database without files of the track; the printed numbers are in every one."""
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
