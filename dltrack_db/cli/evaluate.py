"""Commands that score and compare runs: eval, compare, diff."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dltrack_db.ask import comparisons, differences
from dltrack_db.base import sql_text
from dltrack_db.base.files import sources
from dltrack_db.cli.common import DEFAULT_DATABASE, CollectionOfRuns, Database, Measures, OutputFormat
from dltrack_db.errors import UsageError
from dltrack_db.export import cite
from dltrack_db.score import requests, run_collections, scores
from dltrack_db.score.evaluation import Evaluation, Standing
from dltrack_db.show import Format, latex, print_notes, print_result, print_rows, print_text, table
from dltrack_db.store import database

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

DEFAULT_MEASURES = list(requests.DEFAULT_MEASURES)
MOST_MOVED = 10
"""Topics that `diff` lists."""

_MEANS = table.Fit(keys=["run_id", "measure"], point=["value", "place"], expendable=["tie_rule", "min_relevance"])
_BY_QUERY = table.Fit(
    keys=["run_id", "measure", "query_id"],
    point=["value", "value_a", "value_b", "difference"],
    expendable=["tie_rule", "min_relevance"],
)
_AGAINST = table.Fit(
    keys=["run_id", "measure"],
    point=["mean_difference", "p_corrected", "verdict"],
    expendable=["tie_rule", "min_relevance", "p_wilcoxon", "num_q"],
)
_COMPARED = table.Fit(
    keys=["measure"],
    point=["mean_difference", "low", "high", "p_corrected"],
    expendable=[
        *("provenance", "tie_rule", "p_randomization", "p_wilcoxon", "prob_a_better", "topics_needed", "power"),
        "effect_size",
    ],
)
_MOVED_TOPICS = table.Fit(keys=["query_id"], point=["difference"], expendable=["new_items"])
_MOVED_ITEMS = table.Fit(keys=["doc_id"], point=["rank_a", "rank_b", "change", "relevance"])


def evaluate(
    runs: Annotated[list[Path], typer.Argument(help="Run files, plain or gzipped.")],
    collection: Annotated[str, typer.Option("--collection", "-c", help="The loaded judged task to score against.")],
    measures: Measures = DEFAULT_MEASURES,
    baseline: Annotated[
        str | None, typer.Option(help="A loaded run, or the run id of one of the files: adds paired tests.")
    ] = None,
    labels: Annotated[str | None, typer.Option(help="Labels other than the official ones.")] = None,
    by_query: Annotated[bool, typer.Option("--by-query", "-q", help="One line per topic.")] = False,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Score run files against a loaded collection, without loading them.

    Example: dltrack eval my_run.gz -c trec2021-passages -m "nDCG@10,AP(rel=2)" --baseline p_bm25

    Topics that a run leaves out count 0, as with trec_eval -c, and are listed.
    Measures in ir_measures' spelling (nDCG@10, AP) count from grade 1 on, those
    in trec_eval's (P_10, map) from the collection's level; docs/measures.md has
    all. With --baseline, p-values are corrected for all tests of these files in
    these measures; with --by-query, the topics where a run loses most come
    first, and the means last.
    """
    files = sources.run_files(runs)
    tests = comparisons.AGAINST if baseline else ()
    work = Evaluation(db, collection, variant=labels, objects=tests, runs=files)
    collection = work.collection
    try:
        requested, level_notes = work.resolve(measures, is_default=measures == DEFAULT_MEASURES)
        names = work.add_files(files)
        if baseline is not None and baseline not in names:
            work.copy_run(baseline)
        scored = work.score(requested)
        for sentence in (
            level_notes + scores.notes_on_missing_topics(work.con) + scores.notes_on_rank_order(work.con, names)
        ):
            print_text(sentence, sys.stderr)
        if by_query and baseline is not None:
            others = [name for name in names if name != baseline]
            columns, rows, notes = comparisons.topics_against(
                work, others, baseline, scored, has_means=_has_means(format)
            )
            for sentence in notes:
                print_text(sentence, sys.stderr)
            print_rows(columns, rows, format, title=f"{collection}: each run (A) against {baseline} (B)", fit=_BY_QUERY)
        elif by_query:
            print_result(
                scores.by_query(work.con, has_means=_has_means(format)), format, title=collection, fit=_BY_QUERY
            )
        elif baseline is None:
            standings = work.standings(requested) if labels is None else []
            _print_means(work, standings, format, collection, is_one=len(files) == 1)
            for sentence in work.places(requested, standings):
                print_text(sentence, None if format is Format.table else sys.stderr)
        else:
            _print_against(*comparisons.against(work, baseline, scored), format, f"{collection}, against {baseline}")
    finally:
        work.close()


def _has_means(format: Format) -> bool:
    """Return whether topics have a row of means below them: programs would take it for one more topic."""
    return format.is_for_people or format.is_latex


def _print_against(result: DuckDBPyConnection, note: str, format: Format, title: str) -> None:
    """Print a line per run and measure, and the test; LaTeX has it in the caption."""
    columns, rows = [column[0] for column in result.description or []], result.fetchall()
    marks = latex.Marks(notes=[note], caption=f"{title}.", legend=latex.sentences([note]))
    print_rows(columns, rows, format, title=title, fit=_AGAINST, marks=marks)
    if not format.is_latex:
        print_notes([note], format)


def _print_means(work: Evaluation, standings: Sequence[Standing], format: Format, title: str, *, is_one: bool) -> None:
    """Print a line per run and value with its rank; tables leave out what sentences say."""
    result = scores.means(work.con)
    columns = [*(column[0] for column in result.description or []), "place", "num_runs", "tied_with"]
    places = {(one.run_id, one.measure): (one.place, one.num_runs, one.tied_with) for one in standings}
    rows = [(*row, *places.get(row[:2], (None,) * 3)) for row in result.fetchall()]
    if format is Format.table:
        rank_columns = ("place", "num_runs", "tied_with")
        left_out = {"num_answered", *(rank_columns if is_one else ())}
        left_out |= set() if any(one.tied_with for one in standings) else {"tied_with"}
        kept = [i for i, column in enumerate(columns) if column not in left_out]
        columns, rows = [columns[i] for i in kept], [tuple(row[i] for i in kept) for row in rows]
    print_rows(columns, rows, format, title=title, fit=_MEANS)


def compare(
    run_a: Annotated[str, typer.Argument(help="A loaded run.")],
    run_b: Annotated[str, typer.Argument(help="Another run of the same collection.")],
    collection: CollectionOfRuns = None,
    measures: Measures = DEFAULT_MEASURES,
    by_query: Annotated[
        bool, typer.Option("--by-query", "-q", help="The values of each topic, worst for A first.")
    ] = False,
    effect: Annotated[
        bool, typer.Option("--effect", help="LaTeX with size of the effect, power and topics needed.")
    ] = False,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Compare two loaded runs: wins and losses over topics, difference with 95% interval, and p-values.

    Example: dltrack compare p_bm25 p_bm25rm3 -m ndcg_cut_10 -m map

    Then how large the difference is in standard deviations over topics, how
    likely so many topics find one of this size, how many it takes, and the
    probability that A is better.
    """
    if effect and not (format.is_latex and not by_query):
        raise UsageError("--effect is for -f latex and latex-siunitx of a comparison by measure; others have it anyway")
    name = run_collections.home_in(db, [run_a, run_b], collection, by_scores=True)
    with closing(
        Evaluation(db, name, objects=[*comparisons.NEEDED, "statistics.finding", "metrics.printed_name"])
    ) as work:
        result, notes = comparisons.compare(
            work, run_a, run_b, measures, by_query=by_query, has_means=by_query and _has_means(format)
        )
        title = f"{name}: {run_a} (A) against {run_b} (B)"
        if format.is_latex and not by_query:
            with closing(database.open_readonly(db)) as con:
                _print_for_a_paper(result, format, title, cite.line(con, name), notes, effect=effect)
            return
        for sentence in notes if by_query else notes[:-1]:
            print_text(sentence, sys.stderr)
        if format is not Format.table or by_query:
            print_result(result, format, title=title, fit=_BY_QUERY if by_query else _COMPARED)
            if not by_query:
                print_notes(notes[-1:], format)
            return
        columns, rows = [column[0] for column in result.description or []], result.fetchall()
        print_rows(columns, rows, format, title=title, fit=_COMPARED)
        print_notes(notes[-1:], format)
        for row in rows[:1]:
            first = dict(zip(columns, row, strict=True))
            print_notes(
                [
                    f"By {first['measure']} {run_a} wins {first['num_wins']}, loses {first['num_losses']} and ties "
                    f"{first['num_ties']} of {first['num_q']} topics."
                ],
                format,
            )
        for row in rows:
            print_notes(_finding(work.con, run_a, run_b, dict(zip(columns, row, strict=True))), format)


def _finding(con: DuckDBPyConnection, run_a: str, run_b: str, row: dict[str, Any]) -> list[str]:
    """Return the finding by a measure as one sentence, or none if the scores have no spread."""
    needed = ("num_q", "mean_difference", "low", "high", "effect_size", "p_t", *list(_EFFECT)[1:])
    given = ", ".join(
        sql_text.literal(value) for value in (run_a, run_b, row["measure"], *(row[name] for name in needed))
    )
    names = f"finding(a, b, metrics.printed_name(m), {', '.join(needed)})"
    query = f"select statistics.{names} from (values ({given})) as _ (a, b, m, {', '.join(needed)})"
    return [sentence for (sentence,) in con.execute(query).fetchall() if sentence]


_EFFECT = {
    "effect_size": "d", "power": "power", "topics_needed": "topics needed", "prob_a_better": "P(A better)",
}  # fmt: skip
_PRINTED = {
    "measure": "Measure", "mean_a": "A", "mean_b": "B", "mean_difference": "A - B", "low": "from", "high": "to",
    "p_t": "p (t-test)", "p_corrected": "p (Holm)", "num_wins": "wins", "num_losses": "losses", "num_ties": "ties",
}  # fmt: skip


def _print_for_a_paper(
    result: DuckDBPyConnection, format: Format, title: str, cited: str, notes: Sequence[str], *, effect: bool
) -> None:
    """Print two runs as in a paper: means, difference with its interval, p-values, topics won and lost."""
    columns, rows = [column[0] for column in result.description or []], result.fetchall()
    shown = _PRINTED | (_EFFECT if effect else {})
    chosen = [columns.index(name) for name in shown]
    cells = [[row[i] for i in chosen] for row in rows]
    for cell in cells:
        ((cell[0],),) = result.execute(f"select metrics.printed_name({sql_text.literal(cell[0])})").fetchall()
    marks = latex.Marks(
        notes=[*notes, cited],
        names=shown,
        caption=f"{title}.",
        legend=latex.sentences(["difference of means with its 95% interval; topics won and lost by A", *notes]),
    )
    print_rows(list(shown), cells, format, title=title, marks=marks)


def diff(
    run_a: Annotated[str, typer.Argument(help="A loaded run.")],
    run_b: Annotated[str, typer.Argument(help="Another run of the same collection.")],
    query: Annotated[
        str, typer.Option("--query", help="The topic's id; without it the topics that moved most are listed.")
    ] = "",
    collection: CollectionOfRuns = None,
    depth: Annotated[int, typer.Option(min=1, help="How many items of each run.")] = 20,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Show what moved between two loaded runs for one topic: both ranks, grade, and text where it is loaded.

    Example: dltrack diff p_bm25 p_bm25rm3 --query 2082 --depth 10

    Without --query the topics are listed whose nDCG@10 changed most; on a terminal you are asked for one of them.
    """
    name = run_collections.home_in(db, [run_a, run_b], collection)
    con = database.open_readonly(db)
    try:
        if not query:
            title = f"{name}: the topics that moved most from {run_a} (A) to {run_b} (B), by nDCG@10"
            topics_query = differences.topics_query(name, run_a, run_b, depth, MOST_MOVED)
            print_result(con.execute(topics_query), format, title=title, fit=_MOVED_TOPICS)
            if not (format is Format.table and sys.stdin.isatty() and sys.stdout.isatty()):
                return
            query = typer.prompt("Which topic", default="", show_default=False)
            if not query:
                return
        shown = print_result(
            con.execute(differences.items_query(name, run_a, run_b, depth, query)),
            format,
            title=f"{name}, topic {query}: {run_a} (A) against {run_b} (B)",
            fit=_MOVED_ITEMS,
        )
    finally:
        con.close()
    if not shown:
        raise differences.nothing_retrieved(name, run_a, run_b, query)
