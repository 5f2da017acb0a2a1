"""Questions: each becomes a command, a method, a tool for assistants and an entry of the documentation."""

from dltrack_db import Answer, question
from dltrack_db.ask.open_database import OpenDatabase


@question(title="Median rank of the first relevant item")
def example_ranks(db: OpenDatabase, *, collection: str, limit: int = 10) -> Answer:
    """List the runs that rank a relevant item earliest, over the topics where they retrieve one."""
    return db.ask(
        "from example.first_ranks where collection = $collection order by median_rank, run_id limit $limit",
        {"collection": collection, "limit": limit},
    )
