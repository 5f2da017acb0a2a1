"""Leaderboards of answers on a page: ordered, tested, ties named, in natural order of topics."""

from __future__ import annotations

from dltrack_db.plugins.report import answers


def test_answers_have_a_leaderboard_with_ties_named_and_a_verdict(empty_db):
    empty_db.execute(
        "insert into main.nugget_labels select 'c', 'b', q::varchar, 'n' || n, 'run', r, 'j', '', case "
        "when r in ('a', 'b') or r = 'c' and (q < 10 or n < 3) then 1 when r = 'd' then 0.5 * (q % 2) else 0 end, "
        "null, 's' from range(1, 13) as topics (q), range(4) as nuggets (n), unnest(['a', 'b', 'c', 'd']) as runs (r)"
    )
    told = answers.boards(empty_db, "c")
    assert "Answers of 4 runs on 12 topics. No clear winner by all nuggets: 3 of 4 runs may be best; " in told
    assert "<b>a</b>, <b>b</b> score highest, 1.0000" in told
    assert "The other run is significantly worse than some run (paired t-tests, 5 % shared by a run's 3" in told
    assert [row.split("<td")[1].split(">")[1].split("<")[0] for row in told.split("<tr")[2:]] == ["a", "b", "c", "d"]
    assert 'title="mean">all nuggets</th>' in told and "None" not in told
