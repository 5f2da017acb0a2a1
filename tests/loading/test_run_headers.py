"""Comments at the head of run files are kept, and exported again; notes are validated."""

from __future__ import annotations

import pytest
from mini_edition import NOTES, RUN_A, RUN_B, Mini

from dltrack_db.errors import ValidationError
from dltrack_db.exports import export
from dltrack_db.store import database, removal, verify
from tests.asking import asked

HEADER = "# ir_metadata.start\n# platform:\n#   hardware: one two three four\n#\n# ir_metadata.end\n"


@pytest.fixture
def db(tmp_path):
    path = tmp_path / "x.duckdb"
    Mini(tmp_path / "files", runs={"input.a": HEADER + RUN_A, "input.b": RUN_B}).load(path)
    return path


def test_the_comments_of_a_run_are_exported_with_it(db, tmp_path):
    found = asked(db, "select run_id, source, value from main.run_metadata order by key")
    assert [row[:2] for row in found] == [("a", "header/a")] * 5
    assert "".join(f"{value}\n" for *_, value in found) == HEADER
    assert asked(db, "select run_id, tag from main.runs order by run_id") == [("a", None), ("b", "tagB")]
    con = database.open_readonly(db, into=tmp_path / "out")
    list(export.export(con, "mini-docs", tmp_path / "out", "trec"))
    con.close()
    assert (tmp_path / "out/runs/mini-docs/input.a").read_text().startswith(HEADER + "1 Q0 ")
    assert (tmp_path / "out/runs/mini-docs/input.b").read_text().startswith("1 Q0 ")


def test_they_go_with_the_run(db):
    removal.drop_run(db, "a", None)
    assert asked(db, "from main.run_metadata") == []
    assert asked(db, "select name from main.loads where part = 'run-metadata'") == []
    assert verify.verify(db) == []


def test_the_same_file_again_changes_nothing(db, tmp_path):
    report = Mini(tmp_path / "files", runs={"input.a": HEADER + RUN_A, "input.b": RUN_B}).load(db)
    assert report.rows == {}


def test_notes_that_cannot_be_read_are_refused(tmp_path):
    with pytest.raises(ValidationError, match=r"notes.tsv:4: 1 columns instead of 2"):
        Mini(tmp_path / "files", extras={"notes.tsv": NOTES + "3\n"}).load(tmp_path / "x.duckdb")
    assert not (tmp_path / "x.duckdb").exists()
