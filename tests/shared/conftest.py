"""A separate PostgreSQL server for the tests, on a private socket, and shared databases in it."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from dltrack_db.base import recipes
from dltrack_db.load import loader
from dltrack_db.store import connection, lake
from dltrack_db.store.lake import extensions, overlay
from tests.loading.mini_edition import Mini
from tests.shared.postgresql import Server, installed, started


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """PostgreSQL from the system's packages; tests are skipped if it or DuckDB's extensions are not installed."""
    for name in (extensions.LAKE, extensions.POSTGRES):
        if importlib.util.find_spec(f"duckdb_extension_{name}") is None:
            pytest.skip(f"needs DuckDB's extension {name}: pip install -e '.[shared]'")
    programs = installed()
    if programs is None:
        pytest.skip("needs PostgreSQL: make test-shared installs it")
    with started(programs) as running:
        yield running


@pytest.fixture(scope="session", autouse=True)
def own_data_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A temporary folder for the record of connected addresses, in place of the user's own folder."""
    before = os.environ.get("XDG_DATA_HOME")
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data-home"))
    yield
    if before is None:
        del os.environ["XDG_DATA_HOME"]
    else:
        os.environ["XDG_DATA_HOME"] = before


@pytest.fixture(scope="session", autouse=True)
def no_signatures() -> Iterator[None]:
    """Skip the signature check, for which each connection to a lake would read 78 MB of extensions, in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(connection._NO_EXTENSIONS, "allow_unsigned_extensions", True)
        yield


@pytest.fixture(scope="session")
def mini_lake(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An overlay of a shared database with the mini edition and its two runs, to be copied."""
    folder = tmp_path_factory.mktemp("mini-lake")
    path = folder / "mini.duckdb"
    lake.connect(server.address(folder / "lake"), path, init=True)
    Mini(folder / "mini").load(path)
    return path


@pytest.fixture
def filled(server: Server, mini_lake: Path, tmp_path: Path) -> Path:
    """An overlay of a separate shared database for one test, with the mini edition and its two runs."""
    return copied(server, mini_lake, tmp_path)


def copied(server: Server, path: Path, folder: Path) -> Path:
    """An overlay of a copy of a shared database, in a separate folder."""
    origin = overlay.find_address(path)
    shutil.copytree(origin.data, folder / "lake")
    address = server.address(folder / "lake", of=origin)
    lake.connect(address, folder / "group.duckdb")
    return folder / "group.duckdb"


@pytest.fixture(scope="session")
def sample_lake(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An overlay of a shared database with the sample edition; tests only read it."""
    folder = tmp_path_factory.mktemp("sample-lake")
    path = folder / "sample.duckdb"
    lake.connect(server.address(folder / "lake"), path, init=True)
    loader.load_edition(recipes.load("sample"), path, loader.LoadOptions(say=lambda _: None))
    return path
