"""The chain of changes: every transaction notes checksums, so that the next one notices other tools' changes.

Checksums and chain are views (`sql/catalog`); this module queries and notes them at the right moments.
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
    """Note the change of the block in the current database, within its transaction; `command` is its name.

    Changes that another tool made since the last note are noted too, so that `dltrack verify` reports them even if the
    block changes the same tables. A file that `is_new` has none.
    """
    has_checksums = connection.has_table(con, "table_checksums")
    foreign = find_foreign_changes(con) if has_checksums and not is_new else ""
    yield
    if has_checksums or connection.has_table(con, "table_checksums"):
        note(con, command, foreign)


def note(con: duckdb.DuckDBPyConnection, command: str, foreign: str = "") -> None:
    """Note the checksums of the tables of facts after `command`, and the `foreign` changes before it.

    Stand-in scores are updated first, because any change may add or remove a ranking, labels or scores.
    """
    derive.update_stand_ins(con)
    sql_text.set_variables(
        con, command=command, dltrack_version=__version__, duckdb_version=duckdb.__version__, found=foreign
    )
    con.execute(resources.script("store/change_log/note"))


def accept(con: duckdb.DuckDBPyConnection) -> None:
    """Accept the current contents of the tables as if they had been loaded."""
    sql_text.set_variables(con, dltrack_version=__version__, duckdb_version=duckdb.__version__)
    con.execute(resources.script("store/change_log/accept"))


def find_foreign_changes(con: duckdb.DuckDBPyConnection) -> str:
    """Describe the tables of facts that another tool changed since dltrack's last change."""
    try:
        ((found,),) = con.execute(resources.script("store/change_log/found")).fetchall()
    except duckdb.CatalogException as error:
        raise DatabaseError("views of the database are missing; rebuild them with: dltrack build") from error
    return found or ""
