"""`metrics.score_queries` is built from the catalogue, and equals the measures one by one."""

from __future__ import annotations

import re
import shutil

import pytest
import scored

from dltrack_db.base import resources
from dltrack_db.score import catalogue

ASKED = ["", "min_relevance := 2", "tie_rule := 'double'", "judged_only := true"]


@pytest.mark.parametrize("asked", ASKED)
def test_one_pass_gives_what_the_measures_give_one_by_one(asked):
    con = scored.connect()
    for seed in (1, 2, 3):
        scored.add(con, f"c{seed}", *scored.random_collection(seed))
    together = con.execute(f"select * from metrics.score_queries({asked})").fetchall()
    one_by_one = []
    for measure in catalogue.read(con).measures.values():
        if measure.groups and measure.macro and measure.format != "text" and measure.macro != "rr_ms":
            one_by_one += con.execute(catalogue.standard(measure).query(asked)).fetchall()
    assert len(together) == len(one_by_one) > 1000
    values = {row[:4]: row[4] for row in one_by_one}
    assert {row[:4]: row[4] for row in together} == pytest.approx(values, abs=1e-12)


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
