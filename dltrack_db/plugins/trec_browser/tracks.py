"""The option `--track` of `dltrack ingest collection`: name, year and run descriptions from the TREC Browser."""

from __future__ import annotations

import csv
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dltrack_db.base import resources, sql_text
from dltrack_db.base.files import plainfile
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import UsageError
from dltrack_db.load import run_descriptions
from dltrack_db.load.plan import Item, Plan
from dltrack_db.show import printable_lines
from dltrack_db.store import database

if TYPE_CHECKING:
    from dltrack_db.cli.ingest import CollectionOptions


def ingest_collection(*, described: CollectionOptions, track: str, db: Path, **options: Any) -> None:
    """Load a collection with the name, the year and the run descriptions of a track, and NIST's labels.

    Options that the user sets take precedence. Print how many of NIST's official scores dltrack reproduces.
    """
    from dltrack_db.cli import ingest

    if described.metadata:
        raise UsageError("--track cannot be combined with --metadata, because both describe the runs; leave out one")
    name = described.name or ("" if described.irds else track.replace("/", "-"))
    year = described.year or find_year(db, track)
    described = replace(described, name=name, year=year, variant=described.variant or "nist")
    extend = partial(with_descriptions, db=db, track=track)
    collection = ingest.load_collection(described, db=db, extend=extend, **options)
    print(printable_lines(outcome(db, collection, track)))


def find_year(db: Path, track: str) -> int:
    """Return the year of a track ('trec8/adhoc') whose runs are loaded."""
    with closing(database.open_readonly(db)) as con:
        years = con.execute(
            "select edition || '/' || track, year from tracks.participation where num_runs > 0 order by all"
        ).fetchall()
    known = dict(years)
    if track not in known:
        raise UsageError(
            f"{db} has no runs of the track '{track}'; load all tracks of the TREC Browser with: "
            "dltrack ingest trec-browser"
            f"{did_you_mean(track, list(known))}"
        )
    return int(known[track])


def with_descriptions(plan: Plan, folder: Path, db: Path, track: str) -> Plan:
    """Return the plan with run names, teams, types and dates from the TREC Browser.

    Run files with other names are recognized by the MD5 sum of the submitted file.
    """
    with closing(database.open_readonly(db)) as con:
        found = con.execute(sql_text.fill_values(resources.script("plugins/trec_browser/known"), [track]))
        columns, rows = [column[0] for column in found.description or []], found.fetchall()
    table = folder / "track.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([columns, *rows])
    written = run_descriptions.write(table, plan.collections[0].collection, folder / "runs.csv")
    runs_by_md5 = {row[-1]: row[0] for row in rows if row[-1]}
    return replace(
        plan,
        items=tuple(_apply_known_name(item, {row[0] for row in rows}, runs_by_md5) for item in plan.items),
        run_descriptions=written,
    )


def _apply_known_name(item: Item, known: set[str], runs_by_md5: dict[str, str]) -> Item:
    if item.part != "runs" or item.path is None or item.name in known:
        return item
    return replace(item, name=runs_by_md5.get(plainfile.inspect(item.path).plain_md5, item.name))


def outcome(db: Path, collection: str, track: str) -> str:
    """Return a sentence on how many of NIST's scores for a track equal those of the collection's runs."""
    with closing(database.open_readonly(db)) as con:
        query = sql_text.fill_values(resources.script("plugins/trec_browser/outcome"), [collection, track])
        whole, runs, equal, scores, gap = con.execute(query).fetchall()[0]
    if not scores:
        return f"{collection}: NIST's pages have no comparable scores for {track}"
    sentence = (
        f"{collection}: {equal:,} of {scores:,} scores equal NIST's for {track}, including all scores of {whole:,} of "
        f"{runs:,} runs"
    )
    if gap:
        sentence += f" ({gap}; see: from tracks.official_gaps('{collection}', '{track}') where not is_equal)"
    return sentence
