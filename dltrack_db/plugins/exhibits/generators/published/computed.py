"""`published.computed`: the views of schema `exhibits` as one long table of numbers.

Which rows and columns of a view the paper prints is data (`papers/cells.csv`, and
`official_scores.csv` for the exhibits of `official_tables.csv`): the
key of a row is the view's `grain:`, its cells are the columns of the same name.
Exhibits of which every number needs what nobody can load are left out: what their
views give of other data is not what the paper prints. Views that several exhibits
read are written into it, as `sqlfiles.inlining` says.
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
-- Every number of the papers as the exhibits' views compute it: the views unpivoted, one row per cell.
--
-- source: the views of schema exhibits that papers/cells.csv holds numbers of; built from their headers
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: id of the exhibit, e.g. 'D-T3'
--   row_key: the key columns of the view, joined by blanks
--   column_name: column of the view
--   value: computed value, not rounded
--   source: what it is computed from: 'files' that are loaded, other numbers in 'print', or scores of 'NIST'
-- caveats: holds more rows than the papers print, for example those of runs that a table leaves out
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
    """Return the view, from the headers of the exhibits' views and the printed cells."""
    views = {path.stem: load_object(path, _SQL) for path in sorted((_SQL / "exhibits").glob("*.sql"))}
    arms = [_arm(exhibit, names, views) for exhibit, names in printed_columns().items()]
    expressions, rows = inline_shared("\n    union all\n".join(arms))
    return _HEAD + ",\n\n".join([*expressions, f"rows as (\n{rows}"]) + _TAIL


def printed_columns() -> dict[str, list[str]]:
    """The columns with printed numbers of each exhibit that can be computed, in the order of the files of `papers`."""
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
        raise SqlFileError(f"papers/cells.csv holds numbers of {exhibit}, but there is no sql/exhibits/{view}.sql")
    header = views[view].header
    keys = [key.strip() for key in header.grain.split(",")]
    for column in (*keys, *names):
        if column not in header.columns:
            raise SqlFileError(
                f"{views[view].path}: papers/cells.csv or the grain names {column}, no column of the view"
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
    """`[items] as name`, on one line where it fits, else one item to a line."""
    line = f"        [{', '.join(items)}]{kind} as {name},"
    if len(line) <= 120:
        return [line]
    return ["        [", *(f"            {item}," for item in items), f"        ]{kind} as {name},"]
