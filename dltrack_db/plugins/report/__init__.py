"""The report: figures drawn from views, one at a time or all on one page.

Each figure has a view and a chart function. `draw` reads the view's rows of a collection and passes the rows to the
chart function, which does not use the database.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from dltrack_db.base import extras, progress, suggest
from dltrack_db.errors import UsageError

if TYPE_CHECKING:
    import duckdb

    from dltrack_db.base.answer import Answer
    from dltrack_db.plugins.report.figure import Chart, Figure

extras.check_docstrings("charts are drawn by Altair, which needs docstrings")


def find_figure(name: str) -> Figure:
    """Return the figure called `name`."""
    from dltrack_db.plugins.report.figures import FIGURES

    for figure in FIGURES:
        if figure.name == name:
            return figure
    names = [figure.name for figure in FIGURES]
    raise UsageError(f"there is no figure '{name}'{suggest.did_you_mean(name, names)}; valid names: {', '.join(names)}")


def draw(con: duckdb.DuckDBPyConnection, name: str, collection: str, highlighted: Sequence[str] = ()) -> Chart:
    """Return a figure of a collection as an Altair chart that includes its data.

    The subtitle lists the `highlighted` runs in their colour, and runs or label sets that are not drawn.
    """
    from dltrack_db.plugins.report import highlight, vega

    figure, rows, omission = read(con, name, collection, highlighted)
    chart: Any = figure.chart(rows)
    if highlighted:
        chart = type(chart).from_dict(highlight.mark_runs(chart.to_dict(validate=False), highlighted))
    chart.datasets = {"rows": rows.records()}
    chart.config = vega.config(vega.PAPER_COLORS)
    if _has_title(chart):
        return cast("Chart", chart)
    titled_chart: Chart = chart.properties(title=_title(figure.title, highlighted, omission))
    return titled_chart


def read(
    con: duckdb.DuckDBPyConnection, name: str, collection: str, highlighted: Sequence[str] = ()
) -> tuple[Figure, Answer, str]:
    """Return a figure, its rows for a collection including highlighted runs, and a note on omitted runs or label sets.

    Raises:
        UsageError: the figure or a run is unknown, or the figure cannot be drawn.
    """
    from dltrack_db.plugins.report import highlight
    from dltrack_db.plugins.report.figure import omission_note, population, read_rows

    figure = find_figure(name)
    highlight.check(con, [collection], highlighted)
    rows, _ = highlight.rows_with_runs(con, figure, collection, read_rows(con, figure, collection), highlighted)
    if reason := figure.not_drawn(rows):
        raise UsageError(f"not drawn: '{name}' of {collection}: {reason}")
    highlight.check_shown(figure, rows, highlighted)
    return figure, rows, omission_note(rows, population(con, collection))


def _title(text: str, highlighted: Sequence[str], omitted: str) -> Any:
    """Return the title of a chart, with a subtitle that lists highlighted and omitted runs."""
    import altair as alt

    from dltrack_db.plugins.report import highlight

    legend = f"■ {', '.join(highlighted)}" if highlighted else ""
    lines = [line for line in (legend, omitted) if line]
    color = highlight.COLOR if highlighted else alt.Undefined
    return alt.TitleParams(text, subtitle=lines, subtitleColor=color) if lines else text


def _has_title(chart: Any) -> bool:
    import altair as alt

    return getattr(chart, "title", alt.Undefined) is not alt.Undefined


def check_place(output: Path) -> None:
    """Raise UsageError if `output` cannot be written, before a figure is drawn, which takes seconds."""
    if output.is_dir():
        raise UsageError(f"{output} cannot be written: it is a folder; name a file in this folder")
    if not output.parent.is_dir():
        raise UsageError(f"{output} cannot be written: No such file or directory; create the folder {output.parent}")


def write_report(
    con: duckdb.DuckDBPyConnection,
    name: str,
    output: Path,
    highlighted: Sequence[str] = (),
    settings: Path | None = None,
) -> Path:
    """Write the page about an edition or collection, with `highlighted` runs, and return its path.

    `settings` is a `site.toml` with title, welcome text, colours and official measures.
    """
    from dltrack_db.base.files import whole
    from dltrack_db.plugins.report import vega
    from dltrack_db.plugins.report.page import build_page

    check_place(output)
    vega.converter()  # fail early if vl-convert is missing
    page = build_page(con, name, highlighted, settings)
    progress.stage(f"writing {len(page) / 1e6:.1f} MB")
    try:
        whole.write(output, page.encode())
    except OSError as error:
        raise UsageError(f"{output} cannot be written: {error.strerror}") from error
    return output
