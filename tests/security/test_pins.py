"""Dependencies: pinned exactly, installed as pinned, and nothing personal in the data we ship."""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from dltrack_db import resources

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINS = [*PROJECT["dependencies"], *(pin for pins in PROJECT["optional-dependencies"].values() for pin in pins)]


@pytest.mark.parametrize("pin", sorted(set(PINS)))
def test_a_pin_is_exact_and_installed(pin):
    name, mark, version = re.fullmatch(r"([A-Za-z0-9_.\[\]-]+)(==)([0-9][0-9A-Za-z.]*)", pin).groups()
    assert mark == "=="
    try:
        installed = importlib.metadata.version(name.split("[")[0])
    except importlib.metadata.PackageNotFoundError:
        pytest.skip(f"{name} is not installed here")
    assert installed == version


def test_no_known_weakness(tmp_path):
    """Asks the advisory database, where pip-audit is installed and the network is there."""
    program = shutil.which("pip-audit")
    if program is None:
        pytest.skip("pip-audit is not installed")
    pins = tmp_path / "pins.txt"
    pins.write_text("\n".join(sorted(set(PINS))))
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
