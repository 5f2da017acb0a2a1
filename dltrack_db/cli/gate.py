"""`dltrack gate`: test whether a new run is worse than an old one."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dltrack_db.ask import gates, slices
from dltrack_db.base.progress import working
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, Measures, OutputFormat, whole_number
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.cli.label_options import LabelOptions
from dltrack_db.errors import DltrackError, UsageError
from dltrack_db.score import requests
from dltrack_db.score.evaluation import Evaluation
from dltrack_db.show import Format, markdown_text, print_answer, print_notes, print_text, table

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

DEFAULT_MEASURES = list(requests.DEFAULT_MEASURES)
FAILED = 1
"""Exit code if the new run is worse by a measure, or if unjudged items prevent a verdict."""
WRONG = 2
"""Exit code if the runs could not be compared."""
OPTIONS = {
    "by": typer.Option("--by", metavar="X", help="Largest acceptable loss, e.g. 0.02."),
    "topics_at_least": whole_number("--topics-at-least", least=0, most=10**9, help="Minimum topics for 'not worse'."),
    "seed": typer.Option("--seed", help="Seed for resampling topics."),
}
_FIT = table.Fit(
    keys=["measure"],
    point=["verdict", "difference", "low", "high"],
    expendable=["reason", "margin", "topics_needed", "smallest_detectable"],
)


@dataclass(frozen=True)
class FailingVerdicts:
    """Options that choose the verdicts with exit code 1, in addition to 'worse'."""

    strict: Annotated[bool, typer.Option("--strict", help="Exit code 1 also for too few topics or no verdict.")] = False
    allow_no_verdict: Annotated[
        bool, typer.Option("--allow-no-verdict", help="Exit code 0 if unjudged items prevent a verdict.")
    ] = False

    def check(self) -> None:
        """Check that the options do not contradict each other."""
        if self.strict and self.allow_no_verdict:
            raise UsageError("--strict and --allow-no-verdict contradict each other; leave out one of them")

    def include(self, judgement: gates.Judgement) -> bool:
        """Return True if the verdicts of a judgement require exit code 1."""
        failing = {"worse", *(("too few topics", "no verdict") if self.strict else ())}
        has_unjudged = bool(judgement.unjudged) and not self.allow_no_verdict
        return has_unjudged or not failing.isdisjoint(judgement.answer.values("verdict"))


@with_option_groups
def gate(
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new run: a file, or a loaded run.")],
    old: Annotated[str, typer.Argument(metavar="OLD", help="The run to compare it with.")],
    measures: Measures = DEFAULT_MEASURES,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
    *,
    labels_of: LabelOptions,
    options: Annotated[gates.GateOptions, OPTIONS],
    failing: FailingVerdicts,
) -> None:
    """Test by measure whether a new run is worse than an old one; for CI.

    Example: dltrack gate new.run old.run --qrels qrels.txt -m nDCG@10 --by 0.02

    Without --by, the verdict is 'worse' or 'not shown to be worse', with the smallest loss that so many topics can
    detect. With --by X, it is 'worse' if the interval of the difference is below 0 and reaches below -X, 'not worse' if
    the interval is above -X, else 'too few topics'. It is 'no verdict' if nearly all topics are equal, or if one run
    has many more unjudged items. -f markdown writes a comment for a pull request (docs/ci.md).

    Exit code: 1 if a measure is worse, or unjudged items prevent a verdict; 2 if
    nothing could be compared, or hardly any id of the new run is judged; else 0.
    """
    failing.check()
    measure_names = None if measures == DEFAULT_MEASURES else measures
    try:
        with working("judging the new run"):
            judgement = _judge(
                new, old, measure_names, options, labels_of, db, has_basis=format is Format.json_with_basis
            )
    except DltrackError as error:
        error.exit_code = WRONG  # exit code 1 would mean that the run is worse
        raise
    for sentence in judgement.remarks:
        print_text(sentence, sys.stderr)
    if format is Format.markdown:
        _print_comment(judgement)
    else:
        print_answer(judgement.answer, format, fit=_FIT)
        print_notes(judgement.answer.notes, format)
    if failing.include(judgement):
        raise typer.Exit(FAILED)


def _judge(
    new: str,
    old: str,
    measures: Sequence[str] | None,
    options: gates.GateOptions,
    labels_of: LabelOptions,
    db: Path,
    *,
    has_basis: bool,
) -> gates.Judgement:
    """Compare the runs by the labels given by the options."""
    collection, qrels = labels_of.collection, labels_of.qrels
    labels_of.check(db, has_file=not (gates.is_name(new) and gates.is_name(old)))
    if qrels is not None:
        level = labels_of.min_relevance
        return gates.judge_by_qrels(
            new, old, qrels, measures, options, min_relevance=level, level_option="--min-relevance "
        )

    def find(con: DuckDBPyConnection) -> str:
        return gates.find_collection(con, db, [new, old], collection, "--collection")

    runs, labels = [run for run in (new, old) if gates.is_name(run)], labels_of.labels
    with slices.open_database(db, find, runs, labels_of.topics, labels) as (home, source, notes):
        with labels_of.opening():
            work = Evaluation(db, home, variant=labels, fill=labels_of.fill, objects=gates.NEEDED, opened=source)
        with closing(work):
            judgement = gates.judge(work, new, old, measures, options)
            if has_basis:
                judgement = replace(judgement, answer=gates.add_basis(work, judgement.answer, measures))
    return replace(judgement, remarks=[*notes, *judgement.remarks])


def _print_comment(judgement: gates.Judgement) -> None:
    """Print the verdicts as a comment for a pull request: a heading, a table, and a sentence on each measure."""
    answer = judgement.answer
    print_text(f"### dltrack gate: {judgement.verdict}\n\n{markdown_text(answer.title)}\n")
    print_answer(answer.without("reason"), Format.markdown)
    *findings, note = answer.notes
    print_text("\n" + "\n".join(f"- {markdown_text(sentence)}" for sentence in findings))
    print_text(f"\n{markdown_text(note)}")
