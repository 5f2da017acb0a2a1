"""Fixtures shared by all tests."""

from __future__ import annotations

import functools
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import mini_track
import pytest
from hypothesis import HealthCheck, settings

from dltrack_db import cli, sqlfiles
from dltrack_db.load import expectations
from dltrack_db.store import connection, database, template
from tests import skips, tally, without_gx
from tests.kept_open import KeptOpen
from tests.once import once

# Tests do not use the defaults of the user who runs them.
os.environ["DLTRACK_CONFIG"] = os.devnull
os.environ.pop("DLTRACK_DB", None)
# A command must not end the process of its test.
cli.leave = sys.exit
# Great Expectations takes a third of a small load, so only tests with the fixture `great_expectations` use it.
expectations.Validator, expectations.preload = without_gx.validator, without_gx.nothing_to_import

# No deadlines, because the machine may be busy. `make torture` tries more examples than the gate.
settings.register_profile("gate", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("torture", settings.get_profile("gate"), max_examples=1000)
settings.load_profile("gate")

REAL_DATA = Path(__file__).resolve().parents[1] / "shared" / "data"


SERVICE_FOLDERS = ("cluster", "shared")
"""Folders of tests that start PostgreSQL, an object store or a cluster: `make test-more`."""
MIXED_FOLDER = "site"
"""The plug-in with some tests that start a browser."""


def pytest_configure(config: pytest.Config) -> None:
    for plugin in (skips, tally):
        config.pluginmanager.register(plugin)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that need real files, directly or by a fixture, as larger ones, and those that need a service."""
    for item in items:
        if "real_data" in getattr(item, "fixturenames", ()):
            item.add_marker("real")
        if item.get_closest_marker("real"):
            item.add_marker("more")
        if item.path.parent.name in SERVICE_FOLDERS:
            item.add_marker("service")
        elif item.path.parents[1].name != MIXED_FOLDER and item.get_closest_marker("service"):
            raise pytest.UsageError(
                f"{item.nodeid} is marked as service, but make does not run such tests in its folder"
            )


@pytest.fixture(scope="session")
def real_data() -> Path:
    """Return the folder of real TREC files, or skip the test if it does not exist."""
    if not REAL_DATA.is_dir():
        pytest.skip("needs the real TREC files in ../shared/data")
    return REAL_DATA


@pytest.fixture(scope="session")
def two_workers() -> Iterator[None]:
    """Start a Ray cluster on this machine with two workers, which compute all units of the tests."""
    ray = pytest.importorskip("ray", reason="needs Ray: pip install -e '.[cluster]'")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray.init(address="local", num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    yield
    ray.shutdown()


@pytest.fixture
def units_here(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Compute units in this process, with serialization as for workers; return the serialized units."""
    import cloudpickle

    from dltrack_db.cluster import pool
    from dltrack_db.store import derive

    given: list[object] = []

    def done(function, common, units, cluster, say=print):  # type: ignore[no-untyped-def]
        for number in reversed(range(len(units))):  # workers end in any order
            there = cloudpickle.loads(cloudpickle.dumps((function, common, units[number])))
            given.append(there)
            yield cloudpickle.loads(cloudpickle.dumps(there[0](*there[1:])))

    monkeypatch.setattr(pool, "map_units", done)
    monkeypatch.setattr(derive, "ROWS_PER_UNIT", 1)
    return given


@pytest.fixture
def great_expectations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expectations, "Validator", without_gx.Validator)
    monkeypatch.setattr(expectations, "preload", without_gx.preload)


@pytest.fixture
def all_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Report every invalid line in messages, not only the first five, so that one load tests many bad files."""
    monkeypatch.setattr(expectations, "MAX_EXAMPLES", 1000)


@pytest.fixture
def unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no server answer, without waiting."""
    from dltrack_db.load.downloads import fetch

    monkeypatch.setenv("https_proxy", "http://127.0.0.1:9")
    monkeypatch.setattr(fetch, "RetryLimits", functools.partial(fetch.RetryLimits, attempts=2, first_wait=0.01))


@pytest.fixture
def only_figures(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Draw only the named figures of a report, because all of them take most of its time."""
    from dltrack_db.plugins.report import page

    def choose(*names: str) -> None:
        chosen = tuple(figure for figure in figures if figure.name in names)
        assert len(chosen) == len(names)
        monkeypatch.setattr(page, "Additions", functools.partial(Additions, figures=chosen))

    Additions, figures = page.Additions, page.Additions.figures
    return choose


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    own = tmp_path_factory.getbasetemp()
    return own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own


@pytest.fixture(scope="session")
def new_db(shared_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., duckdb.DuckDBPyConnection]:
    """Return a function that copies a database with all tables, views and macros, and no rows but constants.

    Building it takes three processor seconds, a copy some hundredths of one. It is made from the template of new
    databases, which any load needs.
    """

    def build(path: Path) -> None:
        template.write(path)
        with closing(duckdb.connect(str(path))) as con, database.transaction(con):
            for schema, table in con.execute("select schema_name, table_name from duckdb_tables()").fetchall():
                if f"{schema}.{table}" not in sqlfiles.CONSTANTS:
                    con.execute(f"delete from {schema}.{table}")

    def new(folder: Path | None = None) -> duckdb.DuckDBPyConnection:
        copy = (folder or tmp_path_factory.mktemp("database")) / "copy.duckdb"
        shutil.copyfile(once(shared_folder / "empty.duckdb", build), copy)
        return duckdb.connect(str(copy), config={"threads": 1})  # too few rows for several threads

    return new


@pytest.fixture
def empty_db(new_db: Callable[..., duckdb.DuckDBPyConnection]) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a database with all tables, views and macros and no rows."""
    with TemporaryDirectory(prefix="empty-") as folder, closing(new_db(Path(folder))) as con:
        yield con


@pytest.fixture(scope="session")
def built_db(new_db: Callable[..., duckdb.DuckDBPyConnection]) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open such a database for all tests of a process, which only read it."""
    with closing(new_db()) as con:
        yield con


@pytest.fixture(scope="session")
def mini_db(new_db: Callable[..., duckdb.DuckDBPyConnection]) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a small random track with all views, which tests only read."""
    with closing(new_db()) as con:
        mini_track.build(con)
        yield con


@pytest.fixture(scope="session")
def opened_databases() -> Iterator[KeptOpen]:
    """Keep databases open until the session ends (`kept_open`)."""
    kept = KeptOpen()
    yield kept
    kept.let_go()


@pytest.fixture
def opened_anew() -> None:
    """Let every command open its database itself, as outside of tests."""


@pytest.fixture(autouse=True)
def kept_open(request: pytest.FixtureRequest, opened_databases: KeptOpen, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep databases that are opened for reading open for the next command, unless a test uses `opened_anew`.

    Not in tests with servers and clusters, where other processes write to them.
    """
    if "opened_anew" in request.fixturenames or request.path.parent.name in SERVICE_FOLDERS:
        opened_databases.let_go()
    else:
        monkeypatch.setattr(database, "open_readonly", opened_databases)
        monkeypatch.setattr(connection, "attach", opened_databases.attach)


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a cache of the test, which contains the template of new databases."""
    kept = template.cached_template()
    monkeypatch.setenv("DLTRACK_CACHE", str(tmp_path / "cache"))
    path = template.cache_path()
    path.parent.mkdir(parents=True)
    shutil.copyfile(kept, path)
    return tmp_path / "cache"


@pytest.fixture(scope="session")
def sample_files(shared_folder: Path) -> Path:
    from dltrack_db.load import sample

    return once(shared_folder / "sample-files", sample.write_sample)


def _load_sample(files: Path, path: Path, left_out: Callable[[str, list[str]], list[str]] | None = None) -> None:
    """Load the sample edition, except some files, as if they were generated now."""
    from dltrack_db.base import recipes
    from dltrack_db.load import loader, sample

    def write(folder: Path) -> None:
        shutil.copytree(files, folder, dirs_exist_ok=True, ignore=left_out)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sample, "write_sample", write)
        loader.load_edition(recipes.load("sample"), path, loader.LoadOptions(say=lambda _: None))


@pytest.fixture(scope="session")
def sample_database(sample_files: Path, shared_folder: Path) -> Path:
    """Load the sample edition once for all test processes; open it read-only."""
    return once(shared_folder / "sample.duckdb", lambda path: _load_sample(sample_files, path))


@pytest.fixture(scope="session")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Load the mini edition, for tests of rejected loads that change nothing."""
    from tests.loading.mini_edition import Mini

    folder = tmp_path_factory.mktemp("mini")
    return Mini(folder / "files").put_loaded(folder / "x.duckdb")


@pytest.fixture(scope="session")
def small_database(sample_files: Path, shared_folder: Path) -> Path:
    """Load a quarter of the sample's runs, for tests that take seconds with all of them; open it read-only."""
    kept = tuple(f"input.{name}" for name in ("alder", "ember", "d_bm25", "p_bm25"))

    def left_out(_: str, names: list[str]) -> list[str]:
        return [name for name in names if name.startswith("input.") and not name.startswith(kept)]

    return once(shared_folder / "small.duckdb", lambda path: _load_sample(sample_files, path, left_out))


@pytest.fixture(scope="session")
def judged_database(small_database: Path, shared_folder: Path) -> Path:
    """Load the small sample with three sets of labels and two leaderboards of judges; open it read-only.

    The folder `judged` next to it has the loaded files, and run files that were not loaded.
    """
    from tests.judged_sample import with_judges

    folder = shared_folder / "judged"
    return once(shared_folder / "judged.duckdb", lambda path: with_judges(small_database, path, folder))


RUNS_OF_2019 = ("BM25.txt", "BM25_RM3.txt", "pyterrier-ANCE.res.gz", "pyterrier-BM25.res.gz")
"""Four of 21; `tests/metrics/test_real_runs.py` loads the others."""


@pytest.fixture(scope="session")
def real_database(real_data: Path, shared_folder: Path) -> Path:
    """Load the real editions, dev sets, runs of 2021 and some of 2019 once; open it read-only."""
    from dltrack_db.base import recipes
    from dltrack_db.base.files import sources
    from dltrack_db.load import loader, plan
    from dltrack_db.store import collections

    def load(path: Path) -> None:
        quiet = loader.LoadOptions(say=lambda _: None)
        for edition in ("trec2019", "trec2020", "trec2021", "trec2023", "msmarco-v1-dev", "msmarco-v2-dev"):
            loader.load_edition(recipes.load(edition), path, quiet, places=[real_data])
        for collection in ("trec2019-passages", "trec2021-passages"):
            files = sources.run_files([real_data / "runs" / collection])
            own = [file for file in files if not file.name.startswith(sources.SUBMITTED.removesuffix("*"))]
            if collection == "trec2019-passages":
                own = [file for file in own if file.name in RUNS_OF_2019]
            owner, spec = collections.in_database(path, collection)
            loader.load(plan.plan_part("runs", owner, spec, own), path, quiet)

    return once(shared_folder / "real.duckdb", load)


@pytest.fixture(scope="session")
def real_db(real_database: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    con = database.open_readonly(real_database)
    yield con
    con.close()
