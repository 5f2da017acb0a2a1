"""Third-party labels, wordings, notes and scores: loaded, kept separate, verified and dropped."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import replace

import duckdb
import pytest
from mini_edition import NOTES, SCORES, TYPO, Mini

from dltrack_db.base import recipes
from dltrack_db.base.files import plainfile
from dltrack_db.base.recipes import FileSpec, LabelsSpec, ScoreSetSpec, run_metadata
from dltrack_db.errors import SourceError, UsageError, ValidationError
from dltrack_db.load import loader, plan, reading
from dltrack_db.load.plan import Item
from dltrack_db.store import collections, removal
from dltrack_db.store.verify import verify
from tests.copies import copied

QUIET = loader.LoadOptions(say=lambda _: None)
EXTRAS = {"typo.tsv": TYPO, "notes.tsv": NOTES, "treceval/c.treceval": SCORES}
SHORT = "q1 0 p1 3\nq1 0 p2 5\nq2 0 p1 0\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("others")


@pytest.fixture(scope="module")
def db(folder):
    """The mini edition with labels by short ids, and two label sets that were loaded together afterwards."""
    mini = Mini(folder / "files", extras=EXTRAS)
    mini.write()
    for name, text in {"judge.txt": SHORT, "qids": "1\tq1\n2\tq2\n", "docids": "D1\tp1\nD2\tp2\n"}.items():
        (folder / "files" / name).write_text(text)
    more = (
        FileSpec("ids", "query", "qids"),
        FileSpec("ids", "document", "docids"),
        LabelsSpec("qrels", "judge-1", "judge.txt", "mini-docs", short_ids=True, judge={"kind": "llm", "model": "m"}),
    )
    recipe = mini.recipe()
    mini.load(folder / "x.duckdb", recipe=replace(recipe, files=(*recipe.files, *more)))
    labels = folder / "labels"
    labels.mkdir()
    (labels / "alice.qrels").write_text("1 0 D1 1\n2 0 D4 1\n")
    (labels / "bob.txt").write_text("1 0 D1 0\n")
    owner, spec = collections.in_database(folder / "x.duckdb", "mini-docs")
    loader.load(plan.plan_part("qrels", owner, spec, [labels], kind="human"), folder / "x.duckdb", QUIET)
    return folder / "x.duckdb"


@pytest.fixture(scope="module")
def con(db, folder):
    copy = folder / "copy.duckdb"
    copy.write_bytes(db.read_bytes())
    con = duckdb.connect(str(copy), read_only=True)
    yield con
    con.close()


def test_short_ids_become_official_ones_and_grades_stay_raw(con):
    rows = con.execute("select query_id, doc_id, relevance from main.qrels where variant = 'judge-1' order by all")
    assert rows.fetchall() == [("1", "D1", 3), ("1", "D2", 5), ("2", "D1", 0)]


def test_each_label_set_is_stored_with_its_judge(con):
    rows = con.execute("select variant, kind, model, source from main.qrels_variants order by all").fetchall()
    assert [row[:3] for row in rows] == [
        ("alice", "human", None),
        ("bob", "human", None),
        ("judge-1", "llm", "m"),
        ("nist", None, None),
    ]
    assert [row[3] for row in rows] == ["alice.qrels", "bob.txt", "judge.txt", "mini.qrels.txt"]


def test_wordings_have_the_generator_given_for_their_number(con):
    rows = con.execute("select query_id, variant, text, generator from main.query_variants order by all").fetchall()
    assert rows == [("1", "typo", "what is a duoble space", "human"), ("2", "typo", "leadng blank", "T5")]


def test_notes_are_rows(con):
    rows = con.execute("select query_id, source, attribute, value from main.query_attributes order by all").fetchall()
    assert rows == [("1", "notes", "intent", "list"), ("2", "notes", "intent", "description")]


def test_the_file_name_gives_the_run_of_scores_and_means_are_skipped(con):
    rows = con.execute("select * exclude (collection) from main.submitted_scores order by query_id").fetchall()
    assert rows == [
        ("nist", "c", "1", "map", 1, 0.5, "treceval/c", 2),
        ("nist", "c", "2", "map", 1, 0.25, "treceval/c", 2),
    ]


@pytest.mark.campaign
def test_the_loaded_edition_is_sound_and_complete(db, con):
    assert verify(db) == []
    status = con.execute(
        "select part, name, status from catalog.status where status <> 'complete' order by all"
    ).fetchall()
    assert status == [("qrels", "alice", "extra"), ("qrels", "bob", "extra"), ("qrels", "judge-1", "extra")]


def test_notes_are_complete_by_their_topics_not_by_their_values(db, tmp_path):
    path = tmp_path / "x.duckdb"
    copied(db, path)
    con = duckdb.connect(str(path))
    query = "select unit, expected, loaded, status from catalog.status where part = 'query-attributes'"
    assert con.execute(query).fetchall() == [("topics", 2, 2, "complete")]
    con.execute("update main.query_attributes set query_id = '1', attribute = 'length' where query_id = '2'")
    assert con.execute(query).fetchall() == [("topics", 2, 1, "partial")]
    # another edition that wants the same scores has them, whoever loaded them
    con.execute(
        "insert into main.collection_parts by name "
        "(select * replace ('other' as edition) from main.collection_parts where part = 'scores')"
    )
    one, other = con.execute(
        "select edition, name, files, loaded, verified, status from catalog.status where part = 'scores' order by all"
    ).fetchall()
    assert one[0] == "mini" and other == ("other", *one[1:]) and one[-1] == "complete"
    con.close()


SCORES = "scores 'nist/treceval/c' of mini-docs"
DAMAGES = (
    {
        "update main.qrels_variants set model = 'x' where variant = 'judge-1'": "main.qrels_variants of 'mini-docs'",
        "update main.query_variants set generator = 'x'": "query-variants 'mini/typo'",
        "update main.query_attributes set value = 'x'": "query-attributes 'notes'",
        "update main.submitted_scores set min_relevance = 2": SCORES,
    },
    {"delete from main.submitted_scores where query_id = '1'": SCORES},
)


@pytest.mark.campaign
@pytest.mark.parametrize("damages", DAMAGES, ids=len)
def test_damage_is_found(db, tmp_path, damages):
    copy = tmp_path / "x.duckdb"
    copy.write_bytes(db.read_bytes())
    with duckdb.connect(str(copy)) as con:
        for damage in damages:
            con.execute(damage)
    assert set(damages.values()) <= {found.subject for found in verify(copy)}


@pytest.mark.campaign
def test_dropped_labels_and_collections_leave_nothing(db, tmp_path):
    copy = tmp_path / "x.duckdb"
    copy.write_bytes(db.read_bytes())
    removal.drop(copy, removal.DropRequest(collection="mini-docs", name="alice"))
    with duckdb.connect(str(copy), read_only=True) as con:
        left = con.execute("select variant from main.qrels_variants order by all").fetchall()
    assert left == [("bob",), ("judge-1",), ("nist",)]
    assert verify(copy) == []
    removal.drop(copy, removal.DropRequest(("mini-docs",)))
    with duckdb.connect(str(copy), read_only=True) as con:
        for table in ("qrels_variants", "query_variants", "query_attributes", "submitted_scores", "loads"):
            assert con.execute(f"select count(*) from main.{table}").fetchone() == (0,), table


def test_the_same_files_again_change_nothing(folder, db):
    owner, spec = collections.in_database(db, "mini-docs")
    report = loader.load(plan.plan_part("qrels", owner, spec, [folder / "labels"]), db, QUIET)
    assert (report.already_loaded, report.rows) == (2, {})


@pytest.mark.more
def test_an_unknown_short_id_is_reported_with_its_line(folder, tmp_path):
    mini = Mini(tmp_path)
    mini.write()
    for name, text in {"judge.txt": "q1 0 p1 3\nq1 0 p9 1\n", "qids": "1\tq1\n", "docids": "D1\tp1\n"}.items():
        (tmp_path / name).write_text(text)
    more = (
        FileSpec("ids", "query", "qids"),
        FileSpec("ids", "document", "docids"),
        LabelsSpec("qrels", "judge-1", "judge.txt", "mini-docs", short_ids=True),
    )
    recipe = mini.recipe()
    with pytest.raises(ValidationError, match=r"judge\.txt:2: document 'p9' is not in the list of short ids"):
        mini.load(tmp_path / "x.duckdb", recipe=replace(recipe, files=(*recipe.files, *more)))


def test_labels_are_not_named_twice_or_after_official_ones(tmp_path):
    spec = recipes.load("trec2023").collections[1]
    for name in ("a.txt", "a.qrels", "llmjudge-test.txt"):
        (tmp_path / name).write_text("1 0 D1 1\n")
    with pytest.raises(SourceError, match="both named 'a'"):
        plan.plan_part("qrels", "trec2023", spec, [tmp_path])
    with pytest.raises(UsageError, match="name of an official label set"):
        plan.plan_part("qrels", "trec2023", spec, [tmp_path / "llmjudge-test.txt"])
    with pytest.raises(UsageError, match="--labels names one file, but there are 2 files"):
        plan.plan_part("qrels", "trec2023", spec, [tmp_path / "a.txt", tmp_path / "llmjudge-test.txt"], labels="x")


def test_an_edition_can_use_a_collection_of_another_edition():
    recipe = recipes.load("llmjudge")
    assert [spec.collection for spec in recipe.collections] == ["trec2023-passages"]
    assert recipe.owner("trec2023-passages") == "trec2023"
    assert recipe.own_collections == ()


def test_scores_are_verified_where_a_recipe_knows_their_md5(monkeypatch, tmp_path):
    """The recipe has the MD5 sum of each unpacked file by labels, set of scores and run, as `runs.csv` has for runs."""
    text = "map\t1\t0.5\n"
    md5 = hashlib.md5(text.encode()).hexdigest()
    known = tmp_path / "scores.csv"
    known.write_text(f"collection,run_id,nist/treceval,other/treceval\nmini-docs,c,{md5},none\n")
    monkeypatch.setattr(run_metadata, "SCORES_FILE", known)
    run_metadata._score_files.cache_clear()
    (tmp_path / "c.treceval").write_text(text)
    (tmp_path / "c.treceval.gz").write_bytes(gzip.compress(text.encode()))
    plains = [plainfile.open_plain(tmp_path / name, tmp_path) for name in ("c.treceval", "c.treceval.gz")]
    spec = ScoreSetSpec("scores", "nist", "*.treceval", "mini-docs", files=1)

    def verified(plain, name, collection="mini-docs"):
        return reading._verify(Item("scores", name, collection, plain.source, (), spec), plain, False)

    names = ("nist/treceval/c", "nist/c", "nist/treceval/d", "nist/ndcgeval/c", "other/treceval/c")
    try:
        for plain in plains:
            assert [verified(plain, name) for name in names] == ["md5", "md5", "none", "none", "none"]
            assert verified(plain, names[0], "mini-passages") == "none"
    finally:
        run_metadata._score_files.cache_clear()


def test_packed_copies_of_official_labels_are_recognized(tmp_path):
    text = "1 0 a 1\n"
    (tmp_path / "q.txt.gz").write_bytes(gzip.compress(text.encode()))
    plain = plainfile.open_plain(tmp_path / "q.txt.gz", tmp_path)
    for md5, expected in ((hashlib.md5(text.encode()).hexdigest(), "md5"), ("another", "counts")):
        spec = LabelsSpec("qrels", "nist", "q.txt", "mini-docs", md5=(md5,), rows=1)
        assert reading._verify(Item("qrels", "nist", "mini-docs", plain.source, (), spec), plain, False) == expected
