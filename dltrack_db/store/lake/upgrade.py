"""Upgrade of an earlier release's shared database, with the same migration steps as for files."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import duckdb

from dltrack_db import __version__
from dltrack_db.base import resources, sql_text
from dltrack_db.errors import UsageError
from dltrack_db.store import change_log, database, derive, rewrite, versions
from dltrack_db.store.connection import check_count, count
from dltrack_db.store.lake import address as addresses
from dltrack_db.store.lake import lock, overlay, session
from dltrack_db.store.lake.address import Address
from dltrack_db.store.patience import Patience
from dltrack_db.store.versions import OLDEST_SCHEMA


@dataclass(frozen=True)
class UpgradeReport:
    """The table schema before the upgrade, and the names of the snapshots that only an earlier dltrack can read."""

    version: int
    earlier_states: list[str]


def upgrade(path: Path, *, say: Callable[[str], None] = print) -> UpgradeReport | None:
    """Upgrade the tables of a lake to the current schema in one transaction; return None if they are current.

    The tables of earlier snapshots are not upgraded, and the user is warned about named snapshots. After the upgrade,
    all users of the lake need this version of dltrack.
    """
    address = overlay.find_address(path)
    if address is None:
        raise UsageError(f"{path} is a file; upgrade it with: dltrack build")
    address.check_writable()
    addresses.check(address, path)
    with (
        closing(database.connect()) as con,
        session.explain_errors(address),
        lock.hold_lock(con, address, Patience(say=say)) as session_lock,
    ):
        session.attach(con, address, read_only=False)
        version = _version(con, address)
        overlay.create(path, address)
        if version == int(versions.SCHEMA_VERSION):
            return None
        named = [row[0] for row in con.execute(resources.script("store/lake/named")).fetchall()]
        say(f"{address.catalogue}: upgrading table schema {version} to {versions.SCHEMA_VERSION}")
        if named:
            say(f"these named snapshots can only be read by the version of dltrack that made them: {', '.join(named)}")
        con.execute(f"attach {sql_text.literal(path.absolute())} as dltrack (type duckdb, read_only)")
        shapes, changed = rewrite.shapes(con, version, session.NAME)
        with database.transaction(con):
            _migrate_tables(con, shapes, changed)
            session.search_lake(con)
            for step in rewrite.steps(version, "after/"):
                con.execute(step.read_text(encoding="utf-8"))
            collections = con.execute("select collection from main.collections order by all").fetchall()
            derive.refresh(con, [row[0] for row in collections])
            _describe_lake(con)
            change_log.note(con, "upgrade")
            session.describe(con, f"upgrade {version} to {versions.SCHEMA_VERSION}")
            session_lock.check()
    return UpgradeReport(version, named)


def _version(con: duckdb.DuckDBPyConnection, address: Address) -> int:
    version = session.read_facts(con, address).schema
    if not OLDEST_SCHEMA <= version <= int(versions.SCHEMA_VERSION):
        session.check_version(con, address)
    return version


def _migrate_tables(
    con: duckdb.DuckDBPyConnection, shapes: dict[tuple[str, str], str], changed: set[tuple[str, str]]
) -> None:
    """Migrate the lake's tables: rewrite the tables in `changed` with the rows of the relations in `shapes`.

    Other tables only get their new columns, which are empty.
    """
    copy_table = "temp.migrated"
    for table, statement, columns in overlay.table_statements():
        schema, name = table.split(".")
        if (schema, name) not in shapes:
            con.execute(statement)
            continue
        shape, old = shapes[schema, name], f"{session.NAME}.{table}"
        existing = {column: kind for column, kind, *_ in con.execute(f"describe {old}").fetchall()}
        new = {column: kind for column, kind in columns.items() if column not in existing}
        if (schema, name) not in changed and {**existing, **new} == columns:
            for column, kind in new.items():
                con.execute(f"alter table {old} add column {column} {kind}")
            continue
        con.execute(f"create or replace temp table migrated as from {shape}")
        con.execute(f"drop table {old}")
        con.execute(statement)
        if rows := count(con, copy_table):
            con.execute(f"insert into {old} by name from {copy_table}")
        check_count(con, old, rows)
        con.execute(f"drop table {copy_table}")


def _describe_lake(con: duckdb.DuckDBPyConnection) -> None:
    for key, value in (
        ("schema_version", versions.SCHEMA_VERSION),
        ("dltrack_version", __version__),
        ("duckdb_version", duckdb.__version__),
    ):
        con.execute(
            f"update lake.main.database_info set value = {sql_text.literal(value)} where key = {sql_text.literal(key)}"
        )
