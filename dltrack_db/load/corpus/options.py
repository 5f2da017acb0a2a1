"""Options and results of a corpus load."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from dltrack_db.base.config import DEFAULT_MEMORY
from dltrack_db.load.corpus.feed import Layout
from dltrack_db.load.expectations import Outcome

PROFILES = ("full", "ids", "judged")


@dataclass(frozen=True)
class CorpusOptions:
    """Options of a corpus load, as in `dltrack ingest corpus`.

    `is_subset` skips checks of positions and totals. `collection` gets the texts in the transaction that publishes
    them. `cluster` is as in `cluster.pool.map_units`. `on_progress` is called with packed bytes read, their total, and
    rows.
    """

    profile: str = "full"
    memory_limit: str = DEFAULT_MEMORY
    is_subset: bool = False
    reject_files: bool = False
    restart: bool = False
    collection: str | None = None
    replace: bool = False
    cluster: str | None = None
    wait: float | None = None
    layout: Layout | None = None
    say: Callable[[str], None] = lambda _: None
    on_progress: Callable[[int, int | None, int], None] = lambda _done, _total, _rows: None


@dataclass
class CorpusReport:
    """Results of a load; `resumed_members` were finished in earlier calls, `rejected` maps members to errors."""

    corpus: str
    profile: str
    rows_read: int = 0
    rows_stored: int = 0
    members: int = 0
    resumed_members: int = 0
    rejected: dict[str, str] = field(default_factory=dict)
    outcomes: list[Outcome] = field(default_factory=list)
    seconds: float = 0.0
    is_already_loaded: bool = False
