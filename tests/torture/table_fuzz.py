"""Mutated tables about runs through the loader's reader: read exactly as a parser of its own reads them, or refused.

The parser here knows nothing of Python's: a machine of four states, over characters.
"""

from __future__ import annotations

import csv
import random
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from dltrack_db.base import names
from dltrack_db.errors import DltrackError
from dltrack_db.load import run_descriptions
from torture import mutations
from torture.fuzz import Figures
from torture.strict_parser import Refused

HEADERS = ("run_id", "team", "category", "subtask", "stage", "dense")
KNOWN = {*HEADERS, "submitted_on", "submitted_md5", "judged"}
_MISSPELT = re.compile(r"runs\.csv:1: column .* is unknown; did you mean")
VALUES = {"subtask": ("fullrank", "rerank"), "stage": ("single", "multi"), "dense": ("true", "false")}


def campaign(count: int, seed: int, folder: Path) -> Figures:
    """Try `count` mutated tables."""
    figures = Figures()
    chance = random.Random(seed)
    for _ in range(count):
        content = mutated(chance)
        compare(content, folder, figures)
    return figures


def mutated(chance: random.Random) -> bytes:
    """One table as a spreadsheet or a program writes it, spoiled now and then."""
    columns = ["run_id", *chance.sample(HEADERS[1:], chance.randint(1, 5))]
    rows = [
        [f"run{number}" if name == "run_id" else _value(name, chance) for name in columns]
        for number in range(chance.randint(1, 6))
    ]
    table = mutations.spoil([columns, *rows], chance) if chance.random() < 0.6 else [columns, *rows]
    separator, end = chance.choice(",;\t"), chance.choice(("\n", "\n", "\r\n", "\r", "\n\n"))
    text = end.join(separator.join(_cell(cell, separator, chance) for cell in row) for row in table)
    content = (text + chance.choice((end, ""))).encode("utf-8", "surrogatepass")
    content = (b"\xef\xbb\xbf" if chance.random() < 0.2 else b"") + content
    return mutations.damage(content, chance) if chance.random() < 0.3 else content


def _value(name: str, chance: random.Random) -> str:
    if name in VALUES:
        return chance.choice((*VALUES[name], ""))
    if chance.random() < 0.03:
        return chance.choice(("esc\x1b[31m", "\u202eback", "next\x85line", "\u2028"))
    return chance.choice(("north", "", "two\nlines", "a, b; c", 'the "best"', " Zürich "))


def _cell(cell: str, separator: str, chance: random.Random) -> str:
    if any(odd in cell for odd in (separator, '"', "\n", "\r")) or chance.random() < 0.1:
        return '"' + cell.replace('"', '""') + '"' if chance.random() < 0.97 else cell
    return cell


def compare(content: bytes, folder: Path, figures: Figures) -> None:
    """Read one table both ways; count what came of it."""
    figures.tried += 1
    source, target = folder / "runs.csv", folder / "read.csv"
    source.write_bytes(content)
    try:
        wanted: list[dict[str, str]] | Refused = strict(content)
    except Refused as refused:
        wanted = refused
    try:
        run_descriptions.write(source, "c", target)
    except DltrackError as error:
        if _MISSPELT.search(str(error)) and not KNOWN.issuperset(_columns(_text(content))):
            figures.refused_with_reason += 1  # what is near to a known name is judged by the program alone
        elif not isinstance(wanted, Refused):
            figures.wrong.append(("table", content, f"refused, though nothing is wrong: {error}"))
        elif len(str(error)) < 30 or str(source) not in str(error):
            figures.wrong.append(("table", content, f"refused without a reason: {error}"))
        elif wanted.lines and not any(f"runs.csv:{line}: " in str(error) for line in wanted.lines):
            figures.wrong.append(("table", content, f"another line than {wanted.lines}, {wanted.reason}: {error}"))
        else:
            figures.refused_with_reason += 1
        return
    with target.open(encoding="utf-8", newline="") as file:
        found = [{name: row[name] for name in HEADERS if row[name]} for row in csv.DictReader(file)]
    if isinstance(wanted, Refused):
        figures.wrong.append(("table", content, f"read, though {wanted.reason} {wanted.lines}"))
    elif found != wanted:
        figures.wrong.append(("table", content, f"read as {found}, which is {wanted}"))
    else:
        figures.loaded_equal += 1


def strict(content: bytes) -> list[dict[str, str]]:
    """The rows, without what is empty.

    Raises:
        Refused: something is wrong, with the lines it is wrong in where they are known.
    """
    text = _text(content)
    columns = _columns(text)
    records = _records_of(text)
    next(records, None)
    is_twice = any(name and columns.count(name) > 1 for name in columns)
    if "run_id" not in columns or is_twice or any(map(_steers, "".join(columns))):
        raise Refused("the header", (1,))
    rows: dict[str, dict[str, str]] = {}
    for line, fields in records:
        if len(fields) != len(columns):
            raise Refused("the number of columns", (line,))
        if any(map(_steers, "".join(fields))):
            raise Refused("a control character", (line,))
        row = {name: value.strip() for name, value in zip(columns, fields, strict=True) if value.strip()}
        run = row.get("run_id", "")
        bad = any(row.get(name, allowed[0]) not in allowed for name, allowed in VALUES.items())
        if names.problem(run) or run in rows or bad:
            raise Refused(f"run {run!r}", (line,))
        rows[run] = {name: row[name] for name in HEADERS if name in row}
    return [*rows.values()]


def _text(content: bytes) -> str:
    try:
        text = content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise Refused("no UTF-8") from error
    if not content or "\0" in text:
        raise Refused("empty, or with a NUL")
    if content.startswith((b"\xff\xfe", b"\x1f\x8b")):
        raise Refused("another kind of file")
    return text


def _records_of(text: str) -> Iterator[tuple[int, list[str]]]:
    first = re.sub('"[^"]*"', "", re.split("[\r\n]", text.lstrip("\r\n"))[0])
    return _records(text, max(",;\t", key=first.count))


def _columns(text: str) -> list[str]:
    """The names in the header: known ones in small letters, the others, which are notes, as they stand."""
    _, names_found = next(_records_of(text), (1, []))
    stripped = [name.strip() for name in names_found]
    return [name.lower() if name.lower() in KNOWN else name for name in stripped]


def _steers(sign: str) -> bool:
    """Control characters but line ends and tabs, and marks of direction, by their names."""
    if unicodedata.category(sign) in ("Cc", "Zl", "Zp"):
        return sign not in "\n\r\t"
    words = ("LEFT-TO-RIGHT", "RIGHT-TO-LEFT", "DIRECTIONAL", "ARABIC LETTER MARK")
    return unicodedata.category(sign) == "Cf" and any(word in unicodedata.name(sign, "") for word in words)


def _records(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    fields, field, state, line, began, is_blank = [], "", "start", 1, 1, True
    place = 0
    while place < len(text):
        sign = text[place]
        end = "\r\n" if text.startswith("\r\n", place) else sign if sign in "\r\n" else ""
        place += len(end) or 1
        if state == "quoted":
            if sign == '"':
                state = "after"
            else:
                field += end or sign
                line += bool(end)
            continue
        if end:
            if not is_blank:
                yield began, [*fields, field]
            line += 1
            fields, field, state, began, is_blank = [], "", "start", line, True
        elif sign == separator:
            fields.append(field)
            field, state, is_blank = "", "start", False
        elif sign == '"' and state in ("start", "after"):
            field += '"' if state == "after" else ""
            state, is_blank = "quoted", False
        elif state == "after":
            raise Refused("a letter behind a quote", (began,))
        else:
            field, state, is_blank = field + sign, "plain", False
    if state == "quoted":
        raise Refused("an open quote", (began,))
    if not is_blank:
        yield began, [*fields, field]
