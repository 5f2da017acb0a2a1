"""Runs of which only others' scores are known: what stands in for their rankings, where, and what never does."""

from __future__ import annotations

import mini_track
import pytest
from corpora_tables import insert

from dltrack_db.ask import basis
from dltrack_db.score import left_out
from dltrack_db.store import derive

PASSAGES = "mini-passages"
OFFICIAL = {"map": 0.5, "recip_rank": 0.75, "ndcg_cut_10": 0.9999}


@pytest.fixture(scope="module")
def con(new_db):
    """The track with two submitted runs without rankings; of one there are scores per topic, too."""
    con = new_db()
    mini_track.build(con)
    con.execute("update main.collections set tie_rule = 'float'")
    run = {"collection": PASSAGES, "team": "alpha", "category": "nnlm", "subtask": "fullrank", "in_overview": True}
    insert(con, "main.runs", [run | {"run_id": name, "is_submission": True} for name in ("meant", "scored")])
    means = [
        {"collection": PASSAGES, "run_id": name, "summary": summary, "measure": measure, "value": value}
        for name in ("meant", "scored", "alpha0", "unknown")  # the ranking of alpha0 is loaded
        for measure, official in OFFICIAL.items()
        for summary, value in (("trec_eval", 0.1), ("passages-eval", official))
    ]
    insert(con, "main.official_scores", means)
    scores = [
        {"collection": PASSAGES, "variant": "nist", "run_id": "scored", "query_id": query, "measure": "ndcg_cut_10"}
        | {"min_relevance": None, "value": 0.25, "source": "ndcgeval"}
        for query in mini_track.QUERIES
    ]
    insert(con, "main.submitted_scores", scores)
    mini_track.derive(con)
    yield con
    con.close()


def board(con, source="systems.leaderboard"):
    query = f"select run_id, ndcg_cut_10, rr, ap, ncg_cut_100, provenance from {source}"
    return {row[0]: row[1:] for row in con.execute(query).fetchall()}


@pytest.mark.parametrize("source", ["systems.leaderboard", f"systems.board('{PASSAGES}')"])
def test_scores_per_topic_go_before_means_and_rankings_before_both(con, source):
    found = board(con, source)
    assert found["meant"] == (0.9999, 0.75, 0.5, None, "official means")
    assert found["scored"] == (0.25, 0.75, 0.5, None, "submitted scores, official means")
    assert found["alpha0"][-1] == "rankings" and found["alpha0"][0] != 0.9999
    assert "unknown" not in found  # a number without a described run is nobody's


def test_the_kinds_of_runs_have_them(con):
    query = "select run_id, value from systems.best_by_category where category = 'nnlm' and measure = 'ndcg_cut_10' "
    assert con.execute(query + "and collection = $1", [PASSAGES]).fetchall() == [("meant", 0.9999)]
    query = "select position, ndcg_cut_10 from systems.run_positions where run_id = 'meant'"
    assert con.execute(query).fetchall() == [(1, 0.9999)]


def test_the_best_run_that_has_no_scores_per_topic_is_named(con):
    """A duel takes the best of those that have them, and says who is missing."""
    columns = "nnlm_run_id, missing_nnlm_run_id, trad_run_id, missing_trad_run_id"
    for source in ("systems.best_nnlm_vs_trad_wins", "systems.best_nnlm_vs_trad"):
        query = f"select distinct {columns} from {source} where collection = '{PASSAGES}'"
        assert con.execute(query).fetchone()[1::2] == ("meant", None)
    missing = "select distinct category, missing_run_id from"
    assert ("nnlm", "meant") in con.execute(f"{missing} systems.query_length_best").fetchall()
    assert ("trad", None) in con.execute(f"{missing} systems.query_length_best").fetchall()
    of_all = "from systems.best_runs('ndcg_cut_10') where category is null and collection = $1"
    assert con.execute(f"select missing_run_id, missing_value {of_all}", [PASSAGES]).fetchall() == [("meant", 0.9999)]
    # not where it is no better, another category, or counts otherwise
    for change in (
        "update main.official_scores set value = 0.1 where run_id = 'meant' and measure = 'ndcg_cut_10'",
        "update main.runs set category = 'nn' where run_id = 'meant'",
        "update main.runs set in_overview = false where run_id = 'meant'",
        "update main.collections set tie_rule = 'double'",
    ):
        con.execute("begin")
        con.execute(change)
        derive.update_stand_ins(con)
        found = con.execute(query).fetchone()
        con.execute("rollback")
        assert found[1::2] == (None, None), change


@pytest.mark.parametrize(
    "convention", ["min_relevance = 1", "tie_rule = 'double'", "qrels_variant = 'other'", "overview_depth = 10"]
)
def test_means_of_other_conventions_never_stand_in(con, convention):
    con.execute("begin")
    con.execute(f"update main.collections set {convention}")
    derive.update_stand_ins(con)
    found = board(con)
    con.execute("rollback")
    if convention == "overview_depth = 10":  # NIST cut no run
        assert found["meant"] == (0.9999, None, None, None, "official means")
    else:
        assert "meant" not in found


def test_such_runs_are_no_rankings(con):
    for view in ("main.rankings", "main.run_topics", "metrics.query_scores", "published.run_identity"):
        columns = {row[0] for row in con.execute(f"describe {view}").fetchall()}
        if "run_id" in columns:
            assert con.execute(f"select count(*) from {view} where run_id = 'meant'").fetchall() == [(0,)], view


def test_a_ranking_that_comes_takes_the_place_of_scores(con):
    con.execute("begin")
    con.execute("update main.run_topics set run_id = 'scored' where run_id = 'alpha0'")
    derive.update_stand_ins(con)
    query = "select distinct provenance from metrics.query_scores where run_id = 'scored'"
    assert con.execute(query).fetchall() == []  # the scores of alpha0 keep their name here
    con.execute("rollback")


def test_what_stands_in_is_held_against_what_it_is_made_of(con):
    assert con.execute("from catalog.stale_derivations where derived_table = 'stand_in_scores'").fetchall() == []
    con.execute("begin")
    con.execute("update main.stand_in_scores set value = 0.9 where query_id = 'q1'")
    query = "select run_id, stale_rows from catalog.stale_derivations where derived_table = 'stand_in_scores'"
    found = con.execute(query).fetchall()
    con.execute("rollback")
    assert found == [("scored", 2)]


def test_scores_carry_the_decimals_of_their_set(con):
    """Those noted at the load; of sets that 0.2 loaded the most that a value has; of several sources the fewest."""
    query = "select distinct decimals from metrics.query_scores where run_id = 'scored'"
    assert con.execute(query).fetchall() == [(2,)]  # .25, of a load that noted none
    for change, decimals in (
        ("update main.submitted_scores set value = 0.3 where query_id = 'q1'", 2),
        ("update main.submitted_scores set decimals = 4", 4),
        (
            "insert into main.submitted_scores by name "
            "select * replace ('coarse' as source, value + 1e-5 as value, 1 as decimals) from main.submitted_scores",
            1,
        ),
    ):
        con.execute("begin")
        con.execute(change)
        derive.update_stand_ins(con)
        found = con.execute(query).fetchall()
        con.execute("rollback")
        assert found == [(decimals,)], change


@pytest.mark.more
def test_runs_that_no_leaderboard_has_are_named_with_the_reason(con):
    assert (
        con.execute("from systems.left_out").fetchall() == [] and basis.read(con, PASSAGES, ["map"])["left_out"] == []
    )
    con.execute("begin")
    query = "select count(distinct query_id) from main.qrels where collection = $1 and variant = 'nist'"
    ((judged,),) = con.execute(query, [PASSAGES]).fetchall()
    part = "from main.submitted_scores where run_id = 'scored'"
    for run, changes in (
        ("gap", "0.25 as value"),  # without a topic
        ("elsewhere", "'map' as measure, 1 as min_relevance"),  # by another level
        ("alpha0", "0.25 as value"),  # has a ranking
        ("meant", "0.25 as value"),  # has an official mean
    ):
        but = "" if run == "elsewhere" else "and query_id <> (select min(query_id) from main.qrels)"
        con.execute(f"insert into main.submitted_scores select * replace ('{run}' as run_id, {changes}) {part} {but}")
    derive.update_stand_ins(con)
    rows = con.execute("select * exclude (collection) from systems.left_out order by run_id").fetchall()
    notes = basis.notes(basis.read(con, PASSAGES, ["map"]))
    reasons = [left_out.reason(con, where, "gap") for where in ([PASSAGES], None, ["mini-docs"])]
    con.execute("rollback")
    by_topics = f"scores on {judged - 1} of {judged} judged topics"
    by_rule = "no scores with the relevance level and tie rule of the collection"
    assert rows == [("elsewhere", judged, judged, by_rule), ("gap", judged - 1, judged, by_topics)]
    assert notes[0].endswith(f"; not on the leaderboard: elsewhere ({by_rule}) and gap ({by_topics})")
    assert [text.partition(";")[0] for text in reasons] == [
        *[f"{PASSAGES} has no ranking of 'gap', only {by_topics}"] * 2,
        "",
    ]
