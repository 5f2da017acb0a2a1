"""The measures on the real runs: trec_eval's C code, the overview's printed table, NIST's official scores."""

from __future__ import annotations

import csv
import math

import pytest
import scored

pytestmark = pytest.mark.real


@pytest.mark.parametrize("collection", [pytest.param("trec2019-passages", marks=pytest.mark.slow), "trec2021-passages"])
def test_every_run_equals_the_c_code_topic_by_topic(real_db, collection):
    qrels: scored.Qrels = {}
    for query, doc, grade in real_db.execute(
        "select query_id, doc_id, relevance from main.qrels where collection = ? and variant = 'nist'", [collection]
    ).fetchall():
        qrels.setdefault(query, {})[doc] = grade
    runs = [row[0] for row in real_db.execute(
        "select distinct run_id from main.run_topics where collection = ? order by all", [collection]
    ).fetchall()]  # fmt: skip
    assert len(runs) > 10
    compared = 0
    for run in runs:
        scores: scored.Runs = {run: {}}
        for query, doc, score in real_db.execute(
            "select query_id, doc_id, score from main.rankings where collection = ? and run_id = ?", [collection, run]
        ).fetchall():
            if query in qrels:
                scores[run].setdefault(query, {})[doc] = score
        actual = {
            (query, measure): value
            for query, measure, value in real_db.execute(
                "select query_id, measure, value from metrics.query_scores where collection = ? and run_id = ?",
                [collection, run],
            ).fetchall()
        }
        for (_, query, measure), value in scored.reference(qrels, scores, 2).items():
            assert math.isclose(actual[query, measure], value, abs_tol=1e-9), (run, query, measure)
            compared += 1
    assert compared > 1000 * len(runs)


def test_the_printed_table_of_2021(real_db, real_data):
    rows = real_db.execute(
        "select run_id, rr, ndcg_cut_10, ncg_cut_100, ap from systems.leaderboard "
        "where collection = 'trec2021-passages'"
    ).fetchall()
    computed = {run: [f"{value:.4f}" for value in values] for run, *values in rows}
    with (real_data / "published" / "trec2021_passages.csv").open() as file:
        printed = list(csv.DictReader(file))
    assert len(printed) * 4 == 248
    for row in printed:
        assert computed[row["run"]] == [row["rr"], row["ndcg_cut_10"], row["ncg_cut_100"], row["ap"]]


def test_ties_that_only_floats_have_change_runs(real_db):
    rows = real_db.execute(
        "select count(*) filter (where round(by_float, 4) != round(by_double, 4)) from metrics.tie_sensitivity "
        "where collection = 'trec2021-passages' and measure = 'ndcg_cut_10'"
    ).fetchone()
    assert rows[0] >= 6
