"""`dltrack judges`: whether other labels can replace the official ones."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.ask import judge_leaderboards
from dltrack_db.ask.judge_leaderboards import BoardQuestion, OnMissing
from dltrack_db.ask.judges import StudyPart, compare_labels
from dltrack_db.base.progress import working
from dltrack_db.cli import completion
from dltrack_db.cli.common import (
    DEFAULT_DATABASE,
    DEFAULT_MEASURE,
    Database,
    Measures,
    OutputFormat,
    check_number_of_results,
    note,
)
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.errors import UsageError
from dltrack_db.show import Format, print_answer, print_notes, table
from dltrack_db.store import database

_FITS = {
    StudyPart.study: table.Fit(
        keys=["variant"],
        point=["kappa", "tau"],
        expendable=["provenance", "topics", "tau_top_10", "tau_ap", "kappa_binary", "kind", "model"],
    ),
    StudyPart.shift: table.Fit(
        keys=["run_id"], point=["official_rank", "rank", "shift"], expendable=["provenance", "topics_down", "topics_up"]
    ),
    StudyPart.bias: table.Fit(keys=["variant", "aspect", "group_name"], point=["bias"], expendable=["mean_official"]),
    StudyPart.panel: table.Fit(
        keys=["rule", "size", "chosen"], point=["kappa", "best_single"], expendable=["num_panels"]
    ),
}
_BOARD_FITS = {
    StudyPart.study: table.Fit(
        keys=["judge", "measure"],
        point=["tau_b", "tau_b_low", "tau_b_high"],
        expendable=[
            *("rbo_low", "rbo_high", "tau_at_10_low", "tau_at_10_high", "pearson_low", "pearson_high", "spearman_low"),
            *("spearman_high", "tau_ap_low", "tau_ap_high", "rbo", "num_significant", "model", "num_topics", "pearson"),
        ],
    ),
    StudyPart.shift: table.Fit(
        keys=["judge", "measure", "run_id"], point=["shift", "verdict"], expendable=["low", "high", "expected"]
    ),
    StudyPart.bias: table.Fit(
        keys=["judge", "measure"], point=["favour", "p_value"], expendable=["num_own", "num_others", "model"]
    ),
    StudyPart.panel: table.Fit(keys=["judge", "measure", "other_judge"], point=["tau_b"], expendable=["num_judges"]),
}


@dataclass(frozen=True)
class JudgeBoardOptions:
    """Options for leaderboards made by judges."""

    scores: Annotated[bool, typer.Option("--scores", help="Compare leaderboards of judges, not labels.")] = False
    judge: Annotated[str, typer.Option("--judge", metavar="NAME", help="With --scores: only this judge.")] = ""
    truth: Annotated[str, typer.Option("--truth", metavar="JUDGE", help="With --scores: compare with this judge.")] = ""
    on_missing: Annotated[
        OnMissing,
        typer.Option("--on-missing", help="With --scores: handling of missing scores."),
    ] = OnMissing.warn

    def question(self, collection: str, part: StudyPart, measure: str) -> BoardQuestion:
        """Return the question for the library."""
        return BoardQuestion(collection, part, measure, self.truth, self.judge, self.on_missing)


@with_option_groups
def judges(
    collection: Annotated[
        str, typer.Argument(help="A judged task, e.g. trec2023-passages.", autocompletion=completion.collections)
    ],
    part: Annotated[StudyPart, typer.Option("--part", help="The table to show.")] = (StudyPart.study),
    labels: Annotated[str, typer.Option("--labels", metavar="NAME", help="Only these labels.")] = "",
    cuts: Annotated[
        str, typer.Option("--cuts", metavar="LIST", help="With --labels: cut points of fractions, e.g. 0.5,1.5.")
    ] = "",
    measures: Measures = DEFAULT_MEASURE,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
    *,
    boards: JudgeBoardOptions,
) -> None:
    """Compare other labels with the official ones: do they agree, and do they rank the runs alike?

    Example: dltrack judges trec2021-passages --part shift --labels syndl-gpt4

    Agreement is computed over the items that both grade, rankings over the topics
    that both judge (if they share none, over each one's topics). --scores compares
    leaderboards by judges (dltrack ingest scores --judge) with the official one:
    correlation (study), over-rated runs (shift), runs of the judge's own model
    (bias), judges with each other (panel). docs/judges.md explains the numbers.
    """
    check_number_of_results(format, measures)
    if boards.scores:
        if labels or cuts:
            raise UsageError("--labels and --cuts cannot be combined with --scores; name a judge with --judge")
        for measure in measures:
            _compare_boards(boards.question(collection, part, measure), db, format)
        return
    if boards != JudgeBoardOptions():
        raise UsageError("--judge, --truth and --on-missing work only with --scores; add it")
    for measure in measures:
        _compare_labels(collection, part, labels, cuts, measure, db, format)


def _compare_labels(
    collection: str, part: StudyPart, labels: str, cuts: str, measure: str, db: Path, format: Format
) -> None:
    """Print a part of the study of labels by one measure."""
    with database.reader(db) as con, working("comparing labels"):
        answer = compare_labels(con, db, collection, part=part, labels=labels, measure=measure, cuts=cuts)
    print_answer(answer, format, fit=_FITS[part])
    print_notes(answer.notes, format)


def _compare_boards(question: BoardQuestion, db: Path, format: Format) -> None:
    """Print a part of the study of leaderboards by one measure, and notes on missing scores on standard error."""
    with database.reader(db) as con, working("comparing leaderboards"):
        answer = judge_leaderboards.compare_boards(con, db, question)
    for sentence in answer.notes:
        note(sentence)
    print_answer(answer, format, fit=_BOARD_FITS[question.part])
