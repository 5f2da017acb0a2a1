"""The question `topics`."""

from __future__ import annotations

from dltrack_db.ask.open_database import OpenDatabase
from dltrack_db.ask.questions import question
from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer


@question(
    title="Judged topics, the hardest first",
    keys=("query_id",),
    point=("num_rel", "mean_ndcg_cut_10"),
    expendable=("best_run", "best_ndcg_cut_10", "num_judged"),
    after="audit",
)
def topics(db: OpenDatabase, collection: str) -> Answer:
    """List the judged topics with texts, relevant items, and scores of runs, hardest first.

    Example: dltrack topics trec2021-passages
    """
    return Answer.ask(db.duckdb, sql_text.written_out(resources.script("ask/topics"), {"collection": collection}))
