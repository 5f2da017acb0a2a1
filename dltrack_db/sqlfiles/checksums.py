"""`sql/catalog/checksums.sql`: the checksums of all that was loaded, made from the parts in `ingest/parts`."""

from __future__ import annotations

from textwrap import indent

from dltrack_db.base import resources
from dltrack_db.sqlfiles import part_queries

_PLACE = "    -- parts\n"
"""Placeholder for the queries of parts in the view; a comment, so that the file is SQL."""


def render() -> str:
    """Return the file."""
    queries = indent(f"{part_queries.checksums()}union all\n", "    ")
    return resources.script("sqlfiles/checksums").replace(_PLACE, queries)
