"""One load of trec2021 in a process of its own: python -m bench.load_once SOURCE DB [--without-validation]."""

from __future__ import annotations

import sys
from pathlib import Path

from dltrack_db.base import recipes
from dltrack_db.load import expectations, loader


class NoValidator:
    """Stands in for Great Expectations, to see what it costs."""

    version = "none"

    def __init__(self, *_: object) -> None:
        pass

    def run(self, _: expectations.Suite) -> list[expectations.Outcome]:
        """Nothing."""
        return []

    def write_docs(self) -> None:
        """Nothing."""


def main() -> None:
    """Load."""
    source, db, *flags = sys.argv[1:]
    if flags:
        expectations.Validator = NoValidator  # type: ignore[assignment,misc]
        expectations._import_gx = lambda: None
    report = loader.load_edition(
        recipes.load("trec2021"), Path(db), loader.LoadOptions(say=lambda _: None), places=[Path(source)]
    )
    assert report.rows["runs"] == 3_003_488, report.rows


if __name__ == "__main__":
    main()
