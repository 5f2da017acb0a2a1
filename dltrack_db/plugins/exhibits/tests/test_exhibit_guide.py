"""The page from exhibit to view is complete and as generated."""

from __future__ import annotations

import pytest

from dltrack_db.plugins.exhibits.reproduce import STATUSES
from docs.generate import exhibits


@pytest.mark.more
def test_every_exhibit_has_a_section_with_its_query(printed_db):
    page = exhibits.render(printed_db)
    rows = printed_db.execute("select exhibit, view, query, not_reproducible from published.exhibit_guide").fetchall()
    for exhibit, view, query, not_reproducible in rows:
        assert page.count(f"\n### {exhibit} (") == 1
        assert (view is None) == (not_reproducible is not None)
        assert query == (view and f"from {view}")
        assert view is None or f"```sql\n{query}\n```" in page
        assert not_reproducible is None or f"Not reproducible: {not_reproducible}." in page
    for status in STATUSES:
        assert f"| {status} |" in page
    order = [printed_db.execute("select list(exhibit order by position) from published.exhibit_guide").fetchone()[0]]
    assert order[0][:3] == ["A-T1", "A-T2", "A-T3"]
    assert order[0].index("A-S9") < order[0].index("A-S10") < order[0].index("B-T1")
