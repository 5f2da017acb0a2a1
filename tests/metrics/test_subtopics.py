"""Measures of novelty and diversity equal pyndeval's; labels by subtopic are loaded, kept, checked and given back."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import ir_measures
import polars as pl
import pytest
import scored

import dltrack_db as dl
from dltrack_db.base.recipes import CollectionSpec
from dltrack_db.errors import UsageError, ValidationError
from dltrack_db.export.collection_files import export
from dltrack_db.load import loader, plan
from dltrack_db.score import ir_measures_provider, requests
from dltrack_db.score.evaluation import Evaluation
from dltrack_db.store import collections, database, removal
from dltrack_db.store.verify import verify
from tests.copies import copied

# what pyndeval 0.0.8 says of random qrels with topics that lack a relevant item, subtopics without any, negative grades
# and a topic that the run leaves out; it has no value for nNRBP where nothing is relevant
GOLDEN = json.loads((Path(__file__).parent / "golden" / "subtopics.json").read_text())
QRELS = pl.DataFrame(GOLDEN["qrels"], schema=["query_id", "subtopic", "doc_id", "relevance"], orient="row")
BEST = QRELS.group_by("query_id", "doc_id").agg(pl.col("relevance").max())
LINES = "".join(f"{query} {subtopic} {doc} {grade}\n" for query, subtopic, doc, grade in GOLDEN["qrels"])
RUN = "".join(f"{query} Q0 {doc} 1 {score} x\n" for query, docs in GOLDEN["run"].items() for doc, score in docs.items())
SPEC = CollectionSpec(
    collection="web", task="docs", query_set="web", qrels_variant="nist", title="web", year=None, tie_rule="double"
)


def values(frame):
    return {(row["measure"], row["query_id"]): row["value"] for row in frame.iter_rows(named=True)}


def load(path, qrels, run=None, *, variant=None, **options):
    options.setdefault("say", lambda _: None)
    runs = [run] if run else []
    what = (
        plan.plan_collection(SPEC, qrels, None, runs)
        if variant is None
        else plan.plan_part("qrels", *collections.in_database(path, "web"), [qrels], labels=variant)
    )
    return loader.load(what, path, loader.LoadOptions(**options))


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    """A database with the labels by subtopic and the run, and what the load said."""
    folder = tmp_path_factory.mktemp("web")
    (folder / "web.qrels").write_text(LINES)
    (folder / "x.run").write_text(RUN)
    said = []
    load(folder / "web.duckdb", folder / "web.qrels", folder / "x.run", say=said.append)
    return folder / "web.duckdb", said


@pytest.fixture
def copy(web, tmp_path):
    return copied(web[0], tmp_path / "web.duckdb")


def rows(path, query):
    con = duckdb.connect(str(path), read_only=True)
    try:
        return con.execute(query).fetchall()
    finally:
        con.close()


def test_every_measure_is_that_of_pyndeval():
    names = list(dict.fromkeys(name for name, _, _ in GOLDEN["values"]))
    actual = values(dl.evaluate(GOLDEN["run"], QRELS, names, per_query=True))
    labels = {name: scored.label(name) for name in names}
    expected = {(labels[name], query): value for name, query, value in GOLDEN["values"]}
    assert {key: actual[key] for key in expected} == pytest.approx(expected, abs=1e-9)
    others = {key: value for key, value in actual.items() if key not in expected}
    unanswered = set(QRELS["query_id"]) - set(GOLDEN["run"])
    assert unanswered <= {query for _, query in others}
    assert all(value == 0 for value in others.values())
    assert {name.partition("(")[0].partition("@")[0] for name in names} == {
        "alpha_DCG", "alpha_nDCG", "ERR_IA", "nERR_IA", "NRBP", "nNRBP", "AP_IA", "P_IA", "StRecall",
    }  # fmt: skip


def test_by_hand():
    # subtopic 1: a, b; subtopic 2: b; nothing is relevant to subtopic 3, which therefore does not count
    qrels = pl.DataFrame(
        {
            "query_id": ["q"] * 5,
            "subtopic": ["1", "1", "2", "3", "2"],
            "doc_id": ["a", "b", "b", "a", "a"],
            "relevance": [1, 2, 1, 0, 0],
        }
    )
    run = {"q": {"x": 3.0, "a": 2.0, "b": 1.0}}
    names = [
        "strec_2", "StRecall@3", "P_IA@3", "AP_IA", "NRBP(alpha=0.2, beta=0.6)", "ERR_IA@3", "ERR_IA@1", "alpha_nDCG@3",
        "P_IA(judged_only=True)@1", "StRecall(rel=2)@3",
    ]  # fmt: skip
    found = dict(dl.evaluate(run, qrels, names).select("measure", "value").iter_rows())
    weight = [1, 0.6309297535714575, 0.5]
    expected = [
        1 / 2,
        1,
        3 / 6,
        ((1 / 2 + 2 / 3) / 2 + 1 / 3) / 2,
        (1 - 0.8 * 0.6) / 2 * (0.6 + 1.8 * 0.36),
        (1 / 2 + 1.5 / 3) / (2 * (1 + 0.5 / 2 + 0.25 / 3)),
        0,
        (weight[1] + 1.5 * weight[2]) / (2 * weight[0] + 0.5 * weight[1]),
        1 / 2,
        1,
    ]
    assert list(found.values()) == pytest.approx(expected, abs=1e-12)


@pytest.mark.more
def test_ties_follow_the_rule_and_the_ideal_order_takes_the_last_id():
    """Any item may come first in the ideal order; after c there is one that gains 2, after a none above 1.5."""
    lines = [("1", "a"), ("2", "a"), ("2", "b"), ("4", "b"), ("1", "c"), ("3", "c")]
    qrels = [("q", subtopic, doc, 1) for subtopic, doc in lines]
    frame = pl.DataFrame(qrels, schema=["query_id", "subtopic", "doc_id", "relevance"], orient="row")
    run = {"q": {"a": 1.0, "b": 1.0, "c": 1.0}}
    names = ["ERR_IA@1", "alpha_DCG@1", "nERR_IA@1", "alpha_DCG@2", "alpha_nDCG@2"]
    found = dict(dl.evaluate(run, frame, names).select("measure", "value").iter_rows())
    # equal scores: the run has c, b, a, too; at cut-off 1 nothing is divided
    second = 0.6309297535714575
    expected = [2, 2, 1, (2 + 2 * second) / (4 * (1 + second / 2)), 1]
    assert list(found.values()) == pytest.approx(expected, abs=1e-12)
    # the last of several with the same subtopics counts: z is chosen before c, and spoils the second place
    last = [*qrels, ("q", "1", "z", 1), ("q", "2", "z", 1)]
    frame = pl.DataFrame(last, schema=["query_id", "subtopic", "doc_id", "relevance"], orient="row")
    found = dl.evaluate(run, frame, ["alpha_nDCG@2"])["value"].to_list()
    assert found == pytest.approx([(2 + 2 * second) / (2 + 1.5 * second)], abs=1e-12)


@pytest.mark.more
def test_ordinary_measures_take_the_best_grade():
    names = ["map", "ndcg_cut_10", "P_5", "bpref", "num_rel", "recall_100", "judged_10"]
    assert values(dl.evaluate(GOLDEN["run"], QRELS, names, per_query=True)) == values(
        dl.evaluate(GOLDEN["run"], BEST, names, per_query=True)
    )


@pytest.mark.more
def test_iterations_are_subtopics_where_a_document_has_several_of_them(tmp_path):
    named = QRELS.rename({"subtopic": "iteration"})
    file = tmp_path / "web.qrels"
    file.write_text(LINES)
    names = ["alpha_nDCG@10", "map"]
    expected = values(dl.evaluate(GOLDEN["run"], QRELS, names, per_query=True))
    for labels in (named, str(file)):  # sums of many gains differ in the last digit
        assert values(dl.evaluate(GOLDEN["run"], labels, names, per_query=True)) == pytest.approx(expected, abs=1e-12)
    alone = dl.evaluate(GOLDEN["run"], named, ["map"], per_query=True)
    assert values(alone) == {key: value for key, value in expected.items() if key[0] == "map"}
    slip = pl.DataFrame({"query_id": ["q", "q"], "iteration": ["0", "Q0"], "doc_id": ["a", "a"], "relevance": [1, 1]})
    with pytest.raises(UsageError, match="more than once"):
        dl.evaluate({"q": {"a": 1.0}}, slip, ["map"])
    # no document has two here: only who asks for a measure by subtopic means subtopics
    lines = pl.DataFrame({"query_id": ["q", "q"], "iteration": ["1", "2"], "doc_id": ["a", "b"], "relevance": [1, 1]})
    assert dl.evaluate({"q": {"a": 1.0}}, lines, ["StRecall@5"])["value"].to_list() == [0.5]


@pytest.mark.more
@pytest.mark.parametrize(
    ("qrels", "measure", "message"),
    [
        (
            {"q": {"a": 1}},
            "alpha_nDCG@10",
            "alpha_nDCG@10 cannot be computed with these labels; it needs labels by subtopic",
        ),
        ({"q": {"a": 1}}, "strec", "strec_5 cannot be computed with these labels; it needs labels by subtopic"),
        (QRELS, "NRBP(beta=2)", "beta is 2; for NRBP, it must be a number from 0 to 1"),
        (QRELS, "nNRBP(alpha=1.5)", "alpha is 1.5; it must be a number from 0 to 1"),
        (
            QRELS,
            "StRecall(judged_only=True)@5",
            "StRecall has no parameter 'judged_only'; valid: rel, cutoff",
        ),
        (pl.concat([QRELS, QRELS]), "NRBP", "documents more than once for a query"),
        (QRELS.with_columns(subtopic=pl.when(pl.int_range(pl.len()) > 0).then("subtopic")), "NRBP", "1 rows without a"),
    ],
)
def test_what_cannot_be_meant_is_refused(qrels, measure, message):
    with pytest.raises(UsageError) as refused:
        dl.evaluate({"q": {"a": 1.0}} | GOLDEN["run"], qrels, [measure])
    assert message in str(refused.value)


@pytest.mark.more
def test_the_provider_of_ir_measures_takes_the_iteration_as_subtopic():
    qrels = [ir_measures.Qrel(query, doc, grade, subtopic) for query, subtopic, doc, grade in GOLDEN["qrels"]]
    measures = [ir_measures.ERR_IA @ 10, ir_measures.AP, ir_measures.nNRBP(rel=2)]
    found = ir_measures_provider.provider.calc_aggregate(measures, qrels, GOLDEN["run"])
    expected = dl.evaluate(GOLDEN["run"], QRELS, ["ERR_IA@10", "AP", "nNRBP(rel=2)"])["value"].to_list()
    assert [found[measure] for measure in measures] == pytest.approx(expected, abs=1e-12)
    alone = ir_measures_provider.provider.calc_aggregate([ir_measures.AP], reversed(qrels), GOLDEN["run"])
    assert alone[ir_measures.AP] == pytest.approx(expected[1], abs=1e-12)  # whatever the order of the lines


@pytest.mark.more
def test_they_are_loaded_told_kept_apart_and_exported_as_they_were(web, tmp_path):
    path, said = web
    assert any("judged by subtopic" in line
               for line in said)  # fmt: skip
    assert set(rows(path, "select query_id, doc_id, relevance from main.qrels")) == set(BEST.iter_rows())
    held = "select query_id, subtopic, doc_id, relevance from main.subtopic_qrels"
    assert sorted(rows(path, held)) == sorted(map(tuple, GOLDEN["qrels"]))
    assert verify(path) == []
    con = database.open_readonly(path, into=tmp_path)
    files = {file.name: file for file in export(con, "web", tmp_path, "trec")}
    con.close()
    assert sorted(files["qrels.nist.txt"].read_text().splitlines()) == sorted(LINES.splitlines())


@pytest.mark.more
def test_a_loaded_collection_gives_the_same_values_as_frames(web, tmp_path):
    run = tmp_path / "x.run"
    run.write_text(RUN)
    evaluation = Evaluation(web[0], "web")
    try:
        evaluation.add_files([run])
        evaluation.score(requests.resolve(["alpha_nDCG@10", "map_ia", "strec_5"], evaluation.measures))
        found = evaluation.con.execute("select measure, query_id, value from main.query_scores").fetchall()
    finally:
        evaluation.close()
    expected = dl.evaluate(GOLDEN["run"], QRELS, ["alpha_nDCG@10", "map_ia", "strec_5"], per_query=True)
    assert {(measure, query): value for measure, query, value in found} == pytest.approx(values(expected), abs=1e-12)


@pytest.mark.more
def test_a_change_of_labels_by_subtopic_is_noticed(copy):
    con = duckdb.connect(str(copy))
    checks = ("from catalog.ledger_counts where not is_sound", "from catalog.broken_rules")
    assert [con.execute(check).fetchall() for check in checks] == [[], []]
    missed = []
    for damage in (
        "update main.subtopic_qrels set relevance = 4 where rowid = 3",
        "update main.subtopic_qrels set subtopic = '9' where rowid = 3",
        "update main.subtopic_qrels set doc_id = 'x' where rowid = 3",
        "update main.subtopic_qrels set query_id = 'x' where rowid = 3",
        "update main.subtopic_qrels set variant = 'x' where rowid = 3",
        "update main.subtopic_qrels set collection = 'x' where rowid = 3",
        "delete from main.subtopic_qrels where rowid = 3",
        "insert into main.subtopic_qrels from main.subtopic_qrels where rowid = 3",
        "delete from main.subtopic_qrels",
        "update main.qrels set relevance = relevance + 1 where rowid = 1",
        "update main.qrels set iteration = '1' where rowid = 1",
        "delete from main.qrels where rowid = 1",
        "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
        "values ('web', 'nist', 'q0', 'new', 0, null)",
    ):
        con.execute("begin")
        con.execute(damage)
        if not any(con.execute(check).fetchone() for check in checks):
            missed.append(damage)
        con.execute("rollback")
    con.close()
    assert missed == []


@pytest.mark.more
def test_they_are_replaced_and_dropped_with_their_labels(copy, tmp_path):
    plain, by_subtopic = tmp_path / "plain.qrels", tmp_path / "other.qrels"
    plain.write_text("q0 0 d0 1\n")
    by_subtopic.write_text("q0 1 d0 1\nq0 2 d0 0\n")
    load(copy, by_subtopic, variant="other")
    assert rows(copy, "select variant, count(*) from main.subtopic_qrels group by all order by all")[1] == ("other", 2)
    load(copy, plain, variant="other", replace=True)
    assert rows(copy, "select distinct variant from main.subtopic_qrels") == [("nist",)]
    con = duckdb.connect(str(copy))
    con.execute("insert into main.subtopic_qrels values ('web', 'other', 'q0', '1', 'd0', 1)")
    con.close()
    removal.drop(copy, removal.DropRequest(collection="web", name="other"))
    assert rows(copy, "select distinct variant from main.subtopic_qrels") == [("nist",)]
    removal.drop(copy, removal.DropRequest(("web",)))
    assert rows(copy, "select count(*) from main.subtopic_qrels") == [(0,)]


@pytest.mark.more
@pytest.mark.parametrize(
    "lines",
    [
        "q0 1 d0 1\nq0 2 d0 0\nq0 2 d0 1\n",
        "q0 0 d0 1\nq0 0 d0 0\n",
        "q0 0 d0 1\nq0 Q0 d0 1\n",
        "q0 0 d0 1\nq0 -1 d0 1\n",
    ],
    ids=["within a subtopic", "without any", "no number", "no natural number"],
)
def test_a_document_judged_twice_is_refused(tmp_path, lines):
    file = tmp_path / "web.qrels"
    file.write_text(lines)
    with pytest.raises(ValidationError, match="pair is judged once"):
        load(tmp_path / "web.duckdb", file)


@pytest.mark.more
def test_several_iterations_alone_are_no_subtopics(tmp_path):
    file = tmp_path / "web.qrels"
    file.write_text("q0 1 d0 1\nq0 2 d1 0\n")
    load(tmp_path / "web.duckdb", file)
    assert rows(tmp_path / "web.duckdb", "select iteration from main.qrels order by all") == [("1",), ("2",)]
    assert rows(tmp_path / "web.duckdb", "select count(*) from main.subtopic_qrels") == [(0,)]


def test_a_leaderboard_takes_a_measure_of_subtopics_or_names_the_labels_for_it(web, tmp_path):
    path = copied(web[0], tmp_path / "web.duckdb")
    (tmp_path / "plain.qrels").write_text(
        "".join(f"{row['query_id']} 0 {row['doc_id']} 1\n" for row in BEST.to_dicts())
    )
    load(path, tmp_path / "plain.qrels", variant="plain")
    with dl.open(path) as db:
        with pytest.warns(UserWarning, match="unanswered"):
            expected = db.evaluate(web[0].parent / "x.run", "web", ["alpha_nDCG@7"])["value"]
        for labels in ("", "nist"):
            frame = db.leaderboard("web", "alpha_nDCG@7", labels=labels)
            assert frame["alpha_nDCG@7"].to_list() == pytest.approx(expected.to_list())
        with pytest.raises(UsageError, match="choose with --labels from nist"):
            db.leaderboard("web", "alpha_nDCG@7", labels="plain")
