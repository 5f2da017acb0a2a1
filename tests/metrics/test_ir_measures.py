"""Measures in ir_measures' spelling have ir_measures' values on random collections, topic by topic, to 1e-9."""

from __future__ import annotations

import math
import random

import ir_measures
import polars as pl
import pytest
import scored

import dltrack_db as dl

TOLERANCE = 1e-9
# by pytrec_eval, which orders equal scores as trec_eval does
WITH_TIES = [
    "P@5", "P(rel=2)@3", "P(judged_only=True)@5", "RR", "RR(rel=2)", "RR(judged_only=True)", "Rprec", "Rprec(rel=3)",
    "Rprec(judged_only=True)", "AP", "AP@4", "AP(rel=2)", "AP(rel=2,judged_only=True)@7", "nDCG", "nDCG@3",
    "nDCG(judged_only=True)@6", "nDCG(gains={0:0,1:1,2:3,3:7})@10", "nDCG(gains={1:5,3:2})", "R@5",
    "R(judged_only=True)@5", "Bpref", "Bpref(rel=2)", "NumRet", "NumRet(rel=1)", "NumRet(rel=2)", "NumQ", "NumRel",
    "SetAP", "SetAP(rel=2,judged_only=True)", "SetF", "SetF(beta=2.0)", "SetF(rel=2,beta=0.5,judged_only=True)", "SetP",
    "SetP(rel=2)", "SetP(relative=True)", "SetR", "SetR(rel=2)", "Success@1", "Success(rel=2)@5",
    "Success(judged_only=True)@2", "IPrec@0.5", "IPrec@0.23", "IPrec(judged_only=True)@0.25", "infAP", "infAP(rel=2)",
]  # fmt: skip
# by providers in Python, which order equal scores otherwise
WITHOUT_TIES = [
    "RR@3", "RR(rel=2)@5", "Judged@5", "Judged@100", "Judged", "Accuracy", "Accuracy@5", "Accuracy(rel=2)", "Compat",
    "Compat(p=0.8)", "Compat(p=0.5,normalize=False)",
]  # fmt: skip


def expected(names, qrels, run):
    values = {}
    for name in names:
        measure = ir_measures.parse_measure(name)
        try:
            found = list(ir_measures.iter_calc([measure], qrels, run))
        except ZeroDivisionError:  # Accuracy, where nothing that is not relevant is retrieved
            continue
        # of topics that the run leaves out ir_measures says 0 even where the labels tell
        told = [metric for metric in found if metric.query_id in run or name not in ("NumQ", "NumRel")]
        values |= {(name, metric.query_id): metric.value for metric in told}
    return values


@pytest.mark.more
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in (1, 2))])
@pytest.mark.parametrize("names", [WITH_TIES, WITHOUT_TIES], ids=["ties", "no ties"])
def test_every_measure_is_that_of_ir_measures(names, seed):
    chance = random.Random(seed)
    qrels, runs, _ = scored.random_collection(seed)
    run = {query: docs for query, docs in runs["one"].items() if query in qrels}
    if names is WITHOUT_TIES:
        run = {
            query: dict(zip(docs, chance.sample(range(1, 999), len(docs)), strict=True)) for query, docs in run.items()
        }
        run = {query: {doc: float(score) for doc, score in docs.items()} for query, docs in run.items()}
    if not run:
        run = {next(iter(qrels)): {"d0": 1.0}}
    frame = dl.evaluate(run, qrels, names, tie_rule="float", per_query=True)
    actual = {(row["measure"], row["query_id"]): row["value"] for row in frame.iter_rows(named=True)}
    wanted = expected(names, qrels, run)
    assert len(wanted) > 5
    labels = {name: scored.label(name) for name in names}
    wrong = {
        key: (value, found)
        for key, value in wanted.items()
        if not math.isclose(value, found := actual.get((labels[key[0]], key[1]), math.nan), abs_tol=TOLERANCE)
    }
    assert not wrong
    # a topic that the run leaves out counts 0, and is there; one without an Accuracy is not
    assert all(value in (0, 1) or name == "NumRel" for (name, query), value in actual.items() if query not in run)


def test_objects_of_ir_measures_have_its_meaning_whatever_the_level():
    measures = [ir_measures.AP, ir_measures.Rprec, ir_measures.nDCG(dcg="exp-log2") @ 2, ir_measures.P(rel=2) @ 1]
    qrels = {"1": {"a": 1, "b": 2, "c": 1}}
    run = {"1": {"a": 3.0, "b": 2.0}}
    with pytest.warns(
        UserWarning, match=r"AP, Rprec\(rel=1\) count grades from 1 on.*write AP\(rel=2\), Rprec\(rel=2\)"
    ):
        frame = dl.evaluate(run, qrels, measures, min_relevance=2)
    assert dict(frame.select("measure", "value").iter_rows()) == pytest.approx(
        {
            "AP": 2 / 3,
            "Rprec(rel=1)": 2 / 3,
            "nDCG(dcg='exp-log2')@2": (1 + 3 / math.log2(3)) / (3 + 1 / math.log2(3)),
            "P(rel=2)@1": 0,
        }
    )
    assert frame["min_relevance"].to_list() == [1, 1, None, 2]
    assert dl.evaluate(run, qrels, ["Rprec", "map"], min_relevance=2)["value"].to_list() == [0, 1 / 2]


def test_by_hand():
    # a and d are relevant, b is judged and is not, x is not judged, c is relevant and missing
    qrels = {"1": {"a": 2, "b": 0, "c": 1, "d": 1, "e": -1}}
    run = {"1": {"b": 9.0, "a": 8.0, "x": 7.0, "d": 6.0, "e": 5.0}}
    names = [
        "RBP",
        "RBP(p=0.5)@2",
        "RBP(rel=2,p=0.5)",
        "F1@4",
        "Accuracy",
        "Accuracy@3",
        "Judged",
        "Judged@3",
        "Judged@5",
        "Compat(p=0.5)",
    ]
    values = dict(dl.evaluate(run, qrels, names).select("measure", "value").iter_rows())
    # ideal: a, d, c; in both rankings from depth 2 (a) and 4 (d) on; five deep
    overlap = [0, 1 / 2, 1 / 3, 2 / 4, 2 / 5]
    best = [1, 1, 1, 3 / 4, 3 / 5]
    weigh = lambda shares: sum(share * 0.5**i for i, share in enumerate(shares))  # noqa: E731
    assert values == pytest.approx(
        {
            "RBP(p=0.8,rel=1)": 0.2 * (0.8 + 0.8**3),
            "RBP(p=0.5)@2": 0.25,
            "RBP(rel=2,p=0.5)": 0.25,
            "F1@4": 2 * (2 / 4) * (2 / 3) / (2 / 4 + 2 / 3),
            "Accuracy(rel=1)": 1 - (1 + 2) / 6,  # three items that are not relevant, two that are
            "Accuracy@3": 1 - 1 / 2,
            "Judged": 4 / 5,
            "Judged@3": 2 / 3,
            "Judged@5": 4 / 5,
            "Compat(p=0.5)": weigh(overlap) / weigh(best),
        },
        abs=1e-12,
    )


def test_sums_are_not_averaged():
    qrels = {"1": {"a": 1}, "2": {"a": 2, "b": 1}, "3": {"c": 0}}
    run = {"1": {"a": 1.0, "b": 0.5}, "2": {"a": 1.0}}
    frame = dl.evaluate(run, qrels, ["NumQ", "NumRet", "NumRet(rel=1)", "NumRelRet", "NumRel(rel=2)", "num_ret"])
    assert frame["value"].to_list() == [3, 3, 2, 2, 1, 3]
    assert set(frame["num_q"]) == {3} and set(frame["num_answered"]) == {2}


def test_a_topic_without_both_kinds_has_no_accuracy_and_the_number_of_topics_tells():
    qrels = {"1": {"a": 1}, "2": {"a": 1}}
    run = {"1": {"a": 2.0, "x": 1.0}, "2": {"a": 1.0}}
    row = dl.evaluate(
        pl.DataFrame(
            [("1", "a", 2.0), ("1", "x", 1.0), ("2", "a", 1.0)], ["query_id", "doc_id", "score"], orient="row"
        ),
        qrels,
        ["Accuracy"],
    )
    assert (row["value"][0], row["num_q"][0]) == (1.0, 1)
    row = dl.evaluate({"2": run["2"]}, qrels, ["Accuracy"])
    assert (row["value"][0], row["num_q"][0]) == (None, 0)


@pytest.mark.more
def test_dltrack_is_a_provider_of_ir_measures():
    from dltrack_db.score import ir_measures_provider

    qrels = [ir_measures.Qrel("1", "a", 1), ir_measures.Qrel("1", "b", 2), ir_measures.Qrel("2", "a", 1)]
    run = [
        ir_measures.ScoredDoc("1", "a", 2.0),
        ir_measures.ScoredDoc("1", "c", 1.0),
        ir_measures.ScoredDoc("9", "a", 1),
    ]
    measures = [ir_measures.AP(rel=2), ir_measures.nDCG @ 10, ir_measures.P @ 1, ir_measures.NumRet]
    assert ir_measures_provider.provider.supports(ir_measures.nDCG(dcg="exp-log2"))
    assert not ir_measures_provider.provider.supports(ir_measures.define_byquery(lambda qrels, run: 0.0, name="own"))
    theirs, ours = ir_measures.calc(measures, qrels, run), ir_measures_provider.provider.calc(measures, qrels, run)
    assert ours.aggregated == pytest.approx(theirs.aggregated, abs=1e-12)
    assert {metric[:2]: metric.value for metric in ours.per_query} == pytest.approx(
        {metric[:2]: metric.value for metric in theirs.per_query}, abs=1e-12
    )
    assert list(ir_measures_provider.provider.iter_calc(measures, qrels, [])) and not list(
        ir_measures_provider.provider.iter_calc(measures, [], run)
    )
