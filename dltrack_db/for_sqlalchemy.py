"""A database for SQLAlchemy: an engine on it, and its tables with their keys."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dltrack_db.api import Database
from dltrack_db.basics.config import DEFAULT_NAME
from dltrack_db.store import database
from dltrack_db.store.lake import overlay

if TYPE_CHECKING:
    import sqlalchemy


def engine(path: Path | str = DEFAULT_NAME, *, trusted: bool = False) -> sqlalchemy.Engine:
    """A SQLAlchemy engine on the database, read-only, for ORMs and BI tools; `trusted` as in `open`.

    `metadata` has its tables with their keys; any other table or view can be reflected:
    `sqlalchemy.Table("leaderboard", sqlalchemy.MetaData(), schema="systems", autoload_with=engine)`. Of a database
    that a group shares nothing can be reflected; it stays open as long as the engine is there.

    Raises:
        DatabaseLockedError: a load is writing to the file.
        UntrustedError: objects in it pass for dltrack's or DuckDB's own.
        DatabaseError: the file is missing or is no dltrack database.
    """
    import sqlalchemy

    opened = Database(path, trusted=trusted)
    if overlay.of(Path(path)) is not None:
        from duckdb_sqlalchemy import ConnectionWrapper

        def connect() -> Any:
            cursor = opened.duckdb.cursor()
            cursor.execute("use dltrack")
            return ConnectionWrapper(cursor)

        return sqlalchemy.create_engine("duckdb://", creator=connect)
    opened.close()
    config = {} if trusted else {"enable_external_access": False}
    return sqlalchemy.create_engine(
        f"duckdb:///{Path(path).resolve()}", connect_args={"read_only": True, "config": config}
    )


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
    from dltrack_db.store import metadata as tables

    with Database(path, trusted=trusted) as opened:
        database.check_version(opened.duckdb, opened.path)
        return tables.read(opened.duckdb)
