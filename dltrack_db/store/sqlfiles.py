"""The SQL files of `schema/` and `sql/`: their headers, references and build order.

One file defines one object; its path is the object's name
(`sql/metrics/ranked.sql` defines `metrics.ranked`, `schema/qrels.sql` defines
`main.qrels`). The comment block at the top is the object's documentation: it is
parsed here, becomes `comment on …` in the database, and the tests hold it
against the live columns. The build order is computed from the references that
DuckDB's own parser finds, never kept by hand.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db import resources
from dltrack_db.errors import SqlFileError
from dltrack_db.store import sqltext
from dltrack_db.store.sqlheaders import Header, parse_header

_DEFINITION = re.compile(
    r"""create\s+(?:or\s+replace\s+)?
        (?P<kind>table|view|macro)\s+
        (?:if\s+not\s+exists\s+)?
        (?P<schema>[a-z_][a-z0-9_]*)\.(?P<name>[a-z_][a-z0-9_]*)\s*
        (?P<rest>.*)""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_LOOSE_REFERENCE = re.compile(r'\b([a-z_]+)\."?([a-z_0-9]+)')


@dataclass(frozen=True)
class SqlObject:
    """One table, view or macro as its file defines it.

    `kind` is 'table', 'view', 'macro' (scalar) or 'table macro'; `statement`
    is the file without its header, runnable as it is.
    """

    path: Path
    schema: str
    name: str
    kind: str
    header: Header
    statement: str
    references: frozenset[str]

    @property
    def full_name(self) -> str:
        """Schema and name, as a user writes it."""
        return f"{self.schema}.{self.name}"


def load_object(path: Path, root: Path) -> SqlObject:
    """Read one SQL file.

    Raises:
        SqlFileError: the file's path and the name it declares differ, or it defines nothing.
    """
    header, statement = parse_header(path.read_text(encoding="utf-8"), path)
    match = _DEFINITION.search(statement)
    if match is None:
        raise SqlFileError(f"{path}: no create table, view or macro with a schema-qualified name found")
    relative = path.relative_to(root)
    expected_schema = relative.parts[0] if len(relative.parts) > 1 else "main"
    schema, name = match["schema"].lower(), match["name"].lower()
    if (schema, name) != (expected_schema, path.stem):
        raise SqlFileError(f"{path}: the file defines {schema}.{name}, its path says {expected_schema}.{path.stem}")
    kind, body = _body(match["kind"].lower(), match["rest"])
    if header.params_as:
        header = replace(header, params=_described(header, _signature(match["rest"]), path, root))
    references = frozenset(_references(body, path)) if body else frozenset()
    return SqlObject(path, schema, name, kind, header, statement, references - {f"{schema}.{name}"})


def _body(kind: str, rest: str) -> tuple[str, str]:
    """The kind of the object and the query that defines it ('' for tables)."""
    rest = rest.strip().removesuffix(";")
    if kind == "table":
        return kind, ""
    if kind == "view":
        return kind, re.sub(r"^as\s+", "", rest, flags=re.IGNORECASE)
    after_params = rest[_closing_parenthesis(rest) + 1 :].strip()
    after_as = re.sub(r"^as\s+", "", after_params, flags=re.IGNORECASE)
    if re.match(r"table\s", after_as, flags=re.IGNORECASE):
        return "table macro", after_as[len("table") :].strip()
    return "macro", f"select {after_as}"


def _signature(rest: str) -> list[str]:
    """The names of a macro's parameters, from the text behind its name."""
    inside = rest.strip()[1 : _closing_parenthesis(rest.strip())]
    depth = 0
    parts = [""]
    for char in inside:
        depth += (char in "([{") - (char in ")]}")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.partition(":=")[0].strip().lower() for part in parts if part.strip()]


def _described(header: Header, names: list[str], path: Path, root: Path) -> dict[str, str]:
    """The parameters of a macro in its order: its own descriptions, else those of the macro it refers to."""
    known = _lent(header, path, root) | header.params
    if unknown := [name for name in names if name not in known]:
        raise SqlFileError(f"{path}: neither its header nor {header.params_as} describes {', '.join(unknown)}")
    if spare := [name for name in header.params if name not in names]:
        raise SqlFileError(f"{path}: the header describes {', '.join(spare)}, which the macro does not take")
    return {name: known[name] for name in names}


def _lent(header: Header, path: Path, root: Path) -> dict[str, str]:
    """The descriptions of parameters that a header takes from another macro, which may have them from a third."""
    if not header.params_as:
        return {}
    source = root / f"{header.params_as.replace('.', '/')}.sql"
    if not source.is_file():
        raise SqlFileError(f"{path}: the header takes parameters from {header.params_as}, which has no file {source}")
    lender = parse_header(source.read_text(encoding="utf-8"), source)[0]
    return _lent(lender, source, root) | lender.params


def _closing_parenthesis(text: str) -> int:
    depth = 0
    for i, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return i
    return len(text)


_parser: duckdb.DuckDBPyConnection | None = None


def _references(body: str, path: Path) -> Iterator[str]:
    """Schema-qualified tables, views and macros that a query uses."""
    global _parser
    if _parser is None:
        _parser = duckdb.connect()
    row = _parser.execute("select json_serialize_sql($1::varchar)", [body]).fetchone()
    tree = json.loads(row[0]) if row else {"error": True}
    if tree.get("error"):
        raise SqlFileError(f"{path}: {tree.get('error_message', 'cannot be parsed')}")
    yield from _walk(tree)


def _walk(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for child in node:
            yield from _walk(child)
    elif isinstance(node, dict):
        if node.get("type") == "BASE_TABLE" and node.get("schema_name"):
            yield f"{node['schema_name']}.{node['table_name']}".lower()
        if "function_name" in node and node.get("schema"):
            yield f"{node['schema']}.{node['function_name']}".lower()
        for child in node.values():
            yield from _walk(child)


def load_folder(root: Path) -> list[SqlObject]:
    """All objects below a folder, in path order."""
    return [load_object(path, root) for path in sorted(root.rglob("*.sql")) if _is_object(path, root)]


def _is_object(path: Path, root: Path) -> bool:
    """Whether a file defines an object: `build.sql` is made of them all, `migrations` lead from older schemas."""
    return path.name != "build.sql" and path.relative_to(root).parts[0] != "migrations"


def build_order(objects: Iterable[SqlObject]) -> list[SqlObject]:
    """The objects in an order in which each comes after all it refers to.

    Raises:
        SqlFileError: two objects share a name, or references form a circle.
    """
    by_name: dict[str, SqlObject] = {}
    for obj in objects:
        if obj.full_name in by_name:
            raise SqlFileError(f"{obj.path} and {by_name[obj.full_name].path} both define {obj.full_name}")
        by_name[obj.full_name] = obj
    graph = {name: sorted(ref for ref in obj.references if ref in by_name) for name, obj in sorted(by_name.items())}
    try:
        return [by_name[name] for name in TopologicalSorter(graph).static_order()]
    except CycleError as error:
        circle = " → ".join(str(by_name[name].path) for name in error.args[1])
        raise SqlFileError(f"these files refer to each other in a circle: {circle}") from error


def needed(names: Iterable[str], there: Collection[str] = ()) -> list[tuple[str, str]]:
    """The named objects and all that they refer to, directly or through others: name and statement, in build order.

    `there` names objects to leave out. Files are looked at once in a process.
    """
    found: dict[str, str] = {}
    seen = set(there)

    def visit(name: str) -> None:
        if name in seen:
            return
        seen.add(name)
        if (source := _source(name)) is not None:
            statement, references = source
            for reference in references:
                visit(reference)
            found[name] = statement

    for name in names:
        visit(name)
    return list(found.items())


@cache
def _source(name: str) -> tuple[str, tuple[str, ...]] | None:
    """Statement and references of an object, None for a name that no file defines.

    Looser than the parser's references and far quicker: a name too many that has no file does no harm.
    """
    schema, stem = name.split(".")
    table = resources.SCHEMA / ("" if schema == "main" else schema) / f"{stem}.sql"
    path = next((path for path in (table, resources.SQL / schema / f"{stem}.sql") if path.is_file()), None)
    if path is None:
        return None
    _, statement = parse_header(path.read_text(encoding="utf-8"), path)
    loose = dict.fromkeys(f"{schema}.{stem}" for schema, stem in _LOOSE_REFERENCE.findall(statement))
    return statement, tuple(loose)


def all_objects() -> list[SqlObject]:
    """Every table, view and macro of the project, in build order."""
    return build_order([*load_folder(resources.SCHEMA), *load_folder(resources.SQL)])


def tables() -> list[SqlObject]:
    """The tables, in build order."""
    return build_order(load_folder(resources.SCHEMA))


def content_hash(also: Iterable[Path] = ()) -> str:
    """A fingerprint of all SQL files, and of further ones: tells whether a database carries today's views."""
    files = [*sorted(resources.SCHEMA.rglob("*.sql")), *sorted(resources.SQL.rglob("*.sql")), *also]
    states = (path.stat() for path in files)
    return _digest(tuple((path, state.st_size, state.st_mtime_ns) for path, state in zip(files, states, strict=True)))


@cache
def _digest(files: tuple[tuple[Path, int, int], ...]) -> str:
    digest = hashlib.md5(usedforsecurity=False)
    for path, _, _ in files:
        digest.update(path.relative_to(resources.ROOT).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def comments(obj: SqlObject) -> Iterator[str]:
    """The `comment on …` statements that carry an object's header into the database.

    `catalog.objects` and `catalog.columns` take the text apart again.
    """
    header = obj.header
    parts = [header.meaning]
    labels = ("source", "grain", "returns", "needs", "caveats")
    parts += [f"{label}: {text}" for label in labels if (text := getattr(header, label))]
    if "macro" in obj.kind:  # DuckDB has no place for comments on the parameters and columns of a macro
        parts += [f"param {name}: {text}" for name, text in header.params.items()]
        parts += [f"column {name}: {text}" for name, text in header.columns.items()]
    if header.example:
        parts.append(f"example: {header.example}")
    kind = "macro table" if obj.kind == "table macro" else obj.kind
    yield f"comment on {kind} {obj.full_name} is {sqltext.quote_text(chr(10).join(parts))}"
    if obj.kind in ("table", "view"):
        for column, text in header.columns.items():
            yield f'comment on column {obj.full_name}."{column}" is {sqltext.quote_text(text)}'
