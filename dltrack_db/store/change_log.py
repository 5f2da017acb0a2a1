"""The chain of changes: every transaction of dltrack leaves checksums behind, by which the next notices a stranger's.

The checksums, the chain and what breaks it are views (`sql/catalog`); this
module asks and notes at the right moments.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import duckdb

from dltrack_db import __version__
from dltrack_db.base import resources, sql_text
from dltrack_db.errors import DatabaseError
from dltrack_db.store import connection, derive


@contextmanager
def note_changes(con: duckdb.DuckDBPyConnection, command: str, *, is_new: bool = False) -> Iterator[None]:
    """Note what the block changes in the current database, within its transaction; `command` says what it is.

    Facts that somebody else changed since the last note are noted too, so that
    `dltrack verify` tells them even when the block changes the same tables. In a file that `is_new` nobody did.
    """
    was_there = connection.has_table(con, "table_checksums")
    strange = find_foreign_changes(con) if was_there and not is_new else ""
    yield
    if was_there or connection.has_table(con, "table_checksums"):
        note(con, command, strange)


def note(con: duckdb.DuckDBPyConnection, command: str, strange: str = "") -> None:
    """Keep the checksums of the tables of facts as the state that `command` left; `strange` changes came before it.

    What stands in for rankings is decided first: any change may bring or take a ranking, labels or scores.
    """
    derive.update_stand_ins(con)
    sql_text.set_variables(
        con, command=command, dltrack_version=__version__, duckdb_version=duckdb.__version__, found=strange
    )
    con.execute(resources.script("store/change_log/note"))


def accept(con: duckdb.DuckDBPyConnection) -> None:
    """Take what the tables hold now for what was loaded."""
    sql_text.set_variables(con, dltrack_version=__version__, duckdb_version=duckdb.__version__)
    con.execute(resources.script("store/change_log/accept"))


def find_foreign_changes(con: duckdb.DuckDBPyConnection) -> str:
    """The tables of facts that somebody else changed since dltrack's last change, in words."""
    try:
        ((found,),) = con.execute(resources.script("store/change_log/found")).fetchall()
    except duckdb.CatalogException as error:
        raise DatabaseError("views of the database are missing; rebuild them with: dltrack build") from error
    return found or ""
