"""Read descriptions of the runs of a collection from CSV: run, team, category and other columns."""

from __future__ import annotations

import csv
from contextlib import closing
from pathlib import Path

from dltrack_db.base import engine, names
from dltrack_db.base.files import sources
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import FormatError
from dltrack_db.load import run_notes, run_tables, staging
from dltrack_db.load.plan import Item


def write(source: Path, collection: str, target: Path) -> Path:
    """Check a CSV file of descriptions and write it to `target` in the format of a load; the folder is temporary."""
    known_columns = columns()
    table = run_tables.read(source, target.parent, str(source), (*known_columns, *run_notes.PLACE))
    if "run_id" not in table.columns:
        raise FormatError(f"{source}:1: no column run_id; valid columns are {', '.join(known_columns)}")
    for name in table.columns:
        if name not in (*known_columns, *run_notes.PLACE, run_tables.SUBMISSION) and (
            suggestion := did_you_mean(name.lower(), list(known_columns))
        ):
            raise FormatError(
                f"{source}:1: column {names.displayed_name(name)} is unknown{suggestion}; valid columns are "
                f"{', '.join(known_columns)}"
            )
    with target.open("w", encoding="utf-8", newline="") as file:
        # the line end is \r\n, so that the writer quotes values that contain \r or \n
        writer = csv.DictWriter(file, ["collection", *known_columns])
        writer.writeheader()
        row = None
        for row in run_tables.once(run_notes.rows_about(table, collection)):
            values = run_tables.check_row(row)
            writer.writerow(
                {"collection": collection} | {name: values[name] for name in known_columns if name in values}
            )
    if row is None and {"collection", "edition"} & {*table.columns}:
        raise FormatError(
            f"{source}: no line is about a run of {collection}; correct the column collection, or remove the column"
        )
    return target


def notes(source: Path, collection: str, folder: Path) -> list[Item]:
    """Write the columns that `write` ignores as a file of notes on runs; return its item in a list, or []."""
    known_columns = columns()
    table = run_tables.read(source, folder, str(source), (*known_columns, *run_notes.PLACE))
    others = [name for name in table.columns if name not in (*known_columns, *run_notes.PLACE)]
    if not others:
        return []
    rows = [
        [row.values["run_id"], *(row.values[name] for name in others)]
        for row in run_notes.rows_about(table, collection)
    ]
    path = run_notes.write(folder / f"{collection}.csv", others, rows)
    return [
        Item(
            "run-metadata", sources.label_name(source).removesuffix(".csv"), collection, path, display_name=str(source)
        )
    ]


def columns() -> tuple[str, ...]:
    """Return the valid columns: `run_id`, and the columns of `main.runs` that describe a run."""
    with closing(engine.connect()) as con:
        staging.create_tables(con)
        rows = con.execute("describe staging.runs").fetchall()
    return tuple(name for name, *_ in rows if name not in ("collection", run_tables.OVERVIEWS, run_tables.SUBMISSION))
