"""The option `--correct` of `dltrack judges`: scores by a model's labels, corrected by labels of people."""

from __future__ import annotations

from pathlib import Path

from dltrack_db.ask.judges import StudyPart
from dltrack_db.base.progress import working
from dltrack_db.cli.common import check_number_of_results
from dltrack_db.errors import UsageError
from dltrack_db.plugins.people.corrected import Target, correct_scores
from dltrack_db.show import Format, print_answer, print_notes, table
from dltrack_db.store import database

_FIT = table.Fit(
    keys=["run_id"],
    point=["corrected", "low", "high"],
    expendable=["num_topics", "num_people_topics", "lambda", "by_model", "by_people"],
)


def correct(
    *,
    collection: str,
    part: StudyPart,
    labels: str,
    measures: list[str],
    db: Path,
    format: Format,
    correct: bool,
    **options: str,
) -> None:
    """Print the runs' scores by a model's labels, corrected by labels of people, for each measure.

    `options` contains `people` and `target` of this plug-in, and the other options of `judges`, which must be empty.
    """
    check_number_of_results(format, measures)
    if not correct:
        raise UsageError("--people and --target require --correct; add --correct")
    people, target = options.pop("people"), options.pop("target")
    others = [f"--{name.replace('_', '-')}" for name, value in options.items() if value]
    if part is not StudyPart.study or others:
        names = ", ".join(others) or "--part"
        raise UsageError(f"--correct cannot be combined with {names}; leave out {names}")
    for measure in measures:
        with database.reader(db) as con, working("correcting scores"):
            answer = correct_scores(
                con, db, collection, people=people, model=labels, measure=measure, target=target or Target.these
            )
        print_answer(answer, format, fit=_FIT)
        print_notes(answer.notes, format)
