"""Databases that somebody else made: what in them could pass for dltrack's own, and a connection it cannot get out of.

A database carries its views and macros, and DuckDB takes a macro in it before a
function of its own: `main.sum`, even `main."+"`. So before a file is read its
objects are compared with those of the package. The queries here call
`system.main` by name and use no operator, for the same reason.
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
"""Rows of a constant that are compared: more than any has."""
_DEFINED = re.compile(r'CREATE (?P<kind>TABLE|VIEW|MACRO) (?P<name>(?:"[^"]*"|[\w.])+)')


def seal(
    con: duckdb.DuckDBPyConnection,
    folders: Iterable[Path] = (),
    shared: str | None = None,
    *,
    attaching: Path | None = None,
) -> None:
    """Take files and network from a connection, for good; it may read and write in `folders`.

    What is left of them is `shared`, the place of the data of the lake that the database leads to, if it does, and the
    database file `attaching`, which may be attached later. What is attached already stays so.
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
    """Refuse an attached database whose objects change what is read.

    `stamp` is the file's `checked_files.stamp` from before it was attached: another file may have got its name since.
    `to_build` lets pass what building the views again fixes: nothing of it may be read before that is done. `older`
    lets pass what has an earlier table schema, whose views cannot be checked, and is called with a message on it.

    Returns:
        True, where the caller `covers`, for a file that does not claim to have this dltrack's definitions and has not:
        its tables must be read under today's views. Whatever a file says about itself, nothing of its SQL is
        read for that.
    """
    objects_listed = file_objects.list_objects(con)
    is_overlay = file_facts is not None and file_facts.is_overlay
    if problems := find_shadows(con, alias, objects_listed, is_overlay):
        raise UntrustedError(_refusal(path, problems), problems)
    if to_build or file_facts is None:  # what is no database of dltrack is refused where it is opened, and never noted
        return False
    if file_facts.is_older:  # refused where it is opened, with the fix, unless its own views are asked for
        if older:
            older(f"{path} has the views of another dltrack, which are not checked and may return anything")
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
    """Objects in the place of others, and those that run SQL of the file when a table of dltrack is read or written.

    The former are macros named like DuckDB's own functions and views where a table must be, the latter generated
    columns of dltrack's tables and indexes of theirs on expressions.
    `listed` is the result of `_list_objects` for the connection, if it was computed before.
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
    """Objects of dltrack that are not as this dltrack defines them; those of an overlay, if the database `is_overlay`.

    Told from the statements by which this DuckDB would make them again, and those of an empty database of this
    dltrack: the only place where the defaults of a macro's parameters show. Whichever release wrote the file, both are
    words of this one. `listed` is as in `find_shadows`.
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
            "differs from that of this dltrack",
            match["kind"] != "TABLE" or _is_completed_by_build(con, alias, _full_name(match["name"])),
        )
        for match in missing
    ]
    return problems or _altered_constants(con, alias, rows)


def _altered_constants(con: duckdb.DuckDBPyConnection, alias: str, todays_rows: str) -> list[Problem]:
    """Constants whose rows are not those of this dltrack; they are tables of no other columns than its own."""
    pairs = zip(_rows(con, alias).splitlines(), todays_rows.splitlines(), strict=True)
    return [
        Problem("table", live.partition(" ")[0], "has other rows than that of this dltrack", can_be_built=True)
        for live, ours in pairs
        if live != ours
    ]


def _rows(con: duckdb.DuckDBPyConnection, alias: str) -> str:
    """The rows of each constant in a line behind its name, sorted; of a longer one than dltrack's its first rows."""
    from dltrack_db import sqlfiles

    names = sorted(sqlfiles.CONSTANTS)
    lists = [
        f"(select system.main.list(each_row) from (select * from {alias}.{name} limit {_MOST_ROWS}) as each_row)"
        for name in names
    ]
    (constants,) = con.execute(f"select {', '.join(lists)}").fetchall()
    return "".join(f"{name} {sorted(map(repr, rows or ()))}\n" for name, rows in zip(names, constants, strict=True))


def _is_completed_by_build(con: duckdb.DuckDBPyConnection, alias: str, name: str) -> bool:
    """Return True if `dltrack build` completes a table: it has only columns of today's, or no rows."""
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
    """The statements that would make dltrack's objects of a database again; nothing in it is bound or run for that.

    Those of its user are left out, because DuckDB does not write every legal name so that it can be read again.

    Leaves the connection with names resolved in its memory.
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
    """The statements that would make the current database again; DuckDB writes them into a folder, and nowhere else."""
    reason = ""
    for place in (tempfolder.in_memory, tempfolder.folder):
        try:
            with place() as folder:  # which the next command removes, when this one is killed
                con.execute(f"export database {sql_text.literal(f'{folder}/out')}")
                return (folder / "out" / "schema.sql").read_text(encoding="utf-8")
        except (OSError, duckdb.IOException) as error:
            reason = next(iter(str(error).splitlines()), "")
    raise SourceError(
        f"there is no room for temporary files ({reason}); free some space or set TMPDIR to another folder"
    )


def _foreign_objects(listed: Listed, alias: str, ours: frozenset[str]) -> list[tuple[str, tuple[str, ...]]]:
    """Kind and name of everything in a database that is not among dltrack's own objects."""
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
    """Return the statements of an empty database of this dltrack, or of an overlay, and the rows of its constants.

    They are kept in the cache.
    """
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
    """Return the names of tables, and those of views and macros, of a database or an overlay, as the files say.

    Constants are among neither: databases of earlier releases have views of these names.
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
    deciding = [one for one in problems if not one.can_be_built] or tables or problems  # what decides comes first
    names = ", ".join(map(str, deciding[:SHOWN])) + (
        f" and {len(deciding) - SHOWN} more" if len(deciding) > SHOWN else ""
    )
    can_be_built = all(one.can_be_built for one in deciding)
    if tables and can_be_built:
        return f"{path} was made by an earlier dltrack: {names}; bring it up to date with: dltrack build --db {path}"
    if is_foreign and can_be_built:
        return f"{path} has the views of another dltrack: {names}; bring it up to date with: dltrack build --db {path}"
    release = ((file_facts and file_facts.duckdb_version) or duckdb.__version__).lstrip("v")
    if release != duckdb.__version__ and can_be_built:
        return (
            f"{path} says that DuckDB {release} wrote it, and DuckDB {duckdb.__version__} reads otherwise "
            f"what it holds: {names}; rebuild them with: dltrack build --db {path}"
        )
    cure = (
        f"rebuild them with: dltrack build --db {path}" if can_be_built else "drop or rename them in the DuckDB shell"
    )
    if (tables and not can_be_built) or any(one.fix == RELOAD for one in deciding):
        cure = RELOAD
    return (
        f"{path} holds objects that change what is read: {names}; {cure}, or, if you made them yourself, "
        "read the file in Python with dl.open(path, trusted=True)"
    )
