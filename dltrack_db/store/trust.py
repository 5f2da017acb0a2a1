"""Untrusted databases: find objects that replace or alter dltrack's, and seal connections.

A database file contains views and macros, and DuckDB prefers a macro in the file to its built-in function, for example
`main.sum` or even `main."+"`. So before a file is read, its objects are compared with this dltrack's definitions. For
the same reason, the queries here name functions with `system.main` and use no operators.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import cache
from pathlib import Path

import duckdb

from dltrack_db.base import engine, plugins, resources, sql_text
from dltrack_db.base.files import tempfolder
from dltrack_db.errors import SourceError, UntrustedError
from dltrack_db.store import checked_files, file_objects, plugin_notes
from dltrack_db.store.facts import Facts
from dltrack_db.store.file_objects import RELOAD, SHOWN, Listed, Problem

_UNQUALIFIED = ("main", "pg_catalog")
_SUFFIXES = (".wal", ".wal.checkpoint", ".wal.recovery")
"""Suffixes of files that DuckDB writes next to a database file."""
_BEFORE_ROWS = "\n-- rows of constants\n"
_MOST_ROWS = 1000
"""Maximum number of rows that are compared in a table of constants; no such table has more."""
_DEFINED = re.compile(r'CREATE (?P<kind>TABLE|VIEW|MACRO) (?P<name>(?:"[^"]*"|[\w.])+)')


def seal(
    con: duckdb.DuckDBPyConnection,
    folders: Iterable[Path] = (),
    shared: str | None = None,
    *,
    attaching: Path | None = None,
) -> None:
    """Permanently remove a connection's access to files and network, with these exceptions.

    The connection may still use attached databases, read and write files in `folders`, read the data folder `shared` of
    a lake, and attach the file `attaching` later.
    """
    if attaching is not None:
        files = [f"{attaching.absolute()}{ending}" for ending in ("", *_SUFFIXES)]
        con.execute(f"set allowed_paths = {sql_text.literal(files)}")
    folders_allowed = [*(str(folder.resolve()) for folder in folders), *([shared] if shared else [])]
    if folders_allowed:
        con.execute(f"set allowed_directories = {sql_text.literal(folders_allowed)}")
    con.execute("set enable_external_access = false")


def check(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    file_facts: Facts | None,
    alias: str = "dltrack",
    *,
    stamp: str,
    to_build: bool = False,
    older: Callable[[str], None] | None = None,
    covers: bool = False,
) -> bool:
    """Raise UntrustedError if objects of an attached database differ from dltrack's; run no SQL of the file.

    Args:
        stamp: the file's `checked_files.stamp` before it was attached, because the file may have been replaced since.
        to_build: accept objects that a build replaces; the file's views must not be used before the build.
        older: function that is called with a warning for a file with an earlier table schema, whose views cannot be
            checked.
        covers: accept a file with different views and macros if it states that another dltrack built them.

    Returns:
        True if the file was accepted because of `covers`, so that it must be read through a cover (`store/cover.py`).
    """
    objects_listed = file_objects.list_objects(con)
    is_overlay = file_facts is not None and file_facts.is_overlay
    if problems := find_shadows(con, alias, objects_listed, is_overlay):
        raise UntrustedError(_refusal(path, problems), problems)
    if to_build or file_facts is None:  # the caller rejects files that are not dltrack databases
        return False
    if file_facts.is_older:  # the caller rejects older files, unless it wants to use the views in them
        if older:
            older(f"{path} has the views of another version of dltrack, which were not checked and may be wrong")
        return False
    problems = altered_objects(con, alias, objects_listed, is_overlay=is_overlay)
    if not problems:
        if stamp == checked_files.stamp(path):
            checked_files.note(path, stamp, has_own_tables=not is_overlay)
        return False
    from dltrack_db.store import reference

    is_foreign = file_facts.views_hash != reference.views_hash()
    if covers and is_foreign and all(one.can_be_built for one in problems):
        return True
    plugin_notes.check_all_here(file_facts, path)
    raise UntrustedError(_refusal(path, problems, is_foreign=is_foreign, file_facts=file_facts), problems)


def find_shadows(
    con: duckdb.DuckDBPyConnection, alias: str = "dltrack", listed: Listed | None = None, is_overlay: bool = False
) -> list[Problem]:
    """Return objects that hide others of the same name, and objects that run SQL when dltrack's tables are used.

    The first group includes macros named like DuckDB's functions and views named like tables. The second group consists
    of generated columns and indexes on expressions. `listed` is the result of `file_objects.list_objects`, if the
    caller has it.
    """
    from dltrack_db import sqlfiles

    listed = listed or file_objects.list_objects(con)
    functions, views = listed["macro"], listed["view"]
    own = {name.lower() for _, _, name, is_internal in functions if is_internal}
    own_views = {name.lower() for _, schema, name, is_internal in views if is_internal and schema in _UNQUALIFIED}
    must_be_table, must_be_view = _own_names(is_overlay)
    problems = [
        Problem("schema", schema, "has the name of a catalogue")
        for place, schema, _, is_internal in listed["schema"]
        if place == alias and not is_internal and schema.lower() in plugins.RESERVED
    ]
    problems += [
        Problem("macro", f"{schema}.{name}", "has the name of a function of DuckDB")
        for place, schema, name, is_internal in functions
        if place == alias and not is_internal and name.lower() in own
    ]
    for kind, rows in (("view", [row for row in views if not row[3]]), ("table", listed["table"])):
        for place, schema, name, _ in rows:
            full = f"{schema}.{name}".lower()
            if place != alias:
                continue
            if name.lower() in own_views:
                problems.append(Problem(kind, f"{schema}.{name}", "has the name of a view of DuckDB"))
            elif full in (must_be_table if kind == "view" else must_be_view):
                problems.append(Problem(kind, f"{schema}.{name}", f"must be a {'table' if kind == 'view' else 'view'}"))
    computing = file_objects.find_computing(con, alias, must_be_table | sqlfiles.CONSTANTS)
    return sorted({*problems, *computing}, key=str)


def altered_objects(
    con: duckdb.DuckDBPyConnection, alias: str = "dltrack", listed: Listed | None = None, *, is_overlay: bool = False
) -> list[Problem]:
    """Return the tables, views, macros and constants of a database that differ from this dltrack's definitions.

    The comparison uses the statements that DuckDB exports for this database and for an empty database of this dltrack,
    because only exported statements contain the defaults of macro parameters. `listed` is as in `find_shadows`.
    """
    definitions, _, rows = _todays_statements(is_overlay).partition(_BEFORE_ROWS)
    try:
        text = _statements(con, alias, listed, is_overlay=is_overlay)
        if text == definitions:
            return _altered_constants(con, alias, rows)
        live, ours = ([one.query.strip("; \n") for one in con.extract_statements(each)] for each in (text, definitions))
    except duckdb.Error as error:
        return [Problem("catalogue", alias, f"cannot be read: {str(error).splitlines()[0]}")]
    names = set(live)
    missing = [match for one in ours if one not in names and (match := _DEFINED.match(one))]
    problems = [
        Problem(
            match["kind"].lower(),
            _full_name(match["name"]),
            "differs from this dltrack's definition",
            match["kind"] != "TABLE" or _is_completed_by_build(con, alias, _full_name(match["name"])),
        )
        for match in missing
    ]
    return problems or _altered_constants(con, alias, rows)


def _altered_constants(con: duckdb.DuckDBPyConnection, alias: str, todays_rows: str) -> list[Problem]:
    pairs = zip(_rows(con, alias).splitlines(), todays_rows.splitlines(), strict=True)
    return [
        Problem("table", live.partition(" ")[0], "has other rows than in this dltrack", can_be_built=True)
        for live, ours in pairs
        if live != ours
    ]


def _rows(con: duckdb.DuckDBPyConnection, alias: str) -> str:
    """Return a line for each table of constants, with its name and its rows (at most `_MOST_ROWS`), sorted."""
    from dltrack_db import sqlfiles

    names = sorted(sqlfiles.CONSTANTS)
    lists = [
        f"(select system.main.list(each_row) from (select * from {alias}.{name} limit {_MOST_ROWS}) as each_row)"
        for name in names
    ]
    (constants,) = con.execute(f"select {', '.join(lists)}").fetchall()
    return "".join(f"{name} {sorted(map(repr, rows or ()))}\n" for name, rows in zip(names, constants, strict=True))


def _is_completed_by_build(con: duckdb.DuckDBPyConnection, alias: str, name: str) -> bool:
    """Return True if `dltrack build` can update a table, because it has only current columns or no rows."""
    from dltrack_db import sqlfiles
    from dltrack_db.sqlfiles import places

    if name in sqlfiles.CONSTANTS:
        return True
    schema, table = name.split(".")
    query = (
        "select column_name from system.main.duckdb_columns() "
        f"where database_name = {sql_text.literal(alias)} and schema_name = {sql_text.literal(schema)} "
        f"and table_name = {sql_text.literal(table)}"
    )
    columns = {column for (column,) in con.execute(query).fetchall()}
    place = places.find(resources.SCHEMA, schema, table)
    text = place[0].read_text(encoding="utf-8") if place else ""
    known_columns = set(re.findall(r"^    (\w+)", text, re.MULTILINE))
    if columns <= known_columns:
        return True
    full = sql_text.quote_name(alias, schema, table)
    return con.execute(f"select 1 from {full} limit 1").fetchone() is None


def _full_name(name: str) -> str:
    plain = name.replace('"', "")
    return plain if "." in plain else f"main.{plain}"


def _statements(con: duckdb.DuckDBPyConnection, alias: str, listed: Listed | None = None, *, is_overlay: bool) -> str:
    """Return the statements that create dltrack's objects in a database, without executing any of them.

    The user's own objects are left out, because DuckDB does not quote every legal name. The function changes the
    connection's current database to `memory`.
    """
    from dltrack_db import sqlfiles

    ours = sqlfiles.CONSTANTS.union(*_own_names(is_overlay))
    others = _foreign_objects(listed or file_objects.list_objects(con), alias, ours)
    try:
        con.execute(f"attach ':memory:' as compared; copy from database {alias} to compared (schema); use compared")
        for kind, full in others:
            con.execute(f"drop {kind} if exists {sql_text.quote_name(*full)} cascade")
        return _export(con)
    finally:
        con.execute("use memory; detach database if exists compared")


def _export(con: duckdb.DuckDBPyConnection) -> str:
    """Return the statements that create the current database; DuckDB exports them only to a folder."""
    reason = ""
    for make_folder in (tempfolder.in_memory, tempfolder.folder):
        try:
            with make_folder() as folder:  # if this command is killed, the next command removes the folder
                con.execute(f"export database {sql_text.literal(f'{folder}/out')}")
                return (folder / "out" / "schema.sql").read_text(encoding="utf-8")
        except (OSError, duckdb.IOException) as error:
            reason = next(iter(str(error).splitlines()), "")
    raise SourceError(f"temporary files cannot be written ({reason}); free some space or set TMPDIR to another folder")


def _foreign_objects(listed: Listed, alias: str, ours: frozenset[str]) -> list[tuple[str, tuple[str, ...]]]:
    schemas = {name.partition(".")[0] for name in ours} | {"main"}
    return [
        (kind, (name,) if kind == "schema" else (schema, name))
        for kind, rows in listed.items()
        for place, schema, name, is_internal in dict.fromkeys(rows)
        if place == alias and not is_internal
        if (schema.lower() not in schemas if kind == "schema" else f"{schema}.{name}".lower() not in ours)
    ]


@cache
def _todays_statements(is_overlay: bool) -> str:
    """Return the statements that create an empty database or overlay of this dltrack, and the rows of its constants."""
    from dltrack_db.store import blueprint, database_cache, template

    def place() -> Path:
        base = template.cache_path()
        return base.parent.with_name("definitions") / f"{blueprint.choose(is_overlay).prefix}{base.stem}.sql"

    try:
        path_kept = database_cache.keep(place, lambda new: _write(new, _read_todays_statements(is_overlay)))
        return path_kept.read_text(encoding="utf-8")
    except (OSError, duckdb.Error):  # the cache cannot be written
        return _read_todays_statements(is_overlay)


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _read_todays_statements(is_overlay: bool) -> str:
    from dltrack_db.store import blueprint

    with blueprint.choose(is_overlay).built() as path, closing(engine.connect()) as con:
        con.execute(f"attach {sql_text.literal(path.absolute())} as template (type duckdb, read_only)")
        return _statements(con, "template", is_overlay=is_overlay) + _BEFORE_ROWS + _rows(con, "template")


@cache
def _own_names(is_overlay: bool) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names of the tables, and the names of the views and macros, in a database or an overlay.

    Neither set contains tables of constants, because they are views in databases of earlier releases.
    """
    from dltrack_db import sqlfiles
    from dltrack_db.store import blueprint

    tables, views = sqlfiles.object_names(resources.SCHEMA), sqlfiles.object_names(resources.SQL)
    own_tables = blueprint.choose(is_overlay).own_tables
    own = tables if own_tables is None else own_tables & tables
    return own, (views | tables - own) - sqlfiles.CONSTANTS


def _refusal(path: Path, problems: list[Problem], *, is_foreign: bool = False, file_facts: Facts | None = None) -> str:
    from dltrack_db import sqlfiles

    changed = [one for one in problems if one.kind == "table" and one.why.startswith("differs")]
    tables = [one for one in changed if one.name not in sqlfiles.CONSTANTS]
    deciding = [one for one in problems if not one.can_be_built] or tables or problems
    names = ", ".join(map(str, deciding[:SHOWN])) + (
        f" and {len(deciding) - SHOWN} more" if len(deciding) > SHOWN else ""
    )
    can_be_built = all(one.can_be_built for one in deciding)
    if tables and can_be_built:
        return f"{path} was made by an earlier version of dltrack: {names}; update it with: dltrack build --db {path}"
    if is_foreign and can_be_built:
        return f"{path} has the views of another version of dltrack: {names}; update it with: dltrack build --db {path}"
    release = ((file_facts and file_facts.duckdb_version) or duckdb.__version__).lstrip("v")
    if release != duckdb.__version__ and can_be_built:
        return (
            f"{path} was written by DuckDB {release}, and some objects differ in DuckDB {duckdb.__version__}: {names}; "
            f"rebuild them with: dltrack build --db {path}"
        )
    fix = f"rebuild them with: dltrack build --db {path}" if can_be_built else "drop or rename them in the DuckDB shell"
    if (tables and not can_be_built) or any(one.fix == RELOAD for one in deciding):
        fix = RELOAD
    return (
        f"{path} contains objects that can change the results of queries: {names}; {fix}, or, if you trust the file, "
        "open it in Python with dl.open(path, trusted=True)"
    )
