"""Overlap of runs, computed from shared items, equals the mean over topics of sets and of `statistics.rbo`."""

from __future__ import annotations

import itertools
import random
from contextlib import closing

import pytest

from tests.stored_rankings import insert_rankings


@pytest.fixture(scope="module")
def lists():
    """Rankings of unequal lengths: equal, reversed, without a shared item, of one item, and a run with a topic less."""
    chance = random.Random(4)
    items = [f"d{number}" for number in range(30)]
    found = {("same", topic): items[:8] for topic in "123"} | {("also", topic): items[:8] for topic in "123"}
    found |= {("back", topic): items[7::-1] for topic in "123"} | {("other", topic): items[20:25] for topic in "123"}
    found |= {("one", topic): [items[int(topic)]] for topic in "12"}
    for run in ("x", "y", "z"):
        found |= {(run, topic): chance.sample(items, chance.randint(1, 25)) for topic in "123"}
    return found


@pytest.fixture(scope="module")
def con(new_db, lists):
    with closing(new_db()) as con:
        con.execute(
            "insert into main.collections by name "
            "select 'c' as collection, 'e' as edition, 't' as task, 'c' as query_set"
        )
        insert_rankings(
            con,
            [
                {"collection": "c", "run_id": run, "query_id": topic, "doc_id": doc}
                | {"submitted_rank": rank, "score": -rank, "rank": rank}
                for (run, topic), docs in lists.items()
                for rank, doc in enumerate(docs, 1)
            ],
        )
        yield con


@pytest.mark.parametrize("depth", [1, 3, 10, 1000])
def test_overlap_is_the_mean_over_topics(con, lists, depth):
    rows = con.execute(f"from systems.run_overlap({depth}) order by all").fetchall()
    runs = sorted({run for run, _ in lists})
    assert [row[:3] for row in rows] == [("c", *pair) for pair in itertools.combinations(runs, 2)]
    for _, first, second, num_topics, overlap, rbo in rows:
        pairs = [
            (lists[first, topic][:depth], lists[second, topic][:depth])
            for topic in "123"
            if {(first, topic), (second, topic)} <= lists.keys()
        ]
        assert num_topics == len(pairs)
        shares = [len(set(a) & set(b)) / max(len(a), len(b)) for a, b in pairs]
        values = [con.execute("select statistics.rbo(?, ?, p := 0.9)", pair).fetchone()[0] for pair in pairs]
        assert overlap == pytest.approx(sum(shares) / len(pairs), abs=1e-12)
        assert rbo == pytest.approx(sum(values) / len(pairs), abs=1e-12)
