"""Options and results of the load of a corpus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from dltrack_db.base.config import DEFAULT_MEMORY
from dltrack_db.load.corpus.feed import Layout
from dltrack_db.load.expectations import Outcome

PROFILES = ("full", "ids", "judged")


@dataclass(frozen=True)
class CorpusOptions:
    """Options for loading a corpus.

    `profile` says what is kept; `memory_limit` bounds DuckDB ('4GB'); a
    `is_subset` load skips checks of places and totals; with `reject_files` a
    damaged member is set aside and the rest is loaded; `restart` forgets an
    unfinished load, `replace` puts this load in the place of a published one.
    The texts become those of a `collection`, if one is given, in the transaction that publishes them.
    The members are read on a `cluster`, if one is given (see `cluster.pool.map_units`).
    Others may hold the database file for `wait` seconds. `say` gets sentences,
    `on_progress` packed bytes done, their total, and rows.
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
    """Results of a load.

    Rows read and stored are those of the whole load, `members` those that this
    run finished, `resumed_members` those that an earlier one had; `rejected`
    maps members that were set aside to the reason.
    """

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
