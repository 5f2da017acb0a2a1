"""Validate staged tables with Great Expectations (GX) inside DuckDB.

A suite consists of promises, which all parts have (`load.promises`), and of the entries in
`ingest/parts/PART/expectations.toml` (for corpora, in `ingest/expectations`). An entry names a column for an
expectation of GX, or a query in the folder `expectations` that returns the offending rows: file, line, problem.

GX validates on the connection of the loader, so no rows are copied. Importing GX takes seconds, so only loads import
it, in the background. `offenders` runs the same checks without GX.
"""

from __future__ import annotations

import gc
import logging
import os
import sys
import threading
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from dltrack_db.base import lazy_imports, parts, resources, sql_text
from dltrack_db.errors import ValidationError
from dltrack_db.load import promises

if TYPE_CHECKING:
    from great_expectations.core import ExpectationSuiteValidationResult
    from great_expectations.data_context.data_context.ephemeral_data_context import EphemeralDataContext

    from dltrack_db.load.plan import StagedFile

MAX_EXAMPLES = 5
_MAX_BROUGHT = 200
"""Maximum number of offending rows that GX fetches; it counts all of them, which may be millions."""
_PLACE = ["file_id", "line"]
_MAX_CHARACTERS = 300
# Modules for charts, distributions and pages, which validation does not need. They take half of the import time of GX.
_UNUSED_BY_US = ("altair", "jsonschema", "mistune", "scipy.stats")
_GX_SEVERITY = {"error": "critical", "warning": "warning"}


@dataclass(frozen=True)
class Expectation:
    """One entry of a suite, with one of the fields `query`, `must_not_be_null` and `must_be_null`.

    Attributes:
        severity: 'error' stops a load, 'warning' does not.
        query: SQL that returns the offending rows (file, line, detail); in expectations.toml, the name of its file.
        must_not_be_null: column that must have a value in every readable line.
        must_be_null: column that must be null; a value is the problem of its line.
        detail: text that reports a null in `must_not_be_null`.
        promise: name of the promise (`load.promises`) that the entry belongs to; '' for other entries.
    """

    name: str
    severity: str
    meaning: str
    query: str = ""
    must_not_be_null: str = ""
    must_be_null: str = ""
    detail: str = ""
    promise: str = ""


@dataclass(frozen=True)
class Suite:
    """The expectations of one staged table."""

    name: str
    table: str
    expectations: tuple[Expectation, ...]


@dataclass(frozen=True)
class Offender:
    """A row that violates an expectation; `found` is the number of violating rows in the same file."""

    file_id: int
    line: int | None
    detail: str
    found: int


@dataclass(frozen=True)
class Outcome:
    """Outcome of one expectation, as a row of `main.load_expectations`."""

    suite: str
    expectation: str
    meaning: str
    severity: str
    success: bool
    expected: str | None
    observed: str
    unexpected_rows: int
    examples: tuple[str, ...]
    checked_at: datetime


@dataclass(frozen=True)
class Verdict:
    """Outcomes of all expectations of a load, the version of GX, and the page of its HTML report, if any."""

    outcomes: list[Outcome]
    gx_version: str
    docs_page: Path | None

    def check(self, edition: str) -> None:
        """Raise ValidationError if an expectation of severity 'error' failed."""
        if any(not outcome.success and outcome.severity == "error" for outcome in self.outcomes):
            raise ValidationError(
                f"{edition} was not loaded and the database is unchanged; these expectations failed:\n"
                + report(self.outcomes),
                self.outcomes,
            )


def load_suite(name: str) -> Suite:
    """Read a suite by name: a suite of parts, or a suite of corpora."""
    sharing = [part for part in parts.all_parts() if part.suite == name]
    files = [part.folder / "expectations.toml" for part in sharing] or [resources.EXPECTATIONS / f"{name}.toml"]
    path = next((file for file in files if file.exists()), files[0])
    data = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    folder = path.with_suffix("") if sharing else path.parent
    entries = data.get("expect", [])
    for entry in entries:
        if "query" in entry:
            entry["query"] = (folder / entry["query"]).read_text(encoding="utf-8")
    if sharing:
        data.setdefault("table", f"staging.{sharing[0].read_into or sharing[0].staged}")
        entries = promises.Promises(sharing, data["table"]).complete(entries, data.get("without", ()))
    return Suite(name, data["table"], tuple(Expectation(**entry) for entry in entries))


def preload() -> threading.Thread:
    """Start to import Great Expectations in a background thread; return the thread."""
    thread = threading.Thread(target=_import_gx, name="import great_expectations", daemon=True)
    thread.start()
    return thread


def _import_gx() -> Any:
    # without this setting, GX reports usage statistics to its vendor
    os.environ["GX_ANALYTICS_ENABLED"] = "False"
    if "great_expectations" not in sys.modules:
        with lazy_imports.postpone_imports(*_UNUSED_BY_US):
            import duckdb_sqlalchemy  # noqa: F401 - a validator needs it, too
            import great_expectations

            # exclude the 200,000 imported objects from garbage collections; they live as long as the process
            gc.freeze()
    import great_expectations

    logging.getLogger("great_expectations").setLevel(logging.ERROR)
    return great_expectations


def validate(
    con: duckdb.DuckDBPyConnection, files: Sequence[StagedFile], data_docs: Path | None, importing: threading.Thread
) -> Verdict:
    """Check staged files with the suites of their parts; return the outcomes.

    `importing` is the thread of `preload`. No other thread may use `con` during the check.
    """
    importing.join()
    sources = {file.file_id: file.source for file in files}
    validator = Validator(con, sources, data_docs)
    staged = {file.item.part for file in files}
    suites = dict.fromkeys(part.suite for part in parts.shown_parts() if part.name in staged)
    outcomes = [outcome for suite in suites for outcome in validator.run(load_suite(suite))]
    return Verdict(outcomes, validator.version, validator.write_docs())


class Validator:
    """Checks tables of one connection with suites of expectations."""

    def __init__(
        self, con: duckdb.DuckDBPyConnection, sources: Mapping[int, str], data_docs: Path | None = None
    ) -> None:
        """Connect GX to `con`.

        `sources` maps each `file_id` to the name of its file for reports; `data_docs` is a folder for GX's HTML pages.
        """
        import sqlalchemy
        from duckdb_sqlalchemy import ConnectionWrapper
        from sqlalchemy.engine.cursor import FullyBufferedCursorFetchStrategy

        gx = _import_gx()
        self.version: str = gx.__version__
        self._con = con
        self._sources = sources
        self._context: EphemeralDataContext = gx.get_context(mode="ephemeral")
        self._context.variables.progress_bars = {"globally": False}
        self._data_docs = data_docs
        if data_docs is not None:
            self._add_docs_site(data_docs)
        self._datasource = self._context.data_sources.add_sql(
            "staging",
            connection_string="duckdb:///:memory:",
            create_temp_table=False,
            kwargs={"creator": lambda: ConnectionWrapper(con.cursor())},
        )
        engine = self._datasource.get_execution_engine().engine

        # GX reads a result after it has returned the connection, but the rollback on return discards pending results.
        @sqlalchemy.event.listens_for(engine, "after_cursor_execute")
        def buffer_rows(_con: Any, cursor: Any, _sql: Any, _values: Any, context: Any, _many: Any) -> None:
            if cursor.description:
                rows = cursor.fetchmany(_MAX_BROUGHT)
                context.cursor_fetch_strategy = FullyBufferedCursorFetchStrategy(cursor, initial_buffer=rows)

    def run(self, suite: Suite) -> list[Outcome]:
        """Check the staged table of a suite; return the outcome of every expectation, in suite order."""
        import great_expectations as gx

        schema, table = suite.table.split(".")
        asset = self._datasource.add_table_asset(suite.name, table_name=table, schema_name=schema)
        gx_suite = gx.ExpectationSuite(
            suite.name, expectations=[_expectation(suite, entry) for entry in suite.expectations]
        )
        format = {"result_format": "COMPLETE", "unexpected_index_column_names": _PLACE}
        if self._data_docs is None:  # validating without stores takes a tenth less time
            batch = asset.get_batch(asset.build_batch_request())
            return self._outcomes(suite, batch.validate(gx_suite, result_format=format))
        whole_table = asset.add_batch_definition_whole_table(suite.name)
        definition = gx.ValidationDefinition(
            name=suite.name, data=whole_table, suite=self._context.suites.add(gx_suite)
        )
        checkpoint = gx.Checkpoint(
            name=suite.name,
            validation_definitions=[self._context.validation_definitions.add(definition)],
            result_format=format,
        )
        result = next(iter(self._context.checkpoints.add(checkpoint).run().run_results.values()))
        return self._outcomes(suite, result)

    def write_docs(self) -> Path | None:
        """Write GX's HTML pages into the folder `data_docs`; return the start page, or None without a folder."""
        if self._data_docs is None:
            return None
        self._context.build_data_docs()
        return self._data_docs / "index.html"

    def _add_docs_site(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._context.add_data_docs_site(
            "dltrack",
            {
                "class_name": "SiteBuilder",
                "store_backend": {
                    "class_name": "TupleFilesystemStoreBackend",
                    "base_directory": str(folder.absolute()),
                },
                "site_index_builder": {"class_name": "DefaultSiteIndexBuilder"},
            },
        )

    def _outcomes(self, suite: Suite, result: ExpectationSuiteValidationResult) -> list[Outcome]:
        results_by_name = {
            entry.expectation_config.meta["name"]: entry for entry in result.results if entry.expectation_config
        }
        outcomes = []
        for entry in suite.expectations:
            found = results_by_name[entry.name]
            if found.exception_info.get("raised_exception") or not found.result:
                raise ValidationError(
                    f"{suite.name}: '{entry.name}' could not be checked: {_reason(found.exception_info)}"
                )
            count, rows = _offending_rows(entry, found.result)
            outcomes.append(
                Outcome(
                    suite=suite.name,
                    expectation=entry.name,
                    meaning=entry.meaning,
                    severity=entry.severity,
                    success=bool(found.success),
                    expected="0 offending rows",
                    observed=f"{count} offending rows",
                    unexpected_rows=count,
                    examples=tuple(self._place(file_id, line) + shorten(detail) for file_id, line, detail in rows),
                    checked_at=datetime.now(UTC),
                )
            )
        return outcomes

    def _place(self, file_id: int | None, line: int | None) -> str:
        source = self._sources.get(file_id or -1)
        if source is None:
            return ""
        return f"{source}:{line}: " if line is not None else f"{source}: "


def shorten(text: str) -> str:
    """Shorten a text for a message, because a damaged line may be megabytes long."""
    return text if len(text) <= _MAX_CHARACTERS else text[:_MAX_CHARACTERS] + " …"


def offenders(
    con: duckdb.DuckDBPyConnection, suite: Suite, entry: Expectation, most: int = MAX_EXAMPLES
) -> list[Offender]:
    """Check one expectation without GX; return the first `most` offending rows of each file."""
    if entry.query:
        query = entry.query
    else:
        looked_at = entry.must_not_be_null or entry.must_be_null
        sql_text.set_variables(con, staged=suite.table, looked_at=looked_at, detail=entry.detail)
        query = _script("null_values" if entry.must_not_be_null else "values_there")
    if not con.execute(f"from ({query}) limit 1").fetchall():  # the usual case: takes half the time of the full query
        return []
    sql_text.set_variables(con, most=most)
    con.execute(f"create or replace temp view offending as {query}")
    rows = con.execute(_script("first_of_each_file")).fetchall()
    return [Offender(file_id, line, shorten(str(detail)), found) for file_id, line, detail, found in rows]


def _script(name: str) -> str:
    return resources.script(f"ingest/expectations/{name}")


def _expectation(suite: Suite, entry: Expectation) -> Any:
    import great_expectations as gx
    from great_expectations.expectations.row_conditions import Column

    classes: Any = gx.expectations
    common = {"severity": _GX_SEVERITY[entry.severity], "meta": {"name": entry.name}, "description": entry.meaning}
    if entry.must_not_be_null:
        is_readable = Column("problem").is_null()
        return classes.ExpectColumnValuesToNotBeNull(column=entry.must_not_be_null, row_condition=is_readable, **common)
    if entry.must_be_null:
        return classes.ExpectColumnValuesToBeNull(column=entry.must_be_null, **common)
    return classes.UnexpectedRowsExpectation(
        # GX prints a notice if a query does not contain its batch, so the batch is in a comment. The queries read the
        # staging table instead, because lines are computed from rowid, which the batch (a subquery) does not have.
        unexpected_rows_query="/* {batch} */ " + entry.query,
        **common,
    )


def _offending_rows(
    entry: Expectation, result: Mapping[str, Any]
) -> tuple[int, list[tuple[int | None, int | None, str]]]:
    """Return the number of offending rows, and the first of them as (file id, line, problem)."""
    if entry.query:
        rows = [(row["file_id"], row["line"], str(row["detail"])) for row in result["details"]["unexpected_rows"]]
        return int(result["observed_value"]), rows[:MAX_EXAMPLES]
    column = entry.must_not_be_null or entry.must_be_null
    rows = [
        (row["file_id"], row["line"], entry.detail or str(row[column])) for row in result["unexpected_index_list"] or ()
    ]
    # the count is null for a table without rows
    return int(result["unexpected_count"] or 0), sorted(rows)[:MAX_EXAMPLES]


def _reason(info: Mapping[str, Any]) -> str:
    nested = next((value for value in info.values() if isinstance(value, Mapping)), info)
    return str(nested.get("exception_message") or "no result")


def report(outcomes: Sequence[Outcome]) -> str:
    """Describe the failed expectations: name, meaning, number of offending rows, and the first of these rows."""
    lines = []
    for outcome in outcomes:
        if outcome.success:
            continue
        sign = "✗" if outcome.severity == "error" else "!"
        count = f"{outcome.unexpected_rows} offending row{'s' * (outcome.unexpected_rows != 1)}"
        lines.append(f"  {sign} {outcome.suite}, {outcome.expectation}: {outcome.meaning} ({count})")
        lines += [f"      {example}" for example in outcome.examples]
        if (more := outcome.unexpected_rows - len(outcome.examples)) > 0:
            lines.append(f"      … and {more} more")
    return "\n".join(lines)
