"""Errors about exhausted memory, address space or threads.

This module does not import DuckDB, because DuckDB may fail to load when memory is exhausted.
"""

from __future__ import annotations

import errno
import math
import re

_SIGNS = (
    "failed to map segment",
    "cannot allocate memory",
    "cannot allocate thread",
    "cannot enable executable stack",
    "can't start new thread",
    "cannot create thread",
    "std::bad_alloc",
    "bad allocation",
    "allocation failure",
    "not enough memory",
    "thread constructor failed",
    "resource temporarily unavailable",
)
"""Messages of the dynamic loader, Python, C++ and DuckDB about exhaustion, raised as errors of general classes."""


_LEAST_MB = {"RLIMIT_AS": 350, "RLIMIT_DATA": 100}
"""Minimum process limits in megabytes; below them, DuckDB's library does not load or crashes."""


def check_limits() -> None:
    """Raise MemoryError if the limits of the shell are so low that the process would crash."""
    try:
        import resource
    except ImportError:  # not available on this system
        return
    for name, least in _LEAST_MB.items():
        limit, _ = resource.getrlimit(getattr(resource, name, resource.RLIMIT_DATA))
        if limit != resource.RLIM_INFINITY and limit < least * 1_000_000:
            raise MemoryError(f"{name} is {limit:,} bytes")


def is_memory_error(error: BaseException) -> bool:
    """Return whether memory, address space or threads are exhausted."""
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryException":  # DuckDB's
        return True
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        return True
    return any(sign in str(error).lower() for sign in _SIGNS)


_ASKED = re.compile(
    r"size (?P<asked>[\d.]+ [KMGTPE]?i?B)(ytes)? \((?P<used>[\d.]+ [KMGTPE]?iB)/(?P<bound>[\d.]+ [KMGTPE]?iB) used"
)
"""DuckDB's message with the requested memory, the used memory and the limit."""
_UNITS = "BKMGTPE"


def excessive_request(error: BaseException) -> str | None:
    """Return the memory that DuckDB requested at once, or used, if this size is above the limit; else None."""
    if (sizes := _ASKED.search(str(error))) is None:
        return None
    return next(
        (sizes[key] for key in ("asked", "used") if num_bytes(sizes[key]) > 1.01 * num_bytes(sizes["bound"])), None
    )


def advice(error: BaseException, *, has_files: bool = False, has_option: bool = False) -> str:
    """Return the message about exhausted memory; if DuckDB's limit was reached, it advises to double this limit.

    `has_files` is for loads, where the user can load fewer files at a time. `has_option` is for commands with --memory.
    """
    sizes = _ASKED.search(str(error))
    if sizes is None:
        fix = "close other programs, or raise the limits of this shell (ulimit -v, -d and -u)"
    elif size := excessive_request(error):
        fix = f"a single step needs {size}; query less data, or check the database for damage: dltrack verify"
    else:
        bound = num_bytes(sizes["bound"]) / 1e9
        more = f"{math.ceil(2 * bound)}GB" if bound > 1 else f"{math.ceil(20 * bound) * 100}MB"
        limit = f"{bound:.1f} GB" if bound > 1 else f"{1000 * bound:.0f} MB"
        way = f"--memory {more}" if has_option else f"DLTRACK_MEMORY={more} before the command"
        fix = f"{limit} are not enough; allow more memory with {way}"
    return f"memory ran out, and nothing was changed; {fix}{', or load fewer files at a time' if has_files else ''}"


def num_bytes(size: str) -> float:
    """Return the number of bytes for a size in DuckDB's notation, e.g. '381.4 MiB'."""
    number, unit = size.split(" ")
    return float(number) * 1024.0 ** _UNITS.index(unit[0].upper())
