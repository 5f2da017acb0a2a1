"""One rule for when two runs are equal on a topic, in every test and count; Wilcoxon's test, exact and asymptotic."""

from __future__ import annotations

import math
import random
from itertools import product

import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from dltrack_db.score import scratch

NOISE = 2e-16
MACROS = ("compare_runs", "wilcoxon_tests", "t_tests", "difference", "rank_sum_counts", "footnote")


@pytest.fixture(scope="module")
def con():
    con = scratch.connect(
        [*(f"statistics.{name}" for name in MACROS), "systems.standings", "systems.wins", "metrics.decimals"]
    )
    con.execute("insert into main.collections (collection, edition, task, query_set) values ('c', 'test', '', '')")
    return con


def fill(con, **runs):
    """The stored values of runs on topics q0000, q0001 and so on."""
    con.execute("delete from main.query_scores")
    for run, values in runs.items():
        con.execute(
            "insert into main.query_scores select 'c', $1, format('q{:04}', i), 'm', list_extract($2::double[], i + 1) "
            "from range($3) t(i)",
            [run, values, len(values)],
        )


def wilcoxon(con):
    return con.execute(
        "select num_different, rank_sum, is_exact, p_value from statistics.wilcoxon_tests(['m']) where run_a = 'a'"
    ).fetchone()


def test_runs_that_differ_by_noise_are_equal_everywhere(con):
    values = [0.1, 0.3, 0.5, 0.7]
    fill(con, a=[*values[:3], values[3] + NOISE], b=values)
    assert values[3] + NOISE != values[3]
    compared = con.execute(
        "select mean_difference, num_wins, num_losses, num_ties, p_t, p_wilcoxon, p_randomization "
        "from statistics.compare_runs('a', 'b', ['m'], trials := 50)"
    ).fetchone()
    assert compared == (0, 0, 0, 4, 1, 1, 1)
    assert math.copysign(1, compared[0]) == 1
    for baseline, other in ("ab", "ba"):
        rows = con.execute(
            "select run_id, mean_difference, p_value, verdict "
            "from systems.standings('c', measures := ['m'], baselines := [$1]) order by verdict",
            [baseline],
        ).fetchall()
        assert rows == [(baseline, 0, None, "baseline"), (other, 0, 1, "not shown to differ")]


def test_a_difference_in_the_tenth_digit_is_one(con):
    fill(con, a=[0.1, 0.2 + 1e-10], b=[0.1, 0.2])
    assert con.execute("select num_wins, num_ties from statistics.compare_runs('a', 'b', ['m'])").fetchone() == (1, 1)


def test_the_same_gain_on_every_topic_gives_no_t_test(con):
    """0.3 - 0.2 and 0.2 - 0.1 differ in the last digit, which is no spread to test against."""
    fill(con, a=[0.2, 0.3, 0.8], b=[0.1, 0.2, 0.7])
    assert con.execute("select t, p_value, untested from statistics.t_tests(['m']) where run_a = 'a'").fetchone() == (
        None,
        None,
        "the same difference on every topic",
    )
    assert wilcoxon(con) == (3, 0, True, 0.25)


def test_sizes_that_differ_by_noise_share_a_rank(con):
    differences = [0.3 - 0.2, 0.1, -(0.8 - 0.7), 0.5]
    assert len({abs(difference) for difference in differences}) > 2
    fill(con, a=differences, b=[0.0] * 4)
    # three tied at rank 2, one a loss; of 16 assignments of signs 1 + 3 have a sum of 2 or less
    assert wilcoxon(con) == (4, 2, True, 0.5)


def test_many_topics_all_won(con):
    chance = random.Random(4)
    base = [chance.random() / 2 for _ in range(3500)]
    better = [value + 0.1 + chance.random() / 10 for value in base]
    fill(con, a=better, b=base)
    different, rank_sum, is_exact, p_value = wilcoxon(con)
    assert (different, rank_sum, is_exact, p_value) == (3500, 0, False, math.ulp(0))  # scipy: 0
    p_t = con.execute("select p_value from statistics.t_tests(['m']) where run_a = 'a'").fetchone()[0]
    assert p_t < 1e-300
    fill(con, a=better[:400], b=base[:400])
    expected = scipy.stats.wilcoxon(better[:400], base[:400], correction=False, method="asymptotic").pvalue
    assert expected < 1e-60
    assert wilcoxon(con)[3] == pytest.approx(expected, rel=1e-9, abs=0)


@pytest.mark.more
def test_wilcoxon_equals_scipy_with_ties_and_zeros(con):
    chance = random.Random(9)
    cases = {
        f"m{i}": [chance.randint(-spread, spread) / 10 for _ in range(chance.randint(1, 70))]
        for i, spread in enumerate([1, 3, 10, 40, 200, 3000] * 20)
    } | {"untied": [0.0, 0.0, *(place / 10 for place in range(1, 60))]}
    con.execute("delete from main.query_scores")
    rows = [
        (run, format(topic, "04"), measure, value if run == "a" else 0.0)
        for measure, differences in cases.items()
        for topic, value in enumerate(differences)
        for run in "ab"
    ]
    con.execute(
        "insert into main.query_scores select 'c', unnest($1), unnest($2), unnest($3), unnest($4::double[])",
        [list(column) for column in zip(*rows, strict=True)],
    )
    tested = con.execute(
        "select measure, num_different, rank_sum, is_exact, p_value from statistics.wilcoxon_tests($1) "
        "where run_a = 'a'",
        [list(cases)],
    ).fetchall()
    assert len(tested) == len(cases)
    seen = set()
    for measure, different, rank_sum, is_exact, p_value in tested:
        held = [value for value in cases[measure] if value]
        assert different == len(held)
        if not held:
            assert (rank_sum, p_value) == (0, 1)
            continue
        expected = scipy.stats.wilcoxon(held, correction=False)
        has_ties = len(set(map(abs, held))) < len(held)
        assert is_exact == (len(held) <= 13 or (len(held) <= 50 and not has_ties))
        assert rank_sum == expected.statistic
        assert p_value == pytest.approx(expected.pvalue, rel=1e-9)
        seen.add((is_exact, has_ties, len(held) < len(cases[measure])))
    assert len(seen) == 8, "exact or not, with and without ties, with and without zeros"


@pytest.mark.parametrize("size", [1, 5, 13, 14, 50, 51])
def test_wilcoxon_without_ties_is_exact_up_to_fifty(con, size):
    chance = random.Random(size)
    held = [chance.choice((-1, 1, 1, 1)) * (place + 1) / 100 for place in range(size)]
    fill(con, a=held, b=[0.0] * size)
    expected = scipy.stats.wilcoxon(held, correction=False)
    assert wilcoxon(con)[2:] == (size <= 50, pytest.approx(expected.pvalue, rel=1e-9))


@given(st.lists(st.integers(1, 9), min_size=1, max_size=9))
def test_rank_sums_are_counted(con, ranks):
    counts = con.execute("select statistics.rank_sum_counts($1::int[])", [ranks]).fetchone()[0]
    sums = [sum(chosen) for chosen in product(*((0, rank) for rank in ranks))]
    assert counts == [sums.count(total) for total in range(sum(ranks) + 1)]


def test_a_value_has_the_decimals_it_is_written_with(con):
    cases = {"0.7500": 4, "1": 0, "-.25": 2, "3.": 0, "2.5e-03": 4, "1.25E1": 1, "12e2": 0, "0." + "1" * 200: 99}
    found = con.execute("select metrics.decimals(unnest($1::varchar[]))", [[*cases]]).fetchall()
    assert dict(zip(cases, (row[0] for row in found), strict=True)) == cases
    assert con.execute("select metrics.decimals(null)").fetchone() == (None,)


@pytest.mark.more
def test_scores_that_are_rounded_tie_below_their_last_digit(con):
    """The same values, rounded to four decimals, are the same; a unit of the last decimal is a difference."""
    values = [0.12344, 0.5, 0.77777, 1 / 3, 0.2]
    printed = [round(value, 4) for value in values[:4]] + [0.2001]
    fill(con, a=values)
    con.execute("delete from main.stand_in_scores")
    con.execute(
        "insert into main.stand_in_scores select 'c', 'b', format('q{:04}', i), 'm', "
        "list_extract($1::double[], i + 1), 4 from range($2) t(i)",
        [printed, len(printed)],
    )
    query = "select num_wins, num_losses, num_ties, mean_difference from statistics.compare_runs('a', 'b', ['m'])"
    note = "select note, rounded, decimals from statistics.footnote('c', ['m'], baselines := ['b'])"
    assert con.execute(query).fetchone() == (0, 1, 4, pytest.approx(-0.0001 / 5))
    assert con.execute("select num_wins, num_losses from systems.wins('a', ['m'])").fetchone() == (1, 0)
    ((told, runs, decimals),) = con.execute(note).fetchall()
    assert "; values are compared to 4 decimals, because scores of b are rounded" in told
    assert (runs, decimals) == (["b"], 4)
    con.execute("update main.stand_in_scores set decimals = 17")
    # of 1 / 3 and what is printed of it, and so on: all but 0.5 differ, two of them more than the print
    assert con.execute(query).fetchone()[:3] == (2, 2, 1)
    ((told, runs, decimals),) = con.execute(note).fetchall()
    assert "decimals" not in told and (runs, decimals) == ([], None)
    con.execute("delete from main.stand_in_scores")
