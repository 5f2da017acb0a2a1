"""The runs that RR (MS) and NDCG@10 place differently, counted in plain Python."""

from __future__ import annotations

import pytest
from scipy.stats import rankdata

from dltrack_db.score import scratch

# (RR (MS), NDCG@10): c is lifted by the sparse labels, d lowered; a and b share an RR (MS)
PRINTED = {"a": (0.3, 0.7), "b": (0.3, 0.6), "c": (0.4, 0.2), "d": (0.1, 0.8), "e": (0.05, 0.1)}
OTHER = {"x": (0.1, 0.1), "y": (0.2, 0.2), "z": (0.3, None)}


@pytest.fixture(scope="module")
def con():
    columns = "collection varchar, run_id varchar, rr_ms double, ndcg_cut_10 double"
    con = scratch.connect([])
    scratch.build_over(con, ["published.rr_ms_against_ndcg"], {"published.printed_runs": columns})
    for collection, runs in (("one", PRINTED), ("two", OTHER)):
        rows = [(collection, run, *values) for run, values in runs.items()]
        con.executemany("insert into published.printed_runs values ($1, $2, $3, $4)", rows)
    return con


def test_runs_that_two_measures_place_differently(con):
    rows = con.execute("from published.rr_ms_against_ndcg").fetchall()
    assert {row[0] for row in rows} == {"one"}  # whose two complete runs agree in the other one
    by_rr, by_ndcg = (
        dict(zip(PRINTED, rankdata([-value[i] for value in PRINTED.values()], "min"), strict=True)) for i in (0, 1)
    )
    expected = set()
    for run, (rr, ndcg) in PRINTED.items():
        reversed_pairs = sum((rr - other) * (ndcg - second) < 0 for other, second in PRINTED.values())
        if reversed_pairs:
            ranks = by_rr[run], by_ndcg[run], by_ndcg[run] - by_rr[run]
            expected.add(("one", run, rr, ndcg, *map(int, ranks), reversed_pairs))
    assert set(rows) == expected and len(rows) == len(expected)
    lifted = {row[1]: row[6] for row in rows}
    assert lifted["c"] == 3 and lifted["d"] == -3 and "e" not in lifted
