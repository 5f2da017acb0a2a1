"""Leaderboards of generated answers, one for each judge and each set of nuggets or citations."""

from __future__ import annotations

from html import escape

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.plugins.report.column_titles import heading
from dltrack_db.plugins.report.html import MAY_BE_BEST, html_table


def boards(con: duckdb.DuckDBPyConnection, collection: str) -> str:
    """Return the leaderboards of generated answers of a collection as HTML, each with its result and query."""
    listed = con.execute(_script("answer_boards", collection=collection)).fetchall()
    return "".join(
        _board(con, f"{escape(collection)}--answers{number}", collection, *board)
        for number, board in enumerate(listed, 1)
    )


def _script(name: str, **values: str) -> str:
    return sql_text.written_out(resources.script(f"plugins/report/report/{name}"), values)


def _board(con: duckdb.DuckDBPyConnection, place: str, collection: str, bank: str, judge: str, measure: str) -> str:
    query = _script("answer_board", collection=collection, bank=bank, judge=judge, measure=measure)
    rows = Answer.ask(con, query)
    title = f"Answers scored by {bank}, labelled by {judge}"
    table = html_table(rows, label=f"{title} ({collection})", bar="mean", names={"mean": heading(measure)})
    return (
        f'<section class="answer" id="{place}" data-title="{escape(title)}"><h4>{escape(title)}</h4>'
        f"<p>{_result(rows, heading(measure))}</p>{table}"
        f'<p class="source"><code class="query">{escape(query)}</code></p></section>'
    )


def _result(rows: Answer, measure: str) -> str:
    """Return the result in words, as `systems.verdict` does for a leaderboard of rankings."""
    verdicts, places = rows.values("verdict"), rows.values("place")
    text = f"Answers of {len(rows.rows)} runs on {max(rows.values('num_topics'))} topics"
    best = rows.values("mean")[0]
    teams = dict(zip(rows.values("run_id"), rows.values("team"), strict=True))
    first = [run for run, place in zip(teams, places, strict=True) if place == 1]
    names = ", ".join(f"<b>{escape(run)}</b>" + (f" ({escape(teams[run])})" if teams[run] else "") for run in first)
    if len(rows.rows) == 1:
        return f"{text}: {names} has {best:.4f} by {escape(measure)}."
    if not any(verdicts):
        return (
            f"{text}; all have the same mean by {escape(measure)}, {best:.4f}."
            if len(first) == len(teams)
            else (f"{text}; by {escape(measure)} {names} scores highest, {best:.4f}; not tested.")
        )
    may, tested = verdicts.count(MAY_BE_BEST), len([each for each in verdicts if each])
    untested = f"; {len(verdicts) - tested} not tested" if tested < len(verdicts) else ""
    if may == 1:
        result = f"Only {names} may be best by {escape(measure)}: {best:.4f}"
    else:
        highest = f"{names} {'scores' if len(first) == 1 else 'score'} highest, {best:.4f}"
        result = f"No clear winner by {escape(measure)}: {may} of {tested} runs may be best; {highest}"
    others = "The other run is" if tested - may == 1 else f"Each of the other {tested - may} is"
    return (
        f"{text}. {result}{untested}. {others} significantly worse than some run "
        f"(paired t-tests, 5 % shared by a run's {tested - 1} comparisons; intervals are 95% over topics)."
        if may < tested
        else f"{text}. {result}{untested} (intervals are 95% over topics)."
    )
