"""Options for leaderboards by judges: `dltrack judges --scores` and `dltrack drop --judge`."""

from __future__ import annotations

from pathlib import Path

from dltrack_db.ask.judges import StudyPart
from dltrack_db.base.progress import working
from dltrack_db.cli import drop as dropping
from dltrack_db.cli.common import check_number_of_results, note
from dltrack_db.errors import UsageError
from dltrack_db.plugins.judge_boards import boards
from dltrack_db.show import Format, print_answer, table
from dltrack_db.store import database, removal

_FITS = {
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


def compare(
    *,
    collection: str,
    part: StudyPart,
    measures: list[str],
    db: Path,
    format: Format,
    scores: bool,
    **options: str,
) -> None:
    """Print the comparison of the judges' leaderboards with the reference leaderboard, for each measure."""
    check_number_of_results(format, measures)
    if not scores:
        raise UsageError("--judge and --on-missing require --scores; add --scores")
    if options["labels"] or options["cuts"] or options["common"] or options.get("fill"):
        raise UsageError(
            "--labels, --fill, --cuts and --common cannot be combined with --scores; name a judge with --judge"
        )
    choice = {"part": part.value, "truth_judge": options["truth"], "judge": options["judge"]}
    if options["on_missing"]:
        choice["on_missing"] = options["on_missing"]
    for measure in measures:
        question = boards.question(collection, truth=measure, **choice)
        with database.reader(db) as con, working("comparing leaderboards"):
            answer = boards.compare_boards(con, db, question)
        for sentence in answer.notes:
            note(sentence)
        print_answer(answer, format, fit=_FITS[part])


def drop(
    *,
    names: list[str] | None,
    collection: str | None,
    labels: str,
    plugin: str,
    yes: bool,
    db: Path,
    judge: str,
) -> None:
    """Drop the leaderboard of a judge."""
    if names or labels or plugin or collection is None:
        raise UsageError(
            "--judge needs a collection and no other selection; run: dltrack drop --judge NAME --collection C"
        )
    dropping.drop_data(removal.DropRequest(collection=collection, kind="judge", name=judge), db, yes=yes)
