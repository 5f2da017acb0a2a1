"""A study of one seed is the same study, at any number of threads; so is what is asked of it."""

from __future__ import annotations

import pytest
from conftest_simulation import rows

from dltrack_db.plugins.simulate.options import StudyOptions
from dltrack_db.plugins.simulate.study import simulate
from dltrack_db.store import connection
from tests.copies import copied

TRACES = "select simulation, trial, query_id, step, doc_id, judged_as, score from main.simulation_traces order by all"
CRITERIA = "from judging.simulation_criteria(['budget:40', 'official']) order by all"


@pytest.mark.more
@pytest.mark.parametrize("strategy", ["random", "bandit", "cal"])
def test_a_study_is_the_same_to_the_last_digit(mini_file, texts, tmp_path, monkeypatch, strategy):
    found = set()
    for number in (1, 2, 4):
        path = copied(mini_file, tmp_path / f"{number}.duckdb")
        monkeypatch.setattr(connection, "use_all_threads", lambda con, n=number: con.execute(f"set threads = {n}"))
        reads = {"text": texts} if strategy == "cal" else {}
        options = StudyOptions("mini-passages", strategy, trials=3, seed=5, leave_out_teams=True, **reads)
        simulate(path, options, lambda _: None)
        found.add((repr(rows(path, TRACES)), repr(rows(path, CRITERIA))))
    ((traces, criteria),) = found
    assert traces.count("mini-passages") > 100 and criteria.count("mini-passages") > 1
