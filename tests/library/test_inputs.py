"""What dl.evaluate takes as runs and qrels: all of them give the same values, or one sentence."""

from __future__ import annotations

import gzip

import ir_measures
import polars as pl
import pytest

import dltrack_db as dl
from dltrack_db.errors import FormatError, UsageError

RUN = {"1": {"a": 3.0, "b": 2.0, "c": 2.0}, "2": {"a": 1.0, "d": 0.5}}
QRELS = {"1": {"c": 2, "b": 1}, "2": {"d": 3}, "3": {"a": 1}}
MEASURES = ["map", "nDCG@10", "RR(rel=2)"]
ROWS = [(query, doc, score) for query, docs in RUN.items() for doc, score in docs.items()]
JUDGED = [(query, doc, grade) for query, docs in QRELS.items() for doc, grade in docs.items()]


class Ranx:
    """What is asked of ranx's Run and Qrels, which have no columns and are known by their names."""

    def __init__(self, given):
        self._given = given

    def get_query_ids(self):
        return list(self._given)

    def to_dict(self):
        return self._given


RanxRun = type("Run", (Ranx,), {"__module__": "ranx.data_structures.run"})
RanxQrels = type("Qrels", (Ranx,), {"__module__": "ranx.data_structures.qrels"})


def write(path, lines):
    text = "".join(f"{line}\n" for line in lines)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


@pytest.fixture
def inputs(tmp_path):
    run = [f"{query} Q0 {doc} {rank} {score} tag" for rank, (query, doc, score) in enumerate(ROWS, 1)]
    qrels = [f"{query} 0 {doc} {grade}" for query, doc, grade in JUDGED]
    frame = pl.DataFrame(ROWS, ["qid", "docno", "score"], orient="row")
    judged = pl.DataFrame(JUDGED, ["qid", "docno", "label"], orient="row")
    return {
        "dicts": (RUN, QRELS),
        "files": (write(tmp_path / "run.gz", run), str(write(tmp_path / "qrels", qrels))),
        "named tuples": ([ir_measures.ScoredDoc(*row) for row in ROWS], [ir_measures.Qrel(*row) for row in JUDGED]),
        "iterators": (iter([ir_measures.ScoredDoc(*row) for row in ROWS]), (ir_measures.Qrel(*row) for row in JUDGED)),
        "PyTerrier": (frame.to_pandas(), judged.to_pandas()),
        "ranx": (RanxRun(RUN), RanxQrels(QRELS)),
        "dict and frame": (RUN, judged.to_arrow()),
    }


@pytest.mark.campaign
@pytest.mark.parametrize("kind", ["dicts", "files", "named tuples", "iterators", "PyTerrier", "ranx", "dict and frame"])
def test_every_input_gives_the_same_values(inputs, kind):
    frame = dl.evaluate(*inputs[kind], MEASURES)
    # query 1: a, c, b; query 2: a, d; query 3 unanswered
    assert frame["value"].to_list() == pytest.approx([((1 / 2 + 2 / 3) / 2 + 1 / 2) / 3, frame["value"][1], 1 / 3])
    assert frame["value"][1] == pytest.approx(
        ir_measures.calc_aggregate([ir_measures.nDCG @ 10], QRELS, RUN)[ir_measures.nDCG @ 10]
    )
    assert set(frame["num_q"]) == {3} and set(frame["num_answered"]) == {2}
    assert set(frame["run_id"]) == {"run"}


@pytest.mark.more
@pytest.mark.parametrize("empty", [{}, [], iter([]), pl.DataFrame(ROWS[:0], ["query_id", "doc_id", "score"])])
def test_an_empty_run_scores_0_for_every_judged_topic(empty):
    frame = dl.evaluate(empty, QRELS, ["map", "nDCG@10", "Compat", "num_ret", "num_rel"])
    assert frame["value"].to_list() == [0, 0, 0, 0, 4]
    assert set(frame["num_q"]) == {3} and set(frame["num_answered"]) == {0}


@pytest.mark.campaign
def test_scores_beyond_a_float_are_put_in_order_as_infinite():
    run = {"1": {"a": 1e39, "c": 1e38, "b": 2e39}, "2": {"d": -1e39}}
    assert dl.evaluate(run, QRELS, ["RR(rel=2)"], tie_rule="double", per_query=True)["value"].to_list() == [1 / 3, 1, 0]
    # as floats the first and the last are both infinite: the document id decides
    by_float = dl.evaluate(run, {"1": {"a": 1}}, ["RR"], tie_rule="float")["value"][0]
    assert by_float == 1 / 2
    assert dl.evaluate({"1": {"a": 2e39, "b": 1e39}}, {"1": {"a": 1}}, ["RR"], tie_rule="float")["value"][0] == 1 / 2
    assert dl.evaluate({"1": {"a": 2e39, "b": 1e39}}, {"1": {"a": 1}}, ["RR"], tie_rule="double")["value"][0] == 1


def test_the_rule_submitted_needs_ranks():
    with pytest.raises(UsageError, match="the tie rule 'submitted' needs the column rank"):
        dl.evaluate(RUN, QRELS, MEASURES, tie_rule="submitted")
    ranked = pl.DataFrame([("2", "a", 9.0, 2), ("2", "d", 1.0, 1)], ["qid", "docno", "score", "rank"], orient="row")
    frame = dl.evaluate(ranked, {"2": {"d": 1}}, ["RR", "recip_rank"], tie_rule="submitted")
    assert frame["value"].to_list() == [1, 1] and set(frame["tie_rule"]) == {"submitted"}


@pytest.mark.parametrize("name", ["rr_ms", "rr_msmarco_10"])
def test_a_measure_that_needs_other_labels_says_so(name):
    with pytest.raises(
        UsageError, match=f"{name} cannot be computed with these labels; it needs the labels of MS MARCO"
    ):
        dl.evaluate(RUN, QRELS, ["map", name])


@pytest.mark.parametrize(
    ("run", "qrels", "options", "message"),
    [
        (7, QRELS, {}, "the run is a int; give a polars, pandas or Arrow table, a dict of dicts"),
        ("nowhere.txt", QRELS, {}, "the run 'nowhere.txt' does not exist"),
        ({"1": 3.0}, QRELS, {}, "the run is not a dict of dicts"),
        ([("1", "a", 1.0)], QRELS, {}, "named tuples"),
        ([ir_measures.ScoredDoc("1", "a", 1.0), ("1", "b", 0.5, "x")], QRELS, {}, "the run is a list; .*named tuples"),
        (RUN, {"1": {"a": 1.5}}, {}, "the grade 1.5, which is not a whole number"),
        (RUN, {"1": {"a": 99999}}, {}, "the qrels has a value of the wrong type"),
        ({"1": {"a": float("inf")}}, QRELS, {}, "1 scores that are not finite numbers"),
        (RUN, QRELS, {"min_relevance": -1}, "min_relevance is -1; give a whole number from 0"),
        (RUN, QRELS, {"min_relevance": 1.5}, "min_relevance is 1.5"),
        (RUN, QRELS, {"measures": []}, "no measure is requested"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(run, qrels, options, message):
    with pytest.raises(UsageError, match=message):
        dl.evaluate(run, qrels, **{"measures": MEASURES, **options})


def test_grades_above_the_scale_of_a_measure_are_rejected():
    run, qrels = {"1": {"a": 2.0, "b": 1.0}}, {"1": {"a": 6, "b": 1}}
    with pytest.raises(UsageError, match=r"ERR@10 accepts grades up to 4, .* go up to 6; .* ERR\(max_grade=6\)@10"):
        dl.evaluate(run, qrels, ["nDCG@10", "ERR@10"])
    first, second = (2**6 - 1) / 2**6, (2**1 - 1) / 2**6
    values = dl.evaluate(run, qrels, ["ERR(max_grade=6)@10", "nDCG@10"])["value"].to_list()
    assert values == pytest.approx([first + (1 - first) * second / 2, 1], abs=1e-12)
    assert dl.evaluate(run, {"1": {"a": 4, "b": 1}}, ["ERR@10"])["value"][0] == pytest.approx(15 / 16 + 1 / 16 / 16 / 2)


def test_a_malformed_line_of_a_file_is_named(tmp_path):
    path = write(tmp_path / "run.txt", ["1 Q0 a 1 2.0 tag", "1 Q0 b 2"])
    with pytest.raises(FormatError, match=r"run\.txt, line 2"):
        dl.evaluate(path, QRELS, MEASURES)
