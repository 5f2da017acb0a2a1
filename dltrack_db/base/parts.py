"""Kinds of data (parts). Each part is a folder in `ingest/parts`, of dltrack or a plug-in, with a `part.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import MISSING, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from dltrack_db.base import plugins, resources
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import RecipeError

_Entry = TypeVar("_Entry", "PartTable", "PartOption")


@dataclass(frozen=True)
class PartTable:
    """A table in schema `main` that a part fills; the fields are the keys of `[[tables]]`.

    Args:
        file: columns with the name of the file that a row comes from; a name with slashes fills several columns.
        parent: for a table without `file`, another table of the part; a row belongs to the parent row with its key.
        staged: table in the staging area that the rows are copied from; by default, the table of the same name.
        rows: file with a query that returns the rows, instead of `staged`.
        digest: columns, or a SQL expression, for the checksum of a row; without `digest`, the ledger has no checksum of
            the table.
        is_counted: whether the row counts in the ledger include this table.
    """

    name: str
    file: tuple[str, ...] = ()
    parent: str = ""
    staged: str = ""
    rows: str = ""
    digest: tuple[str, ...] | str = ()
    is_counted: bool = True


@dataclass(frozen=True)
class PartOption:
    """An option of the command that loads a part; the fields are the keys of `[[options]]`.

    Args:
        type: 'text', 'number', 'whole' (from `least` to `most`), 'cuts' (rising numbers) or 'labels' (a label set of
            the collection).
        choices: valid texts; by default, any text is valid.
        default: may contain fields of the collection in braces.
        sets: what the value becomes if it is not a piece of the file's name (`Part.named`): a fact about the judge
            ('judge'), or the key of the same name in the file's entry ('entry').
    """

    name: str
    help: str
    metavar: str = ""
    type: str = "text"
    choices: tuple[str, ...] = ()
    least: float = 0
    most: float = 0
    default: str | int | None = None
    sets: str = "judge"

    @property
    def parameter(self) -> str:
        """Name of the option in Python and in recipe entries."""
        return self.name.replace("-", "_")


@dataclass(frozen=True)
class Part:
    """One kind of data; the fields are the keys of `part.toml`. `name` is the part's folder, `home` its parent folder.

    In reports:
        noun: word for the rows.
        shown: position among the parts.
        staged: table in the staging area; its rows are counted.
        suite: name of the expectation suite, which parts may share.
    In recipes:
        entry: class of the recipe entries (`recipes.entries`).
        listed: how recipes list the files: 'file' (an entry for each file), 'pages' (pages of tracks), 'set' (a folder
            of scores), 'runs', or '' (not in recipes).
        pages: for 'pages', the CSV file that lists the pages.
    The command `dltrack ingest PART`:
        help: help text of the command; a part without help has no command.
        command: another part, whose command loads files of this part if the user gives the first of `options`.
        named: pattern for the name of a loaded file, with options and {file} (the file name without suffixes).
        options: more options than --name, --judge, --bank and --skip-foreign, which depend on the tables.
        needs_collection: whether a file belongs to a collection.
    Reading:
        order: position among the parts, for numbering files and publishing.
        reader: reader in `load.staging`. 'lines' runs the query `read.sql` on each file; 'pages' runs it once on the
            view `page_lines`, which the query in the file `lines` defines.
        read_into: for 'lines', the table in the staging area.
        takes_tables: whether files may be CSV with a header.
        takes_parquet: whether files may be Parquet.
        forms: valid formats, for the error about a file without a readable line.
        keeps_lines: whether the lines are stored for exports.

    Generated SQL fills `tables`; `sqlfiles.part_queries` generates it and describes the other files of the folder.
    """

    name: str
    noun: str
    listed: str
    order: int
    shown: int
    staged: str
    suite: str
    entry: str = ""
    help: str = ""
    command: str = ""
    named: str = "{name}"
    options: tuple[PartOption, ...] = ()
    reader: str = ""
    read_into: str = ""
    pages: str = ""
    lines: str = ""
    takes_tables: bool = False
    takes_parquet: bool = False
    forms: str = ""
    needs_collection: bool = False
    keeps_lines: bool = False
    tables: tuple[PartTable, ...] = ()
    home: Path = resources.PARTS

    @property
    def folder(self) -> Path:
        """Folder of its files."""
        return self.home / self.name


_LINES = PartTable("source_lines", file=("source",), digest=("line", "text"), is_counted=False)
"""Table with the source lines of parts with `keeps_lines`."""


@cache
def all_parts() -> tuple[Part, ...]:
    """Return all parts in load order."""
    homes = [resources.PARTS, *plugins.folders("ingest/parts")]
    parts = [_read(path) for home in homes for path in home.glob("*/part.toml")]
    return tuple(sorted(parts, key=lambda part: part.order))


@cache
def listed_as(*ways: str) -> tuple[str, ...]:
    """Return the names of the parts with one of these values of `Part.listed`, in load order."""
    return tuple(part.name for part in all_parts() if part.listed in ways)


@cache
def edition_parts() -> tuple[str, ...]:
    """Return the names of the parts of an edition in load order; corpora and mappings, loaded separately, come last."""
    return (*listed_as("file"), *listed_as("pages"), *listed_as("set"), *listed_as("runs"), "corpus", "mapping")


def find(name: str) -> Part | None:
    """Return the part with this name; None if it does not exist."""
    return next((part for part in all_parts() if part.name == name), None)


def get(name: str) -> Part:
    """Return the part with this name, which must exist."""
    return next(part for part in all_parts() if part.name == name)


def is_known(name: str) -> bool:
    """Return True if dltrack or an active plug-in has this part, so that the ledger may contain it."""
    written = plugins.own_folders("scripts/checksums")  # parts that plug-in commands write
    return (
        name in ("corpus", "mapping")
        or find(name) is not None
        or any((folder / f"{name}.sql").is_file() for folder in written)
    )


def shown_parts() -> list[Part]:
    """Return all parts in the order of reports and checks."""
    return sorted(all_parts(), key=lambda part: part.shown)


def _read(path: Path) -> Part:
    data: dict[str, Any] = {"name": path.parent.name} | tomllib.loads(path.read_text(encoding="utf-8"))
    _check_keys(path, data, Part)
    tables = _entries(path, data.pop("tables", []), PartTable)
    lines = (_LINES,) if data.get("keeps_lines") else ()
    options = _entries(path, data.pop("options", []), PartOption)
    return Part(**data, home=path.parent.parent, tables=(*tables, *lines), options=options)


def _entries(path: Path, tables: list[dict[str, Any]], kind: type[_Entry]) -> tuple[_Entry, ...]:
    for table in tables:
        _check_keys(path, table, kind)
    return tuple(kind(**{key: _frozen(value) for key, value in table.items()}) for table in tables)


def _check_keys(path: Path, data: dict[str, Any], kind: type) -> None:
    known = {
        field.name: field.default is MISSING and field.default_factory is MISSING
        for field in fields(kind)
        if field.name != "home"
    }
    if unknown := [key for key in data if key not in known]:
        raise RecipeError(f"{path}: unknown key {unknown[0]}{did_you_mean(unknown[0], known)}")
    if missing := [key for key, is_needed in known.items() if is_needed and key not in data]:
        raise RecipeError(f"{path}: {missing[0]} is missing; add it")


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
