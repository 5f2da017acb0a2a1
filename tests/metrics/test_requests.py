"""Requests for measures: every character is obeyed or refused, each value is computed once, in the order asked for."""

from __future__ import annotations

from collections import namedtuple

import pytest

import dltrack_db as dl
from dltrack_db.errors import UsageError
from dltrack_db.scoring import catalogue, requests, scratch, spelling

QRELS = {"1": {"a": 1, "b": 2, "c": 3}, "2": {"a": 1}}
Judgment = namedtuple("Judgment", ["query_id", "subtopic", "doc_id", "relevance"])
BY_SUBTOPIC = [
    Judgment(query, subtopic, doc, grade)
    for query, docs in QRELS.items()
    for doc, grade in docs.items()
    for subtopic in ("1", "2")
]
RUN = {"1": {"a": 3.0, "x": 2.0, "c": 1.0}, "2": {"a": 1.0}}


@pytest.fixture(scope="module")
def known() -> catalogue.Catalogue:
    return catalogue.read(scratch.connect(["metrics.measures", "metrics.measure_parameters"]))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("AP()", "nothing stands in the parentheses"),
        ("AP(rel=)", "not a measure"),
        ("AP(rel=2.0)", "rel is 2.0; it must be a whole number from 0 to 32767"),
        ("AP(rel=True)", "rel is True"),
        ("AP(rel=-1)", "rel is -1"),
        ("AP(rel=2)x", "not a measure"),
        ("AP(rel=2, rel=3)", "given twice"),
        ("AP(level=2)", "no parameter «level»; AP takes rel, judged_only, cutoff"),
        ("AP(2)", "parameters have names"),
        ("AP(**{'rel': 2})", "parameters have names"),
        ("RBP(p=2)", "p is 2; it must be a number from 0 to 1"),
        ("RBP(p=-1)", "p is -1"),
        ("RBP(p=1e999)", "p is 1e309"),
        ("Judged(rel=2)@2", "no parameter «rel»; Judged takes judged_only, cutoff"),
        ("nDCG(rel=3)", "no parameter «rel»; nDCG takes dcg, gains, judged_only, cutoff"),
        ("nDCG(dcg='log3')@10", "dcg is 'log3'; it must be one of log2, exp-log2"),
        ("nDCG(gains={1: -1})@10", "a gain of 0 or more"),
        ("nDCG(gains={'1': 1})@10", "a gain of 0 or more"),
        ("nDCG(gains={})@10", "a gain of 0 or more"),
        ("nDCG(dcg='exp-log2', gains={1: 2})", "give one of them"),
        ("P@0", "cutoff is 0"),
        ("P@1.5", "cutoff is 1.5"),
        ("P@99999999999999999999", "a whole number from 1 to 2147483647"),
        ("P@5@10", "not a measure"),
        ("P(cutoff=5)@10", "cutoff is given twice"),
        ("P(rel=1)", "the parameter «cutoff» is missing; write P@10"),
        ("IPrec", "the parameter «recall» is missing; write IPrec@0.5"),
        ("IPrec@2", "recall is 2; it must be a number from 0 to 1"),
        ("Bpref@5", "Bpref takes no cut-off"),
        ("P.99999999999999999999", "a cutoff above 9007199254740992"),
        ("P.5x", "«5x» is not the parameter of P"),
        ("P_0", "«0» is not the parameter of P"),
        ("P.5,5", "duplicate cutoffs"),
        ("map.5", "map takes no parameters"),
        ("ndcg.p=3", "«p=3» is not the parameter of ndcg"),
        ("rbp.p=2", "p is a probability"),
        ("utility.1,2", "improper number of coefficients"),
        ("iprec_at_recall.0.123,0.124", "two of these levels go by one name"),
        ("relstring", "there is no measure «relstring»"),
        ("runid", "there is no measure «runid»"),
        ("nDGC@10", "there is no measure «nDGC@10»"),
        ("", "there is no measure «»"),
        (7, "7 names no measure"),
    ],
)
def test_what_is_no_measure_is_refused_with_the_reason(known, name, message):
    with pytest.raises(UsageError) as refused:
        requests.resolve([name], known)
    assert message in str(refused.value)


def test_each_value_is_computed_once_in_the_order_asked_for():
    names = ["P_10", "num_rel_ret", "P", "P.10,7", "num_rel_ret", "AP(rel=2)", "AP( rel = 2 )", "map", "P@10"]
    frame = dl.evaluate(RUN, QRELS, names)
    assert frame["measure"].to_list() == [
        "P_10", "num_rel_ret", "P_5", "P_15", "P_20", "P_30", "P_100", "P_200", "P_500", "P_1000", "P_7", "AP(rel=2)",
        "map", "P@10",
    ]  # fmt: skip
    assert set(frame["num_q"]) == {2}
    assert frame.filter(frame["measure"] == "num_rel_ret")["value"].to_list() == [3]


def test_names_of_trec_eval_have_the_level_asked_for_and_those_of_ir_measures_their_own():
    frame = dl.evaluate(RUN, QRELS, ["map", "AP", "AP(rel=3)", "P_1", "P@1"], min_relevance=2)
    assert frame["min_relevance"].to_list() == [2, 1, 3, 2, 1]
    assert frame["value"].to_list() == pytest.approx([1 / 3 / 2 / 2, ((1 + 2 / 3) / 3 + 1) / 2, 1 / 3 / 2, 0, 1])


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("nDCG@10", "NDCG(cutoff=10)"),
        ("R@5", "Recall(cutoff=5)"),
        ("RPrec", "RPrec(rel=1)"),
        ("BPref", "Bpref"),
        ("MRR@2", "RR(cutoff=2)"),
        ("SetRelP", "SetP(relative=True)"),
        ("NumRelRet", "NumRet(rel=1)"),
        ("Precision@2", "P(cutoff=2)"),
        ("nDCG(dcg='exp-log2')@2", "nDCG(gains={1: 1, 2: 3, 3: 7})@2"),
        ("nDCG(dcg=exp-log2)@2", "nDCG(dcg = 'exp-log2', judged_only=False) @ 2"),
        ("RBP", "RBP(p=0.8, rel=1)"),
        ("IPrec@1", "IPrec(recall=1.0)"),
        ("Compat", "Compat(p=.95, normalize=true)"),
    ],
)
def test_two_spellings_of_one_measure(short, long):
    first, second = dl.evaluate(RUN, QRELS, [short, long])["value"].to_list()
    assert first == second > 0


def test_every_spelling_of_the_catalogue_is_one_that_can_be_computed(known):
    given = {"rel": "1", "cutoff": "2", "recall": "0.5", "max_rel": "3"}
    for measure in known.measures.values():
        for text in measure.ir_measures:
            names, _, rest = text.partition("(")
            needed = [part for part in rest.partition(")")[0].split(", ") if part and "=" not in part]
            at = text.rpartition("@")[2] if "@" in text else ""
            for name in names.split("@")[0].split("|"):
                asked = name + (f"({', '.join(f'{each}={given[each]}' for each in needed)})" if needed else "")
                request = spelling.parse(asked + (f"@{given[at]}" if at else ""), known)
                assert request.measure == measure, asked
                qrels = BY_SUBTOPIC if measure.labels == "subtopics" else QRELS
                assert not dl.evaluate(RUN, qrels, [request.label]).is_empty()


def test_every_parameter_of_a_spelling_is_described(known):
    named = {
        part.partition("=")[0]
        for measure in known.measures.values()
        for text in measure.ir_measures
        for part in [
            *text.partition("(")[2].partition(")")[0].split(", "),
            text.rpartition("@")[2] if "@" in text else "",
        ]
        if part
    }
    assert named == known.parameters.keys()


def test_a_list_of_cut_offs_may_follow_an_underline_as_in_pytrec_eval(known):
    (request,) = requests.resolve(["ndcg_cut_20,4"], known)
    assert request.names == ("ndcg_cut_4", "ndcg_cut_20")
    with pytest.raises(UsageError):
        requests.resolve(["ndcg_cut_20,"], known)
