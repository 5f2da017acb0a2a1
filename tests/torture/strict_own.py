"""Texts of users and their mapping once more and independently: plain Python, pyarrow for Parquet, no dltrack."""

from __future__ import annotations

import io
import json
import unicodedata
import zlib

from torture.strict_corpus import _COMMA, _no_number, _Object, inflate
from torture.strict_parser import Refused

IDS = ("id", "_id", "pid", "passage_id", "docid", "doc_id", "docno")
TEXTS = ("text", "passage", "contents", "content", "body", "segment")
PASSAGES = ("id", "_id", "pid", "passage_id")
DOCUMENTS = ("docid", "doc_id", "document_id", "document", "docno")
_OTHERS = ("title", "url", "headings")


def load(content: bytes, mapping: bytes | None) -> list[tuple]:
    """Ids, texts and documents in the order of the file."""
    rows = texts(content)
    documents = {} if mapping is None else mapped(mapping)
    ids = [row[0] for row in rows]
    if len(set(ids)) < len(ids):
        raise Refused("an id twice")
    if documents.keys() - set(ids):
        raise Refused("a mapped passage that is not there")
    return [(identifier, text, documents.get(identifier)) for identifier, text in rows]


def texts(content: bytes) -> list[tuple[str, str]]:
    """Ids and texts."""
    if content.startswith(b"PAR1"):
        return _parquet(content)
    lines = _lines(content)
    if lines[0].lstrip().startswith("["):
        raise Refused("a list")
    if lines[0].lstrip().startswith("{"):
        names = list(_object(lines[0]))
        identifier, text = _first(names, IDS), _first(names, TEXTS)
        return [_row(_object(line), identifier, text) for line in lines]
    cells = [line.removesuffix("\r").split("\t") for line in lines]
    names = cells[0]
    if set(IDS) & set(names) and set(TEXTS) & set(names):
        places = [names.index(_first(names, IDS)), names.index(_first(names, TEXTS))]
        title = names.index("title") if "title" in names else None
        cells = cells[1:]
    elif len(names) in (2, 3) and names[0].strip().casefold() not in {*IDS, *DOCUMENTS}:
        places, title = [0, len(names) - 1], 1 if len(names) == 3 else None
    else:
        raise Refused("columns of no known form")
    rows = []
    for row in cells:
        if len(row) != len(names) or "\0" in "".join(row):
            raise Refused("other columns, or a NUL")
        text = row[places[1]]
        rows.append((_fit(row[places[0]]), f"{row[title]} {text}" if title is not None and row[title] else text))
    return rows


def mapped(content: bytes) -> dict[str, str]:
    """The documents of passages."""
    lines = _lines(content)
    if lines[0].lstrip().startswith("["):
        raise Refused("a list")
    if lines[0].lstrip().startswith("{"):
        names = list(_plain(lines[0]))
        keys = _first(names, PASSAGES), _first(names, DOCUMENTS)
        pairs = [tuple(_id(row.get(key)) for key in keys) for row in map(_plain, lines)]
    else:
        cells = [line.removesuffix("\r").split("\t") for line in lines]
        names = cells[0]
        places = (0, 1)
        if set(PASSAGES) & set(names) and set(DOCUMENTS) & set(names):
            places = names.index(_first(names, PASSAGES)), names.index(_first(names, DOCUMENTS))
            cells = cells[1:]
        elif len(names) != 2 or names[0].strip().casefold() in {*IDS, *DOCUMENTS}:
            raise Refused("columns of no known form")
        if any(len(row) != len(names) for row in cells):
            raise Refused("other columns")
        pairs = [tuple(_fit(row[place]) for place in places) for row in cells]
    if not pairs or len({passage for passage, _ in pairs}) < len(pairs):
        raise Refused("nothing, or a passage twice")
    return dict(pairs)


def _parquet(content: bytes) -> list[tuple[str, str]]:
    import pyarrow.parquet

    try:
        table = pyarrow.parquet.read_table(io.BytesIO(content))
        rows = table.to_pylist()
    except Exception as error:  # whatever its library says of a damaged file
        raise Refused(f"no Parquet: {error}") from error
    identifier, text = _first(table.column_names, IDS), _first(table.column_names, TEXTS)
    return [_row(row, identifier, text) for row in rows]


def _row(row: dict[str, object], identifier: str, text: str) -> tuple[str, str]:
    for name in (text, *(name for name in _OTHERS if row.get(name) is not None)):
        value = row.get(name)
        if not isinstance(value, str) or "\0" in value:
            raise Refused(f"{name} is no text")
    title = row.get("title")
    return _id(row.get(identifier)), f"{title} {row[text]}" if title else str(row[text])


def _lines(content: bytes) -> list[str]:
    try:
        plain = inflate(content).removeprefix(b"\xef\xbb\xbf")
        lines = plain.decode().removesuffix("\n").split("\n")
    except (UnicodeDecodeError, zlib.error) as error:
        raise Refused("no text") from error
    if not all(line.strip() for line in lines):
        raise Refused("an empty line")
    return lines


def _object(line: str) -> dict[str, object]:
    row = _plain(_COMMA.sub(r"\1\2", line))
    if isinstance(row, _Object) and row.twice:
        raise Refused("a field twice")
    return row


def _plain(line: str) -> dict[str, object]:
    try:
        row = json.loads(line, parse_constant=_no_number, object_pairs_hook=_Object)
        json.dumps(row, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise Refused(f"no JSON: {error}") from error
    if not isinstance(row, dict):
        raise Refused("no object")
    return row


def _first(names: list[str], known: tuple[str, ...]) -> str:
    for name in known:
        if name in names:
            return name
    raise Refused("no such field")


def _id(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise Refused("no id")
    return _fit(str(value))


def _fit(identifier: str) -> str:
    odd = any(unicodedata.category(sign)[0] in "CZ" and unicodedata.category(sign) != "Cn" for sign in identifier)
    if odd or not 0 < len(identifier.encode()) <= 2048:
        raise Refused("an id that is none")
    return identifier
