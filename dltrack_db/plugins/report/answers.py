"""Leaderboards of generated answers: one for each judge and each set of nuggets or citations."""

from __future__ import annotations

from html import escape

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.plugins.report.column_titles import heading
from dltrack_db.plugins.report.html import CLOSE, html_table

_BEST = "the best"


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
    title = f"Answers by {bank}, as {judge} labelled them"
    table = html_table(rows, label=f"{title} ({collection})", bar="mean", names={"mean": heading(measure)})
    return (
        f'<section class="answer" id="{place}" data-title="{escape(title)}"><h4>{escape(title)}</h4>'
        f"<p>{_result(rows, heading(measure))}</p>{table}"
        f'<p class="source"><code class="query">{escape(query)}</code></p></section>'
    )


def _result(rows: Answer, measure: str) -> str:
    """Return the result as a sentence, as for a leaderboard of rankings; runs with the same rank lead together."""
    verdicts = rows.values("versus_best")
    first = [run for run, verdict in zip(rows.values("run_id"), verdicts, strict=True) if verdict == _BEST]
    text = f"Answers of {len(rows.rows)} runs on {max(rows.values('num_topics'))} topics"
    best = rows.values("mean")[0]
    if len(first) == len(rows.rows) > 1:
        return f"{text}; all have the same mean by {escape(measure)}, {best:.4f}."
    teams = dict(zip(rows.values("run_id"), rows.values("team"), strict=True))
    names = ", ".join(f"<b>{escape(run)}</b>" + (f" ({escape(teams[run])})" if teams[run] else "") for run in first)
    if len(rows.rows) == 1:
        return f"{text}: {names} has {best:.4f} by {escape(measure)}."
    leads = f"best by {escape(measure)} is {names}" if len(first) == 1 else f"{names} share the first place"
    close = verdicts.count(CLOSE)
    few = "no other is" if not close else "1 run is" if close == 1 else f"{close} runs are"
    untested = " (untested runs left aside)" if None in verdicts else ""
    return (
        f"{text}; {leads} with {best:.4f}; {few} not shown to differ{untested} "
        "(paired t-test, corrected by Holm; intervals are 95% over topics)."
    )
