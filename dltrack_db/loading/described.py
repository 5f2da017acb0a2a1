"""What an organizer knows of the runs of a collection: a CSV of run, team, category and more, checked."""

from __future__ import annotations

import csv
import re
from contextlib import closing
from datetime import date
from pathlib import Path

import duckdb

from dltrack_db.errors import FormatError
from dltrack_db.loading import run_tables, staging
from dltrack_db.recipes import run_metadata
from dltrack_db.vocabulary import names
from dltrack_db.vocabulary.suggest import did_you_mean

_OVERVIEWS = "in_overview"
"""The one description that is the overviews' to give."""
_FLAGS = ("true", "false")
_VALUES = {
    "subtask": run_metadata.SUBTASKS,
    "stage": ("single", "multi"),
    "dense": _FLAGS,
    "judged": _FLAGS,
}
_MD5 = re.compile("[0-9a-f]{32}")
_YEARS = range(1990, 2201)
"""of submissions: TREC began in 1992"""


def write(source: Path, collection: str, target: Path) -> Path:
    """Check a CSV of descriptions and write it as a load takes it, into a folder that may hold an unpacked copy.

    Raises:
        SourceError: the file cannot be read.
        FormatError: it has no column run_id, an unknown column, a run twice, or a value that its column has not.
    """
    known = columns()
    table = run_tables.read(source, target.parent, str(source), known)
    if "run_id" not in table.columns:
        raise FormatError(f"{source}:1: no column run_id; the first line names the columns: {', '.join(known)}")
    for name in table.columns:
        if name not in known:
            raise FormatError(
                f"{source}:1: column {names.displayed_name(name)} is unknown{did_you_mean(name.lower(), list(known))}; "
                f"known columns are {', '.join(known)}"
            )
    with target.open("w", encoding="utf-8", newline="") as file:
        # with line ends of two characters a value that holds either of them is quoted
        writer = csv.DictWriter(file, ["collection", *known])
        writer.writeheader()
        writer.writerows({"collection": collection, **_check_row(row)} for row in run_tables.once(table.rows))
    return target


def columns() -> tuple[str, ...]:
    """The columns that a file may have: `run_id`, and those of `main.runs` that describe a run."""
    with closing(duckdb.connect()) as con:
        staging.create_tables(con)
        rows = con.execute("describe staging.runs").fetchall()
    return tuple(name for name, *_ in rows if name not in ("collection", _OVERVIEWS))


def _check_row(row: run_tables.Row) -> dict[str, str]:
    for name, allowed in _VALUES.items():
        value = row.values.get(name, "")
        if value and value not in allowed:
            raise FormatError(
                f"{row.place}: {name} {names.displayed_name(value)} is none of {', '.join(allowed)}; or leave it empty"
            )
    if (day := row.values.get("submitted_on", "")) and not _is_day(day):
        raise FormatError(
            f"{row.place}: submitted_on {names.displayed_name(day)} is no day like 2020-08-31; or leave it empty"
        )
    if (md5 := row.values.get("submitted_md5", "")) and not _MD5.fullmatch(md5):
        raise FormatError(
            f"{row.place}: submitted_md5 {names.displayed_name(md5)} is not 32 of the digits 0-9 and a-f; "
            "or leave it empty"
        )
    return row.values


def _is_day(text: str) -> bool:
    try:
        return re.fullmatch(r"\d{4}-\d{2}-\d{2}", text) is not None and date.fromisoformat(text).year in _YEARS
    except ValueError:
        return False
