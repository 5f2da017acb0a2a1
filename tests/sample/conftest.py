"""The sample, which is generated once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from sample_files import Sample


@pytest.fixture(scope="session")
def sample(sample_files: Path) -> Sample:
    """The sample of the default seed."""
    return Sample(sample_files)
