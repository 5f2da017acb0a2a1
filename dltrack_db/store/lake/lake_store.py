"""The store of a shared database: each change adds one snapshot to a lake, while holding the lake's lock."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from dltrack_db.base import resources
from dltrack_db.base.files import tempfolder
from dltrack_db.errors import UsageError
from dltrack_db.store import change_log, checked_files, create, database, facts, template, trust
from dltrack_db.store.interface import COPY, BaseStore, Publication, Result, SharedStore
from dltrack_db.store.lake import address as addresses
from dltrack_db.store.lake import lock, overlay, session, shell_lines
from dltrack_db.store.lake.address import Address
from dltrack_db.store.patience import USUAL, Patience

if TYPE_CHECKING:
    from dltrack_db.store.verify import Flaw


@dataclass(frozen=True)
class LakeStore(SharedStore):
    """The lake that an overlay points to; methods without documentation are described in `BaseStore`."""

    path: Path
    address: Address
    at: int | None = None

    @property
    def name(self) -> str:
        return self.address.catalogue.removeprefix("ducklake:") if self.address.is_frozen else str(self.path)

    @property
    def overview(self) -> str:
        return resources.script("store/lake/overview")

    @property
    def exists(self) -> bool:
        return True

    @property
    def readers_block_writers(self) -> bool:
        """False, because each reader keeps its snapshot while others write."""
        return False

    def open_for_load(self, patience: Patience = USUAL) -> duckdb.DuckDBPyConnection | None:
        con = database.open_readonly(self.path)
        try:
            self.address.check_writable()
            lock.check_rights(con, self.address)
        except BaseException:
            con.close()
            raise
        return con

    @contextmanager
    def change(
        self,
        con: duckdb.DuckDBPyConnection,
        *,
        command: str = "write",
        patience: Patience = USUAL,
        begin: Callable[[Path], object] | None = None,
        rebuilds: Callable[[], bool] | None = None,
        leaving: Collection[str] = (),
    ) -> Iterator[None]:
        self.address.check_writable()
        addresses.check(self.address, self.path)
        with session.explain_errors(self.address), lock.hold_lock(con, self.address, patience) as own_lock:
            try:
                stamp, is_checked = checked_files.stamp(self.path), checked_files.is_checked(self.path)
                file_facts = overlay.attach(con, self.path, self.address, rebuild=rebuilds is not None)
                if file_facts and not (is_checked and stamp == checked_files.stamp(self.path)):
                    trust.check(con, self.path, file_facts, stamp=stamp)
                session.attach(con, self.address, read_only=False)
                session.check_version(con, self.address)
                session.search_lake(con)
                with database.transaction(con, publishes=True):
                    with session.planned_quickly(con):
                        foreign = change_log.find_foreign_changes(con)
                    session.describe(con, command)
                    yield
                    with session.planned_quickly(con):
                        change_log.note(con, command, foreign)
                    own_lock.check()
            finally:
                with suppress(duckdb.Error):
                    con.execute("use memory")
                    con.execute("detach dltrack")
                    session.detach(con)

    def publish(self, con: duckdb.DuckDBPyConnection, load: Publication, patience: Patience) -> None:
        """Rank and score in a private copy, then add the new rows to the lake in a short change that holds the lock.

        The private copy is a new database file with only those rows of the lake that the load needs.
        """
        from dltrack_db.store.lake import snapshots

        with tempfolder.folder() as folder:
            target = folder / "slice.duckdb"
            con.execute("pragma disable_checkpoint_on_shutdown")  # the copy is temporary
            template.copy_to(target)
            database.attach(con, target, read_only=False, alias=COPY, checks=database.TRUSTED)
            try:
                with database.transaction(con):
                    create.initialize(con, target, facts.get(con, COPY))
                self._until_reached(lambda: self._pull(con, load), con, patience)
                con.execute(f"use {COPY}")
                with database.transaction(con):
                    load.fill(con, True)
                con.execute("use memory")
                token = uuid.uuid4().hex
                tries = itertools.count()

                def put() -> None:
                    if next(tries) and session.is_committed(con, self.address, token):
                        return  # the change was committed, but the server's response was lost
                    self._put(con, load, token, patience)

                self._until_reached(put, con, patience)
            finally:
                database.detach(con, COPY)
        snapshots.merge_many_small_files(self.path, patience.notify)

    def _pull(self, con: duckdb.DuckDBPyConnection, load: Publication) -> None:
        session.attach(con, self.address, read_only=True)
        with session.planned_quickly(con):
            load.pull(con)
        con.execute("use memory")
        session.detach(con)

    def _put(self, con: duckdb.DuckDBPyConnection, load: Publication, token: str, patience: Patience) -> None:
        with self.change(con, command="ingest", patience=patience), session.planned_quickly(con):
            session.describe(con, load.put(con), token)

    def _until_reached(self, act: Callable[[], None], con: duckdb.DuckDBPyConnection, patience: Patience) -> None:
        """Run `act`; repeat it while PostgreSQL or the data files cannot be reached."""

        def detach() -> None:
            with suppress(duckdb.Error):
                con.execute("use memory")
                session.detach(con)

        patience.until_reached(act, clean_up=detach)

    def load_in_steps(self, in_place: Callable[[], Result], via_copy: Callable[[SharedStore], Result]) -> Result:
        return via_copy(self)

    @contextmanager
    def keep_hidden_rows(self, con: duckdb.DuckDBPyConnection, load_no: int) -> Iterator[None]:
        own = lock.Lock(con, self.address, load_no)
        own.acquire(Patience(wait=0))
        try:
            yield
        finally:
            own.release()

    @contextmanager
    def add_hidden_rows(self, con: duckdb.DuckDBPyConnection, command: str) -> Iterator[None]:
        with session.explain_errors(self.address):
            session.attach(con, self.address, read_only=False)
            try:
                with database.transaction(con):
                    session.describe(con, command)
                    yield
            finally:
                session.detach(con)

    def fingerprint(self, con: duckdb.DuckDBPyConnection) -> str:
        return str(session.current_snapshot(con))

    def snapshot(self, con: duckdb.DuckDBPyConnection) -> int | None:
        return session.current_snapshot(con)

    def pin(self, con: duckdb.DuckDBPyConnection) -> LakeStore:
        return replace(self, at=session.current_snapshot(con))

    @contextmanager
    def attach_source(self, con: duckdb.DuckDBPyConnection, alias: str) -> Iterator[str]:
        """Attach the lake as `lake` whatever the `alias`, without an overlay, for example on a worker."""
        with session.explain_errors(self.address):
            session.attach(con, self.address, read_only=True, at=self.at)
            yield session.NAME
            session.detach(con)

    @contextmanager
    def private_copy(self) -> Iterator[Path]:
        with tempfolder.folder() as folder:
            self.copy_to(folder / "copy.duckdb")
            yield folder / "copy.duckdb"

    def copy_to(self, target: Path) -> None:
        from dltrack_db.store.lake import transfer

        transfer.write_file(self, target, is_frozen=self.address.is_frozen)

    def state_files(self, say: Callable[[str], None]) -> Iterator[tuple[str, Path]]:
        from dltrack_db.store.lake import snapshots, transfer

        named_states = [] if self.address.is_frozen else snapshots.list_named(self.path)
        with tempfolder.folder() as folder:
            for number, (name, snapshot) in enumerate([*named_states, ("", None)]):
                state_name = f"the state '{name}'" if name else "the current state"
                say(f"{self.path}: copying {state_name}")
                state = folder / f"state{number}.duckdb"
                transfer.write_file(self, state, is_frozen=self.address.is_frozen, at=snapshot)
                yield name, state
                state.unlink()

    def copy_from(self, source: BaseStore, say: Callable[[str], None]) -> list[str]:
        from dltrack_db.store.lake import snapshots, transfer

        self.address.check_writable()
        transfer.check_empty(self)
        names = []
        for name, file in source.state_files(say):
            transfer.fill_lake(file, source.path.name, self)
            if name:
                snapshots.set_name(self.path, name)
                names.append(name)
        return names

    def rewritten(self, command: str, *, accept: bool = False) -> AbstractContextManager[tuple[Path, list[Flaw]]]:
        raise UsageError(
            f"{self.path} points to a shared database, which cannot be rewritten; merge and remove its files with: "
            "dltrack lake maintain"
        )

    def shell_options(self, *, at: int | None, write: bool, is_sealed: bool) -> list[str]:
        """Return the shell's options that attach the lake; `is_sealed` is ignored, because a lake needs file access."""
        if write:
            raise UsageError(
                "--write cannot be combined with a shared database; change it with dltrack, e.g. with ingest or drop"
            )
        return ["-readonly", *(part for line in shell_lines(self.address, at) for part in ("-cmd", line))]
