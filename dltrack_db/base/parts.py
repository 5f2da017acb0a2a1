"""Kinds of data (parts): each is a folder of `ingest/parts`, dltrack's or a plug-in's, described by its `part.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import MISSING, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from dltrack_db.base import plugins, resources
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import RecipeError


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
class Part:
    """One kind of data; the fields are the keys of `part.toml`, except `name` and `home`, the folder and its parent.

    Args:
        noun: name of its rows in reports, counted in the table `staged`.
        listed: how recipes list its files: 'file' (one each), 'pages' (of tracks), 'set' (a folder of scores), 'runs',
            or '' for never.
        order: position of its files in a load.
        shown: position in reports and checks.
        suite: its expectations, which parts may share.
        entry: class of its entries in recipes (`recipes.entries`).
        help: help of the command `dltrack ingest PART`, for parts with such a command.
        reader: reader of single files in `load.staging`; 'lines' is the query `read.sql` of the folder.
        read_into: table of the staging area that 'lines' fills.
        pages: CSV file that lists pages, which `read.sql` reads together from the view `page_lines`.
        lines: file with the query of that view.
        takes_tables: files may be CSV with a header.
        takes_parquet: files may be Parquet.
        forms: description of valid files, for messages.
        needs_collection: each file belongs to a collection.
        keeps_lines: lines are kept for exports.
        tables: filled by generated SQL (`sqlfiles.part_queries`, which describes other files of the folder).
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
    for table in (tables := data.pop("tables", [])):
        _check_keys(path, table, PartTable)
    filled = [PartTable(**{key: _frozen(table[key]) for key in table}) for table in tables]
    return Part(**data, home=path.parent.parent, tables=(*filled, *([_LINES] if data.get("keeps_lines") else [])))


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
