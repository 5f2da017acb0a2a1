"""A PostgreSQL of the tests' own, on a private socket, and shared databases in it."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from dltrack_db import recipes
from dltrack_db.loading import loader
from dltrack_db.store import lake
from dltrack_db.store.lake import extensions, overlay
from tests.loading.mini_edition import Mini

PORT = "55471"


@dataclass
class Server:
    """A running PostgreSQL, reached by its socket in a folder."""

    programs: Path
    folder: Path
    user: str | None

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs as the user the server belongs to."""
        subprocess.run(
            [str(self.programs / program), *arguments],
            check=True,
            capture_output=True,
            user=self.user,
            cwd=self.folder,
            timeout=120,
        )

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = f"-p {PORT} -k {self.folder} -c listen_addresses= -c fsync=off"
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-o", options, "-l", f"{self.folder}/log", "-w", "start")

    def stop(self) -> None:
        """Stop at once, as if the power failed."""
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop")

    def address(self, folder: Path, of: lake.Address | None = None) -> lake.Address:
        """The address of a new database of PostgreSQL, empty or a copy, with data in a folder."""
        name = f"t{uuid.uuid4().hex[:12]}"
        here = ("-h", str(self.folder), "-p", PORT, "-U", "postgres")
        copied = ("-T", of.catalogue.partition("dbname=")[2]) if of else ()
        self.run("createdb", *here, *copied, name)
        if of:
            moved = f"update ducklake_metadata set value = '{folder}/' where key = 'data_path'"
            self.run("psql", *here, "-c", moved, name)
        catalogue = f"ducklake:postgres:host={self.folder} port={PORT} user=postgres dbname={name}"
        return lake.parse(catalogue, str(folder))


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """PostgreSQL from the system's packages; skips where it or DuckDB's extensions are not installed."""
    for name in (extensions.LAKE, extensions.POSTGRES):
        if importlib.util.find_spec(f"duckdb_extension_{name}") is None:
            pytest.skip(f"needs DuckDB's extension {name}: pip install -e '.[shared]'")
    places = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    found = shutil.which("pg_ctl")
    programs = max(places, default=Path(found).parent if found else None)
    if programs is None:
        pytest.skip("needs PostgreSQL: make test-shared installs it")
    folder = Path(tempfile.mkdtemp(prefix="dlpg-"))  # not below pytest's, for the path of a socket must be short
    user = "postgres" if os.geteuid() == 0 else None  # root may not run it
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    running = Server(programs, folder, user)
    try:
        running.run("initdb", "-D", f"{folder}/data", "--locale=C", "-A", "trust", "-U", "postgres")
        running.start()
        yield running
    finally:
        subprocess.run(
            [str(programs / "pg_ctl"), "-D", f"{folder}/data", "-m", "immediate", "stop"],
            check=False,
            capture_output=True,
            user=user,
        )
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def own_data_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where connected addresses are noted; not that of whoever runs the tests."""
    before = os.environ.get("XDG_DATA_HOME")
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data-home"))
    yield
    if before is None:
        del os.environ["XDG_DATA_HOME"]
    else:
        os.environ["XDG_DATA_HOME"] = before


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
    """An overlay of a shared database of the test's own with the mini edition and its two runs."""
    origin = overlay.of(mini_lake)
    shutil.copytree(origin.data, tmp_path / "lake")
    address = server.address(tmp_path / "lake", of=origin)
    lake.connect(address, tmp_path / "group.duckdb")
    return tmp_path / "group.duckdb"


@pytest.fixture(scope="session")
def sample_lake(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An overlay of a shared database with the sample edition; tests only read it."""
    folder = tmp_path_factory.mktemp("sample-lake")
    path = folder / "sample.duckdb"
    lake.connect(server.address(folder / "lake"), path, init=True)
    loader.load_edition(recipes.load("sample"), path, loader.LoadOptions(say=lambda _: None))
    return path
