"""The question `leaderboard`, for one collection or several."""

from __future__ import annotations

from typing import Annotated

from dltrack_db.ask.leaderboard import Question, check_columns, read
from dltrack_db.ask.open_database import OpenDatabase
from dltrack_db.ask.questions import TOPICS, Input, question
from dltrack_db.ask.systems import Across
from dltrack_db.base.answer import Answer


@question(title="Leaderboard", is_ranked=True, keys=("run_id",))
def leaderboard(
    db: OpenDatabase,
    collection: Annotated[str | list[str], Input("A collection, e.g. trec2021-passages; several: one row per system.")],
    *,
    measures: Annotated[list[str] | None, Input("E.g. nDCG@10 or map. [default: the overview's measures]")] = None,
    labels: Annotated[str, Input("Labels other than the official ones.")] = "",
    where: Annotated[str, Input("A condition in SQL on the columns, e.g. category = 'trad'.")] = "",
    runs: Annotated[list[str] | None, Input("Show and test only these runs.", is_loaded=False)] = None,
    baselines: Annotated[list[str] | None, Input("Runs to test the others against.")] = None,
    significance: Annotated[bool, Input("Show which runs may be best.")] = False,
    tiers: Annotated[bool, Input("Group the runs that do not differ significantly.")] = False,
    topics: Annotated[str, TOPICS] = "",
    by: Annotated[str, Input("A leaderboard for each slice of the topics by this facet, e.g. length.")] = "",
    columns: Annotated[list[str] | None, Input("Only these columns, also notes on runs, e.g. latency_ms.")] = None,
) -> Answer:
    """Rank the runs of a collection, and find the runs that may be best; the rows are those of dltrack leaderboard."""
    board_question = Question(
        measures=measures or (),
        labels=labels,
        where=where,
        runs=runs or (),
        baselines=baselines or (),
        significance=significance,
        tiers=tiers,
        columns=columns or (),
        topics=topics,
        by=by,
    )
    names = [collection] if isinstance(collection, str) else collection
    if len(names) == 1:
        answer = read(db.duckdb, names[0], board_question)[1]
        check_columns(db.duckdb, names[0], board_question.columns, answer)
        return answer.select(board_question.columns) if columns else answer
    return Across(db.duckdb, names, board_question).read()
