"""SQL for kinds of data (parts), generated from `part.toml` and the tables in `schema/`.

A part's folder may contain these queries, which are used in addition:
- `digests.sql`: file_id, measured_rows and digest_sum of staged files, for the ledger
- `checksums.sql`: checksums of rows in the database, for `catalog.checksums`
- `lost.sql`: names of counted rows (`what`), with the numbers `staged` and `published`, which must be equal
- `origins.sql`: facts about the judges
- the queries that `rows` of a table names: staged rows of the table
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from dltrack_db.base import plugins, resources
from dltrack_db.base.parts import Part, PartTable, all_parts
from dltrack_db.errors import SqlFileError
from dltrack_db.sqlfiles import places
from dltrack_db.sqlfiles.headers import Header, parse_header

if TYPE_CHECKING:
    import duckdb

_COLUMN = re.compile(r"^    (\w+) (\w+)", re.MULTILINE)
_STAGED = """\
select
    {file_columns},
    staged.*,
from memory.staging.{staged} as staged
inner join memory.staging.files as files on files.file_id = staged.file_id and files.part = '{part}'
"""
_ROWS = """\
select columns(lambda name: name in ({columns})),
from (
{source}
)
"""
_INSERT = """\
insert into main.{table} by name
select * exclude (file_id),
from (
{rows}
)
"""
_COPY = """\
insert into lake.main.{table} by name
from slice.main.{table}
where {condition}
"""
_COUNTS = """\
select
    '{table}' as what,
    (select count(*) from ({rows})) as staged,
    (select count(*) from main.{table} where {condition}) as published
"""
_DIGESTS = """\
select
    file_id,
    {counted} as measured_rows,
    sum({digest}) as digest_sum,
from (
{rows}
)
group by file_id
"""
_DROP = "delete from main.{table} where list_contains(getvariable('names'), collection)"
_DROP_SHARED = """\
delete from main.{table}
where query_set in (
    select collections.query_set
    from main.collections as collections
    group by collections.query_set
    having bool_and(list_contains(getvariable('names'), collections.collection))
)
"""
_FORGET = "delete from main.loads where part = '{part}' and name not in (select {name} from main.{table})"
_NOTE = """\
create or replace temp table file_digests as
{queries}
"""
_CHECK = """\
select error(
    'publishing lost rows: ' || what || ' has only ' || published || ' of ' || staged || ' rows; nothing was changed'
)
from (
{queries}
) as counted
where staged <> published
"""
_CHECKSUMS = """\
select
    '{part}' as part,
    {collection} as collection,
    {name} as name,
    {counted} as num_rows,
    sum({digest})::varchar as checksum,
from {source}
group by all
"""


def staged_parts(con: duckdb.DuckDBPyConnection) -> list[Part]:
    """Return the parts with staged files, in the order of publishing."""
    staged = {name for (name,) in con.execute("select distinct part from memory.staging.files").fetchall()}
    return [part for part in all_parts() if part.name in staged]


def publish(part: Part) -> list[str]:
    """Return the statements that replace the published rows of the staged files of a part by their staged rows."""
    inserts = [_INSERT.format(table=table.name, rows=rows(part, table)) for table in part.tables]
    return [*_deletes(part), *inserts]


def copy_to_lake(part: Part) -> list[str]:
    """Return the statements that copy the rows of a part's staged files from a private copy (`slice`) into the lake."""
    copies = [_COPY.format(table=one.name, condition=_condition(part, one, "slice.")) for one in part.tables]
    return [*_deletes(part, "lake."), *copies]


def note_digests(parts: Iterable[Part]) -> str:
    """Return the statement that stores row counts and digests of staged files, for the ledger."""
    return _NOTE.format(queries=_union(one for part in parts for one in _digest_queries(part)))


def check_counts(parts: Iterable[Part]) -> str:
    """Return the query that raises an error unless every staged row is in the current database (file or lake)."""
    return _CHECK.format(queries=_union(one for part in parts for one in _count_queries(part)))


def checksums() -> str:
    """Return the query for row counts and checksums of the tables of all parts."""
    return _union(one for part in all_parts() for one in _checksum_queries(part))


def origins() -> str:
    """Return the query for facts about the judges of loaded files: part, name, collection, key and value."""
    parts = [part for part in all_parts() if (part.folder / "origins.sql").exists()]
    return "union\n".join(_script(part, "origins.sql") for part in parts)


def drop_collections() -> list[str]:
    """Return the statements that delete the rows of the collections in variable `names` from all tables of parts.

    The rows of a query set are deleted together with the last collection that uses the query set.
    """
    statements = []
    for part in all_parts():
        for table in part.tables:
            if _has(table, "collection"):
                statements.append(_DROP.format(table=table.name))
            elif _has(table, "query_set"):
                statements.append(_DROP_SHARED.format(table=table.name))
                statements.append(_FORGET.format(part=part.name, name=_name(table), table=table.name))
    tables = {table.name for part in all_parts() for table in part.tables}
    own = [path.stem for folder in plugins.own_folders("schema") for path in folder.glob("*.sql")]
    statements += [
        f"delete from main.{name} where {condition}"
        for name in sorted({*own} - tables, key=_depth, reverse=True)
        if (condition := owned_rows(name, "names"))
    ]
    return list(dict.fromkeys(statements))


def owned_rows(table: str, variable: str, database: str = "") -> str:
    """Return the condition for the rows of a table that belong to the collections in a variable.

    Rows belong to a collection by their column `collection`, or else through their parents. The result is '' if the
    table has neither.
    """
    if "collection" in columns(table):
        return f"list_contains(getvariable('{variable}'), collection)"
    for parent in filter(None, header(table).parents.split(", ")):
        keys = header(parent).grain
        if {*keys.split(", ")} <= columns(table).keys() and (condition := owned_rows(parent, variable, database)):
            return f"({keys}) in (select ({keys}) from {database}main.{parent} where {condition})"
    return ""


def has_columns(part: Part, *names: str) -> bool:
    """Return True if a table of the part has all these columns."""
    return any({*names} <= columns(table.name).keys() for table in part.tables)


def rows(part: Part, table: PartTable) -> str:
    """Return the query for the staged rows of a table, with file_id and the columns of the table."""
    if table.rows:
        source = _script(part, table.rows)
    else:
        file_columns = [f"files.{column}" for column in ("collection", "part") if _has(table, column)]
        pieces = [f"split_part(files.name, '/', {number})" for number, _ in enumerate(table.file, 1)]
        name_pieces = pieces if len(pieces) > 1 else ["files.name"]
        file_columns += [f"{piece} as {column}" for piece, column in zip(name_pieces, table.file, strict=False)]
        source = _STAGED.format(
            file_columns=",\n    ".join(file_columns), staged=table.staged or table.name, part=part.name
        )
    names = ", ".join(f"'{name}'" for name in ("file_id", *columns(table.name)))
    return _ROWS.format(columns=names, source=source)


def _deletes(part: Part, database: str = "") -> list[str]:
    """Return the statements that delete the rows of the loaded files; parent tables come last."""
    return [
        f"delete from {database}main.{table.name} where {_condition(part, table, database)}"
        for table in reversed(part.tables)
    ]


def _condition(part: Part, table: PartTable, database: str = "") -> str:
    if table.parent:
        owner, keys = _owner(part, table), header(table.parent).grain
        return (
            f"({keys}) in (select ({keys}) from {database}main.{owner.name} where {_condition(part, owner, database)})"
        )
    name = _name(table)
    row_key, file_key = (f"(collection, {name})", "(collection, name)") if _has(table, "collection") else (name, "name")
    rows_of_part = f"part = '{part.name}'"
    own = f"{rows_of_part} and " if _has(table, "part") else ""
    return f"{own}{row_key} in (select {file_key} from memory.staging.files where {rows_of_part})"


def _digest_queries(part: Part) -> Iterator[str]:
    if (part.folder / "digests.sql").exists():
        yield _script(part, "digests.sql")
    for table in part.tables:
        if table.digest:
            counted = "count(*)" if table.is_counted else "0"
            yield _DIGESTS.format(counted=counted, digest=_digest(table), rows=rows(part, table))


def _count_queries(part: Part) -> Iterator[str]:
    if (part.folder / "lost.sql").exists():
        yield _script(part, "lost.sql")
    for table in part.tables:
        yield _COUNTS.format(table=table.name, rows=rows(part, table), condition=_condition(part, table))


def _checksum_queries(part: Part) -> Iterator[str]:
    if (part.folder / "checksums.sql").exists():
        yield _script(part, "checksums.sql")
    for table in part.tables:
        if table.digest:
            owner = _owner(part, table) if table.parent else table
            source, name = f"main.{table.name}", _name(owner)
            if table.parent:
                keys = header(owner.name).grain
                source += f" left join (select {keys}, {name} as file_name from main.{owner.name}) using ({keys})"
                name = "coalesce(file_name, '')"
            elif _has(table, "part"):
                source += f" where part = '{part.name}'"
            yield _CHECKSUMS.format(
                part=part.name,
                collection="collection" if _has(table, "collection") else "null::varchar",
                name=name,
                counted="count(*)" if table.is_counted else "0",
                digest=_digest(table),
                source=source,
            )


def _digest(table: PartTable) -> str:
    if isinstance(table.digest, str):
        return table.digest
    return f"catalog.values_digest([{', '.join(f'{column}::varchar' for column in table.digest)}])"


def _depth(table: str) -> int:
    """Return the length of the longest chain of a table's parents; 0 for a table without parents."""
    return max((1 + _depth(parent) for parent in filter(None, header(table).parents.split(", "))), default=0)


def _name(table: PartTable) -> str:
    return " || '/' || ".join(table.file)


def _owner(part: Part, table: PartTable) -> PartTable:
    return next(one for one in part.tables if one.name == table.parent)


def _has(table: PartTable, column: str) -> bool:
    return column in columns(table.name)


@cache
def columns(table: str) -> dict[str, str]:
    """Return the types of the columns of a table in `schema/`, by column name."""
    return dict(_COLUMN.findall(_schema_file(table).read_text(encoding="utf-8")))


@cache
def header(table: str) -> Header:
    """Return the header of a table in `schema/`."""
    path = _schema_file(table)
    return parse_header(path.read_text(encoding="utf-8"), path)[0]


def _schema_file(table: str) -> Path:
    if (place := places.find(resources.SCHEMA, "main", table)) is None:
        raise SqlFileError(f"a part.toml or header names the table {table}, but there is no schema/{table}.sql")
    return place[0]


def _script(part: Part, name: str) -> str:
    return (part.folder / name).read_text(encoding="utf-8").rstrip().removesuffix(";") + "\n"


def _union(queries: Iterable[str]) -> str:
    return "union all\n".join(queries)
