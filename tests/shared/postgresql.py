"""A separate PostgreSQL server on a private socket, for tests and benchmarks."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dltrack_db.store import lake

PORT = "55471"


@dataclass
class Server:
    """A running PostgreSQL server, reached by its socket in a folder."""

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
        """The address of a new PostgreSQL database, empty or a copy of another, with data in a folder."""
        name = f"t{uuid.uuid4().hex[:12]}"
        here = ("-h", str(self.folder), "-p", PORT, "-U", "postgres")
        copied = ("-T", of.catalogue.partition("dbname=")[2]) if of else ()
        self.run("createdb", *here, *copied, name)
        if of:
            moved = f"update ducklake_metadata set value = '{folder}/' where key = 'data_path'"
            self.run("psql", *here, "-c", moved, name)
        catalogue = f"ducklake:postgres:host={self.folder} port={PORT} user=postgres dbname={name}"
        return lake.parse(catalogue, str(folder))


def installed() -> Path | None:
    """The folder of PostgreSQL's programs, of the newest version if there are several; None if not installed."""
    places = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    found = shutil.which("pg_ctl")
    return max(places, default=Path(found).parent if found else None)


@contextmanager
def started(programs: Path) -> Iterator[Server]:
    """Start a new server for the duration of the block."""
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
