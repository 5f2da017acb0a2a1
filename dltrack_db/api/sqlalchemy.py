"""A database for SQLAlchemy: an engine on it, and its tables with their keys."""

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
    """A SQLAlchemy engine on the database, read-only, for ORMs and BI tools; `trusted` as in `open`.

    `metadata` has its tables with their keys; any other table or view can be reflected:
    `sqlalchemy.Table("leaderboard", sqlalchemy.MetaData(), schema="systems", autoload_with=engine)`. Of a database
    that a group shares nothing can be reflected. The file is open from the first connection until `engine.dispose()`;
    a plain `duckdb.connect(path, read_only=True)` of the same process may stand next to it.

    Raises:
        DatabaseLockedError: a load is writing to the file.
        UntrustedError: objects in it pass for dltrack's or DuckDB's own.
        DatabaseError: the file is missing or is no dltrack database.
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

    # attached to a DuckDB of its own: DuckDB opens a file with one configuration in a process, and attaches it to any
    made = sqlalchemy.create_engine("duckdb://", creator=connect, poolclass=sqlalchemy.QueuePool)
    sqlalchemy.event.listen(made, "engine_disposed", close)

    def check(con: Any, cursor: object, statement: str, *_: object) -> None:
        questions.check_reach(opened[0].duckdb, statement)

    sqlalchemy.event.listen(made, "before_cursor_execute", check)
    return made


def metadata(path: Path | str = DEFAULT_NAME, *, trusted: bool = False) -> sqlalchemy.MetaData:
    """The main tables as `sqlalchemy.Table`s, with columns, types, primary and foreign keys (`catalog.relations`).

    `metadata(path).tables["main.qrels"]` is one to select from with `engine(path)`;
    `automap_base(metadata=metadata(path))` makes classes with relationships of
    all (it warns of keys that share columns, which matters only to who writes).

    Raises:
        DatabaseLockedError: a load is writing to the file.
        UntrustedError: objects in it pass for dltrack's or DuckDB's own.
        DatabaseError: the file is missing or is no dltrack database.
    """
    from dltrack_db.store import sqlalchemy_tables as tables

    with Database(path, trusted=trusted) as opened:
        database.check_version(opened.duckdb, opened.path)
        return tables.read(opened.duckdb)
