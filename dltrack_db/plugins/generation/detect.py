"""Recognize files of generated answers and of nuggets, for `dltrack check`."""

from __future__ import annotations

import re
from contextlib import closing

from dltrack_db.base import resources, sql_text
from dltrack_db.base.files import duckpath
from dltrack_db.base.files.plainfile import PlainFile
from dltrack_db.load import topic_fields
from dltrack_db.score import readers
from dltrack_db.store import database

_QUESTION = re.compile(r"[^\t]+\t[^\t]*\t[^\t]+\t\d+\t[^\t]*")
"""A line in a DRAGUN file of questions: topic, team, run, rank and question."""


def detect_part(plain: PlainFile) -> str:
    """Return 'answers' or 'nuggets' if the file's columns or first record match one of the two, else ''."""
    if topic_fields.columns(plain):
        return "answers"
    if _QUESTION.fullmatch(plain.first_line.strip("\ufeff\r")):
        return "nuggets"
    if plain.bad_byte is not None or plain.first_line.strip("\ufeff \t\r")[:1] not in ("{", "[", ""):
        return ""
    with readers.name_sources({plain.path: plain.source}):
        readers.check_by_line(plain.path, plain.lines)
    with closing(database.connect()) as con:
        sql_text.set_variables(con, path=duckpath.for_reader(plain.path))
        con.execute(f"create temp view lines as {resources.script('ingest/read/json_lines')}")
        row = con.execute(resources.script("plugins/generation/detect_part")).fetchone()
    return row[0] if row and row[0] else ""
