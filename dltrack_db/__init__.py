"""dltrack: the TREC Deep Learning Track as one validated DuckDB file.

    import dltrack_db as dl

    db = dl.open("dltrack.duckdb")      # open a database, see dltrack_db.api
    engine = dl.engine("dltrack.duckdb")  # an SQLAlchemy engine; dl.metadata describes the tables
    dl.evaluate(run, qrels, ["map"])    # score a data frame, without a database file
    dl.gate(new, old, qrels, by=0.02)   # does the new run score worse than the old run?
    @dl.question(title="…")             # add your own question: a function that returns a dl.Answer

Importing the package is fast, because each name is imported from its module when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dltrack_db.api import Database, open
    from dltrack_db.api.gate import gate
    from dltrack_db.api.sqlalchemy import engine, metadata
    from dltrack_db.ask.questions import question
    from dltrack_db.base.answer import Answer
    from dltrack_db.score.in_memory import evaluate

__version__ = "0.6.0.dev0"

__all__ = ["Answer", "Database", "__version__", "engine", "evaluate", "gate", "metadata", "open", "question"]

_HOMES = {
    "Answer": "dltrack_db.base.answer",
    "Database": "dltrack_db.api",
    "engine": "dltrack_db.api.sqlalchemy",
    "gate": "dltrack_db.api.gate",
    "metadata": "dltrack_db.api.sqlalchemy",
    "open": "dltrack_db.api",
    "question": "dltrack_db.ask.questions",
    "evaluate": "dltrack_db.score.in_memory",
}
# names that are modules
_MODULES = {"irm": "dltrack_db.score.ir_measures_provider"}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _MODULES:
        return import_module(_MODULES[name])
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'dltrack_db' has no attribute '{name}'")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted([*__all__, *_MODULES])
