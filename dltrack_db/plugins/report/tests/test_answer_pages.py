"""Leaderboards of answers on a page: ordered, tested, ties named, in natural order of topics."""

from __future__ import annotations

from dltrack_db.plugins.report import answers


def test_answers_have_a_leaderboard_with_ties_named_and_tests_corrected(empty_db):
    empty_db.execute(
        "insert into main.nugget_labels select 'c', 'b', q::varchar, 'n' || n, 'run', r, 'j', '', case "
        "when r in ('a', 'b') or r = 'c' and (q < 10 or n < 3) then 1 when r = 'd' then 0.5 * (q % 2) else 0 end, "
        "null, 's' from range(1, 13) as topics (q), range(4) as nuggets (n), unnest(['a', 'b', 'c', 'd']) as runs (r)"
    )
    told = answers.boards(empty_db, "c")
    assert "Answers of 4 runs on 12 topics; <b>a</b>, <b>b</b> share the first place with 1.0000" in told
    assert "1 run is not shown to differ (paired t-test, corrected by Holm" in told
    assert [row.split("<td")[1].split(">")[1].split("<")[0] for row in told.split("<tr")[2:]] == ["a", "b", "c", "d"]
    assert 'title="mean">all nuggets</th>' in told and "None" not in told
