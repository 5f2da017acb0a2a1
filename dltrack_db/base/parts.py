"""Kinds of data (parts): each is a folder of `ingest/parts`, dltrack's or a plug-in's, described by its `part.toml`."""

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
    """A table of main that a part fills; the fields are the keys of `[[tables]]`.

    Args:
        file: columns that contain the file name of a row, split at slashes.
        parent: table of the part instead of `file`; rows belong to its rows with the same grain.
        staged: table of the staging area with the rows, by default of the same name.
        rows: file with a query for the rows, if they are not copied from `staged`.
        digest: columns, in this order, or expression for the checksum of a row; without it, the ledger ignores a table.
        is_counted: the ledger counts the rows of this table.
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
    """An option of the command of a part; the fields are the keys of `[[options]]`.

    `type` is 'text', 'number', 'whole' (from `least` to `most`), 'cuts' (rising numbers) or 'labels' (a set of labels
    of the collection); `choices` lists the valid texts. `default` may contain fields of the collection between braces.
    The value is a piece of the file's name (`Part.named`), a fact on the judge (`sets = 'judge'`), or the key of that
    name of the file's entry ('entry').
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
        """The option's name in Python and in entries of recipes."""
        return self.name.replace("-", "_")


@dataclass(frozen=True)
class Part:
    """One kind of data; the fields are the keys of `part.toml`, except `name` and `home`, the folder and its parent.

    In reports:
        noun, shown: what its rows are called, and its position.
        staged: the table of the staging area whose rows are counted.
        suite: the name of its expectations, which parts may share.
    In recipes:
        entry: class of its entries (`recipes.entries`).
        listed: 'file' (one each), 'pages' (of tracks), 'set' (a folder of scores), 'runs', or '' if no recipe has it.
        pages: for 'pages', the CSV file that lists them.
    The command `dltrack ingest PART`:
        help: its help; a part without help has no such command.
        command: a part whose command loads files of this part if the first of `options` is given.
        named: name of a file: pieces are {file}, its name without suffixes, and options.
        options: in addition to --name, --judge, --bank and --skip-foreign, which follow from its tables.
        needs_collection: whether a file belongs to a collection.
    Reading:
        order: position among the parts, for numbering files and publishing.
        reader: reader in `load.staging`: 'lines' is the query `read.sql`, 'pages' the same for all files at once, over
            the view `page_lines`, whose query is in the file `lines`.
        read_into: for 'lines', the table of the staging area.
        takes_tables, takes_parquet: whether files may be CSV with a header, or Parquet.
        forms: what files may look like, for the error about a file without a readable line.
        keeps_lines: whether the lines are stored for exports.

    `tables` are filled by generated SQL (`sqlfiles.part_queries`, which lists the other files of the folder).
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
"""The lines of files of parts that keep them."""


@cache
def all_parts() -> tuple[Part, ...]:
    """Return all kinds of data, in the order of their files in a load."""
    homes = [resources.PARTS, *plugins.folders("ingest/parts")]
    parts = [_read(path) for home in homes for path in home.glob("*/part.toml")]
    return tuple(sorted(parts, key=lambda part: part.order))


@cache
def listed_as(*ways: str) -> tuple[str, ...]:
    """Return the names of the parts that recipes list in one of these ways (`Part.listed`), in order."""
    return tuple(part.name for part in all_parts() if part.listed in ways)


@cache
def edition_parts() -> tuple[str, ...]:
    """Return the parts of an edition in the order of loading; corpora have separate loads."""
    return (*listed_as("file"), *listed_as("pages"), *listed_as("set"), *listed_as("runs"), "corpus", "mapping")


def find(name: str) -> Part | None:
    """Return the part of a name; None for files that only help to read others."""
    return next((part for part in all_parts() if part.name == name), None)


def get(name: str) -> Part:
    """Return the part of a name that exists."""
    return next(part for part in all_parts() if part.name == name)


def is_known(name: str) -> bool:
    """Return True if the ledger may have this part from dltrack or an installed plug-in."""
    written = plugins.own_folders("scripts/checksums")  # parts that commands of plug-ins write
    return (
        name in ("corpus", "mapping")
        or find(name) is not None
        or any((folder / f"{name}.sql").is_file() for folder in written)
    )


def shown_parts() -> list[Part]:
    """Return all kinds of data, in the order of reports and checks."""
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
