"""The [[files]] entries of a recipe as a CSV file next to the recipe: `files = "NAME.csv"`.

Each row is an entry, and each column is a key; keys of inner tables have a dot (`judge.kind`). An empty cell means that
the entry does not have the key. Blanks separate the values of a list. A malformed cell stays text, so that the check of
its key rejects it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field
from typing import Any

from dltrack_db.base import csv_table, names, suggest
from dltrack_db.errors import RecipeError


def entries(text: str, known: Sequence[Field[Any]], place: Callable[[int], str]) -> list[dict[str, Any]]:
    """Return the rows as the entries that a TOML parser would return.

    `known` are the fields of an entry; `place` returns the text that messages print for a line number.
    """
    records = csv_table.records(text.removeprefix("\ufeff").splitlines(keepends=True), place)
    _, header = next(records, (1, []))
    kinds = {field.name: str(field.type) for field in known}
    csv_table.check_columns(header, place)
    _check_known(header, known, place(1))
    return [_entry(dict(zip(header, record, strict=True)), kinds) for _, record in records]


def _check_known(header: list[str], fields_known: Sequence[Field[Any]], place: str) -> None:
    columns = [f"{field.name}.KEY" if _is_table(str(field.type)) else field.name for field in fields_known]
    for column in header:
        key, dot, _ = column.partition(".")
        if (f"{key}.KEY" if dot else key) not in columns:
            fix = suggest.did_you_mean(column, columns) or f"; valid columns: {', '.join(columns)}"
            raise RecipeError(f"{place}: unknown column {names.displayed_name(column)}{fix}")
    for field in fields_known:
        if field.default is MISSING and field.default_factory is MISSING and field.name not in header:
            raise RecipeError(f"{place}: the column {field.name} is missing; add it")


def _entry(cells: Mapping[str, str], kinds: Mapping[str, str]) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    for column, cell in cells.items():
        key, dot, inner = column.partition(".")
        if cell and dot:
            entry.setdefault(key, {})[inner] = _value(cell, "int" if kinds[key].endswith("int]") else "str")
        elif cell:
            entry[key] = _value(cell, kinds[key])
    return entry


def _value(cell: str, kind: str) -> Any:
    if kind.startswith("tuple"):
        return cell.split()
    if kind.startswith("int") and cell.removeprefix("-").isdecimal():
        return int(cell)
    return cell == "true" if kind == "bool" and cell in ("true", "false") else cell


def _is_table(kind: str) -> bool:
    return kind.startswith("Mapping")
