"""Predictions of how topics will do: loaded as notes on topics, held against the scores of runs."""

from __future__ import annotations

import pytest

from dltrack_db.errors import FormatError
from dltrack_db.load import predictions


@pytest.fixture
def given(tmp_path):
    def read(text):
        file, folder = tmp_path / "qpp.csv", tmp_path / "folder"
        file.write_text(text)
        folder.mkdir(exist_ok=True)
        return predictions.read(file, folder, "qpp", "topics", {"1", "2", "3"})

    return read


@pytest.mark.parametrize("text", ["query_id,clarity,wig\n1,0.5,\n2,-1e3,4\n", "clarity;qid;wig\n0.5;1;\n-1e3;2;4\n"])
def test_columns_are_predictors(given, text):
    item = given(text)
    assert (item.part, item.name, item.spec.query_set) == ("query-attributes", "qpp", "topics")
    rows = [line.split("\t") for line in item.path.read_text().splitlines()]
    assert rows[0][1:] == ["clarity", "wig"] and rows[1:] == [["1", "0.5", ""], ["2", "-1e3", "4"]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("query_id\n1\n", ":1: the first line must name a column query_id and a column for each predictor"),
        ("name,wig\n1,2\n", ":1: the first line must name a column query_id and a column for each predictor"),
        ("query_id,wig\n1,2\n9,3\n", ":3: '9' is not a topic of the collection"),
        ("query_id,wig\n1,high\n", ":2: wig is 'high', not a number"),
        ("query_id,wig\n1,nan\n", ":2: wig is 'nan', not a number"),
        ("query_id,wig\n1,1_0\n", ":2: wig is '1_0', not a number"),
        ("query_id,wig\n1,1e999\n", ":2: wig is '1e999', not a number"),
    ],
)
def test_what_is_no_prediction_is_refused(given, text, said):
    with pytest.raises(FormatError) as error:
        given(text)
    assert said in str(error.value)
