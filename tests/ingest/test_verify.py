"""`dltrack verify`: a sound database passes, and each kind of damage is found."""

from __future__ import annotations

import shutil
from pathlib import Path

import duckdb
import pytest

from dltrack_db.ingest import publish
from dltrack_db.store.verify import verify


@pytest.fixture
def db(tmp_path, sample_database):
    return Path(shutil.copy(sample_database, tmp_path / "x.duckdb"))


def test_a_sound_database_has_no_findings(sample_database):
    assert verify(sample_database) == []


@pytest.mark.parametrize(
    ("damage", "check", "subject"),
    [
        ("delete from main.qrels where rowid = 5", "ledger", "qrels «nist» of sample-docs"),
        ("update main.qrels set relevance = 3 where rowid = 5", "ledger", "qrels «nist» of sample-docs"),
        ("update main.queries set text = 'x' where query_id = '539333'", "ledger", "queries «sample»"),
        ("insert into main.queries values ('sample', 'new', 'x')", "ledger", "queries «sample»"),
        ("update main.runs set source_md5 = 'x' where run_id = 'alder_d1'", "ledger", "runs «alder_d1» of sample-docs"),
        ("delete from main.loads where name = 'alder_d1'", "ledger", "runs «alder_d1» of sample-docs"),
        ("update store.rankings set rank = 1 where rank = 2", "rules", "«alder_d1» of sample-docs"),
        ("update store.rankings set rank = 3 - rank where rank in (1, 2)", "rules", "«alder_d1» of sample-docs"),
        ("update store.rankings set score = 'nan'", "rules", "«alder_d1» of sample-docs"),
        ("update main.query_scores set value = value + 1e-6", "derived", "query_scores «alder_d1» of sample-docs"),
        ("update main.run_topics set num_ret = num_ret + 1", "rules", "«alder_d1» of sample-docs"),
        ("delete from main.run_topics where run_id = 'alder_d1'", "ledger", "runs «alder_d1» of sample-docs"),
        ("delete from main.run_topics where run_id = 'alder_d1'", "rules", "«rankings»"),
        ("update main.qrels set relevance = 3", "derived", "judged_rankings «alder_d1» of sample-docs"),
        ("create or replace view catalog.status as select 1 as x", "objects", "catalog.status"),
        ("drop macro systems.is_legal_tag", "objects", "systems.is_legal_tag"),
        ("comment on column main.qrels.relevance is 'x'", "objects", "main.qrels"),
    ],
)
def test_damage_is_found(db, damage, check, subject):
    con = duckdb.connect(str(db))
    con.execute(damage)
    con.close()
    assert (check, subject) in {(found.check, found.subject) for found in verify(db)}


def test_rebuilding_mends_objects_and_derived_tables(db):
    con = duckdb.connect(str(db))
    con.execute("drop view catalog.status; delete from main.query_scores; create view main.mine as select 1 as x")
    con.close()
    publish.rebuild(db)
    assert verify(db) == []
    assert duckdb.connect(str(db), read_only=True).execute("from main.mine").fetchone() == (1,)
