"""Run counts, best runs and gaps against plain Python and the overviews' printed numbers."""

from __future__ import annotations

from collections import defaultdict

import mini_track
import pytest

PASSAGES = "trec2021-passages"
# TREC 2019 overview, table 2, and TREC 2021 overview, table 1
PRINTED_COUNTS = {
    "trec2019-docs": {"teams": 10, "runs": 38, "nnlm": 15, "nn": 12, "trad": 11, "rerank": 10, "fullrank": 28},
    "trec2019-passages": {"teams": 11, "runs": 37, "nnlm": 18, "nn": 8, "trad": 11, "rerank": 11, "fullrank": 26},
    "trec2021-docs": {
        "teams": 15,
        "runs": 66,
        "baselines": 20,
        "nnlm": 48,
        "nn": 0,
        "trad": 18,
        "rerank": 15,
        "fullrank": 51,
    },
    "trec2021-passages": {
        "teams": 15,
        "runs": 63,
        "baselines": 17,
        "nnlm": 50,
        "nn": 0,
        "trad": 13,
        "rerank": 12,
        "fullrank": 51,
    },
}
# TREC 2019 overview, section 5; TREC 2021 overview, section 4
PRINTED_SHARES = [
    (2019, "all", "nnlm", 33, 44),
    (2019, "all", "nn", 20, 27),
    (2019, "all", "trad", 22, 29),
    (2019, "all", "rerank", 21, 28),
    (2019, "all", "fullrank", 54, 72),
    (2019, "passages", "fullrank", 26, 70),
    (2021, "all", "nnlm", 98, 76),
    (2021, "all", "trad", 31, 24),
    (2021, "all", "fullrank", 102, 79),
    (2021, "passages", "fullrank", 51, 81),
]


def overview(con, measure="ndcg_cut_10", collection="mini-passages"):
    """{run: (category, subtask, stage, value)} of the runs the overview lists, from the stored scores."""
    rows = con.execute(
        "select run_id, category, subtask, stage, avg(value) from main.query_scores join main.runs "
        "using (collection, run_id) where collection = ? and measure = ? and is_submission and in_overview "
        "group by all",
        [collection, measure],
    ).fetchall()
    return {run: (category, subtask, stage, value) for run, category, subtask, stage, value in rows}


def best(runs, place, level):
    return min((entry for entry in runs.items() if entry[1][place] == level), key=lambda e: (-round(e[1][3], 12), e[0]))


def test_the_low_run_and_our_own_are_left_out(mini_db):
    listed = {row[0] for row in mini_db.execute("select distinct run_id from systems.overview_scores").fetchall()}
    assert listed == {"alpha0", "alpha1", "alpha2", "beta0", "beta1", "gamma0", "BASELINES0"}


@pytest.mark.parametrize(
    ("measure", "stored"), [("ndcg_cut_10", "ndcg_cut_10"), ("ap", "map"), ("rr", "recip_rank"), ("ncg", "ncg_cut_100")]
)
def test_overview_scores(mini_db, measure, stored):
    rows = mini_db.execute(
        "select run_id, value from systems.overview_scores where collection = 'mini-passages' and measure = ?",
        [measure],
    ).fetchall()
    expected = overview(mini_db, stored)
    assert len(rows) == len(expected) == 7
    assert all(value == pytest.approx(expected[run][3], abs=1e-9) for run, value in rows)


def test_run_counts_of_the_mini_track(mini_db):
    row = mini_db.execute(
        "select num_teams, num_runs, num_baselines, num_nnlm + num_nn + num_trad, num_unknown_category, "
        "num_rerank + num_fullrank, num_loaded from systems.run_counts where collection = 'mini-docs'"
    ).fetchone()
    assert row == (3, 8, 2, 8, 0, 8, 8)


def test_unknown_categories_have_no_share(empty_db):
    mini_track.add_collections(empty_db)
    for run, category in (("a", "nnlm"), ("b", "trad"), ("c", None), ("d", "nnlm")):
        entry = {"collection": "mini-docs", "run_id": run, "category": category, "is_submission": True}
        mini_track.insert(empty_db, "main.runs", [entry])
    rows = empty_db.execute(
        "select level, num_runs, round(percent, 1) from systems.run_shares where task = 'docs' order by level"
    ).fetchall()
    assert rows == [("nnlm", 2, 66.7), ("trad", 1, 33.3)]


def test_best_of_each_known_category(empty_db):
    mini_track.add_collections(empty_db)
    for run, category, value in (("a", "nnlm", 0.4), ("b", "nnlm", 0.4), ("c", None, 0.9), ("d", "nnlm", 0.1)):
        entry = {"collection": "mini-docs", "run_id": run}
        mini_track.insert(empty_db, "main.runs", [entry | {"category": category, "is_submission": True}])
        scores = entry | {"query_id": "q1", "measure": "ndcg_cut_10", "value": value}
        mini_track.insert(empty_db, "main.query_scores", [scores])
    rows = empty_db.execute(
        "select category, run_id, value, mean_value, num_runs from systems.best_by_category "
        "where measure = 'ndcg_cut_10'"
    ).fetchall()
    assert rows == [("nnlm", "a", 0.4, pytest.approx(0.3), 3)]


@pytest.mark.real
@pytest.mark.parametrize("collection", PRINTED_COUNTS)
def test_printed_run_counts(real_db, collection):
    for column, printed in PRINTED_COUNTS[collection].items():
        sql = f"select num_{column} from systems.run_counts where collection = ?"
        assert real_db.execute(sql, [collection]).fetchone() == (printed,), column


@pytest.mark.real
@pytest.mark.parametrize(("year", "task", "level", "num_runs", "percent"), PRINTED_SHARES)
def test_printed_shares(real_db, year, task, level, num_runs, percent):
    row = real_db.execute(
        "select num_runs, round(percent) from systems.run_shares where year = ? and task = ? and level = ?",
        [year, task, level],
    ).fetchone()
    assert row == (num_runs, percent)


def test_positions(mini_db):
    runs = overview(mini_db)
    rows = mini_db.execute(
        "select run_id, category, subtask, ndcg_cut_10, is_best_of_category, is_best_of_subtask "
        "from systems.run_positions where collection = 'mini-passages' order by position"
    ).fetchall()
    assert [row[0] for row in rows] == sorted(runs, key=lambda run: (-round(runs[run][3], 12), run))
    seen = defaultdict(int)
    for _, category, subtask, _, is_best_of_category, is_best_of_subtask in rows:
        assert is_best_of_category == (seen[category] == 0)
        assert is_best_of_subtask == (seen[subtask] == 0)
        seen[category] += 1
        seen[subtask] += 1


def test_category_gaps(mini_db):
    runs = overview(mini_db)
    rows = mini_db.execute(
        "select category, other_category, run_id, other_run_id, gap_percent from systems.category_gaps "
        "where collection = 'mini-passages' and measure = 'ndcg_cut_10'"
    ).fetchall()
    assert len(rows) == 6
    for category, other_category, run, other_run, gap in rows:
        first, second = best(runs, 0, category), best(runs, 0, other_category)
        assert (run, other_run) == (first[0], second[0])
        assert gap == pytest.approx(100 * (first[1][3] / second[1][3] - 1), abs=1e-9)


def test_fullrank_vs_rerank_and_stages(mini_db):
    runs = overview(mini_db)
    row = mini_db.execute(
        "select fullrank_run_id, rerank_run_id, gap_percent from systems.fullrank_vs_rerank "
        "where collection = 'mini-passages' and measure = 'ndcg_cut_10'"
    ).fetchone()
    full, rerank = best(runs, 1, "fullrank"), best(runs, 1, "rerank")
    assert row == (full[0], rerank[0], pytest.approx(100 * (full[1][3] / rerank[1][3] - 1)))
    top = max(entry[3] for entry in runs.values())
    for stage, run, num_runs, shortfall in mini_db.execute(
        "select stage, run_id, num_runs, shortfall_percent from systems.stage_gaps "
        "where collection = 'mini-passages' and measure = 'ndcg_cut_10'"
    ).fetchall():
        expected = best(runs, 2, stage)
        assert run == expected[0]
        assert num_runs == sum(entry[2] == stage for entry in runs.values())
        assert shortfall == pytest.approx(100 * (1 - expected[1][3] / top))


@pytest.mark.real
def test_printed_gaps_of_2021_passages(real_db):
    """36 % nnlm over traditional, 6 % full ranking over reranking, 10 % single stage behind; dense runs on top."""
    gap = real_db.execute(
        "select round(gap_percent, 2), run_id, other_run_id from systems.category_gaps "
        "where collection = ? and measure = 'ndcg_cut_10' and category = 'nnlm'",
        [PASSAGES],
    ).fetchone()
    assert gap == (36.44, "pash_f1", "watprp")
    full = real_db.execute(
        "select round(gap_percent, 2) from systems.fullrank_vs_rerank where collection = ? and measure = 'ndcg_cut_10'",
        [PASSAGES],
    ).fetchone()
    assert full == (5.91,)
    single = real_db.execute(
        "select round(shortfall_percent, 2), run_id from systems.stage_gaps "
        "where collection = ? and measure = 'ndcg_cut_10' and stage = 'single'",
        [PASSAGES],
    ).fetchone()
    assert single == (10.41, "ielab-AD-uni")
    top = real_db.execute(
        "select bool_and(dense) from systems.run_positions where collection = ? and position <= 3", [PASSAGES]
    ).fetchone()
    assert top == (True,)


def test_duel(mini_db):
    runs = overview(mini_db)
    nnlm, trad = best(runs, 0, "nnlm")[0], best(runs, 0, "trad")[0]
    scores = {
        (run, query): value
        for run, query, value in mini_db.execute(
            "select run_id, query_id, value from main.query_scores "
            "where collection = 'mini-passages' and measure = 'ndcg_cut_10'"
        ).fetchall()
    }

    def mean(query, category):
        values = [scores[run, query] for run, entry in runs.items() if entry[0] == category]
        return sum(values) / len(values)

    rows = mini_db.execute(
        "select query_id, nnlm_run_id, trad_run_id, nnlm_ndcg_cut_10, trad_ndcg_cut_10, mean_difference, outcome "
        "from systems.best_nnlm_vs_trad where collection = 'mini-passages' order by position"
    ).fetchall()
    assert len(rows) == 5
    differences = [row[5] for row in rows]
    assert differences == sorted(differences, reverse=True)
    outcomes = defaultdict(int)
    for query, run_a, run_b, a, b, difference, outcome in rows:
        assert (run_a, run_b) == (nnlm, trad)
        assert (a, b) == (scores[nnlm, query], scores[trad, query])
        assert difference == pytest.approx(mean(query, "nnlm") - mean(query, "trad"), abs=1e-9)
        assert outcome == ("win" if a > b else "loss" if a < b else "tie")
        outcomes[outcome] += 1
    wins = mini_db.execute(
        "select num_queries, num_wins, num_ties, num_losses, win_percent from systems.best_nnlm_vs_trad_wins "
        "where collection = 'mini-passages'"
    ).fetchone()
    assert wins == (5, outcomes["win"], outcomes["tie"], outcomes["loss"], pytest.approx(20 * outcomes["win"]))


def test_a_tie_is_no_win(empty_db):
    """A run that the overview leaves out counts in no mean of its category."""
    values = {"a": ("nnlm", [0.5, 0.9, 0.3]), "b": ("trad", [0.5, 0.1, 0.4]), "c": ("nn", [1.0, 1.0, 1.0])}
    values["left out"] = ("nnlm", [1.0, 1.0, 1.0])
    for run, (category, scores) in values.items():
        entry = {"collection": "mini-docs", "run_id": run}
        facts = {"category": category, "is_submission": True, "in_overview": False if run == "left out" else None}
        mini_track.insert(empty_db, "main.runs", [entry | facts])
        mini_track.insert(
            empty_db,
            "main.query_scores",
            [entry | {"query_id": f"q{i}", "measure": "ndcg_cut_10", "value": value} for i, value in enumerate(scores)],
        )
    row = empty_db.execute(
        "select nnlm_run_id, trad_run_id, num_wins, num_ties, num_losses from systems.best_nnlm_vs_trad_wins"
    ).fetchone()
    assert row == ("a", "b", 1, 1, 1)
    steps = empty_db.execute("select query_id, mean_difference from systems.best_nnlm_vs_trad order by position")
    assert steps.fetchall() == [("q1", pytest.approx(0.8)), ("q0", 0), ("q2", pytest.approx(-0.1))]


@pytest.mark.real
def test_nnlm_wins_47_of_53(real_db):
    row = real_db.execute(
        "select nnlm_run_id, trad_run_id, num_wins, num_queries, round(win_percent) "
        "from systems.best_nnlm_vs_trad_wins where collection = ?",
        [PASSAGES],
    ).fetchone()
    assert row == ("pash_f1", "watprp", 47, 53, 89)


def test_a_collection_ranks_by_what_others_published_where_its_rankings_are_not_here(empty_db):
    """nDCG@10 where it is known or where nothing is, nDCG@20 where that alone was published."""
    scored = {"none": [], "both": ["ndcg_cut_20", "ndcg_cut_10"], "deep": ["ndcg_cut_20", "map"], "other": ["map"]}
    empty_db.execute("begin")
    for collection, measures in scored.items():
        empty_db.execute(
            "insert into main.collections by name "
            "select $1 as collection, 'e' as edition, 'docs' as task, $1 as title, 'q' as query_set",
            [collection],
        )
        for measure in measures:
            empty_db.execute(
                "insert into main.stand_in_scores by name "
                "select $1 as collection, 'r' as run_id, '1' as query_id, $2 as measure, 0.5 as value",
                [collection, measure],
            )
    found = empty_db.execute("from systems.main_measures").fetchall()
    assert dict(found) == {**dict.fromkeys(["none", "both", "other"], "ndcg_cut_10"), "deep": "ndcg_cut_20"}
    empty_db.execute("rollback")
