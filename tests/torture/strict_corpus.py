"""The archives and records of v2 corpora once more and independently: plain Python, no tarfile, nothing of dltrack.

Two liberties of DuckDB's JSON reader are granted, as they leave the texts what
they are: a comma before a closing bracket, and values that are no strings, which
are read as their JSON.
"""

from __future__ import annotations

import json
import re
import zlib
from itertools import pairwise

from torture.strict_parser import Refused

_BLOCK = 512
_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|(?<=[^\s\[{,])\s*,(\s*[}\]])')
_SPANS = re.compile(r"\(\d+,\d+\)(,\(\d+,\d+\))*", re.ASCII)
_DOCUMENT = re.compile(r"msmarco_doc_\d{2}_(0|[1-9]\d*)", re.ASCII)
FIELDS = {"passage": ("pid", "passage", "spans", "docid"), "doc": ("docid", "url", "title", "headings", "body")}


def members(content: bytes) -> list[tuple[str, bytes]]:
    """Names and packed contents of the files in a tar of the plain old form."""
    found: list[tuple[str, bytes]] = []
    place = 0
    while any(header := content[place : place + _BLOCK]):
        if len(header) < _BLOCK:
            raise Refused("cut within a header")
        name, size, kind = _entry(header)
        place += _BLOCK
        data = content[place : place + size]
        if len(data) < size:
            raise Refused("cut within a file")
        if name.startswith("/") or ".." in name.split("/") or "\\" in name:
            raise Refused("a name that points outside")
        if kind in b"0\0" and not (kind == b"\0" and name.endswith("/")):
            found.append((name, data))
        elif kind != b"5":
            raise Refused("no plain file")
        place += -(-size // _BLOCK) * _BLOCK
    if len(header) < _BLOCK:
        raise Refused("no end")
    return found


def _entry(header: bytes) -> tuple[str, int, bytes]:
    unsigned = sum(header[:148]) + 8 * 32 + sum(header[156:])
    signed = unsigned - 256 * sum(byte > 127 for byte in header[:148] + header[156:])
    if _octal(header[148:156]) not in (unsigned, signed):
        raise Refused("a header's checksum")
    name = header[:100].split(b"\0")[0]
    if header[257:263] == b"ustar\0" and header[345:346] != b"\0":
        name = header[345:500].split(b"\0")[0] + b"/" + name
    return name.decode("utf-8", "surrogateescape"), _octal(header[124:136]), header[156:157]


def _octal(field: bytes) -> int:
    digits = field.split(b"\0")[0].strip(b" ")
    if not re.fullmatch(rb"[0-7]*", digits):
        raise Refused("a header's number")
    return int(digits or b"0", 8)


def inflate(packed: bytes) -> bytes:
    """The bytes of a member, gzip or not; gzip may have several parts."""
    if not packed.startswith(b"\x1f\x8b"):
        return packed
    plain = b""
    while packed:
        inflater = zlib.decompressobj(31)
        try:
            plain += inflater.decompress(packed)
        except zlib.error as error:
            raise Refused(f"gzip: {error}") from error
        if not inflater.eof:
            raise Refused("gzip: cut")
        packed = inflater.unused_data
    return plain


def corpus(kind: str, content: bytes) -> list[tuple]:
    """The rows of all members of a tar of passages ('passage') or documents ('doc')."""
    rows: list[tuple] = []
    named: set[str] = set()
    for path, packed in members(content):
        name = path.rsplit("/", 1)[-1]
        stem = name.removesuffix(".gz")
        if not re.fullmatch(rf"msmarco_{kind}_\d{{2}}", stem, re.ASCII):
            raise Refused("a foreign file")
        if name in named:
            raise Refused("a file twice")
        named.add(name)
        rows += records(kind, f"{stem}_", inflate(packed))
    if not named:
        raise Refused("no file")
    keys = [_key(row[0]) for row in rows]
    if any(second <= first for first, second in pairwise(keys)):
        raise Refused("ids do not rise")
    return rows


def _key(identifier: str) -> tuple[int, int]:
    bundle, number = identifier.rsplit("_", 2)[-2:]
    return int(bundle), int(number)


def records(kind: str, stem: str, plain: bytes) -> list[tuple]:
    """The rows of a member, whose ids are the places of their lines."""
    if plain and not plain.endswith(b"\n"):
        raise Refused("cut within a line")
    rows, place = [], 0
    for number, line in enumerate(plain.split(b"\n")[:-1], start=1):
        fields = _fields(line, FIELDS[kind], number)
        identifier, text = fields[0], fields[1 if kind == "passage" else -1]
        if identifier != f"{stem}{place}":
            raise Refused("an id that is not its place", (number,))
        lengths = (len(text.encode()), len(text))
        if kind == "passage":
            spans, document = fields[2:]
            if not _SPANS.fullmatch(spans):
                raise Refused("spans", (number,))
            if not _DOCUMENT.fullmatch(document) or int(document.rsplit("_", 1)[1]) >= 10**10:
                raise Refused("a document id", (number,))
        rows.append((identifier, *lengths, *fields[1:]))
        place += len(line) + 1
    return rows


def _fields(line: bytes, names: tuple[str, ...], number: int) -> list[str]:
    try:
        text = _COMMA.sub(r"\1\2", line.decode("utf-8"))
        row = json.loads(text, parse_constant=_no_number, object_pairs_hook=_Object)
        if isinstance(row, _Object) and row.twice & set(names):
            raise Refused("a field twice", (number,))
        found = [_text(row[name]) for name in names] if isinstance(row, dict) else [None]
        if None in found:
            raise Refused("no text", (number,))
        for value in found:
            value.encode()
            if "\0" in value:  # a text that C programs cut there
                raise Refused("a NUL character", (number,))
    except (ValueError, KeyError, RecursionError) as error:  # of json, and of what is no UTF-8
        raise Refused(f"no record ({error})", (number,)) from error
    return found


class _Object(dict):
    """A JSON object that knows which of its names occur twice."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        names = [name for name, _ in pairs]
        self.twice = {name for name in names if names.count(name) > 1}


def _text(value: object) -> str | None:
    """What stands for a value: a number, list or object is read as its JSON."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no JSON")
