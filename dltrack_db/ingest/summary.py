"""Plans and finished loads in words, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dltrack_db import validation
from dltrack_db.ingest.loader import LoadReport
from dltrack_db.ingest.plan import Plan
from dltrack_db.output import print_rows


def summarize(report: LoadReport, db: Path) -> Iterator[str]:
    """What a load did, a line each."""
    if not report.rows:
        yield f"{report.edition}: already loaded, nothing changed in {db}"
    for part, rows in report.rows.items():
        files = report.files[part]
        yield f"{report.edition}: {part}: {rows:,} rows from {files} file{'s' if files != 1 else ''}"
    if report.rows and report.already_loaded:
        yield f"{report.edition}: {report.already_loaded} files were loaded already"
    if report.outcomes:
        passed = sum(outcome.success for outcome in report.outcomes)
        yield f"{report.edition}: {passed} of {len(report.outcomes)} expectations hold; published to {db}"
        if warnings := validation.report(report.outcomes):
            yield warnings
    for note in report.notes:
        yield f"note: {note}"
    if report.docs_page:
        yield f"validation report: {report.docs_page}"


def print_plan(plan: Plan, keep: Path | None) -> None:
    """What a load would read, and from where."""
    rows = []
    for item in plan.items:
        spec = item.spec
        origin = str(item.path) if item.path else (item.addresses[0] if item.addresses else "nowhere: not public")
        size = item.path.stat().st_size if item.path else (spec.bytes if spec else None)
        rows.append(
            (
                item.part,
                item.collection or "",
                item.name,
                "found" if item.path else "download",
                size,
                spec.rows if spec else None,
                origin,
            )
        )
    columns = ["part", "collection", "name", "how", "bytes", "rows", "from"]
    print_rows(columns, rows, title=f"{plan.edition}: {len(rows)} files")
    to_fetch = sum(row[4] or 0 for row in rows if row[3] == "download")
    print(f"to download: {to_fetch:,} bytes" + (f" into {keep}" if keep else ""))
    for note in plan.notes:
        print(f"note: {note}")
