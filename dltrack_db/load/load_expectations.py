"""Validation of one load, in parallel to the load itself, by a connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from dltrack_db.base import parts
from dltrack_db.errors import ValidationError
from dltrack_db.load import expectations
from dltrack_db.load.expectations import Outcome
from dltrack_db.load.staging import StagedFile


@dataclass(frozen=True)
class Verdict:
    """Outcomes of the expectations, and the version of Great Expectations that checked them."""

    outcomes: list[Outcome]
    gx_version: str
    docs_page: Path | None

    def check(self, edition: str) -> None:
        """Refuse the load of an edition where an expectation of severity 'error' failed."""
        if any(not outcome.success and outcome.severity == "error" for outcome in self.outcomes):
            raise ValidationError(
                f"{edition} was not loaded and the database is unchanged; these expectations failed:\n"
                + expectations.report(self.outcomes),
                self.outcomes,
            )


def validate(
    con: duckdb.DuckDBPyConnection, files: Sequence[StagedFile], data_docs: Path | None, importing: threading.Thread
) -> Verdict:
    """Look at staged files once Great Expectations is imported; `con` must be nobody else's."""
    importing.join()
    validator = expectations.Validator(con, {file.file_id: file.source for file in files}, data_docs)
    staged = {file.item.part for file in files}
    suites = dict.fromkeys(part.suite for part in parts.shown_parts() if part.name in staged)
    outcomes = [outcome for suite in suites for outcome in validator.run(expectations.load_suite(suite))]
    return Verdict(outcomes, validator.version, validator.write_docs())
