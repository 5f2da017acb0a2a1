"""A leaderboard, of one collection or of several, as a question."""

from __future__ import annotations

from typing import Annotated

from dltrack_db.ask.leaderboard import Question, check_columns, read
from dltrack_db.ask.open_database import OpenDatabase
from dltrack_db.ask.questions import Input, question
from dltrack_db.ask.systems import Across
from dltrack_db.base.answer import Answer


@question(title="Leaderboard", is_ranked=True, keys=("run_id",))
def leaderboard(
    db: OpenDatabase,
    collection: Annotated[str | list[str], Input("A task, like trec2021-passages; of several, a row for each system.")],
    *,
    measures: Annotated[list[str] | None, Input("Like nDCG@10 or map, in place of the overview's.")] = None,
    labels: Annotated[str, Input("A set of labels in place of the official one.")] = "",
    where: Annotated[str, Input("A condition in SQL on the columns, like category = 'trad'.")] = "",
    runs: Annotated[list[str] | None, Input("Only these runs, and tests of no others.", is_loaded=False)] = None,
    baselines: Annotated[list[str] | None, Input("Runs that the others are tested against.")] = None,
    significance: Annotated[bool, Input("Whether to show which runs may be best.")] = False,
    tiers: Annotated[bool, Input("Group the runs that tests of all pairs do not tell apart.")] = False,
    columns: Annotated[list[str] | None, Input("Only these, also numbers noted of runs, like latency_ms.")] = None,
) -> Answer:
    """Rank the runs of a collection, and find those that may be best: the same rows as dltrack leaderboard shows."""
    board_question = Question(
        measures=measures or (),
        labels=labels,
        where=where,
        runs=runs or (),
        baselines=baselines or (),
        significance=significance,
        tiers=tiers,
        columns=columns or (),
    )
    names = [collection] if isinstance(collection, str) else collection
    if len(names) == 1:
        answer = read(db.duckdb, names[0], board_question)[1]
        check_columns(db.duckdb, names[0], board_question.columns, answer)
        return answer.select(board_question.columns) if columns else answer
    return Across(db.duckdb, names, board_question).read()
