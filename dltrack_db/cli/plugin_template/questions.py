"""Questions: each becomes a command, a method, a tool for assistants, and an entry in the documentation."""

from dltrack_db import Answer, question
from dltrack_db.ask.open_database import OpenDatabase


@question(title="Median rank of the first relevant item")
def example_ranks(db: OpenDatabase, *, collection: str, limit: int = 10) -> Answer:
    """List the runs with the lowest median rank of the first relevant item, over topics with such an item."""
    return db.ask(
        "from example.first_ranks where collection = $collection order by median_rank, run_id limit $limit",
        {"collection": collection, "limit": limit},
    )
