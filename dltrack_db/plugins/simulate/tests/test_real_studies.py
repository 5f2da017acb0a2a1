"""The studies of docs/simulate.md, played again on the real files."""

from __future__ import annotations

import shutil

import pytest

from dltrack_db.plugins.simulate.options import StudyOptions
from dltrack_db.plugins.simulate.study import simulate
from dltrack_db.store import database
from tests.docs.test_numbers import said

STRATEGIES = ("pool", "move-to-front", "bandit", "random")
BUDGETS = (10, 30, 50, 100, 150, 200)
QUERY = """
select studied.stop_rule, studied.label_share,
    ltrim(format('{:.3f}', studied.tau_b), '0') || ', ' || studied.max_drop || ', '
        || round(100 * studied.rel_share)::integer || ' %' as cell,
from judging.strategy_comparison as studied
where studied.measure = 'map' and studied.strategy = $1 order by studied.num_labels
"""


@pytest.mark.real
@pytest.mark.campaign
def test_the_table_of_strategies_comes_out(real_database, tmp_path):
    db = tmp_path / "x.duckdb"
    shutil.copy(real_database, db)
    for strategy in STRATEGIES:
        simulate(db, StudyOptions("trec2021-passages", strategy, trials=10, seed=1), lambda _: None)
    con = database.open_readonly(db)
    studies = [{rule: row for rule, *row in con.execute(QUERY, [name]).fetchall()} for name in STRATEGIES]
    con.close()
    for budget in BUDGETS:
        rows = [study[f"fixed:{budget}"] for study in studies]
        line = f"| {budget} | {100 * rows[0][0]:.0f} % | {' | '.join(cell for _, cell in rows)} |"
        assert line in said("simulate"), line
