"""Mutated labels with named columns, as CSV, JSON lines and Parquet, and nuggets as an object of topics.

They go through the loader's readers and expectations, and are checked against parsers of their own: CSV by a walk over
characters, JSON by Python's json, Parquet by pyarrow. The names of columns stay as they are; what is below is spoiled.
"""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
from pyarrow import parquet

from dltrack_db.base import resources
from dltrack_db.base.files import plainfile
from dltrack_db.base.recipes import CollectionSpec
from dltrack_db.errors import DltrackError
from dltrack_db.load import expectations
from dltrack_db.load.plan import Item, Plan, StagedFile
from dltrack_db.load.staging import Staging, check_text
from dltrack_db.store import database
from torture import mutations
from torture.fuzz import Figures, Verdict
from torture.strict_parser import _NUMBER, Refused, _can_be_shown, lines

Row = tuple[str, str, int]
NAMES = ["query_id", "doc_id", "label"]


def campaign(count: int, seed: int, folder: Path) -> Figures:
    """Try `count` mutated files."""
    figures, chance = Figures(), random.Random(seed)
    for number in range(count):
        kind = ("csv", "json", "csv", "json", "parquet", "nuggets")[number % 6]
        content = MAKERS[kind](chance, folder)
        path = folder / "labels"
        path.write_bytes(content)
        compare(kind, content, verdict(kind, path, folder), figures)
    return figures


def verdict(kind: str, path: Path, scratch: Path) -> Verdict:
    """The loader's reading of one file."""
    part = "nuggets" if kind == "nuggets" else "qrels"
    table, columns = (
        ("nuggets", "query_id, text, position") if kind == "nuggets" else ("qrels", "query_id, doc_id, relevance")
    )
    spec = CollectionSpec(collection="c", task="docs", query_set="c")
    item = Item(part, "n", "c", path)
    con = database.connect("500MB", threads=1)
    try:
        (plain,) = plainfile.open_all([path], scratch, takes_parquet=lambda _: kind == "parquet")
        file = StagedFile(1, item, plain, str(path), "none")
        check_text(file)
        staging = Staging(con, Plan("c", (spec,), (item,)))
        staging.read([file])
        con.execute(resources.script("ingest/staging/know_staged"))
        con.execute(resources.script("ingest/staging/subtopics"))
        suite = expectations.load_suite(part)
        for entry in suite.expectations:
            if entry.severity == "error" and (found := expectations.offenders(con, suite, entry)):
                return Verdict(
                    reason=f"{path}: {entry.name}: {found[0].detail}", lines={one.line or 0 for one in found}
                )
        return Verdict(rows=con.execute(f"select {columns} from staging.{table} order by rowid").fetchall())
    except DltrackError as error:
        return Verdict(reason=str(error))
    finally:
        con.close()


def compare(kind: str, content: bytes, found: Verdict, figures: Figures) -> None:
    """Count one file."""
    figures.tried += 1
    try:
        wanted: list[Row] | Refused = PARSERS[kind](content)
    except Refused as refused:
        wanted = refused
    if found.rows is None and len(found.reason) < 20:
        figures.wrong.append((kind, content, f"refused without a reason: {found.reason}"))
    elif isinstance(wanted, Refused) and found.rows is not None:
        figures.wrong.append((kind, content, f"loaded, though {wanted.reason} {wanted.lines}"))
    elif isinstance(wanted, Refused):
        figures.refused_with_reason += 1
    elif found.rows is None:
        figures.wrong.append((kind, content, f"refused, though valid: {found.reason}"))
    elif found.rows != wanted:
        figures.wrong.append((kind, content, f"loaded as {found.rows[:4]}, which is {wanted[:4]}"))
    else:
        figures.loaded_equal += 1


def _rows(chance: random.Random) -> list[list[str]]:
    valid = [[row[0], row[2], row[3]] for row in mutations.valid_qrels(chance)]
    return mutations.spoil(valid, chance) if chance.random() < 0.7 else valid


def _csv(chance: random.Random, _: Path) -> bytes:
    end = chance.choice(("\n", "\n", "\r\n", "\n\n"))

    def cell(text: str) -> str:
        is_odd = any(mark in text for mark in ',"') or chance.random() < 0.1
        return '"' + text.replace('"', '""') + '"' if is_odd and chance.random() < 0.95 else text

    body = end.join(",".join(map(cell, row)) for row in _rows(chance)).encode("utf-8", "surrogatepass")
    if chance.random() < 0.2:
        body = mutations.damage(body, chance)
    return chance.choice((b"", b"\xef\xbb\xbf")) + ",".join(NAMES).encode() + end.encode() + body


def _json(chance: random.Random, _: Path) -> bytes:
    records: list[Any] = [dict(zip(NAMES, row, strict=False)) for row in _rows(chance)]
    for record in records:
        if chance.random() < 0.5 and re.fullmatch("-?[1-9][0-9]{0,5}", record.get("label", "")):
            record["label"] = int(record["label"])
        if chance.random() < 0.03:
            odd = (None, True, [], {}, 1.5, 1e99, [[[]]], {"a": 1}, 10**30)
            record[chance.choice([*NAMES, "more"])] = chance.choice(odd)
    # the first says which keys there are
    first = {"query_id": "0", "doc_id": "first", "label": 0}
    text = "\n".join(json.dumps(record, ensure_ascii=chance.random() < 0.5) for record in [first, *records])
    content = text.encode("utf-8", "surrogatepass") + chance.choice((b"", b"\n"))
    head = content.index(b"\n") + 1 if b"\n" in content else len(content)
    return content[:head] + mutations.damage(content[head:], chance) if chance.random() < 0.3 else content


def _parquet(chance: random.Random, folder: Path) -> bytes:
    rows = [[*row, "", "", ""][:3] for row in _rows(chance)]
    columns: list[Any] = [
        pyarrow.array([text.encode("utf-8", "replace").decode() for text in column])
        for column in zip(*rows, strict=True)
    ]
    if chance.random() < 0.5:
        columns[2] = pyarrow.array(
            [chance.choice((0, 1, 2, 3, -1, None, 70_000)) if chance.random() < 0.1 else 1 for _ in rows]
        )
    elif chance.random() < 0.5:
        columns[2] = pyarrow.array(
            [chance.choice((0.5, math.nan, math.inf, 2.0)) if chance.random() < 0.1 else 1.0 for _ in rows]
        )
    path = folder / "frame"
    parquet.write_table(pyarrow.table(columns, NAMES), path)
    content = path.read_bytes()
    return mutations.damage(content, chance) if chance.random() < 0.5 else content


def _nuggets(chance: random.Random, _: Path) -> bytes:
    topics: dict[str, Any] = {}
    for topic, document, _ in ([*row, "", "", ""][:3] for row in _rows(chance)):
        topics.setdefault(topic, []).append({"text": f"About {document}", "docid": document})
    if chance.random() < 0.2:
        topics[chance.choice([*topics])] = chance.choice(([], None, "text", [{"text": ""}], [{"docid": "a"}], [1]))
    content = json.dumps(topics, indent=chance.choice((None, 1))).encode()
    return mutations.damage(content, chance) if chance.random() < 0.3 else content


MAKERS: dict[str, Callable[[random.Random, Path], bytes]] = {
    "csv": _csv, "json": _json, "parquet": _parquet, "nuggets": _nuggets,
}  # fmt: skip


def _parse_csv(content: bytes) -> list[Row]:
    (_, header), *rest = lines(content)
    if _cells(header) != NAMES:
        raise Refused("other names")
    return _checked([(number, _cells(line)) for number, line in rest])


def _cells(line: str) -> list[str]:
    cells, place = [], 0
    while True:
        if line[place : place + 1] == '"':
            end = place + 1
            while line[end : end + 1] != '"' or line[end + 1 : end + 2] == '"':
                if end >= len(line):
                    raise Refused("an open quote")
                end += 2 if line[end] == '"' else 1
            cells.append(line[place + 1 : end].replace('""', '"'))
            place = end + 1
        else:
            end = line.find(",", place)
            cells.append(line[place : len(line) if end < 0 else end])
            place += len(cells[-1])
            if '"' in cells[-1]:
                raise Refused("a quote within")
        if place == len(line):
            return cells
        if line[place] != ",":
            raise Refused("a letter behind a quote")
        place += 1


def _parse_json(content: bytes) -> list[Row]:
    found = []
    for number, line in lines(content):
        record = _loaded(line)
        if not isinstance(record, dict):
            raise Refused("no record", (number,))
        for name in NAMES[:2]:
            if not isinstance(record.get(name), str | int) or isinstance(record[name], bool):
                raise Refused("no id", (number,))
            if isinstance(record[name], int) and not -(2**63) <= record[name] < 2**64:
                raise Refused("a large number", (number,))
        if isinstance(record.get("label"), bool | list | dict | None):
            raise Refused("no label", (number,))
        found.append((number, [str(record[name]) for name in NAMES]))
    return _checked(found)


def _loaded(text: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) < len(pairs):
            raise Refused("a key twice")
        return dict(pairs)

    def none(_: str) -> None:
        raise Refused("no number of JSON")

    try:
        if "\\u0000" in text:
            raise Refused("a NUL")
        return json.loads(text, object_pairs_hook=once, parse_constant=none)
    except (ValueError, RecursionError) as error:
        raise Refused("no JSON") from error


def _parse_parquet(content: bytes) -> list[Row]:
    try:
        table = parquet.read_table(pyarrow.BufferReader(content), page_checksum_verification=False)
        rows = table.to_pylist()
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError, ValueError, MemoryError) as error:
        raise Refused("no Parquet") from error
    if table.column_names != NAMES:
        raise Refused("other names")
    for row in rows:
        if None in row.values() or row["label"] in (math.inf, -math.inf):
            raise Refused("a value is missing")
    return _checked([(number, [str(row[name]) for name in NAMES]) for number, row in enumerate(rows, start=1)])


def _parse_nuggets(content: bytes) -> list[Any]:
    text = "\n".join(line for _, line in lines(content))
    topics = _loaded(text)
    if not isinstance(topics, dict) or not topics:
        raise Refused("no topics")
    found = []
    for topic, nuggets in topics.items():
        if not topic or not _can_be_shown(topic) or not isinstance(nuggets, list) or not nuggets:
            raise Refused("no nuggets")
        for place, nugget in enumerate(nuggets, start=1):
            if not isinstance(nugget, dict) or not isinstance(nugget.get("text"), str) or not nugget["text"].strip():
                raise Refused("no text")
            found.append((topic, nugget["text"], place))
    return found


def _checked(numbered: list[tuple[int, list[str]]]) -> list[Row]:
    if not numbered:
        raise Refused("no labels")
    rows: list[Row] = []
    for number, cells in numbered:
        if len(cells) != len(NAMES):
            raise Refused("other columns", (number,))
        query, doc, label = cells
        if not all(_can_be_shown(one) and one and not re.search(r"[ \t\r\n\f]", one) for one in (query, doc)):
            raise Refused("an id", (number,))
        grade = float(label.strip(" ")) if _NUMBER.fullmatch(label.strip(" ")) else math.nan
        if not math.isfinite(grade) or grade != math.floor(grade) or not -(2**15) <= grade < 2**15:
            raise Refused("a grade", (number,))
        if (query, doc) in {row[:2] for row in rows}:
            raise Refused("a pair twice", (number,))
        rows.append((query, doc, int(grade)))
    return rows


PARSERS: dict[str, Callable[[bytes], list[Any]]] = {
    "csv": _parse_csv, "json": _parse_json, "parquet": _parse_parquet, "nuggets": _parse_nuggets,
}  # fmt: skip
