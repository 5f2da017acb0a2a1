"""Requests for measures: every character is obeyed or refused, each value is computed once, in the order asked for."""

from __future__ import annotations

import math
from collections import defaultdict, namedtuple

import ir_measures
import pytest
import pytrec_eval

import dltrack_db as dl
from dltrack_db.errors import UsageError
from dltrack_db.score import catalogue, requests, scratch, spelling

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
        ("AP()", "the parentheses are empty"),
        ("AP(rel=)", "not a measure"),
        ("AP(rel=-0.5)", "rel is -0.5; it must be a number from 0 to 32767"),
        ("P@1_0", "'1_0' is not a number; write the number without underscores"),
        ("AP(rel=1_0)", "'1_0' is not a number; write the number without underscores"),
        ("AP(rel=True)", "rel is True"),
        ("AP(rel=-1)", "rel is -1"),
        ("AP(rel=2)x", "not a measure"),
        ("AP(rel=2, rel=3)", "given twice"),
        ("AP(level=2)", "AP has no parameter 'level'; valid: rel, judged_only, cutoff"),
        ("AP(2)", "a parameter has no name"),
        ("AP(**{'rel': 2})", "a parameter has no name"),
        ("RBP(p=2)", "p is 2; it must be a number from 0 to 1"),
        ("RBP(p=-1)", "p is -1"),
        ("RBP(p=1e999)", "p is 1e309"),
        ("Judged(rel=2)@2", "Judged has no parameter 'rel'; valid: judged_only, cutoff"),
        ("nDCG(rel=3)", "nDCG has no parameter 'rel'; valid: dcg, gains, judged_only, cutoff"),
        ("nDCG(dcg='log3')@10", "dcg is 'log3'; it must be one of log2, exp-log2"),
        ("nDCG(gains={1: -1})@10", "a gain of 0 or more"),
        ("nDCG(gains={'1': 1})@10", "a gain of 0 or more"),
        ("nDCG(gains={})@10", "a gain of 0 or more"),
        ("nDCG(dcg='exp-log2', gains={1: 2})", "both set the gains of grades; leave out one of them"),
        ("P@0", "cutoff is 0"),
        ("P@1.5", "cutoff is 1.5"),
        ("P@99999999999999999999", "a whole number from 1 to 2147483647"),
        ("P@5@10", "not a measure"),
        ("P(cutoff=5)@10", "cutoff is given twice"),
        ("P(rel=1)", "the parameter 'cutoff' is missing; write P(rel=1)@10"),
        ("SDCG@10", "the parameter 'max_rel' is missing; write SDCG(max_rel=3)@10"),
        ("BPM(max_rel=2)", "the parameter 'cutoff' is missing; write BPM(max_rel=2)@10"),
        ("NERR8", "the parameter 'max_rel' is missing; write NERR8(max_rel=3)@10"),
        ("IPrec", "the parameter 'recall' is missing; write IPrec@0.5"),
        ("IPrec@2", "recall is 2; it must be a number from 0 to 1"),
        ("Bpref@5", "Bpref has no cutoff"),
        ("P.99999999999999999999", "a cutoff is above 9007199254740992"),
        ("P.5x", "'5x' is not a valid parameter of P"),
        ("P_0", "'0' is not a valid parameter of P"),
        ("P.5,5", "duplicate cutoffs"),
        ("map.5", "map has no parameters"),
        ("ndcg.p=3", "'p=3' is not a valid parameter of ndcg"),
        ("rbp.p=2", "p must be a probability"),
        ("utility.1,2", "improper number of coefficients"),
        ("iprec_at_recall.0.123,0.124", "two levels have the same name"),
        ("relstring", "there is no measure 'relstring'"),
        ("runid", "there is no measure 'runid'"),
        ("nDGC@10", "there is no measure 'nDGC@10'"),
        ("ndcg@10", "did you mean nDCG@10?"),
        ("rprec", "did you mean Rprec(rel=1) (grades from 1 on) or Rprec (grades from the collection's level on)?"),
        ("recall@100", "Recall@100 (grades from 1 on)"),
        ("ap(rel=2)@5", "did you mean AP(rel=2)@5?"),
        ("p(rel=2)@5", "did you mean P(rel=2)@5?"),
        ("precision@5", "did you mean Precision@5?"),
        ("", "there is no measure ''"),
        (7, "7 is not a measure"),
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
        "P_10", "num_rel_ret", "P_7", "AP(rel=2)", "map", "P@10",
    ]  # fmt: skip
    assert set(frame["num_q"]) == {2}
    assert frame.filter(frame["measure"] == "num_rel_ret")["value"].to_list() == [3]


def test_names_of_trec_eval_have_the_level_asked_for_and_those_of_ir_measures_their_own():
    with pytest.warns(UserWarning) as told:
        frame = dl.evaluate(RUN, QRELS, ["map", "AP", "AP(rel=3)", "P_1", "P@1"], min_relevance=2)
    assert [str(each.message) for each in told] == [
        "AP, P@1 count grades from 1 on as relevant, as in ir_measures, but min_relevance is 2; to use "
        "level 2, write AP(rel=2), P(rel=2)@1"
    ]
    assert frame["min_relevance"].to_list() == [2, 1, 3, 2, 1]
    assert frame["value"].to_list() == pytest.approx([1 / 3 / 2 / 2, ((1 + 2 / 3) / 3 + 1) / 2, 1 / 3 / 2, 0, 1])


@pytest.mark.more
@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("nDCG@10", "NDCG(cutoff=10)"),
        ("R@5", "Recall(cutoff=5)"),
        ("RPrec", "Rprec(rel=1)"),
        ("BPref", "Bpref"),
        ("MRR@2", "RR(cutoff=2)"),
        ("SetRelP", "SetP(relative=True)"),
        ("NumRelRet", "NumRet(rel=1)"),
        ("Precision@2", "P(cutoff=2)"),
        ("nDCG(dcg='exp-log2')@2", "nDCG(gains={1: 1, 2: 3, 3: 7})@2"),
        ("nDCG(dcg=exp-log2)@2", "nDCG(dcg = 'exp-log2', judged_only=False) @ 2"),
        ("RBP", "RBP(p=.8, rel=1)"),
        ("IPrec@1", "IPrec(recall=1.0)"),
        ("Compat", "Compat(p=.95, normalize=true)"),
    ],
)
def test_two_spellings_of_one_measure(short, long):
    first, second = dl.evaluate(RUN, QRELS, [short, long])["value"].to_list()
    assert first == second > 0


@pytest.mark.more
def test_every_spelling_of_the_catalogue_is_one_that_can_be_computed(known):
    given, labels = {"rel": "1", "cutoff": "2", "items": "g1-2", "recall": "0.5", "max_rel": "3"}, defaultdict(set)
    for measure in known.measures.values():
        for text in measure.ir_measures:
            names, _, rest = text.partition("(")
            needed = [part for part in rest.partition(")")[0].split(", ") if part and "=" not in part]
            at = text.rpartition("@")[2] if "@" in text else ""
            for name in names.split("@")[0].split("|"):
                asked = name + (f"({', '.join(f'{each}={given[each]}' for each in needed)})" if needed else "")
                request = spelling.parse(asked + (f"@{given[at]}" if at else ""), known)
                assert request.measure == measure, asked
                labels[measure.labels == "subtopics"].add(request.label)
    for qrels, wanted in ((QRELS, labels[False]), (BY_SUBTOPIC, labels[True])):
        assert set(dl.evaluate(RUN, qrels, sorted(wanted))["measure"]) == wanted != set()


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


def test_a_spelling_has_one_meaning_and_the_label_tells_it():
    """What differs by capitals or as an object of ir_measures only goes by another name than trec_eval's measure."""
    names = ["Rprec", "RPrec", "map", "MAP", "bpref", "Bpref", ir_measures.Rprec, ir_measures.infAP, "Recall@2", "R@2"]
    with pytest.warns(UserWarning):
        frame = dl.evaluate(RUN, QRELS, [*names, "recall_2"], min_relevance=2)
    assert frame["measure"].to_list() == [
        "Rprec", "RPrec(rel=1)", "map", "MAP(rel=1)", "bpref", "Bpref(rel=1)", "Rprec(rel=1)", "infAP(rel=1)",
        "Recall@2", "R@2", "recall_2",
    ]  # fmt: skip
    assert frame["min_relevance"].to_list() == [2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 2]
    values = dict(frame.select("measure", "value").iter_rows())
    assert values["Rprec"] != values["RPrec(rel=1)"] == values["Rprec(rel=1)"]
    assert values["Recall@2"] == values["R@2"] != values["recall_2"]


def test_no_label_of_two_measures_differs_by_capitals_only(known):
    bare = {each.spelling for each in known.spellings}
    labels: dict[str, set[tuple[str, bool]]] = {}
    for name in sorted(bare):
        for given in (name, getattr(ir_measures, name, None)):
            try:
                asked = requests.resolve([given], known)
            except UsageError:
                continue
            for request in asked:
                for label in request.names:
                    meaning = (request.measure.measure, request.has_own_level)
                    labels.setdefault(label.casefold(), set()).add(meaning)
    harmless = {"ndcg", "compat"}  # no level changes them: both spellings are one measure
    assert {label for label, meanings in labels.items() if len(meanings) > 1} <= harmless
    assert len(labels) > 100


def test_the_level_is_told_only_where_it_differs_and_nobody_gave_it(known):
    asked = requests.resolve(["MRR", "AP(rel=1)", "map", "nDCG@10", "P(judged_only=True)@5"], known)
    assert requests.level_note(asked, 1, "x counts others") is None
    assert requests.level_note(asked, 2, "x counts others") == (
        "MRR, P(judged_only=True)@5 count grades from 1 on as relevant, as in ir_measures, but x counts others; to "
        "use level 2, write MRR(rel=2), P(rel=2,judged_only=True)@5"
    )


@pytest.mark.more
def test_groups_have_the_counts_and_parameters_stand_in_for_defaults(known):
    official = [name for request in requests.resolve(["official"], known) for name in request.names]
    assert official[:4] == ["num_q", "num_ret", "num_rel", "num_rel_ret"] and "iprec_at_recall_0.00" in official
    both = dl.evaluate(RUN, QRELS, ["ndcg_cut", "ndcg_cut.1,4"])["measure"].to_list()
    assert both == ["ndcg_cut_1", "ndcg_cut_4"]
    theirs = pytrec_eval.RelevanceEvaluator(QRELS, {"ndcg_cut", "ndcg_cut.1,4", "official", "P_3"}).evaluate(RUN)
    ours = dl.evaluate(
        RUN, QRELS, ["ndcg_cut", "ndcg_cut.1,4", "official", "P_3"], per_query=True, recall_levels="truncated"
    )
    found = {(row["query_id"], row["measure"]): row["value"] for row in ours.iter_rows(named=True)}
    wanted = {(query, name): value for query, values in theirs.items() for name, value in values.items()}
    assert found.keys() - wanted.keys() <= {(q, "gm_map") for q in RUN}
    assert {key: found.get(key) for key in wanted if key[1] not in ("runid", "gm_map")} == pytest.approx(
        {key: value for key, value in wanted.items() if key[1] not in ("runid", "gm_map")}
    )


def test_nothing_asked_for_is_said(known):
    with pytest.raises(UsageError, match="no measure is requested; name a measure"):
        requests.resolve([], known)


@pytest.mark.more
def test_measures_that_other_tools_cut_off():
    run = {"1": {"a": 3.0, "x": 2.0, "c": 1.0}, "2": {"x": 2.0, "y": 1.0}}
    names = ["dcg@2", "DCG(dcg='exp-log2')@3", "dcg_cut_3", "SetP(rel=2)@2", "SetP@5", "SetR(rel=2)@2", "SetR@3"]
    frame = dl.evaluate(run, QRELS, names)
    log = math.log2
    assert frame["value"].to_list() == pytest.approx(
        # of topic 1 a (1) and c (3) are found, b (2) is not; of topic 2 nothing
        [1 / 2, (1 + 7 / log(4)) / 2, (1 + 3 / log(4)) / 2, 0, (2 / 3) / 2, 0, (2 / 3) / 2]
    )
    assert dl.evaluate(run, QRELS, ["SetP(rel=3)@3", "SetRelP@2"])["value"].to_list() == pytest.approx([1 / 6, 1 / 4])


@pytest.mark.parametrize(
    ("spelled", "stored"),
    [
        ("SetF(beta=1)", "set_F"),
        ("SetF(beta=1.0)", "set_F"),
        ("SetF(beta=2)", None),
        ("SetP(relative=False)", "set_P"),
        ("SetRelP", None),
        ("ERR@20", "err_cut_20"),
        ("ERR(max_grade=3)@20", None),
        ("nDCG(dcg='exp-log2')@10", None),
        ("IPrec(rounded=False)@0.5", None),
        ("AP(judged_only=True)", None),
        ("AP(judged_only=False)", "map"),
        ("P.5,10", None),
    ],
)
def test_a_spelling_with_the_defaults_of_its_macro_means_stored_values(known, spelled, stored):
    (request,) = requests.resolve([spelled], known)
    assert requests.stored_name(request) == stored
