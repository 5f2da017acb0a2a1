"""Ways of labelling side by side: against scipy, and against the measure for one set of labels."""

from __future__ import annotations

import random

import mini_track
import pytest
from corpora_tables import insert
from scipy import stats

from dltrack_db.plugins.report import find_figure
from dltrack_db.plugins.report.figure import read_rows
from dltrack_db.store import derive

COLLECTION = "mini-passages"


@pytest.fixture(scope="module")
def con(new_db):
    """The random track with fractions, binary labels and counts of won comparisons."""
    con = new_db()
    mini_track.build(con)
    rng = random.Random(3)
    official = con.execute(
        "select query_id, doc_id, relevance from main.qrels where collection = $1 and variant = 'nist' order by all",
        [COLLECTION],
    ).fetchall()
    mini_track.add_qrels(con, COLLECTION, "yes-no", {(q, d): int(grade > 1) for q, d, grade in official})
    mini_track.add_qrels(con, COLLECTION, "wins", {(q, d): rng.randrange(20) for q, d, _ in official[::2]})
    shares = [(q, d, rng.choice([0.0, 0.25, 0.5, 1.5])) for q, d, _ in official]
    rows = [
        {"collection": COLLECTION, "variant": "shares", "query_id": q, "doc_id": d, "relevance": int(v), "gain": v}
        for q, d, v in shares
    ]
    insert(con, "main.qrels", rows)
    judge = {"collection": COLLECTION, "variant": "shares", "kind": "llm", "model": "m", "prompt": "nuggets"}
    insert(con, "main.qrels_variants", [judge])
    derive.refresh(con, [COLLECTION])
    yield con
    con.close()


@pytest.mark.campaign
@pytest.mark.parametrize("rule", ["null", "'double'", "'ascending'"])
def test_compatibility_is_that_of_one_set(con, rule):
    for variant in ("nist", "shares", "wins", "yes-no"):
        one = con.execute(
            f"select run_id, query_id, value from metrics.compat(0.9, variant := $1, tie_rule := {rule}) "
            "where collection = $2 and (run_id, query_id) in (select (run_id, query_id) from main.run_topics) "
            "and query_id in (select query_id from main.qrels where variant = $1 and collection = $2 "
            "and coalesce(gain, relevance) > 0) order by all",
            [variant, COLLECTION],
        ).fetchall()
        every = con.execute(
            f"select run_id, query_id, value from labels.compatibility(0.9, {rule}) "
            "where variant = $1 and collection = $2 order by all",
            [variant, COLLECTION],
        ).fetchall()
        assert one and [row[:2] for row in one] == [row[:2] for row in every]
        assert [row[2] for row in one] == pytest.approx([row[2] for row in every], abs=1e-12)


@pytest.mark.parametrize("depth", [3, 1000])
def test_compatibility_sums_a_short_list_to_the_depth_asked_for(con, depth):
    """A list of fewer items than the depth keeps its overlap to the end; with another depth the value differs."""
    run, topic = con.execute(
        "select run_id, query_id from main.run_topics where collection = $1 order by num_ret, run_id, query_id limit 1",
        [COLLECTION],
    ).fetchone()
    home = [COLLECTION, run, topic]
    ranked = [
        row[0]
        for row in con.execute(
            "select doc_id from main.rankings where collection = $1 and run_id = $2 and query_id = $3 order by rank",
            home,
        ).fetchall()
    ]
    grades = dict(
        con.execute(
            "select doc_id, relevance from main.qrels "
            "where collection = $1 and query_id = $2 and variant = 'nist' and relevance > 0",
            [COLLECTION, topic],
        ).fetchall()
    )
    ideal = sorted(grades, key=lambda doc: (-grades[doc], ranked.index(doc) if doc in ranked else len(ranked)))

    def overlap(first, second):
        return sum(0.9 ** (k - 1) * len(set(first[:k]) & set(second[:k])) / k for k in range(1, depth + 1))

    found = con.execute(
        f"select value from labels.compatibility(0.9, depth := {depth}) "
        "where collection = $1 and run_id = $2 and query_id = $3 and variant = 'nist'",
        home,
    ).fetchone()[0]
    assert found == pytest.approx(overlap(ranked, ideal) / overlap(ideal, ideal))
    other = con.execute(
        "select value from labels.compatibility(0.9) "
        "where collection = $1 and run_id = $2 and query_id = $3 and variant = 'nist'",
        home,
    ).fetchone()[0]
    assert abs(found - other) > 1e-6


def test_scales_and_costs(con):
    rows = con.execute(
        "select variant, scale, num_labels, method from labels.method_study where collection = $1", [COLLECTION]
    ).fetchall()
    found = {row[0]: row[1:] for row in rows}
    judged = found["nist"][1]
    assert found["shares"] == ("fractions", judged, "nuggets")
    assert found["yes-no"][:2] == ("binary", judged)
    assert found["wins"][:2] == ("counts", (judged + 1) // 2)
    assert found["nist"][0] == "graded"


def test_agreement_and_tau_are_scipys(con):
    pairs = con.execute(
        "select value, official from labels.official_pairs where collection = $1 and variant = 'shares'", [COLLECTION]
    ).fetchall()
    agreement, tau, rising = con.execute(
        "select agreement, tau, tau_ascending from labels.method_study where collection = $1 and variant = 'shares'",
        [COLLECTION],
    ).fetchone()
    assert agreement == pytest.approx(stats.spearmanr(*zip(*pairs, strict=True)).statistic)
    for value, rule in ((tau, "null"), (rising, "'ascending', 1000")):
        means = con.execute(
            f"""
            select round(any_value(official.value), 4), round(avg(compat.value), 12)
            from labels.compatibility(0.9, {rule}) as compat
            inner join metrics.run_scores as official using (collection, run_id)
            where collection = $1 and variant = 'shares' and official.measure = 'ndcg_cut_10'
            and run_id in (select run_id from main.runs where collection = $1 and is_submission) group by run_id
            """,
            [COLLECTION],
        ).fetchall()
        assert value == pytest.approx(stats.kendalltau(*zip(*means, strict=True)).statistic)


@pytest.fixture(scope="module")
def derived(con):
    """Preferences and labels of nuggets for passages of a topic that a run retrieves, and the same labels as qrels."""
    topic, (best, good, bad) = con.execute(
        "select query_id, list(doc_id order by rank)[2:4] from main.rankings where collection = $1 "
        "group by run_id, query_id order by all limit 1",
        [COLLECTION],
    ).fetchone()
    home = {"collection": COLLECTION, "query_id": topic}
    pairs = [("one", best, good, "a"), ("one", good, bad, "a"), ("one", bad, good, "tie"), ("two", best, bad, "a")]
    kept = {"judge": "j", "dimension": "overall", "session": 1, "is_ordered": True, "is_aggregate": False}
    votes = [{"source": source, "item_a": a, "item_b": b, "winner": w} for source, a, b, w in pairs]
    insert(con, "main.preferences", [home | kept | vote for vote in votes])
    nuggets = [(best, "1", 1), (best, "2", 0.5), (good, "1", 0.5), (good, "2", -1), (bad, "1", 0), (bad, "2", -1)]
    labels = [{"nugget_id": n, "subject": d, "value": v, "label": "x"} for d, n, v in nuggets]
    kind = {"bank": "b", "judge": "k", "subject_kind": "document", "source": "b"}
    insert(con, "main.nugget_labels", [home | kind | label for label in labels])
    mini_track.add_qrels(con, COLLECTION, "same", {(topic, best): 2, (topic, good): 1, (topic, bad): 0})
    derive.refresh(con, [COLLECTION])
    return topic, best, good, bad


def test_labels_follow_from_preferences_and_from_nuggets(con, derived):
    _, best, good, bad = derived
    rows = con.execute(
        "select variant, doc_id, gain, num_judgments from labels.derived order by method desc, gain desc"
    )
    wins = [("j", best, 2, 2), ("j", good, 1, 3), ("j", bad, 0, 3)]
    assert rows.fetchall() == [*wins, ("b/k", best, 0.75, 2), ("b/k", good, 0.25, 2), ("b/k", bad, 0, 2)]
    study = con.execute(
        "select variant, method, model, scale, num_labels, num_topics from labels.method_study "
        "where variant in ('j', 'b/k') order by 1"
    )
    assert study.fetchall() == [("b/k", "nuggets", "k", "fractions", 6, 1), ("j", "preferences", "j", "counts", 4, 1)]


@pytest.mark.more
@pytest.mark.parametrize("rule", ["null", "'double'", "'submitted'", "'ascending'"])
def test_compatibility_with_preferences_is_that_with_the_same_labels(con, derived, rule):
    asked = f"select run_id, value from labels.compatibility(0.9, {rule}) where variant = $1 order by all"
    same = dict(con.execute(asked, ["same"]).fetchall())
    assert max(same.values()) > 0
    for variant in ("j", "b/k"):
        assert dict(con.execute(asked, [variant]).fetchall()) == pytest.approx(same)


@pytest.mark.more
def test_ways_of_labelling_and_preferences_are_drawn(con, derived):
    def drawn(name):
        figure = find_figure(name)
        rows = read_rows(con, figure, COLLECTION)
        assert figure.chart(rows).to_dict()  # validates against Vega-Lite's schema
        return rows

    assert {"shares", "yes-no", "wins"} <= set(drawn("methods").values("variant"))
    assert drawn("preferences").distinct("dimension") == ["overall"]


@pytest.mark.real
@pytest.mark.campaign
def test_printed_taus_and_agreement_come_out(real_data, tmp_path):
    from dltrack_db.base import recipes
    from dltrack_db.load import loader, plan
    from dltrack_db.store import collections, database

    db = tmp_path / "x.duckdb"
    quiet = loader.LoadOptions(say=lambda _: None)
    loader.load_edition(recipes.load("trec2021"), db, quiet, places=[real_data], parts=["queries", "qrels", "runs"])
    owner, spec = collections.in_database(db, "trec2021-passages")
    files = [real_data / "llm-methods" / "gpt-4o" / "dl21"]
    loader.load(plan.plan_part("qrels", owner, spec, files, skip_foreign=True), db, quiet)
    opened = database.open_readonly(db)
    matches = (
        "select exhibit, count(*) from published.comparison where exhibit like 'I-%' and status = 'match' group by all"
    )
    assert opened.execute(matches).fetchall() == [("I-T1", 13)]
    shown = "select round(tau, 3), round(tau_ascending, 3) from labels.method_study where variant = 'gpt-4o-binary'"
    assert opened.execute(shown).fetchall() == [(0.901, 0.904)]
    opened.close()
    rounds = sorted((real_data / "llm-methods" / "preferences" / "DL2021").glob("judge.0*"))
    loader.load(plan.plan_part("preferences", owner, spec, rounds, judge="gpt-4o"), db, quiet)
    opened = database.open_readonly(db)
    counted = (
        "select count(*), count(*) filter (where given.relevance = wins.relevance) from main.qrels as given "
        "left join preferences.labels as wins using (collection, query_id, doc_id) "
        "where given.variant = 'gpt-4o-preferences'"
    )
    assert opened.execute(counted).fetchall() == [(5759, 5759)]
    shown = "select round(tau_ascending, 3) from labels.method_study where variant = 'gpt-4o'"
    assert opened.execute(shown).fetchall() == [(0.816,)]
    opened.close()
