"""Generator of `sql/catalog/checksums.sql`: checksums of all loaded rows, from the parts in `ingest/parts`.

The script `scripts/checksums/PART.sql` of a bundled plug-in adds the checksums of rows that its commands write.
"""

from __future__ import annotations

from textwrap import indent

from dltrack_db.base import resources
from dltrack_db.sqlfiles import lists, part_queries

_PLACE = "    -- parts\n"
"""Line in the view's script that the queries of the parts replace; a comment, so that the script is valid SQL."""


def render() -> str:
    """Return the SQL of the view."""
    written = [f"{resources.script(script)}\n" for script in lists.scripts("checksums").values()]
    queries = indent("union all\n".join([part_queries.checksums(), *written, ""]), "    ")
    return resources.script("sqlfiles/checksums").replace(_PLACE, queries)
