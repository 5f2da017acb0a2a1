"""Topic statistics, pools and completeness against plain Python and the printed table of 2019."""

from __future__ import annotations

import csv
import statistics
from collections import defaultdict

import mini_track
import pytest
from stored_rankings import insert_rankings

POOL_DEPTHS = [1, 3, 10]
KNOWN_MISPRINTS = {("doc", "47923"): (1476, 1475), ("doc", "451602"): (415, 414)}


def rankings(con, collection="mini-passages"):
    """{(run, query): items in rank order} of the judged topics."""
    found = defaultdict(list)
    for run, query, item in con.execute(
        "select run_id, query_id, doc_id from metrics.ranked where collection = ? order by rank", [collection]
    ).fetchall():
        found[run, query].append(item)
    return found


def qrels(con, collection="mini-passages"):
    rows = con.execute(
        "select query_id, doc_id, relevance from main.qrels where collection = ? and variant = 'nist'", [collection]
    ).fetchall()
    return {(query, item): grade for query, item, grade in rows}


def teams(con, collection="mini-passages"):
    rows = con.execute(
        "select run_id, team from main.runs where collection = ? and is_submission", [collection]
    ).fetchall()
    return dict(rows)


def add_runs(con, orders):
    """Submitted document runs given as {run: {query: items in order}}, one letter an item."""
    for run, order in orders.items():
        entry = {"collection": "mini-docs", "run_id": run}
        mini_track.insert(con, "main.runs", [entry | {"is_submission": True, "source_file": run}])
        insert_rankings(
            con,
            [
                entry | {"query_id": query, "doc_id": item, "submitted_rank": rank, "score": -rank, "rank": rank}
                for query, items in order.items()
                for rank, item in enumerate(items, 1)
            ],
        )
    mini_track.derive(con)


@pytest.mark.parametrize(
    ("num_rel", "num_judged", "kept"), [(2, 10, False), (3, 10, True), (6, 10, True), (61, 100, False), (3, 3, False)]
)
def test_inclusion_rule(empty_db, num_rel, num_judged, kept):
    mini_track.add_collections(empty_db)
    grades = [2] * num_rel + [1] * (num_judged - num_rel)  # grade 1 is not relevant for passages
    mini_track.add_qrels(empty_db, "mini-passages", "nist", {("q1", f"p{i}"): g for i, g in enumerate(grades)})
    row = empty_db.execute(
        "select num_rel, num_judged, rel_ratio, in_evaluation from judging.topic_statistics"
    ).fetchone()
    assert row == (num_rel, num_judged, pytest.approx(num_rel / num_judged), kept)


def test_other_thresholds(empty_db):
    mini_track.add_collections(empty_db)
    mini_track.add_qrels(empty_db, "mini-docs", "nist", {("q1", f"d{i}"): i % 2 for i in range(8)})
    for min_rel, max_ratio, kept in ((4, 0.5, True), (5, 0.5, False), (4, 0.4, False)):
        sql = f"select in_evaluation from judging.topic_statistics_by({min_rel}, {max_ratio})"
        assert empty_db.execute(sql).fetchone() == (kept,)


@pytest.mark.real
def test_table_5_of_2019(real_db, real_data):
    ours = {
        (collection.removeprefix("trec2019-")[:3], query): (rel, judged, round(ratio, 3), kept)
        for collection, query, rel, judged, ratio, kept in real_db.execute(
            "select collection, query_id, num_rel, num_judged, rel_ratio, in_evaluation from judging.topic_statistics "
            "where collection like 'trec2019-%'"
        ).fetchall()
    }
    misprints, matches = {}, 0
    for row in csv.DictReader((real_data / "published" / "trec2019_judging.csv").open()):
        for task, key in (("doc", "doc"), ("pass", "pas")):
            if (key, row["topic"]) not in ours:
                continue  # excluded by the rule, not in the released labels
            rel, judged, ratio, kept = ours.pop((key, row["topic"]))
            assert kept
            assert rel == int(row[f"{task}_relevant"])
            assert ratio == pytest.approx(float(row[f"{task}_ratio"]), abs=1.01e-3)
            if judged == int(row[f"{task}_judged"]):
                matches += 1
            else:
                misprints[task, row["topic"]] = int(row[f"{task}_judged"]), judged
    assert not ours
    assert misprints == KNOWN_MISPRINTS
    assert matches == 84


@pytest.mark.real
def test_totals_of_2019(real_db):
    rows = real_db.execute(
        "select collection, count(*), sum(num_judged) from judging.topic_statistics "
        "where collection like 'trec2019-%' group by collection order by collection"
    ).fetchall()
    assert rows == [("trec2019-docs", 43, 16258), ("trec2019-passages", 43, 9260)]


@pytest.mark.parametrize("k", POOL_DEPTHS)
def test_judged_at(mini_db, k):
    judged = qrels(mini_db)
    expected = {
        key: (len(items[:k]), sum((key[1], item) in judged for item in items[:k]))
        for key, items in rankings(mini_db).items()
    }
    rows = mini_db.execute(
        f"select run_id, query_id, num_ret, num_judged, judged_share from judging.judged_at({k}) "
        "where collection = 'mini-passages'"
    ).fetchall()
    assert {(run, query): (ret, n) for run, query, ret, n, _ in rows} == expected
    assert all(share == pytest.approx(n / ret) for _, _, ret, n, share in rows)


def test_judged_depth_and_pool_depth(mini_db):
    judged, submitted = qrels(mini_db), teams(mini_db)
    depths = {}
    for (run, query), items in rankings(mini_db).items():
        gaps = [i for i, item in enumerate(items) if (query, item) not in judged]
        depths[run, query] = (len(items), gaps[0] if gaps else len(items))
    rows = mini_db.execute(
        "select run_id, query_id, num_ret, judged_depth from judging.judged_depth where collection = 'mini-passages'"
    ).fetchall()
    assert {(run, query): (ret, depth) for run, query, ret, depth in rows} == depths
    for query, num_runs, pool_depth in mini_db.execute(
        "select query_id, num_runs, pool_depth from judging.pool_depth where collection = 'mini-passages'"
    ).fetchall():
        ours = [pair for (run, q), pair in depths.items() if q == query and run in submitted]
        assert num_runs == len(ours)
        assert pool_depth == min((depth for ret, depth in ours if depth < ret), default=max(d for _, d in ours))


@pytest.mark.parametrize("depth", POOL_DEPTHS)
def test_pool(mini_db, depth):
    submitted, judged = teams(mini_db), qrels(mini_db)
    runs_of, ranks_of = defaultdict(set), defaultdict(list)
    for (run, query), items in rankings(mini_db).items():
        if run in submitted:
            for rank, item in enumerate(items[:depth], 1):
                runs_of[query, item].add(run)
                ranks_of[query, item].append(rank)
    rows = mini_db.execute(
        f"select query_id, doc_id, num_runs, num_teams, best_rank, relevance from judging.pool({depth}) "
        "where collection = 'mini-passages'"
    ).fetchall()
    assert {(q, d): rest for q, d, *rest in rows} == {
        key: [len(runs), len({submitted[run] for run in runs}), min(ranks_of[key]), judged.get(key)]
        for key, runs in runs_of.items()
    }
    size = mini_db.execute(
        "select num_items, num_judged, num_rel from judging.pool_sizes "
        "where collection = 'mini-passages' and depth = ?",
        [depth],
    ).fetchone()
    assert size == (
        len(runs_of),
        sum(key in judged for key in runs_of),
        sum(judged.get(key, 0) >= 2 for key in runs_of),
    )


def test_completeness_by_rank(mini_db):
    submitted, judged = teams(mini_db), qrels(mini_db)
    counts = defaultdict(lambda: [0, 0, 0])
    for (run, query), items in rankings(mini_db).items():
        for rank, item in enumerate(items, 1):
            cell = counts[run in submitted, rank]
            cell[0] += 1
            cell[1] += (query, item) in judged
            cell[2] += judged.get((query, item), 0) >= 2
    rows = mini_db.execute(
        "select is_submission, rank, num_ret, num_judged, num_rel, judged_share, rel_share "
        "from judging.completeness_by_rank where collection = 'mini-passages'"
    ).fetchall()
    assert {(s, rank): [ret, n, rel] for s, rank, ret, n, rel, _, _ in rows} == counts
    for _, _, ret, n, rel, judged_share, rel_share in rows:
        assert judged_share == pytest.approx(n / ret)
        assert rel_share == (pytest.approx(rel / n) if n else None)


@pytest.mark.real
def test_pool_of_2021_was_ten_deep(real_db):
    shares = dict(
        real_db.execute(
            "select depth, judged_share from judging.pool_sizes "
            "where collection = 'trec2021-passages' and depth in (10, 11, 12)"
        ).fetchall()
    )
    # the newly pooled items of rank 11 are mostly not judged
    assert shares[10] > 0.98
    assert shares[11] < 0.93
    assert shares[12] < shares[11]


def test_topic_candidates(mini_db):
    sparse, submitted, ranked = defaultdict(set), teams(mini_db), rankings(mini_db)
    for query, item in mini_db.execute(
        "select query_id, doc_id from main.qrels where collection = 'mini-passages' and variant = 'msmarco'"
    ).fetchall():
        sparse[query].add(item)
    rows = mini_db.execute(
        "select query_id, num_runs, median_rr_ms, is_candidate, is_judged from judging.topic_candidates "
        "where collection = 'mini-passages'"
    ).fetchall()
    assert {row[0] for row in rows} == sparse.keys()
    for query, num_runs, median, is_candidate, is_judged in rows:
        values = []
        for run in submitted:
            found = [rank for rank, item in enumerate(ranked.get((run, query), []), 1) if item in sparse[query]]
            values.append(1 / found[0] if found else 0.0)
        assert num_runs == len(submitted)
        assert median == pytest.approx(statistics.median(values), abs=1e-9)
        assert is_candidate == (0 < statistics.median(values) <= 0.5)
        assert is_judged


def test_topic_candidates_are_told_from_easy_and_impossible_ones(empty_db):
    """Two runs; the sparse item at ranks (1, 1), (2, 2), (2, none) and (none, none) of four topics."""
    mini_track.add_collections(empty_db)
    mini_track.add_qrels(
        empty_db, "mini-docs", "msmarco", {(query, "a"): 1 for query in ("easy", "edge", "mid", "hard")}
    )
    mini_track.add_qrels(empty_db, "mini-docs", "nist", {("mid", "a"): 3})
    orders = {
        "r1": {"easy": "ab", "edge": "ba", "mid": "ba", "hard": "b"},
        "r2": {"easy": "ab", "edge": "ba", "mid": "b", "hard": "b"},
    }
    add_runs(empty_db, orders)
    rows = empty_db.execute("select query_id, median_rr_ms, is_candidate, is_judged from judging.topic_candidates")
    assert sorted(rows.fetchall()) == [
        ("easy", 1.0, False, False),
        ("edge", 0.5, True, False),
        ("hard", 0.0, False, False),
        ("mid", 0.25, True, True),
    ]


def test_a_short_run_does_not_limit_the_pool(empty_db):
    mini_track.add_collections(empty_db)
    mini_track.add_qrels(empty_db, "mini-docs", "nist", {("q", item): 1 for item in "abcd"})
    add_runs(empty_db, {"short": {"q": "ab"}, "long": {"q": "abcxd"}})
    row = empty_db.execute("select num_runs, pool_depth, median_depth, num_deeper from judging.pool_depth").fetchone()
    assert row == (2, 3, 2.5, 0)
