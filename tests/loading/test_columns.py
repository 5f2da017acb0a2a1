"""A column that is added to a table later is copied wherever its rows are copied: no code lists columns by hand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dltrack_db.base import resources
from tests import package_files

UNNAMED = re.compile(r"insert (?:or replace )?into (?:[a-z]+\.)?(?:main|store|staging)\.[a-z_]+(?! *\(| by name|\w)")


def walked(folder: Path, *arguments: str) -> str:
    """Return what `wider_schema` prints about lost columns; empty if no column is lost."""
    program = [sys.executable, "-m", "tests.loading.wider_schema", str(folder), *arguments]
    environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache")}
    done = subprocess.run(program, cwd=Path(__file__).parents[2], env=environment, capture_output=True, text=True)
    return done.stderr[-3000:] if done.returncode else ""


@pytest.mark.campaign
def test_a_new_column_of_every_table_is_copied_wherever_rows_are_copied(tmp_path):
    assert walked(tmp_path) == ""


def test_rows_are_copied_by_name():
    files = [*package_files.find("*.sql"), *resources.INGEST.rglob("*.sql")]
    texts = {path: path.read_text(encoding="utf-8") for path in [*files, *package_files.find()]}
    assert {str(path): found for path, text in texts.items() if (found := UNNAMED.findall(text))} == {}
