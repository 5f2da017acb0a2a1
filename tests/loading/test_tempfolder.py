"""Temporary folders are removed at the end of a command, or by the next command if it was killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

import dltrack_db
from dltrack_db.base.files import tempfolder
from tests import package_files

PACKAGE = Path(dltrack_db.__file__).parent
KILLED = """
import os, sys
from pathlib import Path
from dltrack_db.base.files import tempfolder
with tempfolder.folder_in(Path(sys.argv[1]), ".a[b]*.load-") as folder:
    (folder / "chunk").touch()
    os.kill(os.getpid(), 9)
"""


def test_only_one_module_creates_temporary_files():
    users = [path for path in package_files.find() if "tempfile" in path.read_text(encoding="utf-8")]
    assert [str(path.relative_to(PACKAGE)) for path in users] == ["base/files/tempfolder.py"]


def test_folders_of_killed_processes_are_removed_and_of_running_ones_kept(tmp_path):
    assert subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False).returncode == -9
    (left,) = tmp_path.iterdir()
    with tempfolder.folder_in(tmp_path, ".other-") as other:
        assert left.exists()
        with tempfolder.folder_in(tmp_path, ".a[b]*.load-") as first:
            assert not left.exists()
            with tempfolder.folder_in(tmp_path, ".a[b]*.load-") as second:
                assert sorted(tmp_path.iterdir()) == sorted([other, first, second])
    assert list(tmp_path.iterdir()) == []


WORKS = (
    "import signal, sys, time; signal.signal(signal.SIGHUP, getattr(signal, sys.argv[1])); "
    "from dltrack_db.base import interrupts; from dltrack_db.base.files import tempfolder; interrupts.install()\n"
    "with tempfolder.folder() as folder:\n"
    "    print(folder, flush=True)\n"
    "    sys.stdin.readline()\n"
    "    print(folder.is_dir(), flush=True)\n"
)


@pytest.mark.parametrize("by_default", ["SIG_DFL", "SIG_IGN"])
def test_closing_the_terminal_leaves_no_folder_and_nohup_is_respected(by_default):
    command = [sys.executable, "-c", WORKS, by_default]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    folder = Path(process.stdout.readline().strip())
    assert folder.is_dir()
    process.send_signal(signal.SIGHUP)
    if by_default == "SIG_DFL":
        process.wait(30)
    out, _ = process.communicate("\n")
    assert out.strip() == ("True" if by_default == "SIG_IGN" else "")
    assert not folder.exists()
