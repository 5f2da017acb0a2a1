"""Owner and permissions of a file that a new file replaces."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from dltrack_db.errors import DatabaseError


def check_replaceable(path: Path) -> None:
    """Check that the user may write a file and, except for root, owns it, so that a new file has the same owner."""
    if not os.access(path, os.W_OK):
        raise DatabaseError(f"{path} is write-protected; allow writing (chmod u+w {path}), or work on a copy")
    owner, user = path.stat().st_uid, getattr(os, "geteuid", int)()
    if owner != user and user != 0 and hasattr(os, "chown"):
        raise DatabaseError(
            f"{path} belongs to {_user_name(owner)}, and rewriting the file would make you its owner; ask "
            f"{_user_name(owner)} to run this command, or work on a copy"
        )


def make_private(path: Path) -> None:
    """Make an unfinished file unreadable for other users."""
    path.chmod(stat.S_IRUSR | stat.S_IWUSR)


def copy_access(old: Path, new: Path) -> None:
    """Copy owner, group and mode of the file `old` to the file `new`."""
    status = old.stat()
    if hasattr(os, "chown"):
        with suppress(PermissionError):  # the user is not a member of the group
            os.chown(new, status.st_uid, status.st_gid)
    new.chmod(stat.S_IMODE(status.st_mode))


def _user_name(number: int) -> str:
    try:
        import pwd

        return pwd.getpwuid(number).pw_name
    except (ImportError, KeyError):
        return f"user {number}"
