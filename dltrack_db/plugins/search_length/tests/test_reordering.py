"""The way from MAP to ASL: each form by hand, Delta-Sort with scipy's t-tests, tau with scipy's."""

from __future__ import annotations

from collections import defaultdict
from statistics import mean

import mini_track
import pytest
from scipy.stats import kendalltau, ttest_ind, ttest_rel
from stored_rankings import insert_rankings

LENGTHS = {"aggregate_rates", "asl_g10", "asl_g1"}
TECHNIQUES = {
    "atomize_p": ("map", "atomize_p"),
    "aggregate_docs": ("atomize_p", "aggregate_docs"),
    "aggregate_rates": ("aggregate_docs", "aggregate_rates"),
    "cumulative": ("map", "aggregate_rates"),
    "P_20 to asl_g10": ("P_20", "asl_g10"),
    "recip_rank to asl_g1": ("recip_rank", "asl_g1"),
}
LOOSE = {"min_ratio": 1.01, "max_p": 0.4}  # the runs of the small track are random: few differ at 5 percent


@pytest.fixture(scope="module")
def topics(mini_db):
    """{(collection, form): {run: {topic: value}}} of the submitted runs, which are those compared."""
    values = defaultdict(lambda: defaultdict(dict))
    submitted = "(select collection, run_id from main.runs where is_submission)"
    for collection, run, query, form, value in mini_db.execute(
        f"from search_length.form_queries() semi join {submitted} using (collection, run_id)"
    ).fetchall():
        values[collection, form][run][query] = value
    return values


def means(runs, form):
    return {r: 1 / mean(t.values()) if form in LENGTHS else mean(t.values()) for r, t in runs.items()}


def test_forms_are_those_of_the_measures(mini_db, topics):
    for collection, run, query, measure, value in mini_db.execute(
        "select query_scores.collection, run_id, query_id, measure, value from metrics.query_scores "
        "inner join main.run_topics using (collection, run_id, query_id) "
        "inner join main.runs using (collection, run_id) "
        "where is_submission and measure in ('map', 'P_20', 'recip_rank')"
    ).fetchall():
        assert topics[collection, measure][run][query] == pytest.approx(value, abs=1e-12)
    for collection, run, query, asl, asl_g1, asl_g10, below in mini_db.execute(
        "select collection, run_id, query_id, asl, asl_g1, asl_g10, below_optimum from search_length.query_lengths()"
    ).fetchall():
        if below or run not in topics[collection, "asl_g1"]:
            continue
        assert topics[collection, "aggregate_rates"][run][query] == pytest.approx(asl)
        assert topics[collection, "aggregate_docs"][run][query] == pytest.approx(1 / asl)
        assert topics[collection, "asl_g1"][run][query] == asl_g1
        assert topics[collection, "asl_g10"][run][query] == pytest.approx(asl_g10)
    for collection, run, query, value in mini_db.execute(
        "select collection, run_id, query_id, avg(1 / greatest(search_length, 1)) "
        "from search_length.document_lengths() group by all"
    ).fetchall():
        if run in topics[collection, "atomize_p"]:
            assert topics[collection, "atomize_p"][run][query] == pytest.approx(value)


@pytest.mark.more
@pytest.mark.parametrize("is_paired", [True, False])
def test_superiors_are_clear_and_significant(mini_db, topics, is_paired):
    rows = mini_db.execute(
        "select collection, form, run_id, num_better, num_runs "
        "from search_length.form_superiors(min_ratio := $min_ratio, max_p := $max_p, is_paired := $is_paired)",
        LOOSE | {"is_paired": is_paired},
    ).fetchall()
    assert any(row[3] for row in rows)
    for collection, form, run, num_better, num_runs in rows:
        runs = topics[collection, form]
        value = means(runs, form)
        expected = 0
        for other in runs:
            if value[other] < 1.01 * value[run] or value[other] <= value[run]:
                continue
            if is_paired:
                common = sorted(set(runs[run]) & set(runs[other]))
                p = ttest_rel([runs[run][q] for q in common], [runs[other][q] for q in common]).pvalue
            else:
                p = ttest_ind(list(runs[run].values()), list(runs[other].values())).pvalue
            expected += p <= 0.4
        assert num_better == expected
        assert num_runs == len(runs)


def test_reordering_is_the_largest_change_tau_and_ratio(mini_db, topics):
    superiors = {
        (collection, form, run): num
        for collection, form, run, num in mini_db.execute(
            "select collection, form, run_id, num_better "
            "from search_length.form_superiors(min_ratio := $min_ratio, max_p := $max_p)",
            LOOSE,
        ).fetchall()
    }
    rows = mini_db.execute(
        "select collection, technique, num_runs, delta_sort, delta_sort_run_id, tau_b, delta_value "
        "from search_length.reordering(min_ratio := $min_ratio, max_p := $max_p)",
        LOOSE,
    ).fetchall()
    assert len(rows) == 2 * len(TECHNIQUES)
    assert any(row[3] > 0 for row in rows)
    for collection, technique, num_runs, delta_sort, run_id, tau, ratio in rows:
        old_form, new_form = TECHNIQUES[technique]
        old, new = means(topics[collection, old_form], old_form), means(topics[collection, new_form], new_form)
        changes = {
            run: abs(superiors[collection, old_form, run] - superiors[collection, new_form, run]) for run in sorted(old)
        }
        assert num_runs == len(old)
        assert delta_sort == pytest.approx(100 * max(changes.values()) / num_runs)
        assert run_id == max(changes, key=changes.get)
        ordered = sorted(old)
        expected = kendalltau([round(old[r], 12) for r in ordered], [round(new[r], 12) for r in ordered]).statistic
        assert tau == pytest.approx(expected, abs=1e-12)
        assert ratio == pytest.approx(mean(new[r] / old[r] for r in ordered if old[r]))


def test_summary_averages_collections_with_enough_runs(mini_db):
    rows = mini_db.execute("from search_length.reordering_summary()").fetchall()
    assert {row[0] for row in rows} == set(TECHNIQUES)
    assert {row[1] for row in rows} == {2}
    taus = mini_db.execute(
        "select technique, list(tau_b) from search_length.reordering() group by technique"
    ).fetchall()
    assert {row[0]: row[4] for row in rows} == pytest.approx({name: mean(pair) for name, pair in taus})
    assert mini_db.execute("from search_length.reordering_summary(min_runs := 50)").fetchall() == []


def test_a_run_that_finds_nothing_relevant_has_no_reciprocal_rank(empty_db):
    """As ibex_p_broken on topic 134424 of 2022, where nothing relevant is above anything."""
    mini_track.add_collections(empty_db)
    mini_track.add_qrels(empty_db, "mini-docs", "nist", {("q1", "a"): 1, ("q1", "b"): 0})
    row = {"collection": "mini-docs", "run_id": "r", "query_id": "q1", "doc_id": "b", "submitted_rank": 1}
    insert_rankings(empty_db, [row | {"score": 1.0, "rank": 1}])
    mini_track.derive(empty_db)
    found = dict(empty_db.execute("select form, value from search_length.form_queries(is_padded := false)").fetchall())
    assert (found["recip_rank"], found["map"], found["asl_g1"]) == (0, 0, 1)
