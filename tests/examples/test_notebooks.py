"""The notebooks run from top to bottom, on the sample and, where it is at hand, on real data."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

FOLDER = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.fixture
def made(monkeypatch):
    """The script that writes the notebooks."""
    monkeypatch.syspath_prepend(str(FOLDER))
    import make

    return make


def given(notebook: Any) -> list[list[object]]:
    """What each cell gave; of a drawing the words, as its lines hang on the release that draws them."""

    def of(output: Any) -> object:
        data = output.get("data", {})
        return re.findall(r">([^<>]+)</text>", data["image/svg+xml"]) if "image/svg+xml" in data else output

    return [[of(output) for output in cell.outputs] for cell in notebook.cells if cell.cell_type == "code"]


@pytest.mark.campaign
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_hold_what_they_give_on_the_sample(path, sample_database, made):
    kept, notebook = (nbformat.read(path, as_version=4) for _ in range(2))
    for cell in notebook.cells:
        cell.update({"outputs": [], "execution_count": None} if cell.cell_type == "code" else {})
    made.execute(notebook, sample_database)
    outputs = given(notebook)
    assert outputs == given(kept), "python examples/make.py"
    assert "text/html" in str(outputs) and "'stderr'" not in str(outputs)
    assert path.stat().st_size < 100_000


@pytest.mark.real
@pytest.mark.campaign
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_on_real_data(path, real_database, made):
    made.execute(nbformat.read(path, as_version=4), real_database, "trec2021-passages")


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


@pytest.mark.campaign
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_find_the_database_from_where_they_are_opened(path, elsewhere, sample_database, monkeypatch):
    wanted = elsewhere.parent / "dltrack.duckdb"
    assert begun(path, monkeypatch, elsewhere) == (wanted, "sample-passages")
    assert begun(path, monkeypatch, elsewhere.parent) == (wanted, "sample-passages")


@pytest.mark.more
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


def test_the_notebooks_are_those_that_the_script_writes(made, tmp_path, monkeypatch):
    assert [path.stem for path in NOTEBOOKS] == list(made.NOTEBOOKS) and len(NOTEBOOKS) >= 5
    for name, cells in made.NOTEBOOKS.items():
        nbformat.write(made.notebook(cells), tmp_path / f"{name}.ipynb")
    made.tidy(tmp_path)
    for path in NOTEBOOKS:
        kept, fresh = (nbformat.read(folder / path.name, as_version=4) for folder in (FOLDER, tmp_path))
        assert [(cell.id, cell.source) for cell in kept.cells] == [(cell.id, cell.source) for cell in fresh.cells]
