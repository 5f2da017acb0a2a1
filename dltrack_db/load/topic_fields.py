"""Fields of topics other than their text, which become notes on topics."""

from __future__ import annotations

from dltrack_db.base.files.plainfile import PlainFile
from dltrack_db.base.recipes import TopicNotesSpec
from dltrack_db.errors import UsageError
from dltrack_db.load.plan import Item

SUFFIX = "/fields"
"""Suffix of the notes' name in `main.query_attributes`, after the query set."""
TAGGED = "tagged_topics"
"""The reader of topics between tags, a module; the others are SELECTs in `ingest/read`."""
READERS = {"<": TAGGED, "{": "topics_json", "[": "topics_json"}
"""Readers of topics with several fields, by the first character of the file."""


_IDS, _TEXTS = {"qid", "query_id", "topic_id", "id", "_id"}, {"query", "text", "title", "answer"}


def columns(plain: PlainFile) -> list[str]:
    """Return the columns of topics or answers in CSV (as in RAGElo), or [] for other files."""
    names = [name.strip(' "\ufeff\r').casefold() for name in plain.first_line.split(",")]
    is_table = not plain.has_tab and len({*names}) == len(names) and _IDS & {*names} and _TEXTS & {*names}
    return names if is_table else []


def reader(plain: PlainFile) -> str:
    """Return the reader of a file of topics: for fields (CSV, tags, JSON), two columns, or ids alone."""
    if columns(plain):
        return READERS["{"]
    line = plain.first_line.strip("\ufeff \t")
    inside = line[1:].lstrip(" \t")[:1]
    begins = {"<": True, "{": inside in ("", '"', "}"), "[": inside in ("", "{", "]")}
    if begins.get(line[:1]):
        return READERS[line[:1]]
    is_number = len(line.split()) == 1 and not line.startswith("#")
    return "topics_ids" if is_number and not plain.has_tab and plain.lines > 1 else "queries"


def extract(item: Item, plain: PlainFile) -> Item | None:
    """Return the fields of a file of topics as a file of notes; None if it has none."""
    if item.part != "queries" or item.has_clicks:
        return None
    if reader(plain) not in READERS.values():
        if item.text_field:
            raise UsageError(f"the topics in {plain.source} have no fields; leave out --text {item.text_field}")
        return None
    spec = item.spec
    name = f"{item.name}{SUFFIX}"
    notes_spec = TopicNotesSpec(
        "query-attributes",
        name,
        spec.file if spec else "",
        url=spec.url if spec else None,
        md5=spec.md5 if spec else (),
        query_set=item.name,
    )
    return Item("query-attributes", name, None, item.path, (), notes_spec)
