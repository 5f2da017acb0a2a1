"""Generate the promises of a part: expectations that every part has.

The promises are: lines are readable, no file is empty, ids are printable, no line is repeated, values are in range,
topics are known, and the number of rows matches the recipe. They are generated from `part.toml` and the headers of the
part's tables. Their texts are in `ingest/expectations/promises.toml`, and the macros that find violations in
`ingest/staging/promises.sql`. An `[[expect]]` entry with the key `promise` in `expectations.toml` of a part changes
position, text or query of a promise.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from dltrack_db.base import resources, sql_text
from dltrack_db.base.parts import Part, PartTable
from dltrack_db.errors import RecipeError
from dltrack_db.sqlfiles import part_queries

_WORDS = {"query_id": "topic", "doc_id": "document"}
"""Words for columns in reports."""

_OWN_KEYS = ("subject", "rows", "words", "table")
"""Keys of an [[expect]] entry that are not fields of `Expectation`."""


class Promises:
    """Generates the promises of the parts that share a suite."""

    def __init__(self, parts: Sequence[Part], table: str) -> None:
        """Prepare the promises of `parts`; `table` is the staging table with one row per line."""
        self._parts = parts
        self._names = [part.name for part in parts]
        self._table = table
        self._tables = [table for part in parts for table in part.tables if table.is_counted and not table.parent]
        self._derived = [table for table in self._tables if not table.rows]
        """Tables with the same columns as their staging tables."""

    def complete(self, listed: Iterable[Mapping[str, Any]], without: Sequence[str]) -> list[dict[str, Any]]:
        """Return the `listed` entries with all promises added, except the promises in `without`.

        A promise that is not listed is inserted after the promise before it.
        """
        entries = [dict(entry) for entry in listed]
        position = 0
        for promise in self._made(without):
            places = [place for place, entry in enumerate(entries) if entry.get("promise") == promise]
            if not places:
                entries.insert(position, {"promise": promise})
                places = [position]
            position = places[-1] + 1
        return [self._fill(entry) if "promise" in entry else entry for entry in entries]

    def _made(self, without: Sequence[str]) -> list[str]:
        """Return the names of the promises that apply to the parts, in order."""
        kinds = {
            "readable": True,
            "empty": True,
            "names": bool(self._tables),
            "once": bool(self._tables),
            "range": bool(self._ranges()),
            "topics": any(part_queries.has_columns(part, "collection", "query_id") for part in self._parts),
            "counts": any(part.listed in ("file", "pages") for part in self._parts),
        }
        return [kind for kind, is_made in kinds.items() if is_made and kind not in without]

    def _fill(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Add default texts and the query to the entry of a promise."""
        promise = entry["promise"]
        defaults = _defaults()
        pages = defaults["pages"] if any(part.listed == "pages" for part in self._parts) else {}
        words = {"severity": "error", "rows": self._parts[0].noun, **defaults[promise]}
        filled = words | pages.get(promise, {}) | dict(entry)
        ranges = ", ".join(f"{column} is from {low} to {high}" for _, column, low, high in self._ranges())
        for key in ("name", "meaning"):
            filled[key] = filled[key].format(rows=filled["rows"], subject=filled.get("subject"), ranges=ranges)
        if "query" not in filled:
            filled |= {"must_be_null": "problem"} if promise == "readable" else {"query": self._query(promise, filled)}
        return {key: value for key, value in filled.items() if key not in _OWN_KEYS}

    def _query(self, promise: str, entry: Mapping[str, Any]) -> str:
        table, words = entry.get("table", self._table), entry.get("words", {})
        match promise:
            case "empty":
                calls = [_call("empty_files", self._names, table, entry["detail"])]
            case "names":
                calls = [_call("unfit_names", *each) for each in self._name_words(words).items()]
            case "once":
                keys = {table: words} if words else {_staging_table(one): self._key_words(one) for one in self._derived}
                calls = [_call("repeated_lines", *each) for each in keys.items()]
            case "range":
                calls = [_call("odd_values", *each) for each in self._ranges()]
            case "topics":
                calls = [_call("unknown_topics", table)]
            case _:
                staged = f"staging.{self._parts[0].staged}"
                calls = [_call("wrong_counts", self._names, entry["rows"], staged)]
        if not calls:
            self._refuse(promise, "'words' or a 'query'")
        return f"select distinct * from ({' union all '.join(calls)}) order by file_id, line, detail"

    def _name_words(self, given: Mapping[str, str]) -> dict[str, dict[str, str]]:
        """Return the columns with names or ids by staging table, with their words in reports.

        These are all text columns in keys of tables, and the columns in `given`: as COLUMN in the table of lines, or as
        TABLE.COLUMN.
        """
        words: dict[str, dict[str, str]] = {}
        for table in self._derived:
            types = part_queries.columns(table.name)
            for column in (key for key in _keys(table) if types[key] == "varchar"):
                word = _word(column) + (" id" if column.endswith("_id") else "")
                words.setdefault(_staging_table(table), {})[column] = given.get(column, word)
        known = {column for columns in words.values() for column in columns}
        for name in (name for name in given if name not in known):
            table_name, _, column = name.rpartition(".")
            words.setdefault(f"staging.{table_name}" if table_name else self._table, {})[column] = given[name]
        return words

    def _key_words(self, table: PartTable) -> dict[str, str]:
        """Return the columns that identify a line within a file, with their words in reports, most specific first."""
        if not {*table.file} <= {*_grain(table)}:
            self._refuse("once", f"a 'query' that also finds rows of other files in main.{table.name}")
        return {column: _word(column) for column in reversed(_keys(table))}

    def _ranges(self) -> list[tuple[str, str, float, float]]:
        """Return the ranges in the headers of tables, as (staging table, column, lowest value, highest value)."""
        return [
            (_staging_table(table), column, *limits)
            for table in self._derived
            for column, limits in part_queries.header(table.name).ranges.items()
        ]

    def _refuse(self, promise: str, what: str) -> None:
        file = self._parts[0].folder / "expectations.toml"
        raise RecipeError(f"{file}: the promise '{promise}' cannot be checked; add {what} to its [[expect]] entry")


@cache
def _defaults() -> dict[str, Any]:
    return tomllib.loads((resources.EXPECTATIONS / "promises.toml").read_text(encoding="utf-8"))


def _call(macro: str, *arguments: object) -> str:
    return f"from staging.{macro}({', '.join(map(_literal, arguments))})"


def _literal(value: object) -> str:
    """Return a value as SQL; a map has no braces, because Great Expectations replaces names in braces."""
    if isinstance(value, Mapping):
        return f"map({sql_text.literal([*value])}, {sql_text.literal([*value.values()])})"
    return sql_text.literal(value)


def _staging_table(table: PartTable) -> str:
    return f"staging.{table.staged or table.name}"


def _grain(table: PartTable) -> list[str]:
    return [column.strip() for column in part_queries.header(table.name).grain.split(",")]


def _keys(table: PartTable) -> list[str]:
    """Return the columns of a table's grain that are read from the lines of a file."""
    return [column for column in _grain(table) if column not in ("collection", *table.file)]


def _word(column: str) -> str:
    return _WORDS.get(column, column.removesuffix("_id").replace("_", " "))
