"""Oldness and the universe of old documents: against pytrec_eval on runs and qrels filtered in Python."""

from __future__ import annotations

import random
from collections import defaultdict
from statistics import mean

import pytest
import pytrec_eval
from corpora_tables import fill
from mini_track import add_qrels, derive, insert
from stored_rankings import insert_rankings

DOCUMENTS = [f"n{i:02d}" for i in range(40)]
OLD = {document for i, document in enumerate(DOCUMENTS) if i % 3 == 0}
WITHOUT_URL = "n39"  # would be old
QUERIES = ["q1", "q2", "q3"]


@pytest.fixture(scope="module")
def db(new_db):
    rng = random.Random(7)
    con = new_db()
    insert(
        con,
        "main.collections",
        [{"collection": "c", "edition": "c", "task": "docs", "query_set": "c", "corpus": "new", "min_relevance": 1}],
    )
    rows = [{"corpus": "new", "doc_id": d, "url": None if d == WITHOUT_URL else f"http://{d}"} for d in DOCUMENTS]
    rows += [{"corpus": "old", "doc_id": f"o{d}", "url": f"http://{d}"} for d in sorted(OLD)]
    rows += [{"corpus": "old", "doc_id": "gone", "url": "http://gone"}]
    fill(con, "documents", rows)
    add_qrels(con, "c", "nist", {(q, d): rng.choice([0, 0, 1, 2, 3]) for q in QUERIES for d in DOCUMENTS[:30]})
    add_qrels(con, "c", "msmarco", {("q1", "n03"): 1, ("q2", "n21"): 1})
    for run in ("r1", "r2"):
        insert(con, "main.runs", [{"collection": "c", "run_id": run, "is_submission": True, "source_file": run}])
        for query in QUERIES:
            ranked = rng.sample(DOCUMENTS, 25)
            insert_rankings(
                con,
                [
                    {
                        "collection": "c",
                        "run_id": run,
                        "query_id": query,
                        "doc_id": document,
                        "submitted_rank": rank,
                        "score": 100 - rank,
                        "rank": rank,
                    }
                    for rank, document in enumerate(ranked, 1)
                ],
            )
    derive(con)
    yield con
    con.close()


def runs_of(con):
    runs = defaultdict(lambda: defaultdict(dict))
    for run, query, document, score in con.execute(
        "select run_id, query_id, doc_id, score from main.rankings"
    ).fetchall():
        runs[run][query][document] = score
    return runs


def qrels_of(con, variant):
    qrels = defaultdict(dict)
    for query, document, grade in con.execute(
        "select query_id, doc_id, relevance from main.qrels where variant = ?", [variant]
    ).fetchall():
        qrels[query][document] = grade
    return qrels


def test_documents_are_old_by_url(db):
    flags = dict(db.execute("from corpus.document_age(newer := 'new', older := 'old')").fetchall())
    assert flags == {d: d in OLD for d in DOCUMENTS if d != WITHOUT_URL}


def test_oldness_is_the_share_of_old_documents_at_the_top(db):
    runs = runs_of(db)
    known = OLD - {WITHOUT_URL}
    rows = db.execute("from corpus.oldness(10, newer := 'new', older := 'old')").fetchall()
    assert {row[1] for row in rows} == {"r1", "r2"}
    for _, run, oldness, num_q, unknown in rows:
        tops = [sorted(runs[run][q], key=runs[run][q].get, reverse=True)[:10] for q in QUERIES]
        assert oldness == pytest.approx(mean(sum(d in known for d in top) / 10 for top in tops))
        assert num_q == 3
        assert unknown == pytest.approx(sum(WITHOUT_URL in top for top in tops) / 30)


def test_the_old_universe_scores_as_filtered_files_do(db):
    old = OLD - {WITHOUT_URL}

    def keep(by_query):
        return {query: {d: v for d, v in items.items() if d in old} for query, items in by_query.items()}

    nist = pytrec_eval.RelevanceEvaluator(keep(qrels_of(db, "nist")), {"ndcg_cut.10"})
    sparse = pytrec_eval.RelevanceEvaluator(keep(qrels_of(db, "msmarco")), {"recip_rank"})
    rows = db.execute(
        "select run_id, ndcg, rr_ms, num_q from corpus.old_scores(10, newer := 'new', older := 'old')"
    ).fetchall()
    assert len(rows) == 2
    for run, ndcg, rr_ms, num_q in rows:
        filtered = keep(runs_of(db)[run])
        per_query = nist.evaluate(filtered)
        assert ndcg == pytest.approx(mean(per_query[q]["ndcg_cut_10"] for q in QUERIES), abs=1e-9)
        reciprocal = sparse.evaluate(filtered)
        assert rr_ms == pytest.approx(mean(reciprocal.get(q, {}).get("recip_rank", 0) for q in QUERIES), abs=1e-9)
        assert num_q == 3


def test_everything_old_changes_nothing(db):
    """With a corpus as its own older corpus the universe is the whole list, so nDCG is the ordinary one."""
    db.execute("begin")
    db.execute("update main.documents set url = 'http://n39' where doc_id = 'n39'")
    rows = dict(db.execute("select run_id, ndcg from corpus.old_scores(10, newer := 'new', older := 'new')").fetchall())
    db.execute("rollback")
    expected = dict(db.execute("select run_id, value from metrics.run_scores where measure = 'ndcg_cut_10'").fetchall())
    assert rows == pytest.approx(expected)
