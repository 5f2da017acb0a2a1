"""Questions about scores of MTEB."""

from dltrack_db import Answer, question
from dltrack_db.ask.open_database import OpenDatabase


@question(title="Scores of MTEB compared with dltrack's", keys=["model", "metric"], point=["by_mteb", "value"])
def mteb(db: OpenDatabase, *, collection: str, limit: int = 50) -> Answer:
    """Compare MTEB's scores with dltrack's scores of runs of the same name, largest difference first."""
    return db.ask(
        "select model, task, split, subset, metric, measure, by_mteb, value, difference from mteb.comparison "
        "where collection = $collection order by abs(difference) desc nulls last, model, metric limit $limit",
        {"collection": collection, "limit": limit},
    )
