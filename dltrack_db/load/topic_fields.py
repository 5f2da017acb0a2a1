"""Detect the format of topic files, and read fields of topics other than the text as notes on topics."""

from __future__ import annotations

from dltrack_db.base.files.plainfile import PlainFile
from dltrack_db.base.recipes import TopicNotesSpec
from dltrack_db.errors import UsageError
from dltrack_db.load.plan import Item

SUFFIX = "/fields"
"""Suffix of the name of the notes in `main.query_attributes`, after the query set."""
TAGGED = "tagged_topics"
"""The reader of topics with tags, which is a Python module; the other readers are SELECTs in `ingest/read`."""
READERS = {"<": TAGGED, "{": "topics_json", "[": "topics_json"}
"""Readers of topics with several fields, by the first character of a file."""


_IDS, _TEXTS = {"qid", "query_id", "topic_id", "id", "_id"}, {"query", "text", "title", "answer"}


def columns(plain: PlainFile) -> list[str]:
    """Return the columns of a CSV file of topics or answers (as in RAGElo); [] for other files."""
    names = [name.strip(' "\ufeff\r').casefold() for name in plain.first_line.split(",")]
    is_table = not plain.has_tab and len({*names}) == len(names) and _IDS & {*names} and _TEXTS & {*names}
    return names if is_table else []


def reader(plain: PlainFile) -> str:
    """Return the name of the reader for a topic file: for topics with fields (CSV, tags, JSON), two columns, or ids."""
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
    """Return an item that reads the fields of a topic file as notes; None if the item is not a file with fields."""
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
