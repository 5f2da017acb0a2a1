"""SQLAlchemy: an engine for a database, and the metadata of its tables."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dltrack_db.api import Database
from dltrack_db.base.config import DEFAULT_NAME
from dltrack_db.store import database, questions

if TYPE_CHECKING:
    import sqlalchemy


def engine(path: Path | str = DEFAULT_NAME, *, trusted: bool = False) -> sqlalchemy.Engine:
    """Return a read-only SQLAlchemy engine for the database, for ORMs and BI tools.

    The function `metadata` returns the main tables. Other tables and views can be reflected, except in shared
    databases: `sqlalchemy.Table("leaderboard", sqlalchemy.MetaData(), schema="systems", autoload_with=engine)`.

    The file is open from the first connection until `engine.dispose()`. The same process can also open it with
    `duckdb.connect(path, read_only=True)`.

    Args:
        path: the database file.
        trusted: as in `open`.

    Raises:
        DatabaseLockedError: a load is writing to the file.
        UntrustedError: objects of the file shadow objects of dltrack or DuckDB.
        DatabaseError: the file is missing or is not a dltrack database.
    """
    import sqlalchemy
    from duckdb_sqlalchemy import ConnectionWrapper

    Database(path, trusted=trusted).close()
    lock, opened = threading.Lock(), list[Database]()

    def connect() -> Any:
        with lock:
            if not opened:
                opened.append(Database(path, trusted=trusted))
            cursor = opened[0].duckdb.cursor()
        cursor.execute("use dltrack")
        return ConnectionWrapper(cursor)

    def close(_: object) -> None:
        with lock:
            while opened:
                opened.pop().close()

    # The file is attached: a process can open a file with only one configuration, but attach it in several.
    made = sqlalchemy.create_engine("duckdb://", creator=connect, poolclass=sqlalchemy.QueuePool)
    sqlalchemy.event.listen(made, "engine_disposed", close)

    def check(con: Any, cursor: object, statement: str, *_: object) -> None:
        questions.check_reach(opened[0].duckdb, statement)

    sqlalchemy.event.listen(made, "before_cursor_execute", check)
    return made


def metadata(path: Path | str = DEFAULT_NAME, *, trusted: bool = False) -> sqlalchemy.MetaData:
    """Return the main tables as `sqlalchemy.Table` objects, with columns, types and keys (`catalog.relations`).

    To select rows, use `metadata(path).tables["main.qrels"]` with `engine(path)`. To create classes with relationships,
    use `automap_base(metadata=metadata(path))`; ignore its warning about keys that share columns, which matters only
    for writing.

    Args:
        path: the database file.
        trusted: as in `open`.

    Raises:
        DatabaseLockedError: a load is writing to the file.
        UntrustedError: objects of the file shadow objects of dltrack or DuckDB.
        DatabaseError: the file is missing or is not a dltrack database.
    """
    from dltrack_db.store import sqlalchemy_tables as tables

    with Database(path, trusted=trusted) as opened:
        database.check_version(opened.duckdb, opened.path)
        return tables.read(opened.duckdb)
