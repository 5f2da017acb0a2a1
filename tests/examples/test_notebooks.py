"""The notebooks run from top to bottom, on the sample and, where it is at hand, on real data."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def execute(path, database, collection, monkeypatch):
    monkeypatch.setenv("DLTRACK_DB", str(database))
    monkeypatch.setenv("DLTRACK_COLLECTION", collection)
    monkeypatch.setenv("PYTHONPATH", str(FOLDER.parent))
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return notebook


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_on_the_sample_and_show_something(path, sample_database, monkeypatch):
    notebook = execute(path, sample_database, "sample-passages", monkeypatch)
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("text/html" in output.get("data", {}) for output in outputs)
    assert not any(output.output_type == "stream" and output.name == "stderr" for output in outputs)


@pytest.mark.real
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_on_real_data(path, real_database, monkeypatch):
    execute(path, real_database, "trec2021-passages", monkeypatch)


def begun(path, monkeypatch, folder):
    """What the first cell of a notebook that is opened in a folder finds: the database and the collection."""
    cells = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {}
    exec(cells[0], names)
    names["db"].close()
    return Path(names["path"]), names["COLLECTION"]


@pytest.fixture
def elsewhere(sample_database, tmp_path, monkeypatch):
    """A checkout with the database at its top, as `make demo` leaves it, and no variables."""
    monkeypatch.delenv("DLTRACK_DB", raising=False)
    monkeypatch.delenv("DLTRACK_COLLECTION", raising=False)
    inside = tmp_path / "checkout" / "examples"
    inside.mkdir(parents=True)
    (inside.parent / "dltrack.duckdb").symlink_to(sample_database)
    return inside


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_find_the_database_from_where_they_are_opened(path, elsewhere, sample_database, monkeypatch):
    wanted = elsewhere.parent / "dltrack.duckdb"
    assert begun(path, monkeypatch, elsewhere) == (wanted, "sample-passages")
    assert begun(path, monkeypatch, elsewhere.parent) == (wanted, "sample-passages")


def test_a_notebook_takes_what_the_environment_says(elsewhere, sample_database, tmp_path, monkeypatch):
    monkeypatch.setenv("DLTRACK_DB", str(sample_database))
    monkeypatch.setenv("DLTRACK_COLLECTION", "sample-docs")
    assert begun(NOTEBOOKS[0], monkeypatch, elsewhere) == (sample_database, "sample-docs")


def test_a_notebook_without_a_database_makes_the_sample(sample_database, tmp_path, monkeypatch):
    monkeypatch.delenv("DLTRACK_DB", raising=False)

    def make(command, *, check):
        assert command[:5] == [sys.executable, "-m", "dltrack_db", "--quiet", "ingest"] and check
        assert command[5:] == ["sample", "--db", str(tmp_path / "dltrack.duckdb")]
        (tmp_path / "dltrack.duckdb").symlink_to(sample_database)

    monkeypatch.setattr(subprocess, "run", make)
    assert begun(NOTEBOOKS[0], monkeypatch, tmp_path) == (tmp_path / "dltrack.duckdb", "sample-passages")


def test_the_notebooks_are_those_that_the_script_writes(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    import make

    monkeypatch.setattr(make, "__file__", str(tmp_path / "make.py"))
    make.main()
    subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--quiet", "--config", FOLDER.parent / "pyproject.toml", tmp_path],
        check=True,
    )
    for path in NOTEBOOKS:
        assert nbformat.read(path, as_version=4) == nbformat.read(tmp_path / path.name, as_version=4), path.name


def test_notebooks_are_kept_without_outputs():
    assert len(NOTEBOOKS) >= 5
    for path in NOTEBOOKS:
        for cell in nbformat.read(path, as_version=4).cells:
            assert not cell.get("outputs"), f"{path.name} holds outputs"
