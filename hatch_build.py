"""Files made before packing: SQL that is not in git (`sqlfiles/generated.py`) and the man page."""

from __future__ import annotations

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Run for wheels, sdists and editable installs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the files where the build expects them."""
        sys.path.insert(0, self.root)
        from dltrack_db.sqlfiles import build_sql
        from docs.generate import manpage

        build_sql.build()
        manpage.write()
