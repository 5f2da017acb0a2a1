"""Schema of recipes: type and range of each key, checked before a file is used.

To add a key, add a field to its class in `recipes` or `recipes.entries`, and a line to the tables below.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields
from functools import cache, partial
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any

from dltrack_db.base import csv_table, engine, names, suggest
from dltrack_db.base.recipes import entries, file_table
from dltrack_db.base.tie_rules import OF_0_1, TIE_RULES
from dltrack_db.errors import FormatError, RecipeError

if TYPE_CHECKING:
    import duckdb

Check = Callable[[Any], str | None]
"""Function that checks a value. It returns the problem, to be printed after the value, or None for a valid value."""

MOST_BYTES = 256_000
"""maximum bytes of a recipe; dltrack's longest recipe has 19,000"""
TASKS = ("docs", "passages", "segments", "reports")
"""Kinds of items that the runs of a collection retrieve."""
MOST_IN_LINE = 2_000
"""maximum characters of a line; the time to parse a dotted key grows with the square of its parts"""
MOST_ENTRIES = {"collections": 100, "files": 500, "links": 50}
_SHOWN = 60


def _text(most: int, *, pattern: str = "", says: str = "", lines: bool = False) -> Check:
    def check(value: Any) -> str | None:
        if not isinstance(value, str):
            return "is not text; put it between quotes"
        if len(value) > most:
            return f"has {len(value):,} characters, more than {most:,}; shorten it"
        if any(not (each.isprintable() or (lines and each == "\n")) for each in value):
            return "contains a character that cannot be printed; remove it"
        return None if not pattern or re.fullmatch(pattern, value) else f"is not {says}; correct it"

    return check


def _whole(least: int, most: int) -> Check:
    def check(value: Any) -> str | None:
        is_whole = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        return None if is_whole else f"is not a whole number from {least:,} to {most:,}; correct or remove it"

    return check


def _choice_check(*choices: str) -> Check:
    def check(value: Any) -> str | None:
        return None if value in choices else f"must be one of {', '.join(choices)}"

    return check


def _list_check(check: Check, most: int = 1_000) -> Check:
    def check_all(value: Any) -> str | None:
        if not isinstance(value, list):
            return "is not a list; put it between square brackets"
        if len(value) > most:
            return f"has {len(value):,} entries, more than {most:,}; remove some"
        return next((f"contains {_short(one)}, which {reason}" for one in value if (reason := check(one))), None)

    return check_all


def _table_check(keys: Check, values: Check | Mapping[str, Check], most: int = 1_000) -> Check:
    def check_all(table: Any) -> str | None:
        if not isinstance(table, dict):
            return "is not a table; write it like { key = value }"
        if len(table) > most:
            return f"has {len(table):,} keys, more than {most:,}; remove some"
        for key, value in table.items():
            if reason := keys(key):
                return f"has the key {_short(key)}, which {reason}"
            if reason := (values[key] if isinstance(values, Mapping) else values)(value):
                return f"has {key} = {_short(value)}, which {reason}"
        return None

    return check_all


def _name(value: Any) -> str | None:
    if not isinstance(value, str):
        return "is not text; put it between quotes"
    reason = names.problem(value)
    return f"cannot be a name: {reason}" if reason else None


def _set_name(value: Any) -> str | None:
    parts = value.split("/", 1) if isinstance(value, str) else [value]
    return next((reason for part in parts if (reason := _name(part))), None)


def _measure_list(value: Any) -> str | None:
    return _list_check(_LINE, 50)(value) if value else "has no measure; add a measure, or remove the line"


def _name_or_nothing(value: Any) -> str | None:
    return None if value == "" else _name(value)


def _flag(value: Any) -> str | None:
    return None if isinstance(value, bool) else "must be true or false"


@cache
def _patterns() -> duckdb.DuckDBPyConnection:
    return engine.connect()


def _pattern(value: Any) -> str | None:
    if reason := _LINE(value):
        return reason
    import duckdb

    escaped = value.replace("'", "''")
    try:
        _patterns().execute(f"select regexp_full_match('', '{escaped}')").fetchall()
    except duckdb.Error as error:
        return f"is not a valid RE2 regular expression ({str(error).splitlines()[0][:100]}); correct it"
    return None


_LINE = _text(1_000)
_PROSE = _text(10_000, lines=True)
_WILDCARD = _text(200)
_MD5 = _text(32, pattern="[0-9a-f]{32}", says="32 of the digits 0-9 and a-f")
_SMALL = _whole(-32_768, 32_767)
_ROWS = _whole(0, 10**12)
_DEPTH = _whole(1, 2**31 - 1)
_FILES = _whole(0, 1_000_000)
_GRADE = _text(6, pattern=r"-?\d{1,5}", says="a grade")
_NUMBER = _text(18, pattern=r"\d+", says="the number of a topic")
_COLOR = _text(7, pattern="#[0-9a-fA-F]{6}", says="a colour like #1f6fb2")
_HEADER = _text(64, pattern="[A-Za-z0-9-]+", says="the name of a header")
_JUDGE: Mapping[str, Check] = {
    "kind": _choice_check("human", "llm", "synthetic", "inferred"),
    **dict.fromkeys(("model", "prompt", "date", "author", "source", "licence", "scale"), _PROSE),
    "cuts": _text(200, pattern=r"[0-9.]+(,[0-9.]+)*", says="numbers separated by commas"),
}

RECIPE: Mapping[str, Check] = {
    "id": _name,
    "title": _PROSE,
    "terms": _PROSE,
    "runs_how": _PROSE,
    "generator": _name,
    "generated_runs": _LINE,
    "uses": _list_check(_name),
    "editions": _list_check(_name),
    "runs_pattern": _WILDCARD,
    "runs_url": _LINE,
    "scores_how": _PROSE,
    "files_how": _PROSE,
    "needs_loaded": _flag,
}
COLLECTION: Mapping[str, Check] = {
    "collection": _name,
    "task": _choice_check(*TASKS),
    "query_set": _name,
    "title": _PROSE,
    "year": _whole(1900, 2200),
    "corpus": _name,
    "qrels_variant": _name,
    "min_relevance": _SMALL,
    "run_depth": _DEPTH,
    "overview_depth": _DEPTH,
    "ncg_depth": _DEPTH,
    "tie_rule": _choice_check(*TIE_RULES, *OF_0_1),
    "expected_runs": _FILES,
    "follows": _name,
    "excludes_query_id": _flag,
    "citation": _text(
        10_000, lines=True, pattern=r"(?s)\s*@\w+\s*\{.*\}\s*", says="BibTeX, like @misc{mytrack, title = {My track}}"
    ),
    "doc_id_pattern": _pattern,
}
FILE: Mapping[str, Check] = {
    "part": _name,
    "name": _set_name,
    "file": _LINE,
    "collection": _name,
    "url": _LINE,
    "mirrors": _list_check(_LINE, 20),
    "headers": _table_check(_HEADER, _LINE, 20),
    "member": _LINE,
    "bytes": _whole(0, 2**53),
    "md5": _list_check(_MD5, 20),
    "rows": _ROWS,
    "queries": _ROWS,
    "grades": _table_check(_GRADE, _ROWS),
    "clicks": _LINE,
    "optional": _flag,
    "repeats": _ROWS,
    "judge": _table_check(_choice_check(*_JUDGE), _JUDGE),
    "short_ids": _flag,
    "foreign": _ROWS,
    "query_set": _name,
    "generators": _table_check(_NUMBER, _LINE),
    "keys": _list_check(_name_or_nothing),
    "folders": _list_check(_LINE, 20),
    "files": _FILES,
    "min_relevance": _SMALL,
    "measures": _list_check(_LINE),
}
SITE: Mapping[str, Check] = {
    "title": _LINE,
    "welcome": _PROSE,
    "logo": _LINE,
    "preview": _text(1_000, pattern=r"https://[^\s\"<>]+", says="an https address"),
    "accent": _COLOR,
    "accent_dark": _COLOR,
    "measures": _table_check(_name, _measure_list, 100),
    "order": _list_check(_name, 100),
    "names": _table_check(_name, _text(80), 100),
    "titles": _table_check(_LINE, _text(80), 100),
    "columns": _table_check(_choice_check("shown", "hidden"), _list_check(_LINE, 100)),
    "figures": _table_check(_choice_check("hidden"), _list_check(_LINE, 100)),
}
LINK: Mapping[str, Check] = {
    "text": _LINE,
    "url": _text(
        1_000, pattern=r"(https?://|mailto:)[^\s\"<>]+", says="an address that begins with https:, http: or mailto:"
    ),
}


def read(path: Path, classes: Mapping[str, type]) -> dict[str, Any]:
    """Read and check a recipe file, and return its keys and values.

    `classes` maps a table name, '' (the recipe itself) or 'collections', to the class whose fields are the valid keys.
    The valid keys of a [[files]] entry depend on its part. [[files]] may be a CSV file next to the recipe instead
    (`file_table`).
    """
    text, data = _parse(path)
    if table_path := _find_file_table(path, text, data):
        try:
            known = {field.name: field for kind in entries.all_classes() for field in fields(kind)}
            data["files"] = file_table.entries(
                _read_text(table_path), [*known.values()], partial(_position, table_path)
            )
        except FormatError as error:
            raise RecipeError(str(error)) from error
    _check(path, data, {"": RECIPE, "collections": COLLECTION, "files": FILE}, classes)
    return data


def read_site(path: Path, classes: Mapping[str, type]) -> dict[str, Any]:
    """Read and check the settings file of a site; `classes` as for `read`, with the tables '' and 'links'."""
    _, data = _parse(path)
    _check(path, data, {"": SITE, "links": LINK}, classes)
    return data


def _parse(path: Path) -> tuple[str, dict[str, Any]]:
    text = _read_text(path)
    try:
        return text, tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        reason = "its values are nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise RecipeError(f"{path} is not valid TOML: {reason}; correct it") from error


def _check(
    path: Path, data: dict[str, Any], checks: Mapping[str, Mapping[str, Check]], classes: Mapping[str, type]
) -> None:
    wrong = next(_problems(data, checks, classes), None)
    if wrong is not None:
        raise RecipeError(f"{_position(*place(path, *wrong[:3]))}: {wrong[3]}")


def place(path: Path, table: str, number: int, key: str) -> tuple[Path, int]:
    """Return the file and line number of a key in a recipe.

    The key is in entry `number`, from 0, of a table such as 'files'. The table '' is the recipe itself.
    """
    text = _read_text(path)
    table_path = _find_file_table(path, text, tomllib.loads(text)) if table == "files" else None
    if table_path is None:
        return path, _line(text, table, number, key)
    rows = csv_table.records(_read_text(table_path).splitlines(keepends=True), partial(_position, table_path))
    return table_path, [line for line, _ in rows][number + 1]


def _find_file_table(path: Path, text: str, data: Mapping[str, Any]) -> Path | None:
    """Return the path of the CSV file that a recipe names instead of [[files]]; None if it has [[files]]."""
    name = data.get("files")
    if not isinstance(name, str):
        return None
    table_path = path.with_name(name) if re.fullmatch(r"[\w.-]+\.csv", name) else path.parent
    if not table_path.is_file() or table_path.resolve().parent != path.resolve().parent:
        line = _line(text, "", 0, "files")
        raise RecipeError(
            f"{path}, line {line}: files = {_short(name)} is not a CSV file in the recipe's folder; correct the name, "
            "or write [[files]] entries"
        )
    return table_path


def _position(path: Path, line: int) -> str:
    return f"{path}, line {line}"


def _read_text(path: Path) -> str:
    if not S_ISREG(path.stat().st_mode) and not path.is_dir():
        raise RecipeError(f"{path} is not a regular file; give the path of a recipe file")
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise RecipeError(f"{path} has more than {MOST_BYTES:,} bytes, too many for a recipe; give a recipe file")
    try:
        text = content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise RecipeError(f"{path}: byte {error.start} is not UTF-8 text; save the file as UTF-8") from error
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MOST_IN_LINE:
            raise RecipeError(
                f"{path}, line {number}: the line has {len(line):,} characters, more than {MOST_IN_LINE:,}; split it"
            )
    return text


def _problems(
    data: dict[str, Any], checks_by_table: Mapping[str, Mapping[str, Check]], classes: Mapping[str, type]
) -> Iterator[tuple[str, int, str, str]]:
    top = {key: value for key, value in data.items() if key not in checks_by_table}
    yield from _table_problems("", 0, top, checks_by_table[""], classes[""])
    for table, checks in checks_by_table.items():
        if not table:
            continue
        rows = data.get(table, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            yield "", 0, table, f"{table} is not a list of tables; begin each table with [[{table}]]"
            continue
        if len(rows) > (most := MOST_ENTRIES[table]):
            yield table, most, "", f"there are {len(rows):,} [[{table}]] entries, more than {most:,}; remove some"
        for number, entry in enumerate(rows):
            kind = classes[table] if table in classes else entries.entry_class(entry.get("part"))
            yield from _table_problems(table, number, entry, checks, kind)


def _table_problems(
    table: str, number: int, entry: dict[str, Any], checks: Mapping[str, Check], kind: type
) -> Iterator[tuple[str, int, str, str]]:
    keys = [field.name for field in fields(kind)]
    is_of_a_part = table == "files" and entries.has_part(entry)
    for key, value in entry.items():
        if key not in checks:
            fix = suggest.did_you_mean(key[:_SHOWN], checks) or f"; valid keys: {', '.join(checks)}"
            yield table, number, key, f"unknown key {names.displayed_name(key)}{fix}"
        elif reason := checks[key](value):
            yield table, number, key, f"{key} = {_short(value)} {reason}"
        elif is_of_a_part and key not in keys:
            valid = f"valid keys: {', '.join(keys)}"
            yield table, number, key, f"files with part '{entry['part']}' cannot have the key {key}; {valid}"
    for field in fields(kind):
        is_needed = field.default is MISSING and field.default_factory is MISSING
        if is_needed and field.name in checks and field.name not in entry:
            yield table, number, "", f"{f'this [[{table}]]' if table else 'the recipe'} has no {field.name}; add it"


def _short(value: Any) -> str:
    printed_value = f"'{value}'" if isinstance(value, str) and value.isprintable() else ascii(value)
    return printed_value if len(printed_value) <= _SHOWN else printed_value[:_SHOWN] + "…"


def _line(text: str, table: str, number: int, key: str) -> int:
    """Return the line number of a key, from 1; if the key is not found, that of the heading of its table."""
    lines = text.split("\n")
    heads = [i for i, line in enumerate(lines) if re.match(rf"\s*\[\[\s*{table}\s*\]\]", line)] if table else []
    begin = heads[number] if number < len(heads) else 0
    end = next((i for i in range(begin + 1, len(lines)) if re.match(r"\s*\[\[", lines[i])), len(lines))
    pattern = re.compile(rf"""\s*\[?\s*(?:{table}\s*\.\s*)?["']?{re.escape(key)}["']?\s*[=.\]]""")
    return 1 + (next((i for i in range(begin, end) if key and pattern.match(lines[i])), begin))
