"""Tables of reference data, each filled from a file in `papers/`, and the generated view with their checksums."""

from __future__ import annotations

from pathlib import Path

from dltrack_db.base import plugins, resources
from dltrack_db.base.sql_text import quote_text
from dltrack_db.sqlfiles import places

_HEAD = """\
-- One row for each reference table that dltrack ships (papers/*.csv, the catalogue of measures), with a checksum of its
-- rows, to compare a database with the package.
--
-- source: {tables}
-- grain: table_name
-- columns:
--   table_name
--   num_rows: number of rows in the table
--   checksum: sum of the digests of all rows, as text
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
    """Return the folders with reference data: dltrack's folder, and the folders of bundled plug-ins."""
    return [resources.PAPERS, *plugins.own_folders("papers")]


def files() -> list[Path]:
    """Return the files of reference data, in order of their names."""
    return sorted((path for folder in folders() for path in folder.glob("*.csv")), key=lambda path: path.name)


def find(name: str) -> Path | None:
    """Return the file with the rows of a reference table; None if the plug-in with the file is missing."""
    return next((path for path in files() if path.stem == name), None)


def tables() -> dict[str, Path]:
    """Return the files with the rows of all reference tables, by full name of the table."""
    return {
        f"{'published' if places.find(resources.SCHEMA, 'published', path.stem) else 'main'}.{path.stem}": path
        for path in files()
    }


def render() -> str:
    """Return the SQL of the view."""
    from dltrack_db.sqlfiles import CONSTANTS

    names = [*tables(), *sorted(CONSTANTS)]
    queries = (
        f"    select\n        {quote_text(name)} as table_name,\n"
        f"        concat(unpack(catalog.field(columns(*)))) as content,\n    from {name}"
        for name in names
    )
    return _HEAD.format(tables=",\n--   ".join(names)) + "\n    union all\n".join(queries) + _TAIL
