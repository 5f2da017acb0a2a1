"""Dependencies: version ranges for users, exact versions for CI; and no personal data in the shipped files."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from dltrack_db.base import resources

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
CORE = [Requirement(text) for text in PROJECT["dependencies"]]
SMOKED = [*CORE, *(Requirement(text) for text in EXTRAS["report"])]
"""Packages that .ci/smoke installs."""
REQUIRED = [
    *CORE,
    *(Requirement(text) for texts in EXTRAS.values() for text in texts if not text.startswith("dltrack[")),
]


def versions(name: str) -> dict[str, Version]:
    """Return the packages in a constraints file with their versions; every line must name an exact version."""
    found = {}
    for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            package, mark, version = re.fullmatch(r"([a-z0-9-]+)(==)([0-9][0-9A-Za-z.]*)", line).groups()
            assert mark == "==" and package not in found
            found[package] = Version(version)
    return found


CONSTRAINTS = versions("constraints.txt")


@pytest.mark.parametrize("required", REQUIRED, ids=str)
def test_a_requirement_is_a_range_that_includes_the_tested_version(required):
    assert {one.operator for one in required.specifier} <= {">=", "<"}, "exact versions belong into constraints.txt"
    assert any(one.operator == ">=" for one in required.specifier), "say from which version on"
    assert CONSTRAINTS[canonicalize_name(required.name)] in required.specifier


def test_the_lowest_versions_are_the_lower_bounds():
    bounds = {
        canonicalize_name(required.name): Version(one.version)
        for required in SMOKED
        for one in required.specifier
        if one.operator == ">="
    }
    assert versions(".ci/lowest.txt") == bounds


def test_installed_versions_are_those_in_the_constraints_file():
    """This holds in the environment that `make` installs; elsewhere the test is skipped with the reason."""
    if Path(sys.prefix) != ROOT / ".venv":
        pytest.skip(f"{sys.prefix} was not installed by make")
    wrong = []
    for package, version in CONSTRAINTS.items():
        try:
            installed = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue  # of an extra that the tests do not need
        if Version(installed) != version:
            wrong.append(f"{package} {installed} instead of {version}")
    assert wrong == []


def test_the_program_without_extras_has_no_optional_requirements():
    """Packages that only tests, development or one extra need are not required without extras."""
    of_extras = {canonicalize_name(r.name) for r in REQUIRED} - {canonicalize_name(r.name) for r in CORE}
    assert {"vl-convert-python", "scikit-learn", "duckdb-cli", "ray", "mcp", "pytest"} <= of_extras


NEIGHBOURS = ["polars<2 numpy<2.4 typer<0.20", "duckdb>=2 sqlalchemy>=2.1", "pandas<3 pyarrow<20"]


@pytest.mark.campaign
@pytest.mark.parametrize("neighbour", NEIGHBOURS)
def test_it_can_be_installed_together_with_other_tools(neighbour, tmp_path):
    """pip's resolver finds versions that satisfy both dltrack and another tool."""
    if not os.environ.get("DLTRACK_ASK_INDEX"):
        pytest.skip("asks the package index for minutes: with DLTRACK_ASK_INDEX=1 only")
    if not _index_answers(tmp_path):
        pytest.skip("no package index can be reached")
    report = tmp_path / "report.json"
    told = subprocess.run(
        [
            sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", report,
            *map(str, SMOKED), *neighbour.split(),
        ],
        capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    chosen = {
        canonicalize_name(one["metadata"]["name"]): Version(one["metadata"]["version"])
        for one in json.loads(report.read_text())["install"]
    }
    for asked in [*SMOKED, *map(Requirement, neighbour.split())]:
        assert chosen[canonicalize_name(asked.name)] in asked.specifier


def _index_answers(folder: Path) -> bool:
    """Return True if pip can find a package that is not in a cache."""
    told = subprocess.run(
        [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "--timeout", "5", "--retries", "0",
         "--dest", folder, "typer<0.20"],
        capture_output=True, check=False, timeout=120,
    )  # fmt: skip
    return told.returncode == 0


def test_no_package_has_a_known_vulnerability(tmp_path):
    """Queries the advisory database; needs pip-audit and a network connection."""
    program = shutil.which("pip-audit")
    if program is None:
        pytest.skip("pip-audit is not installed")
    pins = tmp_path / "pins.txt"
    pins.write_text("\n".join(f"{package}=={version}" for package, version in CONSTRAINTS.items()))
    told = subprocess.run(
        [program, "--requirement", pins, "--no-deps", "--disable-pip", "--timeout", "5"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if "onnection" in told.stderr or "ServiceError" in told.stderr:
        pytest.skip("the advisory database cannot be reached")
    assert told.returncode == 0, told.stdout + told.stderr


def test_no_mail_addresses_in_shipped_data():
    mail = re.compile(rb"[A-Za-z0-9._%+-]+(?:@|%40)[A-Za-z0-9-]+\.[A-Za-z]{2,}")
    files = [path for path in resources.INGEST.rglob("*") if path.is_file()]
    assert len(files) > 40
    assert [path for path in files if mail.search(path.read_bytes())] == []
