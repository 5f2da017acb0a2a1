"""`dltrack eval` and `dltrack compare`: score and compare runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dltrack_db.ask import basis, comparisons, slices, unloaded_runs
from dltrack_db.ask.open_database import OpenDatabase
from dltrack_db.base import sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.base.files import sources
from dltrack_db.cli.common import (
    DEFAULT_DATABASE,
    FILL,
    CollectionOfRuns,
    Database,
    Measures,
    OutputFormat,
    check_slices,
    topics_option,
)
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.cli.label_options import LabelOptions
from dltrack_db.errors import UsageError
from dltrack_db.score import given_labels, requests, run_collections
from dltrack_db.score.evaluation import Evaluation
from dltrack_db.show import Format, latex, print_answer, print_notes, print_text, table
from dltrack_db.store import collections, database

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

DEFAULT_MEASURES = list(requests.DEFAULT_MEASURES)
_MEANS = table.Fit(
    keys=["slice", "run_id", "measure"], point=["value", "place"], expendable=["tie_rule", "min_relevance"]
)
_BY_QUERY = table.Fit(
    keys=["slice", "run_id", "measure", "query_id"],
    point=["value", "value_a", "value_b", "difference"],
    expendable=["tie_rule", "min_relevance"],
)
_AGAINST = table.Fit(
    keys=["run_id", "measure"],
    point=["mean_difference", "p_corrected", "verdict"],
    expendable=["tie_rule", "min_relevance", "p_wilcoxon", "num_q"],
)
_COMPARED = table.Fit(
    keys=["slice", "measure"],
    point=["mean_difference", "low", "high", "p_corrected"],
    expendable=[
        *("provenance", "tie_rule", "bootstrap_low", "bootstrap_high", "p_randomization", "p_wilcoxon"),
        *("prob_a_better", "topics_needed", "power", "effect_size"),
    ],
)


@with_option_groups
def evaluate(
    runs: Annotated[list[Path], typer.Argument(help="Run files, plain or gzipped.")],
    measures: Measures = DEFAULT_MEASURES,
    baseline: Annotated[str | None, typer.Option(help="For paired tests: a loaded run, or a file's run id.")] = None,
    exclude: Annotated[
        str | None,
        typer.Option(metavar="FILE|self", help="Items to remove from runs; self: the item with the topic's id."),
    ] = None,
    per_query: Annotated[bool, typer.Option("--by-query", "-q", help="Print one line per topic.")] = False,
    by: Annotated[str, typer.Option("--by", metavar="FACET", help="Score each slice of topics (docs/slices.md).")] = "",
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
    *,
    labels_of: LabelOptions,
) -> None:
    """Score run files against a loaded collection, without loading them.

    With --qrels FILE the labels are read from a file, and no database is needed.

    Example: dltrack eval my_run.gz -c trec2021-passages -m "nDCG@10,AP(rel=2)" --baseline p_bm25

    Topics that are missing from a run score 0, as with trec_eval -c, and are
    listed. For measures in the spelling of ir_measures (nDCG@10, AP), grades of 1
    or more are relevant; for measures in the spelling of trec_eval (P_10, map),
    the collection's level applies (docs/measures.md). With --baseline, p-values
    are corrected for all tests of these files and measures. With --by-query, the
    topics with the largest loss come first, and the means come last.
    """
    labels_of.check(db, has_file=True)
    files = sources.run_files(runs)
    labels, qrels = labels_of.labels, labels_of.qrels
    if qrels is not None and baseline is not None and baseline not in map(sources.run_id, files):
        raise UsageError(
            f"the baseline '{baseline}' is not one of the files; with --qrels, name the run id of one of the files"
        )
    chosen_measures = None if measures == DEFAULT_MEASURES else measures
    check_slices(by, format)
    if by:
        if qrels is not None or baseline is not None:
            raise UsageError("--by cannot be combined with --qrels or --baseline; leave out --by, or these options")
        answer = _score_slices(db, files, chosen_measures, labels_of, (exclude, by, per_query))
        print_answer(answer, format, fit=_BY_QUERY if per_query else _MEANS)
        print_notes(answer.notes, format)
        return
    with _open(db, files, chosen_measures, labels_of, exclude, baseline) as work:
        scored = unloaded_runs.score(work, files, None, chosen_measures, baseline)
        if qrels is not None:
            level = labels_of.min_relevance
            scored.notes.extend(given_labels.level_notes(work, scored.requests, level, "--min-relevance "))
        for sentence in scored.notes:
            print_text(sentence, sys.stderr)
        is_cited = qrels is None and (format.is_latex or format is Format.markdown)
        cited = [_cite(db, work.collection)] if is_cited else []
        if per_query:
            has_means = _has_means(format)
            if baseline is None:
                answer = unloaded_runs.list_topics(work, has_means=has_means)
            else:
                others = [name for name in scored.runs if name != baseline]
                answer = comparisons.topics_against(work, others, baseline, scored.measures, has_means=has_means)
            for sentence in answer.notes:
                print_text(sentence, sys.stderr)
            print_answer(answer, format, fit=_BY_QUERY, marks=latex.Marks(notes=cited))
        elif baseline is None:
            has_places = labels is None and qrels is None and exclude is None
            answer = unloaded_runs.list_means(work, scored, has_places=has_places)
            if format is Format.json_with_basis and qrels is None:
                answer = basis.add_to(answer, work, scored.requests)
            shown = _shorten(answer, len(files)) if format is Format.table else answer
            print_answer(shown, format, fit=_MEANS, marks=latex.Marks(notes=cited))
            for sentence in answer.notes:
                print_text(sentence, None if format is Format.table else sys.stderr)
        else:
            answer = comparisons.against(work, baseline, scored.measures)
            if format is Format.json_with_basis and qrels is None:
                answer = basis.add_to(answer, work, scored.requests)
            _print_against(answer, format, cited)
        if format is Format.markdown and cited:
            print_text(f"\n<!-- {cited[0]} -->")


@contextmanager
def _open(
    db: Path,
    files: Sequence[Path],
    measures: Sequence[str] | None,
    labels_of: LabelOptions,
    exclude: str | None,
    baseline: str | None,
) -> Iterator[Evaluation]:
    """Yield an evaluation by the labels given by the options, and print notes on them."""
    tests = () if baseline is None else comparisons.AGAINST
    if labels_of.qrels is not None:
        with given_labels.evaluation(
            labels_of.qrels,
            DEFAULT_MEASURES if measures is None else measures,
            min_relevance=labels_of.min_relevance,
            objects=tests,
            exclude=exclude,
        ) as work:
            yield work
        return
    assert labels_of.collection is not None  # checked
    collection, labels = labels_of.collection, labels_of.labels

    def find(con: DuckDBPyConnection) -> str:
        return collections.find_collection(con, collection, db, files)

    runs = [] if baseline is None else [baseline]
    with slices.open_database(db, find, runs, labels_of.topics, labels) as (home, source, notes):
        with labels_of.opening():
            work = Evaluation(
                db, home, variant=labels, fill=labels_of.fill, objects=tests, exclude=exclude, opened=source
            )
        with closing(work):
            for sentence in notes:
                print_text(sentence, sys.stderr)
            yield work


def _score_slices(
    db: Path,
    files: Sequence[Path],
    measures: Sequence[str] | None,
    labels_of: LabelOptions,
    choices: tuple[str | None, str, bool],
) -> Answer:
    """Score files in each slice of the topics.

    `choices` are the value of --exclude, the facet of --by, and whether to list topics (--by-query).
    """
    exclude, by, per_query = choices
    labels = labels_of.labels
    assert labels_of.collection is not None  # checked
    with database.reader(db) as con:
        home = collections.find_collection(con, labels_of.collection, db, files)

        def score() -> Answer:
            with closing(
                Evaluation(db, home, variant=labels, fill=labels_of.fill, exclude=exclude, opened=(con, []))
            ) as work:
                has_places = labels is None and exclude is None
                answer, notes = unloaded_runs.list_scores(
                    work, files, None, measures, per_query=per_query, has_places=has_places
                )
                return replace(answer, notes=notes)  # without sentences on ranks: their verdicts would be further tests

        with labels_of.opening():
            return slices.ask(con, home, (labels_of.topics, by), labels, score)


def _has_means(format: Format) -> bool:
    """Return True if rows of means follow the topics; a program would mistake these rows for topics."""
    return format.is_for_people or format.is_latex


def _cite(db: Path, collection: str) -> str:
    """Return the line with the fingerprint of the data, for formats with comments."""
    from dltrack_db.export import cite

    with database.reader(db) as con:
        return cite.line(con, collection)


def _print_against(answer: Answer, format: Format, cited: list[str]) -> None:
    """Print a line per run and measure, and a note on the tests (in LaTeX, as the caption)."""
    marks = latex.Marks(notes=[*answer.notes, *cited], caption=f"{answer.title}.", legend=latex.sentences(answer.notes))
    print_answer(answer, format, fit=_AGAINST, marks=marks)
    if not format.is_latex:
        print_notes(answer.notes, format)


def _shorten(means: Answer, num_files: int) -> Answer:
    """Remove columns that the notes state, such as the rank of a single run, and the column of ties if empty."""
    is_tied = any(means.values("tied_with"))
    places = ("place", "num_runs", "tied_with") if num_files == 1 else () if is_tied else ("tied_with",)
    return means.without("num_answered", *places)


@dataclass(frozen=True)
class ComparisonTable:
    """Options for the output of a comparison."""

    per_query: Annotated[
        bool, typer.Option("--by-query", "-q", help="Print one line per topic, worst for A first.")
    ] = False
    effect: Annotated[bool, typer.Option("--effect", help="In LaTeX, add effect size, power and topics needed.")] = (
        False
    )
    topics: Annotated[str, topics_option()] = ""
    by: Annotated[str, typer.Option("--by", metavar="FACET", help="Split the topics by a facet, e.g. length.")] = ""


@with_option_groups
def compare(
    run_a: Annotated[str, typer.Argument(help="A loaded run.")],
    run_b: Annotated[str, typer.Argument(help="Another run of the same collection.")],
    collection: CollectionOfRuns = None,
    measures: Measures = DEFAULT_MEASURES,
    labels: Annotated[str | None, typer.Option(help="Labels other than the official ones.")] = None,
    fill: Annotated[list[str] | None, FILL] = None,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
    *,
    table_of: ComparisonTable,
) -> None:
    """Compare two loaded runs: wins and losses over topics, difference with 95% interval, and p-values.

    Example: dltrack compare p_bm25 p_bm25rm3 -m ndcg_cut_10 -m map

    Sentences under the table state the effect size (in standard deviations over
    topics), the power of a test with this number of topics, the number of topics
    needed, and the probability that A is better. With --by, p_corrected is
    corrected for all measures and slices (docs/slices.md).
    """
    per_query, effect = table_of.per_query, table_of.effect
    if effect and not (format.is_latex and not per_query):
        raise UsageError(
            "--effect works only with -f latex or -f latex-siunitx, and without --by-query; other formats always "
            "contain these columns"
        )

    def find(con: DuckDBPyConnection) -> str:
        return run_collections.find(con, db, [run_a, run_b], collection, allows_scores=True, option="--collection")

    check_slices(table_of.by, format)
    if table_of.by:
        with database.reader(db) as con:
            answer = comparisons.compare(
                OpenDatabase(con, db, "--collection"),
                run_a,
                run_b,
                collection=find(con),
                measures=measures,
                labels=labels,
                fill=fill or (),
                per_query=per_query,
                topics=table_of.topics,
                by=table_of.by,
            )
        print_answer(answer, format, fit=_BY_QUERY if per_query else _COMPARED)
        print_notes(answer.notes, format)
        return
    objects = [*comparisons.NEEDED, "statistics.finding", "metrics.printed_name"]
    with (
        slices.open_database(db, find, [run_a, run_b], table_of.topics, labels) as (home, source, notes),
        closing(Evaluation(db, home, variant=labels, fill=fill or (), objects=objects, opened=source)) as work,
    ):
        answer = comparisons.compare_runs(
            work, run_a, run_b, measures, per_query=per_query, has_means=per_query and _has_means(format)
        )
        answer.notes[:0] = notes
        if format.is_latex and not per_query:
            _print_for_a_paper(work.con, answer, format, _cite(db, work.collection), effect=effect)
            return
        if format is Format.json_with_basis:
            answer = comparisons.add_basis(work, answer, measures)
        for sentence in answer.notes if per_query else answer.notes[:-1]:
            print_text(sentence, sys.stderr)
        print_answer(answer, format, fit=_BY_QUERY if per_query else _COMPARED)
        if per_query:
            return
        print_notes(answer.notes[-1:], format)
        if format is not Format.table:
            return
        for row in answer.records()[:1]:
            sentence = (
                f"By {row['measure']} {run_a} wins {row['num_wins']}, loses {row['num_losses']} and ties "
                f"{row['num_ties']} of {row['num_q']} topics."
            )
            print_notes([sentence], format)
        for row in answer.records():
            print_notes(_finding(work.con, run_a, run_b, row), format)


def _finding(con: DuckDBPyConnection, run_a: str, run_b: str, row: dict[str, Any]) -> list[str]:
    """Return a sentence on the difference by one measure; [] if the scores do not vary."""
    needed = ("num_q", "mean_difference", "low", "high", "effect_size", "p_t", *list(_EFFECT)[1:])
    value_rows = ", ".join(
        sql_text.literal(value) for value in (run_a, run_b, row["measure"], *(row[name] for name in needed))
    )
    names = f"finding(a, b, metrics.printed_name(m), {', '.join(needed)})"
    query = f"select statistics.{names} from (values ({value_rows})) as _ (a, b, m, {', '.join(needed)})"
    return [sentence for (sentence,) in con.execute(query).fetchall() if sentence]


_EFFECT = {
    "effect_size": "d", "power": "power", "topics_needed": "topics needed", "prob_a_better": "P(A better)",
}  # fmt: skip
_PRINTED = {
    "measure": "Measure", "mean_a": "A", "mean_b": "B", "mean_difference": "A - B", "low": "from", "high": "to",
    "p_t": "p (t-test)", "p_corrected": "p (Holm)", "num_wins": "wins", "num_losses": "losses", "num_ties": "ties",
}  # fmt: skip


def _print_for_a_paper(con: DuckDBPyConnection, answer: Answer, format: Format, cited: str, *, effect: bool) -> None:
    """Print the comparison as a table for a paper: means, difference with interval, p-values, topics won and lost."""
    titles = _PRINTED | (_EFFECT if effect else {})
    columns = answer.select(list(titles))
    cells = []
    for measure, *values in columns.rows:
        ((printed_name,),) = con.execute(f"select metrics.printed_name({sql_text.literal(measure)})").fetchall()
        cells.append((printed_name, *values))
    marks = latex.Marks(
        notes=[*answer.notes, cited],
        names=titles,
        caption=f"{answer.title}.",
        legend=latex.sentences(["difference of means with its 95% interval; topics won and lost by A", *answer.notes]),
    )
    print_answer(replace(columns, rows=cells), format, marks=marks)
