"""The method `Database.simulate`: simulate the judging of a collection."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dltrack_db.plugins.simulate import study
from dltrack_db.plugins.simulate.options import StudyOptions

if TYPE_CHECKING:
    from dltrack_db.api import Database
    from dltrack_db.plugins.simulate.study import Summary


def simulate(
    db: Database, collection: str, strategy: str, *, say: Callable[[str], None] | None = None, **options: Any
) -> Summary:
    """Simulate the judging of a collection and store the traces, as `dltrack simulate` does.

    `options` are attributes of `StudyOptions`, such as trials, seed and name. `say` is called with notes, such as the
    expected time. Return a summary with the names of the simulations. As in `Database.add_run`, the database file is
    closed during the call.
    """
    with db.writable():
        return study.simulate(db.path, StudyOptions(collection, strategy, **options), say or (lambda _: None))
