"""SQL files and the objects that they define; only this module parses statements in `schema/` and `sql/`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from dltrack_db.base import resources
from dltrack_db.errors import SqlFileError
from dltrack_db.sqlfiles import places
from dltrack_db.sqlfiles.headers import Header, parse_header, read_glossary

_DEFINITION = re.compile(
    r"""create\s+(?:or\s+replace\s+)?
        (?P<kind>table|view|macro)\s+
        (?:if\s+not\s+exists\s+)?
        (?P<schema>[a-z_][a-z0-9_]*)\.(?P<name>[a-z_][a-z0-9_]*)\s*
        (?P<rest>.*)""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_SPOKEN = re.compile(r"--[^\n]*|'(?:[^']|'')*'")
"""Comments and string literals, which do not contain references."""
_DOTTED = re.compile(r'\b([a-z_]+)\."?([a-z_0-9]+)')
_COMMENT_LINE = re.compile(r"^\s*--.*\n", re.MULTILINE)
_DEPTH = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


@dataclass(frozen=True)
class SqlObject:
    """A table, view or macro, as its file defines it.

    Args:
        kind: 'table', 'view', 'macro' (scalar) or 'table macro'.
        statement: text of the file without the header.
        parameters: parameters of a macro with their defaults; None for a required parameter.
        body: defining query without comment lines; empty for a table unless it is a constant.
    """

    path: Path
    schema: str
    name: str
    kind: str
    header: Header
    statement: str
    parameters: dict[str, str | None]
    body: str

    @property
    def full_name(self) -> str:
        """Schema and name."""
        return f"{self.schema}.{self.name}"

    @property
    def is_constant(self) -> bool:
        """True for a table whose file also defines its rows, which are the same in every database."""
        return self.kind == "table" and bool(self.body)

    @cached_property
    def references(self) -> frozenset[str]:
        """Dotted names outside of comments and string literals: references to objects and columns.

        DuckDB's parser finds the same objects, but takes fifty times as long (tests/test_sqlfiles.py compares both).
        """
        return find_references(self.statement) - {self.full_name}


def find_references(statement: str) -> frozenset[str]:
    """Return the dotted names in a statement outside of comments and string literals."""
    return frozenset(f"{schema}.{name}" for schema, name in _DOTTED.findall(_SPOKEN.sub(" ", statement)))


def load_object(path: Path, root: Path) -> SqlObject:
    """Read the SQL file `path`, and check that the object's name is the path below `root`."""
    return _parse(path.read_text(encoding="utf-8"), path, root)


@cache
def _parse(text: str, path: Path, root: Path) -> SqlObject:
    header, statement = parse_header(text, path)
    match = _DEFINITION.search(statement)
    if match is None:
        raise SqlFileError(f"{path}: the file must create a table, view or macro with its schema in the name")
    relative = path.relative_to(root)
    expected_schema = relative.parts[0] if len(relative.parts) > 1 else "main"
    schema, name = match["schema"].lower(), match["name"].lower()
    if (schema, name) != (expected_schema, path.stem):
        raise SqlFileError(f"{path}: the file defines {schema}.{name}, but its path {expected_schema}.{path.stem}")
    kind, parameters, body = _taken_apart(match["kind"].lower(), match["rest"])
    header = header.completed(_read_glossary(root), parameters, path)
    return SqlObject(path, schema, name, kind, header, statement, parameters, body)


@cache
def _read_glossary(root: Path) -> Header:
    """Return the glossary for files below a root: dltrack's glossary, extended by that of a plug-in."""
    glossary = read_glossary(resources.SQL / places.GLOSSARY)
    own_path = root.parent / "sql" / places.GLOSSARY
    if not own_path.is_file() or own_path == resources.SQL / places.GLOSSARY:
        return glossary
    own = read_glossary(own_path)
    return glossary._replace(columns=glossary.columns | own.columns, params=glossary.params | own.params)


def _taken_apart(kind: str, rest: str) -> tuple[str, dict[str, str | None], str]:
    """Return kind, parameters and defining query of an object from the text after its name."""
    rest = _COMMENT_LINE.sub("", rest).strip().removesuffix(";")
    if kind == "table" and not re.match(r"as\s", rest, flags=re.IGNORECASE):
        return kind, {}, ""
    if kind in ("table", "view"):
        return kind, {}, _strip_word("as", rest)
    end = closing_bracket(rest, 1)
    parameters: dict[str, str | None] = {}
    for part in split_arguments(rest[1:end]):
        name, _, default = part.partition(":=")
        parameters[name.strip().lower()] = default.strip() or None
    query = _strip_word("as", rest[end + 1 :].strip())
    if re.match(r"table\s", query, flags=re.IGNORECASE):
        return "table macro", parameters, _strip_word("table", query)
    return "macro", parameters, f"select {query}"


def _strip_word(word: str, text: str) -> str:
    return re.sub(rf"^{word}\s+", "", text, flags=re.IGNORECASE)


def closing_bracket(text: str, start: int) -> int:
    """Return the position of the bracket that closes the bracket directly before `start`."""
    depth = 1
    for position in range(start, len(text)):
        depth += _DEPTH.get(text[position], 0)
        if depth == 0:
            return position
    raise SqlFileError(f"a bracket is not closed; close the bracket before: {text[start : start + 80]}")


def split_arguments(text: str) -> list[str]:
    """Split the arguments of a call at commas outside of brackets."""
    parts, depth, last = [], 0, 0
    for position, char in enumerate(text):
        depth += _DEPTH.get(char, 0)
        if char == "," and depth == 0:
            parts.append(text[last:position].strip())
            last = position + 1
    return [part for part in [*parts, text[last:].strip()] if part]
