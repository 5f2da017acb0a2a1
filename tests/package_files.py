"""Files of the package, without the tests of its plug-ins."""

from __future__ import annotations

from pathlib import Path

import dltrack_db

PACKAGE = Path(dltrack_db.__file__).parent


def find(pattern: str = "*.py") -> list[Path]:
    """Return the files of the package whose names match a pattern, by path."""
    return sorted(path for path in PACKAGE.rglob(pattern) if path.is_file() and "tests" not in path.parts[-4:])
