"""Search lengths against a direct reading of the paper's equations in Python."""

from __future__ import annotations

import statistics
from collections import defaultdict

import duckdb
import pytest

LEVELS = [None, 1, 3]
DEPTH = 1000
"""Depth of search lengths where a collection has no limit, as those of the small track."""


def read(con, sql, *parameters):
    return con.execute(sql, list(parameters)).fetchall()


def by_hand(con, min_relevance, *, is_padded=True, depth=DEPTH):
    """{(collection, run, query): [search length of each relevant item, first ones first]}, by equations 1 to 3.

    With `is_padded` every list is cut at `depth` and filled up with irrelevant items, those of topics left out too.
    """
    levels = dict(read(con, "select collection, min_relevance from main.collections"))
    relevant = defaultdict(set)
    for collection, query, item, grade in read(
        con, "select collection, query_id, doc_id, relevance from main.qrels where variant = 'nist'"
    ):
        if grade >= (min_relevance or levels[collection]):
            relevant[collection, query].add(item)
    lists = defaultdict(list)
    for collection, run, query, item in read(
        con, "select collection, run_id, query_id, doc_id from main.rankings order by rank"
    ):
        lists[collection, run, query].append(item)
    if is_padded:
        for collection, run in {key[:2] for key in lists}:
            for owner, query in relevant:
                if owner == collection:
                    items = lists[collection, run, query][:depth]
                    lists[collection, run, query] = items + [None] * (depth - len(items))
    lengths = {}
    for (collection, run, query), items in lists.items():
        wanted = relevant[collection, query]
        if not wanted:
            continue
        found = [1 + sum(other not in wanted for other in items[:i]) for i, item in enumerate(items) if item in wanted]
        irrelevant = sum(item not in wanted for item in items)
        lengths[collection, run, query] = found + [irrelevant] * (len(wanted) - len(found))
    return lengths


@pytest.mark.parametrize("is_padded", [True, False])
@pytest.mark.parametrize("level", LEVELS)
def test_topics_equal_the_equations(mini_db, level, is_padded):
    expected = by_hand(mini_db, level, is_padded=is_padded)
    rows = read(
        mini_db,
        "select collection, run_id, query_id, num_rel, asl, asl_g1, asl_g10, below_optimum "
        "from search_length.query_lengths(min_relevance := $1, is_padded := $2)",
        level,
        is_padded,
    )
    assert len(rows) == len(expected) > 50
    for collection, run, query, num_rel, asl, asl_g1, asl_g10, below in rows:
        lengths = expected[collection, run, query]
        assert num_rel == len(lengths)
        assert asl == pytest.approx(statistics.mean(lengths), abs=1e-9)
        assert asl_g1 == lengths[0]
        assert asl_g10 == pytest.approx(statistics.mean(lengths[:10]), abs=1e-9)
        assert below == sum(length < 1 for length in lengths)


@pytest.mark.parametrize("literal", [False, True])
def test_first_items_divide_by_what_is_asked(mini_db, literal):
    expected = by_hand(mini_db, 1)
    rows = read(
        mini_db,
        "select collection, run_id, query_id, asl_first "
        "from search_length.first_items(12, min_relevance := 1, is_literal := $1)",
        literal,
    )
    assert len(rows) == len(expected)
    assert any(len(lengths) < 12 for lengths in expected.values())
    for collection, run, query, asl in rows:
        first = expected[collection, run, query][:12]
        assert asl == pytest.approx(sum(first) / (12 if literal else len(first)), abs=1e-9)


@pytest.mark.parametrize("is_padded", [True, False])
def test_runs_are_means_over_topics(mini_db, is_padded):
    expected = defaultdict(list)
    for (collection, run, _), lengths in by_hand(mini_db, None, is_padded=is_padded).items():
        expected[collection, run].append(statistics.mean(lengths))
    rows = read(
        mini_db,
        "select collection, run_id, asl, num_q, topics_missing, depth, run_depth "
        "from search_length.run_lengths(is_padded := $1)",
        is_padded,
    )
    depths = {
        row[:2]: row[2]
        for row in read(mini_db, "select collection, run_id, max(num_ret) from main.run_topics group by all")
    }
    assert {(row[0], row[1]) for row in rows} == set(expected)
    for collection, run, asl, num_q, missing, depth, run_depth in rows:
        assert asl == pytest.approx(statistics.mean(expected[collection, run]), abs=1e-9)
        assert num_q == len(expected[collection, run])
        assert missing == (1 if run == "gamma0" else 0)
        assert (depth, run_depth) == (depths[collection, run], DEPTH if is_padded else None)


def test_measures_are_those_of_the_items(mini_db):
    """`asl` and its kin, stored by the load, and the means of the lengths of items."""
    rows = read(
        mini_db,
        """
        select stored.measure, stored.value, lengths.asl, lengths.asl_g1, lengths.asl_g10
        from metrics.query_scores as stored
        inner join search_length.query_lengths() as lengths using (collection, run_id, query_id)
        where stored.measure in ('asl', 'asl_g1', 'asl_g10')
        """,
    )
    assert len(rows) > 150
    for measure, value, *lengths in rows:
        assert value == pytest.approx(lengths[("asl", "asl_g1", "asl_g10").index(measure)], abs=1e-9)


def test_average_precision_is_that_of_the_measures(mini_db):
    """The item values of MAP (equation 6) add up to trec_eval's average precision."""
    differences = read(
        mini_db,
        """
        select max(abs(query_lengths.average_precision - query_scores.value)), count(*)
        from search_length.query_lengths() as query_lengths
        inner join metrics.query_scores as query_scores
            using (collection, run_id, query_id)
        where query_scores.measure = 'map'
        """,
    )[0]
    assert differences[0] < 1e-12
    assert differences[1] > 50


def test_technique_reduction_is_equations_11_and_12(mini_db):
    rows = {
        row[0]: row[1:]
        for row in read(mini_db, "from search_length.technique_reduction('alpha0', 'beta0', 'mini-docs')")
    }
    assert set(rows) == {"P_20", "map", "asl", "asl_g10"}
    scores = dict(
        read(
            mini_db,
            "select run_id || measure, value from metrics.run_scores "
            "where collection = 'mini-docs' and measure in ('P_20', 'map')",
        )
    )
    for measure in ("P_20", "map"):
        baseline, improved, reduction = rows[measure]
        assert baseline == pytest.approx(scores["alpha0" + measure], abs=1e-9)
        assert improved == pytest.approx(scores["beta0" + measure], abs=1e-9)
        assert reduction == pytest.approx(((1 - baseline) - (1 - improved)) / (1 - baseline), abs=1e-9)
    for measure in ("asl", "asl_g10"):
        baseline, improved, reduction = rows[measure]
        assert reduction == pytest.approx(((baseline - 1) - (improved - 1)) / (baseline - 1), abs=1e-9)


def test_printed_reductions(mini_db):
    """Table 1 of the paper, from its own values."""
    pairs = {(0.456, 0.594): 25, (0.517, 0.706): 39, (0.401, 0.543): 24, (0.400, 0.572): 29}
    for (baseline, improved), printed in pairs.items():
        value = read(mini_db, "select search_length.precision_reduction($1, $2)", baseline, improved)[0][0]
        assert round(100 * value) == printed
    for (baseline, improved), printed in {(14, 5): 69, (51, 6): 90, (264, 215): 19}.items():
        value = read(mini_db, "select search_length.length_reduction($1, $2)", baseline, improved)[0][0]
        assert round(100 * value) == printed
    assert read(mini_db, "select search_length.length_reduction(1, 1), search_length.precision_reduction(1, 1)")[0] == (
        None,
        None,
    )


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("'alpha', 'beta0', 'mini-docs'", "no run 'alpha' of mini-docs"),
        ("'alpha0', 'nobody', 'mini-docs'", "no run 'nobody'"),
        ("'mini-docs', 'alpha0', 'beta0'", "no collection 'beta0'"),
    ],
)
def test_technique_reduction_refuses_unknown_and_swapped_names(mini_db, arguments, reason):
    with pytest.raises(duckdb.InvalidInputException, match=reason):
        read(mini_db, f"from search_length.technique_reduction({arguments})")


def test_the_shorter_search_wins_the_topic(mini_db):
    pairs = read(
        mini_db,
        "select value_a, value_b from statistics.paired_values(['asl'], baselines := ['beta0']) "
        "where run_a = 'alpha0' and collection = 'mini-docs'",
    )
    ((wins, losses),) = read(
        mini_db,
        "select num_wins, num_losses from systems.wins('beta0', ['asl']) "
        "where run_id = 'alpha0' and collection = 'mini-docs'",
    )
    assert (wins, losses) == (sum(a < b for a, b in pairs), sum(a > b for a, b in pairs))
    assert wins != losses
