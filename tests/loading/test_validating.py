"""When a load is validated: while a new file is written, or before an existing file is opened for writing."""

from __future__ import annotations

import threading

import pytest
from mini_edition import QRELS, RUN_A, Mini

from dltrack_db.errors import ValidationError
from dltrack_db.load import expectations, publish
from dltrack_db.store import database, derive

pytestmark = pytest.mark.usefixtures("great_expectations")

LATE = RUN_A.replace("tagA", "tagC")


@pytest.fixture
def mini(tmp_path):
    return Mini(tmp_path / "files")


def outcomes_of_last_load(db):
    con = database.open_readonly(db)
    try:
        return con.execute(
            "select count(*) from main.load_expectations as noted inner join main.loads using (batch_id) "
            "where loads.load_id = (select max(load_id) from main.loads)"
        ).fetchone()[0]
    finally:
        con.close()


@pytest.mark.campaign
def test_a_new_database_is_written_while_it_is_validated(mini, tmp_path, monkeypatch):
    db, written, validate, refresh = (
        tmp_path / "x.duckdb",
        threading.Event(),
        expectations.validate,
        derive.refresh,
    )

    def slow(*arguments):
        assert written.wait(30), "nothing was written before the validation ended"
        return validate(*arguments)

    def told(*arguments, **named):
        refresh(*arguments, **named)
        written.set()

    monkeypatch.setattr(expectations, "validate", slow)
    monkeypatch.setattr(derive, "refresh", told)
    mini.load(db)
    assert outcomes_of_last_load(db) > 20


@pytest.mark.campaign
def test_an_existing_database_is_opened_for_writing_only_after_validation(mini, tmp_path, monkeypatch):
    db, run_folder, validate, seen = tmp_path / "x.duckdb", publish.run_folder, expectations.validate, []

    def noted(*arguments):
        verdict = validate(*arguments)
        seen.append("validated")
        return verdict

    def writing(con, folder):
        seen.append(folder)
        run_folder(con, folder)

    mini.load(db)
    monkeypatch.setattr(expectations, "validate", noted)
    monkeypatch.setattr(publish, "run_folder", writing)
    mini.runs = {"input.c": LATE}
    mini.load(db)
    assert seen[:2] == ["validated", "ingest/publish"]


@pytest.mark.campaign
@pytest.mark.parametrize("is_new", [True, False])
def test_rows_that_cannot_be_written_are_reported_as_failed_expectations(mini, tmp_path, is_new):
    """Rows of a new file are written before they are validated; the reported error is the failed expectation."""
    db = tmp_path / "x.duckdb"
    if not is_new:
        mini.load(db)
    mini.runs = {"input.c": LATE.replace("D9 3", "D9 3.5")}
    with pytest.raises(ValidationError, match=r"lines are readable.*\n.*input\.c:3: "):
        mini.load(db)
    assert db.exists() is not is_new
    assert list(tmp_path.glob(".x.duckdb*")) == []


@pytest.mark.more
def test_a_write_error_is_reported_if_the_rows_are_valid(mini, tmp_path, monkeypatch):
    def failing(*_, **__):
        raise RuntimeError("the writing failed")

    monkeypatch.setattr(derive, "refresh", failing)
    with pytest.raises(RuntimeError, match="the writing failed"):
        mini.load(tmp_path / "x.duckdb")
    assert [path.name for path in tmp_path.iterdir()] == ["files"]


@pytest.mark.campaign
def test_a_file_that_changes_while_a_new_database_is_written_stops_the_load(mini, tmp_path, monkeypatch):
    refresh = derive.refresh

    def meddling(*arguments, **named):
        refresh(*arguments, **named)
        (tmp_path / "files" / "mini.qrels.txt").write_text(QRELS + "2 0 D5 1\n")

    monkeypatch.setattr(derive, "refresh", meddling)
    with pytest.raises(Exception, match="changed while it was read"):
        mini.load(tmp_path / "x.duckdb")
    assert [path.name for path in tmp_path.iterdir()] == ["files"]
