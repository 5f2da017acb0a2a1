"""The store of a database in one file, which is opened for writing only briefly; a new file is never incomplete."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from dltrack_db.base import interrupts
from dltrack_db.base.files import tempfolder
from dltrack_db.errors import UsageError
from dltrack_db.store import (
    change_log,
    checked_files,
    connection,
    create,
    database,
    database_files,
    duckdb_errors,
    facts,
    plugin_notes,
    reference,
    template,
    trust,
)
from dltrack_db.store.interface import BaseStore, Publication, Result, SharedStore
from dltrack_db.store.patience import USUAL, Patience

if TYPE_CHECKING:
    from dltrack_db.store.verify import Flaw


@dataclass(frozen=True)
class FileStore(BaseStore):
    """A database file, which may not exist yet; methods without documentation are described in `BaseStore`."""

    path: Path

    @property
    def name(self) -> str:
        return str(self.path)

    @property
    def exists(self) -> bool:
        return self.path.exists()

    @property
    def readers_block_writers(self) -> bool:
        """True, because DuckDB lets either one process write or many processes read."""
        return True

    def open_for_load(self, patience: Patience = USUAL) -> duckdb.DuckDBPyConnection | None:
        """Open the file for writing, which locks it, and remove the leftovers of killed loads."""
        path = self.path
        database_files.check_writable(path)
        if not path.exists():
            return None
        database_files.remove_unfinished(path)
        con = connection.connect(None, connection.spill_folder(path), threads=1)
        try:
            database.attach(con, path, read_only=False, patience=patience)
            if not connection.has_tables(con):
                con.close()
                return None
            trust.seal(con)
            con.execute("set lock_configuration = true")
            plugin_notes.check_all_here(facts.check_version(con, path), path)
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
        path = self.path
        database_files.remove_unfinished(path)
        is_new, is_temporary = not path.exists(), tempfolder.is_temporary(path)
        target = path.with_name(f".{path.name}.unfinished-{uuid.uuid4().hex}") if is_new else path
        checks = database.Checks(is_new, rebuilds is not None)
        with duckdb_errors.explain_faults(path):
            try:
                if is_new and begin:
                    begin(target)
                database.attach(con, target, read_only=False, patience=patience, checks=checks)
                if not is_new:
                    trust.seal(con, reference.folders())
                is_checked = not is_new and checked_files.is_checked(path)
                try:
                    with connection.transaction(con, publishes=not is_new and not is_temporary):
                        file_facts, absent = facts.get(con), []
                        if file_facts and rebuilds is None:
                            plugin_notes.check_all_here(file_facts, path)
                        elif file_facts:
                            absent = plugin_notes.leaving(con, file_facts, path, leaving)
                        # also creates the objects of a new file that could not be copied from the template
                        create.initialize(con, path, file_facts, rebuild=rebuilds is not None and rebuilds())
                        with change_log.note_changes(con, command, is_new=is_new):
                            for plugin in absent:
                                plugin_notes.remove(con, plugin)
                            yield
                    if is_new:
                        con.execute("checkpoint")
                    elif _move_log(con, path, patience) and is_checked:
                        checked_files.note_written(con, path)
                finally:
                    with suppress(duckdb.Error):  # DuckDB itself detaches a database after a fatal error
                        database.detach(con)
                if is_new:
                    file_state = target.stat()
                    with interrupts.shield():
                        database_files.give_name(target, path)
                        if not is_temporary:
                            interrupts.note_published()
            finally:
                if is_new:
                    database_files.remove(target)
            if is_new:
                checked_files.note_new(path, file_state)

    def publish(self, con: duckdb.DuckDBPyConnection, load: Publication, patience: Patience) -> None:
        is_new = not self.path.exists()
        with self.change(con, command="ingest", patience=patience, begin=template.copy_to):
            load.check_file(con)
            load.fill(con, is_new)

    def load_in_steps(self, in_place: Callable[[], Result], via_copy: Callable[[SharedStore], Result]) -> Result:
        return in_place()

    def fingerprint(self, con: duckdb.DuckDBPyConnection) -> str:
        query = "select md5(string_agg(batch_id || load_id, ' ' order by load_id)) from main.loads"
        row = con.execute(query).fetchone()
        return str(row[0]) if row else ""

    def snapshot(self, con: duckdb.DuckDBPyConnection) -> int | None:
        return None

    def pin(self, con: duckdb.DuckDBPyConnection) -> FileStore:
        return replace(self, path=self.path.absolute())

    @contextmanager
    def attach_source(self, con: duckdb.DuckDBPyConnection, alias: str) -> Iterator[str]:
        database.attach(con, self.path, read_only=True, alias=alias, is_current=False)
        yield alias
        con.execute(f"detach {alias}")

    def private_copy(self) -> AbstractContextManager[Path]:
        from dltrack_db.store import private_copy

        return private_copy.make(self.path)

    def copy_to(self, target: Path) -> None:
        if not self.path.exists():
            connection.check_path(self.path, read_only=True)
        raise UsageError(
            f"{self.path} and {target} are both files; copy the file with cp, or open a private copy with --copy"
        )

    def state_files(self, say: Callable[[str], None]) -> Iterator[tuple[str, Path]]:
        yield "", self.path

    def copy_from(self, source: BaseStore, say: Callable[[str], None]) -> list[str]:
        source.copy_to(self.path)
        return []

    def rewritten(self, command: str, *, accept: bool = False) -> AbstractContextManager[tuple[Path, list[Flaw]]]:
        from dltrack_db.store import rewrite

        return rewrite.rewritten_copy(self.path, command, accept=accept)

    def shell_options(self, *, at: int | None, write: bool, is_sealed: bool) -> list[str]:
        """Return the shell's options: read-only unless `write`, and without access to files and network if `is_sealed`.

        With the option `-safe`, the shell of DuckDB 1.5.5 opens no database file, so the command `.safe_mode` is used.
        `-bail` ends an older shell that does not have this command.
        """
        sealing = ["-bail", "-cmd", ".safe_mode", "-cmd", ".bail off"] if is_sealed else []
        return [*sealing, *([] if write else ["-readonly"])]


def _move_log(con: duckdb.DuckDBPyConnection, path: Path, patience: Patience) -> bool:
    """Merge committed changes from the log into the file; report a failure, after which they are still in the log."""
    con.execute("use memory")  # after a fatal error, DuckDB detaches a database only if it is not the current one
    try:
        con.execute("checkpoint dltrack")
    except duckdb.Error as error:
        patience.notify(
            f"{path}: all changes are saved, but the log could not be merged into the file "
            f"({duckdb_errors.system_reason(error)}); free some space, and the next command that changes the database "
            "will merge the log"
        )
        return False
    return True
