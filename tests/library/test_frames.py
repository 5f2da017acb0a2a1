"""dl.evaluate gives pytrec_eval's numbers for polars, pandas and Arrow frames, and refuses what it cannot score."""

from __future__ import annotations

import re
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import polars as pl
import pytest
import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st

import dltrack_db as dl
from dltrack_db.base import resources
from dltrack_db.errors import UsageError
from dltrack_db.score import scores, scratch

RULES = ["float", "double"]
MEASURES = ["ndcg_cut_10", "map", "recip_rank", "P_5"]

RUN = pl.DataFrame(
    {
        "query_id": ["1", "1", "1", "2", "2", "9"],
        "doc_id": ["a", "b", "c", "a", "d", "a"],
        "score": [3.0, 2.0, 2.0, 1.0, 0.5, 1.0],
    }
)
QRELS = pl.DataFrame(
    {"query_id": ["1", "1", "2", "3"], "doc_id": ["c", "b", "d", "a"], "relevance": [2, 1, 3, 1]},
)


def by_pytrec_eval(run: pl.DataFrame, qrels: pl.DataFrame) -> dict[tuple[str, str], float]:
    def nested(frame: pl.DataFrame, value: str) -> dict[str, dict[str, float]]:
        out: dict[str, dict[str, float]] = {}
        for query_id, doc_id, number in frame.select("query_id", "doc_id", value).iter_rows():
            out.setdefault(query_id, {})[doc_id] = number
        return out

    evaluator = pytrec_eval.RelevanceEvaluator(nested(qrels, "relevance"), set(MEASURES))
    return {
        (query, measure): value
        for query, values in evaluator.evaluate(nested(run, "score")).items()
        for measure, value in values.items()
    }


def per_query(run, qrels) -> dict[tuple[str, str], float]:
    frame = dl.evaluate(run, qrels, MEASURES, per_query=True)
    return {(query, measure): value for query, measure, value in frame["query_id", "measure", "value"].iter_rows()}


@pytest.mark.parametrize("kind", ["polars", "lazy", "pandas", "arrow"])
def test_every_kind_of_frame_gives_the_numbers_of_pytrec_eval(kind):
    convert = {
        "polars": lambda frame: frame,
        "lazy": lambda frame: frame.lazy(),
        "pandas": lambda frame: frame.to_pandas(),
        "arrow": lambda frame: frame.to_arrow(),
    }[kind]
    ours = per_query(convert(RUN), convert(QRELS))
    expected = by_pytrec_eval(RUN, QRELS)
    missing = {("3", measure): 0.0 for measure in MEASURES}  # judged, not answered: counts 0
    assert ours == pytest.approx(expected | missing, abs=1e-9)


def test_means_are_over_judged_queries():
    means = dl.evaluate(RUN, QRELS, ["map"])
    values = [value for (_, measure), value in by_pytrec_eval(RUN, QRELS).items() if measure == "map"]
    assert means.select("run_id", "measure", "num_q").row(0) == ("run", "map", 3)
    assert means["value"][0] == pytest.approx(sum(values) / 3, abs=1e-9)


@pytest.mark.more
def test_numeric_query_ids_are_text():
    frame = RUN.with_columns(pl.col("query_id").cast(pl.Int64))
    assert per_query(frame.to_pandas(), QRELS) == per_query(RUN, QRELS)


@pytest.mark.campaign
@settings(max_examples=5)
@given(
    st.lists(
        st.tuples(st.sampled_from("123"), st.sampled_from("abcdefgh"), st.sampled_from([0.5, 1.0, 1.0, 2.0])),
        min_size=1,
        max_size=24,
        unique_by=lambda row: row[:2],
    ),
    st.lists(
        st.tuples(st.sampled_from("123"), st.sampled_from("abcdefgh"), st.integers(0, 3)),
        min_size=1,
        max_size=24,
        unique_by=lambda row: row[:2],
    ),
)
def test_random_frames_with_ties_give_the_numbers_of_pytrec_eval(run_rows, qrels_rows):
    run = pl.DataFrame(run_rows, schema=["query_id", "doc_id", "score"], orient="row")
    qrels = pl.DataFrame(qrels_rows, schema=["query_id", "doc_id", "relevance"], orient="row")
    expected = by_pytrec_eval(run, qrels)
    if not expected:
        with pytest.raises(UsageError, match="no query of the run is judged"):
            dl.evaluate(run, qrels, MEASURES)
        return
    ours = per_query(run, qrels)
    assert {key: ours[key] for key in expected} == pytest.approx(expected, abs=1e-9)


def test_several_runs_and_the_relevance_level():
    both = pl.concat(
        [RUN.with_columns(run_id=pl.lit("x")), RUN.with_columns(run_id=pl.lit("y"), score=-pl.col("score"))]
    )
    frame = dl.evaluate(both, QRELS, ["recip_rank"], min_relevance=2)
    # x: query 1 a, c (ties: c before b) → 1/2; query 2 a, d → 1/2; query 3 unanswered → 0. y: reversed: c, b, a; d, a
    assert dict(frame.select("run_id", "value").iter_rows()) == pytest.approx({"x": 1 / 3, "y": 2 / 3})


@pytest.mark.campaign
def test_a_level_that_nobody_gave_is_named_where_grades_go_beyond_it(recwarn):
    """Labels of four grades, as the passages of the Deep Learning track: at level 1 and at level 2 RR differs."""
    run, qrels = {"1": {"a": 3.0, "b": 2.0, "c": 1.0}}, {"1": {"a": 1, "b": 3, "c": 0}}
    with pytest.warns(
        UserWarning, match="^map, recip_rank count grades from 1 on as relevant, but labels go up to 3; "
    ):
        found = dl.evaluate(run, qrels)
    assert found["measure"].to_list() == ["ndcg_cut_10", "map", "recip_rank"]  # as eval and db.evaluate
    assert found["min_relevance"].to_list() == [None, 1, 1] and found["value"][2] == 1
    assert found["tie_rule"].unique().to_list() == ["double"]
    with pytest.warns(UserWarning, match=r"^RR counts grades from 1 on .* write for example RR\(rel=3\)$"):
        dl.evaluate(run, qrels, ["RR"])
    with pytest.warns(UserWarning, match=r"write for example min_relevance=3 and AP\(rel=3\)$"):
        dl.evaluate(run, qrels, ["recip_rank", "AP"])
    recwarn.clear()
    assert dl.evaluate(run, qrels, min_relevance=2)["value"][2] == 0.5
    dl.evaluate(run, qrels, min_relevance=1)
    dl.evaluate(run, qrels, ["nDCG@10", "RR(rel=1)", "AP(rel=2)"])
    dl.evaluate(run, {"1": {"a": 1, "b": 0}})
    assert [str(each.message) for each in recwarn] == []


SEVERAL = pl.DataFrame(
    [
        (run, query, doc, score, rank)
        for run, docs in {"r1": "dcba", "r2": "hcef"}.items()
        for query in ("1", "2")
        for rank, (doc, score) in enumerate(zip(docs, (2.0, 1 + 1e-9, 1.0, 1.0), strict=True))
    ],
    schema=["run_id", "query_id", "doc_id", "score", "rank"],
    orient="row",
)
"""Two runs in order, but for r2's last two, which are tied."""
GRADES = {"1": {"a": 1, "c": 2}, "2": {"b": 1, "c": 2, "e": 3, "f": 1}}


ARRANGEMENTS = {
    "reversed": SEVERAL.reverse(),
    "by document": SEVERAL.sort("doc_id"),
    "a topic in two pieces, each in order": SEVERAL[[*range(6, 16), *range(6)]],
    "all topics in two pieces": pl.concat([SEVERAL.gather_every(2), SEVERAL.gather_every(2, 1)]),
}


@pytest.mark.parametrize(
    "rule", [RULES[0], *(pytest.param(rule, marks=pytest.mark.more) for rule in [*RULES[1:], "submitted"])]
)
def test_values_are_the_same_in_any_order_of_rows(rule):
    options = {"per_query": True, "tie_rule": rule, "min_relevance": 1}
    expected = dl.evaluate(SEVERAL, GRADES, [*MEASURES, "RR(rel=2)"], **options)
    values = {row[:3]: row[3] for row in expected.rows()}
    assert values["r1", "1", "RR(rel=2)"] == pytest.approx(1 / 2)
    # c is tied with e and f as a 4-byte float, and then the last of them
    assert values["r2", "1", "RR(rel=2)"] == pytest.approx(1 / 4 if rule == "float" else 1 / 2)
    for name, frame in ARRANGEMENTS.items():
        assert dl.evaluate(frame, GRADES, [*MEASURES, "RR(rel=2)"], **options).equals(expected), name


@pytest.mark.parametrize("run", [SEVERAL, SEVERAL.reverse(), SEVERAL.drop("rank")])
def test_measures_that_read_rankings_have_them(run, monkeypatch):
    """No measure of ours does, with labels that frames can have: those of plug-ins may."""
    expected = dl.evaluate(run, GRADES, MEASURES, per_query=True, min_relevance=1)
    monkeypatch.setattr(scores, "_RANKINGS", ("main.judged_rankings",))
    ranked = []
    real = scores.judge
    monkeypatch.setattr(
        scores,
        "judge",
        lambda con, measures: ranked.extend(con.execute("from main.rankings").fetchall()) or real(con, measures),
    )
    assert dl.evaluate(run, GRADES, MEASURES, per_query=True, min_relevance=1).equals(expected)
    found = {(run, query, doc): (given, place) for _, run, query, doc, given, _, place in ranked}
    assert len(found) == len(ranked) == 16
    assert [found["r2", "1", doc][1] for doc in "hcfe"] == [1, 2, 3, 4]
    assert [found["r2", "1", doc][0] for doc in "hcfe"] == ([0, 1, 3, 2] if "rank" in run.columns else [1, 2, 3, 4])


def test_a_document_may_be_in_every_run_but_once():
    """Runs are bits of numbers of 64 bits: the first and the 65th have the same."""
    runs = pl.DataFrame({"run_id": [f"r{i:02}" for i in range(70)], "query_id": "1", "doc_id": "a", "score": 1.0})
    assert dl.evaluate(runs, {"1": {"a": 1}}, ["RR"])["value"].to_list() == [1.0] * 70
    for number in (0, 63, 64, 69):
        again = pl.concat([runs, runs[number : number + 1]])
        with pytest.raises(UsageError, match="the run names 1 documents more than once for a query, for example a for"):
            dl.evaluate(again, {"1": {"a": 1}}, ["RR"])


@pytest.mark.parametrize("num_runs", [1, 8, 9])
def test_a_document_may_be_in_every_topic_but_once(num_runs):
    """Documents of few runs are counted in another way than those of many."""
    rows = [(f"r{run}", query, doc, 1.0) for run in range(num_runs) for query in "12" for doc in "ab"]
    runs = pl.DataFrame(rows, schema=["run_id", "query_id", "doc_id", "score"], orient="row")
    assert dl.evaluate(runs, {"1": {"b": 1}}, ["RR"])["value"].to_list() == [1.0] * num_runs
    for arranged in (pl.concat([runs, runs.tail(1)]), pl.concat([runs.tail(1), runs])):
        with pytest.raises(UsageError, match="the run names 1 documents more than once for a query, for example b for"):
            dl.evaluate(arranged, {"1": {"b": 1}}, ["RR"])


def test_a_call_leaves_nothing_to_the_next():
    """Small calls share a database, emptied in between: values have the same bits whatever was asked before."""
    ways = [*MEASURES, "Compat(p=0.8)", "ERR@5"]
    asked = [(SEVERAL, GRADES), (SEVERAL.reverse().filter(pl.col("run_id") == "r2"), GRADES)]
    asked += [(RUN, QRELS), ({"9": {"z": 1.0}}, {"9": {"z": 1, "y": 1}})]
    alone = []
    for run, qrels in asked:
        scratch._idle.clear()
        alone.append(dl.evaluate(run, qrels, ways, per_query=True, min_relevance=1))
    for number in (3, 0, 1, 2, 0, 3):
        with pytest.raises(UsageError):
            dl.evaluate(SEVERAL, {}, ways)
        for _ in range(2):
            found = dl.evaluate(*asked[number], ways, per_query=True, min_relevance=1)
            assert len(scratch._idle) == 1
            assert found.equals(alone[number]), number
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda one: dl.evaluate(*one, ways, per_query=True, min_relevance=1), asked * 3))
    assert all(frame.equals(expected) for frame, expected in zip(found, alone * 3, strict=True))


def test_hashes_that_collide_change_nothing(monkeypatch):
    expected = dl.evaluate(SEVERAL, GRADES, MEASURES, per_query=True, min_relevance=1)
    real = resources.script
    found = []

    def collide(name):
        found.append(re.findall(r"\bhash\([^)]*\)", real(name)))
        return re.sub(r"\bhash\([^)]*\)", "7::ubigint", real(name))

    monkeypatch.setattr(resources, "script", collide)
    assert dl.evaluate(SEVERAL, GRADES, MEASURES, per_query=True, min_relevance=1).equals(expected)
    assert len([each for each in found if each]) == 2
    with pytest.raises(UsageError, match="the run names 1 documents more than once for a query, for example d for"):
        dl.evaluate(pl.concat([SEVERAL, SEVERAL[:1]]), GRADES, MEASURES)


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("run", "qrels", "message"),
    [
        (RUN.drop("score"), QRELS, "the run has no column score; its columns are query_id, doc_id"),
        (RUN, QRELS.drop("doc_id"), "the qrels has no column doc_id"),
        (pl.concat([RUN, RUN[:1]]), QRELS, "more than once for a query, for example a for query 1"),
        (RUN, pl.concat([QRELS, QRELS[:1]]), "the qrels judge 1 documents more than once"),
        (RUN.with_columns(score=pl.lit(float("nan"))), QRELS, "6 scores that are not finite numbers"),
        (RUN.with_columns(doc_id=pl.lit(None, dtype=pl.String)), QRELS, "6 rows with an empty query_id, doc_id"),
        (RUN.with_columns(score=pl.lit("high")), QRELS, "the run has a value of the wrong type"),
        (RUN, QRELS[:0], "the qrels are empty"),
        (RUN.with_columns(query_id=pl.lit("77")), QRELS, "no query of the run is judged"),
        (QRELS, RUN, "the run has no column score; its columns are .*; pass the run first, then the qrels"),
        (
            RUN,
            QRELS.with_columns(relevance=pl.col("relevance") + 0.5),
            r"the grade 1\.5, which is not a whole number; use whole grades, and pass the run",
        ),
        ([("1", "a", 1.0)], QRELS, "the run is a list; give a polars, pandas or Arrow table, a dict of dicts"),
    ],
)
def test_what_cannot_be_scored_is_refused_with_the_reason(run, qrels, message):
    with pytest.raises(UsageError, match=message):
        dl.evaluate(run, qrels, MEASURES)


@pytest.mark.parametrize(("column", "kind"), [("collection", "collections"), ("variant", "label sets")])
@pytest.mark.parametrize("is_pandas", [False, True])
def test_frames_of_several_collections_or_sets_of_labels_are_refused(column, kind, is_pandas):
    """Their topics would be scored as those of one: a mean over judgments that no run was made for."""
    one, two = pl.lit("one"), pl.when(pl.col("query_id") == "1").then(pl.lit("one")).otherwise(pl.lit("two"))

    def frame(data, name):
        named = data.with_columns(name.alias(column))
        return named.to_pandas() if is_pandas else named

    scored = dl.evaluate(RUN, QRELS, MEASURES)
    assert dl.evaluate(frame(RUN, one), frame(QRELS, one), MEASURES).equals(scored)
    told = (
        rf"rows of 2 {kind} \(one, two\); score them one at a time: pass only the rows with one value in column "
        f"'{column}'"
    )
    with pytest.raises(UsageError, match="the qrels have " + told):
        dl.evaluate(RUN, frame(QRELS, two), MEASURES)
    with pytest.raises(UsageError, match="the run has " + told):
        dl.evaluate(frame(RUN, two), QRELS, MEASURES)
    assert dl.evaluate(RUN, QRELS, MEASURES).equals(scored)


def test_runs_of_which_nothing_is_judged_are_named():
    foreign = RUN.with_columns(doc_id=pl.lit("x") + pl.int_range(pl.len()).cast(str), run_id=pl.lit("foreign"))
    both = pl.concat([RUN.with_columns(run_id=pl.lit("known")), foreign])
    for options in ({}, {"per_query": True}, {"intervals": True}):
        with pytest.warns(
            UserWarning, match="^no document that foreign returned is judged, so every score is 0; check"
        ):
            frame = dl.evaluate(both, QRELS, MEASURES, **options)
        assert set(frame.filter(pl.col("run_id") == "foreign")["value"]) == {0}
    with pytest.warns(UserWarning, match="no document that"):
        dl.evaluate(foreign, QRELS, ["P@5", "RBP"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dl.evaluate(foreign[:0], QRELS, ["nDCG@10"])  # an empty run


def test_unknown_measures_are_named():
    with pytest.raises(UsageError, match="there is no measure 'ndgc_cut_10'"):
        dl.evaluate(RUN, QRELS, ["map", "ndgc_cut_10"])


@pytest.mark.more
def test_the_tie_rule_decides_about_scores_that_differ_beyond_float_precision():
    run = pl.DataFrame({"query_id": ["1", "1"], "doc_id": ["a", "b"], "score": [0.123456789, 0.123456788]})
    qrels = pl.DataFrame({"query_id": ["1"], "doc_id": ["a"], "relevance": [1]})
    ranks = {rule: dl.evaluate(run, qrels, ["recip_rank"], tie_rule=rule)["value"][0] for rule in RULES}
    assert ranks == {"float": 0.5, "double": 1.0}


@pytest.mark.more
def test_measures_may_be_named_as_in_ir_measures():
    frame = dl.evaluate(RUN, QRELS, ["nDCG@10", "AP(rel=2)", "ndcg_cut_10"])
    assert frame["measure"].to_list() == ["nDCG@10", "AP(rel=2)", "ndcg_cut_10"]
    assert frame["value"][0] == frame["value"][2]
    assert frame["value"][1] == pytest.approx(dl.evaluate(RUN, QRELS, ["map"], min_relevance=2)["value"][0], abs=1e-12)


@pytest.mark.campaign
def test_equal_ranks_are_put_in_the_order_of_every_other_run(tmp_path):
    """By the rank column, then by score, then by document id descending: in frames as in files and loaded runs."""
    run = pl.DataFrame(
        {"query_id": ["1"] * 4, "doc_id": ["a", "b", "c", "d"], "score": [2.0, 2.0, 1.0, 9.0], "rank": [1, 1, 1, 2]}
    )
    for relevant, expected in (("b", 1), ("a", 1 / 2), ("c", 1 / 3), ("d", 1 / 4)):
        frame = dl.evaluate(run, {"1": {relevant: 1}}, ["recip_rank"], tie_rule="submitted")
        assert frame["value"].to_list() == [pytest.approx(expected)]


def _ranx(name, docs):
    """An object as ranx has it, which is told by module and name."""
    return type(name, (), {"__module__": "ranx.data_structures", "to_dict": lambda self: docs, "keys": docs.keys})()


@pytest.mark.more
def test_swapped_arguments_are_told_apart():
    run = {"1": {"a": 3, "b": 2, "c": 1}, "2": {"a": 2, "d": 1}}
    qrels = {"1": {"a": 1, "b": 0, "x": 2}, "2": {"d": 2}}
    scored = dl.evaluate(_ranx("Run", run), _ranx("Qrels", qrels), ["nDCG@10"])
    assert scored.equals(dl.evaluate(run, qrels, ["nDCG@10"]))
    with pytest.raises(UsageError, match=r"the run is a ranx.Qrels; pass the run first, then the qrels"):
        dl.evaluate(_ranx("Qrels", qrels), _ranx("Run", run))
    with pytest.raises(UsageError, match=r"the qrels is a ranx.Run; pass the run first"):
        dl.evaluate(run, _ranx("Run", run))
    with pytest.warns(UserWarning, match="if run and qrels are swapped, write"):
        dl.evaluate(qrels, run, ["nDCG@10"])
    many = {"1": {f"d{i}": 30 - i // 2 for i in range(60)}}
    with pytest.warns(UserWarning, match="look like grades"):
        dl.evaluate({"1": {"d1": 1, "d2": 0}}, many, ["nDCG@10"])


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("run", "qrels"),
    [
        ({"1": {"a": 3, "b": 2, "c": 1}}, {"1": {"a": 1, "b": 0, "x": 2}}),  # whole scores, in order
        ({"1": {"a": 0.5, "b": 0.25}}, {"1": {"a": 3, "b": 0}}),  # scores with a fraction
        ({"1": {"a": 1, "b": 0}}, {"1": {"a": 3, "b": 3}}),  # grades with ties
        ({"1": {"a": 1}}, {"1": {"a": 3}, "2": {"b": 2}}),  # one label for each query
    ],
)
def test_what_is_in_order_is_not_warned_of(run, qrels, recwarn):
    dl.evaluate(run, qrels, ["nDCG@10"])
    assert not [each for each in recwarn if "swapped" in str(each.message)]


@pytest.mark.more
def test_tie_rule_and_recall_levels_are_two_choices():
    """.4 of three relevant items is one, rounded (1.2), or two, truncated (1.2 + .9)."""
    qrels = {"1": {"a": 1, "b": 1, "c": 1}}
    run = {"1": {"a": 4.0, "x": 3.0, "b": 2.0}}
    names = ["iprec_at_recall.0.4", "IPrec@0.4", "IPrec(rounded=True)@0.4"]
    found = {
        (rule, levels): dl.evaluate(run, qrels, names, tie_rule=rule, recall_levels=levels)["value"].to_list()
        for rule in RULES
        for levels in (None, "rounded", "truncated")
    }
    rounded, truncated = [1, 2 / 3, 1], [2 / 3, 2 / 3, 1]
    assert found == {
        ("float", None): pytest.approx(truncated),
        ("double", None): pytest.approx(rounded),
        **{(rule, "rounded"): pytest.approx(rounded) for rule in RULES},
        **{(rule, "truncated"): pytest.approx(truncated) for rule in RULES},
    }
    with pytest.raises(UsageError, match="recall_levels is 'up'; valid values: rounded, truncated"):
        dl.evaluate(run, qrels, names, recall_levels="up")
    rounded, truncated = (
        dl.evaluate(run, qrels, ["11pt_avg"], recall_levels=each)["value"][0] for each in ("rounded", "truncated")
    )
    assert rounded > truncated


def test_num_rel_counts_topics_that_the_run_leaves_out():
    """Where ir_measures says 0: the documented exception."""
    frame = dl.evaluate({"1": {"a": 1.0}}, {"1": {"a": 1}, "2": {"b": 1, "c": 1}}, ["NumQ", "NumRel"], per_query=True)
    assert frame.filter(frame["query_id"] == "2")["value"].to_list() == [1, 2]


@pytest.mark.more
def test_intervals_of_means_on_request():
    from scipy.stats import bootstrap

    qrels = {f"q{i}": {f"d{j}": int(i * j % 3 == 0) for j in range(10)} for i in range(30)}
    run = {f"q{i}": {f"d{j}": float((j * 7 + i * 3) % 11) for j in range(10)} for i in range(30)}
    measures = ["map", "num_rel", "gm_map"]
    frame = dl.evaluate(run, qrels, measures, intervals=True)
    assert frame.drop("low", "high").equals(dl.evaluate(run, qrels, measures))
    values = dl.evaluate(run, qrels, ["map"], per_query=True)["value"].to_numpy()
    expected = bootstrap((values,), np.mean, n_resamples=5000, method="BCa", random_state=1).confidence_interval
    rows = {row["measure"]: row for row in frame.iter_rows(named=True)}
    assert rows["map"]["low"] == pytest.approx(expected.low, abs=0.015)
    assert rows["map"]["high"] == pytest.approx(expected.high, abs=0.015)
    assert rows["num_rel"]["low"] is None and rows["gm_map"]["high"] is None
    one = dl.evaluate({"q1": run["q1"]}, {"q1": qrels["q1"]}, ["map"], intervals=True)
    assert one["low"].to_list() == [None]
    with pytest.raises(UsageError, match="intervals are computed for means"):
        dl.evaluate(run, qrels, ["map"], intervals=True, per_query=True)
