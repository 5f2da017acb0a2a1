"""What topics say beside their text: kept as notes on them, a row for each field."""

from __future__ import annotations

from dltrack_db.errors import UsageError
from dltrack_db.files.plainfile import PlainFile
from dltrack_db.loading.plan import Item
from dltrack_db.recipes import FileSpec

SUFFIX = "/fields"
"""How the notes are called in `main.query_attributes`, behind the query set."""
READERS = {"<": "topics_tagged", "{": "topics_json", "[": "topics_json"}
"""The reader of topics with several fields, by the character their file begins with."""


def reader(plain: PlainFile) -> str:
    """The reader of a file of topics: with fields between tags or in JSON, in two columns, or of numbers alone."""
    line = plain.first_line.strip("\ufeff \t")
    inside = line[1:].lstrip(" \t")[:1]
    begins = {"<": True, "{": inside in ("", '"', "}"), "[": inside in ("", "{", "]")}
    if begins.get(line[:1]):
        return READERS[line[:1]]
    is_number = len(line.split()) == 1 and not line.startswith("#")
    return "topics_ids" if is_number and not plain.has_tab and plain.lines > 1 else "queries"


def beside(item: Item, plain: PlainFile) -> Item | None:
    """The fields of a file of topics as a file of notes; None where it has none.

    Raises:
        UsageError: the field that is the text was named, and the topics have no fields.
    """
    if item.part != "queries" or item.has_clicks:
        return None
    if reader(plain) not in READERS.values():
        if item.text_field:
            raise UsageError(
                f"{plain.source} has topics without fields, so --text {item.text_field} names none; leave it out"
            )
        return None
    spec = item.spec
    name = f"{item.name}{SUFFIX}"
    told = FileSpec(
        "query-attributes",
        name,
        spec.file if spec else "",
        url=spec.url if spec else None,
        md5=spec.md5 if spec else (),
        query_set=item.name,
    )
    return Item("query-attributes", name, None, item.path, (), told)
