"""SQLAlchemy: an engine on a database, and its tables with their keys."""

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
    """Return a read-only SQLAlchemy engine on the database, for ORMs and BI tools; `trusted` as in `open`.

    `metadata` returns its tables with their keys; other tables and views can be reflected, except in shared databases:
    `sqlalchemy.Table("leaderboard", sqlalchemy.MetaData(), schema="systems", autoload_with=engine)`. The file is open
    from the first connection until `engine.dispose()`; the same process may also open it by
    `duckdb.connect(path, read_only=True)`.

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

    # attached to another DuckDB: a process can open a file with one configuration only, but attach it to any
    made = sqlalchemy.create_engine("duckdb://", creator=connect, poolclass=sqlalchemy.QueuePool)
    sqlalchemy.event.listen(made, "engine_disposed", close)

    def check(con: Any, cursor: object, statement: str, *_: object) -> None:
        questions.check_reach(opened[0].duckdb, statement)

    sqlalchemy.event.listen(made, "before_cursor_execute", check)
    return made


def metadata(path: Path | str = DEFAULT_NAME, *, trusted: bool = False) -> sqlalchemy.MetaData:
    """Return the main tables as `sqlalchemy.Table`s, with columns, types and keys (`catalog.relations`).

    Select from `metadata(path).tables["main.qrels"]` with `engine(path)`. `automap_base(metadata=metadata(path))`
    creates classes with relationships (its warning about keys that share columns matters only for writing).

    Raises:
        DatabaseLockedError: a load is writing to the file.
        UntrustedError: objects of the file shadow objects of dltrack or DuckDB.
        DatabaseError: the file is missing or is not a dltrack database.
    """
    from dltrack_db.store import sqlalchemy_tables as tables

    with Database(path, trusted=trusted) as opened:
        database.check_version(opened.duckdb, opened.path)
        return tables.read(opened.duckdb)
