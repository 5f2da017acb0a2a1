"""Each reader separately, with synthetic lines that cover the whole range of ids and numbers."""

from __future__ import annotations

import json
import math

import duckdb
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from dltrack_db.base import parts, resources, sql_text
from dltrack_db.base.files import duckpath
from dltrack_db.score import readers, scratch

EACH = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
IDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=60).filter(
    lambda text: text[0] not in "#{@<'\"" and not set(text) & set(',"')
)
"""Ids in any script, except those that begin like a comment, JSON or a table, which the formats reject."""
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


IN_PARTS = {
    "answers": "answers/read.sql",
    "nuggets": "nuggets/nuggets.sql",
    "preferences": "preferences/read.sql",
}
"""Readers in the folders of their kinds of data."""


def part_file(name):
    part, _, file = name.partition("/")
    return parts.find(part).folder / file


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "file"
    con = duckdb.connect()
    readers.define_macros(con)
    scratch.build(con, ["metrics.decimals"])
    con.execute("create schema staging")
    dialects = duckpath.for_reader(part_file("answers/dialects.csv"))
    sql_text.set_variables(
        con, file_id=1, judge="j", bank="b", takes_repeats=False, dialects=dialects, path=str(path), rules="strict",
        counts_blank_lines=False, with_fit_ids=False,
    )  # fmt: skip

    def run(name, text, columns):
        path.write_text(text, encoding="utf-8")
        is_fields = name in ("runs_careful", "qrels_careful")
        lines = "fields" if is_fields else "json_lines" if text.startswith("{") else "lines"
        view = "temp view fields" if is_fields else "view staging.lines"
        con.execute(f"create or replace {view} as {resources.script(f'ingest/read/{lines}')}")
        script = part_file(IN_PARTS[name]).read_text() if name in IN_PARTS else resources.script(f"ingest/read/{name}")
        return con.execute(f"select {columns}, problem from ({script})").fetchall()

    with con:
        yield run


@pytest.mark.campaign
@EACH
@given(IDS, IDS, IDS, NUMBERS, st.integers(-(2**15), 2**15 - 1), st.integers(-(2**31), 2**31 - 1))
def test_ids_and_numbers_come_back(read, topic, one, two, number, grade, rank):
    told = repr(number)
    run = read("runs_careful", f"{topic} Q0 {one} {rank} {told} t\n", "query_id, doc_id, submitted_rank, score")
    assert run == [(topic, one, rank, number, None)]
    qrels = read("qrels_careful", f"{topic} 0 {one} {grade}\n", "query_id, doc_id, relevance")
    assert qrels == [(topic, one, grade, None)]
    scores = read("scores_careful", f"{one}\t{two}\t{topic}\t{told}\n", "run_id, query_id, measure, value")
    assert scores == [(one, topic, two, number if "all" not in (topic, two) else None, None)]
    if one != two and {one.lower(), two.lower()}.isdisjoint({"a", "b", "n", "tie", "="}):
        pair = read("preferences", f"{topic} {one} {two} {two}\n", "query_id, item_a, item_b, votes[1].winner")
        assert pair == [(topic, one, two, "b", None)]
    record = {"run_id": one, "topic_id": topic, "answer": [{"text": "x", "citations": [0]}], "references": [two]}
    answer = read("answers", json.dumps(record), "run_id, query_id, sentences[1].citations[1].doc_id")
    assert answer == [(one, topic, two, None)]
    bank = {"qid": topic, "rubrics": [{"criterion": "x", "weight": number, "id": one}]}
    assert read("nuggets", json.dumps(bank), "query_id, nugget_id, weight") == [(topic, one, number, None)]


@pytest.mark.campaign
@EACH
@example("1_0")
@example("+-1")
@example("0x1")
@given(st.text("0123456789+-._eExX", min_size=1, max_size=8))
def test_invalid_numbers_are_rejected_by_every_reader(read, text):
    """Compared with Python's own conversion, without underscores: both accept a text, or both reject it."""
    try:
        number = None if "_" in text else float(text)
    except ValueError:
        number = None
    if number is not None and not math.isfinite(number):
        return
    assert [row[0] for row in read("scores_careful", f"S 1 {text}\n", "value")] == [number]
    assert [row[0] for row in read("runs_careful", f"1 Q0 d 1 {text} t\n", "score")] == [number]
    record = json.dumps({"qid": "1", "rubrics": [{"criterion": "x", "weight": text}]})
    assert [row[0] for row in read("nuggets", record, "weight")] == [number]
