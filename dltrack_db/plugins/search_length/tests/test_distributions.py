"""Histograms, the best and the median run, weights: totals and order, and the worked example of the paper."""

from __future__ import annotations

import statistics
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

PAPER_EXAMPLE = [1, 1, 1, 2, 4, 5, 10, 10000, 10000]


def read(con, sql, *parameters):
    return con.execute(sql, list(parameters)).fetchall()


def test_document_lengths_of_chosen_runs_are_those_of_all_runs(mini_db):
    rows = read(mini_db, "from search_length.document_lengths() order by all")
    runs = sorted({row[1] for row in rows})[:2]
    chosen = read(mini_db, "from search_length.document_lengths(runs := $1) order by all", runs)
    assert chosen == [row for row in rows if row[1] in runs] != rows


@pytest.mark.parametrize(("width", "last"), [(100, 900), (3, 12)])
def test_document_histogram_counts_every_item_once(mini_db, width, last):
    lengths = read(mini_db, "select collection, run_id, search_length, rank from search_length.document_lengths()")
    rows = read(
        mini_db,
        "select collection, run_id, lower, upper, items, items_not_retrieved "
        "from search_length.document_histogram(width := $1, last := $2)",
        width,
        last,
    )
    assert sum(row[4] for row in rows) == len(lengths)
    assert sum(row[5] for row in rows) == sum(rank is None for *_, rank in lengths)
    for collection, run, lower, upper, items, _ in rows:
        inside = [
            length
            for owner, name, length, _ in lengths
            if (owner, name) == (collection, run)
            and (length > lower or (length == 0 and lower == 0))
            and (upper is None or length <= upper)
        ]
        assert items == len(inside)
        assert (upper is None) == (lower == last)


def test_items_never_returned_stand_alone_in_the_report(mini_db):
    shown = read(
        mini_db, "select collection, run_id, lower, upper, is_returned, items from report.search_length_histogram"
    )
    lengths = read(mini_db, "select collection, run_id, search_length, rank from search_length.document_lengths()")
    runs = {row[:2] for row in shown}
    assert len(runs) == 4
    expected = Counter()
    for collection, run, length, rank in lengths:
        if (collection, run) in runs:
            lower = None if rank is None else min((length - 1) // 10 * 10, 100)
            expected[collection, run, lower, rank is not None] += 1
    assert {(*row[:3], row[4]): row[5] for row in shown} == expected
    assert {row[4] for row in shown} == {True, False}
    assert all((upper is None) == (lower is None or lower == 100) for _, _, lower, upper, *_ in shown)


def test_best_and_median_runs(mini_db):
    for collection, best, median, best_asl, median_asl, num_runs in read(
        mini_db, "from search_length.best_and_median_runs()"
    ):
        runs = read(
            mini_db,
            "select run_id, asl from search_length.run_lengths() "
            "inner join main.runs using (collection, run_id) "
            "where collection = $1 and is_submission order by asl, run_id",
            collection,
        )
        assert num_runs == len(runs) == 8
        assert (best, best_asl) == runs[0]
        assert (median, median_asl) == runs[(len(runs) - 1) // 2]


def test_best_minus_median_splits_wins_and_losses(mini_db):
    differences = read(
        mini_db,
        """
        select runs.collection, best.search_length - median.search_length
        from search_length.best_and_median_runs() as runs
        inner join search_length.document_lengths() as best
            on best.collection = runs.collection and best.run_id = runs.best_run_id
        inner join search_length.document_lengths() as median
            on median.collection = runs.collection and median.run_id = runs.median_run_id
            and median.query_id = best.query_id and median.doc_id = best.doc_id
        """,
    )
    rows = read(mini_db, "from search_length.best_minus_median_histogram(edges := [2, 5])")
    assert sum(row[3] for row in rows) == len(differences) > 0
    for collection, lower, upper, items, outcome in rows:
        inside = [
            value
            for owner, value in differences
            if owner == collection and (lower is None or value >= lower) and (upper is None or value <= upper)
        ]
        assert items == len(inside)
        assert {"best wins": -1, "median wins": 1, "same": 0}[outcome] == (inside[0] > 0) - (inside[0] < 0)


def test_best_scores_and_their_histogram(mini_db):
    runs = read(
        mini_db,
        "select collection, asl, asl_g10, map from search_length.run_lengths() "
        "inner join main.runs using (collection, run_id) where is_submission",
    )
    for collection, measure, run_id, value, _ in read(mini_db, "from search_length.best_scores()"):
        assert run_id
        if measure == "P_20":
            continue
        column = {"asl": 1, "asl_g10": 2, "map": 3}[measure]
        values = [row[column] for row in runs if row[0] == collection]
        assert value == pytest.approx(max(values) if measure == "map" else min(values), abs=1e-12)
    histogram = read(mini_db, "from search_length.best_score_histogram()")
    totals = {}
    for measure, lower, upper, collections, words, share in histogram:
        lower, upper = float(lower), upper and float(upper)
        assert upper is None or lower < upper
        assert words == (
            f"below {upper:g}" if lower == 0 else f"{lower:g} to {upper:g}" if upper else f"above {lower:g}"
        )
        assert share == collections / 2
        totals[measure] = totals.get(measure, 0) + collections
    assert totals == {"P_20": 2, "map": 2, "asl": 2, "asl_g10": 2}
    assert read(mini_db, "from search_length.best_score_histogram(min_runs := 100)") == []


def test_the_papers_example_of_weights(mini_db):
    """Appendix A.1: eight of nine printed numbers; the sixth is 2.78, printed 2.9."""
    unweighted, count = read(
        mini_db, "select search_length.unweighted_lengths($1), search_length.effective_count($1)", PAPER_EXAMPLE
    )[0]
    assert [round(x, 1) for x in unweighted] == [1, 1, 1, 2.1, 2.7, 2.8, 3, 3.2, 3.2]
    assert count == 6


@given(lengths=st.lists(st.integers(1, 10_000), min_size=1, max_size=12))
def test_unweighted_lengths_keep_the_mean_that_matters(mini_db, lengths):
    harmonic, unweighted, count = read(
        mini_db,
        "select search_length.harmonic_mean($1), search_length.unweighted_lengths($1), "
        "search_length.effective_count($1)",
        lengths,
    )[0]
    assert harmonic == pytest.approx(statistics.harmonic_mean(lengths))
    assert statistics.mean(unweighted) == pytest.approx(harmonic)
    ordered = sorted(lengths)
    distances = [abs(statistics.mean(ordered[:n]) - harmonic) for n in range(1, len(lengths) + 1)]
    assert distances[count - 1] == pytest.approx(min(distances), abs=1e-9)


def test_effective_share_is_the_nearest_partition(mini_db):
    rows = read(mini_db, "from search_length.effective_share(min_relevance := 1)")
    assert len(rows) > 10
    for collection, run, num_items, harmonic, effective, share in rows:
        values = [
            row[0]
            for row in read(
                mini_db,
                "select item_precision from search_length.document_lengths(min_relevance := 1) "
                "where collection = $1 and run_id = $2",
                collection,
                run,
            )
        ]
        lengths = sorted(1 / value for value in values if value > 0)
        assert num_items == len(values)
        assert harmonic == pytest.approx(len(values) / sum(values))
        distances = [abs(statistics.mean(lengths[:n]) - harmonic) for n in range(1, len(lengths) + 1)]
        assert distances[effective - 1] == pytest.approx(min(distances), abs=1e-9)
        assert share == pytest.approx(effective / num_items)


def test_a_tie_of_best_runs_is_broken_by_name_and_not_by_last_digits(mini_db):
    """Sums of the same lengths in another order."""
    con = mini_db.cursor()
    con.execute("begin")
    con.execute(
        "insert into main.runs by name select 'c' as collection, unnest(['a', 'b']) as run_id, true as is_submission, "
        "'f' as source_file"
    )
    lengths = (
        "values ('c', 'b', 0.3::double, 0.3::double, 0.5), ('c', 'a', 0.1 + 0.2::double, 0.3 + 4e-16, 0.5 - 1e-16)"
    )
    con.execute(
        "create or replace macro search_length.run_lengths(min_relevance := null, is_padded := true) as table "
        f"from ({lengths}) as lengths (collection, run_id, asl, asl_g10, map)"
    )
    best = con.execute("select distinct run_id from search_length.best_scores() where collection = 'c'").fetchall()
    con.execute("rollback")
    con.close()
    assert best == [("a",)]
