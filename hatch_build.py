"""Build hook that generates files that are not in git: SQL (`sqlfiles/generated.py`) and the man page."""

from __future__ import annotations

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Build hook of wheels, sdists and editable installs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generate the files."""
        sys.path.insert(0, self.root)
        from dltrack_db.sqlfiles import build_sql
        from docs.generate import manpage

        build_sql.build()
        manpage.write()
