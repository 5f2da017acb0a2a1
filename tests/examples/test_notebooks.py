"""The notebooks run from top to bottom, on the sample and, where it is at hand, on real data."""

from __future__ import annotations

from pathlib import Path

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


def test_notebooks_are_kept_without_outputs():
    assert len(NOTEBOOKS) >= 5
    for path in NOTEBOOKS:
        for cell in nbformat.read(path, as_version=4).cells:
            assert not cell.get("outputs"), f"{path.name} holds outputs"
