"""The change log: every transaction stores table checksums, so that the next one detects changes by other tools.

Views in `sql/catalog` compute the checksums; this module stores them before and after a change.
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
    """Log the change that the block makes to the current database, in the same transaction, under the name `command`.

    Changes that another tool made since the last entry are logged too, so that `dltrack verify` reports them even if
    the block changes the same tables. A file that `is_new` is not searched for such changes.
    """
    has_checksums = connection.has_table(con, "table_checksums")
    foreign = find_foreign_changes(con) if has_checksums and not is_new else ""
    yield
    if has_checksums or connection.has_table(con, "table_checksums"):
        note(con, command, foreign)


def note(con: duckdb.DuckDBPyConnection, command: str, foreign: str = "") -> None:
    """Store the checksums of all loaded data after `command`, and log `command` with the `foreign` changes before it.

    Stand-in scores are updated first, because any change may add or remove a ranking, labels or scores.
    """
    derive.update_stand_ins(con)
    sql_text.set_variables(
        con, command=command, dltrack_version=__version__, duckdb_version=duckdb.__version__, found=foreign
    )
    con.execute(resources.script("store/change_log/note"))


def accept(con: duckdb.DuckDBPyConnection) -> None:
    """Record the current contents of the tables as loaded, so that `dltrack verify` accepts them."""
    sql_text.set_variables(con, dltrack_version=__version__, duckdb_version=duckdb.__version__)
    con.execute(resources.script("store/change_log/accept"))


def find_foreign_changes(con: duckdb.DuckDBPyConnection) -> str:
    """Describe the loaded data that another tool changed since dltrack's last change; empty if there are no changes."""
    try:
        ((found,),) = con.execute(resources.script("store/change_log/found")).fetchall()
    except duckdb.CatalogException as error:
        raise DatabaseError("views of the database are missing; rebuild them with: dltrack build") from error
    return found or ""
