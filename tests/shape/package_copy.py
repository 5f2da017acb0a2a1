"""A copy of the package, in which a test changes what a stranger would change."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import duckdb

from dltrack_db.base import resources

INGEST = """
from dltrack_db.load import expectations
from tests import without_gx
expectations.Validator, expectations.preload = without_gx.validator, without_gx.nothing_to_import
from dltrack_db.cli import main
main()
"""


@dataclass
class Tree:
    """A copy of the package, and a folder in which its commands are run."""

    root: Path
    home: Path

    def run(self, *arguments: object, fails: bool = False) -> str:
        """Run a command of the copy and return all that it prints; loads are judged without Great Expectations."""
        start = ("-c", INGEST) if arguments[0] == "ingest" else ("-m", "dltrack_db")
        return self.python(*start, *map(str, arguments), fails=fails)

    def python(self, *arguments: str, fails: bool = False) -> str:
        """Run Python with the copy and return all that it prints."""
        environment = os.environ | {"PYTHONPATH": f"{self.root}{os.pathsep}{resources.ROOT}", "COLUMNS": "200"}
        environment |= {f"XDG_{kind}_HOME": str(self.home / kind) for kind in ("CACHE", "DATA")}
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=self.home, env=environment, capture_output=True, text=True, timeout=300)
        assert (done.returncode != 0) is fails, done.stdout + done.stderr
        return done.stdout + done.stderr

    def ask(self, db: Path, query: str) -> list[tuple]:
        """Return the rows of a query."""
        with duckdb.connect(db, read_only=True) as con:
            return con.execute(query).fetchall()


def copy(root: Path, home: Path) -> Tree:
    """Copy the package with its SQL, recipes and papers."""
    unneeded = shutil.ignore_patterns("__pycache__")
    shutil.copytree(resources.PACKAGE, root / "dltrack_db", ignore=unneeded)
    for folder in ("schema", "sql", "ingest", "papers"):
        shutil.copytree(resources.ROOT / folder, root / folder, ignore=unneeded)
    return Tree(root, home)
