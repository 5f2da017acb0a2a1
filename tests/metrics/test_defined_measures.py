"""Measures made by `ir_measures.define` and `define_byquery`: the values that ir_measures gives, beside ours."""

from __future__ import annotations

import ir_measures
import numpy
import pandas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dltrack_db as dl
from dltrack_db.errors import UsageError

QRELS = {"1": {"a": 1, "b": 0, "c": 3}, "2": {"a": 1}, "3": {"z": 1}}
RUN = {"1": {"a": 3.0, "x": 2.0, "c": 1.0}, "2": {"a": 1.0, "b": 0.5}}


def gained(qrels, run):
    grades = dict(zip(qrels["doc_id"], qrels["relevance"], strict=True))
    return sum(grades.get(doc, 0) / rank for rank, doc in enumerate(run["doc_id"], 1))


def of_some(qrels, run):
    """All topics at once, in another order, and one of them left out."""
    lengths = run.groupby("query_id").size()
    return [(query, lengths[query] / 3) for query in sorted(lengths.index, reverse=True)[:1]]


RunLen = ir_measures.define_byquery(lambda qrels, run: len(run), name="RunLen")
Gained = ir_measures.define_byquery(gained)
Some = ir_measures.define(of_some, name="Some", support_cutoff=False)
ALL = [RunLen, RunLen @ 1, Gained, Gained @ 2, Some]
BOTH = [*ALL, ir_measures.nDCG @ 2]


def values(frame):
    return {(row["query_id"], row["measure"]): row["value"] for row in frame.iter_rows(named=True)}


def theirs(qrels, run, measures=BOTH):
    return {(each.query_id, repr(each.measure)): each.value for each in ir_measures.iter_calc(measures, qrels, run)}


rankings = st.dictionaries(
    st.sampled_from("123"),
    st.lists(st.sampled_from("abcxz"), min_size=1, unique=True).map(
        lambda docs: {doc: float(-place) for place, doc in enumerate(docs)}
    ),
    min_size=1,
)


@pytest.mark.more
@settings(max_examples=settings.default.max_examples * 2 // 5)  # each is scored twice by us and twice by ir_measures
@given(run=rankings)
def test_values_are_those_of_ir_measures(run):
    assert values(dl.evaluate(run, QRELS, BOTH, per_query=True)) == pytest.approx(theirs(QRELS, run))
    means = dl.evaluate(run, QRELS, BOTH)
    assert means["measure"].to_list() == [repr(each) for each in BOTH]
    expected = ir_measures.calc_aggregate(BOTH, QRELS, run)
    assert means["value"].to_list() == pytest.approx([expected[each] for each in BOTH])
    assert set(means["num_q"]) == {3}


def test_topics_that_nobody_judged_count_in_no_measure():
    run = RUN | {"9": {"a": 1.0}}
    assert values(dl.evaluate(run, QRELS, ALL[:4], per_query=True)) == values(
        dl.evaluate(RUN, QRELS, ALL[:4], per_query=True)
    )


def test_functions_see_the_order_of_the_tie_rule():
    tied = {"1": {"a": 1.0, "c": 1.0}}  # by id descending: c first
    first = ir_measures.define_byquery(lambda qrels, run: float(run["doc_id"].iloc[0] == "c"), name="First")
    assert dl.evaluate(tied, {"1": {"a": 1}}, [first])["value"].to_list() == [1]


def test_several_runs_are_scored_each_by_itself():
    rows = [
        (name, query, doc, score) for name in ("p", "q") for query, docs in RUN.items() for doc, score in docs.items()
    ]
    run = dict(zip(("run_id", "query_id", "doc_id", "score"), zip(*rows[:-1], strict=True), strict=True))
    frame = dl.evaluate(pandas.DataFrame(run), QRELS, [RunLen])
    assert dict(frame.select("run_id", "value").iter_rows()) == {"p": pytest.approx(5 / 3), "q": pytest.approx(4 / 3)}


def test_a_loaded_collection_takes_them(sample_database):
    db = dl.open(sample_database)
    run = db.sql(
        "select query_id, doc_id, score from rankings where collection = 'sample-passages' and run_id = 'p_bm25'"
    )
    qrels = db.sql(
        "select query_id, doc_id, relevance from qrels where collection = 'sample-passages' and variant = 'nist'"
    )
    run, qrels = run.pl().to_pandas(), qrels.pl().to_pandas()
    run = run[run["query_id"].isin(set(qrels["query_id"]))]  # ir_measures counts 0 for what nobody judged
    ours = db.evaluate(run, "sample-passages", [Gained @ 5, "ndcg_cut_10"], run_id="new")
    assert ours["value"][0] == pytest.approx((Gained @ 5).calc_aggregate(qrels, run))
    assert ours["place"][0] is None and ours["place"][1] is not None


def measure(function, **options):
    return ir_measures.define_byquery(function, **{"name": "Mine"} | options)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (measure(lambda *_: None), "Mine is None for topic '1' of run; return a finite number"),
        (measure(lambda *_: numpy.float64("nan")), "Mine is nan for topic '1' of run; return a finite number"),
        (measure(len, name="map"), "dltrack already has a measure map; define yours with another name"),
        (measure(len, name="AP"), "dltrack already has a measure AP"),
        (RunLen(cutoff="x"), "RunLen@x: invalid param cutoff='x'; give a whole number as the cutoff"),
        (Some @ 3, "unsupported params found: ['cutoff']"),
        (
            measure(len, run_inputs=["text"]),
            "Mine reads column 'text' of the run; valid columns: query_id, doc_id, score",
        ),
        (
            measure(len, qrel_inputs=["text"]),
            "Mine reads column 'text' of the qrels; valid columns: query_id, doc_id, rel",
        ),
        (ir_measures.define(lambda *_: [("1", 1), ("1", 2)], name="Mine"), "two values for topic '1' of run"),
        (ir_measures.define(lambda *_: [("9", 1)], name="Mine"), "a value for topic '9', which is not judged"),
    ],
)
def test_what_cannot_be_computed_is_refused(asked, message):
    with pytest.raises(UsageError) as refused:
        dl.evaluate(RUN, QRELS, [asked])
    assert message in str(refused.value)
