"""Loads from files to tables: loaded rows, rejected files, and an unchanged database after a rejection."""

from __future__ import annotations

import errno
import gzip
import os
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import duckdb
import pytest
from mini_edition import PAIRS, QRELS, RUN_A, RUN_B, Mini, md5

from dltrack_db.base.files import sources
from dltrack_db.base.recipes import CollectionSpec
from dltrack_db.errors import SourceError, UsageError, ValidationError
from dltrack_db.load import loader, plan, staging
from dltrack_db.store import collections, removal, template, verify
from tests.asking import asked

QUIET = loader.LoadOptions(say=lambda _: None)


@pytest.fixture
def mini(tmp_path):
    return Mini(tmp_path / "files")


@pytest.fixture
def db(tmp_path):
    return tmp_path / "mini.duckdb"


@pytest.mark.campaign
@pytest.mark.parametrize(("judge", "name"), [({}, "pairs"), ({"model": "Ann"}, "Ann")])
def test_a_recipe_can_name_the_judge(tmp_path, db, judge, name):
    mini = Mini(tmp_path / "files", extras={"pairs.txt": PAIRS})
    recipe = mini.recipe()
    files = [replace(spec, judge=judge) if spec.part == "preferences" else spec for spec in recipe.files]
    mini.load(db, recipe=replace(recipe, files=tuple(files)))
    assert asked(db, "select distinct judge from main.preferences") == [(name,)]


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("part", "damage"),
    [
        ("qrels", "update main.qrels set relevance = relevance + 1 where doc_id = 'D1'"),
        ("queries", "delete from main.queries where query_id = '3'"),
        ("runs", "update main.runs set source_md5 = 'x' where run_id = 'a'"),
    ],
)
def test_replace_reloads_only_damaged_data(mini, db, part, damage):
    mini.put_loaded(db)
    assert mini.load(db, replace=True).outcomes == []
    with duckdb.connect(db) as con:
        con.execute(damage)
    assert {flaw.subject.split()[0] for flaw in verify.verify(db) if flaw.check == "ledger"} == {part}
    assert mini.load(db).outcomes == []  # without --replace nothing is looked at
    report = mini.load(db, replace=True)
    assert report.already_loaded == 3
    assert [flaw for flaw in verify.verify(db) if flaw.check == "ledger"] == []


@pytest.mark.campaign
def test_topics_keep_their_inner_white_space_and_lose_the_carriage_return(mini, db):
    mini.load(db)
    assert asked(db, "select query_set, query_id, text from main.queries order by query_id") == [
        ("mini", "1", "what is a  double space"),
        ("mini", "2", " leading blank"),
        ("mini", "3", "never judged"),
    ]


def test_qrels_are_loaded_unchanged(mini, db):
    mini.put_loaded(db)
    expected = [("mini-docs", "nist", q, d, int(r), i) for q, i, d, r in map(str.split, QRELS.splitlines())]
    assert sorted(asked(db, "select * exclude (gain, stratum) from main.qrels")) == sorted(expected)


def test_rank_is_trec_evals_and_the_submitted_rank_is_kept(mini, db):
    mini.put_loaded(db)
    found = asked(
        db,
        "select query_id, doc_id, submitted_rank, score, rank from main.rankings where run_id = 'a' order by all",
    )
    assert found == [
        ("1", "D1", 2, 2.5, 2),  # equal scores: the greater document id first
        ("1", "D2", 1, 2.5, 1),
        ("1", "D9", 3, 0.1, 3),
        ("2", "D1", 1, 9.0, 1),
        ("3", "D1", 1, 1.0, 1),
    ]


def test_runs_are_stored_with_tag_file_and_checksum(mini, db):
    mini.put_loaded(db)
    found = asked(db, "select run_id, tag, is_submission, source_md5 from main.runs order by run_id")
    assert found == [("a", "tagA", True, md5(RUN_A)), ("b", "tagB", True, md5(RUN_B))]


@pytest.mark.campaign
def test_scores_are_available_after_the_load(mini, db):
    mini.load(db)
    found = asked(db, "select run_id, round(rr, 4), round(ap, 4) from systems.leaderboard order by run_id")
    # run a: topic 1 finds D1 at rank 2 of relevant {D1, D3}, topic 2 finds D1 first; b: D1 first, then D1 second.
    assert found == [("a", 0.75, 0.625), ("b", 0.75, 0.5)]


@pytest.mark.campaign
def test_the_ledger_names_every_file_and_every_expectation(mini, db):
    report = mini.load(db)
    ledger = asked(db, "select part, name, verified, expected_rows, measured_rows from main.loads order by load_id")
    assert ledger == [
        ("queries", "mini", "md5", 3, 3),
        ("qrels", "nist", "md5", 5, 5),
        ("runs", "a", "none", None, 5),
        ("runs", "b", "none", None, 3),
    ]
    assert asked(db, "select count(*) from main.load_expectations") == [(len(report.outcomes),)]
    assert report.rows == {"queries": 3, "qrels": 5, "runs": 8}


def test_loading_the_same_bytes_again_changes_nothing(mini, db):
    mini.put_loaded(db)
    before = db.read_bytes()
    report = mini.load(db)
    assert report.rows == {} and report.already_loaded == 4
    assert db.read_bytes() == before


def test_a_gzipped_copy_of_loaded_bytes_is_already_loaded(mini, db):
    mini.put_loaded(db)
    run = mini.folder / "mini-docs" / "input.a"
    run.unlink()
    run.with_name("input.a.gz").write_bytes(gzip.compress(RUN_A.encode()))
    mini.runs.pop("input.a")
    assert mini.load(db).already_loaded == 4


def test_changed_bytes_are_refused_and_replaced_only_on_request(mini, db):
    mini.put_loaded(db)
    before = db.read_bytes()
    mini.runs["input.a"] = RUN_A.replace("D9", "D8")
    with pytest.raises(SourceError, match=r"input\.a: runs 'a' of mini-docs is already loaded .*--replace"):
        mini.load(db)
    assert db.read_bytes() == before
    report = mini.load(db, replace=True)
    assert report.rows == {"runs": 5}
    assert asked(db, "select count(*) from main.rankings where doc_id = 'D8'") == [(1,)]
    assert asked(db, "select count(*) from main.rankings") == [(8,)]
    assert asked(db, "select count(*) from main.loads") == [(4,)]


def test_without_a_cache_or_space_the_load_builds_a_new_database_itself(mini, db, monkeypatch):
    """Temporary tables of the load must not have the name of a view that is then created; the sample is synthetic.

    A template that cannot be copied is an error of the machine, not a database without tables; what was copied of it
    is removed.
    """

    def fail(_, target):
        Path(target).write_text("half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as context:
        context.setattr(template.shutil, "copyfile", fail)
        assert not template.copy_to(db) and not db.exists()
    with monkeypatch.context() as context:
        context.setenv("DLTRACK_CACHE", "/dev/null/cache")
        assert not template.copy_to(db) and not db.exists()
        mini.load(db)
    assert [found for found in verify.verify(db) if found.is_fault] == []


@pytest.mark.campaign
def test_more_runs_can_be_added_to_loaded_runs(mini, db):
    mini.put_loaded(db)
    mini.runs["input.c"] = RUN_B.replace("tagB", "tagC")
    report = mini.load(db)
    assert (report.rows, report.already_loaded) == ({"runs": 3}, 4)
    assert asked(db, "select count(distinct run_id) from systems.leaderboard") == [(3,)]


def test_a_wrong_checksum_is_refused_unless_accepted(mini, db):
    mini.qrels = QRELS.replace("1 0 D1 3", "1 0 D7 3")
    with pytest.raises(SourceError, match=r"mini\.qrels\.txt: the file has md5 .*, but the official"):
        mini.load(db)
    assert not db.exists()
    mini.load(db, unverified=True)
    assert asked(db, "select verified from main.loads where part = 'qrels'") == [("counts",)]


def test_unverified_data_come_from_the_named_file_and_are_never_official(mini, db, tmp_path):
    """The genuine file in another folder is not used, and data loaded without verification are not marked 'md5'."""
    mini.put_loaded(db)
    genuine = asked(db, "select part, verified from main.loads where verified = 'md5' order by all")
    assert ("qrels", "md5") in genuine
    altered = Mini(tmp_path / "altered", qrels=QRELS.replace("1 0 D1 3", "1 0 D7 3")).write()
    both = tmp_path / "both.duckdb"
    loader.load_edition(mini.recipe(), both, replace(QUIET, unverified=True), places=[altered, mini.folder])
    assert asked(both, "select doc_id from main.qrels where query_id = '1' and relevance = 3") == [("D7",)]
    assert asked(both, "select count(*) from main.loads where verified = 'md5' and part <> 'runs'") == [(0,)]


def test_an_unzipped_copy_of_a_published_gz_is_accepted_on_its_counts(mini, db):
    recipe = mini.recipe()
    zipped = [replace(spec, file=spec.file + ".gz", md5=("0" * 32,)) for spec in recipe.files]
    mini.load(db, recipe=replace(recipe, files=tuple(zipped)))
    assert asked(db, "select distinct verified from main.loads where part <> 'runs'") == [("counts",)]


def test_a_failed_expectation_leaves_no_database_behind(mini, db):
    mini.runs["input.a"] = RUN_A + "1 Q0 D1 4 0.05 tagA\n"
    with pytest.raises(ValidationError) as error:
        mini.load(db)
    text = str(error.value)
    assert "a document is returned once per topic" in text
    assert "input.a:6: document D1 occurs again for topic 1, first on line 2" in text
    assert not db.exists()


def test_a_failed_expectation_leaves_an_older_database_untouched(mini, db):
    mini.put_loaded(db)
    before = db.read_bytes()
    mini.runs["input.c"] = "1 Q0 D1 1 nan tagC\n"
    with pytest.raises(ValidationError, match=r"input\.c:1: score nan of topic 1, document D1"):
        mini.load(db)
    assert db.read_bytes() == before


@pytest.mark.more
def test_the_first_of_duplicates_can_be_kept(mini, db):
    mini.runs["input.a"] = RUN_A + "1 Q0 D1 4 99 tagA\n"
    mini.load(db, first_of_duplicates=True)
    assert asked(db, "select score from main.rankings where run_id = 'a' and query_id = '1' and doc_id = 'D1'") == [
        (2.5,)
    ]


def test_dropping_removes_everything_of_a_collection(mini, db):
    mini.put_loaded(db)
    assert removal.drop(db, removal.DropRequest(("mini",))).things == [
        removal.Dropped("collection", "mini-docs", None, 13)
    ]
    tables = asked(
        db, "select table_name from duckdb_tables() where schema_name = 'main' and table_name <> 'database_info'"
    )
    reference = {"official_scores", "changes"}  # the chain of changes tells of the drop too
    for (table,) in tables:
        if table not in reference:
            assert asked(db, f"select count(*) from main.{table}") == [(0,)], table


def test_dropping_an_unknown_name_lists_the_loaded_collections(mini, db):
    mini.put_loaded(db)
    with pytest.raises(UsageError, match="does not contain 'nope'; loaded collections: mini-docs"):
        removal.drop(db, removal.DropRequest(("nope",)))


@pytest.mark.campaign
def test_own_runs_can_be_added_to_a_loaded_collection(mini, db, tmp_path):
    mini.put_loaded(db)
    own = tmp_path / "mine.run.gz"
    own.write_bytes(gzip.compress(b"1 Q0 D1 1 1.0 x\n"))
    edition, spec = collections.in_database(db, "mini-docs")
    report = loader.load(plan.without_submissions(plan.plan_part("runs", edition, spec, [own])), db, QUIET)
    assert "all submitted runs are loaded" not in [o.expectation for o in report.outcomes if not o.success]
    assert asked(db, "select run_id, is_submission from main.runs order by run_id") == [
        ("a", True),
        ("b", True),
        ("mine", False),
    ]
    assert asked(db, "select edition from main.collections") == [("mini",)]


def test_a_second_label_set_is_loaded_next_to_the_official_set(mini, db, tmp_path):
    mini.put_loaded(db)
    labels = tmp_path / "llm.qrels"
    labels.write_text("1\t0\tD1\t2\n1\t0\tD9\t1\n")
    edition, spec = collections.in_database(db, "mini-docs")
    loader.load(plan.plan_part("qrels", edition, spec, [labels], labels="llm"), db, QUIET)
    assert asked(db, "select variant, count(*) from main.qrels group by variant order by variant") == [
        ("llm", 2),
        ("nist", 5),
    ]
    # the leaderboard still is by the official labels
    assert asked(db, "select round(rr, 4) from systems.leaderboard where run_id = 'a'") == [(0.75,)]


@pytest.mark.more
def test_any_trec_collection_can_be_loaded(tmp_path):
    (tmp_path / "topics").write_text(
        "<top>\n<num> Number: 301\n<title> International\nOrganized Crime\n<desc> Description:\nwho\n</top>\n\n"
        "<top>\n<num> Number: 302\n<title> Poliomyelitis\n\n<desc> Description:\n</top>\n"
    )
    (tmp_path / "qrels").write_text("301 0 FBIS3-1 1\n302 0 FBIS3-2 0\n302 0 FBIS3-3 -1\n")
    (tmp_path / "one.txt").write_text("301 Q0 FBIS3-1 1 1.0 one\n302 Q0 FBIS3-2 1 1.0 one\n")
    spec = CollectionSpec(collection="robust04", task="docs", query_set="robust04")
    db = tmp_path / "x.duckdb"
    loader.load(plan.plan_collection(spec, tmp_path / "qrels", tmp_path / "topics", [tmp_path / "one.txt"]), db, QUIET)
    assert asked(db, "select query_id, text from main.queries order by query_id") == [
        ("301", "International Organized Crime"),
        ("302", "Poliomyelitis"),
    ]
    assert asked(db, "select relevance from main.qrels order by relevance") == [(-1,), (0,), (1,)]


TOPIC_FILES = {
    "XML of the Web track": '<webtrack2013>\n<topic number="301" type="faceted">\n<query>who &amp; what</query>\n'
    "<description>x</description></topic>\n<topic number='302'><query>a  b\nc</query></topic>\n</webtrack2013>\n",
    "XML of TREC-COVID": '<?xml version="1.0"?>\n<topics>\n  <topic number="301">\n    <query>who &amp; what'
    "</query>\n    <question>why?</question>\n  </topic>\n"
    '  <topic number="302"><query>a b c</query></topic>\n</topics>\n',
    "JSON lines": '{"id": "301", "title": "who & what"}\n{"id": 302, "title": "a b c", "other": [1]}\n',
    "ids only": "301\n302\n",
    "none": None,
}


@pytest.mark.campaign
@pytest.mark.parametrize("form", TOPIC_FILES)
def test_topics_come_in_many_forms_or_not_at_all(tmp_path, form):
    text = TOPIC_FILES[form]
    topics = None
    if text is not None:
        topics = tmp_path / "topics"
        topics.write_text(text)
    (tmp_path / "qrels").write_text("301 0 a 1\n302 0 b 1\n")
    (tmp_path / "one.txt").write_text("301 Q0 a 1 1.0 one\n302 Q0 b 1 1.0 one\n")
    spec = CollectionSpec(collection="own", task="docs", query_set="own")
    db = tmp_path / "x.duckdb"
    loader.load(plan.plan_collection(spec, tmp_path / "qrels", topics, [tmp_path / "one.txt"]), db, QUIET)
    texts = {"ids only": ["", ""], "none": []}.get(form, ["who & what", "a b c"])
    assert asked(db, "select query_id, text from main.queries order by query_id") == list(
        zip(("301", "302"), texts, strict=False)
    )
    assert asked(db, "select value from metrics.run_scores where measure = 'map'") == [(1.0,)]


def test_a_topic_file_of_broken_json_is_refused_with_its_line(tmp_path):
    (tmp_path / "topics").write_text('{"id": "301", "title": "x"}\n{"id": "302"\n{"title": "no id"}\n')
    (tmp_path / "qrels").write_text("301 0 a 1\n")
    spec = CollectionSpec(collection="own", task="docs", query_set="own")
    with pytest.raises(ValidationError) as error:
        loader.load(
            plan.plan_collection(spec, tmp_path / "qrels", tmp_path / "topics", []), tmp_path / "x.duckdb", QUIET
        )
    assert "topics:2: not a line of JSON" in str(error.value)
    assert "topics:3: the topic has none of id," in str(error.value)


def test_grades_outside_the_official_scale_are_reported(mini, db, tmp_path):
    mini.put_loaded(db)
    labels = tmp_path / "llm.qrels"
    labels.write_text("1 0 D1 2\n1 0 D9 10\n")
    edition, spec = collections.in_database(db, "mini-docs")
    said: list[str] = []
    report = loader.load(
        plan.plan_part("qrels", edition, spec, [labels], labels="llm"), db, loader.LoadOptions(say=said.append)
    )
    assert said == ["mini: reading 1 file, 19 B", "mini: validating", "mini: publishing"]
    told = [each for each in report.outcomes if not each.success]
    assert [(each.expectation, each.severity) for each in told] == [("grades are on the scale", "warning")]
    assert "llm.qrels:2: grade 10 of topic 1, document D9; official grades range from 0 to 3" in told[0].examples[0]


@pytest.mark.usefixtures("unreachable")
def test_terms_of_use_are_printed_before_a_download(mini, db, tmp_path):
    recipe = mini.recipe()
    absent = [replace(spec, file=f"absent-{spec.file}", url="http://127.0.0.1:9/x") for spec in recipe.files]
    told = []
    with pytest.raises(SourceError):
        loader.load(
            plan.plan_edition(
                replace(recipe, files=tuple(absent), terms="for research only"), sources.SourceIndex([mini.write()]), []
            ),
            db,
            loader.LoadOptions(say=told.append, keep_downloads=tmp_path),
        )
    assert told[0] == "mini: terms of use: for research only"


def test_in_an_unknown_folder_runs_are_found_by_known_run_ids(tmp_path):
    from dltrack_db.base import recipes

    loose = tmp_path / "downloads"
    loose.mkdir()
    (loose / "input.p_bm25.gz").write_bytes(gzip.compress(b"x"))
    (loose / "input.d_bm25").write_bytes(b"x")
    found = plan.plan_edition(recipes.load("trec2021"), sources.SourceIndex([]), [loose], ["runs"])
    assert [(item.collection, item.name) for item in found.items] == [
        ("trec2021-docs", "d_bm25"),
        ("trec2021-passages", "p_bm25"),
    ]
    (loose / "input.unheard_of").write_bytes(b"x")
    with pytest.raises(SourceError, match="is not a known submission to trec2021-docs or trec2021-passages"):
        plan.plan_edition(recipes.load("trec2021"), sources.SourceIndex([]), [loose], ["runs"])


def test_optional_files_are_loaded_if_present_and_only_rankings_of_rag_are_downloaded(tmp_path):
    from dltrack_db.base import recipes

    recipe, names = recipes.load("rag2025"), {"trec", "umbrela2"}
    found = plan.plan_edition(recipe, sources.SourceIndex([]), ["nist"], ["qrels", "runs"])
    assert {item.name for item in found.items if item.part == "qrels" and item.collection == "rag2025"} == names
    runs = [item for item in found.items if item.part == "runs"]
    assert len(runs) == 46
    assert runs[0].addresses == (f"https://trec.nist.gov/results/trec34/rag/input.{runs[0].name}.gz",)
    (tmp_path / "2025-rag-qrels.txt").write_text("1 0 msmarco_v2.1_doc_00_1#0_1 4\n")
    found = plan.plan_edition(recipe, sources.SourceIndex([tmp_path]), [], ["qrels"])
    named = {item.name: item.path for item in found.items if item.collection == "rag2025"}
    assert named == {"trec": None, "umbrela2": None, "nist": tmp_path / "2025-rag-qrels.txt"}


@pytest.mark.more
def test_a_load_starts_again_if_another_load_was_published_meanwhile(mini, db, monkeypatch):
    mini.put_loaded(db)
    note_known = staging._note_known

    begun = []

    def other_load_first(con, path):
        begun.append(db.stat().st_mtime_ns)
        note_known(con, path)
        other = duckdb.connect(str(db))
        other.execute("update main.loads set load_id = load_id + 100 where load_id = 4")
        other.close()

    monkeypatch.setattr(staging, "_note_known", other_load_first)
    mini.runs["input.c"] = RUN_B
    mini.load(db)
    assert len(set(begun)) == 2
    assert asked(db, "select count(*) from main.runs") == [(3,)]


@pytest.mark.campaign
@pytest.mark.parametrize(("text", "database", "threads"), [(10**6, 10**8, 1), (10, 10**8, None), (10**6, 10, None)])
def test_small_inputs_are_loaded_by_one_thread(mini, db, tmp_path, monkeypatch, text, database, threads):
    mini.put_loaded(db)
    owner, spec = collections.in_database(db, "mini-docs")
    (tmp_path / "input.mine").write_text(RUN_A.replace(" a", " mine"))
    planned = plan.plan_part("runs", owner, spec, [tmp_path / "input.mine"])
    monkeypatch.setattr(loader.connection, "SMALL", text)
    monkeypatch.setattr(loader, "_SMALL_DATABASE", database)
    monkeypatch.setattr(staging, "stage", Mock(side_effect=StopIteration))  # called once it is connected
    connect = Mock(wraps=loader.connection.connect)
    monkeypatch.setattr(loader.connection, "connect", connect)
    with pytest.raises(StopIteration):
        loader.load(planned, db, QUIET)
    assert connect.call_args.kwargs == {"threads": threads}
