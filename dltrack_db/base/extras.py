"""Optional libraries, which extras of the package install."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import Any

from dltrack_db.errors import DltrackError, UsageError


def check(module: str, extra: str, need: str) -> None:
    """Check that a library is installed, without importing it (an import may take seconds).

    `need` is the beginning of the message: the feature and the library that it needs.
    """
    if importlib.util.find_spec(module) is None:
        raise UsageError(f"{need}, which is not installed; install it with: pip install 'dltrack[{extra}]'")


def load(module: str, extra: str, need: str) -> Any:
    """Import a library; arguments as for `check`."""
    check(module.split(".")[0], extra, need)
    return importlib.import_module(module)


def check_docstrings(need: str) -> None:
    """Check that Python has not removed docstrings; `need` is the beginning of the message."""
    if sys.flags.optimize > 1:
        raise DltrackError(f"{need}, but Python removed them; start Python without -OO and PYTHONOPTIMIZE=2")
