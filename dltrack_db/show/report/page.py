"""The report's page: one HTML file that asks nothing of the network."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from itertools import count
from pathlib import Path
from string import Template
from typing import Any

import duckdb
from altair.utils import schemapi

from dltrack_db.ask import basis
from dltrack_db.ask.leaderboard import has_gaps, lead_notes, provenance_notes
from dltrack_db.base import progress, recipes, resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.export import cite
from dltrack_db.score import stored_measures
from dltrack_db.show import printable
from dltrack_db.show.report import answers, head, highlight, measures, vega
from dltrack_db.show.report import settings as organizers
from dltrack_db.show.report.column_titles import heading
from dltrack_db.show.report.figure import Figure, omission_note, population, read_rows
from dltrack_db.show.report.figures import FIGURES
from dltrack_db.show.report.figures.systems import by_measure
from dltrack_db.show.report.html import CLOSE, TINTED, html_table
from dltrack_db.show.report.settings import Settings
from dltrack_db.show.script import as_json
from dltrack_db.store import collections as loaded
from dltrack_db.store import derive

INTRO = (
    "A <b>dltrack</b> report. Every number is the answer of a view to the query under it; the same query gives the "
    "same number in the DuckDB shell."
)
# Runs that share the first place are named up to so many.
_MOST_NAMED = 5
_LEADERBOARD = "Leaderboard"
_PARTS = (("leaderboard", _LEADERBOARD), ("topics", "Topics"), ("figures", "Figures"))
"""Parts of a collection's section, by the end of their ids; a report has no topics."""
_SECONDARY = ("subtask", "stage", "dense", "in_overview", "provenance")
"""Columns of a leaderboard that are shown when they are chosen."""
_OTHER_RUNS = {"organizers_runs": "by the organizers", "nameless_runs": "without a team"}
"""Submitted runs of which no team that took part is known."""
_FACTS = ("minimum relevance", "tie rule", "official labels", "judged topics")


def build_page(
    con: duckdb.DuckDBPyConnection, name: str, highlighted: Sequence[str] = (), settings: Path | None = None
) -> str:
    """The page about an edition or a collection; `highlighted` runs stand out in it, `settings` are a site's.

    Raises:
        RecipeError: as of `settings.read` and `settings.with_stored_measures`.
        UsageError: the database holds neither of that name, or no such run.
    """
    collections = loaded.find_collections(con, name, "the database")
    highlight.check(con, collections, highlighted)
    chosen = organizers.read(settings) if settings else Settings()
    chosen = organizers.with_stored_measures(con, chosen, collections)
    additions = Additions(highlighted=highlighted, settings=chosen)
    return "".join(assemble_page(con, name, collections, additions))


@dataclass(frozen=True)
class Additions:
    """Additions of a page to the report: the site's policy, introduction, style, tools and parts, as HTML.

    `style` stands behind the report's own, `buttons` in the bar, `before` between bar and results, `tools` behind
    those, `end` behind the scripts; `figures` are those to draw, `tables` gives further tables
    of a collection, `offer` gives the link to the rows of a collection's table of that name; `highlighted` are runs to
    highlight, `vega` replaces the program that draws.
    `duckdb_version` is that of the DuckDB in the page, empty where there is none; `is_public` leaves out
    commands that only the owner of the database can use. `settings` are the organizer's, with stored names of measures.
    """

    policy: str = vega.POLICY
    intro: str = INTRO
    style: str = ""
    vega: str | None = None
    buttons: str = ""
    before: str = ""
    tools: str = ""
    end: Sequence[str] = ()
    figures: Sequence[Figure] = tuple(figure for figure in FIGURES if figure.in_page)
    tables: Callable[[str], str] = lambda _: ""
    offer: Callable[[str, str, Answer], str] = lambda *_: ""
    highlighted: Sequence[str] = ()
    duckdb_version: str = ""
    is_public: bool = False
    settings: Settings = field(default_factory=Settings)


def assemble_page(
    con: duckdb.DuckDBPyConnection, name: str, collections: Sequence[str], additions: Additions
) -> Iterator[str]:
    """The page about some collections, in pieces: those of a site are large."""
    descriptions = _descriptions(con)
    collections = sort_by_evidence(con, collections)
    top = head.build(con, collections)
    title = additions.settings.title or top.title
    folder = files("dltrack_db.show.report")
    page = Template(folder.joinpath("page.html").read_text(encoding="utf-8"))
    yield page.substitute(
        title=escape(title),
        logo=additions.settings.logo_html,
        welcome=additions.settings.welcome_html,
        preview=additions.settings.preview_html,
        description=escape(f"{title}: runs, measures, topics and labels of {', '.join(collections)}."),
        facts=top.facts,
        tabs=f'<ul class="tabs" aria-label="Collections">{top.tabs}</ul>' if len(collections) > 1 else "",
        citation=top.citation,
        policy=additions.policy,
        intro=additions.intro,
        tool_buttons=additions.buttons,
        before=additions.before,
        tools=additions.tools,
        contents=_contents(collections, additions),
        loaded=_loads_section(con, list(collections)),
        versions=escape(_versions(con, additions.duckdb_version)),
        sections="".join(
            _collection_section(con, collection, top.names[collection], descriptions, additions)
            for collection in collections
        ),
        style=folder.joinpath("page.css").read_text(encoding="utf-8") + additions.style + additions.settings.style,
        config=as_json(vega.config(vega.PAGE_COLORS)),
        vega=f"<script>{vega.program()}</script>\n" if additions.vega is None else additions.vega,
        script="".join(folder.joinpath(name).read_text(encoding="utf-8") for name in ("grid.js", "page.js")),
    )
    yield from additions.end
    yield "</body>\n</html>\n"


def sort_by_evidence(con: duckdb.DuckDBPyConnection, collections: Sequence[str]) -> list[str]:
    """Sort collections by year and edition, those of one by evidence: runs with rankings, scores, labels alone."""
    return [row[0] for row in _script(con, "evidence", collections=list(collections)).rows]


def _contents(collections: Sequence[str], additions: Additions) -> str:
    """The links of the bar; those to parts of a collection lead to the first one's."""
    parts = _PARTS if additions.is_public else _PARTS[:1] + _PARTS[2:]
    first = escape(collections[0]) if collections else ""
    links = [f'<a href="#{first}--{part}" data-part="{part}">{text}</a>' for part, text in parts]
    ends = ['<a href="#cite">Cite</a>', *([] if additions.is_public else ['<a href="#loaded">Where it comes from</a>'])]
    return "".join(f"<li>{link}</li>" for link in [*links, *ends])


def _script(con: duckdb.DuckDBPyConnection, name: str, **values: object) -> Answer:
    return Answer.ask(con, _script_text(name, **values))


def _script_text(name: str, **values: object) -> str:
    return sql_text.written_out(resources.script(f"show/report/{name}"), values)


def _source(query: str, before: str = "") -> str:
    return f'<p class="source">{before}<code class="query">{escape(query)}</code></p>'


def _versions(con: duckdb.DuckDBPyConnection, in_page: str) -> str:
    facts = dict(con.execute("select key, value from main.database_info").fetchall())
    return f"dltrack {facts.get('dltrack_version')}, DuckDB {in_page or facts.get('duckdb_version')}"


def _descriptions(con: duckdb.DuckDBPyConnection) -> dict[str, dict[str, Any]]:
    """Meaning, source and caveats of every object, from the live comments."""
    return {row["object"]: row for row in Answer.ask(con, "from catalog.objects").records()}


def _loads_section(con: duckdb.DuckDBPyConnection, collections: list[str]) -> str:
    """Return the section on what is loaded and what was expected of it."""
    editions = _script(con, "editions", collections=collections).values("edition")
    status = _script(con, "status", collections=collections, editions=editions)
    checks = _script(con, "validations", editions=editions)
    fallen = [row["meaning"] for row in checks.records() if not row["success"]]
    outcome = f"{len(fallen)} warning{'s' if len(fallen) > 1 else ''}: {'; '.join(fallen)}" if fallen else "all hold"
    summary = escape(f"{len(checks.rows)} checks of the files, {outcome}")
    if not status.rows:
        return ""
    return (
        html_table(status, "What is loaded")
        + _source(_script_text("status", collections=collections, editions=editions))
        + f"<details><summary>{summary}</summary>"
        + html_table(checks, label="Expectations")
        + _source(_script_text("validations", editions=editions))
        + "</details>"
    )


def _collection_section(
    con: duckdb.DuckDBPyConnection,
    collection: str,
    name: str,
    descriptions: dict[str, dict[str, Any]],
    additions: Additions,
) -> str:
    """The section about a collection, which people call `name`."""
    _, *facts = _script(con, "collection", collection=collection).rows[0]
    is_judged = facts[-1] > 0
    shown_facts = [f"{name}: {printable(fact)}" for name, fact in zip(_FACTS, facts, strict=True) if fact is not None]
    facts_text = "; ".join(shown_facts) if is_judged else ""
    progress.stage(f"{collection}: leaderboard")
    shown = measures.columns(con, collection, additions.settings.measures.get(collection, ()))
    _, printed, measure, _ = shown[0]
    board = Answer.ask(con, measures.board_query(con, collection, shown))
    start = f'<section class="collection" id="{escape(collection)}"><h2>{escape(name)}</h2>'
    answer_boards = answers.boards(con, collection)
    all_figures = [by_measure(figure, measure, printed) for figure in additions.figures]
    # a view of runs takes its time even where there are none, because other collections have some
    drawable = {each.name for each in all_figures if board.rows or not each.uses_runs}
    runs = additions.highlighted
    figures_to_ask = [each for each in all_figures if each.name in drawable]
    rows_by_figure = dict(
        zip((each.name for each in figures_to_ask), _rows(con, figures_to_ask, collection), strict=True)
    )
    figures = [
        (each, *highlight.rows_with_runs(con, each, collection, rows_by_figure.get(each.name, Answer([], [])), runs))
        for each in all_figures
    ]
    could_be_drawn = population(con, collection)
    topics = dict.fromkeys(figure.topic for figure, rows, _ in figures if not figure.not_drawn(rows))
    fingerprint = cite.line(con, collection)
    parts = [
        start,
        f"<p>{_result(con, collection, facts[-1], measure, printed)}</p>" if board.rows else "",
        *(
            f'<p class="lead">{escape(line[:1].upper() + line[1:])}.</p>'
            for line in lead_notes(con.execute, collection, measure)
        ),
        _leaderboard(con, board, collection, shown, runs, fingerprint, answer_boards, is_public=additions.is_public),
        additions.offer(collection, "leaderboard", board) if board.rows else "",
        *(
            f'<p class="look">{escape(line)}.</p>'
            for line in (
                *provenance_notes(board.values("provenance"), has_gaps=has_gaps(board, [each.name for each in shown])),
                *basis.notes(basis.read(con, collection, [each.measure for each in shown])),
            )
        ),
        f'<p class="look">{escape(facts_text)}{". " if facts_text else ""}{_submission_rule(con, collection)}'
        f"Cite it as <code>{escape(fingerprint)}</code>"
        f"{'' if additions.is_public else f' (<code>dltrack cite {escape(collection)}</code>)'}.</p>",
        *(_moved_topics(con, board, collection, run) for run in runs),
        "" if additions.is_public else _topic_fields(con, collection),  # a topic's page has them
        additions.tables(collection),
        f'<p class="sections" id="{escape(collection)}--figures"><b>Figures</b>' if topics else "",
        *(f'<a href="#{_place(collection, topic)}">{escape(topic)}</a>' for topic in topics),
        "</p>" if topics else "",
    ]
    topic = ""
    for figure, rows, noun in figures:
        if figure.not_drawn(rows):
            continue
        if figure.topic != topic:
            topic = figure.topic
            parts.append(f'<h3 id="{_place(collection, topic)}">{escape(topic)}</h3>')
        note = omission_note(rows, could_be_drawn)
        parts.append(_figure(figure, rows, collection, descriptions.get(figure.object, {}), additions, noun, note))
    absent = [(figure.title, reason) for figure, rows, _ in figures if (reason := figure.not_drawn(rows))]
    if absent and not additions.is_public:
        items = "".join(f"<li><b>{escape(title)}</b>: {escape(reason)}.</li>" for title, reason in absent)
        few = f"{len(absent)} figure{'s' if len(absent) > 1 else ''} not drawn: no data"
        parts.append(f'<details><summary>{few}</summary><ul class="absent">{items}</ul></details>')
    return "\n".join([*parts, "</section>"])


def _result(con: duckdb.DuckDBPyConnection, collection: str, topics: int, measure: str, printed: str) -> str:
    """The result in one sentence: how many runs and topics, which lead, whether that is real."""
    row = _script(con, "result", collection=collection, measure=measure).records()[0]
    runs, submissions, close = row["runs"], row["submitted_runs"], row["close_runs"]
    parts = [f"{_count(submissions, 'run')}{_count_teams(row)}"] if submissions else []
    if runs > submissions:
        parts.append(f"{_count(runs - submissions, 'run')} not submitted")
    text = f"{' and '.join(parts)} on {topics} judged topics"
    if row["best_value"] is None:
        return f"{text}."
    first = row["first_runs"] or []
    if not first:
        return f"{text}; all have the same {printed}, {row['best_value']:.4f}."
    if len(first) == 1:
        text += f"; best by {printed} is <b>{escape(first[0])}</b> with {row['best_value']:.4f}"
    else:
        named = (
            ", ".join(f"<b>{escape(run)}</b>" for run in first) if len(first) <= _MOST_NAMED else f"{len(first)} runs"
        )
        text += f"; {named} share the first place by {printed} with {row['best_value']:.4f}"
    lead, them = ("its lead", "it") if len(first) == 1 else ("their lead", "them")
    few = "1 run is" if close == 1 else f"{close or 'no'} runs are"
    tested, ranked, best_tested = row["tested_runs"], row["ranked_runs"], row["best_tested"]
    is_partial = tested < ranked > 1
    known = f"{tested} of {ranked} runs have scores per topic"
    if is_partial and best_tested and best_tested not in first:
        return (
            f"{text}; nothing tells whether {lead} is real: {known}, the best of these is "
            f"<b>{escape(best_tested)}</b>, and {few} not shown to differ from it (paired t-test, corrected by Holm)."
        )
    if close:
        return (
            f"{text}; {lead} could be chance: {few} not shown to differ from {them} (paired t-test, corrected by Holm"
            f"{f'; {known}' if is_partial else ''})."
        )
    if untested := row["untested_runs"]:
        return f"{text}; nothing tells whether {lead} over {_count(untested, 'run')} is real: {row['untested']}."
    if is_partial:
        return f"{text}; only the scores per topic of all runs can show whether {lead} is real: {known}."
    if runs > len(first):
        text += f"; {lead} is more than chance explains (paired t-test, corrected by Holm)"
    return f"{text}."


def _submission_rule(con: duckdb.DuckDBPyConnection, collection: str) -> str:
    """Return the sentence on which runs of a user's collection count as submitted, '' for an official one."""
    query = sql_text.fill_values("select edition from main.collections where collection = $1", [collection])
    is_official = con.execute(query).fetchall()[0][0] in recipes.names()
    return "" if is_official else "Every run counts as submitted, unless it was said not to be. "


def _count_teams(row: dict[str, Any]) -> str:
    """Return the number of teams, and of submitted runs of the organizers or without a team, as text."""
    if row["nameless_runs"] == row["submitted_runs"]:
        return " (no teams named)"
    other_runs = [f"{row[key]} {owner}" for key, owner in _OTHER_RUNS.items() if row[key]]
    teams = f" of {_count(row['teams'], 'team')}" if row["teams"] else ""
    return f"{teams} ({', '.join(other_runs)})" if other_runs else teams


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _rows(con: duckdb.DuckDBPyConnection, figures: Sequence[Figure], collection: str) -> list[Answer]:
    """The rows of each figure, asked for side by side, each by one thread, so that last digits are always the same."""
    current, threads = con.execute("select current_database(), current_setting('threads')").fetchall()[0]

    first = count(1)

    def rows(figure: Figure) -> Answer:
        own = con.cursor()
        try:
            own.execute(f"use {current}")
            return read_rows(own, figure, collection)
        finally:
            own.close()
            progress.stage(f"{collection}: figures", next(first), len(figures))

    with derive.one_thread(con), ThreadPoolExecutor(threads) as pool:
        return list(pool.map(rows, figures))


def _place(collection: str, topic: str) -> str:
    """Return the anchor of the leaderboard or the figures about something; tables and figures have shorter names."""
    return escape(f"{collection}--{topic.lower().replace(' ', '-')}{'' if topic == _LEADERBOARD else '-figures'}")


def _leaderboard(
    con: duckdb.DuckDBPyConnection,
    board: Answer,
    collection: str,
    shown: Sequence[measures.Column],
    highlighted: Sequence[str],
    fingerprint: str,
    answer_boards: str,
    *,
    is_public: bool,
) -> str:
    start = f'<h3 id="{_place(collection, _LEADERBOARD)}">{_LEADERBOARD}</h3>'
    if not board.rows:
        if is_public and not answer_boards:
            return ""
        cure = "; load them with: dltrack ingest ID --runs DIR"
        return start + (answer_boards or f'<p class="absent">No runs are loaded{cure}</p>')
    name = escape(collection)
    names = {each.name: each.printed for each in shown}
    rising = [each.name for each in shown if each.direction == -1]
    boxes = "".join(
        f'<label><input type="checkbox" value="{column}"{"" if column in _SECONDARY else " checked"}> '
        f"{escape(names.get(column) or heading(column))}</label>"
        for i, column in enumerate(board.columns)
        if i > 2 and any(row[i] is not None for row in board.rows)
    )
    hiding_rules = "".join(f"[id='{name}--board'] .c-{column}{{display:none}}" for column in _SECONDARY)
    return (
        f'{start}<div class="board" id="{name}--board" data-cite="{escape(fingerprint)}"><style>{hiding_rules}</style>'
        f'<p><label>Search <input type="search" class="search" data-table="{name}--runs" '
        'placeholder="run, team, type"></label> <span class="found" aria-live="polite"></span></p>'
        f'<details class="columns"><summary>Columns</summary><p>{boxes}</p></details>'
        + html_table(
            board,
            id=f"{name}--runs",
            bar=shown[0].name,
            highlighted=highlighted,
            names=names,
            rising=rising,
        )
        + _footnote(con, board, collection, [each.measure for each in shown])
        + '<details class="source"><summary>Macro <code>systems.standings</code>, in the query of this table</summary>'
        + f"{_source(board.query)}</details>"
        + f"</div>{answer_boards}"
    )


def _footnote(con: duckdb.DuckDBPyConnection, board: Answer, collection: str, stored_names: Sequence[str]) -> str:
    """Explain the band of a leaderboard, give the statistical footnote, and name measures of which lower is better."""
    (note,) = _script(con, "footnote", collection=collection, measure=stored_names[0]).values("note")
    band = [TINTED] if CLOSE in board.values("versus_best") else []
    footnote = "; ".join([*band, *filter(None, [note]), *stored_measures.direction_notes(con, stored_names)])
    return f'<p class="look foot">{escape(footnote[:1].upper() + footnote[1:])}.</p>' if footnote else ""


def _moved_topics(con: duckdb.DuckDBPyConnection, board: Answer, collection: str, run: str) -> str:
    """The topics on which a run differs most from the best other one."""
    run_ids = board.values("run_id") if board.rows else []
    best = next((other for other in run_ids if other != run), None)
    if run not in run_ids or best is None:
        return ""
    values = {"collection": collection, "best": best, "run": run}
    rows = _script(con, "moved_topics", **values)
    title = f"Topics that move most from {best} (a) to {run} (b)"
    return html_table(rows, title) + _source(_script_text("moved_topics", **values)) if rows.rows else ""


def _topic_fields(con: duckdb.DuckDBPyConnection, collection: str) -> str:
    """Return the fields of the topics, folded up; empty where they have none."""
    rows = _script(con, "topic_fields", collection=collection)
    if not rows.rows:
        return ""
    summary = f"What the topics say: {_count(len(rows.rows), 'field')} of {len(set(rows.values('query_id')))}"
    source = _source(_script_text("topic_fields", collection=collection))
    return f"<details><summary>{summary}</summary>{html_table(rows, label='Fields of topics')}{source}</details>"


def _alt(figure: Figure, rows: Answer) -> str:
    """Describe a figure to those who do not see it: its subject, its rows, the range of its first measure."""
    summary = f"{figure.title}: {len(rows.rows):,} {'row' if len(rows.rows) == 1 else 'rows'}"
    for column in rows.columns:
        numbers = [value for value in rows.values(column) if isinstance(value, float)]
        if numbers and heading(column) != column:  # a name that only programs know says nothing aloud
            summary += f", {heading(column)} from {min(numbers):.4f} to {max(numbers):.4f}"
            break
    return f"{summary}; all of them are in the table below. {figure.look}"


def _figure(
    figure: Figure,
    rows: Answer,
    collection: str,
    descriptions: dict[str, Any],
    additions: Additions,
    counted: Sequence[str],
    omission: str,
) -> str:
    with schemapi.debug_mode(False):  # what each figure is made of is checked where one is drawn alone, and by tests
        chart: Any = figure.chart(rows)
    data = {
        "spec": highlight.mark_runs(chart.to_dict(validate=False), additions.highlighted),
        "columns": rows.columns,
        "rows": rows.rows,
    }
    quoted_name = "'" + collection.replace("'", "''") + "'"
    source = escape(str(descriptions.get("source") or ""))
    caveats = f" <b>Note:</b> {escape(str(descriptions['caveats']))}." if descriptions.get("caveats") else ""
    if counted:
        caveats += f" <b>Drawn among the submitted runs:</b> {escape(', '.join(counted))}, which the query leaves out."
    if omission:
        caveats += f" {escape(omission)}"
    command = f"dltrack report {escape(collection)} --figure {figure.name} -o {figure.name}.pdf"
    picture = "" if additions.is_public else f" Picture: <code>{command}</code>"
    return (
        f'<figure id="{escape(collection)}--{figure.name}"><h4>{escape(figure.title)}</h4>'
        f'<p class="look">{escape(str(descriptions.get("meaning") or ""))} {escape(figure.look)}</p>'
        f'<div class="chart" role="group" aria-label="{escape(figure.title)}" '
        f'data-alt="{escape(_alt(figure, rows))}"></div>'
        f'<script type="application/json">{as_json(data)}</script>'
        f'<details class="rows"><summary>Table of {len(rows.rows):,} rows</summary></details>'
        f'<figcaption class="source">{f"After {source}." if source else ""}{caveats} <span class="asked">Answer: '
        f'<code class="query">{escape(figure.query(quoted_name))}</code></span>{picture}'
        "</figcaption></figure>"
    )
