"""The wheel carries everything: installed in a clean environment, it loads the sample.

tests/smoke does the rest with an installed wheel: scores, frames, exports and the report.
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("hatchling", reason="building the wheel offline needs hatchling installed")
ROOT = Path(__file__).parents[1]
BUILT = (
    "sql/build.sql",
    "sql/metrics/score_queries.sql",
    "sql/metrics/common_scores.sql",
    "sql/metrics/measures.sql",
    "sql/catalog/orphans.sql",
    "sql/catalog/checksums.sql",
    "sql/systems/column_faces.sql",
    "sql/systems/run_columns.sql",
    "sql/published/computed.sql",
    "share/man/man1/dltrack.1",
)
"""What git does not hold and a build makes."""


def run(*command, cwd):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=cwd, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


@pytest.mark.campaign
def test_the_installed_wheel_loads_the_sample(tmp_path):
    run(
        sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", tmp_path, ROOT,
        cwd=tmp_path,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("dltrack-*.whl")
    carried = zipfile.ZipFile(wheel).namelist()
    assert [name for name in BUILT if not any(path.endswith(f"/{name}") for path in carried)] == []
    clean = tmp_path / "clean"
    venv.create(clean, with_pip=True)
    python = clean / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel, cwd=tmp_path)
    packages = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path).strip())
    # The pinned dependencies come from the environment of the tests, dltrack itself from the wheel.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    where = run(python, "-c", "import dltrack_db; print(dltrack_db.__file__)", cwd=tmp_path)
    assert where.startswith(str(clean))
    out = run(clean / "bin" / "dltrack", "ingest", "sample", cwd=tmp_path)
    assert "runs: 239,900 rows from 40 files" in out
    board = run(clean / "bin" / "dltrack", "leaderboard", "sample-docs", "-f", "csv", cwd=tmp_path)
    assert len(board.splitlines()) == 22


def test_the_build_imports_only_what_it_requires():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    wanted = [*project["project"]["dependencies"], *extras["report"]]
    named = [re.split("[<>=]", each)[0] for each in wanted]
    required = [re.split("[<>=]", each)[0] for each in project["build-system"]["requires"]]
    others = {"great-expectations": "great_expectations", "vl-convert-python": "vl_convert"}
    missing = [others.get(name, name.replace("-", "_")) for name in named if name not in (*required, "rich")]
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({missing})); "
        "from docs.generate import manpage; from dltrack_db.sqlfiles import build_sql, score_queries; "
        "print(len(manpage.render()), len(build_sql.render()), len(score_queries.render()))"
    )
    assert all(int(size) > 1000 for size in run(sys.executable, "-c", program, cwd=ROOT).split())
    assert {"numpy", "polars"} <= set(missing) and "duckdb" not in missing
