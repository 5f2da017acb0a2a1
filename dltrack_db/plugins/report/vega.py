"""Vega-Lite: the JavaScript that draws charts on a page, and pictures of charts for papers.

Both come from vl-convert, whose wheel contains the JavaScript. Neither a browser nor a network is needed.
"""

from __future__ import annotations

from html import escape
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

import platformdirs

from dltrack_db.base import extras
from dltrack_db.base.files import whole
from dltrack_db.errors import UsageError
from dltrack_db.show import printable
from dltrack_db.show.script import as_json, in_script

if TYPE_CHECKING:
    from dltrack_db.plugins.report.figure import Chart

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
    "base-uri 'none'; form-action 'none'"
)
"""Content security policy of a page with charts: no requests to other servers, and no `eval`."""
PIXELS_PER_POINT = 3  # scale of PNG pictures: about 300 dots per inch at column width
# Text takes the colour of the page, so that charts need not be redrawn for dark and light.
PAGE_COLORS = "currentColor"
PAPER_COLORS = "#1a1d21"


def config(color: str) -> dict[str, Any]:
    """Return the look of all charts; `color` is the colour of text and lines."""
    font = {
        "labelColor": color,
        "titleColor": color,
        "labelFontSize": 11,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
    }
    return {
        "background": "transparent" if color == PAGE_COLORS else "white",
        "font": "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif",
        "view": {"stroke": "transparent"},
        "axis": {
            **font,
            "gridColor": color,
            "gridOpacity": 0.12,
            "domainColor": color,
            "domainOpacity": 0.4,
            "tickColor": color,
            "tickOpacity": 0.4,
        },
        "legend": {**font, "symbolSize": 90, "labelLimit": 220},
        "header": {**font, "titleFontSize": 12, "labelFontSize": 12},
        "title": {"color": color, "subtitleColor": color, "fontSize": 12, "fontWeight": "normal"},
        "text": {"color": color},
    }


def save(chart: Chart, path: Path) -> Path:
    """Write a chart as PNG, SVG, PDF, HTML or Vega-Lite JSON, according to the suffix of `path`."""
    kinds = {".png", ".svg", ".pdf", ".html", ".json"}
    if path.suffix.lower() not in kinds:
        raise UsageError(f"unknown type of picture: {path}; the name must end in {', '.join(sorted(kinds))}")
    if path.suffix.lower() != ".json":
        converter()
    try:
        with whole.new_file(path) as new:
            match path.suffix.lower():
                case ".html":
                    new.write_text(_page(chart), encoding="utf-8")
                case ".png":
                    chart.save(str(new), scale_factor=PIXELS_PER_POINT)
                case _:
                    chart.save(str(new))
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from error
    return path


def _page(chart: Chart) -> str:
    """Return a page with one chart. Unlike Altair's page, it needs no network and never runs text from the data."""
    description = chart.to_dict()
    title = description.get("title")
    text = title.get("text", "") if isinstance(title, dict) else title
    return Template(files("dltrack_db.plugins.report").joinpath("figure.html").read_text(encoding="utf-8")).substitute(
        policy=POLICY, title=escape(printable(text)), data=as_json(description), vega=program()
    )


def program() -> str:
    """Return `javascript` for a script element, wrapped in a function, because some names clash with the browser's."""
    return f"(() => {{{in_script(javascript())}\n}})();"


def converter() -> Any:
    """Return the module vl_convert."""
    return extras.load("vl_convert", "report", "a chart needs vl-convert")


def javascript() -> str:
    """Return Vega, Vega-Lite and Vega-Embed as one script, cached because bundling takes a second."""
    vl_convert = converter()
    versions = f"{version('vl-convert-python')}-{vl_convert.get_vegalite_versions()[-1]}"
    cache_file = Path(platformdirs.user_cache_dir("dltrack")) / f"vega-{versions}.js"
    if cache_file.is_file():
        return cache_file.read_text(encoding="utf-8")
    script: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")
    try:
        cache_file.parent.mkdir(parents=True, exist_ok=True)
        fresh = cache_file.with_suffix(".part")
        fresh.write_text(script, encoding="utf-8")
        fresh.replace(cache_file)
    except OSError:  # without a cache, the next call is only slower
        pass
    return script
