"""One page's database for all tests of the site: writing it takes its time."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pytest
from site_browser import COLLECTION

from dltrack_db.site import published, write_site
from tests.copies import copied

EVIL = "<img src=x onerror=alert(1)>"


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
def made(sample_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The page's database of the sample's documents, with a run whose name looks like markup."""
    folder = tmp_path_factory.mktemp("site")
    source = copied(sample_database, folder / "sample.duckdb")
    con = duckdb.connect(str(source))
    for table in ("runs", "query_scores", "run_topics", "judged_rankings"):
        con.execute(f"update main.{table} set run_id = $1 where run_id = 'd_bm25rm3'", [EVIL])
    con.execute(
        "insert into main.query_attributes by name select query_set, query_id, query_set || '/fields' as source, "
        "'narr' as attribute, '<b>' || query_id || '</b>' as value from main.queries"
    )
    con.close()
    page = folder / "page.duckdb"
    return Made(source, page, published.write(source, page, [COLLECTION], with_runs=False))


@pytest.fixture
def written_once(made: Made, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    """Pages of `made.source` are given the database that is there already."""
    monkeypatch.setattr(published, "write", made.copy)
    yield made


@pytest.fixture
def database(written_once: Made) -> Path:
    return written_once.source


@pytest.fixture(scope="session")
def page(made: Made, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of `database` as one file, which tests only open."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(published, "write", made.copy)
        return write_site(
            made.source, tmp_path_factory.mktemp("page") / "page.html", [COLLECTION], single_file=True
        ).page
