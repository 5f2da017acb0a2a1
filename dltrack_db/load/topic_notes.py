"""Read users' tables of notes on topics, such as the kind of a query or its predicted difficulty."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from pathlib import Path

from dltrack_db.base import names, numbers
from dltrack_db.base.files import plainfile
from dltrack_db.base.recipes import TopicNotesSpec
from dltrack_db.errors import FormatError
from dltrack_db.load import run_tables
from dltrack_db.load.plan import Item

_TOPIC = ("query_id", "qid", "topic")
"""Valid names of the column with the topic."""


def read(source: Path, folder: Path, name: str, query_set: str, topics: Collection[str]) -> tuple[Item, list[str]]:
    """Check a table of notes on topics and write it in the form of a load; return the item and messages for the user.

    One column is the topic. Each other column becomes an attribute in `main.query_attributes`, with text or numbers as
    values. Empty values are left out; line ends and tabs become blanks. A column with both numbers and text is treated
    as text, which a message reports. `name` is the name of the notes in `main.query_attributes`, `topics` are the
    topics of `query_set`, and `folder` must be empty.
    """
    rows = list(_rows(source, folder))
    columns = list(dict.fromkeys(key for row in rows for key in row.values))
    topic = next((column for column in _TOPIC if column in columns), None)
    note_names = [column for column in columns if column and column != topic]
    if topic is None or not note_names:
        raise FormatError(
            f"{source}:1: the first line must name the columns: query_id, and one column for each note; or write "
            'lines of JSON such as {"query_id": "1", "kind": "question"}'
        )
    lines = ["\t".join([topic, *note_names])]
    texts: dict[str, list[str]] = {column: [] for column in note_names}
    for row in rows:
        if row.values.get(topic, "") not in topics:
            raise FormatError(
                f"{row.place}: '{row.values.get(topic, '')}' is not a topic of the collection; remove the line"
            )
        values = [" ".join(row.values.get(column, "").split()) for column in (topic, *note_names)]
        for column, value in zip(note_names, values[1:], strict=True):
            if value and not numbers.is_number(value):
                texts[column].append(f"{row.place}: '{value}'")
        lines.append("\t".join(values))
    path = folder / "notes.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    remarks = []
    for column, others in texts.items():
        total = sum(bool(row.values.get(column)) for row in rows)
        if others and len(others) < total:
            remarks.append(
                f"{column} is treated as text, because {len(others)} of {total} values are not numbers ({others[0]})"
            )
    spec = TopicNotesSpec("query-attributes", name, "", query_set=query_set)
    return Item("query-attributes", name, None, path, (), spec, display_name=str(source)), remarks


def _rows(source: Path, folder: Path) -> Iterator[run_tables.Row]:
    plain = plainfile.open_plain(source, folder)
    if not plain.first_line.lstrip().startswith("{"):
        yield from run_tables.read(source, folder, str(source), _TOPIC).rows
        return
    with plain.path.open(encoding="utf-8-sig", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield run_tables.Row(f"{source}:{number}", _object(line, f"{source}:{number}"))


def _object(line: str, place: str) -> dict[str, str]:
    """Return the values of a JSON line as text, null as ''."""
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{place}: not valid JSON ({error}); correct the line") from error
    if not isinstance(values, dict):
        raise FormatError(f"{place}: not a JSON object; write one object per line, with query_id and the notes")
    for key, value in values.items():
        if isinstance(value, dict | list):
            raise FormatError(f"{place}: {names.displayed_name(key)} must be text or a number, not {json.dumps(value)}")
        if mark := names.steering_mark(key) or names.steering_mark(str(value)):
            raise FormatError(f"{place}: {names.displayed_name(key)} contains {mark}; remove the character")
    return {
        key.strip(): value if isinstance(value, str) else "" if value is None else json.dumps(value)
        for key, value in values.items()
    }
