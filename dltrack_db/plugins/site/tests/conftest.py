"""One page's database for all tests of the site: writing it takes its time."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pytest
from site_browser import COLLECTION, EVIL, LONG

from dltrack_db.plugins.site import published
from dltrack_db.plugins.site.writing import write_site
from tests.copies import copied
from tests.once import once

SETTINGS = f"""
welcome = "Welcome. {EVIL}"
accent = "#7a1f5c"
accent_dark = "#f0a0d0"
[[links]]
text = "Register"
url = "https://example.org/register"
"""
"""The organizer's, of the page that tests look at."""


@dataclass(frozen=True)
class Made:
    """The loaded database, that of its page, and what the page's holds."""

    source: Path
    page: Path
    contents: published.Contents

    def copy(self, source: Path, target: Path, *_: object, **__: object) -> published.Contents:
        """Give a page of `source` the database that is there already, in the place of `published.write`."""
        assert source == self.source
        shutil.copy(self.page, target)
        return self.contents


@pytest.fixture(scope="session")
def made(sample_database: Path, shared_folder: Path) -> Made:
    """The page's database of the sample's documents, with a name like markup and a long one; made once for all."""

    def make(folder: Path) -> None:
        folder.mkdir()
        source = copied(sample_database, folder / "sample.duckdb")
        con = duckdb.connect(str(source))
        for table in ("runs", "query_scores", "run_topics", "judged_rankings"):
            con.execute(f"update main.{table} set run_id = $1 where run_id = 'd_bm25rm3'", [EVIL])
            con.execute(f"update main.{table} set run_id = $1 where run_id = 'heron_ltr'", [LONG])
        con.execute(
            "insert into main.query_attributes by name select query_set, query_id, query_set || '/fields' as source, "
            "'narr' as attribute, '<b>' || query_id || '</b>' as value from main.queries"
        )
        con.execute(
            "insert into main.judge_scores by name select collection, $1 as judge, run_id, query_id, 'S' as measure, "
            "1 - value as value, 'reversed' as source from metrics.query_scores "
            "where collection = $2 and measure = 'ndcg_cut_10'",
            [EVIL, COLLECTION],
        )
        con.close()
        contents = published.write(source, folder / "page.duckdb", [COLLECTION], with_runs=False)
        (folder / "contents").write_bytes(pickle.dumps(contents))

    folder = once(shared_folder / "site", make)
    contents = pickle.loads((folder / "contents").read_bytes())
    return Made(folder / "sample.duckdb", folder / "page.duckdb", contents)


@pytest.fixture
def written_once(made: Made, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    """Pages of `made.source` are given the database that is there already."""
    monkeypatch.setattr(published, "write", made.copy)
    yield made


@pytest.fixture
def database(written_once: Made) -> Path:
    return written_once.source


@pytest.fixture(scope="session")
def page(made: Made, shared_folder: Path) -> Path:
    """The page of `database` as one file, which tests only open."""

    def make(folder: Path) -> None:
        folder.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(published, "write", made.copy)
            (folder / "site.toml").write_text(SETTINGS)
            write_site(made.source, folder / "page.html", [COLLECTION], single_file=True, settings=folder / "site.toml")

    return once(shared_folder / "page", make) / "page.html"
