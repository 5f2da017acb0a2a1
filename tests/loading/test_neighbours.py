"""File formats of related tools: predictions of MTEB, video search of TRECVID, judgments and topics of BEIR."""

from __future__ import annotations

import json

import duckdb
import ir_measures
import pytest

import dltrack_db as dl
from dltrack_db.base.recipes import CollectionSpec
from dltrack_db.errors import DltrackError
from dltrack_db.load import loader, plan
from dltrack_db.score import readers

COLUMNS = "file_id, query_id, doc_id, submitted_rank, score, tag"
RUN = {"1": {"a": 1.5, "b": 2, "z": 1.5}, "2": {"b": 7e-3, "é": -1.0}, "none": {}}
ROWS = [("1", "a", 2, 1.5), ("1", "b", 1, 2.0), ("1", "z", 3, 1.5), ("2", "b", 1, 0.007), ("2", "é", 2, -1.0)]
MTEB_2 = {"mteb_model_meta": {"model_name": "me/mine", "revision": "x"}, "default": {"test": RUN}}


@pytest.fixture(scope="module")
def con():
    con = duckdb.connect()
    con.execute(
        "create table r (file_id integer, line bigint, query_id varchar, doc_id varchar, submitted_rank integer, "
        "score double, tag varchar, iteration varchar, relevance smallint, is_odd boolean, problem varchar)"
    )
    yield con
    con.close()


def read(con, path, text, rules="strict"):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    con.execute("delete from r")
    readers.read_runs(con, "r", COLUMNS, [readers.scan_file(1, path, rules)], rules)
    return con.execute(
        "select query_id, doc_id, submitted_rank, score, tag, problem, line from r order by line"
    ).fetchall()


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize(("held", "tag"), [(RUN, ""), (MTEB_2, "me/mine")])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf", b"\n "])
def test_predictions_of_mteb_are_read_unchanged(con, tmp_path, held, tag, indent, mark):
    rows = read(con, tmp_path / "p.json", mark + json.dumps(held, indent=indent).encode())
    assert [row[:4] for row in rows] == ROWS
    assert {row[4:6] for row in rows} == {(tag, None)}
    assert [row[6] for row in rows] == [1, 2, 3, 4, 5]


def test_a_repeated_document_is_read_so_that_checks_can_report_it(con, tmp_path):
    rows = read(con, tmp_path / "p.json", '{"1": {"a": 1, "a": 2}, "1": {"b": 3}}')
    assert [(row[0], row[1]) for row in rows] == [("1", "a"), ("1", "a"), ("1", "b")]


REFUSED = [
    ('{"1": {"a": "2.0"}}', 'score "2.0" of document a for topic 1 is not a number'),
    ('{"1": {"a": null}}', "score null of document a for topic 1 is not a number"),
    ('{"1": {"a": [1]}}', "score [1] of document a for topic 1 is not a number"),
    ('{"1": {"a": 1}, "2": 3}', "topic 2 has no object of documents and scores"),
    ('{"1": {"a b": 1}}', "an id is empty or contains a blank"),
    ('{"": {"a": 1}}', "an id is empty or contains a blank"),
    (
        json.dumps({**MTEB_2, "other": {"dev": {}}}),
        "several subsets or splits (default/test, other/dev); keep only one",
    ),
    ('{"query": "1", "doc": "a", "score": 2.0}', "the line is JSON"),
    ('{"1": {"a": 1}}\n{"2": {"a": 1}}', "the line is JSON"),
    ('{"1": {"a": 1}', "the line is JSON"),
    ("{}", "the line is JSON"),
    ('{"mteb_model_meta": {}}', "the line is JSON"),
]


@pytest.mark.parametrize(("text", "problem"), REFUSED)
def test_other_json_is_refused_with_the_reason(con, tmp_path, text, problem):
    assert any(problem in (row[5] or "") for row in read(con, tmp_path / "p.json", text))


def test_predictions_with_several_splits_are_rejected(con, tmp_path):
    rows = read(con, tmp_path / "p.json", json.dumps({"mteb_model_meta": {}, "default": {"dev": RUN, "test": RUN}}))
    assert [row[:4] for row in rows] == [(None, None, None, None)]


def test_trec_eval_rules_reject_json(con, tmp_path):
    assert len(read(con, tmp_path / "p.json", json.dumps(RUN), "trec_eval9")) == 1  # one line, as the program sees it


VIDEO = """<!DOCTYPE videoAdhocSearchResults SYSTEM "videoAdhocSearchResults.dtd">
<videoAdhocSearchResults><!-- <item seqNum="9" shotId="none"/> -->
<videoAdhocSearchRunResult trType="D" class="F" task="M" pid="TEAM" priority="1" desc="1 > 0">
<videoAdhocSearchTopicResult tNum="1701" elapsedTime="2.5">
<item seqNum="1" shotId="shot2_45" /><item shotId='shot10_1' seqNum='2'/>
</videoAdhocSearchTopicResult>
<videoAdhocSearchTopicResult tNum="1702" elapsedTime="3">
<item seqNum="1"
 shotId="shot2_45"></item>
</videoAdhocSearchTopicResult>
</videoAdhocSearchRunResult>
</videoAdhocSearchResults>
"""


def test_runs_of_video_search_are_read_in_the_order_of_their_ranks(con, tmp_path):
    rows = read(con, tmp_path / "avs.xml", VIDEO)
    assert [(*row[:5], row[6]) for row in rows] == [
        ("1701", "shot2_45", 1, -1.0, "TEAM", 5),
        ("1701", "shot10_1", 2, -2.0, "TEAM", 5),
        ("1702", "shot2_45", 1, -1.0, "TEAM", 9),
    ]
    assert {row[5] for row in rows} == {None}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (' shotId="shot2_45" />', "/>", "an item has no shotId"),
        ('"shot2_45" />', '"shot2 45" />', "a blank in tNum '1701' or shotId 'shot2 45'"),
        ('seqNum="1"\n', 'seqNum="one"\n', "seqNum 'one' is not a whole number"),
        ('tNum="1701"', "", "an item is outside of a topic with tNum"),
        ("</videoAdhocSearchRunResult>", '</a><videoAdhocSearchRunResult pid="b"></a>', "several runs"),
        ("videoAdhocSearch", "videoSearch", "XML or HTML without videoAdhocSearchResults"),
    ],
)
def test_other_xml_is_refused_with_the_reason(con, tmp_path, old, new, problem):
    assert any(problem in (row[5] or "") for row in read(con, tmp_path / "avs.xml", VIDEO.replace(old, new)))


def judged(con, path, text, rules="strict"):
    path.write_text(text)
    con.execute("delete from r")
    columns = "query_id, iteration, doc_id, relevance"
    readers.read_qrels(con, "r", columns, readers.scan_file(1, path, rules), rules)
    return con.execute(f"select {columns}, line, problem from r order by line").fetchall()


def test_judgments_with_beirs_header_are_read(con, tmp_path):
    rows = judged(con, tmp_path / "test.tsv", "query-id\tcorpus-id\tscore\n1\ta\t2\n# no line\n\n2\tb\t0\r\n")
    assert rows == [("1", "0", "a", 2, 2, None), ("2", "0", "b", 0, 5, None)]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("query-id\tcorpus-id\tscore\n1\ta\t1\n1 0 a 1\n", 3, "1 columns, but the first line names 3"),
        ("query-id\tcorpus-id\tscore\n1\ta\tnan\n", 2, "relevance 'nan' is not a small number"),
        ("query-id\tcorpus-id\tscore\n1\ta\t1\nquery-id\tcorpus-id\tscore\n", 3, "a header"),
        ("query-id\tcorpus-id\tscore\n1\ta\t1\n1\ta\n", 3, "2 columns, but the first line names 3"),
    ],
)
def test_judgments_in_another_format_are_rejected(con, tmp_path, text, line, problem):
    found = [row for row in judged(con, tmp_path / "test.tsv", text) if row[5]]
    assert found[0][4] == line and problem in found[0][5]


def test_trec_eval_takes_no_header(con, tmp_path):
    assert all(row[5] for row in judged(con, tmp_path / "q", "query-id\tcorpus-id\tscore\n1\ta\t2\n", "trec_eval10"))


@pytest.mark.campaign
def test_a_benchmark_is_loaded_in_its_own_file_formats(tmp_path):
    files = {
        "queries.jsonl": '{"_id": "1", "text": "one", "metadata": {}}\n{"_id": "2", "text": "two"}\n',
        "test.tsv": "query-id\tcorpus-id\tscore\n1\ta\t2\n1\tz\t1\n2\té\t1\n",
        "mine.json": json.dumps(MTEB_2, ensure_ascii=False),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    spec = CollectionSpec("mine", "docs", "mine")
    made = plan.plan_collection(spec, tmp_path / "test.tsv", tmp_path / "queries.jsonl", [tmp_path / "mine.json"])
    loader.load(made, tmp_path / "x.duckdb", loader.LoadOptions(say=lambda _: None))
    qrels = [ir_measures.Qrel("1", "a", 2), ir_measures.Qrel("1", "z", 1), ir_measures.Qrel("2", "é", 1)]
    run = [ir_measures.ScoredDoc(query, doc, score) for query, doc, _, score in ROWS]
    wanted = ir_measures.calc_aggregate([ir_measures.nDCG @ 10, ir_measures.AP], qrels, run)
    with dl.open(tmp_path / "x.duckdb") as db:
        assert db.sql("select query_id, text from main.queries order by all").fetchall() == [("1", "one"), ("2", "two")]
        scores = dict(db.sql("select measure, value from metrics.run_scores where run_id = 'mine'").fetchall())
    assert scores["ndcg_cut_10"] == pytest.approx(wanted[ir_measures.nDCG @ 10], abs=1e-9)
    assert scores["map"] == pytest.approx(wanted[ir_measures.AP], abs=1e-9)


@pytest.mark.campaign
def test_a_document_twice_in_predictions_does_not_load(tmp_path):
    (tmp_path / "q").write_text("1 0 a 1\n")
    (tmp_path / "mine.json").write_text('{"1": {"a": 1, "a": 2}}')
    made = plan.plan_collection(CollectionSpec("mine", "docs", "mine"), tmp_path / "q", None, [tmp_path / "mine.json"])
    with pytest.raises(DltrackError):
        loader.load(made, tmp_path / "x.duckdb", loader.LoadOptions(say=lambda _: None))
