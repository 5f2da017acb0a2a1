"""Validate a loaded corpus inside the database, and publish it in a small transaction."""

from __future__ import annotations

import uuid
from dataclasses import asdict

import duckdb

from dltrack_db import __version__
from dltrack_db.base import sql_text
from dltrack_db.errors import ValidationError
from dltrack_db.load import expectations
from dltrack_db.load.corpus.estimate import CorpusPlan
from dltrack_db.load.corpus.spec import CorpusSpec
from dltrack_db.load.corpus.store import Store, statement
from dltrack_db.load.expectations import Outcome
from dltrack_db.store import change_log, database


def validate_and_publish(
    con: duckdb.DuckDBPyConnection, store: Store, spec: CorpusSpec, plan: CorpusPlan
) -> list[Outcome]:
    """Validate a complete load; publish it, or remove its rows and raise ValidationError. Return the outcomes."""
    outcomes, gx_version = _validate(con, store, spec)
    if any(not outcome.success and outcome.severity == "error" for outcome in outcomes):
        store.discard(store.load_no)
        raise ValidationError(
            f"{spec.corpus} was not loaded, and none of its rows are kept; these expectations failed:\n"
            f"{expectations.report(outcomes)}",
            outcomes,
        )
    is_counted = not store.is_subset and spec.rows > 0 and store.totals()[0] == spec.rows  # no file was left out
    sql_text.set_variables(
        con,
        batch_id=uuid.uuid4().hex,
        verified="md5" if spec.is_verified else "counts" if is_counted else "none",
        bytes=plan.bytes_to_read or 0,
        md5=spec.source_md5,
        dltrack_version=__version__,
        duckdb_version=duckdb.__version__,
        gx_version=gx_version,
    )
    with database.transaction(con), change_log.note_changes(con, "ingest"):
        con.execute(statement("publish"))
        for outcome in outcomes:
            row = asdict(outcome) | {"examples": "\n".join(outcome.examples) or None}
            names = ", ".join(row)
            con.execute(
                f"insert into main.load_expectations (batch_id, {names}) "
                f"values (getvariable('batch_id'), {', '.join(f'${name}' for name in row)})",
                row,
            )
    return outcomes


def stage(con: duckdb.DuckDBPyConnection, store: Store, spec: CorpusSpec) -> None:
    """Create views of a load in the schema memory.staging, for its expectations."""
    facts = {
        "load_no": store.load_no,
        "expected_members": spec.members,
        "id_pattern": spec.id_pattern,
        "document_pattern": spec.document_pattern,
        "document_corpus": spec.document_corpus or "",
        "passage_corpus": spec.passage_corpus or "",
        "ids_rise": spec.ids != "any",
    }
    sql_text.set_variables(con, **facts)
    con.execute(statement("views"))


def _validate(con: duckdb.DuckDBPyConnection, store: Store, spec: CorpusSpec) -> tuple[list[Outcome], str]:
    stage(con, store, spec)
    con.execute("use memory")  # the expectations read the schema staging of the current catalog
    try:
        validator = expectations.Validator(con, {})
        return validator.run(expectations.load_suite(f"corpus_{spec.kind}")), validator.version
    finally:
        con.execute("use dltrack")
