"""The sample written once per test session."""

from __future__ import annotations

import pytest
from sample_files import Sample

from dltrack_db.load.sample import write_sample


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """The sample of the default seed."""
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder)
    return Sample(folder)
