"""Steps of publishing into a lake, see `LakeStore.publish`.

The private copy gets what of the lake the load needs (`scripts/shared/pull`). The scripts that publish into a file
fill it, unchanged; what they made is then put into the lake (`scripts/shared/publish`), where it gets its numbers.
"""

from __future__ import annotations

from pathlib import Path

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.errors import DatabaseChangedError
from dltrack_db.sqlfiles import part_queries
from dltrack_db.store.interface import COPY


def pull(con: duckdb.DuckDBPyConnection) -> None:
    """Copy what the load needs from the attached lake into the private copy."""
    conventions, stale_runs = resources.scripts("load/shared/pull").values()
    con.execute(conventions)
    con.execute(f"use {COPY}")
    con.execute(resources.script("ingest/publish/0_stale"))
    con.execute(stale_runs)


def put(con: duckdb.DuckDBPyConnection, *, path: Path, ledger_state: str | None) -> str:
    """Put what is in the private copy into the lake; return the message of the snapshot.

    `ledger_state` is the number of the snapshot that the load was planned against.
    """
    sql_text.set_variables(con, known_snapshot=int(ledger_state or 0))
    if changed := con.execute(resources.script("load/shared/changed")).fetchone():
        what = " ".join(str(each) for each in changed[1:] if each)
        raise DatabaseChangedError(f"{path} was changed by another command during the load ({what})")
    staged = part_queries.staged_parts(con)
    for statement in (one for part in staged for one in part_queries.copy_to_lake(part)):
        con.execute(statement)
    for script in resources.scripts("load/shared/publish").values():
        con.execute(script)
    if staged:  # a load of descriptions of runs alone brings no files
        con.execute(part_queries.check_counts(staged))
    row = con.execute(resources.script("load/shared/message")).fetchone()
    return str(row[0]) if row else "ingest"
