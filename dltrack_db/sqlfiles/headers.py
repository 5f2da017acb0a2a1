"""Headers: the comments at the top of SQL files, which document the objects."""

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
"""Line of a list with names only, without descriptions; continued descriptions are indented more."""
_LISTS = ("columns", "checks", "params", "measures", "faces")
_NUMBER = r"-?\d+(?:\.\d+)?"
_RANGE = re.compile(rf"from ({_NUMBER}) to ({_NUMBER})")


class Header(NamedTuple):
    """The documentation at the top of a SQL file; `completed` adds descriptions from the glossary.

    Args:
        meaning: prose; the first sentence is the summary.
        source: where the data or definitions come from.
        grain: columns that identify a row.
        columns: descriptions by column, in order.
        params: descriptions by parameter of a macro.
        returns: what a scalar macro returns.
        caveats: limits of the data or computation.
        example: query that uses the object.
        needs: data that must be loaded, as words of `catalog.needs`.
        parents: tables of the same schema to which keys refer.
        cost: time and memory on a real year, if above 0.5 s or 150 MB.
        measures: catalogue entries by measure, for a macro that computes measures (`measures.py`).
        checks: ranges of values ('from 1 to 5') by column; every load checks them.
        faces: leaderboards that display a column, by column (`column_faces.py`).
        page: 'stored' if site pages contain the rows of the view although no figure uses them; 'slow' if the view takes
            a minute in a browser, so that pages and frozen lakes contain its rows; 'none' if the rows of a table are
            never exported.
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
        """First sentence of the meaning."""
        return re.split(r"(?<=[.!?])\s", self.meaning, maxsplit=1)[0]

    @property
    def ranges(self) -> dict[str, tuple[float, float]]:
        """Lowest and highest value of each column with a check."""
        found = {name: _RANGE.fullmatch(text) for name, text in self.checks.items()}
        return {name: (json.loads(one[1]), json.loads(one[2])) for name, one in found.items() if one}

    def completed(self, glossary: Header, parameters: Collection[str], path: Path) -> Header:
        """Return the header with a description of every column and parameter, from the header or the glossary.

        Columns of the grain that are not in `columns` come first. Ranges in `checks` are appended to the descriptions.
        """
        grain = [key for each in self.grain.split(",") if _NAME.fullmatch(key := each.strip())]
        names = dict.fromkeys([*(key for key in grain if key not in self.columns), *self.columns])
        columns = {name: self.columns.get(name) or glossary.columns.get(name, "") for name in names}
        params = {name: self.params.get(name) or glossary.params.get(name, "") for name in parameters}
        if unknown := [name for name, text in (*columns.items(), *params.items()) if not text]:
            raise SqlFileError(f"{path}: neither the header nor sql/glossary.txt describes {', '.join(unknown)}")
        if spare := [name for name in self.params if name not in params]:
            raise SqlFileError(f"{path}: the header describes {', '.join(spare)}, but the macro has no such parameter")
        if spare := [name for name in self.checks if name not in columns]:
            raise SqlFileError(f"{path}: checks in the header names {', '.join(spare)}, which is not a column")
        columns |= {name: f"{columns[name]}; {text}" for name, text in self.checks.items()}
        return self._replace(columns=columns, params=params)


@cache
def read_glossary(path: Path) -> Header:
    """Read a glossary: descriptions of columns and parameters that headers share, in the format of headers."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return parse_header("".join(f"-- {line}\n" for line in lines), path)[0]


def parse_header(text: str, path: Path) -> tuple[Header, str]:
    """Return the header and the statement of a SQL file with this text."""
    lines = text.splitlines()
    end = next((i for i, line in enumerate(lines) if not line.startswith("--")), len(lines))
    fields: dict[str, Any] = {"meaning": [], "columns": {}, "checks": {}, "params": {}, "measures": {}, "faces": {}}
    current = "meaning"
    item: str | None = None
    for raw in lines[:end]:
        line = raw[2:].strip()
        if not line:
            continue
        is_indented = raw.startswith("--  ")  # an entry of a list, so that a column may be named 'source'
        if not is_indented and (match := _FIELD.match(line)):
            current, item = match["key"], None
            if current not in _LISTS:
                fields[current] = [match["text"]] if match["text"] else []
            elif match["text"]:
                raise SqlFileError(f"{path}: header line '{line}': each entry of {current} must be on a separate line")
        elif current in _LISTS:
            if match := _NAMES.fullmatch(raw.rstrip()):
                fields[current] |= dict.fromkeys(match["names"].split(", "), "")
            elif match := _ITEM.match(line):
                item = match["name"]
                fields[current][item] = match["text"]
            elif item is not None:
                fields[current][item] += " " + line
            else:
                raise SqlFileError(f"{path}: header line '{line}' is not an entry of {current}")
        else:
            fields.setdefault(current, []).append(line)
    if invalid := [name for name, text in fields["checks"].items() if not _RANGE.fullmatch(text)]:
        raise SqlFileError(f"{path}: the check of {invalid[0]} is not a range; write 'from LOWEST to HIGHEST'")
    if not fields["meaning"]:
        raise SqlFileError(f"{path}: the file must begin with a comment that describes the object")

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
