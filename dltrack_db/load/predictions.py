"""Numbers about topics, such as predictions of query performance, in tables of users."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from dltrack_db.base import numbers
from dltrack_db.base.recipes import TopicNotesSpec
from dltrack_db.errors import FormatError
from dltrack_db.load import run_tables
from dltrack_db.load.plan import Item

_TOPIC = ("query_id", "qid", "topic")
"""Names of the column with the topic."""


def read(source: Path, folder: Path, name: str, query_set: str, topics: Collection[str]) -> Item:
    """Write predictions as notes on the topics of `query_set` into an empty folder.

    One column names the topic, each other column is a predictor, which becomes an attribute of
    `main.query_attributes`; empty values are left out. `name` names the predictions there.
    """
    source_name = str(source)
    table = run_tables.read(source, folder, source_name, _TOPIC)
    topic = next((column for column in _TOPIC if column in table.columns), None)
    predictors = [column for column in table.columns if column and column != topic]
    if topic is None or not predictors:
        raise FormatError(
            f"{source_name}:1: the first line must name a column query_id and a column for each predictor"
        )
    lines = ["\t".join([topic, *predictors])]
    for row in table.rows:
        if row.values[topic] not in topics:
            raise FormatError(f"{row.place}: '{row.values[topic]}' is not a topic of the collection; remove the line")
        for column in predictors:
            if row.values[column] and not numbers.is_number(row.values[column]):
                raise FormatError(f"{row.place}: {column} is '{row.values[column]}', not a number; correct it")
        lines.append("\t".join(row.values[column] for column in (topic, *predictors)))
    path = folder / "predictions.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    spec = TopicNotesSpec("query-attributes", name, "", query_set=query_set)
    return Item("query-attributes", name, None, path, (), spec, display_name=source_name)
