"""`sql/catalog/checksums.sql`: the checksums of everything loaded, from the parts in `ingest/parts`.

A bundled plug-in adds a query `scripts/checksums/PART.sql` for data that its commands write.
"""

from __future__ import annotations

from textwrap import indent

from dltrack_db.base import resources
from dltrack_db.sqlfiles import lists, part_queries

_PLACE = "    -- parts\n"
"""Placeholder for the queries of parts in the view, a comment so that the file is valid SQL."""


def render() -> str:
    """Return the file."""
    written = [f"{resources.script(script)}\n" for script in lists.scripts("checksums").values()]
    queries = indent("union all\n".join([part_queries.checksums(), *written, ""]), "    ")
    return resources.script("sqlfiles/checksums").replace(_PLACE, queries)
