"""Generate `published.computed`, which unpivots the views of schema `exhibits` into one long table of numbers.

The columns come from `papers/cells.csv`, and for the exhibits in `official_tables.csv` from `official_scores.csv`. The
row key consists of the columns in the view's `grain:`. Exhibits whose numbers all need unavailable data are omitted.
Views that several exhibits read are inlined (`sqlfiles.inlining`).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

from dltrack_db.base.sql_text import quote_text
from dltrack_db.errors import SqlFileError
from dltrack_db.sqlfiles import reference
from dltrack_db.sqlfiles.inlining import inline_shared
from dltrack_db.sqlfiles.sql_object import SqlObject, load_object

_SQL = Path(__file__).parents[2] / "sql"
_MARKS = ("from_print", "from_nist")
_HEAD = """\
-- One row for each number that a view of schema exhibits computes, to compare with the printed numbers.
--
-- source: the views of schema exhibits with numbers in papers/cells.csv, unpivoted; generated from the views' headers
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: id of the exhibit, e.g. 'D-T3'
--   row_key: values of the view's key columns, joined by spaces
--   column_name: column of the view
--   value: computed value, not rounded
--   source: source of the computed value: loaded 'files', other numbers in 'print', or scores of 'NIST'
-- caveats: contains more rows than the papers print, for example for runs that a printed table omits
-- page: slow
-- example: from published.computed where exhibit = 'D-T3' and row_key = 'p_bm25'
create or replace view published.computed as
with """
_TAIL = """
),

cells as (
    select
        rows.exhibit,
        rows.row_key,
        unnest(rows.names) as column_name,
        unnest(rows.numbers) as value,
        rows.from_print,
        rows.from_nist,
    from rows
)

select
    cells.exhibit,
    cells.row_key,
    cells.column_name,
    cells.value,
    case
        when list_contains(cells.from_print, cells.column_name) then 'print'
        when list_contains(cells.from_nist, cells.column_name) then 'NIST'
        else 'files'
    end as source,
from cells
where cells.value is not null;
"""


def render() -> str:
    """Return the SQL of the view."""
    views = {path.stem: load_object(path, _SQL) for path in sorted((_SQL / "exhibits").glob("*.sql"))}
    arms = [_arm(exhibit, names, views) for exhibit, names in printed_columns().items()]
    expressions, rows = inline_shared("\n    union all\n".join(arms))
    return _HEAD + ",\n\n".join([*expressions, f"rows as (\n{rows}"]) + _TAIL


def printed_columns() -> dict[str, list[str]]:
    """Return the columns that have printed numbers, by exhibit, for exhibits that can be computed."""
    outside = {row["requirement"] for row in _rows("requirements") if row["kind"] == "outside"}
    cells = list(_rows("cells"))
    computable = {row["exhibit"] for row in cells if row["requirement"] not in outside}
    columns: dict[str, dict[str, None]] = {}
    for row in cells:
        if row["exhibit"] in computable:
            columns.setdefault(row["exhibit"], {})[row["column_name"]] = None
    exhibits = {row["collection"]: row["exhibit"] for row in _rows("official_tables")}
    for row in _rows("official_scores"):
        if exhibit := exhibits.get(row.pop("collection")):
            measures = (name.lower() for name in list(row)[2:] if row[name])
            columns.setdefault(exhibit, {}).update(dict.fromkeys(measures))
    return {exhibit: list(columns[exhibit]) for exhibit in sorted(columns, key=_order)}


def _rows(name: str) -> Iterator[dict[str, str]]:
    path = reference.find(name)
    assert path is not None
    with path.open(newline="", encoding="utf-8") as file:
        yield from csv.DictReader(file)


def _order(exhibit: str) -> tuple[str, int, int]:
    paper, kind, number = re.fullmatch(r"([A-Z])-([TFS])(\d+)", exhibit).groups()  # type: ignore[union-attr]
    return paper, "TFS".index(kind), int(number)


def _arm(exhibit: str, names: list[str], views: dict[str, SqlObject]) -> str:
    view = exhibit.lower().replace("-", "_")
    if view not in views:
        raise SqlFileError(f"papers/cells.csv has numbers of {exhibit}, but sql/exhibits/{view}.sql does not exist")
    header = views[view].header
    keys = [key.strip() for key in header.grain.split(",")]
    for column in (*keys, *names):
        if column not in header.columns:
            raise SqlFileError(
                f"{views[view].path}: the view has no column {column}, which papers/cells.csv or the grain names"
            )
    parts = ", ".join(f"{view}.{key}" for key in keys)
    row_key = f"concat_ws(' ', {parts})" if len(keys) > 1 else f"{parts}::varchar"
    lines = [
        "    select",
        f"        {quote_text(exhibit)} as exhibit,",
        f"        {row_key} as row_key,",
        *_list([quote_text(name) for name in names], "names"),
        *_list([f"{view}.{name}" for name in names], "numbers", "::double[]"),
        *(f"        {f'{view}.{mark}' if mark in header.columns else 'null::varchar[]'} as {mark}," for mark in _MARKS),
        f"    from exhibits.{view} as {view}",
    ]
    return "\n".join(lines)


def _list(items: list[str], name: str, kind: str = "") -> list[str]:
    """Return `[items] as name` as one line of SQL, or with one line per item if it does not fit."""
    line = f"        [{', '.join(items)}]{kind} as {name},"
    if len(line) <= 120:
        return [line]
    return ["        [", *(f"            {item}," for item in items), f"        ]{kind} as {name},"]
