"""Views across the rounds of a track, by hand."""

from __future__ import annotations

import mini_track
import pytest
from stored_rankings import insert_rankings

from dltrack_db.ask.leaderboard import Board, Question
from dltrack_db.errors import UsageError


@pytest.fixture
def rounds(empty_db):
    """Three rounds of one topic: a and b judged in the first, c and d in the second, e in the third."""
    con = empty_db
    common = {"edition": "track", "task": "docs", "query_set": "track", "qrels_variant": "nist", "min_relevance": 1}
    for number, before in ((1, None), (2, "r1"), (3, "r2")):
        mini_track.insert(con, "main.collections", [common | {"collection": f"r{number}", "follows": before}])
    mini_track.add_qrels(con, "r1", "nist", {("q", "a"): 1, ("q", "b"): 0})
    mini_track.add_qrels(con, "r2", "nist", {("q", "c"): 2, ("q", "d"): -1})
    mini_track.add_qrels(con, "r3", "nist", {("q", "e"): 1})
    mini_track.add_qrels(con, "r3", "cumulative", {("q", item): 1 for item in "abcdef"})
    mini_track.insert(con, "main.qrels_variants", [{"collection": "r3", "variant": "cumulative", "kind": "human"}])
    runs = [("r1", "x", "automatic", "T"), ("r3", "x", "automatic", "T"), ("r3", "y", "feedback", "T")]
    facts = ("collection", "run_id", "category", "team")
    described = [dict(zip(facts, run, strict=True)) | {"is_submission": True, "judged": run[1] == "x"} for run in runs]
    mini_track.insert(con, "main.runs", described)
    items = {("r1", "x"): "ac", ("r3", "x"): "zbe", ("r3", "y"): "ez"}
    rows = [
        {
            "collection": collection,
            "run_id": run,
            "query_id": "q",
            "doc_id": item,
            "submitted_rank": place,
            "score": 9.0 - place,
            "rank": place,
        }
        for (collection, run), found in items.items()
        for place, item in enumerate(found, 1)
    ]
    insert_rankings(con, rows)
    mini_track.derive(con)
    return con


def test_each_round_knows_the_earlier_ones(rounds):
    found = rounds.execute("from judging.earlier_rounds order by all").fetchall()
    assert found == [("r2", "r1", 1), ("r3", "r1", 2), ("r3", "r2", 1)]


def test_items_judged_before(rounds):
    """Also f, which only the cumulative labels of the round know."""
    found = rounds.execute("select collection, doc_id, relevance from judging.judged_before order by all").fetchall()
    assert found == [("r2", "a", 1), ("r2", "b", 0), *(("r3", item, max(1, 2 * (item == "c"))) for item in "abcdf")]
    assert rounds.execute("from judging.residual_leftovers").fetchall() == [("r3", "x", 1, 1, 1)]


def test_items_judged_before_count_as_unjudged(rounds):
    query = "select value from metrics.query_scores where collection = 'r3' and run_id = 'x' and measure = 'recip_rank'"
    assert rounds.execute(query).fetchall() == [(pytest.approx(1 / 3),)]


def test_pool_growth(rounds):
    columns = "collection, num_runs, num_pooled_runs, num_judged, num_rel, num_judged_before, num_judged_so_far"
    assert rounds.execute(f"select {columns} from judging.pool_growth order by all").fetchall() == [
        ("r1", 1, 1, 2, 1, 0, 2),
        ("r2", 0, None, 2, 1, 2, 4),
        ("r3", 2, 1, 1, 1, 5, 6),
    ]


def test_labels_across_rounds(rounds):
    found = rounds.execute(
        "select collection, labels_of, judged_at_10, relevant_at_10 from judging.labels_across_rounds"
    )
    assert {row[:2]: row[2:] for row in found.fetchall()} == {
        ("r1", "r1"): (0.5, 0.5),
        ("r1", "r2"): (0.5, 0.5),
        ("r1", "r3"): (0, 0),
        ("r3", "r1"): (0.2, 0),
        ("r3", "r2"): (0, 0),
        ("r3", "r3"): (0.4, 0.4),
    }
    answer = {"collection": "r2", "run_id": "long", "query_id": "q"}
    places = enumerate("ABCDEFGHIac", 1)
    rows = [answer | {"doc_id": item, "submitted_rank": n, "score": 9.0 - n, "rank": n} for n, item in places]
    insert_rankings(rounds, rows)
    found = rounds.execute("select labels_of, judged_at_10 from judging.labels_across_rounds where collection = 'r2'")
    assert dict(found.fetchall()) == {"r1": 0.1, "r2": 0, "r3": 0}, "the tenth item counts, the eleventh does not"


def test_feedback_gain_is_best_against_best(rounds):
    found = rounds.execute("from systems.feedback_gains where measure = 'map' order by collection").fetchall()
    assert found[0] == ("r1", "T", "map", 1, None, None, None)
    assert found[1] == ("r3", "T", "map", pytest.approx(1 / 3), 1, None, pytest.approx(2 / 3))


def test_a_round_is_not_ranked_by_labels_of_earlier_ones(rounds):
    with pytest.raises(UsageError, match="5 items of 'cumulative' were judged in rounds before r3"):
        Board(rounds, "r3", Question(labels="cumulative"))
