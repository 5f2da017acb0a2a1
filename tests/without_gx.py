"""What Great Expectations finds, found without it in a third of the time: for loads that ask no question about it.

`tests/loading/test_expectations.py` holds both against each other, for every expectation and what breaks it.
"""

from __future__ import annotations

import importlib.metadata
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import duckdb

from dltrack_db.load import expectations

Validator, preload = expectations.Validator, expectations.preload
"""Those of the product."""


class WithoutGx(Validator):
    """The same answers from the same queries."""

    version = importlib.metadata.version("great_expectations")

    def __init__(self, con: duckdb.DuckDBPyConnection, sources: Mapping[int, str]) -> None:
        self._con, self._sources = con, sources

    def run(self, suite: expectations.Suite) -> list[expectations.Outcome]:
        """Judge a staged table."""
        return [self._judge(suite, entry) for entry in suite.expectations]

    def _judge(self, suite: expectations.Suite, entry: expectations.Expectation) -> expectations.Outcome:
        rows = expectations.offenders(self._con, suite, entry)
        count = sum({row.file_id: row.found for row in rows}.values())
        return expectations.Outcome(
            suite=suite.name,
            expectation=entry.name,
            meaning=entry.meaning,
            severity=entry.severity,
            success=not rows,
            expected="0 offending rows",
            observed=f"{count} offending rows",
            unexpected_rows=count,
            examples=tuple(self._place(r.file_id, r.line) + r.detail for r in rows[: expectations.MAX_EXAMPLES]),
            checked_at=datetime.now(UTC),
        )

    def write_docs(self) -> None:
        """There is none: whoever asks for its pages gets Great Expectations."""


def validator(
    con: duckdb.DuckDBPyConnection, sources: Mapping[int, str], data_docs: Path | None = None
) -> expectations.Validator:
    """In the place of the class."""
    return Validator(con, sources, data_docs) if data_docs is not None else WithoutGx(con, sources)


def nothing_to_import() -> threading.Thread:
    """In the place of `preload`."""
    thread = threading.Thread(target=int)
    thread.start()
    return thread
