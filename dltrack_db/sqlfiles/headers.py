"""The comment block at the top of a SQL file: the documentation of the object that the file defines."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from dltrack_db.errors import SqlFileError

_FIELD = re.compile(
    r"^(?P<key>source|grain|parents|params|columns|checks|measures|faces|returns|needs|page|caveats|cost|example):\s*(?P<text>.*)$"
)
_ITEM = re.compile(r"^(?P<name>\w+):\s*(?P<text>.*)$")
_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_NAMES = re.compile(r"--   (?P<names>[a-z_][a-z0-9_]*(, [a-z_][a-z0-9_]*)*)")
"""Entries of a list without a description; the second line of one that has it is indented more."""
_LISTS = ("columns", "checks", "params", "measures", "faces")
_NUMBER = r"-?\d+(?:\.\d+)?"
_RANGE = re.compile(rf"from ({_NUMBER}) to ({_NUMBER})")


class Header(NamedTuple):
    """The documentation at the top of a SQL file.

    `meaning` is prose, its first sentence the summary; `columns` and `params`
    map names to their descriptions in order, `measures` those that a macro
    computes to their entries in the catalogue (`measures.py`), `checks` columns of a table to the range of their values
    ('from 1 to 5'), which every load looks at, `faces` columns of leaderboards to where they stand (`column_faces.py`);
    `page` is 'stored' of a view whose rows a page keeps, though no figure shows them, 'slow' of one that takes a minute
    in a browser, so that pages and frozen lakes keep its rows, 'none' of a table whose rows never leave the database;
    `needs` lists words of `catalog.needs`, `parents` tables of the same schema; `cost` is of what takes over .5 s or
    150 MB on a real year;
    the rest is prose or empty. As a file has it, a description is empty where the glossary gives it, and what is in the
    glossary may be missing.
    """

    meaning: str
    source: str
    grain: str
    columns: dict[str, str]
    params: dict[str, str]
    returns: str
    caveats: str
    example: str
    needs: str
    parents: str
    cost: str
    measures: dict[str, str]
    checks: dict[str, str]
    faces: dict[str, str]
    page: str

    @property
    def summary(self) -> str:
        """The first sentence of the meaning."""
        return re.split(r"(?<=[.!?])\s", self.meaning, maxsplit=1)[0]

    @property
    def ranges(self) -> dict[str, tuple[float, float]]:
        """The lowest and the highest value of each column that has a check."""
        found = {name: _RANGE.fullmatch(text) for name, text in self.checks.items()}
        return {name: (json.loads(one[1]), json.loads(one[2])) for name, one in found.items() if one}

    def completed(self, glossary: Header, parameters: Collection[str], path: Path) -> Header:
        """The header with all columns and parameters, in order, described by itself or else by the glossary.

        Columns of the grain that the header does not name come first; ranges stand behind their descriptions.
        """
        grain = [key for each in self.grain.split(",") if _NAME.fullmatch(key := each.strip())]
        names = dict.fromkeys([*(key for key in grain if key not in self.columns), *self.columns])
        columns = {name: self.columns.get(name) or glossary.columns.get(name, "") for name in names}
        params = {name: self.params.get(name) or glossary.params.get(name, "") for name in parameters}
        if unknown := [name for name, text in (*columns.items(), *params.items()) if not text]:
            raise SqlFileError(f"{path}: neither its header nor sql/glossary.txt describes {', '.join(unknown)}")
        if spare := [name for name in self.params if name not in params]:
            raise SqlFileError(f"{path}: the header describes {', '.join(spare)}, which the macro does not take")
        if spare := [name for name in self.checks if name not in columns]:
            raise SqlFileError(f"{path}: the header checks {', '.join(spare)}, which is no column")
        columns |= {name: f"{columns[name]}; {text}" for name, text in self.checks.items()}
        return self._replace(columns=columns, params=params)


@cache
def read_glossary(path: Path) -> Header:
    """The descriptions of columns and parameters that headers leave out: a header of their own, without its dashes."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return parse_header("".join(f"-- {line}\n" for line in lines), path)[0]


def parse_header(text: str, path: Path) -> tuple[Header, str]:
    """Split a file into its header and the statement below it."""
    lines = text.splitlines()
    end = next((i for i, line in enumerate(lines) if not line.startswith("--")), len(lines))
    fields: dict[str, Any] = {"meaning": [], "columns": {}, "checks": {}, "params": {}, "measures": {}, "faces": {}}
    current = "meaning"
    item: str | None = None
    for raw in lines[:end]:
        line = raw[2:].strip()
        if not line:
            continue
        is_indented = raw.startswith("--  ")  # entries of a list are, so a column may be called 'source'
        if not is_indented and (match := _FIELD.match(line)):
            current, item = match["key"], None
            if current not in _LISTS:
                fields[current] = [match["text"]] if match["text"] else []
            elif match["text"]:
                raise SqlFileError(f"{path}: header line '{line}': entries of {current} must be on separate lines")
        elif current in _LISTS:
            if match := _NAMES.fullmatch(raw.rstrip()):
                fields[current] |= dict.fromkeys(match["names"].split(", "), "")
            elif match := _ITEM.match(line):
                item = match["name"]
                fields[current][item] = match["text"]
            elif item is not None:
                fields[current][item] += " " + line
            else:
                raise SqlFileError(f"{path}: header line '{line}' names no entry of {current}")
        else:
            fields.setdefault(current, []).append(line)
    if odd := [name for name, text in fields["checks"].items() if not _RANGE.fullmatch(text)]:
        raise SqlFileError(f"{path}: the check of {odd[0]} is no range; write 'from LOWEST to HIGHEST'")
    if not fields["meaning"]:
        raise SqlFileError(f"{path}: the file must begin with a comment that says what the object means")

    def prose(key: str) -> str:
        return " ".join(fields.get(key, []))

    header = Header(
        meaning=prose("meaning"),
        source=prose("source"),
        grain=prose("grain"),
        columns=fields["columns"],
        params=fields["params"],
        returns=prose("returns"),
        caveats=prose("caveats"),
        example="\n".join(fields.get("example", [])),
        needs=prose("needs"),
        parents=prose("parents"),
        cost=prose("cost"),
        measures=fields["measures"],
        checks=fields["checks"],
        faces=fields["faces"],
        page=prose("page"),
    )
    return header, "\n".join(lines[end:]).strip()
