"""`metrics.score_queries` is built from the catalogue, and equals the measures one by one."""

from __future__ import annotations

import re
import shutil

import pytest
import scored

from dltrack_db.base import resources
from dltrack_db.score import catalogue, requests, scores

ASKED_NAMES = [
    "P.3,7", "P(rel=2)@5", "AP", "map", "RR(judged_only=True)", "nDCG@10", "nDCG(gains={1:3,2:7})@5", "ndcg.1=3,2=9.5",
    "utility.2,-1.5,0.5,-3", "RBP(p=0.8,rel=2)", "11pt_avg.0.2,0.4", "iprec_at_recall.0.33,0.5", "bpref", "infAP",
    "ERR(max_grade=12)@5", "INST(max_rel=4)", "num_rel_ret", "set_F.2", "success", "Judged@5",
]  # fmt: skip
"""Measures with parameters of every kind."""
ASKED = ["", "min_relevance := 2", "tie_rule := 'double'", "judged_only := true"]


@pytest.mark.more
@pytest.mark.parametrize("asked", ASKED)
def test_one_pass_gives_what_the_measures_give_one_by_one(asked):
    con = scored.connect()
    scored.add_all(con, {f"c{seed}": scored.random_collection(seed) for seed in (1, 2, 3)})
    together = con.execute(f"select * from metrics.score_queries({asked})").fetchall()
    one_by_one = []
    for measure in catalogue.read(con).measures.values():
        if measure.groups and measure.macro and measure.format != "text" and measure.macro != "rr_ms":
            one_by_one += con.execute(scored.query(catalogue.standard(measure), asked)).fetchall()
    assert len(together) == len(one_by_one) > 1000
    values = {row[:4]: row[4] for row in one_by_one}
    assert {row[:4]: row[4] for row in together} == pytest.approx(values, abs=1e-12)


@pytest.mark.parametrize("judged_only", [False, True])
def test_measures_asked_for_together_give_what_each_gives_by_itself(judged_only):
    con = scored.connect()
    con.execute("set threads = 1")
    for seed, rule in ((1, "float"), (5, "double")):
        scored.add(con, f"c{seed}", *scored.random_collection(seed), rule=rule)
    asked = requests.resolve(ASKED_NAMES, catalogue.read(con))
    # an argument of the measure's own stays, as judged_only=True does where all are to be looked at
    more = "judged_only := true" if judged_only else ""
    asked = [each for each in asked if not (judged_only and any("judged_only" in part for part in each.arguments))]
    rows = [row for each in asked for row in con.execute(scored.query(each, more)).fetchall()]
    together = con.execute(f"from ({scores.link(con, asked, judged_only=judged_only)}) order by all").fetchall()
    assert together == sorted(rows) and len(rows) > 200


@pytest.mark.more
def test_a_measure_that_is_added_to_the_catalogue_is_computed(tmp_path, monkeypatch):
    shutil.copytree(resources.SQL, tmp_path / "sql")
    folder = tmp_path / "sql" / "metrics"
    macro = (folder / "precision.sql").read_text().replace("precision(", "half(").replace("'P_'", "'half_'")
    macro = re.sub(
        r"--   P: (.*\n--     .*\n)+",
        "--   half: position 99; parameter cutoffs; defaults [3, 7]; groups dltrack\n",
        macro,
    )
    (folder / "half.sql").write_text(macro.replace("/ found_at.cutoff as value", "/ found_at.cutoff / 2 as value"))
    monkeypatch.setattr(resources, "SQL", tmp_path / "sql")
    con = scored.connect()
    scored.add(con, "c", {"q": {"a": 1}}, {"r": {"q": {"a": 1.0}}}, 1)
    con.execute("insert into main.query_scores select * from metrics.score_queries()")
    values = dict(con.execute("select measure, value from metrics.run_scores where measure like 'half%'").fetchall())
    assert values == pytest.approx({"half_3": 1 / 6, "half_7": 1 / 14})
