"""The C/W/L measures equal those of cwl_eval, whose values for a random collection are in golden/cwl.json."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

import dltrack_db as dl
from dltrack_db.errors import UsageError

GOLDEN = json.loads((Path(__file__).parent / "golden" / "cwl.json").read_text())


def test_every_measure_is_that_of_cwl_eval():
    names = list(dict.fromkeys(name for name, _, _ in GOLDEN["values"]))
    frame = dl.evaluate(GOLDEN["run"], GOLDEN["qrels"], names, per_query=True)
    actual = {(row["measure"], row["query_id"]): row["value"] for row in frame.iter_rows(named=True)}
    expected = {(name, query): value for name, query, value in GOLDEN["values"]}
    assert actual == pytest.approx(expected, abs=1e-9)
    assert len({name.partition("(")[0] for name in names}) == 8


def test_by_hand():
    # gains 1, 0 (not judged), 1/3; the first stops a user who wants a gain of 1, or whom gain stops
    qrels = {"1": {"a": 3, "c": 1}}
    run = {"1": {"a": 3.0, "x": 2.0, "c": 1.0}}
    names = ["BPM(max_rel=3)@3", "BPM(T=2, max_rel=3)@3", "NERR8(max_rel=3)@3", "SDCG(max_rel=3)@3", "bpm"]
    values = dict(dl.evaluate(run, qrels, names).select("measure", "value").iter_rows())
    discounts = [1 / math.log2(rank + 1) for rank in (1, 2, 3)]
    expected = [1, 4 / 9, 1, (discounts[0] + discounts[2] / 3) / sum(discounts), 1]
    assert list(values.values()) == pytest.approx(expected, abs=1e-12)


def test_the_scale_of_grades_must_be_given_and_be_one():
    for name, message in (
        ("INST", "the parameter 'max_rel' is missing; write INST(max_rel=3)"),
        ("INST(max_rel=2, min_rel=2)", "max_rel must be above min_rel"),
        ("INST(max_rel=2, T=0)", "T is 0"),
    ):
        with pytest.raises(UsageError) as refused:
            dl.evaluate({"1": {"a": 1.0}}, {"1": {"a": 1}}, [name])
        assert message in str(refused.value)
