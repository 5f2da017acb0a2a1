"""Labels inferred from passages: rules, audit, and scores under them, against plain Python and pytrec_eval."""

from __future__ import annotations

import math
from collections import defaultdict

import corpora_tables
import mini_track
import pytest
import pytrec_eval
from scipy.stats import kendalltau

RULES = {
    "max": max,
    "any": lambda grades: int(any(grade >= 2 for grade in grades)),
    "mean": lambda grades: math.floor(sum(grades) / len(grades) + 0.5),
    "count": lambda grades: min(sum(grade >= 2 for grade in grades), 3),
}


def passage_grades(con):
    """{(query, document): grades of its judged passages}, joined in Python."""
    document = dict(con.execute("select passage_id, doc_id from main.passage_documents").fetchall())
    grouped = defaultdict(list)
    for query, passage, grade in con.execute(
        "select query_id, doc_id, relevance from main.qrels where collection = 'mini-passages' and variant = 'nist'"
    ).fetchall():
        grouped[query, document[passage]].append(grade)
    return grouped


@pytest.mark.parametrize("rule", RULES)
def test_rules(mini_db, rule):
    grouped = passage_grades(mini_db)
    assert max(len(grades) for grades in grouped.values()) > 2
    rows = mini_db.execute(
        "select query_id, doc_id, relevance, num_passages, num_relevant_passages from labels.inferred_document_labels "
        "where collection = 'mini-docs' and rule = ?",
        [rule],
    ).fetchall()
    assert {(q, d): (grade, n, num_rel) for q, d, grade, n, num_rel in rows} == {
        key: (RULES[rule](grades), len(grades), sum(grade >= 2 for grade in grades)) for key, grades in grouped.items()
    }


@pytest.fixture
def partly_judged(mini_db):
    """The mini track, of whose documents d02 and d04 have no label of their own."""
    con = mini_db.cursor()
    con.execute("begin")
    con.execute("delete from main.qrels where collection = 'mini-docs' and doc_id in ('d02', 'd04')")
    yield con
    con.execute("rollback")


def test_hybrid_labels_are_the_actual_ones_and_else_the_inferred(partly_judged):
    def labels_of(query):
        return {(q, d): (grade, origin) for q, d, grade, origin in partly_judged.execute(query).fetchall()}

    actual = labels_of(
        "select query_id, doc_id, relevance, 'actual' from main.qrels "
        "where collection = 'mini-docs' and variant = 'nist'"
    )
    inferred = {key: (max(grades), "inferred") for key, grades in passage_grades(partly_judged).items()}
    assert actual.keys() & inferred.keys() and inferred.keys() - actual.keys() and actual.keys() - inferred.keys()
    assert any(actual[key][0] != inferred[key][0] for key in actual.keys() & inferred.keys())
    hybrid = labels_of(
        "select query_id, doc_id, relevance, origin from labels.hybrid_document_labels "
        "where collection = 'mini-docs' and rule = 'max'"
    )
    assert hybrid == inferred | actual
    (count,) = partly_judged.execute(
        "select count(*) from labels.hybrid_document_labels where collection = 'mini-docs' and rule = 'max'"
    ).fetchone()
    assert count == len(hybrid)


def test_no_mapping_no_labels(empty_db):
    mini_track.add_collections(empty_db)
    mini_track.add_qrels(empty_db, "mini-passages", "nist", {("q1", "p1"): 3})
    mini_track.add_qrels(empty_db, "mini-docs", "nist", {("q1", "d1"): 3})
    for view in (
        "inferred_document_labels",
        "inferred_vs_actual",
        "inferred_audit",
        "inferred_scores",
        "hybrid_document_labels",
    ):
        assert empty_db.execute(f"select count(*) from labels.{view}").fetchone() == (0,)


def test_audit_finds_what_differs(empty_db):
    con = empty_db
    mini_track.add_collections(con)
    rows = [{"corpus": "mini-passage", "passage_id": f"p{n}", "doc_id": f"d{n // 2}", "spans": None} for n in range(12)]
    corpora_tables.fill(con, "passage_documents", rows)
    passages = {("q1", f"p{n}"): n % 4 for n in range(12)}
    inferred = {("q1", f"d{n}"): max(2 * n % 4, (2 * n + 1) % 4) for n in range(6)}
    released = dict(inferred)
    released["q1", "d0"] = 0  # another grade
    del released["q1", "d5"]  # left out
    released["q1", "d9"] = 2  # without a passage
    mini_track.add_qrels(con, "mini-passages", "nist", passages)
    mini_track.add_qrels(con, "mini-docs", "nist", released)
    row = con.execute(
        "select num_released, num_inferred, num_both, num_equal, num_different, num_only_released, num_only_inferred "
        "from labels.inferred_audit where collection = 'mini-docs' and variant = 'nist' and rule = 'max'"
    ).fetchone()
    assert row == (6, 6, 5, 4, 1, 1, 1)
    items = con.execute(
        "select doc_id, released, inferred, num_passages from labels.inferred_audit_items "
        "where variant = 'nist' and rule = 'max' order by doc_id"
    ).fetchall()
    assert items == [("d0", 0, 1, 2), ("d5", None, 3, 2), ("d9", 2, None, 0)]


def ndcg(con, qrels, queries):
    """Mean nDCG@10 of each document run by pytrec_eval, a topic without a value counting 0."""
    runs = defaultdict(lambda: defaultdict(dict))
    for run, query, item, score in con.execute(
        "select run_id, query_id, doc_id, score from main.rankings where collection = 'mini-docs'"
    ).fetchall():
        runs[run][query][item] = score
    nested = defaultdict(dict)
    for (query, item), grade in qrels.items():
        nested[query][item] = grade
    evaluator = pytrec_eval.RelevanceEvaluator(nested, {"ndcg_cut.10"})
    means = {}
    for run, ranking in runs.items():
        scores = evaluator.evaluate(ranking)
        means[run] = sum(scores.get(q, {"ndcg_cut_10": 0.0})["ndcg_cut_10"] for q in queries) / len(queries)
    return means


@pytest.mark.parametrize("documents", ["all", "common"])
def test_scores_by_both_label_sets(mini_db, documents):
    actual = {
        (query, item): grade
        for query, item, grade in mini_db.execute(
            "select query_id, doc_id, relevance from main.qrels where collection = 'mini-docs' and variant = 'nist'"
        ).fetchall()
    }
    inferred = {key: max(grades) for key, grades in passage_grades(mini_db).items()}
    queries = {query for query, _ in actual} & {query for query, _ in inferred}
    if documents == "common":
        common = actual.keys() & inferred.keys()
        actual, inferred = {key: actual[key] for key in common}, {key: inferred[key] for key in common}
    expected = ndcg(mini_db, actual, queries), ndcg(mini_db, inferred, queries)
    rows = mini_db.execute(
        "select run_id, num_queries, ndcg_cut_10_actual, ndcg_cut_10_inferred from labels.inferred_scores "
        "where collection = 'mini-docs' and rule = 'max' and documents = ?",
        [documents],
    ).fetchall()
    assert len(rows) == len(expected[0]) == 10
    for run, num_queries, by_actual, by_inferred in rows:
        assert num_queries == len(queries)
        assert by_actual == pytest.approx(expected[0][run], abs=1e-9)
        assert by_inferred == pytest.approx(expected[1][run], abs=1e-9)
    tau, pairs = mini_db.execute(
        "select tau_b, num_runs from labels.inferred_scores_agreement "
        "where collection = 'mini-docs' and rule = 'max' and documents = ?",
        [documents],
    ).fetchone()
    xs, ys = zip(*[(round(a, 4), round(i, 4)) for _, _, a, i in rows], strict=True)
    assert pairs == 10
    assert tau == pytest.approx(kendalltau(xs, ys).statistic, abs=1e-9)
