"""Tables of reference data, each filled from a file of `papers/`, and the view of their checksums."""

from __future__ import annotations

from pathlib import Path

from dltrack_db.base import plugins, resources
from dltrack_db.base.sql_text import quote_text
from dltrack_db.sqlfiles import places

_HEAD = """\
-- Checksums of the reference tables that dltrack ships (papers/*.csv, the catalogue of measures), to compare a database
-- with the package.
--
-- source: {tables}
-- grain: table_name
-- columns:
--   table_name
--   num_rows: rows in the table
--   checksum: sum of the rows' digests, as text
-- example: from catalog.reference_checksums
create or replace view catalog.reference_checksums as
with
contents as (
"""
_TAIL = """
)

select
    contents.table_name,
    count(*) as num_rows,
    sum(catalog.digest(contents.content))::varchar as checksum,
from contents
group by contents.table_name
order by contents.table_name;
"""


def folders() -> list[Path]:
    """Return the folders of reference data: dltrack's own, and those of bundled plug-ins."""
    return [resources.PAPERS, *plugins.own_folders("papers")]


def files() -> list[Path]:
    """Return the files of reference data, by name."""
    return sorted((path for folder in folders() for path in folder.glob("*.csv")), key=lambda path: path.name)


def find(name: str) -> Path | None:
    """Return the file of a table of reference data; None if its plug-in is missing."""
    return next((path for path in files() if path.stem == name), None)


def tables() -> dict[str, Path]:
    """Return the tables of reference data with their files."""
    return {
        f"{'published' if places.find(resources.SCHEMA, 'published', path.stem) else 'main'}.{path.stem}": path
        for path in files()
    }


def render() -> str:
    """Return the view's file."""
    from dltrack_db.sqlfiles import CONSTANTS

    names = [*tables(), *sorted(CONSTANTS)]
    queries = (
        f"    select\n        {quote_text(name)} as table_name,\n"
        f"        concat(unpack(catalog.field(columns(*)))) as content,\n    from {name}"
        for name in names
    )
    return _HEAD.format(tables=",\n--   ".join(names)) + "\n    union all\n".join(queries) + _TAIL
