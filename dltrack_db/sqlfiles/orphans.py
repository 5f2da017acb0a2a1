"""`sql/catalog/orphans.sql`: the rows of loaded tables whose parent is not there, for every key that a header names.

What a header in `schema/` says of `parents` and their grain is all that this knows (as `catalog.relations` does), so a
new table is in it by itself. Derived tables are not: they are computed again (`catalog.stale_derivations`); nor is the
yardstick of complete copies, which also has the parts of collections that are not loaded.
"""

from __future__ import annotations

from dltrack_db.base import resources
from dltrack_db.sqlfiles import places
from dltrack_db.sqlfiles.headers import Header, parse_header

LEFT_OUT = frozenset(["judged_rankings", "query_scores", "stand_in_scores", "collection_parts"])
"""Tables of main that hold nothing but what follows from others, and the yardstick of what is not loaded yet."""
_HEAD = """\
-- Rows whose parent is not there: of every table of main and every table that its keys refer to, counted.
-- Built from the headers of the tables (parents, grain).
--
-- source: catalog.relations; what is derived is held against catalog.stale_derivations
-- grain: object, parent, collection
-- columns:
--   object: table with the key
--   parent: table it refers to
--   collection: judged task of the rows; null where the key has none
--   orphans: rows whose key is not in the parent
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
    """The file."""
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
