"""Files of `sql/run_columns` that cannot stand side by side are refused, and faces are those that a header gives."""

from __future__ import annotations

import shutil

import pytest

from dltrack_db.base import resources
from dltrack_db.errors import SqlFileError
from dltrack_db.sqlfiles import column_faces, run_columns
from dltrack_db.sqlfiles.sql_object import load_object

FILE = """\
-- A column.
--
-- source: own
-- grain: {grain}
-- columns:
--   {column}: what it says
-- faces:
--   {faced}: {faces}
create or replace macro run_columns.added({parameters}) as table
select collection, run_id, 1 as {column}, from main.runs;
"""
RIGHT = {
    "grain": "collection, run_id",
    "column": "one",
    "faced": "one",
    "faces": "page",
    "parameters": "labels := null",
}


@pytest.fixture
def load(tmp_path):
    def make(**other):
        path = tmp_path / "run_columns" / "added.sql"
        path.parent.mkdir(exist_ok=True)
        path.write_text(FILE.format(**RIGHT | other), encoding="utf-8")
        return load_object(path, tmp_path)

    return make


def test_a_macro_is_asked_by_what_it_takes_behind_those_with_every_run(load):
    files = [*run_columns.load(), load(parameters="tie_rule := null, labels := null")]
    run_columns.check(files)
    text = run_columns.compose(files)
    assert "    description.in_overview,\n    added.one,\nfrom run_columns.description" in text
    assert "left join run_columns.added(tie_rule, labels) as added\n" in text
    assert "--   one: what it says\n" in text
    assert "(8, 'one', ['page']::varchar[])" in column_faces.compose(files)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"grain": "collection, run_id, query_id"}, "with grain collection, run_id"),
        (
            {"parameters": "variant := null"},
            "the parameter variant must be one of labels, min_relevance, tie_rule, with default null",
        ),
        ({"parameters": "labels := 'nist'"}, "the parameter labels must be one of"),
        ({"parameters": "labels"}, "the parameter labels must be one of"),
        ({"column": "team", "faced": "team"}, "run_columns/description.sql; choose another name"),
        ({"column": "rank", "faced": "rank"}, "column rank already exists in standings"),
        ({"column": "num_topics", "faced": "num_topics"}, "column num_topics already exists in leaderboards"),
    ],
)
def test_what_cannot_stand_in_a_leaderboard_is_refused(load, other, message):
    with pytest.raises(SqlFileError) as refused:
        run_columns.check([*run_columns.load(), load(**other)])
    assert message in str(refused.value)


def test_a_column_has_all_faces_unless_its_header_says(load):
    assert column_faces.faces(load(faces="page, terminal"), "one") == ["page", "terminal"]
    assert column_faces.faces(load(faces="programs"), "one") == []
    obj = load()
    assert column_faces.faces(obj.__class__(**vars(obj) | {"header": obj.header._replace(faces={})}), "one") == [
        "terminal", "measures", "paper", "several", "page",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (
            {"faces": "screen"},
            "the entry of one in faces contains 'screen'; valid values: terminal, measures, paper, several, page, or "
            "only prog",
        ),
        ({"faces": "paper"}, "the entry of one in faces has 'paper' without 'measures'; add 'measures'"),
        ({"faced": "two"}, "'two' in faces of the header is not a column"),
    ],
)
def test_faces_that_are_none_are_refused(load, other, message):
    with pytest.raises(SqlFileError) as refused:
        column_faces.faces(load(**other), "one")
    assert message in str(refused.value)


def test_the_file_with_every_run_comes_before_others(load, tmp_path, monkeypatch):
    shutil.copy(resources.SQL / "glossary.txt", tmp_path)
    shutil.copytree(resources.SQL / "run_columns", tmp_path / "run_columns")
    load()
    monkeypatch.setattr(resources, "SQL", tmp_path)
    assert [obj.name for obj in run_columns.load()] == ["description", "added"]
