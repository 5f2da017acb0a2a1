"""The derived tables, recomputed for several collections in one transaction."""

from __future__ import annotations

import pytest
from stored_rankings import add_rankings

from dltrack_db.base import resources
from dltrack_db.store import database, derive, template


@pytest.mark.campaign
def test_a_collection_without_runs_does_not_make_the_next_one_lose_scores(tmp_path):
    """DuckDB 1.5.5 loses a large ordered insert that follows an empty one in the same transaction."""
    path = tmp_path / "x.duckdb"
    template.copy_to(path)
    con = database.connect()
    database.attach(con, path, read_only=False)
    con.execute(
        "insert into main.collections (collection, edition, task, query_set) values "
        "('empty', 'e', 'docs', 'e'), ('full', 'e', 'docs', 'e')"
    )
    with database.transaction(con):
        con.execute(
            "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
            "select 'full', 'nist', (range % 100)::varchar, 'd' || range, 1, '0' "
            "from range(130000)"
        )
        con.execute(
            "insert into store.rankings select range % 100, 'd' || range, range // 100 + 1, "
            "-range, range // 100 + 1 from range(130000)"
        )
        con.execute("insert into main.run_topics select 'full', 'r', range::varchar, 1300, range from range(100)")
        derive.refresh(con, ["empty", "full"])
        inside = con.execute("select count(*) from main.judged_rankings").fetchone()
    assert inside == con.execute("select count(*) from main.judged_rankings").fetchone() == (130000,)
    assert con.execute("select value from metrics.run_scores where measure = 'map'").fetchone() == (1.0,)
    con.close()


def fill(con, runs, topics=7, depth=5):
    """Add runs of one collection, with every other item judged."""
    con.execute("insert into main.collections (collection, edition, task, query_set) values ('c', 'e', 'docs', 'e')")
    con.execute(
        "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
        "select 'c', 'nist', topic::varchar, 'd' || item, item % 4, '0' "
        f"from range({topics}) as topics (topic) cross join range(0, {depth * 2}, 2) as items (item)"
    )
    for run in runs:
        add_rankings(
            con,
            f"(select 'c' as collection, '{run}' as run_id, topic::varchar as query_id, 'd' || item as doc_id, "
            "rank as submitted_rank, -rank as score, rank from ("
            f"select topic, item, row_number() over (partition by topic order by hash('{run}', topic, item)) as rank "
            f"from range({topics}) as topics (topic) cross join range({depth}) as items (item)))",
        )


def state(con):
    return [con.execute(f"select count(*), sum(hash(t)) from {table} as t").fetchone() for table in derive.TABLES]


@pytest.mark.campaign
def test_deriving_runs_one_by_one_gives_the_same_rows_as_all_at_once(new_db):
    runs = ["a", "b", "c"]
    at_once, in_turn = new_db(), new_db()
    fill(at_once, runs)
    derive.refresh(at_once, ["c"])
    fill(in_turn, [])
    for run in runs:
        known = in_turn.execute("select coalesce(max(answer_id), 0) from main.run_topics").fetchone()[0]
        con = in_turn
        con.execute("delete from main.collections; delete from main.qrels")
        fill(con, [run])
        derive.refresh(con, [], known)
        assert con.execute("from catalog.stale_derivations").fetchall() == []
    assert state(in_turn) == state(at_once)
    in_turn.execute("update main.qrels set relevance = 3 - relevance")
    derive.refresh(in_turn, ["c"])
    assert in_turn.execute("from catalog.stale_derivations").fetchall() == []
    assert in_turn.execute("select getvariable('first_answer')").fetchone() == (None,)


def test_steps_contain_whole_outdated_runs_up_to_a_size(empty_db):
    con = empty_db
    answers = [
        ("c", "a", 6, 1),
        ("c", "a", 6, 2),
        ("c", "b", 6, 3),
        ("d", "x", 6, 4),
        ("c", "e", 1, 5),
        ("c", "f", 1, 6),
    ]
    for collection, run, millions, answer in answers:
        con.execute(
            "insert into main.run_topics values ($1, $2, $3::varchar, $4, $3)",
            [collection, run, answer, millions * 1_000_000],
        )
    steps = resources.script("store/derive/steps")
    con.execute("set variable step_rows = null; set variable step_derived = 100")
    con.execute("set variable collections = ['c']; set variable last_known_answer = null")
    assert con.execute(steps).fetchall() == [(1, 2), (3, 3), (5, 6)]
    con.execute("set variable collections = []::varchar[]; set variable last_known_answer = 4")
    assert con.execute(steps).fetchall() == [(5, 6)]
    con.execute("set variable collections = ['c', 'd']; set variable step_rows = 12_000_000")
    assert con.execute(steps).fetchall() == [(1, 2), (3, 4), (5, 6)]
    con.execute("set variable collections = ['c']; set variable step_rows = 100_000_000")
    assert con.execute(steps).fetchall() == [(1, 3), (5, 6)]
    # every set of labels has its own derived rows, here at most 22 of run a
    con.execute(
        "insert into main.qrels by name select 'c' as collection, 'l' || i % 11 as variant, '2' as query_id,"
        " i::varchar as doc_id, 0 as relevance from range(22) as labels(i)"
    )
    con.execute("set variable step_derived = 23")
    assert con.execute(steps).fetchall() == [(1, 3), (5, 6)]
    con.execute("set variable step_derived = 22")
    assert con.execute(steps).fetchall() == [(1, 2), (3, 3), (5, 6)]


@pytest.mark.campaign
def test_scores_by_several_connections_equal_those_by_one(monkeypatch, new_db):
    monkeypatch.setattr(derive, "ROWS_AT_ONCE", 30)
    alone, side_by_side = new_db(), new_db()
    for con in (alone, side_by_side):
        con.execute("attach ':memory:' as memory")  # as in a load, which attaches its file to a database in memory
        fill(con, ["a", "b", "c", "d"])
    derive.refresh(alone, ["c"])
    with database.transaction(side_by_side):
        derive.refresh(side_by_side, ["c"], may_commit=True)
    assert len(side_by_side.execute(resources.script("store/derive/steps")).fetchall()) == 4
    assert state(side_by_side) == state(alone)
    assert side_by_side.execute("select * from duckdb_tables() where table_name like 'scored%'").fetchall() == []
    assert side_by_side.execute("select getvariable('first_answer')").fetchone() == (None,)
