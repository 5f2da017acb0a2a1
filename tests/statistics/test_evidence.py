"""Components of variance, sizes of effects, standardised scores, discrimination, difficulty of topics."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

MEASURE = "ndcg_cut_10"
RUNS, TOPICS = 6, 9


@pytest.fixture(scope="module")
def scores():
    chance = np.random.default_rng(4)
    made = chance.beta(2, 2, size=(RUNS, TOPICS)) * 0.5 + np.linspace(0, 0.5, TOPICS)
    made[5] = made[4]  # two runs alike
    made[:, 8] = 0.25  # a topic on which all are
    return made


@pytest.fixture(scope="module")
def con(new_db, scores):
    """Scores without rankings, as public databases have, and collections of which they say little."""
    con = new_db()
    con.execute(
        "insert into main.collections (collection, edition, task, query_set) "
        "select unnest(['c', 'one-run', 'one-topic', 'constant']), 'test', 'docs', 'q'"
    )
    for run in range(RUNS):
        for topic in range(TOPICS):
            put(con, "c", run, topic, scores[run, topic])
            put(con, "c", run, topic, [0, 1, 0.5, 1 / 3][(run + topic) % 4], "recip_rank_cut_10")
            put(con, "constant", run, topic, 0.1 + 0.2)
    for other in range(3):
        put(con, "one-run", 0, other, other / 3)
        put(con, "one-topic", other, 0, other / 3)
    con.execute(
        "insert into main.qrels (collection, variant, query_id, doc_id, relevance, iteration) "
        "select distinct collection, 'nist', query_id, 'd', 1, '0' from main.stand_in_scores"
    )
    con.execute(
        "insert into main.query_attributes select 'q', 't' || i, 'mine', unnest(['hard', 'kind']), "
        "unnest([(i * i)::varchar, case when i % 2 = 0 then 'a' else 'b' end]) from range(9) as _ (i)"
    )
    con.execute(
        "insert into main.run_metadata select 'c', 'r' || i, 'mine', 'run_set', 'some ' || i from range(3) as _ (i)"
    )
    yield con
    con.close()


def put(con, collection, run, topic, value, measure=MEASURE):
    row = {"collection": collection, "run_id": f"r{run}", "query_id": f"t{topic}", "measure": measure, "value": value}
    con.execute(
        f"insert into main.stand_in_scores ({', '.join(row)}) values ({', '.join('$' + name for name in row)})",
        {**row, "value": float(value)},
    )


def rows(con, query, *given):
    result = con.execute(query, given)
    names = [column[0] for column in result.description]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


def test_variance_components(con, scores):
    n, t = scores.shape
    mean, of_runs, of_topics = scores.mean(), scores.mean(1), scores.mean(0)
    squares = {"runs": t * ((of_runs - mean) ** 2).sum(), "topics": n * ((of_topics - mean) ** 2).sum()}
    squares["residual"] = ((scores - mean) ** 2).sum() - sum(squares.values())
    df = {"runs": n - 1, "topics": t - 1, "residual": (n - 1) * (t - 1)}
    squared = {source: squares[source] / df[source] for source in df}
    variance = {
        "runs": (squared["runs"] - squared["residual"]) / t,
        "topics": (squared["topics"] - squared["residual"]) / n,
        "residual": squared["residual"],
    }
    found = rows(con, "from statistics.variance_components('c', $1)", MEASURE)
    assert [row["source"] for row in found] == list(df)
    for row in found:
        source = row["source"]
        assert row["df"] == df[source]
        assert row["sum_of_squares"] == pytest.approx(squares[source], rel=1e-9)
        assert row["share"] == pytest.approx(squares[source] / sum(squares.values()), rel=1e-9)
        assert row["variance"] == pytest.approx(variance[source], rel=1e-8)
    own = rows(con, "from statistics.dependability('c', $1) where is_own", MEASURE)[0]
    signal = max(variance["runs"], 0)
    assert own["ep2"] == pytest.approx(signal / (signal + variance["residual"] / t))
    noise = (max(variance["topics"], 0) + variance["residual"]) / t
    assert (own["num_topics"], own["phi"]) == (t, pytest.approx(signal / (signal + noise)))


@pytest.mark.more
@pytest.mark.parametrize("collection", ["one-run", "one-topic", "constant"])
def test_no_word_without_information(con, collection):
    found = rows(con, "from statistics.variance_components($1, $2)", collection, MEASURE)
    assert len(found) == 3 and (collection != "constant" or {row["share"] for row in found} == {None})
    assert collection == "constant" or {row["variance"] for row in found if row["source"] != "topics"} == {None}
    query = "from statistics.effect_sizes([$1]) where collection = $2"
    for row in rows(con, query, MEASURE, collection):
        assert {row[name] for name in ("effect_size", "effect_low", "power", "topics_needed", "prob_a_better")} == {
            None
        }
        assert (row["low"], row["hedges"]) == (None, None)
    assert all(row["ep2"] is None for row in rows(con, "from statistics.dependability($1, $2)", collection, MEASURE))
    standardised = rows(con, "from metrics.standardised($1, $2)", collection, MEASURE)
    assert collection == "one-topic" or {row["value"] for row in standardised} == {None}
    rows(con, "from statistics.asl_curve([$1]) where collection = $2", MEASURE, collection)
    rows(con, "from statistics.swap_rates([$1]) where collection = $2", MEASURE, collection)
    for row in rows(con, "from judging.topic_difficulty($1, $2)", collection, MEASURE):
        assert collection != "constant" or (row["pearson"], row["tau_b"]) == (None, None)
    rows(con, "from judging.topic_groups($1, $2)", collection, MEASURE)
    for row in rows(con, "from statistics.bayesian('r0', 'r1', [$1]) where collection = $2", MEASURE, collection):
        assert row["mean_better"] is None


@pytest.mark.more
def test_sizes_of_effects(con, scores):
    found = rows(con, "from statistics.effect_sizes([$1]) where collection = 'c'", MEASURE)
    assert len(found) == RUNS * (RUNS - 1)
    residual = rows(con, "from statistics.variance_components('c', $1)", MEASURE)[2]["variance"]
    for row in found:
        differences = scores[int(row["run_a"][1])] - scores[int(row["run_b"][1])]
        if not differences.any():
            assert (row["effect_size"], row["prob_a_better"], row["mean_difference"]) == (None, None, 0)
            continue
        size = differences.mean() / differences.std(ddof=1)
        assert row["effect_size"] == pytest.approx(size, rel=1e-9)
        assert row["hedges"] == pytest.approx(size * (1 - 3 / (4 * (TOPICS - 1) - 1)), rel=2e-3)
        assert row["effect_anova"] == pytest.approx(differences.mean() / residual**0.5, rel=1e-8)
        assert row["prob_a_better"] == pytest.approx(scipy.stats.t.cdf(size * TOPICS**0.5, TOPICS - 1), abs=1e-10)
        t = scipy.stats.t.isf(0.025, TOPICS - 1) ** 2
        assert row["power"] == pytest.approx(scipy.stats.ncf.sf(t, 1, TOPICS - 1, size**2 * TOPICS), abs=1e-9)
        low, high = scipy.stats.ttest_rel(differences, 0 * differences).confidence_interval()
        assert (row["low"], row["high"]) == (pytest.approx(low), pytest.approx(high))
        assert row["effect_low"] < row["effect_size"] < row["effect_high"]
    mirrored = {(row["run_b"], row["run_a"]): row for row in found}
    assert all(
        row["effect_low"] is None
        or row["effect_low"] == pytest.approx(-mirrored[row["run_a"], row["run_b"]]["effect_high"])
        for row in found
    )
    some = rows(con, "from statistics.effect_sizes([$1], baselines := ['r2']) where collection = 'c'", MEASURE)
    held = {row["run_a"]: row for row in found if row["run_b"] == "r2"}
    assert len(some) == len(held) and {row["run_a"] for row in some} == {*held}
    for row in some:  # the last digits hang on the order in which threads add up
        same = held[row["run_a"]]
        assert [*row] == [*same]
        for name, told in row.items():
            assert told == (pytest.approx(same[name], rel=1e-9) if isinstance(told, float) else same[name]), name


@pytest.mark.more
def test_what_a_collection_could_have_shown(con):
    residual = rows(con, "from statistics.variance_components('c', $1)", MEASURE)[2]["variance"]
    found = rows(con, "from statistics.detectable_difference('c', [$1])", MEASURE)[0]
    effect = found["difference"] / (2 * residual) ** 0.5
    t = scipy.stats.t.isf(0.025, TOPICS - 1) ** 2
    assert scipy.stats.ncf.sf(t, 1, TOPICS - 1, effect**2 * TOPICS) == pytest.approx(0.8, abs=1e-7)
    note = rows(con, "from statistics.detectable_note('c', [$1])", MEASURE)[0]["note"]
    power = f"has a power of 80% for a difference of {found['difference']:.3f} in nDCG@10 between two runs"
    assert note == f"one paired t-test over 9 topics (p < 0.05) {power}"
    for collection in ("one-run", "one-topic", "constant"):
        assert rows(con, "from statistics.detectable_note($1, [$2])", collection, MEASURE) == []


def test_standardised_scores(con, scores):
    with np.errstate(all="ignore"):
        expected = (scores - scores.mean(0)) / scores.std(0, ddof=1)
        by_three = (scores - scores[:3].mean(0)) / scores[:3].std(0, ddof=1)
    for given, wanted in (
        ("", expected),
        (", runs := ['r0', 'r1', 'r2']", by_three),
        (", run_set := 'some'", by_three),
    ):
        for row in rows(con, f"from metrics.standardised('c', $1{given})", MEASURE):
            run, topic = int(row["run_id"][1]), int(row["query_id"][1])
            if topic == 8:
                assert (row["value"], row["as_share"]) == (None, None)
            else:
                assert row["value"] == pytest.approx(wanted[run, topic], abs=1e-12)
                assert row["as_share"] == pytest.approx(scipy.stats.norm.cdf(wanted[run, topic]), abs=1e-12)
    with pytest.raises(Exception, match="this collection has no run set of that name"):
        rows(con, "from metrics.standardised('c', $1, run_set := 'none')", MEASURE)


def test_places_of_reciprocal_ranks(con):
    found = rows(con, "select distinct value from metrics.interval_scale('c', 'recip_rank_cut_10') order by value")
    assert [row["value"] for row in found] == [0, 0.8, 0.9, 1]
    with pytest.raises(Exception, match="map has no interval scale: its possible values are not a finite set"):
        rows(con, "from metrics.interval_scale('c', 'map')")


def test_two_runs_by_probabilities(con, scores):
    found = rows(con, "from statistics.bayesian('r0', 'r1', [$1], rope := 0.05) where collection = 'c'", MEASURE)[0]
    differences = scores[0] - scores[1]
    counts = [(differences > 0.05).sum(), (abs(differences) <= 0.05).sum(), (differences < -0.05).sum()]
    assert [found["num_wins"], found["num_equal"], found["num_losses"]] == counts
    t = scipy.stats.t(TOPICS - 1, differences.mean(), differences.std(ddof=1) / TOPICS**0.5)
    assert (found["mean_better"], found["mean_worse"]) == (pytest.approx(t.sf(0.05)), pytest.approx(t.cdf(-0.05)))


def test_pairs_by_significance(con, scores):
    found = rows(con, "from statistics.asl_curve([$1]) where collection = 'c' order by position", MEASURE)
    assert len(found) == RUNS * (RUNS - 1) / 2 and found[-1]["share"] == 1
    assert [row["p_value"] for row in found] == sorted((row["p_value"] for row in found), reverse=True)
    assert all((row["mean_difference"] >= row["needed_difference"]) == (row["p_value"] <= 0.05) for row in found[1:])
    differences = scores[0] - scores[1]
    needed = scipy.stats.t.isf(0.025, TOPICS - 1) * differences.std(ddof=1) / TOPICS**0.5
    pair = next(row for row in found if (row["run_a"], row["run_b"]) == ("r0", "r1"))
    assert pair["needed_difference"] == pytest.approx(needed)
    assert pair["achieved_difference"] == max(row["needed_difference"] for row in found)


def test_swaps(con, scores):
    found = rows(con, "from statistics.swap_rates([$1], [3, 5], trials := 7) where collection = 'c'", MEASURE)
    assert {row["num_topics"] for row in found} == {3}  # ten topics there are none
    orders = con.execute(
        "select list(query_id order by position) from statistics.topic_order(7) where collection = 'c' group by trial"
    ).fetchall()
    counted: dict[float, list[int]] = {}
    for (order,) in orders:
        places = [int(topic[1]) for topic in order]
        first, second = scores[:, places[:3]].mean(1), scores[:, places[3:6]].mean(1)
        for a in range(RUNS):
            for b in range(a):
                difference = round(first[a] - first[b], 12)
                at = counted.setdefault(round(int(round(abs(difference) / 0.01, 9)) * 0.01, 9), [0, 0])
                at[0] += 1
                at[1] += bool(np.sign(difference) * np.sign(round(second[a] - second[b], 12)) < 0)
    assert {row["bin"]: [row["num_pairs"], row["num_swaps"]] for row in found} == counted


def test_difficulty_of_topics(con, scores):
    found = rows(con, "from judging.topic_difficulty('c', $1) where feature = 'mine/hard'", MEASURE)
    assert len(found) == RUNS + 1
    hard = np.arange(TOPICS) ** 2
    for row in found:
        values = scores.mean(0) if row["run_id"] is None else scores[int(row["run_id"][1])]
        assert row["pearson"] == pytest.approx(scipy.stats.pearsonr(hard, values).statistic)
        assert row["tau_b"] == pytest.approx(scipy.stats.kendalltau(hard, values).statistic)
        ranks = abs(scipy.stats.rankdata(hard) - scipy.stats.rankdata(values.round(12)))
        assert row["smare"] == pytest.approx(ranks.mean() / TOPICS)
    kinds = {row["attribute"]: row for row in rows(con, "from judging.topic_groups('c', $1)", MEASURE)}
    expected = scipy.stats.f_oneway(scores.mean(0)[::2], scores.mean(0)[1::2])
    assert (kinds["kind"]["f"], kinds["kind"]["p_value"]) == (
        pytest.approx(expected.statistic),
        pytest.approx(expected.pvalue),
    )
    assert (kinds["hard"]["num_groups"], kinds["hard"]["p_value"]) == (TOPICS, None)
