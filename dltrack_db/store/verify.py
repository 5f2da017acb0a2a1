"""Verification: compare loaded data with the ledger, derived tables with recomputed ones, and views with SQL files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

import duckdb

from dltrack_db import sqlfiles
from dltrack_db.base import exhaustion, parts, recipes, resources, sql_text
from dltrack_db.base.files import tempfolder
from dltrack_db.errors import DatabaseDamagedError, SourceError, UntrustedError
from dltrack_db.store import (
    blueprint,
    checked_files,
    create,
    database,
    duckdb_errors,
    facts,
    plugin_notes,
    reference,
    trust,
)
from dltrack_db.store.lake import rights, session

_Definitions = dict[str, frozenset[tuple[str, str]]]
_Checksum = tuple[str, int, str]
UNCHECKED = "not checked"
"""Value of `Flaw.check` for data that could not be checked."""
_OTHER_VIEWS = "another version of dltrack, or other plug-ins, built these views; derived tables were not recomputed"
_MEMORY = "400MB"
"""Memory limit of checks; from the first check that needs more, DuckDB's default limit is used."""

_LOOKUPS = 200
"""Number of keys that one statement looks up: planning time grows with the square of this number."""


@dataclass(frozen=True)
class Flaw:
    """A fault in a database, or data that could not be checked, with the advice what to do (`fix`)."""

    check: str
    subject: str
    detail: str
    fix: str

    @property
    def is_fault(self) -> bool:
        """True for a fault, False for data that could not be checked."""
        return self.check != UNCHECKED


def verify(path: Path, *, are_blocks_read: bool = False) -> list[Flaw]:
    """Return all faults of a database and all data that could not be checked; an empty list for a sound database.

    If `are_blocks_read`, the caller has read the blocks of the file without errors, and they are not read again.
    """
    with duckdb_errors.explain_faults(path):
        try:
            return _verify(path, are_blocks_read)
        except DatabaseDamagedError as error:
            return [Flaw("blocks", str(path), error.detail, duckdb_errors.RESTORE)]
        except duckdb.Error as error:
            if detail := duckdb_errors.damage(error) or duckdb_errors.engine_fault(error):
                return [Flaw("blocks", str(path), detail, duckdb_errors.RESTORE)]
            raise


def verify_apart(path: Path) -> list[Flaw]:
    """Verify a database as `verify` does, but read its blocks in a separate process: damage can make DuckDB crash."""
    database.check_path(path, read_only=True)
    reader = "import sys; from dltrack_db.store import verify; verify.print_damage(sys.argv[1])"
    process = subprocess.run(
        [sys.executable, "-P", "-c", reader, str(path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    if process.returncode < 0:
        detail = f"DuckDB crashes while reading the file (signal {-process.returncode})"
        return [Flaw("blocks", str(path), detail, duckdb_errors.RESTORE)]
    if process.returncode != 0:  # the file could not be opened, or memory ran out; `verify` raises the error again
        return verify(path)
    if found := json.loads(process.stdout):
        return [Flaw(*one) for one in found]
    return verify(path, are_blocks_read=True)


def print_damage(name: str) -> None:
    """Print the faults in the blocks of a database file as JSON, for `verify_apart`."""
    with closing(_CheckedDatabase(Path(name))) as checked_file:
        # the blocks of a lake are in other files, and the user may have requested an earlier snapshot of it
        found = [] if checked_file.is_shared else checked_file.run_check(_blocks)
    print(json.dumps([(one.check, one.subject, one.detail, one.fix) for one in found]))


def _verify(path: Path, are_blocks_read: bool) -> list[Flaw]:
    try:
        redefined, is_foreign = _redefined_objects(path)
        checked_file = _CheckedDatabase(path, is_foreign=is_foreign)
    except UntrustedError as error:  # with these objects, the results of queries cannot be trusted
        if not error.problems:  # an overlay of a lake to which the user never connected
            reason, _, fix = str(error).partition("; ")
            return [Flaw(UNCHECKED, str(path), reason, f"{fix}; each user who verifies the lake must connect once")]
        return [Flaw("objects", f"{one.kind} {one.name}", one.why, one.fix) for one in error.problems]
    with closing(checked_file):
        # if blocks are damaged, all other checks fail; the blocks of a lake were not read in the separate process
        if (checked_file.is_shared or not are_blocks_read) and (findings := checked_file.run_check(_blocks)):
            return findings
        if is_foreign:
            findings = [
                Flaw(UNCHECKED, "views", _OTHER_VIEWS, f"update them with: dltrack build --db {path}"),
                *checked_file.run_check(_absent_plugins),
            ]
            return findings + [
                one for check in _CHECKS if check is not _stale_rows for one in checked_file.run_check(check)
            ]
        findings = checked_file.run_check(partial(_objects, redefined=redefined))
        if not any(finding.check == "objects" for finding in findings):  # other checks need the current views
            findings += [finding for check in _CHECKS for finding in checked_file.run_check(check)]
        return findings


class _CheckedDatabase:
    """A database that is open for checks, with a low memory limit until a check needs more."""

    def __init__(self, path: Path, *, is_foreign: bool = False) -> None:
        """Open a file; if it `is_foreign`, open it through current views."""
        self._path, self._is_foreign = path, is_foreign
        self._open = ExitStack()
        spill = self._open.enter_context(tempfolder.folder())
        try:
            self._con = self._connect(database.Limits(_MEMORY, spill))
        except BaseException:
            self._open.close()
            raise
        self._is_small = True

    def _connect(self, limits: database.Limits | None) -> duckdb.DuckDBPyConnection:
        con = database.open_readonly(self._path, to_build=not self._is_foreign, limits=limits, is_locked=False)
        self._open.callback(con.close)
        self.is_shared = session.is_attached(con)
        if self.is_shared:
            self._open.enter_context(session.planned_quickly(con))  # halves the time for a lake
            con.begin()  # within one transaction, PostgreSQL is queried only once
            self._open.callback(_end_transaction, con)
        return con

    def run_check(self, check: Callable[[duckdb.DuckDBPyConnection], Iterator[Flaw]]) -> list[Flaw]:
        """Run a check; repeat it with more memory if it runs out of memory. `_stale_rows` always gets more memory."""
        if check is _stale_rows and self._is_small:
            self._take_more_memory()
        try:
            return list(check(self._con))
        except duckdb.OutOfMemoryException as error:
            if not self._is_small or duckdb_errors.damage(error):
                raise
        self._take_more_memory()
        return self.run_check(check)

    def _take_more_memory(self) -> None:
        self.close()
        self._is_small = False
        self._con = self._connect(None)

    def close(self) -> None:
        """Close the connection and remove its temporary files."""
        self._open.close()


def _end_transaction(con: duckdb.DuckDBPyConnection) -> None:
    with suppress(duckdb.Error):  # the server may be gone
        con.rollback()


def _redefined_objects(path: Path) -> tuple[list[str], bool]:
    """Return the names of altered objects, and True if the file states that another version of dltrack made them.

    The comparison uses statements: unlike DuckDB's catalogue, they contain the defaults of macro parameters.
    """
    if checked_files.is_checked(path):
        return [], False
    with closing(database.connect(threads=1)) as con:
        address = database.attach(con, path, read_only=True, checks=database.Checks(to_build=True))
        is_todays = database.check_version(con, path).views_hash == reference.views_hash()
        names = [one.name for one in trust.altered_objects(con, is_overlay=address is not None)]
        return names, bool(names) and not is_todays and address is None


def has_todays_objects(path: Path) -> bool:
    """Return True if all objects and reference data are as `dltrack build` would make them; in doubt, return False."""
    try:
        if _redefined_objects(path)[0]:  # altered views must not be queried
            return False
    except SourceError:  # temporary files cannot be written
        return False
    con = database.open_readonly(path, to_build=True)
    try:
        file_facts = facts.get(con)
        return (
            file_facts is not None
            and create.makers().items() <= file_facts.texts.items()
            and not any(_objects(con, ()))
        )
    except duckdb.Error:
        return False
    finally:
        con.close()


def _objects(con: duckdb.DuckDBPyConnection, redefined: Sequence[str]) -> Iterator[Flaw]:
    """Yield objects with a definition or comment that differs from the SQL file, and altered reference data."""
    fix = "rebuild them with: dltrack build"
    with _todays_database(con) as path:
        wanted, shipped, wanted_facts = _contents(path)
    live = _definitions(con)
    for name in sorted(wanted):  # other objects in the file are the user's own
        if name not in live:
            yield Flaw("objects", name, "is missing", fix)
        elif wanted[name] != live[name]:
            yield Flaw("objects", name, "differs from its file", fix)
    for name in redefined:
        if wanted.get(name) == live.get(name):
            yield Flaw("objects", name, "differs from its file", fix)
    if live.keys() >= wanted.keys() and not redefined:  # altered views must not be queried
        for table in sorted({row[0] for row in shipped ^ _reference(con)}):
            yield Flaw("reference", table, "differs from the data of this dltrack", fix)
    file_facts = facts.get(con)
    for key, value in wanted_facts.items():
        if file_facts is None or file_facts.texts.get(key) != value:
            yield Flaw("database_info", key, "differs from the value for the current SQL files", fix)


@contextmanager
def _todays_database(con: duckdb.DuckDBPyConnection) -> Iterator[Path]:
    """Yield the path of an empty database with current objects; for one in memory, DuckDB prints other definitions."""
    file_facts = facts.get(con)
    with blueprint.choose(bool(file_facts and file_facts.is_overlay)).built() as path:
        yield path


@lru_cache(maxsize=2)  # one for files, one for overlays
def _contents(built: Path) -> tuple[_Definitions, set[_Checksum], dict[str, str | None]]:
    """Return definitions, reference data and facts of the current empty database `built`."""
    with session.reading_at(None):  # the option --at applies to the verified database, not to this file
        con = database.open_readonly(built, trusted=True)
    try:
        file_facts = facts.check_version(con, built)
        return _definitions(con), _reference(con), {key: file_facts.texts[key] for key in ("views_hash", "objects")}
    finally:
        con.close()


def _reference(con: duckdb.DuckDBPyConnection) -> set[_Checksum]:
    return set(con.execute("from catalog.reference_checksums").fetchall())


def _definitions(con: duckdb.DuckDBPyConnection) -> _Definitions:
    """Return for each object the definitions (a macro may have several) and columns, each with its comment."""
    found: _Definitions = {}
    for schema, name, definition, comment in con.execute(resources.script("store/verify/live")).fetchall():
        full = f"{schema}.{name}"
        found[full] = found.get(full, frozenset()) | {(definition, comment)}
    return found


def _absent_plugins(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    for plugin in plugin_notes.absent(facts.get(con)):
        detail = f"the plug-in is not installed, so its tables were not checked: {', '.join(plugin.tables)}"
        yield Flaw(UNCHECKED, f"plug-in {plugin.name} {plugin.version}", detail, "install it and verify again")


def _ledger(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    query = "select part, collection, name, rows_in_ledger, rows_in_table from catalog.ledger_counts where not is_sound"
    has_absent_plugins = bool(plugin_notes.absent(facts.get(con)))
    for part, collection, name, noted, found in con.execute(query).fetchall():
        if has_absent_plugins and not parts.is_known(part):
            continue  # `_absent_plugins` reports it
        same = "and their content differs from the loaded data" if noted == found else f"but the table has {found}"
        detail = f"the ledger has {noted} rows, {same}"
        yield Flaw("ledger", _subject(part, name, collection), detail, "load it again with --replace")


def _members(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    query = "select corpus, member, member_no, rows_then, rows_now from catalog.changed_members"
    for corpus, member, number, noted, found in con.execute(query).fetchall():
        same = "and their content differs from the loaded data" if noted == found else f"but the table has {found}"
        subject = _subject("file", member or f"no. {number}", corpus)
        yield Flaw("corpus", subject, f"{noted} rows were loaded, {same}", "load the corpus again with --replace")


def _texts(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    query = sql_text.written_out(
        resources.script("store/verify/missing_texts"), {"official_corpora": list(recipes.corpus_names())}
    )
    for collection, corpus in con.execute(query).fetchall():
        fix = f"load it with: dltrack ingest corpus FILE --name {corpus} --collection {collection}"
        yield Flaw("texts", f"'{corpus}' of {collection}", "this corpus is not loaded", fix)


def _facts(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    query = "select table_name, scope, rows_then, rows_now from catalog.changed_facts"
    for table, scope, noted, found in con.execute(query).fetchall():
        same = "and another tool changed them" if noted == found else f"but the table has {found}"
        yield Flaw("facts", f"{table} of '{scope}'", f"dltrack stored {noted} rows, {same}", _FIX)


def _chain(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    for number, reason in con.execute("select change_no, reason from catalog.broken_chain").fetchall():
        yield Flaw("changes", f"no. {number}" if number else "main.changes", reason, _FIX)


def _unchecked_loads(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    rows = con.execute("select part, name, collection from catalog.unchecked_loads").fetchall()
    if rows:
        few = ", ".join(_subject(*row) for row in rows[:3]) + (", …" if len(rows) > 3 else "")
        count = "1 load" if len(rows) == 1 else f"{len(rows)} loads"
        yield Flaw(UNCHECKED, count, f"the ledger has no checksum of {few}", "load them again with --replace")


def _rules(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    query = "select rule, collection, name, broken_rows from catalog.broken_rules"
    for rule, collection, name, rows in con.execute(query).fetchall():
        detail = f"{rows} rows break the rule '{rule}'"
        yield Flaw("rules", _subject("", name, collection), detail, "drop these data and load them again")


def _stale_rows(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    query = "select derived_table, collection, run_id, stale_rows from catalog.stale_derivations"
    for table, collection, run, rows in con.execute(query).fetchall():
        subject = _subject(table, run, collection)
        yield Flaw("derived", subject, f"{rows} rows are stale", "recompute them with: dltrack build")


def _blocks(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    """Read every value and look up every key in its index, because DuckDB checks each block only when it is read."""
    keyed = dict(con.execute(resources.script("store/verify/keys")).fetchall())
    is_shared = session.is_attached(con)
    for obj in sqlfiles.tables():
        try:
            con.execute(f"select bit_xor(hash(t)) from {obj.full_name} as t").fetchall()
            if column := keyed.get(obj.full_name):
                _look_up_keys(con, obj.full_name, column)
        except duckdb.CatalogException:  # the table is missing, which `_objects` reports
            continue
        except duckdb.PermissionException:
            raise  # the lake names files outside its data folder, but is not damaged
        except duckdb.Error as error:
            if is_shared:  # after an error, DuckDB rejects further queries in the transaction
                con.rollback()
                con.begin()
            if rights.is_refusal(error) and is_shared:
                raise  # missing rights are not damage
            detail = duckdb_errors.damage(error) or duckdb_errors.engine_fault(error)
            if detail is None and exhaustion.is_memory_error(error):
                if (size := exhaustion.excessive_request(error)) is None:
                    raise  # exhausted memory is not damage
                detail = f"a block requests {size} of memory"
            yield Flaw("blocks", obj.full_name, detail or str(error).splitlines()[0], duckdb_errors.RESTORE)
            if duckdb_errors.engine_fault(error):
                return  # DuckDB cannot read any further


def _look_up_keys(con: duckdb.DuckDBPyConnection, table: str, column: str) -> None:
    name = sql_text.quote_name(column)
    keys = [key for (key,) in con.execute(f"select {name} from {table}").fetchall()]
    # one lookup per key: for a list of keys, DuckDB scans the table instead of the index
    lookups = [f"select {name} from {table} where {name} = {sql_text.literal(key)}" for key in keys]
    found: Counter[object] = Counter()
    for first in range(0, len(lookups), _LOOKUPS):
        query = " union all ".join(lookups[first : first + _LOOKUPS])
        found.update(key for (key,) in con.execute(query).fetchall())
    for key in keys:
        if found[key] != 1:
            raise duckdb.DataError(f"the index of {column} finds {found[key]} rows for key {key} instead of one")


def _subject(kind: str, name: str, collection: str | None) -> str:
    return " ".join(part for part in (kind, f"'{name}'", f"of {collection}" if collection else "") if part)


_FIX = "load the data again, or accept the change with: dltrack build --accept"
_CHECKS = (_ledger, _members, _texts, _facts, _chain, _rules, _unchecked_loads, _stale_rows)
"""Checks in running order; `_stale_rows` is last, because it computes every score and needs more memory."""
