"""Methods of `Database` for figures, the report, and the folder for a paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dltrack_db.api import Database, as_list
from dltrack_db.errors import UsageError

if TYPE_CHECKING:
    import polars as pl

    from dltrack_db.plugins.report.figure import Chart


def figures(db: Database) -> pl.DataFrame:
    """Return the figures that `figure` can draw: name, topic, title, view, how to read it, and the data it needs."""
    import polars as pl

    from dltrack_db.plugins.report.figures import FIGURES

    columns = ("name", "topic", "title", "object", "look", "needs")
    rows = [[getattr(figure, part) for part in columns] for figure in FIGURES]
    return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row").rename({"object": "view"})


def figure(db: Database, name: str, collection: str, highlight: str | Sequence[str] = ()) -> Chart:
    """Return a figure of the report as an Altair chart, for a notebook or for `.save("x.pdf")`.

    For the names, see `figures`. The chart contains its rows. Runs in `highlight` are drawn in a separate colour.
    """
    from dltrack_db.plugins.report import draw
    from dltrack_db.plugins.report.figures import FIGURES

    if collection in {figure.name for figure in FIGURES}:
        raise UsageError(f"arguments are swapped: '{collection}' is a figure; pass the figure, then the collection")
    return draw(db.duckdb, name, db.check_collection(collection), as_list(highlight))


def report(
    db: Database,
    name: str,
    output: Path | str,
    highlight: str | Sequence[str] = (),
    settings: Path | str | None = None,
) -> Path:
    """Write the report on an edition or collection as one HTML page, and return its path.

    Runs in `highlight` have a separate colour in tables and charts. For each, a table lists the topics on which the run
    differs most from the best other run. `settings` is a `site.toml` with title, welcome text, colours and measures
    (docs/site.md).
    """
    from dltrack_db.plugins.report import write_report

    path = None if settings is None else Path(settings)
    return write_report(db.duckdb, name, Path(output), as_list(highlight), path)


def paper(
    db: Database,
    runs: str | Sequence[str],
    collection: str | Sequence[str],
    folder: Path | str,
    *,
    baselines: str | Sequence[str],
    measures: str | Sequence[str] = ("ndcg_cut_10", "map", "recip_rank"),
    systems: Mapping[str, Sequence[str]] | None = None,
) -> list[Path]:
    """Write a folder for a paper that compares runs (files, or ids of loaded runs) with baselines; return its files.

    As with `dltrack paper`, the folder contains a LaTeX table with its values, figures, methods, BibTeX, and the
    commands that created it. With several collections, each collection is a block of the table, and each row is a
    system: runs with the same name, or one of `systems`.
    """
    from dltrack_db.plugins.report.paper import write

    names = [db.check_collection(name) for name in as_list(collection)]
    baseline_names, measure_names = as_list(baselines), as_list(measures)
    written = write(
        db.path,
        as_list(runs),
        names,
        Path(folder),
        baselines=baseline_names,
        measures=measure_names,
        named=systems,
    )
    return written.files
