"""A run is ordered in one place: metrics.place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

from hypothesis import example, given, settings
from hypothesis import strategies as st
from stored_rankings import insert_rankings

from dltrack_db.base import resources
from dltrack_db.base.sql_text import insert_rows, literal
from dltrack_db.score import scratch

SCORES = re.compile(r"\b(score|order_key|float_score)\b(?!\.)")
OTHERS = {
    "sql/metrics/place.sql": "the one place",
    "sql/systems/run_topic_census.sql": "counts different scores by their neighbours, and orders no run",
    "ingest/read/runs_json.sql": "gives a rank column to files that have none",
}


def clauses(text: str) -> Iterator[str]:
    """The lists of `order by`, up to the end of their parentheses or statement."""
    text = re.sub(r"--.*", "", text)
    for found in re.finditer(r"\border\s+by\b", text, re.IGNORECASE):
        depth, end = 0, len(text)
        for place in range(found.end(), len(text)):
            depth += {"(": 1, ")": -1}.get(text[place], 0)
            if depth < 0 or text[place] == ";":
                end = place
                break
        yield text[found.end() : end]


def test_nothing_else_orders_by_scores():
    roots = [resources.SQL, resources.SCHEMA, resources.INGEST, resources.PACKAGE]
    files = [path for root in roots for path in sorted(root.rglob("*.sql")) if "tests" not in path.parts]
    sorted_by = {
        path.relative_to(resources.ROOT).as_posix()
        for path in files
        if any(SCORES.search(each) for each in clauses(path.read_text(encoding="utf-8")))
    }
    assert sorted_by == set(OTHERS)


def test_a_second_order_would_be_found():
    assert [bool(SCORES.search(each)) for each in clauses("x over (partition by a order by (b.score) desc, c) from d")]
    assert not [each for each in clauses("select score from x order by a") if SCORES.search(each)]


def test_tied_items_have_one_order_under_every_rule(built_db):
    query = """
        select string_agg(doc_id, '' order by place)
        from (
            select doc_id, metrics.place(0, rule, submitted_rank, score, doc_id) as place
            from (values ('a', 2, 0.1234567892), ('b', 1, 0.1234567891), ('c', 2, 0.2), ('d', 2, 0.2)) as items
                (doc_id, submitted_rank, score)
            cross join (select $1 as rule)
        )
    """
    placed = {
        rule: built_db.execute(query, [rule]).fetchone()[0] for rule in ("float", "double", "submitted", "ascending")
    }
    assert placed == {"float": "dcba", "double": "dcab", "submitted": "bdca", "ascending": "cdab"}


SCORE_VALUES = [0.0, -0.0, 1.0, 1 + 1e-9, 0.1234567892, 0.1234567891, 3.4e38, 1e39, 1e300, -1e39, -1e300, 5e-324]
"""Ties as doubles, ties as 4-byte floats, and beyond those."""
ITEMS = st.dictionaries(
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=2),
    st.tuples(st.integers(-1, 2), st.sampled_from(SCORE_VALUES) | st.floats(allow_nan=False, allow_infinity=False)),
    min_size=2,
    max_size=5,
)
AHEAD = """
    with items as (
        select item.*, metrics.place(0, {rule}, item.submitted_rank, item.score, item.doc_id) as place
        from (select unnest({items}) as item)
    )
    select
        one.place < other.place,
        metrics.is_ahead(
            {rule}, one.submitted_rank, one.score, one.doc_id, other.submitted_rank, other.score, other.doc_id
        )
    from items as one, items as other where one.doc_id <> other.doc_id
"""
ORDERS = scratch.connect(["metrics.place", "metrics.is_ahead"])


@given(ITEMS, st.sampled_from(["float", "double", "submitted", "ascending"]))
@example({"a": (1, 0.0), "b": (1, -0.0), "é": (2, 1e39), "日": (2, 1e300)}, "float")
@example({"a": (1, 1.0), "b": (1, 2.0), "c": (2, 3.0)}, "submitted")
@example({"a": (1, 1.0), "b": (1, 1.0)}, "ascending")
@settings(deadline=None)
def test_which_item_is_ahead_is_said_as_by_their_places(items, rule):
    structs = [{"doc_id": doc, "submitted_rank": rank, "score": score} for doc, (rank, score) in items.items()]
    rows = ORDERS.execute(AHEAD.format(rule=literal(rule), items=literal(structs))).fetchall()
    assert [by_place for by_place, _ in rows] == [is_ahead for _, is_ahead in rows]
    assert len(rows) == len(list(permutations(items, 2)))


JUDGED = scratch.connect(["metrics.judged_orders", "metrics.orders", "main.rankings"])
FEW_TIES = {"a": (4, 2.0), "b": (2, 1 + 1e-9), "c": (3, 1.0), "d": (1, 0.5)}


@given(ITEMS, st.sampled_from(["float", "double", "submitted", "ascending"]), st.data())
@example(FEW_TIES, "float", None)
@example(FEW_TIES, "double", None)
@example(FEW_TIES, "submitted", None)
@example(FEW_TIES, "ascending", None)
@example({"a": (2, 3.0), "b": (1, 1.0), "c": (1, 1.0), "d": (1, 1.0)}, "ascending", None)
@example({"a": (2, 3.0), "b": (1, 1.0), "c": (1, 1.0), "d": (1, 1.0)}, "double", None)
@example({"a": (1, -0.0), "b": (2, 0.0), "c": (3, 1e300), "d": (4, 1e39)}, "float", None)
@example({"a": (1, -0.0), "b": (2, 0.0), "c": (3, 1e300), "d": (4, 1e39)}, "double", None)
@settings(deadline=None, max_examples=40)
def test_judged_items_have_the_positions_that_sorting_all_items_gives_them(items, rule, data):
    """Positions of judged items are computed from ties and stored ranks, those of metrics.orders by windows."""
    con = JUDGED
    con.execute(
        "delete from main.collections; delete from main.qrels; delete from main.run_topics; delete from store.rankings"
    )
    common = {"collection": "c", "query_id": "q"}
    described = {"collection": "c", "tie_rule": rule, "edition": "", "task": "", "query_set": "", "min_relevance": 1}
    insert_rows(con, "main.collections", [described])
    rows = [{"doc_id": doc, "submitted_rank": rank, "score": score} for doc, (rank, score) in items.items()]
    excluded = data.draw(st.sampled_from([None, *items])) if data else None
    ranks = con.execute(
        "select item.doc_id, metrics.place(0, $1, item.submitted_rank, item.score, item.doc_id) "
        f"from (select unnest({literal(rows)}) as item) where item.doc_id is distinct from $2",
        [rule, excluded],
    ).fetchall()
    rank_of = dict(ranks)
    insert_rankings(con, [common | row | {"run_id": "r", "rank": rank_of.get(row["doc_id"])} for row in rows])
    judged = data.draw(st.sets(st.sampled_from(sorted(items)), min_size=1)) if data else {"b", "d"}
    label = {"variant": "v", "relevance": 1, "iteration": "0"}
    insert_rows(con, "main.qrels", [common | label | {"doc_id": doc} for doc in judged])
    columns = "doc_id, answer_id, {} as rank, rank_double, rank_submitted, rank_ascending"
    found = con.execute(f"select {columns.format('rank')} from metrics.judged_orders()").fetchall()
    by_sorting = f"select {columns.format('rank_float')} from metrics.orders() semi join main.qrels using (doc_id)"
    assert sorted(found) == sorted(con.execute(by_sorting).fetchall())
    assert {doc for doc, *_ in found} == judged - {excluded}
