"""Verification: facts against the ledger, derived tables against a new computation, objects against their files."""

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
"""Name of the check for findings that are not faults."""
_OTHER_VIEWS = "they were built by another dltrack, or with other plug-ins; derived tables were not recomputed"
_MEMORY = "400MB"
"""Memory of a check before it spills to disk; after the first check that needs more, DuckDB's default."""

_LOOKUPS = 200
"""Keys that one statement looks up: planning time grows with the square of their number."""


@dataclass(frozen=True)
class Flaw:
    """A fault, or something that could not be checked, and what to do about it."""

    check: str
    subject: str
    detail: str
    fix: str

    @property
    def is_fault(self) -> bool:
        """True if something is wrong; else it could not be checked."""
        return self.check != UNCHECKED


def verify(path: Path, *, are_blocks_read: bool = False) -> list[Flaw]:
    """Return all findings on a database file: faults, and what could not be checked; empty for a sound one.

    The blocks of a file are not read again if `are_blocks_read` without findings before.
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
    """Verify a database; first read its blocks in a separate process, because some damage makes DuckDB crash."""
    database.check_path(path, read_only=True)
    reader = "import sys; from dltrack_db.store import verify; verify.print_damage(sys.argv[1])"
    process = subprocess.run(
        [sys.executable, "-P", "-c", reader, str(path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    if process.returncode < 0:
        detail = f"DuckDB crashes while it reads it (signal {-process.returncode})"
        return [Flaw("blocks", str(path), detail, duckdb_errors.RESTORE)]
    if process.returncode != 0:  # it could not open the file or had no memory; the same check here reports which
        return verify(path)
    if found := json.loads(process.stdout):
        return [Flaw(*one) for one in found]
    return verify(path, are_blocks_read=True)


def print_damage(name: str) -> None:
    """Print findings on the blocks of a database file as JSON, for `verify_apart`."""
    with closing(_CheckedDatabase(Path(name))) as checked_file:
        # a lake has other files, and an earlier state of it may be verified
        found = [] if checked_file.is_shared else checked_file.run_check(_blocks)
    print(json.dumps([(one.check, one.subject, one.detail, one.fix) for one in found]))


def _verify(path: Path, are_blocks_read: bool) -> list[Flaw]:
    try:
        redefined, is_foreign = _redefined_objects(path)
        checked_file = _CheckedDatabase(path, is_foreign=is_foreign)
    except UntrustedError as error:  # with such objects no query here can be trusted
        if not error.problems:  # an overlay of a lake to which the user never connected
            reason, _, fix = str(error).partition("; ")
            return [Flaw(UNCHECKED, str(path), reason, f"{fix}; each user who verifies it connects once")]
        return [Flaw("objects", f"{one.kind} {one.name}", one.why, one.fix) for one in error.problems]
    with closing(checked_file):
        # damaged blocks make every other check fail; the other process did not read those of a lake
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
        if not any(finding.check == "objects" for finding in findings):  # the checks query current views
            findings += [finding for check in _CHECKS for finding in checked_file.run_check(check)]
        return findings


class _CheckedDatabase:
    """A database that is open for checks, with little memory until a check needs more."""

    def __init__(self, path: Path, *, is_foreign: bool = False) -> None:
        """Open a file; one that `is_foreign` under current views."""
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
            con.begin()  # one state, so that PostgreSQL is queried once
            self._open.callback(_end_transaction, con)
        return con

    def run_check(self, check: Callable[[duckdb.DuckDBPyConnection], Iterator[Flaw]]) -> list[Flaw]:
        """Run a check; repeat it with more memory if it needs more, or start with more if it always does."""
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
    """Return the names of objects whose statements differ, and whether the file states that another dltrack made them.

    Unlike DuckDB's catalogue, statements contain the parameters of macros and their defaults.
    """
    if checked_files.is_checked(path):
        return [], False
    with closing(database.connect(threads=1)) as con:
        address = database.attach(con, path, read_only=True, checks=database.Checks(to_build=True))
        is_todays = database.check_version(con, path).views_hash == reference.views_hash()
        names = [one.name for one in trust.altered_objects(con, is_overlay=address is not None)]
        return names, bool(names) and not is_todays and address is None


def has_todays_objects(path: Path) -> bool:
    """Return True if all objects and reference data are as a build would make them; when in doubt, False."""
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
    """Yield objects that differ from their files in definition or documentation, and reference data that differs."""
    fix = "rebuild them with: dltrack build"
    with _todays_database(con) as path:
        wanted, shipped, wanted_facts = _contents(path)
    live = _definitions(con)
    for name in sorted(wanted):  # users may add their own
        if name not in live:
            yield Flaw("objects", name, "is missing", fix)
        elif wanted[name] != live[name]:
            yield Flaw("objects", name, "differs from its file", fix)
    for name in redefined:
        if wanted.get(name) == live.get(name):
            yield Flaw("objects", name, "differs from its file", fix)
    if live.keys() >= wanted.keys() and not redefined:  # otherwise views of the file would answer
        for table in sorted({row[0] for row in shipped ^ _reference(con)}):
            yield Flaw("reference", table, "is not what this dltrack ships", fix)
    file_facts = facts.get(con)
    for key, value in wanted_facts.items():
        if file_facts is None or file_facts.texts.get(key) != value:
            yield Flaw("database_info", key, "differs from that of the current files", fix)


@contextmanager
def _todays_database(con: duckdb.DuckDBPyConnection) -> Iterator[Path]:
    """Yield a database as it should be, in a file, because DuckDB words definitions differently in memory."""
    file_facts = facts.get(con)
    with blueprint.choose(bool(file_facts and file_facts.is_overlay)).built() as path:
        yield path


@lru_cache(maxsize=2)  # one for files, one for overlays
def _contents(built: Path) -> tuple[_Definitions, set[_Checksum], dict[str, str | None]]:
    """Return definitions, reference data and facts of a database as it should be, whose file name identifies them."""
    with session.reading_at(None):  # --at is for the verified database, not for this file
        con = database.open_readonly(built, trusted=True)
    try:
        file_facts = facts.check_version(con, built)
        return _definitions(con), _reference(con), {key: file_facts.texts[key] for key in ("views_hash", "objects")}
    finally:
        con.close()


def _reference(con: duckdb.DuckDBPyConnection) -> set[_Checksum]:
    return set(con.execute("from catalog.reference_checksums").fetchall())


def _definitions(con: duckdb.DuckDBPyConnection) -> _Definitions:
    """Return every object with its definitions (a macro may have several), its columns and all their comments."""
    found: _Definitions = {}
    for schema, name, definition, comment in con.execute(resources.script("store/verify/live")).fetchall():
        full = f"{schema}.{name}"
        found[full] = found.get(full, frozenset()) | {(definition, comment)}
    return found


def _absent_plugins(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    for plugin in plugin_notes.absent(facts.get(con)):
        detail = f"it is not installed here; its tables {', '.join(plugin.tables)} were not checked"
        yield Flaw(UNCHECKED, f"plug-in {plugin.name} {plugin.version}", detail, "install it, and verify again")


def _ledger(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    query = "select part, collection, name, rows_in_ledger, rows_in_table from catalog.ledger_counts where not is_sound"
    has_absent_plugins = bool(plugin_notes.absent(facts.get(con)))
    for part, collection, name, noted, found in con.execute(query).fetchall():
        if has_absent_plugins and not parts.is_known(part):
            continue  # `_absent_plugins` reports it
        same = "their content is not what was loaded" if noted == found else f"the table holds {found}"
        detail = f"the ledger has {noted} rows, {same}"
        yield Flaw("ledger", _subject(part, name, collection), detail, "load it again with --replace")


def _members(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    query = "select corpus, member, member_no, rows_then, rows_now from catalog.changed_members"
    for corpus, member, number, noted, found in con.execute(query).fetchall():
        same = "their content is not what was loaded" if noted == found else f"the table holds {found}"
        subject = _subject("file", member or f"no. {number}", corpus)
        yield Flaw("corpus", subject, f"{noted} rows were kept, {same}", "load the corpus again with --replace")


def _texts(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    query = sql_text.written_out(
        resources.script("store/verify/missing_texts"), {"official_corpora": list(recipes.corpus_names())}
    )
    for collection, corpus in con.execute(query).fetchall():
        fix = f"load them with: dltrack ingest corpus FILE --name {corpus} --collection {collection}"
        yield Flaw("texts", f"'{corpus}' of {collection}", "these texts are not loaded", fix)


def _facts(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    query = "select table_name, scope, rows_then, rows_now from catalog.changed_facts"
    for table, scope, noted, found in con.execute(query).fetchall():
        same = "they were changed outside of dltrack" if noted == found else f"now it holds {found}"
        yield Flaw("facts", f"{table} of '{scope}'", f"dltrack left {noted} rows, {same}", _FIX)


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
        yield Flaw("rules", _subject("", name, collection), detail, "drop it and load it again")


def _stale_rows(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    query = "select derived_table, collection, run_id, stale_rows from catalog.stale_derivations"
    for table, collection, run, rows in con.execute(query).fetchall():
        subject = _subject(table, run, collection)
        yield Flaw("derived", subject, f"{rows} rows are stale", "recompute them with: dltrack build")


def _blocks(con: duckdb.DuckDBPyConnection) -> Iterator[Flaw]:
    """Read every value, and look up every key in its index: DuckDB verifies the checksum of each block it reads."""
    keyed = dict(con.execute(resources.script("store/verify/keys")).fetchall())
    is_shared = session.is_attached(con)
    for obj in sqlfiles.tables():
        try:
            con.execute(f"select bit_xor(hash(t)) from {obj.full_name} as t").fetchall()
            if column := keyed.get(obj.full_name):
                _look_up_keys(con, obj.full_name, column)
        except duckdb.CatalogException:  # missing, as `_objects` reports
            continue
        except duckdb.PermissionException:
            raise  # a lake that names files elsewhere is not damaged
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
                detail = f"a block asks for {size} of memory"
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


_FIX = "load it again, or accept it as it is with: dltrack build --accept"
_CHECKS = (_ledger, _members, _texts, _facts, _chain, _rules, _unchecked_loads, _stale_rows)
"""In this order they run; the last computes every score, which takes more memory."""
