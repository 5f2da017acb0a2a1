"""What takes long to make and is the same for all test processes: made by one, used by all."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable
from pathlib import Path


def once(path: Path, make: Callable[[Path], object]) -> Path:
    """Let one process make a file or folder while the others wait; when it fails or is killed, the next one tries."""
    with path.with_suffix(".claim").open("w") as claim:
        fcntl.flock(claim, fcntl.LOCK_EX)  # which ends with its process, however that ends
        if not path.exists():
            unfinished = path.with_suffix(".unfinished")
            for left in path.parent.glob(f"{unfinished.name}*"):
                shutil.rmtree(left) if left.is_dir() else left.unlink()
            make(unfinished)
            unfinished.rename(path)
    return path
