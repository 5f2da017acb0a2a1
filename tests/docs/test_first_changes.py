"""The commands of docs/extending.md and CONTRIBUTING.md run as they are pasted, in a home of their own.

What needs a network is prepared, and nothing else is replaced: `git clone ADDRESS` clones the files of this checkout,
and the Makefile finds an environment in which the packages are installed. Its long targets run on what the change
touches.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dltrack_db.base import resources
from dltrack_db.cli.plugins import TEMPLATE
from dltrack_db.sqlfiles import measures

pytestmark = pytest.mark.more
ROOT = resources.ROOT
PROGRAMS = Path(sys.executable).parent
VIEW = "sql/labels/disagreement.sql"
"""The view that docs/extending.md shows."""
MEASURE = "sql/metrics/square_rank.sql"
EDITOR = """\
#!/bin/sh
case "$1" in
    sql/*) cp "$HOME/square_rank.sql" "$1" ;;
    *.csv) echo square_rank,1/4, >> "$1" ;;
    *) echo >> "$1" ;;
esac
"""
MAKE = f"""\
#!/bin/sh
# Make the environment that pip would make, and let the Makefile run.
mkdir -p .venv/bin dltrack_db/plugins/site/parts
for name in python dltrack sqlfluff ruff mypy; do cp "$HOME/bin/in-venv" .venv/bin/$name; done
touch .venv/.program .venv/.installed dltrack_db/plugins/site/parts/parts.json
exec {shutil.which("make")} "$@" \\
    QUICK="tests/test_sqlfiles.py tests/test_names.py" \\
    PYTEST=".venv/bin/python -m pytest -p no:cacheprovider tests/metrics/test_golden.py" \\
    SQLFLUFF="sqlfluff lint {MEASURE} {VIEW} && :"
"""
IN_VENV = f"""\
#!/bin/sh
# A program of the environment, with the clone in the place of the package.
here=$(cd "$(dirname "$0")/../.." && pwd)
export PYTHONPATH="$here"
case "$0" in
    */python) exec {sys.executable} "$@" ;;
    */dltrack) exec {sys.executable} -P -m dltrack_db "$@" ;;
    */mypy) exit 0 ;;
    *) exec {PROGRAMS}/$(basename "$0") "$@" ;;
esac
"""


def block(page: str, start: str) -> str:
    """Return the block of a page that begins with a text."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return next(one for one in re.findall(r"```\w+\n(.*?)```", text, re.DOTALL) if one.startswith(start))


@pytest.fixture
def run(tmp_path):
    """Paste commands into a shell with an empty home, in which `python` and `dltrack` are those of this test."""
    variables = {name: text for name, text in os.environ.items() if not name.startswith(("DLTRACK", "PYTEST", "GIT"))}
    variables |= {
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "DLTRACK_CACHE": os.environ.get("DLTRACK_CACHE", str(tmp_path / "cache")),
        "PATH": os.pathsep.join([str(tmp_path / "bin"), str(PROGRAMS), os.environ["PATH"]]),
        "EDITOR": str(tmp_path / "bin" / "editor"),
        "COLUMNS": "200",
    }

    def paste(text: str) -> str:
        command = ["bash", "-e", "-o", "pipefail", "-c", text]
        done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout

    return paste


def test_the_plugin_of_the_first_minutes(run, tmp_path):
    lines = block("docs/extending.md", "$ dltrack plugins new").splitlines()
    commands = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
    assert len(commands) == 8
    printed = run("\n".join(commands))
    shown = [line.replace("/home/me", str(tmp_path)) for line in lines if not line.startswith("$ ")]
    assert printed.splitlines()[: len(shown)] == shown
    name = commands[0].split()[3]
    assert "1 view or macro, 1 measure, questions" in printed and "1 passed" in printed
    assert re.search(rf"^ run_id +.*{name}", printed, re.MULTILINE) and f"plug-in: {name} 0.1" in printed
    assert "left out" not in printed


@pytest.mark.skipif(shutil.which("git") is None or not (ROOT / ".git").exists(), reason="needs git and a checkout")
def test_one_change_from_clone_to_commit(run, tmp_path):
    source = tmp_path / "ADDRESS"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, source / name)
    (tmp_path / "bin").mkdir()
    for name, text in {"editor": EDITOR, "make": MAKE, "in-venv": IN_VENV}.items():
        (tmp_path / "bin" / name).write_text(text)
        (tmp_path / "bin" / name).chmod(0o755)
    (tmp_path / ".gitconfig").write_text("[user]\nname = A\nemail = a@example.org\n[core]\nhooksPath = /dev/null\n")
    (source / VIEW).write_text(block("docs/extending.md", "-- The share of judged items"))
    run("cd ADDRESS && git init -q && git add --all && git commit -q -m all")
    position = max(int(entry["position"]) for entry in measures.entries()) + 1
    text = (TEMPLATE / "sql" / "metrics" / "example.sql").read_text().replace("example:", "square_rank:", 1)
    text = text.replace("metrics.example", "metrics.square_rank").replace("'example'", "'square_rank'")
    text = text.replace("square_rank: groups", f"square_rank: position {position}; groups")
    text = text.replace("-- square_rank: select", "-- example: select")
    (tmp_path / "square_rank.sql").write_text(text)
    printed = run(block("CONTRIBUTING.md", "git clone"))
    assert re.search(r"^ run_id +.*square_rank", printed, re.MULTILINE) and " passed" in printed
    log = run("cd dltrack && git log -1 --stat && git status --short")
    assert "square_rank: …" in log and MEASURE in log and "tests/metrics/golden/t1.csv" in log
    assert log.splitlines()[-1] == " M CHANGELOG.md"
