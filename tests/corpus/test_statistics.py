"""Dataset statistics, query lengths, duplicates and repeated topics on hand-made rows."""

from __future__ import annotations

import pytest
from corpora_tables import fill
from mini_track import insert


@pytest.fixture(scope="module")
def db(new_db):
    con = new_db()
    insert(
        con,
        "main.collections",
        [
            {"collection": "a-docs", "edition": "a", "task": "docs", "query_set": "a", "corpus": "x"},
            {"collection": "b-docs", "edition": "b", "task": "docs", "query_set": "b", "corpus": "x"},
        ],
    )
    queries = {("a", "1"): "one two", ("a", "2"): " nine\t words are   not yet a long query really ", ("b", "2"): "x"}
    queries["a", "3"] = "ten words make a query long in the track 's sense"
    queries["a", "4"] = ""
    insert(con, "main.queries", [{"query_set": s, "query_id": q, "text": t} for (s, q), t in queries.items()])
    insert(
        con,
        "main.qrels",
        [
            {"collection": "a-docs", "variant": "nist", "query_id": q, "doc_id": d, "relevance": 1}
            for q, d in (("2", "d1"), ("2", "d2"), ("3", "d1"))
        ],
    )
    part = {"edition": "a", "collection": None, "file": "f", "bytes": 10, "expected_queries": None}
    insert(
        con,
        "main.collection_parts",
        [
            part | {"part": "queries", "name": "a", "expected_rows": 4},
            part | {"part": "qrels", "collection": "a-docs", "name": "nist", "expected_rows": 4},
            part | {"part": "corpus", "name": "x", "expected_rows": 2},
            part | {"part": "corpus", "name": "x", "expected_rows": 3, "file": "g"},
        ],
    )
    insert(
        con,
        "main.runs",
        [
            {"collection": "a-docs", "run_id": r, "is_submission": s, "source_file": f}
            for r, s, f in (("r1", True, "r1.txt"), ("r2", True, None), ("mine", False, "mine.txt"))
        ],
    )
    texts = (("p2", "same"), ("p1", "same"), ("p3", "other"), ("p4", None), ("p5", None))
    fill(con, "passages", [{"corpus": "x", "passage_id": p, "text": t} for p, t in texts])
    yield con
    con.close()


def test_parts_are_counted_against_their_recipe(db):
    rows = {
        (part, name): (edition, expected, loaded, topics, complete)
        for edition, part, name, expected, loaded, topics, complete in db.execute(
            "select edition, part, name, expected_records, loaded_records, loaded_queries, is_complete "
            "from corpus.dataset_statistics"
        ).fetchall()
    }
    assert rows["queries", "a"] == ("a", 4, 4, 4, True)
    assert rows["queries", "b"] == (None, None, 1, 1, None)
    assert rows["qrels", "nist"] == ("a", 4, 3, 2, False)
    assert rows["runs", "a-docs"] == (None, None, 1, None, None)
    assert rows["corpus", "x"] == ("a", 5, 5, None, True)


def test_words_are_separated_by_white_space(db):
    rows = db.execute(
        "select query_id, words, is_long from corpus.query_words() where query_set = 'a' order by 1"
    ).fetchall()
    assert rows == [("1", 2, False), ("2", 9, False), ("3", 11, True), ("4", 0, False)]
    assert db.execute("select count(*) from corpus.query_words(long_from := 2) where is_long").fetchone() == (3,)


def test_repeated_queries_say_who_judged_them(db):
    assert db.execute("from corpus.repeated_queries order by 1").fetchall() == [
        ("a", "2", "b", True, False),
        ("b", "2", "a", False, True),
    ]


def test_duplicates_are_passages_with_the_same_text(db):
    assert db.execute("from corpus.duplicate_passages order by 2").fetchall() == [
        ("x", "p1", "p1", 2),
        ("x", "p2", "p1", 2),
    ]


@pytest.mark.real
def test_real_topics_are_long_and_short_as_the_overview_says(real_db):
    """TREC 2021 overview, section 2: 28 short and 29 long document topics, 25 and 28 passage topics."""
    rows = real_db.execute(
        """
        select topics.collection, query_words.is_long, count(*)
        from metrics.topics() as topics
        inner join main.collections as collections using (collection)
        inner join corpus.query_words() as query_words
            on collections.query_set = query_words.query_set and topics.query_id = query_words.query_id
        where collections.year = 2021
        group by all order by all
        """
    ).fetchall()
    assert rows == [
        ("trec2021-docs", False, 28),
        ("trec2021-docs", True, 29),
        ("trec2021-passages", False, 25),
        ("trec2021-passages", True, 28),
    ]
