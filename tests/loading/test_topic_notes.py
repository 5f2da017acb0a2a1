"""Notes on topics, as text and numbers, in users' tables and in JSON lines."""

from __future__ import annotations

import pytest

from dltrack_db.errors import FormatError
from dltrack_db.load import topic_notes


@pytest.fixture
def given(tmp_path):
    def read(text):
        file, folder = tmp_path / "qpp.csv", tmp_path / "folder"
        file.write_text(text)
        folder.mkdir(exist_ok=True)
        return topic_notes.read(file, folder, "qpp", "topics", {"1", "2", "3"})

    return read


@pytest.mark.parametrize(
    "text",
    [
        "query_id,clarity,kind\n1,0.5,\n2,-1e3,how to\n",
        'clarity;qid;kind\n0.5;1;\n-1e3;2;"how\nto"\n',
        '{"query_id": "1", "clarity": 0.5}\n\n{"query_id": 2, "clarity": "-1e3", "kind": "how\\tto"}\n',
        '{"clarity": "0.5", "query_id": "1", "kind": null}\n{"kind": "how to", "query_id": "2", "clarity": "-1e3"}\n',
    ],
)
def test_each_column_becomes_a_note(given, text):
    item, remarks = given(text)
    assert (item.part, item.name, item.spec.query_set, remarks) == ("query-attributes", "qpp", "topics", [])
    rows = [line.split("\t") for line in item.path.read_text().splitlines()]
    assert rows[0][1:] == ["clarity", "kind"] and rows[1:] == [["1", "0.5", ""], ["2", "-1e3", "how to"]]


@pytest.mark.parametrize("text", ["high", "nan", "1_0", "1e999"])
def test_numbers_with_some_text_are_reported(given, text):
    _, remarks = given(f"query_id,wig\n1,2\n3,{text}\n")
    assert len(remarks) == 1 and f":3: '{text}'" in remarks[0]
    assert remarks[0].startswith("wig is treated as text, because 1 of 2 values are not numbers")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("query_id\n1\n", ":1: the first line must name the columns: query_id, and one column for each note"),
        ("name,wig\n1,2\n", ":1: the first line must name the columns: query_id, and one column for each note"),
        ("query_id,wig\n1,2\n9,3\n", ":3: '9' is not a topic of the collection"),
        ('{"query_id": "1", "a": 2}\n{"a": 3}\n', ":2: '' is not a topic of the collection"),
        ('{"query_id": "1", "a": [2]}\n', ":1: 'a' must be text or a number, not [2]"),
        ('{"query_id": "1", "a": 2\n', ":1: not valid JSON"),
        ('{"query_id": "1", "a": 2}\n7\n', ":2: not a JSON object"),
        ('{"query_id": "1", "a": "\\u001b"}\n', ":1: 'a' contains"),
    ],
)
def test_malformed_notes_are_refused(given, text, message):
    with pytest.raises(FormatError) as error:
        given(text)
    assert message in str(error.value)
