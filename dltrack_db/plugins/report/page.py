"""The page of the report: one HTML file that works without a network."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from html import escape
from importlib.resources import files
from itertools import count
from pathlib import Path
from string import Template
from typing import Any

import duckdb
from altair.utils import schemapi

from dltrack_db.ask import basis
from dltrack_db.ask.leaderboard import has_gaps, provenance_notes, verdict_notes
from dltrack_db.base import progress, recipes, resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.export import cite
from dltrack_db.plugins.report import answers, head, highlight, measures, vega
from dltrack_db.plugins.report import settings as organizers
from dltrack_db.plugins.report.column_titles import heading
from dltrack_db.plugins.report.figure import Figure, omission_note, population, read_rows
from dltrack_db.plugins.report.figures import FIGURES
from dltrack_db.plugins.report.figures.systems import by_measure
from dltrack_db.plugins.report.html import MAY_BE_BEST, TINTED, html_table
from dltrack_db.plugins.report.settings import Settings
from dltrack_db.score import stored_measures
from dltrack_db.show import printable
from dltrack_db.show.script import as_json
from dltrack_db.store import collections as loaded
from dltrack_db.store import derive, facts

INTRO = (
    "A <b>dltrack</b> report. Every number comes from the query below it; the same query in a DuckDB shell returns "
    "the same number."
)
# Maximum number of runs named as tied for the first rank.
_MOST_NAMED = 5
_LEADERBOARD = "Leaderboard"
_PARTS = (("leaderboard", _LEADERBOARD), ("topics", "Topics"), ("figures", "Figures"))
"""Parts of a collection's section: the end of the element id, and the title; only a site has topics."""
_SECONDARY = ("subtask", "stage", "dense", "in_overview", "provenance")
"""Leaderboard columns that are hidden by default."""
_DRAWN = ("beaten_by", "behind_low", "behind_high")
"""Leaderboard columns that a site draws as lines."""
_OTHER_RUNS = {"organizers_runs": "by the organizers", "nameless_runs": "without a team"}
"""Submitted runs that do not belong to a participating team: column in the query, and words on the page."""
_FACTS = ("minimum relevance", "tie rule", "official labels", "judged topics")


def build_page(
    con: duckdb.DuckDBPyConnection, name: str, highlighted: Sequence[str] = (), settings: Path | None = None
) -> str:
    """Return the HTML page about an edition or collection; `settings` is the path of a `site.toml`."""
    collections = loaded.find_collections(con, name, "the database")
    highlight.check(con, collections, highlighted)
    chosen = organizers.read(settings) if settings else Settings()
    chosen = organizers.with_stored_measures(con, chosen, collections)
    additions = Additions(highlighted=highlighted, settings=chosen)
    return "".join(assemble_page(con, name, collections, additions))


@dataclass(frozen=True)
class Additions:
    """Parts of the page that differ between a report and a site. Texts are HTML unless stated otherwise.

    Attributes:
        policy: Content security policy.
        intro: Introduction.
        style: CSS after the report's CSS.
        vega: Script elements that replace the chart library; None to include the library in the page.
        buttons: Buttons in the bar.
        before, tools: Sections before and after the results.
        end: Texts after the scripts.
        figures: Figures to draw.
        tables: Function that returns further tables of a collection.
        offer: Function that returns a link to the rows of a table of a collection.
        stored_rows: Relations on this connection that already have the rows of figures, by the view of the figure.
        highlighted: Runs to highlight.
        duckdb_version: Version of the DuckDB in the page, if any.
        is_public: Whether to omit commands that need the owner's database.
        settings: The organizer's settings, with stored measure names.
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
    stored_rows: Mapping[str, str] = field(default_factory=dict)
    highlighted: Sequence[str] = ()
    duckdb_version: str = ""
    is_public: bool = False
    settings: Settings = field(default_factory=Settings)


def assemble_page(
    con: duckdb.DuckDBPyConnection, name: str, collections: Sequence[str], additions: Additions
) -> Iterator[str]:
    """Yield the page about `collections` in pieces, because the page of a site is large."""
    descriptions = _descriptions(con)
    collections = sort_by_evidence(con, collections, additions.settings.order)
    top = head.build(con, collections, additions.settings.names)
    title = additions.settings.title or top.title
    folder = files("dltrack_db.plugins.report")
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


def sort_by_evidence(
    con: duckdb.DuckDBPyConnection, collections: Sequence[str], order: Sequence[str] = ()
) -> list[str]:
    """Sort collections: first those in `order`, then newest edition first.

    Within an edition, collections with rankings come first, then those with scores, then those with labels.
    """
    if len(collections) < 2:
        return list(collections)
    names = [row[0] for row in _script(con, "evidence", collections=list(collections)).rows]
    return sorted(names, key=lambda name: [*order, name].index(name) if name in order else len(order))


def _contents(collections: Sequence[str], additions: Additions) -> str:
    """Return the links in the bar, which point to parts of the first collection's section."""
    parts = _PARTS if additions.is_public else _PARTS[:1] + _PARTS[2:]
    first = escape(collections[0]) if collections else ""
    links = [f'<a href="#{first}--{part}" data-part="{part}">{text}</a>' for part, text in parts]
    ends = ['<a href="#cite">Cite</a>', *([] if additions.is_public else ['<a href="#loaded">Data sources</a>'])]
    return "".join(f"<li>{link}</li>" for link in [*links, *ends])


def _script(con: duckdb.DuckDBPyConnection, name: str, **values: object) -> Answer:
    return Answer.ask(con, _script_text(name, **values))


def _script_text(name: str, **values: object) -> str:
    return sql_text.written_out(resources.script(f"plugins/report/report/{name}"), values)


def _source(query: str, before: str = "") -> str:
    return f'<p class="source">{before}<code class="query">{escape(query)}</code></p>'


def _versions(con: duckdb.DuckDBPyConnection, in_page: str) -> str:
    ((dltrack, duckdb_then),) = _script(con, "versions").rows  # a script, because a page has no database file
    return f"dltrack {dltrack}, DuckDB {in_page or duckdb_then}"


def _descriptions(con: duckdb.DuckDBPyConnection) -> dict[str, dict[str, Any]]:
    """Return meaning, source and caveats of every table, view and macro, from the comments in the database."""
    return {row["object"]: row for row in Answer.ask(con, "from catalog.objects").records()}


def _loads_section(con: duckdb.DuckDBPyConnection, collections: list[str]) -> str:
    """Return the section on loaded data and its checks."""
    editions = _script(con, "editions", collections=collections).values("edition")
    status = _script(con, "status", collections=collections, editions=editions)
    checks = _script(con, "validations", editions=editions)
    fallen = [row["meaning"] for row in checks.records() if not row["success"]]
    outcome = f"{len(fallen)} warning{'s' if len(fallen) > 1 else ''}: {'; '.join(fallen)}" if fallen else "all passed"
    summary = escape(f"{len(checks.rows)} checks of the files, {outcome}")
    if not status.rows:
        return ""
    return (
        html_table(status, "Loaded data")
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
    """Return the section about a collection, titled `name`."""
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
    hidden = additions.settings.figures.get("hidden", ())
    all_figures = [by_measure(each, measure, printed) for each in additions.figures if each.name not in hidden]
    # figures of runs are slow even for a collection without runs, because their views read other collections
    drawable = {each.name for each in all_figures if board.rows or not each.uses_runs}
    runs = additions.highlighted
    figures_to_ask = [each for each in all_figures if each.name in drawable]
    rows_by_figure = dict(
        zip(
            (each.name for each in figures_to_ask),
            _rows(con, figures_to_ask, collection, additions.stored_rows),
            strict=True,
        )
    )
    figures = [
        (each, *highlight.rows_with_runs(con, each, collection, rows_by_figure.get(each.name, Answer([], [])), runs))
        for each in all_figures
    ]
    could_be_drawn = population(con, collection)
    fingerprint = cite.line(con, collection)
    parts = [
        start,
        f"<p>{_result(con, collection, facts[-1], measure, printed)}</p>" if board.rows else "",
        _leaderboard(con, board, collection, shown, additions, fingerprint, answer_boards),
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
    ]
    is_official = _edition(con, collection) in recipes.names()
    texts_by_topic: dict[str, list[str]] = {"": []}
    for figure, rows, noun in figures:
        if figure.not_drawn(rows):
            continue
        description = _in_words(descriptions.get(figure.object, {}), descriptions, is_official=is_official)
        text = _figure(figure, rows, collection, description, additions, noun, omission_note(rows, could_be_drawn))
        texts_by_topic.setdefault("" if figure.is_first else figure.topic, []).append(text)
    parts += _figure_parts(collection, texts_by_topic, is_open=not additions.is_public)
    absent = [(figure.title, reason) for figure, rows, _ in figures if (reason := figure.not_drawn(rows))]
    if absent and not additions.is_public:
        items = "".join(f"<li><b>{escape(title)}</b>: {escape(reason)}.</li>" for title, reason in absent)
        few = f"{len(absent)} figure{'s' if len(absent) > 1 else ''} not drawn: no data"
        parts.append(f'<details><summary>{few}</summary><ul class="absent">{items}</ul></details>')
    return "\n".join([*parts, "</section>"])


def _result(con: duckdb.DuckDBPyConnection, collection: str, topics: int, measure: str, printed: str) -> str:
    """Return a sentence on which runs may be best, out of how many runs and teams, and on how many topics."""
    row = _script(con, "result", collection=collection, measure=measure).records()[0]
    runs, submissions = row["runs"], row["submitted_runs"]
    parts = [f"{_count(submissions, 'run')}{_count_teams(row)}"] if submissions else []
    if runs > submissions:
        parts.append(f"{_count(runs - submissions, 'run')} not submitted")
    about = f"{' and '.join(parts)} on {topics} judged topics"
    if verdicts := verdict_notes(con.execute, collection, measure):
        verdict, *details = verdicts[0].split(". ", 1)
        return f"<b>{escape(verdict)}.</b> {escape('. '.join([*details, about]))}."
    if row["best_value"] is None:
        return f"{about}."
    value = f"{row['best_value']:.4f}"
    if row["scored_runs"] == 1:
        return f"{about}; <b>{escape(row['best_run'])}</b> alone has a score: {escape(printed)} {value}."
    return f"{about}; all have the same {escape(printed)}, {value}."


def _submission_rule(con: duckdb.DuckDBPyConnection, collection: str) -> str:
    """Return a sentence on which runs are treated as submitted; '' for an official collection."""
    is_official = _edition(con, collection) in recipes.names()
    return "" if is_official else "All runs are treated as submitted, except those loaded with --not-submitted. "


def _edition(con: duckdb.DuckDBPyConnection, collection: str) -> str:
    query = sql_text.fill_values("select edition from main.collections where collection = $1", [collection])
    return str(con.execute(query).fetchall()[0][0])


def _figure_parts(collection: str, texts_by_topic: dict[str, list[str]], *, is_open: bool) -> Iterator[str]:
    """Yield the figures of a collection: the first ones, then the others by topic, folded unless `is_open`."""
    first, others = texts_by_topic[""], {topic: texts for topic, texts in texts_by_topic.items() if topic}
    if not first and not others:
        return
    name = escape(collection)
    yield f'<h3 id="{name}--figures">Figures</h3>'
    yield from first
    if not others:
        return
    number = sum(map(len, others.values()))
    state = " open" if is_open or not first else ""
    yield f'<details class="specialists" id="{name}--specialists"{state}>'
    yield f"<summary>For specialists: {number} {'more ' if first else ''}figure{'' if number == 1 else 's'}</summary>"
    links = "".join(f'<a href="#{_place(collection, topic)}">{escape(topic)}</a>' for topic in others)
    yield f'<p class="sections">{links}</p>'
    for topic, texts in others.items():
        yield f'<h3 id="{_place(collection, topic)}">{escape(topic)}</h3>'
        yield from texts
    yield "</details>"


_NAMED = re.compile(r"`|\b[a-z_]+\.[a-z]\w+")
"""A command, or a possible SQL name."""


def _in_words(description: dict[str, Any], known: Mapping[str, Any], *, is_official: bool) -> dict[str, str]:
    """Return source and caveats of an object, without texts that mention SQL.

    The source is empty unless the edition is official.
    """

    def kept(key: str) -> str:
        texts = str(description.get(key) or "").split("; ")
        schemas = {name.partition(".")[0] for name in known}
        return "; ".join(
            text
            for text in texts
            if not any(name == "`" or name.partition(".")[0] in schemas for name in _NAMED.findall(text))
        )

    return {"source": kept("source") if is_official else "", "caveats": kept("caveats")}


def _count_teams(row: dict[str, Any]) -> str:
    """Return a text with the number of teams, and of submitted runs by the organizers or without a team."""
    if row["nameless_runs"] == row["submitted_runs"]:
        return " (no teams named)"
    other_runs = [f"{row[key]} {owner}" for key, owner in _OTHER_RUNS.items() if row[key]]
    teams = f" of {_count(row['teams'], 'team')}" if row["teams"] else ""
    return f"{teams} ({', '.join(other_runs)})" if other_runs else teams


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _rows(
    con: duckdb.DuckDBPyConnection, figures: Sequence[Figure], collection: str, stored_rows: Mapping[str, str]
) -> list[Answer]:
    """Return the rows of each figure.

    Figures are read in parallel. Each query uses one thread, because several threads can change the last digits.
    Temporary tables are only in `con`, so figures with stored rows are read there.
    """
    current, threads = con.execute("select current_database(), current_setting('threads')").fetchall()[0]

    first = count(1)

    def rows(figure: Figure) -> Answer:
        if figure.view in stored_rows:
            return read_rows(con, replace(figure, view=stored_rows[figure.view]), collection)
        own = facts.cursor(con)
        try:
            own.execute(f"use {current}")
            return read_rows(own, figure, collection)
        finally:
            own.close()
            progress.stage(f"{collection}: figures", next(first), len(figures))

    with derive.one_thread(con), ThreadPoolExecutor(threads) as pool:
        return list(pool.map(rows, figures))


def _place(collection: str, topic: str) -> str:
    """Return the element id of the leaderboard, or of the figures on a topic."""
    return escape(f"{collection}--{topic.lower().replace(' ', '-')}{'' if topic == _LEADERBOARD else '-figures'}")


def _leaderboard(
    con: duckdb.DuckDBPyConnection,
    board: Answer,
    collection: str,
    shown: Sequence[measures.BoardColumn],
    additions: Additions,
    fingerprint: str,
    answer_boards: str,
) -> str:
    start = f'<h3 id="{_place(collection, _LEADERBOARD)}">{_LEADERBOARD}</h3>'
    if not board.rows:
        if additions.is_public and not answer_boards:
            return ""
        advice = "; load them with: dltrack ingest ID --runs DIR"
        return start + (answer_boards or f'<p class="absent">No runs are loaded{advice}</p>')
    name = escape(collection)
    names = {**additions.settings.titles, **{each.name: each.printed for each in shown}}
    rising = [each.name for each in shown if each.direction == -1]
    own_columns = additions.settings.columns
    hidden = {*_SECONDARY, *(_DRAWN if additions.is_public else ()), *own_columns.get("hidden", ())} - {
        *own_columns.get("shown", ())
    }
    boxes = "".join(
        f'<label><input type="checkbox" value="{column}"{"" if column in hidden else " checked"}> '
        f"{escape(names.get(column) or heading(column))}</label>"
        for i, column in enumerate(board.columns)
        if i > 2 and any(row[i] is not None for row in board.rows)
    )
    hiding_rules = "".join(f"[id='{name}--board'] .c-{column}{{display:none}}" for column in sorted(hidden))
    return (
        f'{start}<div class="board" id="{name}--board" data-cite="{escape(fingerprint)}"><style>{hiding_rules}</style>'
        f'<p><label>Search <input type="search" class="search" data-table="{name}--runs" '
        'placeholder="run, team, type"></label> <span class="found" aria-live="polite"></span></p>'
        f'<details class="columns"><summary>Columns</summary><p>{boxes}</p></details>'
        + html_table(
            board,
            id=f"{name}--runs",
            bar=shown[0].name,
            highlighted=additions.highlighted,
            names=names,
            rising=rising,
        )
        + _footnote(con, board, [each.measure for each in shown])
        + '<details class="source"><summary>Macro <code>systems.standings</code>, in the query of this table</summary>'
        + f"{_source(board.query)}</details>"
        + f"</div>{answer_boards}"
    )


def _footnote(con: duckdb.DuckDBPyConnection, board: Answer, stored_names: Sequence[str]) -> str:
    """Return a footnote that explains the tint of a leaderboard, and lists measures whose lower values are better."""
    tint = [TINTED] if MAY_BE_BEST in board.values("verdict") else []
    footnote = "; ".join([*tint, *stored_measures.direction_notes(con, stored_names)])
    return f'<p class="look foot">{escape(footnote[:1].upper() + footnote[1:])}.</p>' if footnote else ""


def _moved_topics(con: duckdb.DuckDBPyConnection, board: Answer, collection: str, run: str) -> str:
    """Return a table of the topics on which `run` differs most from the best other run."""
    run_ids = board.values("run_id") if board.rows else []
    best = next((other for other in run_ids if other != run), None)
    if run not in run_ids or best is None:
        return ""
    values = {"collection": collection, "best": best, "run": run}
    rows = _script(con, "moved_topics", **values)
    title = f"Topics that differ most between {best} (a) and {run} (b)"
    return html_table(rows, title) + _source(_script_text("moved_topics", **values)) if rows.rows else ""


def _topic_fields(con: duckdb.DuckDBPyConnection, collection: str) -> str:
    """Return a folded table of the topics' fields, or ''."""
    rows = _script(con, "topic_fields", collection=collection)
    if not rows.rows:
        return ""
    summary = f"Topics: {_count(len(rows.rows), 'field')} of {_count(len(set(rows.values('query_id'))), 'topic')}"
    source = _source(_script_text("topic_fields", collection=collection))
    return f"<details><summary>{summary}</summary>{html_table(rows, label='Fields of topics')}{source}</details>"


def _alt(figure: Figure, rows: Answer) -> str:
    """Describe a figure for screen readers: its subject, number of rows, and the range of its first measure."""
    summary = f"{figure.title}: {len(rows.rows):,} {'row' if len(rows.rows) == 1 else 'rows'}"
    for column in rows.columns:
        numbers = [value for value in rows.values(column) if isinstance(value, float)]
        if numbers and heading(column) != column:  # SQL names are not read aloud
            summary += f", {heading(column)} from {min(numbers):.4f} to {max(numbers):.4f}"
            break
    return f"{summary}; all rows are in the table below. {figure.look}"


def _figure(
    figure: Figure,
    rows: Answer,
    collection: str,
    description: dict[str, str],
    additions: Additions,
    counted: Sequence[str],
    omission: str,
) -> str:
    figure = figure.with_finding(rows)
    with schemapi.debug_mode(False):  # charts are validated by `draw` and by tests
        chart: Any = figure.chart(rows)
    data = {
        "spec": highlight.mark_runs(chart.to_dict(validate=False), additions.highlighted),
        "columns": rows.columns,
        "rows": rows.rows,
    }
    quoted_name = "'" + collection.replace("'", "''") + "'"
    source = escape(description["source"])
    caveats = f" <b>Note:</b> {escape(description['caveats'])}." if description["caveats"] else ""
    if counted:
        caveats += (
            f" <b>Also drawn:</b> {escape(', '.join(counted))} (not submitted, so the query does not return them)."
        )
    if omission:
        caveats += f" {escape(omission)}"
    command = f"dltrack report {escape(collection)} --figure {figure.name} -o {figure.name}.pdf"
    picture = "" if additions.is_public else f" Picture: <code>{command}</code>"
    return (
        f'<figure id="{escape(collection)}--{figure.name}"><h4>{escape(figure.title)}</h4>'
        f'<p class="look">{escape(figure.look)}</p>'
        f'<div class="chart" role="group" aria-label="{escape(figure.title)}" '
        f'data-alt="{escape(_alt(figure, rows))}"></div>'
        f'<script type="application/json">{as_json(data)}</script>'
        f'<details class="rows"><summary>Table of {len(rows.rows):,} rows</summary></details>'
        f'<figcaption class="source">{f"After {source}." if source else ""}{caveats} <span class="asked">Query: '
        f'<code class="query">{escape(figure.query(quoted_name))}</code></span>{picture}'
        "</figcaption></figure>"
    )
