"""What the formats are, once more and independently: plain Python, no DuckDB, nothing of dltrack.

A file is accepted whole or refused with the line of its first fault (None: the
fault is the file's). The fuzzer holds the loader against this.
"""

from __future__ import annotations

import ctypes
import math
import re
import unicodedata
from dataclasses import dataclass

_INTEGER = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


@dataclass(frozen=True)
class Refused(Exception):
    """Why a file is none of its format, and the lines at fault."""

    reason: str
    lines: tuple[int, ...] = ()


def lines(content: bytes) -> list[tuple[int, str]]:
    """The lines that carry data, numbered from 1."""
    if b"\0" in content:
        raise Refused("NUL")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused("not UTF-8") from error
    text = text.lstrip("\ufeff")
    numbered = [(number, line.rstrip("\r")) for number, line in enumerate(text.split("\n"), start=1)]
    kept = [(number, line) for number, line in numbered if line.strip(" \t\r") and not line.startswith("#")]
    if not kept:
        raise Refused("no data")
    return kept


def _integer(text: str, bits: int) -> int | None:
    if not _INTEGER.fullmatch(text):
        return None
    digits = text.lstrip("+-").lstrip("0") or "0"
    if len(digits) > 20:  # int() refuses thousands of digits
        return None
    value = -int(digits) if text.startswith("-") else int(digits)
    return value if -(2 ** (bits - 1)) <= value < 2 ** (bits - 1) else None


def _can_be_shown(identifier: str) -> bool:
    """No control character, mark that does not show or odd blank, and no more bytes than a line of an address has."""
    odd = any(unicodedata.category(char) in ("Cc", "Cf", "Co", "Zl", "Zp", "Zs") for char in identifier if char != " ")
    return len(identifier.encode()) <= 2048 and not odd


def _fields(line: str) -> list[str]:
    return re.split(r"[ \t]+", line.strip(" \t\r"))


def _collect(content: bytes, read_line, key_size: int) -> list[tuple]:
    rows, bad, seen, repeated = [], [], set(), []
    for number, line in lines(content):
        row = None if "\r" in line else read_line(line)
        if row is None or not all(map(_can_be_shown, row[:key_size])):
            bad.append(number)
            continue
        if row[:key_size] in seen:
            repeated.append(number)
        seen.add(row[:key_size])
        rows.append(row)
    if bad or repeated:
        raise Refused("bad lines", tuple(sorted(bad + repeated)))
    return rows


def run(content: bytes) -> list[tuple[str, str, int, float]]:
    """(query, document, rank, score) of every line of a run."""

    def read(line: str):
        fields = _fields(line)
        if len(fields) != 6:
            return None
        rank = _integer(fields[3], 32)
        if rank is None or not _NUMBER.fullmatch(fields[4]):
            return None
        score = float(fields[4])
        if not math.isfinite(score) or not math.isfinite(ctypes.c_float(score).value):
            return None
        return fields[0], fields[2], rank, score

    return _collect(content, read, 2)


def qrels(content: bytes) -> list[tuple[str, str, str, int, float]]:
    """(query, document, iteration, grade, label) of every line of a qrels file; the grade is the label rounded down.

    Where all iterations are natural numbers and a document of a query has several, they are subtopics, and a document
    may stand under each of them once. Where most lines have five columns, all have, the fourth is the stratum that an
    item was drawn from, and grades are whole; where most have three, there is no iteration, and grades are whole.
    """
    columns = [len(_fields(line)) for _, line in lines(content)[:1000]]
    has_strata = 2 * columns.count(5) > len(columns)
    has_three = 2 * columns.count(3) > len(columns)
    _refuse_other_columns([_fields(line) for _, line in lines(content)], has_strata=has_strata, has_three=has_three)

    def read(line: str):
        fields = _fields(line)
        if has_strata and (len(fields) != 5 or not _INTEGER.fullmatch(fields[4]) or not _can_be_shown(fields[3])):
            return None
        if has_strata:
            del fields[3]
        if has_three and len(fields) == 3:
            fields.insert(1, "0")
        elif has_three or len(fields) != 4:
            return None
        label = float(fields[3]) if _NUMBER.fullmatch(fields[3]) else math.nan
        grade = math.floor(label) if math.isfinite(label) else None
        if grade is None or not -(2**15) <= grade < 2**15:
            return None
        if has_three and grade != label:
            raise Refused("a fraction")
        return fields[0], fields[2], fields[1], grade, label

    found = [row for _, line in lines(content) if "\r" not in line and (row := read(line))]
    are_numbers = all(re.fullmatch("[0-9]+", iteration) for _, _, iteration, *_ in found)
    has_several = len({row[:3] for row in found}) > len({row[:2] for row in found})
    return _collect(content, read, 3 if are_numbers and has_several else 2)


def _refuse_other_columns(rows: list[list[str]], *, has_strata: bool, has_three: bool) -> None:
    """Refuse pairs without grades, ranks in place of grades, and 0 or Q0 in place of every document."""
    if has_three:
        threes = [row for row in rows if len(row) == 3]
        if len({row[1] for row in threes}) == 1:
            raise Refused("pairs without grades")
        thirds: dict[str, list[str]] = {}
        for row in threes:
            thirds.setdefault(row[0], []).append(row[2])
        ranks = [sorted(_integer(third, 64) or 0 for third in third_column) for third_column in thirds.values()]
        if all(counted == [*range(1, len(counted) + 1)] for counted in ranks) and max(map(len, ranks)) > 4:
            raise Refused("ranks in place of grades")
    elif not has_strata:
        thirds_of_all = {row[2] if len(row) > 2 else "" for row in rows} - {""}
        seconds = {row[1] if len(row) > 1 else "" for row in rows} - {""}
        if len(rows) > 1 and len(thirds_of_all) == 1 and thirds_of_all <= {"0", "q0", "Q0"} and len(seconds) > 1:
            raise Refused("columns two and three are swapped")


def queries(content: bytes) -> list[tuple[str, str]]:
    """(topic number, text) of every line of a topic file; topic numbers alone have no text."""
    if _are_numbers_alone(content):
        return _collect(content, lambda line: None if re.search(r"\s", line.strip(" ")) else (line.strip(" "), ""), 1)

    def read(line: str):
        number, tab, text = line.partition("\t")
        if not tab or not number or " " in number or not text.strip(" \t"):
            return None
        return number, text

    return _collect(content, read, 1)


def _are_numbers_alone(content: bytes) -> bool:
    """No tab, several lines, the first a single word that begins no tag, comment or JSON (a brace and a quote)."""
    first = content.decode("utf-8", "replace").lstrip("\ufeff").split("\n")[0].split()
    several = content.count(b"\n") + (not content.endswith(b"\n")) > 1
    is_word = len(first) == 1 and not re.match(r'[#<]|\{(["}]|$)', first[0])
    return is_word and b"\t" not in content and several
