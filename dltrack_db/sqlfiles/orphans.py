"""Generator of `sql/catalog/orphans.sql`: numbers of rows whose key refers to a missing row of another table.

The view is generated from `parents` in the headers of `schema/`, like `catalog.relations`, so it includes new tables.
Derived tables are excluded, because they are recomputed (`catalog.stale_derivations`). `collection_parts` is excluded,
because it contains collections that are not loaded.
"""

from __future__ import annotations

from dltrack_db.base import resources
from dltrack_db.sqlfiles import places
from dltrack_db.sqlfiles.headers import Header, parse_header

LEFT_OUT = frozenset(["judged_rankings", "query_scores", "stand_in_scores", "collection_parts"])
"""Excluded tables of schema main: derived tables, and the list of parts, which may not be loaded."""
_HEAD = """\
-- One row for each table of schema main, parent table and collection with rows whose parent row is missing: a check of
-- foreign keys. Generated from the headers of the tables (parents, grain).
--
-- source: catalog.relations; for derived tables, see catalog.stale_derivations
-- grain: object, parent, collection
-- columns:
--   object: table with the key
--   parent: table that the key refers to
--   collection: judged task of the rows; null if the key does not contain it
--   orphans: number of rows whose key is not in the parent table
-- caveats: empty in a sound database
-- example: from catalog.orphans
create or replace view catalog.orphans as
"""
_PART = """\
select
    '{schema}.{child}' as object,
    '{schema}.{parent}' as parent,
    {collection} as collection,
    count(*) as orphans,
from {schema}.{child} as children
anti join {schema}.{parent} as parents
    on {join}
where {there}
group by {group}
having count(*) > 0
"""


def render() -> str:
    """Return the SQL of the view."""
    tables = {
        path.stem: parse_header(path.read_text(encoding="utf-8"), path)[0]
        for path in places.direct_files(resources.SCHEMA)
    }
    parts = [
        _part(child, parent, tables[parent])
        for child, header in tables.items()
        if child not in LEFT_OUT
        for parent in filter(None, header.parents.split(", "))
    ]
    return _HEAD + "union all\n".join(parts).rstrip() + ";\n"


def _part(child: str, parent: str, header: Header) -> str:
    keys = header.grain.split(", ")
    is_of_one = "collection" in keys
    return _PART.format(
        schema="main",
        child=child,
        parent=parent,
        collection="children.collection" if is_of_one else "null::varchar",
        join="\n    and ".join(f"parents.{key} = children.{key}" for key in keys),
        there=" and ".join(f"children.{key} is not null" for key in keys),
        group="all" if is_of_one else "collection",
    )
