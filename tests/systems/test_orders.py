"""Agreement of measures, query length and run similarity against scipy, numpy and the printed numbers."""

from __future__ import annotations

from collections import defaultdict

import duckdb
import mini_track
import numpy as np
import pytest
from scipy.stats import kendalltau, pearsonr

PASSAGES = "trec2021-passages"


def run_means(con, measure, where="is_submission and in_overview", collection="mini-passages"):
    """{run: (category, mean rounded to four decimals, mean)} from the stored scores."""
    rows = con.execute(
        "select run_id, category, avg(value) from main.query_scores join main.runs using (collection, run_id) "
        f"where collection = ? and measure = ? and {where} group by all",
        [collection, measure],
    ).fetchall()
    return {run: (category, round(value, 4)) for run, category, value in rows}


def tau(xs, ys):
    value = kendalltau(xs, ys).statistic if len(xs) > 1 else float("nan")
    return None if np.isnan(value) else pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize(
    ("run_set", "where", "size"),
    [("overview", "is_submission and in_overview", 7), ("submitted", "is_submission", 8), ("loaded", "true", 10)],
)
def test_measure_agreement(mini_db, run_set, where, size):
    xs, ys = run_means(mini_db, "map", where), run_means(mini_db, "P_5", where)
    assert len(xs) == size
    rows = mini_db.execute(
        "select category, num_runs, tau_b, pearson "
        f"from systems.measure_agreement('map', 'P_5', run_set := '{run_set}') where collection = 'mini-passages'"
    ).fetchall()
    assert {row[0] for row in rows} == {"all", "nnlm", "nn", "trad"}
    for category, num_runs, tau_b, pearson in rows:
        chosen = [run for run in xs if category in ("all", xs[run][0])]
        a, b = [xs[run][1] for run in chosen], [ys[run][1] for run in chosen]
        assert num_runs == len(chosen)
        assert tau_b == tau(a, b)
        assert pearson == (pytest.approx(pearsonr(a, b)[0], abs=1e-9) if len(set(a)) > 1 and len(set(b)) > 1 else None)


def test_measure_agreement_of_chosen_runs(mini_db):
    chosen = ["alpha0", "alpha1", "beta0", "ours"]
    xs, ys = run_means(mini_db, "map", "true"), run_means(mini_db, "ndcg_cut_10", "true")
    row = mini_db.execute(
        "select num_runs, tau_b from systems.measure_agreement('map', 'ndcg_cut_10', run_set := 'loaded', "
        f"run_ids := {chosen}) where collection = 'mini-passages' and category = 'all'"
    ).fetchone()
    assert row == (4, tau([xs[run][1] for run in chosen], [ys[run][1] for run in chosen]))


def test_overview_agreement(mini_db):
    xs, ys = run_means(mini_db, "recip_rank"), run_means(mini_db, "ndcg_cut_10")
    row = mini_db.execute(
        "select num_runs, tau_b from systems.overview_agreement where collection = 'mini-passages' "
        "and category = 'all' and measure_x = 'rr' and measure_y = 'ndcg_cut_10'"
    ).fetchone()
    assert row == (7, tau([xs[run][1] for run in xs], [ys[run][1] for run in xs]))
    asymmetric = mini_db.execute(
        "select count(*) from systems.overview_agreement as xy join systems.overview_agreement as yx "
        "on xy.collection = yx.collection and xy.category = yx.category and xy.measure_x = yx.measure_y "
        "and xy.measure_y = yx.measure_x where abs(xy.tau_b - yx.tau_b) > 1e-12"
    ).fetchone()
    assert asymmetric == (0,)


@pytest.mark.real
def test_agreement_of_2021_passages_equals_the_printed_table(real_db, real_data):
    file = real_data / "published" / "trec2021_passages.csv"
    rows = duckdb.execute(f"select rr, ndcg_cut_10, ncg_cut_100, ap from read_csv('{file}')").fetchall()
    printed = dict(zip(("rr", "ndcg_cut_10", "ncg", "ap"), zip(*rows, strict=True), strict=True))
    for x, y, num_runs, tau_b in real_db.execute(
        "select measure_x, measure_y, num_runs, tau_b from systems.overview_agreement "
        "where collection = ? and category = 'all' and measure_x < measure_y",
        [PASSAGES],
    ).fetchall():
        assert num_runs == 62
        assert tau_b == pytest.approx(kendalltau(printed[x], printed[y]).statistic, abs=1e-9)


def test_words_and_length(mini_db):
    rows = mini_db.execute(
        "select query_id, num_words, length from systems.query_lengths where collection = 'mini-docs'"
    ).fetchall()
    assert {query: words for query, words, _ in rows} == {q: len(t.split()) for q, t in mini_track.QUERIES.items()}
    assert {query for query, _, length in rows if length == "long"} == {"q3", "q5"}


def test_scores_by_length(mini_db):
    scores = defaultdict(dict)
    for run, query, value in mini_db.execute(
        "select run_id, query_id, value from main.query_scores "
        "where collection = 'mini-passages' and measure = 'ndcg_cut_10'"
    ).fetchall():
        scores[run][query] = value
    rows = mini_db.execute(
        "select run_id, category, ndcg_cut_10_all, ndcg_cut_10_short, ndcg_cut_10_long "
        "from systems.query_length_scores where collection = 'mini-passages'"
    ).fetchall()
    assert len(rows) == 7
    for run, _, on_all, on_short, on_long in rows:
        assert on_all == pytest.approx(np.mean(list(scores[run].values())), abs=1e-9)
        assert on_short == pytest.approx(np.mean([scores[run][q] for q in ("q1", "q2", "q4")]), abs=1e-9)
        assert on_long == pytest.approx(np.mean([scores[run][q] for q in ("q3", "q5")]), abs=1e-9)
    columns = {"all": 2, "short": 3, "long": 4}
    for category, x, y, num_runs, tau_b in mini_db.execute(
        "select category, subset_x, subset_y, num_runs, tau_b from systems.query_length_agreement "
        "where collection = 'mini-passages'"
    ).fetchall():
        chosen = [row for row in rows if category in ("all", row[1])]
        assert num_runs == len(chosen)
        a, b = ([round(row[columns[subset]], 4) for row in chosen] for subset in (x, y))
        assert tau_b == tau(a, b)
    for category, subset, run, value in mini_db.execute(
        "select category, subset, run_id, value from systems.query_length_best where collection = 'mini-passages'"
    ).fetchall():
        expected = max((row for row in rows if row[1] == category), key=lambda row: row[columns[subset]])
        assert (run, value) == (expected[0], pytest.approx(expected[columns[subset]], abs=1e-12))


@pytest.mark.real
def test_long_and_short_topics_of_2021(real_db):
    rows = real_db.execute(
        "select collection, length, num_queries, round(mean_num_rel, 1) from systems.query_length_counts "
        "where collection like 'trec2021-%' order by all"
    ).fetchall()
    assert rows == [
        ("trec2021-docs", "long", 29, 147.1),
        ("trec2021-docs", "short", 28, 140.6),
        ("trec2021-passages", "long", 28, 67.8),
        ("trec2021-passages", "short", 25, 61.2),
    ]


@pytest.mark.real
def test_best_traditional_run_on_short_and_long_queries(real_db):
    rows = real_db.execute(
        "select subset, round(value, 2) from systems.query_length_best "
        "where collection = ? and category = 'trad' and subset <> 'all'",
        [PASSAGES],
    ).fetchall()
    assert dict(rows) == {"short": 0.60, "long": 0.51}


def test_similarity(mini_db):
    vectors = defaultdict(dict)
    for run, query, value in mini_db.execute(
        "select run_id, query_id, value from main.query_scores "
        "where collection = 'mini-passages' and measure = 'ndcg_cut_10'"
    ).fetchall():
        vectors[run][query] = value
    queries = sorted(mini_track.QUERIES)
    arrays = {run: np.array([values[q] for q in queries]) for run, values in vectors.items()}
    rows = mini_db.execute(
        "select run_id, other_run_id, position, distance, correlation, is_same_team from systems.run_similarity "
        "where collection = 'mini-passages' order by run_id, position"
    ).fetchall()
    assert len(rows) == 10 * 9
    teams = dict(mini_db.execute("select run_id, team from main.runs where collection = 'mini-passages'").fetchall())
    nearest = {}
    for run, other, position, distance, correlation, is_same_team in rows:
        assert distance == pytest.approx(np.linalg.norm(arrays[run] - arrays[other]), abs=1e-9)
        assert correlation == pytest.approx(np.corrcoef(arrays[run], arrays[other])[0, 1], abs=1e-9)
        known = teams[run] is not None and teams[other] is not None
        assert is_same_team == (teams[run] == teams[other] if known else None)
        assert position == 1 or distance >= nearest[run, position - 1] - 1e-12
        nearest[run, position] = distance


def test_constant_runs_correlate_with_nothing(empty_db):
    """One value on seven topics has a mean that rounding may move; two such runs have no correlation, nor has one."""
    runs = {"half": [0.63093] * 7, "low": [0.1] * 7, "varied": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.9], "twin": [0.1] * 7}
    rows = [(run, str(i), value) for run, values in runs.items() for i, value in enumerate(values)]
    empty_db.execute(
        "insert into main.query_scores (collection, run_id, query_id, measure, value) "
        "select 'c', unnest($1), unnest($2), 'm', unnest($3)",
        [list(column) for column in zip(*rows, strict=True)],
    )
    found = empty_db.execute("select correlation, count(*) from systems.run_similarity_by('m') group by all").fetchall()
    assert found == [(None, 12)]


@pytest.mark.real
def test_neighbours_share_a_team_more_often_than_chance(real_db):
    near, all_pairs = real_db.execute(
        "select avg(is_same_team::int) filter (where position = 1), avg(is_same_team::int) from systems.run_similarity "
        "where collection = ?",
        [PASSAGES],
    ).fetchone()
    assert near > 0.6 > 0.2 > all_pairs


def test_wins_of_every_run_against_a_baseline(mini_db):
    values = defaultdict(dict)
    for run, query, value in mini_db.execute(
        "select run_id, query_id, value from main.query_scores where collection = 'mini-passages' and measure = 'map'"
    ).fetchall():
        values[run][query] = value
    baseline = sorted(values)[0]
    rows = mini_db.execute(
        "select run_id, num_queries, num_wins, num_ties, num_losses, win_percent, mean_difference "
        f"from systems.wins('{baseline}', measures := ['map']) where collection = 'mini-passages'"
    ).fetchall()
    assert sorted(row[0] for row in rows) == sorted(values)[1:]
    for run, total, wins, ties, losses, percent, difference in rows:
        gaps = [round(value - values[baseline][query], 12) for query, value in values[run].items()]
        assert (wins, ties, losses) == tuple(sum(np.sign(gap) == sign for gap in gaps) for sign in (1, 0, -1))
        assert (total, percent) == (len(gaps), pytest.approx(100 * wins / total))
        assert difference == pytest.approx(np.mean(gaps), abs=1e-9)
