"""`python -m docs.generate.screenshots`: take the pictures of the home page, which show page and report of the sample.

They are in git, so that building the docs needs no browser. Playwright and Chromium take them (`make browser`).
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import FloatRect, sync_playwright

from dltrack_db import api
from dltrack_db.base import recipes, resources
from dltrack_db.load import loader
from dltrack_db.plugins.site import writing as pages

COLLECTION = "sample-passages"
FIGURE = "nDCG@10 of every run, by run type"
"""Title of the figure at the top of the picture of the report."""
WIDTH, HEIGHT = 1040, 780


def main() -> None:
    """Write docs/page.png and docs/report.png."""
    docs = resources.ROOT / "docs"
    with tempfile.TemporaryDirectory(prefix="dltrack-pictures-") as name, sync_playwright() as play:
        folder = Path(name)
        loader.load_edition(recipes.load("sample"), folder / "x.duckdb", loader.LoadOptions(say=lambda _: None))
        pages.write_site(folder / "x.duckdb", folder / "page.html", single_file=True)
        with api.open(folder / "x.duckdb") as db:
            db.report(COLLECTION, folder / "report.html")
        with play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"]) as browser:
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.goto((folder / "page.html").as_uri() + f"#{COLLECTION}")
            page.wait_for_selector(f"#{COLLECTION} table td", timeout=60_000)
            page.screenshot(path=docs / "page.png")
            page.goto((folder / "report.html").as_uri())
            page.wait_for_selector("svg.marks")
            top = page.get_by_text(FIGURE, exact=True).first.evaluate(
                "it => it.getBoundingClientRect().y + scrollY - 8"
            )
            cut: FloatRect = {"x": 0, "y": top, "width": WIDTH, "height": HEIGHT + 160}
            page.screenshot(path=docs / "report.png", full_page=True, clip=cut)


if __name__ == "__main__":
    main()
