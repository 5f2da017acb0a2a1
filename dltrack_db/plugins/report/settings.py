"""Settings of a page in `site.toml`: title, welcome text, logo, links, colours, measures and more."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db.ask import leaderboard
from dltrack_db.base.recipes import schema
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import RecipeError, UsageError
from dltrack_db.score import catalogue, requests, stored_measures

_LOGOS = {
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
}
_MAX_LOGO = 500_000
"""Maximum size in bytes of a logo, which is embedded in the page."""
_MIN_CONTRAST = 4.5
"""Minimum contrast of text and background in WCAG 2 at level AA."""
_ALL = "default"
"""Key in `measures` for all collections without a separate key."""
_PAPERS = {"accent": ("#ffffff", "#f4f6f8"), "accent_dark": ("#15181d", "#1d2127")}
"""Backgrounds of links on a light and a dark page, as in page.css."""


@dataclass(frozen=True)
class Link:
    """A link in the head of the page."""

    text: str
    url: str


@dataclass(frozen=True)
class Settings:
    """Settings from `site.toml`.

    Attributes:
        title: Title of the page.
        welcome: Welcome text, in Markdown.
        logo: Logo as a data URL.
        preview: Address of the preview picture.
        accent, accent_dark: Colours of links.
        links: Links below the title.
        measures: Official measures by collection; the first one ranks the runs. Names are as in the file, or stored
            names after `with_stored_measures`.
        order: Collections whose tabs come first, in this order.
        names: Names of collections on tabs.
        titles: Titles of leaderboard columns.
        columns: Leaderboard columns that are shown or hidden by default.
        figures: Hidden figures.
        path: Path of `site.toml`.
    """

    title: str = ""
    welcome: str = ""
    logo: str = ""
    preview: str = ""
    accent: str = ""
    accent_dark: str = ""
    links: tuple[Link, ...] = ()
    measures: Mapping[str, Sequence[str]] = field(default_factory=dict)
    order: Sequence[str] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    figures: Mapping[str, Sequence[str]] = field(default_factory=dict)
    path: Path = Path()

    @property
    def logo_html(self) -> str:
        """The logo, without alternative text, because the title is next to it."""
        return f'<img class="logo" src="{escape(self.logo)}" alt="">' if self.logo else ""

    @property
    def preview_html(self) -> str:
        """The preview picture that other services show for a link to the page."""
        return f'<meta property="og:image" content="{escape(self.preview)}">' if self.preview else ""

    @property
    def welcome_html(self) -> str:
        """Welcome text and links; HTML in them is escaped, and links cannot run scripts."""
        text = f'<div class="welcome">{_to_html(self.welcome)}</div>' if self.welcome else ""
        links = " · ".join(
            f'<a href="{escape(link.url)}" rel="noreferrer">{escape(link.text)}</a>' for link in self.links
        )
        return text + (f'<p class="facts">{links}</p>' if links else "")

    @property
    def style(self) -> str:
        """The colours of links and buttons on a screen."""
        light = f":root {{ --accent: {self.accent}; }}" if self.accent else ""
        if not self.accent_dark:
            return f"@media screen {{ {light} }}" if light else ""
        dark = f"{{ --accent: {self.accent_dark}; }}"
        return (
            f'@media screen {{ {light} :root[data-theme="dark"] {dark} }}\n'
            f'@media screen and (prefers-color-scheme: dark) {{ :root:not([data-theme="light"]) {dark} }}'
        )


def read(path: Path) -> Settings:
    """Read the settings of a page from a `site.toml`."""
    try:
        data = schema.read_site(path, {"": Settings, "links": Link})
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error.strerror}); pass an existing site.toml") from error
    for key, papers in _PAPERS.items():
        if key in data and (ratio := min(contrast(data[key], paper) for paper in papers)) < _MIN_CONTRAST:
            page, better = ("light", "darker") if key == "accent" else ("dark", "lighter")
            raise _wrong(
                path, key, f"{data[key]} has a contrast of {ratio:.1f} on the {page} page, and WCAG AA requires "
                f"{_MIN_CONTRAST}; use a {better} colour",
            )  # fmt: skip
    if "logo" in data:
        data["logo"] = _picture(path, data["logo"])
    return Settings(**{**data, "links": tuple(Link(**link) for link in data.get("links", ())), "path": path})


def with_stored_measures(con: duckdb.DuckDBPyConnection, settings: Settings, collections: Sequence[str]) -> Settings:
    """Return the settings with stored measure names, for the collections of a page.

    Also check the names of figures and columns. Measures of collections that are not on the page are ignored.
    """
    _check_names(con, settings)
    held = [name for (name,) in con.execute("select collection from main.collections order by all").fetchall()]
    for name in settings.measures:
        if name not in (*held, _ALL):
            reason = f"there is no collection '{name}'{did_you_mean(name, [*held, _ALL])}"
            raise _wrong(settings.path, "measures", reason)
    asked = {name: settings.measures.get(name, settings.measures.get(_ALL, ())) for name in collections}
    stored = {name: _stored_names(con, settings.path, name, some) for name, some in asked.items() if some}
    return replace(settings, measures=stored)


def _check_names(con: duckdb.DuckDBPyConnection, settings: Settings) -> None:
    from dltrack_db.plugins.report.figures import FIGURES

    query = "select distinct name from systems.run_numbers order by name"
    columns = [*leaderboard.columns_of_face(con, "page"), *(name for (name,) in con.execute(query).fetchall())]
    for key, noun, names, known in (
        ("figures", "figure", settings.figures.values(), [figure.name for figure in FIGURES]),
        ("columns", "column", settings.columns.values(), [*columns, "verdict", "provenance"]),
        ("titles", "column", [settings.titles], columns),
    ):
        for name in (each for some in names for each in some):
            if name not in known:
                advice = did_you_mean(name, known) or f"; valid names: {', '.join(known)}"
                raise _wrong(settings.path, key, f"there is no {noun} '{name}'{advice}")


def _stored_names(con: duckdb.DuckDBPyConnection, path: Path, collection: str, asked: Sequence[str]) -> list[str]:
    query = "select exists (from metrics.run_scores where collection = $1)"
    ((has_scores,),) = con.execute(query, [collection]).fetchall()
    try:
        if has_scores:
            return list(dict.fromkeys(_stored_name(con, collection, measure) for measure in asked))
        requests.resolve(asked, catalogue.read(con))
    except UsageError as error:
        raise _wrong(path, "measures", str(error)) from error
    return []


def _stored_name(con: duckdb.DuckDBPyConnection, collection: str, measure: str) -> str:
    """Return the stored name of a measure; a name without a relevance level (AP, P@10) uses that of the labels."""
    found = stored_measures.find(con, collection, measure)
    return found.name if found.level is None else stored_measures.name(con, collection, measure)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21, as WCAG 2 defines it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _picture(path: Path, name: str) -> str:
    """Return a data URL of a picture in the folder of the settings."""
    kind = _LOGOS.get(Path(name).suffix.lower())
    if kind is None:
        raise _wrong(path, "logo", f"{name} is not a picture; use a file that ends in {', '.join(_LOGOS)}")
    place = (path.parent / name).resolve()
    if not place.is_relative_to(path.parent.resolve()):
        raise _wrong(path, "logo", f"{name} is outside the folder of {path.name}; put the picture next to {path.name}")
    try:
        with place.open("rb") as file:
            content = file.read(_MAX_LOGO + 1)
    except OSError as error:
        reason = f"{name} cannot be read ({error.strerror}); put the picture next to {path.name}"
        raise _wrong(path, "logo", reason) from error
    if len(content) > _MAX_LOGO:
        raise _wrong(path, "logo", f"{name} has more than {_MAX_LOGO:,} bytes; use a smaller picture")
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def _wrong(path: Path, key: str, reason: str) -> RecipeError:
    file, line = schema.place(path, "", 0, key)
    return RecipeError(f"{file}, line {line}: {key}: {reason}")


def _to_html(text: str) -> str:
    """Render paragraphs, lists, emphasis, code and links of Markdown; HTML, pictures and headings stay text."""
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).disable(["image", "heading", "lheading", "html_block"])

    def open_link(renderer: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
        tokens[index].attrSet("rel", "noreferrer")
        return str(renderer.renderToken(tokens, index, options, env))

    markdown.add_render_rule("link_open", open_link)
    return str(markdown.render(text))
