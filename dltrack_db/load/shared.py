"""Publishing into a shared database: ranked and scored in private first, then a short change under the lock.

The private copy is an empty database file with what of the lake the load needs
(`scripts/shared/pull`). The scripts that publish into a file fill it, unchanged;
what they made is then put into the lake (`scripts/shared/publish`), where it
gets its numbers.
"""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.files import tempfolder
from dltrack_db.errors import DatabaseChangedError
from dltrack_db.store import create, database, template, writing
from dltrack_db.store.lake import Address, session
from dltrack_db.store.patience import Patience

_COPY = "slice"


def publish(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    address: Address,
    fill: Callable[[], None],
    known_snapshot: int,
    patience: Patience,
) -> None:
    """Let `fill` publish the staged rows into a private copy, and put what it made into the lake of an overlay.

    `known_snapshot` is the state of the lake that the load was planned against.

    Raises:
        DatabaseChangedError: what the load looked at was changed by somebody else since then.
        DatabaseError: the shared database cannot be reached, or a disk is full.
    """
    with tempfolder.folder() as folder:
        target = folder / "slice.duckdb"
        con.execute("pragma disable_checkpoint_on_shutdown")  # the private copy goes with its folder, not to the disk
        template.copy_to(target)
        database.attach(con, target, read_only=False, alias=_COPY, checks=database.TRUSTED)
        try:
            with database.transaction(con):
                create.initialize(con, target)
            _until_reached(partial(_pull, con, address), con, patience)
            con.execute(f"use {_COPY}")
            with database.transaction(con):
                fill()
            con.execute("use memory")
            token = uuid.uuid4().hex
            tries = itertools.count()

            def put() -> None:
                if next(tries) and session.is_committed(con, address, token):
                    return  # the server went away after the commit, before it said so
                _put(con, path, known_snapshot, token, patience)

            _until_reached(put, con, patience)
        finally:
            database.detach(con, _COPY)


def _put(con: duckdb.DuckDBPyConnection, path: Path, known_snapshot: int, token: str, patience: Patience) -> None:
    """Put what is in the private copy into the lake, in one transaction."""
    with writing.writing(con, path, patience=patience, command="ingest"), session.planned_quickly(con):
        sql_text.set_variables(con, known_snapshot=known_snapshot)
        if changed := con.execute(resources.script("load/shared/changed")).fetchone():
            what = " ".join(str(each) for each in changed[1:] if each)
            raise DatabaseChangedError(f"{path} was changed by another command meanwhile ({what})")
        for script in resources.scripts("load/shared/publish"):
            con.execute(script)
        for script in resources.scripts("ingest/publish/checks"):
            con.execute(script)
        row = con.execute(resources.script("load/shared/message")).fetchone()
        session.describe(con, str(row[0]) if row else "ingest", token)


def _until_reached(act: Callable[[], None], con: duckdb.DuckDBPyConnection, patience: Patience) -> None:
    """Run `act`, again when the shared database cannot be reached."""

    def detach() -> None:
        with suppress(duckdb.Error):
            con.execute("use memory")
            session.detach(con)

    patience.until_reached(act, clean_up=detach)


def _pull(con: duckdb.DuckDBPyConnection, address: Address) -> None:
    session.attach(con, address, read_only=True)
    conventions, stale_runs = resources.scripts("load/shared/pull")
    with session.planned_quickly(con):
        con.execute(conventions)
        con.execute(f"use {_COPY}")
        con.execute(resources.script("ingest/publish/0_stale"))
        con.execute(stale_runs)
    con.execute("use memory")
    session.detach(con)
