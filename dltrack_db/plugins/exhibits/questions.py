"""The question `printed_number`."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from dltrack_db.ask.open_database import OpenDatabase
from dltrack_db.ask.questions import Input, question
from dltrack_db.base.answer import Answer
from dltrack_db.errors import UsageError

_PRINTED = "from published.printed($number) where $exhibit in ('', exhibit) order by exhibit, row_key, \"column\""
_OUTCOMES = 'select row_key, "column", computed::varchar, status, reason from published.compared($exhibit)'


@question(
    title="Where the papers print this number",
    keys=("exhibit", "row_key", "column"),
    point=("published", "computed", "status"),
    after="reproduce",
)
def printed_number(
    db: OpenDatabase,
    number: Annotated[float, Input("The number as printed; 12.5 for 12.5 %.")],
    *,
    exhibit: Annotated[str, Input("Search only this table, figure or statement, e.g. D-T3.")] = "",
) -> Answer:
    """Find where the track's papers print a number, which view computes it, and whether the computed value agrees.

    Example: dltrack printed-number 0.8393 --exhibit D-T3
    """
    printed_cells = db.ask(_PRINTED, {"number": number, "exhibit": exhibit.upper()})
    if not printed_cells.rows:
        raise UsageError(f"no paper prints {number}{f' in {exhibit}' if exhibit else ''}; see published.cells")
    # one query per exhibit, so that only the exhibits found are computed
    outcomes = {
        (each, *key): outcome
        for each in sorted(printed_cells.distinct("exhibit"))
        for *key, outcome in ((row[0], row[1], row[2:]) for row in db.ask(_OUTCOMES, {"exhibit": each}).rows)
    }
    cells = zip(
        printed_cells.values("exhibit"), printed_cells.values("row_key"), printed_cells.values("column"), strict=True
    )
    rows = [(*row, *outcomes.get(cell, (None,) * 3)) for row, cell in zip(printed_cells.rows, cells, strict=True)]
    return replace(
        printed_cells,
        columns=[*printed_cells.columns, "computed", "status", "reason"],
        rows=rows,
        types=[*printed_cells.types, *["VARCHAR"] * 3],
        query="",
        sources=["published.printed", "published.compared", *printed_cells.distinct("view")],
    )
