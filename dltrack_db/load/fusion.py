"""Fuse loaded runs into a new run (`systems.fused`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.recipes import run_metadata
from dltrack_db.errors import UsageError
from dltrack_db.load import in_memory
from dltrack_db.store import collections

if TYPE_CHECKING:
    from dltrack_db.load.plan import Plan

METHODS = ("rrf", "combsum", "combmnz", "borda")


def fuse(
    con: duckdb.DuckDBPyConnection,
    collection: str,
    runs: Sequence[str],
    method: str = "rrf",
    k: int = 60,
    depth: int | None = None,
) -> duckdb.DuckDBPyRelation:
    """Return the fused run as query_id, doc_id, rank, score, best first; `depth` defaults to the collection's depth."""
    if method not in METHODS:
        raise UsageError(f"there is no fusion method '{method}'; choose one of {', '.join(METHODS)}")
    if len(set(runs)) < 2 or len(set(runs)) < len(runs):
        raise UsageError(f"cannot fuse {' '.join(runs) or 'no runs'}: name two or more runs, each once")
    if k < 1 or (depth is not None and depth < 1):
        raise UsageError("k and depth must be whole numbers of at least 1")
    if depth is None:
        row = con.execute("select run_depth from main.collections where collection = $1", [collection]).fetchone()
        depth = row[0] if row else None
    values = {"collection": collection, "runs": list(runs), "method": method, "k": k, "depth": depth}
    return con.sql(sql_text.written_out(resources.script("load/fused"), values))


def plan(
    con: duckdb.DuckDBPyConnection,
    collection: str,
    run: duckdb.DuckDBPyRelation,
    to: str,
    folder: Path,
    display_name: str,
) -> Plan:
    """Write a fused run to `folder` and plan its load under the name `to`; the ledger records `display_name`."""
    from dltrack_db.load import plan as plans

    edition, spec = collections.loaded_collection(con, collection)
    submitted = "select 1 from main.runs where (collection, run_id) = ($1, $2) and is_submission"
    if to in run_metadata.run_ids(collection) or con.execute(submitted, [collection, to]).fetchone():
        raise UsageError(f"'{to}' is the name of a submitted run; choose another name")
    files = in_memory.write(run.to_arrow_table(), to, "double", folder)
    return plans.without_submissions(plans.plan_named_runs(edition, spec, files.items(), display_name))
