"""Temporary folders go with their command, or with the next one when it was killed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import dltrack_db
from dltrack_db.files import tempfolder

PACKAGE = Path(dltrack_db.__file__).parent
KILLED = """
import os, sys
from pathlib import Path
from dltrack_db.files import tempfolder
with tempfolder.folder_in(Path(sys.argv[1]), ".a[b]*.load-") as folder:
    (folder / "chunk").touch()
    os.kill(os.getpid(), 9)
"""


def test_nothing_else_makes_temporary_files():
    users = [path for path in sorted(PACKAGE.rglob("*.py")) if "tempfile" in path.read_text(encoding="utf-8")]
    assert [str(path.relative_to(PACKAGE)) for path in users] == ["files/tempfolder.py"]


def test_a_killed_one_goes_with_the_next_a_living_one_stays(tmp_path):
    assert subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False).returncode == -9
    (left,) = tmp_path.iterdir()
    with tempfolder.folder_in(tmp_path, ".other-") as other:
        assert left.exists()
        with tempfolder.folder_in(tmp_path, ".a[b]*.load-") as first:
            assert not left.exists()
            with tempfolder.folder_in(tmp_path, ".a[b]*.load-") as second:
                assert sorted(tmp_path.iterdir()) == sorted([other, first, second])
    assert list(tmp_path.iterdir()) == []
