"""Optional libraries, each installed by an extra, which messages name."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import Any

from dltrack_db.errors import DltrackError, UsageError


def check(module: str, extra: str, need: str) -> None:
    """Check that a library is installed, without importing it, which may take seconds.

    `need` says what needs which library.
    """
    if importlib.util.find_spec(module) is None:
        raise UsageError(f"{need}, which is not installed; install it with: pip install 'dltrack[{extra}]'")


def load(module: str, extra: str, need: str) -> Any:
    """Import a library when it is used."""
    check(module.split(".")[0], extra, need)
    return importlib.import_module(module)


def check_docstrings(need: str) -> None:
    """Check that Python keeps docstrings; `need` says what needs them."""
    if sys.flags.optimize > 1:
        raise DltrackError(f"{need}, but Python removed them; start it without -OO or PYTHONOPTIMIZE=2")
