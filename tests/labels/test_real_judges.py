"""Real judges and submitted scores: what the views say of them, and what print says."""

from __future__ import annotations

import re
from contextlib import closing

import pytest
from sklearn.metrics import cohen_kappa_score

from dltrack_db.base import recipes
from dltrack_db.load import loader, plan
from dltrack_db.store import collections, database
from tests.docs.test_numbers import said

pytestmark = [pytest.mark.real, pytest.mark.campaign]


@pytest.fixture(scope="module")
def con(real_data, tmp_path_factory):
    """NIST's labels of 2019 and 2023, all judges of 2023, and scores of the runs of 2019, which are not here."""
    db = tmp_path_factory.mktemp("judges") / "x.duckdb"
    quiet = loader.LoadOptions(say=lambda _: None)
    judges = ("llmjudge", "trec2023-synthetic", "syndl", "dl-hard", "rag2025", "crowdrag25", "dragun")
    for edition in ("trec2019", "trec2023", *judges):
        loader.load_edition(recipes.load(edition), db, quiet, places=[real_data])
    owner, spec = collections.in_database(db, "trec2019-passages")
    scores = plan.plan_part(
        "scores", owner, spec, [real_data / "scores" / "nist" / "dl2019" / "ndcgeval"], labels="nist"
    )
    loader.load(scores, db, quiet)
    opened = database.open_readonly(db)
    yield opened
    opened.close()


def test_wins_of_the_overview_of_2019_come_out_of_submitted_scores(con):
    wins = con.execute(
        "select nnlm_run_id, missing_nnlm_run_id, num_queries, num_wins, num_losses "
        "from systems.best_nnlm_vs_trad_wins where collection = 'trec2019-passages'"
    ).fetchall()
    assert wins == [("idst_bert_p2", "idst_bert_p1", 43, 36, 7)]
    matches = con.execute(
        "select status, count(*) from published.comparison where exhibit = 'A-T4' and \"column\" = 'ndcg_cut_10' "
        "group by all order by all"
    ).fetchall()
    assert matches == [("agrees with NIST", 1), ("match", 35)]  # the scores of idst_bert_p1 are in no file


def test_gpt4_on_nists_pairs(con):
    row = con.execute(
        "select num_pairs, round(tau, 3), num_significant, flipped, num_runs, provenance from labels.judge_study "
        "where variant = 'synthetic-gpt4' and measure = 'ndcg_cut_10'"
    ).fetchall()
    assert row == [(22327, 0.942, 507, 0.0, 35, "submitted scores")]


def test_grown_panels_are_better_than_the_best_judge(con):
    rows = con.execute(
        "select size, round(kappa, 4), num_pairs from labels.grown_panels(3, 'trec2023-passages') "
        "where rule = 'majority' order by size"
    ).fetchall()
    assert rows == [(1, 0.2863, 4423), (2, 0.2971, 4423), (3, 0.296, 4423)]


CLAIMS = {
    "LLMJudge, {} judges on {:,} pairs | kappa {:.2f} to {:.2f} (median {:.2f}), ordinal alpha {:.2f} to {:.2f}": (
        "select count(*), max(num_pairs), min(kappa), max(kappa), median(kappa), min(alpha), max(alpha) "
        "from labels.judge_study where measure = 'ndcg_cut_10' and variant like 'llmjudge-%' and kind = 'llm'"
    ),
    "nine grown ones {:.3f}, the nine best {:.3f}, nine at random {:.3f} ({:.3f} to {:.3f}), the best alone {:.3f} |": (
        "select max(kappa) filter (where chosen = 'grown'), max(kappa) filter (where chosen = 'best'), "
        "max(kappa) filter (where chosen = 'by lot'), max(kappa_low) filter (where chosen = 'by lot'), "
        "max(kappa_high) filter (where chosen = 'by lot'), max(best_single) "
        "from labels.judge_panel([9], panels := 100, seed := 1, collection_name := 'trec2023-passages') "
        "where rule = 'majority'"
    ),
    "{} runs, 82 topics | tau of nDCG@10 {:.3f}, no significant pair of {} flips": (
        "select num_runs, tau, num_significant from labels.judge_study "
        "where measure = 'ndcg_cut_10' and variant = 'synthetic-gpt4' and flipped = 0"
    ),
    "{} runs with GPT models win {:.4f} of nDCG@10 over the mean, the {} others lose {:.4f}": (
        "select yes.num_runs, yes.relative_change, no.num_runs, -no.relative_change "
        "from labels.judge_circularity as yes, labels.judge_circularity as no "
        "where yes.is_same_family and not no.is_same_family"
    ),
    "kappa {:.2f} on {} pairs that both judge; tau of {} runs {:.2f}": (
        "select kappa, num_pairs, num_runs, tau from labels.judge_study "
        "where measure = 'ndcg_cut_10' and variant = 'dl-hard-new'"
    ),
    "UMBRELA against TREC's labels | kappa {:.2f}, binary {:.2f}, alpha {:.2f} on {:,} pairs": (
        "select kappa, kappa_binary, alpha, num_pairs from labels.judge_study "
        "where measure = 'ndcg_cut_10' and collection = 'rag2025'"
    ),
    "two models against GPT-5.5 | kappa {:.2f} and {:.2f}, binary {:.2f} and {:.2f} on {:,} pairs": (
        "select min(kappa), max(kappa), min(kappa_binary), max(kappa_binary), max(num_pairs) from labels.judge_study "
        "where measure = 'ndcg_cut_10' and collection = 'rag2025-dev'"
    ),
    "tau {:.3f}, {:.3f}, {:.3f}, {:.3f}, {:.3f} for 2019 to 2023": (
        "select * from (select year, ndcg_cut_10 from exhibits.f_f1) "
        "pivot (max(ndcg_cut_10) for year in (2019, 2020, 2021, 2022, 2023))"
    ),
    "Human against synthetic topics of 2023 | tau {:.3f}": (
        "select tau from exhibits.h_s1 where compared = 'synthetic topics (abstract)'"
    ),
    "CrowdRAG-25, {:,} votes of workers on {} pairs by each of seven dimensions | alpha {:.2f} to {:.2f}": (
        "select any_value(num_votes), any_value(num_pairs), min(alpha), max(alpha) from preferences.agreement "
        "where source = 'crowdrag25'"
    ),
    "GPT-4o with the workers | alpha {:.2f} to {:.2f}; the paper prints {:.2f} to {:.2f}, for which": (
        "select min(least(combined_people_turned, individual_people_turned)), "
        "max(greatest(combined_people_turned, individual_people_turned)), min(value), max(value) "
        "from exhibits.j_t9, published.cells where exhibit = 'J-T9' and column_name like '%people'"
    ),
    "{:,} labels of {} runs by gpt-oss-120b | {:.0%} support, {:.0%} partial support, {:.0%} contradicted; "
    "the best run holds {:.2f} of": (
        "select count(*), count(distinct subject), avg((value = 1)::integer), avg((value = 0.5)::integer), "
        "avg((value = -1)::integer), (select max(score) from "
        "(select avg(all_score) as score from answers.nugget_scores where bank = 'dragun-rubrics' group by subject)) "
        "from main.nugget_labels where bank = 'dragun-rubrics'"
    ),
}
"""Sentences of the guide to judges, and the query whose row fills their places."""


@pytest.mark.parametrize(("sentence", "query"), CLAIMS.items(), ids=range(len(CLAIMS)))
def test_what_the_guide_to_judges_says(con, sentence, query):
    row = con.execute(query).fetchone()
    assert re.sub(r"\b0\.", ".", sentence.format(*row)).replace("%", " %") in said("judges"), row


def test_eight_judges_of_rubric_agree_with_nist_as_scikit_learn_has_it(real_data, tmp_path):
    """Whole grades of passages of 2019 by RUBRIC's questions and nuggets, and by six prompts beside it."""
    db = tmp_path / "x.duckdb"
    quiet = loader.LoadOptions(say=lambda _: None)
    loader.load_edition(recipes.load("trec2019"), db, quiet, places=[real_data], parts=["queries", "qrels"])
    owner, spec = collections.in_database(db, "trec2019-passages")
    loader.load(plan.plan_part("qrels", owner, spec, sorted((real_data / "rubric" / "dl19").glob("*.gz"))), db, quiet)
    with closing(database.open_readonly(db)) as con:
        pairs = con.execute(
            "select given.variant, official.relevance, given.relevance from main.qrels as official "
            "inner join main.qrels as given using (collection, query_id, doc_id) "
            "where official.variant = 'nist' and given.variant <> 'nist' order by all"
        ).fetchall()
        kappas = (
            "select variant_b, kappa from labels.kappa where variant_a = 'nist' and collection = 'trec2019-passages'"
        )
        told = dict(con.execute(kappas).fetchall())
    assert len(told) == 8
    for variant, kappa in told.items():
        official, given = zip(*[grades for name, *grades in pairs if name == variant], strict=True)
        assert len(given) == 9260
        assert kappa == pytest.approx(cohen_kappa_score(official, given), abs=1e-12)
