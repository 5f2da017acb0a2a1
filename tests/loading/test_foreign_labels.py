"""Labels for topics and documents of other collections: reported and rejected, or skipped and counted on request."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import duckdb
import pytest
from mini_edition import Mini, md5

from dltrack_db.base.recipes import LabelsSpec
from dltrack_db.errors import ValidationError
from dltrack_db.load import loader, plan
from dltrack_db.store import collections
from dltrack_db.store.verify import verify

FILE = "1 0 D1 0.5\n9 0 D1 1\n9 0 D2 1\n2 0 D4 0\n"


@pytest.fixture
def db(tmp_path):
    Mini(tmp_path / "files").put_loaded(tmp_path / "x.duckdb")
    (tmp_path / "mixed").write_text(FILE)
    return tmp_path / "x.duckdb"


def load(db, *, skip_foreign, said=None):
    owner, spec = collections.in_database(db, "mini-docs")
    labels = plan.plan_part("qrels", owner, spec, [db.parent / "mixed"], skip_foreign=skip_foreign)
    said = [] if said is None else said
    return loader.load(labels, db, loader.LoadOptions(say=said.append))


def rows(db, query):
    with closing(duckdb.connect(str(db), read_only=True)) as con:
        return con.execute(query).fetchall()


@pytest.mark.campaign
def test_foreign_labels_are_reported_with_the_option_that_skips_them(db):
    with pytest.raises(ValidationError) as refusal:
        load(db, skip_foreign=False)
    assert "mixed:2: topic 9 is not in query set mini; leave out lines of other collections with --skip-foreign" in str(
        refusal.value
    )
    assert rows(db, "select count(*) from main.qrels where variant = 'mixed'") == [(0,)]


@pytest.mark.campaign
@pytest.mark.parametrize("line", ["9 0 D1 1", "8 0 D1 1\n9 0 D2 1"])
def test_a_file_without_labels_of_the_collection_is_rejected_as_misplaced(db, line):
    (db.parent / "mixed").write_text(f"{line}\n")
    with pytest.raises(ValidationError, match="no line of the file belongs to mini-docs: check that") as refusal:
        load(db, skip_foreign=False)
    assert "--skip-foreign" not in str(refusal.value)


@pytest.mark.campaign
def test_the_ledger_counts_what_was_left_out(db):
    said: list[str] = []
    load(db, skip_foreign=True, said=said)
    assert rows(db, "select query_id, doc_id, gain from main.qrels where variant = 'mixed' order by all") == [
        ("1", "D1", 0.5),
        ("2", "D4", 0.0),
    ]
    ledger = "select name, measured_rows, foreign_rows from main.loads where part = 'qrels' order by name"
    assert rows(db, ledger) == [("mixed", 2, 2), ("nist", 5, None)]
    assert any("left out 2 labels of 1 topic of other collections" in line for line in said)
    assert verify(db) == []


@pytest.mark.more
def test_a_file_with_only_foreign_labels_is_rejected(db):
    (db.parent / "mixed").write_text("9 0 D1 1\n")
    with pytest.raises(ValidationError, match="other collections; check that the file is for mini-docs"):
        load(db, skip_foreign=True)


@pytest.mark.campaign
def test_a_recipe_counts_the_whole_file(tmp_path):
    mini = Mini(tmp_path / "files")
    mini.write()
    (tmp_path / "files" / "mixed").write_text(FILE + "1 0 X7 1\n")
    mixed = LabelsSpec("qrels", "mixed", "mixed", "mini-docs", rows=5, queries=2, foreign=3)
    recipe = mini.recipe()
    mini.load(tmp_path / "x.duckdb", recipe=replace(recipe, files=(*recipe.files, mixed)))
    assert rows(tmp_path / "x.duckdb", "select count(*) from main.qrels where variant = 'mixed'") == [(2,)]
    wrong = replace(mixed, rows=2)
    with pytest.raises(ValidationError, match="5 judgments, expected 2"):
        mini.load(tmp_path / "y.duckdb", recipe=replace(recipe, files=(*recipe.files, wrong)))


@pytest.mark.campaign
def test_labels_with_a_known_checksum_get_the_name_in_the_recipe(db, monkeypatch):
    path = db.parent / "mixed"
    path.write_text("1 0 D1 1\n")
    known = LabelsSpec("qrels", "judge-x", "mixed", "mini-docs", md5=(md5("1 0 D1 1\n"),), rows=1, judge={"model": "m"})
    monkeypatch.setattr(plan.known, "label_files", lambda collection: {known.md5[0]: known})
    load(db, skip_foreign=False)
    assert rows(db, "select name, verified from main.loads where name = 'judge-x'") == [("judge-x", "md5")]
    assert rows(db, "select model, source from main.qrels_variants where variant = 'judge-x'") == [("m", "mixed")]
