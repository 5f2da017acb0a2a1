"""With everything loaded that can be loaded, every printed number has a computed one beside it.

The data are invented, so the numbers differ; but a cell without a computed
value would be called a mismatch in earnest, on the day somebody loads it all.
The rounds of TREC-COVID, which are not here, have tests of their own.
"""

from __future__ import annotations

import comparing
import pytest


@pytest.mark.more
def test_every_requirement_that_can_be_met_is_met_here(complete_db):
    unmet = complete_db.execute(
        "select distinct kind, collection, name from published.requirement_parts where not is_met "
        "and coalesce(collection, '') not in (select collection from published.official_tables)"
    ).fetchall()
    assert {kind for kind, *_ in unmet} == {"outside"}


@pytest.mark.more
def test_every_cell_that_can_be_computed_is(complete_db):
    rows = comparing.asked(
        complete_db,
        'select exhibit, row_key, "column", reason from compared '
        "where status not in ('needs data', 'not reproducible') and computed is null order by all",
    )
    assert rows == []


@pytest.mark.more
def test_nothing_waits_but_what_nobody_can_load(complete_db):
    official = [name for (name,) in complete_db.execute("select exhibit from published.official_tables").fetchall()]
    found = comparing.asked(
        complete_db,
        "select distinct status, reason from compared where status in ('needs data', 'not reproducible') "
        f"and exhibit not in {tuple(official)}",
    )
    outside = {
        name
        for (name,) in complete_db.execute("select name from published.requirements where kind = 'outside'").fetchall()
    }
    assert {status for status, _ in found} == {"not reproducible"}
    assert {part for _, reason in found for part in reason.split("; ")} <= outside


@pytest.mark.more
def test_print_and_nist_stand_in_only_for_what_nobody_can_load(complete_db):
    """With all files loaded every other number comes from them, but what is counted by facts that a paper prints."""
    rows = complete_db.execute(
        "select distinct exhibit from published.computed where source <> 'files' order by all"
    ).fetchall()
    assert [exhibit for (exhibit,) in rows] == [
        *("A-S1", "A-S12", "A-S8", "A-T2", "A-T5", "A-T7", "B-S5", "C-S3", "C-S4", "C-T1"),
        *("D-S16", "D-S3", "D-S4", "D-T1"),
    ]


@pytest.mark.more
def test_no_cell_is_computed_twice(complete_db):
    twice = complete_db.execute(
        "select exhibit, row_key, column_name from published.computed "
        "group by all having count(*) > 1 or row_key is null"
    ).fetchall()
    assert twice == []
    printed = complete_db.execute("select count(*) from published.cells").fetchall()
    assert comparing.asked(complete_db, "select count(*) from compared") == printed
