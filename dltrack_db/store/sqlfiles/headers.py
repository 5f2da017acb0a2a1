"""The comment block at the top of a SQL file: the documentation of the object that the file defines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dltrack_db.errors import SqlFileError

_FIELD = re.compile(r"^(?P<key>source|grain|params|columns|returns|needs|caveats|example):\s*(?P<text>.*)$")
_ITEM = re.compile(r"^(?P<name>[a-z_][a-z0-9_]*):\s*(?P<text>.*)$")
_INHERITED = re.compile(r"as (?P<name>[a-z_]+\.[a-z_0-9]+)")
_LISTS = ("columns", "params")


@dataclass(frozen=True)
class Header:
    """The documentation at the top of a SQL file.

    `meaning` is prose, its first sentence the summary; `columns` and `params`
    map names to their descriptions in file order; `params_as` names the macro
    whose descriptions serve for parameters of the same name (`params: as
    metrics.hits`); `needs` lists words of `catalog.needs`; the rest is prose or empty.
    """

    meaning: str
    source: str
    grain: str
    columns: dict[str, str]
    params: dict[str, str]
    returns: str
    caveats: str
    example: str
    params_as: str = ""
    needs: str = ""

    @property
    def summary(self) -> str:
        """The first sentence of the meaning."""
        return re.split(r"(?<=[.!?])\s", self.meaning, maxsplit=1)[0]


def parse_header(text: str, path: Path) -> tuple[Header, str]:
    """Split a file into its header and the statement below it.

    Raises:
        SqlFileError: no comment block at the top, or no meaning in it.
    """
    lines = text.splitlines()
    end = next((i for i, line in enumerate(lines) if not line.startswith("--")), len(lines))
    fields: dict[str, Any] = {"meaning": [], "columns": {}, "params": {}}
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
            elif inherited := _INHERITED.fullmatch(match["text"]):
                fields["params_as"] = [inherited["name"]]
            elif match["text"]:
                raise SqlFileError(f"{path}: header line «{line}»: entries of {current} stand on lines of their own")
        elif current in _LISTS:
            if match := _ITEM.match(line):
                item = match["name"]
                fields[current][item] = match["text"]
            elif item is not None:
                fields[current][item] += " " + line
            else:
                raise SqlFileError(f"{path}: header line «{line}» names no entry of {current}")
        else:
            fields.setdefault(current, []).append(line)
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
        params_as=prose("params_as"),
        needs=prose("needs"),
    )
    return header, "\n".join(lines[end:]).strip()
